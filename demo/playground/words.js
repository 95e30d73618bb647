/** The texts of the page: the result of a training, and explanations of machines. */

import { catalog, kernelCatalog } from "maxmargin/catalog";
import { h } from "./dom.js";
import { optionOf } from "./schema.js";
import { tubeOf } from "./surface.js";

export const count = (n, what) =>
  `${n.toLocaleString("en")} ${what}${n === 1 ? "" : "s"}`;
export const duration = (ms) =>
  ms < 1000
    ? `${Math.max(1, Math.round(ms))}\u00a0ms`
    : `${(ms / 1000).toFixed(2)}\u00a0s`;
export const tenths = (ms) => `${ms.toFixed(1)}\u00a0ms`;
const percent = (share) => `${(100 * share).toFixed(1)} %`;
export const short = (value) =>
  Number(value.toPrecision(3)).toString().replace("-", "−");

/** A number that may be missing, as text for the readings. */
export const exact = (value) =>
  value.toLocaleString("en", { maximumSignificantDigits: 6 }).replace("-", "−");
export const tiny = (value) =>
  value === 0
    ? "0"
    : value.toExponential(1).replaceAll("-", "−").replace("e+", "e");

/** @returns {{ head: string, rest: string, score: number | undefined }} the result */
export function verdict({ model, predicted, X, y, state, data, support }) {
  const n = data.big ? data.big.y.length : data.points.length;
  const { kind } = catalog[state.machine];
  const held = support ? ` ${supportWords(support, n)}` : "";
  if (kind === "classifier") {
    const right =
      y.reduce((sum, label, i) => sum + (label === predicted[i]), 0) / n;
    return {
      head: `${percent(right)} right`,
      rest: ` on ${count(n, "row")}.${held}`,
      score: right,
    };
  }
  if (kind === "detector") {
    const outside = predicted.reduce((sum, label) => sum + (label < 0), 0);
    return {
      head: `${outside} outside`,
      rest: ` of ${count(n, "row")}: ${percent(outside / n)}.${held}`,
      score: outside / n,
    };
  }
  if (kind === "regressor") {
    const squares = y.reduce(
      (sum, target, i) => sum + (target - predicted[i]) ** 2,
      0,
    );
    if (state.machine === "RankSVC") {
      const share = inOrder(y, predicted);
      return {
        head: `${percent(share)} of the pairs in order`,
        rest: `, of ${count(n, "row")}.${held}`,
        score: share,
      };
    }
    const tube = tubeOf(state, model);
    const tol =
      state.options.tol ?? optionOf(state.machine, "tol")?.default ?? 0; // the requested accuracy
    const widths =
      tube && data.points.map(({ x, y: second }) => tube([x, second].slice(0, X.cols)));
    const out = y.filter(
      (target, i) => Math.abs(target - predicted[i]) > widths?.[i] + tol,
    ).length;
    const half =
      widths && new Set(widths).size === 1
        ? ` of half-width ${short(widths[0])}`
        : "";
    const missed = widths
      ? ` ${count(out, "row")} outside of the tube${half}.`
      : "";
    return {
      head: `Off by ${short(Math.sqrt(squares / n))}`,
      rest: ` (root mean square) on ${count(n, "row")}.${missed}${held}`,
      score: Math.sqrt(squares / n),
    };
  }
  if (model.explainedVarianceRatio) {
    const shares = Array.from(model.explainedVarianceRatio);
    const i = Math.min(state.component ?? 0, shares.length - 1);
    return {
      head: `Component ${i + 1}: ${percent(shares[i])}`,
      rest: " of the variance in feature space. Colours are its coordinate; the thick line is where it is 0.",
      score: shares[i],
    };
  }
  return {
    head: "Fitted",
    rest: ` on ${count(n, "row")}. Colours are the value of the chosen column of what it makes.`,
    score: undefined,
  };
}

/** The share of the pairs with different targets whose predictions are in their order. */
function inOrder(y, predicted) {
  let [pairs, right] = [0, 0];
  for (let i = 0; i < y.length; i++) {
    for (let j = 0; j < i; j++) {
      if (y[i] === y[j]) continue;
      pairs++;
      right += Number(y[i] > y[j] ? predicted[i] > predicted[j] : predicted[i] < predicted[j]);
    }
  }
  return pairs === 0 ? NaN : right / pairs;
}

function supportWords({ rows, bounded, name }, n) {
  const all =
    rows.size === n
      ? `Every point is a ${name}`
      : `${count(rows.size, name)}: the function is made of these points alone`;
  return bounded.size > 0
    ? `${all}; ${bounded.size} at their bound.`
    : `${all}.`;
}

const joins =
  "Paint or erase a point: it joins or leaves the machine without a fit, unless gamma is 'scale', which follows the points.";

