/** Counts, identities, bounds and examples that need no file. */
import { mean, random, summary } from './help.js';

const one = (value, text) => ({ value, ...(text && { text }) });

export async function monomials({ degree, inputs, only }, { mm }) {
  const count = only ? mm.countMonomials(inputs, degree) : mm.featureDimension(mm.kernels.poly({ degree, coef0: 0 }), inputs); // prettier-ignore
  return one(Number(count.exact ?? count.value ?? count));
}

export async function monomialMap(_, { mm }) {
  const points = [[2, 3], [-1, 4]]; // prettier-ignore
  const map = await new mm.MonomialFeatures({ degree: 2, coef0: 0 }).fit(points);
  const [a, b] = rowsOf(await map.transform(points), 2);
  const product = a.reduce((sum, v, i) => sum + v * b[i], 0);
  const printed = [[4, 9, Math.SQRT2 * 6], [1, 16, Math.SQRT2 * -4]]; // prettier-ignore
  const byHand = printed[0].reduce((sum, v, i) => sum + v * printed[1][i], 0);
  const kernel = (2 * -1 + 3 * 4) ** 2;
  return one(Math.max(Math.abs(product - kernel), Math.abs(byHand - kernel)), `${product} = ${kernel}`); // prettier-ignore
}

function rowsOf(values, count) {
  const data = values.data ?? values;
  const cols = data.length / count;
  return Array.from({ length: count }, (_, i) => Array.from(data.slice(i * cols, (i + 1) * cols)));
}

export async function memorising(_, { mm }) {
  const risks = [];
  for (let draw = 1; draw <= 20; draw++) {
    const next = random(draw);
    const part = (n) => ({ X: Array.from({ length: n }, () => [next(), next()]), y: Array.from({ length: n }, () => (next() < 0.5 ? 0 : 1)) }); // prettier-ignore
    const [train, test] = [part(1000), part(4000)];
    const model = await new mm.KNeighborsClassifier({ nNeighbors: 1 }).fit(train.X, train.y);
    if ((await model.score(train.X, train.y)) !== 1) throw new Error('one neighbour must know its training set'); // prettier-ignore
    risks.push(1 - (await model.score(test.X, test.y)));
    model.dispose();
  }
  return summary(risks);
}

export async function perceptronBound(_, { mm }) {
  const X = [[0, 0], [0, 1], [1, 0], [1, 1]]; // prettier-ignore
  const y = [-1, -1, -1, 1];
  const model = await new mm.Perceptron({ interceptStep: 'unit' }).fit(X, y);
  // The hyperplane of the largest margin: x1 + x2 = 3/2.
  const norm = Math.SQRT2;
  const [rho, b, radius] = [0.5 / norm, 1.5 / norm, Math.SQRT2];
  const bound = ((b ** 2 + 1) * (radius ** 2 + 1)) / rho ** 2;
  return one(model.mistakes[0] / bound, `${model.mistakes[0]} mistakes, at most ${bound.toFixed(1)}`); // prettier-ignore
}

export async function pairwise({ classes }, { mm }) {
  const X = Array.from({ length: 2 * classes }, (_, i) => [i, i % 3]);
  const y = X.map((_, i) => Math.floor(i / 2));
  const model = await new mm.SVC({ kernel: 'linear' }).fit(X, y);
  return one(model.intercept.length);
}

export async function gram(_, { mm }) {
  const estimate = mm.estimateGram(60000, { bytesPerNumber: 4 });
  const whole = 60000 ** 2 * 4;
  const triangle = (60000 * 60001 * 4) / 2;
  if (Number(estimate.bytes) !== whole) throw new Error('estimateGram counts other bytes');
  return {
    gigabytes: one(triangle / 1e9, `${whole / 1e9} GB, one triangle ${(triangle / 1e9).toFixed(1)} GB`), // prettier-ignore
    teraflops: one(Number(estimate.choleskyOperations) / 1e12),
  };
}

export async function sinc(_, { mm }) {
  const { X, y } = mm.makeSinc();
  const counts = {};
  for (const epsilon of [0.1, 0.2, 0.5]) {
    counts[epsilon] = [];
    for (const gamma of [1 / 8, 2]) {
      const model = await new mm.SVR({ C: 1, epsilon, gamma }).fit(X, y);
      counts[epsilon].push(model.supportIndices.length);
    }
  }
  const text = (epsilon) => counts[epsilon].join(' and ');
  const less = (a, b) => Math.max(...counts[a].map((count, i) => count - counts[b][i]));
  return {
    0.1: one(Math.min(...counts[0.1]), text(0.1)),
    0.2: one(less(0.2, 0.1), text(0.2)),
    0.5: one(less(0.5, 0.2), text(0.5)),
  };
}

