# Cumulative link models by polr of the R package MASS (Debian: r-cran-mass), on the housing data
# of that package with the numbers of households as weights, and on data sets of ordered classes.
#
#   Rscript core/internal/golden/polr.R > core/machines/ordinal/testdata/polr.json
#
# Levels of factors become columns of 0 and 1, without the first level. polr stops at a relative
# change of 1e-8 by default; reltol is smaller here.
library(MASS)
number <- function(v) paste0("[", paste(sprintf("%.17g", v), collapse = ","), "]")
text <- function(v) paste0('"', v, '"')
case <- function(name, method, x, y, weights, keep) {
  y <- factor(y)
  fit <- polr(y ~ x, weights = weights, method = method, control = list(reltol = 1e-15, maxit = 5000))
  fields <- c(data = text(name), link = text(c(logistic = "logit", probit = "probit", cloglog = "cloglog")[[method]]),
    coef = number(unname(coef(fit))), thresholds = number(unname(fit$zeta)), logLikelihood = sprintf("%.12f", as.numeric(logLik(fit))),
    probabilities = number(as.vector(t(fitted(fit)[1:3, ]))))
  if (keep) fields <- c(fields, columns = ncol(x), x = number(as.vector(t(x))), y = number(as.integer(y) - 1), weights = number(weights))
  paste0("    {", paste0('"', names(fields), '":', fields, collapse = ","), "}")
}
cases <- c()
x <- model.matrix(~ Infl + Type + Cont, housing)[, -1]
for (method in c("logistic", "probit", "cloglog")) cases <- c(cases, case("housing", method, x, housing$Sat, housing$Freq, TRUE))
for (name in c("LEV", "ERA", "ESL")) {
  table <- as.matrix(read.csv(paste0("../shared/data/ordinal/", name, ".csv"), header = FALSE))
  d <- ncol(table) - 1
  for (method in c("logistic", "probit", "cloglog")) {
    if (name == "LEV" || method == "logistic") cases <- c(cases, case(name, method, table[, 1:d], table[, d + 1], rep(1, nrow(table)), FALSE))
  }
}
cat('{\n  "tool": "R ', paste(R.version$major, R.version$minor, sep = "."), ", MASS ", as.character(packageVersion("MASS")),
  '",\n  "command": "Rscript core/internal/golden/polr.R",\n  "tolerance": 2e-5,\n  "cases": [\n', paste(cases, collapse = ",\n"), "\n  ]\n}\n", sep = "")
