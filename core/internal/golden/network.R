# Makes core/machines/programs/testdata/network.json: solutions of dual problems by ipop, the interior
# point of the R package kernlab.
#
# Run by hand from the module root, some seconds:
#
#     Rscript core/internal/golden/network.R > core/machines/programs/testdata/network.json
#
# Needs kernlab 0.9-32 (Debian package r-cran-kernlab). The samples are drawn here, rounded
# to six decimals, and stand in the file. ipop ends at 10 significant figures of the
# objective, so its multipliers have about 5 digits; tests compare objectives and penalties
# with 1e-7 of their size, multipliers with 1e-4 of C.

suppressMessages(library(kernlab))

numbers <- function(x) paste0("[", paste(formatC(as.vector(x), digits = 17, format = "g"), collapse = ", "), "]")

solve_dual <- function(quadratic, linear, equalities, limits, highest, C) {
  n <- nrow(quadratic)
  both <- function(a) cbind(a, -a)
  A <- both(equalities)
  b <- r <- rep(0, nrow(equalities))
  if (!is.null(limits)) {
    A <- rbind(A, cbind(limits, limits))
    b <- c(b, rep(0, nrow(limits)))
    r <- c(r, highest)
  }
  H <- rbind(cbind(quadratic, -quadratic), cbind(-quadratic, quadratic))
  ipop(linear, H, A, b, rep(0, 2 * n), rep(C, 2 * n), r, sigf = 10, maxiter = 200, margin = 0.05)
}

report <- function(name, x, y, extra, quadratic, linear, solution, C) {
  n <- length(y)
  alpha <- primal(solution)
  beta <- alpha[1:n] - alpha[n + 1:n]
  penalty <- sum(beta * (quadratic %*% beta))
  objective <- -(sum(linear * alpha) + penalty / 2)
  cat(sprintf(
    "{\"name\": \"%s\", \"C\": %g, %s, \"x\": %s, \"y\": %s, \"objective\": %.15g, \"penalty\": %.15g, \"beta\": %s}",
    name, C, extra, numbers(t(x)), numbers(y), objective, penalty, numbers(round(beta, 7))
  ))
}

draw <- function(seed, n, d) {
  set.seed(seed)
  x <- round(matrix(runif(n * d, -2, 2), n, d), 6)
  list(x = x, y = round(sin(2 * x[, 1]) + 0.5 * x[, d] + (0.1 + 0.2 * abs(x[, 1])) * rnorm(n), 6))
}

rbf <- function(x, gamma) exp(-gamma * as.matrix(dist(x))^2)
laplacian <- function(x, gamma) exp(-gamma * as.matrix(dist(x, "manhattan")))

network <- function(name, seed, n, d, C, epsilon, D, basis) {
  data <- draw(seed, n, d)
  x <- data$x
  y <- data$y
  K <- rbf(x, 0.8)
  M <- if (is.null(D)) K else K %*% solve(D(x), K)
  psi <- matrix(1, 1, n)
  if (basis != "constant") psi <- rbind(psi, t(x))
  if (basis == "quadratic") {
    for (i in 1:d) for (j in i:d) psi <- rbind(psi, x[, i] * x[, j])
  }
  linear <- c(epsilon - y, epsilon + y)
  solution <- solve_dual((M + t(M)) / 2, linear, psi, NULL, NULL, C)
  extra <- sprintf("\"d\": %d, \"epsilon\": %g, \"regularizer\": \"%s\", \"basis\": \"%s\"", d, epsilon, if (is.null(D)) "same" else "laplacian", basis)
  report(name, x, y, extra, M, linear, solution, C)
}

tube <- function(name, seed, n, d, C, nu, shape) {
  data <- draw(seed, n, d)
  x <- data$x
  y <- data$y
  K <- rbf(x, 0.8)
  widths <- rbind(1, t(if (shape == "square") x^2 else abs(x)))
  linear <- c(-y, y)
  solution <- solve_dual(K, linear, matrix(1, 1, n), widths, C * nu * rowSums(widths), C)
  extra <- sprintf("\"d\": %d, \"nu\": %g, \"shape\": \"%s\", \"widths\": %s", d, nu, shape, numbers(abs(dual(solution)[-1])))
  report(name, x, y, extra, K, linear, solution, C)
}

cat("{\"tool\": \"kernlab 0.9-32\",\n \"command\": \"Rscript core/internal/golden/network.R > core/machines/programs/testdata/network.json\",\n \"networks\": [\n")
network("same", 1, 40, 2, 5, 0.2, NULL, "constant")
cat(",\n")
network("laplacian", 2, 40, 2, 5, 0.2, function(x) laplacian(x, 0.5), "constant")
cat(",\n")
network("linear functions", 3, 40, 2, 2, 0.1, NULL, "linear")
cat(",\n")
network("laplacian and products", 4, 50, 2, 10, 0.1, function(x) laplacian(x, 0.5), "quadratic")
cat("],\n \"tubes\": [\n")
tube("line", 5, 60, 1, 3, 0.3, "absolute")
cat(",\n")
tube("square", 6, 60, 1, 10, 0.5, "square")
cat(",\n")
tube("plane", 7, 60, 2, 2, 0.4, "absolute")
cat("]}\n")
