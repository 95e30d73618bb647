/*
 * Native LIBSVM as a contestant of the benchmark: reads one command a line on
 * stdin, answers one line of JSON after "@ " on stdout. contestants/serve.mjs
 * speaks the same protocol, tablefile.mjs describes the file that `load` maps.
 *
 *     cc -O2 -o native native.c -lsvm -lm
 *
 * A fit is timed from the plain arrays to the model: the node lists that LIBSVM
 * wants are built inside the clock, as every caller has to build them. Zeros are
 * left out of them, as LIBSVM's users do.
 */
#include <errno.h>
#include <libsvm/svm.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum layout { DENSE = 0, CSR = 1 };

struct table {
	int32_t layout, rows, cols, stored;
	const double *values, *labels;
	const int32_t *indptr, *indices; /* CSR only */
};

static struct table train, test;
static struct svm_node *nodes; /* of the model: its support vectors point here */
static struct svm_node **rows;
static struct svm_model *model;

/* What LIBSVM says about a fit and does not keep, summed over the pairs. */
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

static void fail(const char *what)
{
	fprintf(stderr, "%s: %s\n", what, errno ? strerror(errno) : "failed");
	exit(1);
}

static void *allocate(size_t count, size_t size)
{
	void *memory = malloc(count ? count * size : 1);
	if (!memory) fail("malloc");
	return memory;
}

static double now(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1e3 + t.tv_nsec / 1e6;
}

/* Takes one table from the file's bytes; returns where the next one starts. */
static const char *take(struct table *t, const char *at)
{
	memcpy(t, at, 4 * sizeof(int32_t));
	t->values = (const double *)(at + 16);
	t->labels = t->values + t->stored;
	at = (const char *)(t->labels + t->rows);
	if (t->layout == CSR) {
		size_t ints = (size_t)t->rows + 1 + t->stored;
		t->indptr = (const int32_t *)at;
		t->indices = t->indptr + t->rows + 1;
		at += (ints + ints % 2) * sizeof(int32_t);
	}
	return at;
}

static void load(const char *path)
{
	FILE *file = fopen(path, "rb");
	if (!file || fseek(file, 0, SEEK_END)) fail(path);
	size_t size = ftell(file);
	rewind(file);
	char *bytes = allocate(size, 1);
	if (fread(bytes, 1, size, file) != size) fail(path);
	fclose(file);
	take(&test, take(&train, bytes));
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

static void fit(double C, double gamma, double tol, double cache)
{
	struct svm_parameter parameter = {.svm_type = C_SVC, .kernel_type = RBF, .gamma = gamma,
		.cache_size = cache, .eps = tol, .C = C, .shrinking = 1};
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
	double C, gamma, tol, cache;
	svm_set_print_string_function(listen);
	while (fgets(line, sizeof line, stdin)) {
		line[strcspn(line, "\n")] = 0;
		if (!strncmp(line, "load ", 5)) {
			load(line + 5);
			printf("@ {}\n");
		} else if (sscanf(line, "fit %lf %lf %lf %lf", &C, &gamma, &tol, &cache) == 4) {
			fit(C, gamma, tol, cache);
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