export async function tube({ power, before }, { mm }) {
  const { nu, epsilon } = mm.optimalTube({ power });
  const value = before === null ? nu : nu - mm.optimalTube({ power: before }).nu;
  return one(value, `nu ${nu.toFixed(4)}, epsilon ${epsilon.toFixed(4)}`);
}

/** The losses of Tables 1 and 2, of an error, as printed. */
const printed = {
  epsilonInsensitive: (r, { epsilon }) => Math.max(0, Math.abs(r) - epsilon),
  laplacian: (r) => Math.abs(r),
  gaussian: (r) => r ** 2 / 2,
  huber: (r, { sigma }) => (Math.abs(r) <= sigma ? r ** 2 / (2 * sigma) : Math.abs(r) - sigma / 2),
  polynomial: (r, { power }) => Math.abs(r) ** power / power,
  piecewisePolynomial: (r, { sigma, power }) =>
    Math.abs(r) <= sigma
      ? Math.abs(r) ** power / (power * sigma ** (power - 1))
      : Math.abs(r) - (sigma * (power - 1)) / power,
};

/** Their dual terms T(a) for C = 1. */
const dual = {
  epsilonInsensitive: () => 0,
  laplacian: () => 0,
  gaussian: (a) => a ** 2 / 2,
  huber: (a, { sigma }) => (sigma * a ** 2) / 2,
  polynomial: (a, { power }) => ((power - 1) / power) * a ** (power / (power - 1)),
  piecewisePolynomial: (a, { sigma, power }) => sigma * ((power - 1) / power) * a ** (power / (power - 1)), // prettier-ignore
};

/** The integral of exp(-loss) over all errors, by the trapezoidal rule. */
function mass(loss) {
  const h = 1e-3;
  let sum = 0;
  // The tails are exponential at least: exp(-40) is nothing.
  for (let i = -40000; i <= 40000; i++) sum += Math.exp(-loss(i * h));
  return sum * h;
}

/** Exact integrals of exp(-loss), where the trapezoidal rule meets a corner. */
const masses = {
  epsilonInsensitive: ({ epsilon }) => 2 * (1 + epsilon),
  laplacian: () => 2,
};

export async function lossTable({ loss }, { mm }) {
  const options = { sigma: 0.5, epsilon: 0.3, power: 3 };
  const given = { loss, C: 1, sigma: 0.5, power: 3, ...(loss === 'epsilonInsensitive' && { epsilon: 0.3 }) }; // prettier-ignore
  const ours = mm.lossFunction(given);
  const formula = (r) => printed[loss](r, options);
  const whole = masses[loss]?.(options) ?? mass(formula);
  let worst = 0;
  for (let r = -2; r <= 2.0001; r += 0.1) {
    worst = Math.max(worst, Math.abs(ours.loss(r) - formula(r)));
    worst = Math.max(worst, Math.abs(ours.density(r) - Math.exp(-formula(r)) / whole));
  }
  for (let a = 0; a <= 1; a += 0.125) worst = Math.max(worst, Math.abs(ours.dual(a) - dual[loss](a, options))); // prettier-ignore
  return one(worst);
}

export async function parabola(_, { mm }) {
  const { X, y } = mm.makeTwentyOnePoints();
  const points = rowsOf(X, y.length).map(([x]) => [x, x ** 2]);
  const before = await mm.separability(points.map(([x]) => [x]), Array.from(y)); // prettier-ignore
  if (before.separable) throw new Error('a threshold must not separate the points');
  const model = await new mm.SVC({
    kernel: 'linear',
    C: Infinity,
    tol: 1e-9,
  }).fit(points, y);
  const [zero, first, second] = await model.decisionFunction([[0, 0], [1, 0], [0, 1]]); // prettier-ignore
  const weights = [first - zero, second - zero];
  return one(1 / Math.hypot(...weights), `w = (${weights.map((v) => v.toFixed(3)).join(', ')})`);
}

export async function threeBalls(_, { mm }) {
  const errors = [];
  let joint = 0;
  for (let seed = 1; seed <= 20; seed++) {
    const { X, y } = mm.makeThreeBalls({ samples: 1000, seed });
    const rest = await new mm.SVC({ kernel: 'linear', multiClass: 'ovr' }).fit(X, y);
    errors.push(100 * (1 - (await rest.score(X, y))));
    const all = await new mm.MulticlassSVC({ kernel: 'linear' }).fit(X, y);
    joint += (100 * (1 - (await all.score(X, y)))) / 20;
  }
  return {
    ...summary(errors),
    text: `the joint machine ${joint.toFixed(2)} %`,
  };
}