/** An explanation of the picture for each machine. */
const advice = {
  SVC: "The solid line is the boundary, the dashed ones are the margins. Lower C for a wide margin that lets points in; raise it to follow the data.",
  NuSVC:
    "nu bounds both shares: at most nu of the points lie inside the margins, at least nu of them are support vectors.",
  OneClassSVM:
    "At most nu of the points end up outside. Raise gamma and the region falls apart into islands.",
  SVDD: "The smallest ball in feature space around most points. With nu = 0 it encloses all of them.",
  SVR: "Points inside the tube cost nothing and do not matter: only those on its edge or outside are support vectors. Widen epsilon and watch them go.",
  NuSVR:
    "nu says which share of the points may lie outside; the width of the tube follows.",
  ConvexLossSVR:
    "Choose the loss that belongs to the noise. Move one point far away: Huber’s loss hardly notices, the squared (gaussian) one does.",
  LinearSVC:
    "A straight boundary, for data with many columns. Several classes are told apart one against the rest.",
  LinearSVR: "A straight line or plane with a tube.",
  SGDClassifier:
    "Steps along single samples. Scrub through the passes: the line swings, then settles.",
  Perceptron:
    "Moves at every mistake and stops when there are none. Where the classes overlap it never does: scrub through the passes.",
  KernelPerceptron:
    "The perceptron with a kernel. The discs show how often it was wrong about a point.",
  KernelRidge:
    "Squared errors, solved in closed form. alpha holds the curve back.",
  LinearRegression:
    "The line or plane with the least squared errors. Move one point far away and it follows.",
  Ridge: "Least squares with a penalty: raise alpha and the line turns flat.",
  Lasso:
    "Least squares with a penalty on the sizes of the weights: raise alpha and they become zero, one after the other.",
  SGDRegressor:
    "Each step corrects the line by the error of one point. Scrub through the passes; raise eta0 past its limit and the line runs away.",
  KernelSGDClassifier:
    "Steps along single samples, with a kernel. Scrub through the passes: the boundary swings, then settles.",
  LSSVC:
    "Squared errors around -1 and 1, solved in closed form: every point takes part, also those far beyond the margin.",
  MulticlassPerceptron:
    "A function for each class; a mistake adds the point to the function of its class and takes it from the one that won. Averaged weights are calmer where classes overlap.",
  MulticlassKernelPerceptron:
    "A kernel function for each class, learnt from mistakes. Scrub through the passes, and compare the averaged functions with the last ones.",
  IncrementalSVC:
    `SVC, solved exactly. ${joins} What is left is the machine that never saw those that left.`,
  IncrementalSVR:
    `SVR, solved exactly. ${joins}`,
  IncrementalOneClass:
    `OneClassSVM, solved exactly. ${joins}`,
  LowRankSVC:
    "SVC with a few points as landmarks, which are marked: the boundary is a sum of kernels at them. Lower nComponents and watch it simplify. Made for a million rows.",
  LowRankSVR:
    "SVR with a few points as landmarks, which are marked: the curve is a sum of kernels at them. Made for a million rows.",
  EquivalenceSVC:
    "Learns from pairs of points whether two are of the same class; a point goes to the class whose points it is most like.",
  MulticlassSVC:
    "A function for each class, learnt together: the largest wins, and each should lead the others by 1. Put three classes in a row and compare it with LinearSVC.",
  GaussianProcessRegressor:
    "The mean of all functions that agree with the points, as likely as they are. It learns the width of the kernel and the noise by the evidence.",
  GaussianProcessClassifier:
    "All functions that agree with the labels, as likely as they are. It learns the width of the kernel by the evidence. Far from the points it knows nothing.",
  SequenceTagger:
    "Made for sequences; here every point stands alone, and it is a linear classifier of Crammer and Singer’s loss.",
  AverageMarginClassifier:
    "No optimisation: every point weighs the same. Compare it with SVC, which keeps only the points near the boundary.",
  OrdinalSVC:
    "A utility that orders all pairs of points of different classes with a margin, and boundaries between the classes. C counts once for each pair: small values do.",
  OrdinalAverageMargin:
    "One utility for classes in an order, in closed form, and boundaries between them. The classes are in the order in which they stand above the picture.",
  CumulativeLinkModel:
    "Straight boundaries with a probability for each class of an order. Where nothing overlaps there is no best fit: it warns, and holds the weights back.",
  OrdinalGaussianProcess:
    "A utility of a Gaussian process with noise, and boundaries between the classes of an order, both learnt by the evidence. Far from the points all classes are as likely as in the prior. Laplace's approximation does not see the walls of wide bands; expectation propagation does.",
  SVOR: "One utility for classes in an order, with the widest margin at each boundary. Explicit constraints look only at the two classes beside a boundary.",
  ReducedOrdinalSVC:
    "One classifier answers for each boundary whether a point is above it. Choose what an error of several classes costs.",
  LPSVC:
    "A linear program: the boundary of SVC with far fewer points in the model. Raise C and watch how many are needed.",
  LPMarginClassifier:
    "The widest margin in a norm. Norm 1 prefers an axis, a large norm the diagonal. It needs classes that a line separates.",
  LPSVR: "The tube with few terms: most coefficients are zero.",
  ParametricTubeSVR:
    "A tube that is wide where the noise is large. Put points far from the curve on the left and on the right: the tube opens there.",
  RankSVC:
    "Only the order of the values counts: the height of the function means nothing, but higher is better. Here all points are one query.",
  SetRanker:
    "A straight boundary for a measure of all points together, such as F1: make one class rare and compare it with LinearSVC.",
  RegularizationNetwork:
    "The tube with a penalty of your choice. With basis linear or quadratic, a plane or a parabola costs nothing, and the kernel adds what is left.",
  NearestCentroid: "The class whose mean in feature space is closest.",
  KNeighborsClassifier:
    "The classes of the nearest points vote. One neighbour follows every point; many smooth the boundary.",
  DecisionTreeClassifier:
    "Questions about one column at a time: the boundary is made of straight steps. Limit maxDepth, or it follows every point.",
  DecisionStump:
    "A single question about one column: the best straight cut, parallel to an axis.",
  AdaBoostClassifier:
    "Many single questions that vote, each asked about the points that those before it got wrong. Raise nEstimators and watch the steps follow the data.",
  HistGradientBoostingClassifier:
    "Many small trees, each of which learns what is left after those before it. The boundary is made of steps; fewer minSamplesLeaf follow the points more closely.",
  HistGradientBoostingRegressor:
    "Many small trees, each of which learns the errors that are left: the function is made of steps.",
  LPBoostClassifier:
    "Many single questions that vote, weighted so that the margin is as large as it can be while a share nu of the points may have less. Raise nu where the classes overlap; few questions get a weight.",
  FisherDiscriminant:
    "The direction along which the class means are far apart and the classes narrow.",
  KernelFisherDiscriminant:
    "Fisher’s discriminant in feature space: the boundary may bend.",
  KernelPCA:
    "Colours show the coordinate along one component, a function on the plane. Choose another component below the picture.",
  KernelDensity:
    "A window around every point, added up. Outside is where the density is below that of the share nu of the points. A small bandwidth makes islands.",
  ParzenClassifier:
    "Windows around the points of each class: the larger sum wins. No point is left out; compare it with SVC, which keeps only those near the boundary.",
  KernelRegression:
    "The mean of the targets nearby. A small bandwidth follows every point, a large one flattens the curve.",
  Nystroem:
    "Colours show one of the features, a mixture of the kernels at the landmarks. Put a linear machine behind it, and it learns with the kernel.",
  RBFSampler:
    "Colours show one of the features: a wave in a random direction. Many of them together make the Gaussian kernel.",
  IncompleteCholesky:
    "Colours show one of the features. Each belongs to the point that the ones before said least about; the first is the kernel of a single point.",
  MonomialFeatures: "Colours show one of the products of the two features.",
  StandardScaler:
    "What the machines behind it would see: every column with mean 0 and variance 1.",
  MinMaxScaler:
    "What the machines behind it would see: every column in the same interval.",
  MaxAbsScaler:
    "What the machines behind it would see: every column divided by its largest absolute value.",
  RobustScaler:
    "What the machines behind it would see: every column by its median and quartiles, which outliers do not move.",
  QuantileTransformer:
    "What the machines behind it would see: every column with the same distribution.",
  PolynomialFeatures: "Colours show one of the products of the two features.",
  Normalizer:
    "Every row is scaled to norm 1: only its direction from the origin is left.",
};

/** The explanation of the choices of a pane. */
export function explanation(state) {
  const { summary, options } = catalog[state.machine];
  const kernel =
    options.some(({ name }) => name === "kernel") &&
    kernelCatalog[state.kernel?.kernel ?? "rbf"];
  const docs = (path, name) => h("a", { href: `../docs/${path}.html` }, name);
  return [
    h("h2", {}, `About ${state.machine}`),
    h("p", {}, summary, " ", advice[state.machine] ?? ""),
    h(
      "p",
      { className: "muted" },
      docs(`machines/${state.machine}`, `${state.machine} in the docs`),
      ...(kernel
        ? [
            ". Kernel: ",
            h("code", {}, `k(x, z) = ${kernel.formula}`),
            ", positive definite: ",
            kernel.definite,
            " (",
            docs(`kernels/${kernel.name}`, kernel.name),
            ")",
          ]
        : []),
      ".",
    ),
  ];
}
