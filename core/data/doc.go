// Package data is the second folder of core/: samples, losses and metrics. sample holds sets of
// samples, dense, sparse or sequences, and dataset reads and writes the LIBSVM format. loss and
// metric have one loss, or one group of metrics, in a file.
package data
