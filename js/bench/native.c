/*
 * Native LIBSVM as a contestant of the benchmark: reads one command a line on
 * stdin, answers one line of JSON after "@ " on stdout. contestants/serve.mjs
 * speaks the same protocol, tablefile.mjs describes the file that `load` maps.
 *
 *     cc -O2 -o native native.c -lsvm -lm
 *
 * A fit is timed from the plain arrays to the model: the time includes the node
 * lists of LIBSVM, because every caller has to build them. Zeros are left out of
 * them, as LIBSVM's users do.
 */
#include "native.h"
#include <libsvm/svm.h>

static struct svm_node *nodes; /* of the model: its support vectors point here */
static struct svm_node **rows;
static struct svm_model *model;

/* Figures that LIBSVM prints about a fit and does not store, summed over the pairs. */
static double objective;
static long iterations;

static void listen(const char *text)
{
	double value;
	long count;
	if (sscanf(text, "obj = %lf", &value) == 1) objective += value;
	const char *mark = strstr(text, "#iter = ");
	if (mark && sscanf(mark, "#iter = %ld", &count) == 1) iterations += count;
}

/* Writes row i as nodes; returns the place after the closing one. */
static struct svm_node *put_row(struct svm_node *at, const struct table *t, int i)
{
	if (t->layout == DENSE) {
		const double *row = t->values + (size_t)i * t->cols;
		for (int j = 0; j < t->cols; j++)
			if (row[j] != 0) *at++ = (struct svm_node){j + 1, row[j]};
	} else {
		for (int k = t->indptr[i]; k < t->indptr[i + 1]; k++)
			if (t->values[k] != 0) *at++ = (struct svm_node){t->indices[k] + 1, t->values[k]};
	}
	*at++ = (struct svm_node){-1, 0};
	return at;
}

static void release(void)
{
	if (!model) return;
	svm_free_and_destroy_model(&model);
	free(nodes);
	free(rows);
}

static void fit(int type, double C, double nu, double epsilon, double gamma, double tol, double cache)
{
	struct svm_parameter parameter = {.svm_type = type, .kernel_type = RBF, .gamma = gamma,
		.cache_size = cache, .eps = tol, .C = C, .nu = nu, .p = epsilon, .shrinking = 1};
	release();
	objective = 0;
	iterations = 0;

	double start = now();
	size_t count = train.rows;
	for (int32_t k = 0; k < train.stored; k++) count += train.values[k] != 0;
	nodes = allocate(count, sizeof *nodes);
	rows = allocate(train.rows, sizeof *rows);
	struct svm_node *at = nodes;
	for (int i = 0; i < train.rows; i++) {
		rows[i] = at;
		at = put_row(at, &train, i);
	}
	/* svm_train reads the labels and does not change them. */
	struct svm_problem problem = {train.rows, (double *)train.labels, rows};
	model = svm_train(&problem, &parameter);
	printf("@ {\"ms\":%.6f}\n", now() - start);
}

static void predict(void)
{
	double *answers = allocate(test.rows, sizeof *answers);
	double start = now();
	struct svm_node *row = allocate((size_t)test.cols + 1, sizeof *row);
	for (int i = 0; i < test.rows; i++) {
		put_row(row, &test, i);
		answers[i] = svm_predict(model, row);
	}
	free(row);
	double ms = now() - start;

	int right = 0;
	for (int i = 0; i < test.rows; i++) right += answers[i] == test.labels[i];
	free(answers);
	printf("@ {\"ms\":%.6f,\"right\":%d}\n", ms, right);
}

int main(void)
{
	char line[4096];
	double C, nu, epsilon, gamma, tol, cache;
	int type;
	svm_set_print_string_function(listen);
	while (fgets(line, sizeof line, stdin)) {
		line[strcspn(line, "\n")] = 0;
		if (!strncmp(line, "load ", 5)) {
			load(line + 5);
			printf("@ {}\n");
		} else if (sscanf(line, "fit %d %lf %lf %lf %lf %lf %lf", &type, &C, &nu, &epsilon, &gamma, &tol, &cache) == 7) {
			fit(type, C, nu, epsilon, gamma, tol, cache);
		} else if (!strcmp(line, "predict") && model) {
			predict();
		} else if (!strcmp(line, "model") && model) {
			printf("@ {\"objective\":%.17g,\"iterations\":%ld,\"supportVectors\":%d}\n",
				objective, iterations, svm_get_nr_sv(model));
		} else if (!strcmp(line, "quit")) {
			return 0;
		} else {
			fprintf(stderr, "cannot do: %s\n", line);
			return 1;
		}
		fflush(stdout);
	}
	return 0;
}
