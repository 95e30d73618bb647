/*
 * The common parts of the native contestants: the file of tables that `load` maps, which
 * tablefile.mjs describes, and a clock.
 */
#include <errno.h>
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
