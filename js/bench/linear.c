/*
 * Native LIBLINEAR as a contestant of js/bench/linear.mjs: reads one command a
 * line on stdin, answers one line of JSON after "@ " on stdout.
 *
 *     load PATH            the tables, before any clock runs
 *     fit SOLVER C TOL P   ms; SOLVER as -s of liblinear-train, P its -p
 *     model                objective, summed over the classes, and rows of the test table
 *                          that are right, or their mean squared error
 *     quit
 *
 *     cc -O2 -o linear linear.c -llinear -lm
 *
 * A fit is timed from the plain arrays to the model: the time includes the node
 * lists of LIBLINEAR, because every caller has to build them. There is no
 * bias.
 */
#define train train_table /* LIBLINEAR has a function of that name */
#include "native.h"
#undef train
#include <linear.h>

static struct feature_node *nodes;
static struct feature_node **rows;
static struct model *model;
static int solver;

/* Figures that LIBLINEAR prints about a fit and does not store, summed over the classes. */
static double objective;
static long passes;

static void listen(const char *text)
{
	double value;
	long count;
	if (sscanf(text, "Objective value = %lf", &value) == 1) objective += value;
	const char *mark = strstr(text, "#iter = ");
	if (mark && sscanf(mark, "#iter = %ld", &count) == 1) passes += count;
}

/* Writes row i as nodes; returns the place after the closing one. */
static struct feature_node *put_row(struct feature_node *at, const struct table *t, int i)
{
	if (t->layout == DENSE) {
		const double *row = t->values + (size_t)i * t->cols;
		for (int j = 0; j < t->cols; j++)
			if (row[j] != 0) *at++ = (struct feature_node){j + 1, row[j]};
	} else {
		for (int k = t->indptr[i]; k < t->indptr[i + 1]; k++)
			if (t->values[k] != 0) *at++ = (struct feature_node){t->indices[k] + 1, t->values[k]};
	}
	*at++ = (struct feature_node){-1, 0};
	return at;
}

static void fit(int kind, double C, double tol, double p)
{
	struct parameter parameter = {.solver_type = kind, .eps = tol, .C = C, .p = p};
	if (model) {
		free_and_destroy_model(&model);
		free(nodes);
		free(rows);
	}
	solver = kind;
	objective = 0;
	passes = 0;

	double start = now();
	nodes = allocate((size_t)train_table.rows + train_table.stored, sizeof *nodes);
	rows = allocate(train_table.rows, sizeof *rows);
	struct feature_node *at = nodes;
	for (int i = 0; i < train_table.rows; i++) {
		rows[i] = at;
		at = put_row(at, &train_table, i);
	}
	/* It reads the labels and does not change them. */
	struct problem problem = {train_table.rows, train_table.cols, (double *)train_table.labels, rows, -1};
	model = train(&problem, &parameter);
	printf("@ {\"ms\":%.6f}\n", now() - start);
}

static void describe(void)
{
	struct feature_node *row = allocate((size_t)test.cols + 1, sizeof *row);
	double right = 0, squares = 0;
	for (int i = 0; i < test.rows; i++) {
		put_row(row, &test, i);
		double answer = predict(model, row), off = answer - test.labels[i];
		right += off == 0;
		squares += off * off;
	}
	free(row);
	printf("@ {\"objective\":%.17g,\"passes\":%ld,\"score\":%.17g}\n", objective, passes,
		solver > 10 ? squares / test.rows : right);
}

int main(void)
{
	char line[4096];
	int kind;
	double C, tol, p;
	set_print_string_function(listen);
	while (fgets(line, sizeof line, stdin)) {
		line[strcspn(line, "\n")] = 0;
		if (!strncmp(line, "load ", 5)) {
			load(line + 5);
			printf("@ {}\n");
		} else if (sscanf(line, "fit %d %lf %lf %lf", &kind, &C, &tol, &p) == 4) {
			fit(kind, C, tol, p);
		} else if (!strcmp(line, "model") && model) {
			describe();
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
