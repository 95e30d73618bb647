#!/usr/bin/env Rscript
# Makes core/machines/multiclass/testdata/multiclass.json: support vector classifiers of several classes
# in one problem. quadprog solves their quadratic programs to the last digits; kernlab's
# spoc-svc (Crammer and Singer) and kbb-svc (Weston and Watkins) solve theirs to its tolerance.
#
# Run by hand from the module root, some seconds:
#
#     Rscript core/internal/golden/multiclass.R
#
# Needs the Debian packages r-cran-quadprog (1.5-8) and r-cran-kernlab (0.9-32).
#
# The dual problem has a variable x_ic >= 0 for each sample i and each class c other than its
# own: with the coefficients a_ic = -x_ic and a_iy = sum_c x_ic it minimises
#   1/2 sum_c a_c' K a_c - sum_ic cost(y_i, c) x_ic
# where Crammer and Singer have sum_c x_ic <= C_i, Weston and Watkins x_ic <= C_i. For two
# classes their kernel matrix is positive definite, so that the solution is unique.

suppressMessages({
  library(quadprog)
  library(kernlab)
})

solve_program <- function(K, y, k, upper, cost, pairwise) {
  n <- length(y)
  pairs <- do.call(rbind, lapply(1:n, function(i) cbind(i, setdiff(1:k, y[i]))))
  p <- nrow(pairs)
  # A has the coefficients of all samples and classes as a function of x.
  A <- matrix(0, n * k, p)
  for (q in 1:p) {
    i <- pairs[q, 1]
    A[(pairs[q, 2] - 1) * n + i, q] <- -1
    A[(y[i] - 1) * n + i, q] <- 1
  }
  Q <- t(A) %*% (diag(k) %x% K) %*% A
  linear <- sapply(1:p, function(q) cost[y[pairs[q, 1]], pairs[q, 2]])
  if (pairwise) {
    G <- rbind(diag(p), -diag(p))
    h <- c(rep(0, p), -upper[pairs[, 1]])
  } else {
    S <- sapply(1:p, function(q) as.numeric(1:n == pairs[q, 1]))
    G <- rbind(diag(p), -S)
    h <- c(rep(0, p), -upper)
  }
  r <- solve.QP(Q, linear, t(G), h)
  list(coef = matrix(A %*% r$solution, n, k), objective = r$value)
}

number <- function(x) paste0("[", paste(sprintf("%.17g", x), collapse = ","), "]")

cases <- list()
for (k in c(2, 3, 4)) for (pairwise in c(FALSE, TRUE)) for (variant in 1:3) {
  n <- 8 * k
  i <- 1:n
  y <- (i - 1) %% k + 1
  x <- cbind(sin(3 * i) + 0.7 * y, cos(5 * i * i) - 0.4 * y^2 / k, sin(i^2 + 1))
  gamma <- 0.4
  K <- exp(-gamma * as.matrix(dist(x))^2)
  C <- c(0.7, 5, 2)[variant]
  weight <- if (variant == 2) 0.5 + (i %% 4) / 2 else rep(1, n)
  constant <- variant == 3
  cost <- if (variant == 1) 1 - diag(k) else outer(1:k, 1:k, function(a, b) ifelse(a == b, 0, 0.5 + abs(a - b) + (a > b) / 4))
  r <- solve_program(K + constant, y, k, C * weight, cost, pairwise)
  cases[[length(cases) + 1]] <- sprintf(
    '{"classes":%d,"pairwise":%s,"C":%.17g,"gamma":%.17g,"constant":%s,"x":%s,"y":%s,"weights":%s,"costs":%s,"coef":%s,"objective":%.17g}',
    k, tolower(pairwise), C, gamma, tolower(constant), number(t(x)), number(y - 1), number(weight), number(t(cost)),
    number(r$coef), r$objective)
}

# kernlab, on the flowers of R's own data set iris, scaled to unit variance.
x <- scale(as.matrix(iris[, 1:4]))
gamma <- 0.25
own <- list()
for (type in c("spoc-svc", "kbb-svc")) for (C in c(1, 10)) {
  m <- ksvm(x, iris$Species, type = type, kernel = "rbfdot", kpar = list(sigma = gamma), C = C, scaled = FALSE, tol = 1e-7)
  coef <- matrix(0, 150, 3)
  if (type == "spoc-svc") {
    for (c in 1:3) coef[alphaindex(m)[[c]], c] <- coef(m)[[c]]
  } else {
    # alpha has a column for each other class, in their order.
    for (i in 1:150) {
      y <- as.integer(iris$Species)[i]
      coef[i, -y] <- -alpha(m)[i, ]
      coef[i, y] <- sum(alpha(m)[i, ])
    }
  }
  predicted <- as.integer(predict(m, x)) - 1
  own[[length(own) + 1]] <- sprintf('{"pairwise":%s,"C":%.17g,"gamma":%.17g,"coef":%s,"predicted":%s}',
    tolower(type == "kbb-svc"), C, gamma, number(coef), number(predicted))
}
writeLines(c("{", paste0('"tool":"quadprog ', packageVersion("quadprog"), ", kernlab ", packageVersion("kernlab"), '",'),
  '"command":"Rscript core/internal/golden/multiclass.R",', '"tolerance":1e-8,',
  '"programs":[', paste(cases, collapse = ",\n"), "],",
  sprintf('"iris":{"x":%s,"y":%s},', number(t(x)), number(as.integer(iris$Species) - 1)),
  '"kernlab":[', paste(own, collapse = ",\n"), "]", "}"), "core/machines/multiclass/testdata/multiclass.json")