export async function rankPositions(_, { mm }) {
  const found = mm.rankPositions([2, 1, 6, -1, 0.5]);
  return one([4, 3, 5, 1, 2].filter((place, i) => place !== found[i]).length);
}

export async function fraud(_, { mm }) {
  const y = Array.from({ length: 1000 }, (_row, i) => (i === 7 ? 1 : 0));
  return one(100 * mm.accuracyScore(y, new Array(1000).fill(0)));
}

export async function hardMargin(_, { mm }) {
  const [radius, margin, n, delta] = [2, 0.5, 100000, 0.05];
  const byHand = Math.sqrt((4 * (radius / margin) ** 2) / n) + Math.sqrt((2 * Math.log(2 / delta)) / n); // prettier-ignore
  const bound = mm.bounds.hardMargin({ radius, margin, n, delta });
  return one(Math.abs(bound.value - byHand), `${bound.value}`);
}

export async function normBound(_, { mm }) {
  const n = 1e6;
  const { terms } = mm.bounds.normAgainstDimension({
    norm: 100,
    radius: 1,
    features: 100001,
    n,
  });
  return one(Math.round(terms.norm ** 2 * n), `the dimension counts ${Math.round(terms.dimension ** 2 * n)}`); // prettier-ignore
}

export async function colours(_, { mm }) {
  const image = {
    data: new Uint8ClampedArray(64).fill(100),
    width: 4,
    height: 4,
  };
  return one(mm.colorHistogram(image, { bins: 16 }).length);
}

export async function chessBoard(_, { mm }) {
  const { X, y } = mm.makeChessBoard({ seed: 1 });
  let wrong = 0;
  const counts = [];
  for (const gamma of [1, 10]) {
    const model = await new mm.SVC({ C: Infinity, gamma }).fit(X, y);
    wrong += Math.round(y.length * (1 - (await model.score(X, y))));
    counts.push(model.supportIndices.length);
  }
  return one(wrong, `${counts.join(' and ')} support vectors`);
}

export async function box(_, { mm }) {
  // The product of the areas of three faces, whose sum is half the surface, is the volume squared.
  const found = await mm.solveConvexProgram({
    logarithms: [1, 1, 1],
    objective: [0, 0, 0],
    equalities: { A: [[1, 1, 1]], b: [3] },
  });
  const [a, b, c] = found.x;
  return one(
    Math.sqrt((a * b) / c),
    `faces ${Array.from(found.x, (v) => v.toFixed(6)).join(', ')}`,
  );
}

export async function entropy(_, { mm }) {
  const bits = 1 / Math.log(2);
  const found = await mm.solveConvexProgram({
    entropy: [bits, bits, bits, bits],
    equalities: { A: [[1, 1, 1, 1]], b: [1] },
  });
  const shares = Array.from(found.x);
  return one(shares.reduce((far, v) => (Math.abs(v - 0.25) > Math.abs(far - 0.25) ? v : far)));
}

/** Certainty on Ripley's data against (14), of an average margin, and (15), of a margin that is cut off at 1. */
export async function certainty(_, { mm }) {
  const { X, y } = mm.makeRipley({ seed: 1 });
  const [n, delta] = [y.length, 0.05];
  // Samples have the length 1, so that the complexity is at most 2 / sqrt(n).
  const complexity = 2 / Math.sqrt(n);
  const deviation = 3 * Math.sqrt((2 * Math.log(2 / delta)) / n);
  let worst = 0;
  for (const [name, options] of [['AverageMarginClassifier'], ['SVC', { fitIntercept: false }]]) {
    const model = await new mm[name]({ ...options, gamma: 1 }).fit(X, y);
    const isCut = name === 'SVC';
    const cut = (z) => (isCut ? Math.min(1, Math.max(-1, z)) : z);
    const norm = isCut ? (await model.diagnostics(X, y)).norm : 1;
    const decisions = Array.from(await model.decisionFunction(X), cut);
    const average = mean(decisions.map((f, i) => (y[i] === model.classes[1] ? f : -f)));
    const { values } = await mm.certainty(model, X, { training: { X, y }, delta });
    decisions.forEach((f, i) => {
      const byHand = (1 - average + norm * complexity + deviation) / (1 + Math.abs(f));
      worst = Math.max(worst, Math.abs(values[i] - byHand));
    });
    model.dispose();
  }
  return one(worst);
}
