/*
 * Native LIBLINEAR as a contestant of js/bench/linear.mjs: reads one command a
 * line on stdin, answers one line of JSON after "@ " on stdout.
 *
 *     load PATH            the tables, before any clock runs
 *     fit SOLVER C TOL P   ms by the clock, and of the processor; SOLVER as -s of
 *                          liblinear-train, P its -p
 *     model                the objective that the solver minimises, summed over the classes,
 *                          and rows of the test table that are right, or their mean squared
 *                          error
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
#include <math.h>

static struct feature_node *nodes;
static struct feature_node **rows;
static struct model *model;
static int solver;
static double cost, tube;

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

/* The milliseconds that this process has computed. */
static double processor(void)
{
	struct timespec t;
	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return t.tv_sec * 1e3 + t.tv_nsec / 1e6;
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
	cost = C;
	tube = p;
	objective = 0;
	passes = 0;

	double start = now(), spent = processor();
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
	printf("@ {\"ms\":%.6f,\"cpu\":%.6f}\n", now() - start, processor() - spent);
}

/* The loss of a sample, by its shortfall from the margin or its distance from the tube. */
static double loss(double short_by)
{
	switch (solver) {
	case L2R_LR:
	case L2R_LR_DUAL:
		return log1p(exp(short_by - 1)); /* the margin is 1 */
	case L2R_L2LOSS_SVC:
	case L2R_L2LOSS_SVC_DUAL:
	case L2R_L2LOSS_SVR:
	case L2R_L2LOSS_SVR_DUAL:
		return short_by > 0 ? short_by * short_by : 0;
	}
	return short_by > 0 ? short_by : 0;
}

/* What the solvers without a dual minimise: half of the squared norm, and the losses. */
static double primal(void)
{
	int classes = solver > 10 ? 1 : get_nr_class(model), functions = classes > 2 ? classes : 1;
	double sum = 0, *values = allocate(functions, sizeof *values);
	int *labels = allocate(classes + 1, sizeof *labels);
	if (solver < 10) get_labels(model, labels);
	for (int k = 0; k < functions * train_table.cols; k++) sum += model->w[k] * model->w[k] / 2;
	for (int i = 0; i < train_table.rows; i++) {
		double y = train_table.labels[i];
		predict_values(model, rows[i], values);
		for (int k = 0; k < functions; k++)
			sum += cost * loss(solver > 10 ? fabs(values[k] - y) - tube : 1 - (y == labels[k] ? values[k] : -values[k]));
	}
	free(values);
	free(labels);
	return sum;
}

static void describe(void)
{
	/* The others print what they minimise in the dual, and leave out no constant. */
	if (solver == L2R_LR || solver == L2R_LR_DUAL || solver == L2R_L2LOSS_SVC || solver == L2R_L2LOSS_SVR)
		objective = primal();
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
