# Makes core/machines/prep/testdata/inchol.json: what inchol of the R package kernlab answers.
#
# Run by hand from the module root, some seconds:
#
#     Rscript core/internal/golden/inchol.R ../shared/data > core/machines/prep/testdata/inchol.json
#
# Needs kernlab 0.9-32 (Debian package r-cran-kernlab). Numbers alone enter the project; the
# data stay where they are. Pivots are counted from 0, and features are those of the first
# ten rows. The Gaussian is written out, because rbfdot of a sample with itself is not always
# 1, and the first pivot would depend on rounding.

suppressMessages(library(kernlab))

data <- paste0(commandArgs(TRUE)[1], "/libsvm/")

read <- function(name, rows, features) {
  x <- matrix(0, rows, features)
  lines <- readLines(paste0(data, name), rows)
  for (i in seq_len(rows)) {
    for (entry in strsplit(trimws(lines[i]), " +")[[1]][-1]) {
      pair <- as.numeric(strsplit(entry, ":")[[1]])
      x[i, pair[1]] <- pair[2]
    }
  }
  x
}

numbers <- function(x) paste0("[", paste(formatC(x, digits = 17, format = "g"), collapse = ", "), "]")

gaussian <- function(gamma) {
  k <- function(x, y) exp(-gamma * sum((x - y)^2))
  class(k) <- "kernel"
  k
}

case <- function(name, rows, features, kernel, gamma, degree, coef0, tol, most) {
  x <- read(name, rows, features)
  k <- switch(kernel,
    rbf = gaussian(gamma),
    poly = polydot(degree = degree, scale = gamma, offset = coef0)
  )
  g <- inchol(x, kernel = k, tol = tol, maxiter = most)
  paste0(
    '  {"data": "', name, '", "rows": ', rows, ', "kernel": "', kernel, '", "gamma": ', gamma,
    ', "degree": ', degree, ', "coef0": ', coef0, ', "tol": ', tol, ', "most": ', most,
    ',\n   "pivots": ', numbers(g@pivots - 1),
    ',\n   "residuals": ', numbers(c(g@maxresiduals[-1], max(g@diagresidues))),
    ',\n   "features": ', numbers(as.vector(t(g@.Data[1:10, ]))), "}"
  )
}

cases <- c(
  case("heart_scale", 270, 13, "rbf", 0.1, 3, 0, 0.001, 20),
  case("heart_scale", 270, 13, "rbf", 0.02, 3, 0, 0.2, 270),
  case("heart_scale", 270, 13, "poly", 0.2, 2, 1, 0.001, 30),
  case("iris.scale", 150, 4, "rbf", 1, 3, 0, 0.01, 150)
)
cat('{\n "tool": "kernlab ', as.character(packageVersion("kernlab")),
  '",\n "command": "Rscript core/internal/golden/inchol.R ../shared/data",\n "tolerance": 1e-8,\n "cases": [\n',
  paste(cases, collapse = ",\n"), "\n ]\n}\n", sep = "")
