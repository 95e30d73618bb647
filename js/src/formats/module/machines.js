/**
 * What fitted machines compute, as programs: `values` of a sample, from which the class or the
 * prediction, the decision values and the probabilities follow.
 */
import { MaxMarginError } from '../../basics/errors.js';
import { machineOf } from '../../machines/all.js';
import { Container } from '../../model/container.js';
import { partsOf } from '../../model/parts.js';
import { kernelTreeOf, layoutOf, learnsRanks, lowest, polynomialProducts, monomialProducts, ranksOf, vectorsOf } from '../fits.js'; // prettier-ignore
import { KernelPlan } from './kernel.js';
import { number } from './literals.js';
import { Program } from './program.js';

/** @import { Fitted } from '../../model/fitted.js' */
/** @import { Kind } from './program.js' */

/**
 * How a machine computes its values: the functions that the file calls.
 * @typedef {object} Plan
 * @property {Program} program
 * @property {'classifier' | 'regressor' | 'detector' | 'transformer'} kind
 * @property {number} features of a sample
 * @property {number} values how many numbers `values` computes
 * @property {number} outputs how many decision values there are, or numbers of a transformed sample
 * @property {boolean} decides whether there are decision values
 * @property {boolean} probable whether there are probabilities
 * @property {boolean} limited whether some numbers must not be below 0
 * @property {string[]} functions that the file calls
 */

/**
 * The text for a name in the bytes of a model, which alone is no part of a program.
 * @param {Record<string, string>} texts
 * @param {any} name
 */
function oneOf(texts, name) {
  if (!Object.hasOwn(texts, name)) throw new TypeError('it has a name that does not exist');
  return texts[name];
}

/** @type {[Kind, string][]} */
const fromTo = [
  ['Numbers', 'x'],
  ['Written', 'f'],
];

/**
 * @param {string} message
 */
const refused = (message) => new MaxMarginError('ERR_TYPE', 'model', message);

/** What is there for tables, texts and gaps. */
const asOnnx =
  'write it with exportOnnx of maxmargin/onnx (a name that ends with .onnx), or use save';

/** What has no other form than its own. @type {Record<string, string>} */
const unwritten = {
  GaussianProcessClassifier: 'its classes are means over a normal distribution; use save',
  KNNImputer: 'it looks for neighbours by the numbers that two rows both have; use save',
};

/**
 * @param {Fitted} fitted
 * @returns {Plan}
 */
export function planOf(fitted) {
  if (fitted.fronted) {
    throw refused(
      `a pipeline with a vectorizer or another first step that runs in JavaScript cannot be written as a module, which takes rows of numbers; ${asOnnx}`,
    );
  }
  const program = new Program();
  const steps = fitted.steps > 0 ? partsOf(fitted, machineOf) : [fitted];
  const last = steps[steps.length - 1];
  const calls = ['/** @type {Whole} */ let status = 0;'];
  let [from, limited] = ['x', false];
  let count = 0;
  steps.forEach((step, i) => {
    const stage = stageOf(program, step);
    count = stage.values;
    const to = i === steps.length - 1 ? 'f' : `x${i + 1}`;
    if (to !== 'f') calls.push(`const ${to} = new Float64Array(${stage.values});`);
    let given = from;
    if (stage.prepare) {
      given = `p${i + 1}`;
      calls.push(
        `const ${given} = new Float64Array(${stage.width});`,
        `${stage.prepare}(${from}, ${given});`,
      );
    }
    if (stage.domain.length > 0) {
      limited = true;
      for (const { at, d } of stage.domain)
        calls.push(
          `for (let j = 0; j < ${d}; j++) {\n  if (${given}[${at === 0 ? 'j' : `${at} + j`}] < 0) status = 1;\n}`,
        );
    }
    calls.push(`${stage.name}(${given}, ${to});`);
    from = to;
  });
  program.define(
    'values',
    'Computes the values f of a sample x; returns 1 if a number is below 0 that must not be, else 0',
    fromTo,
    'Whole',
    [...calls, 'return status;'],
  );
  const { kind } = machineOf(last.machine);
  const plan = {
    program,
    kind: /** @type {Plan['kind']} */ (kind),
    features: /** @type {number} */ (steps[0].attribute('nFeatures')),
    values: count,
    limited,
  };
  if (kind !== 'classifier') {
    const names = ['values'];
    return { ...plan, outputs: count, decides: kind === 'detector', probable: false, functions: names }; // prettier-ignore
  }
  return classifier(plan, last, fitted.classes.labels.length);
}

/**
 * A step of a pipeline, or the machine: a function from x to f.
 * @typedef {object} Stage
 * @property {string} name
 * @property {number} values how many numbers it computes
 * @property {number} width of a prepared sample
 * @property {string} [prepare] the function that prepares a sample
 * @property {{at: number, d: number}[]} domain where numbers below 0 are refused
 */

/**
 * @param {Program} program
 * @param {Fitted} fitted
 * @returns {Stage}
 */
function stageOf(program, fitted) {
  const make = stages[fitted.machine];
  if (!make) {
    const { machine } = fitted;
    throw refused(
      `${/^[AEIO]/.test(machine) ? 'an' : 'a'} ${machine} cannot be written as a module: ${unwritten[machine] ?? `a module takes rows of numbers without gaps, and has no ${machine}; ${asOnnx}`}`,
    );
  }
  return make(program, fitted);
}

/**
 * A function of the numbers one by one.
 * @param {Program} program
 * @param {Fitted} fitted
 * @param {string} doc
 * @param {string[]} body
 * @returns {Stage}
 */
function scaler(program, fitted, doc, body) {
  const d = /** @type {number} */ (fitted.attribute('nFeatures'));
  return stage(program, doc, d, d, body);
}

/** @type {Record<string, (program: Program, fitted: Fitted) => Stage>} */
const stages = {
  StandardScaler(program, fitted) {
    const [centred] = fitted.field('option.withMean');
    const [divided] = fitted.field('option.withStd');
    const mean = program.constant('mean', fitted.field('mean'));
    const scale = program.constant('scale', fitted.field('scale'));
    const difference = centred ? `(x[j] - ${mean}[j])` : 'x[j]';
    const d = fitted.attribute('nFeatures');
    return scaler(program, fitted, 'StandardScaler: (x_j - mean_j) / scale_j', [
      `for (let j = 0; j < ${d}; j++) f[j] = ${divided ? `${difference} / ${scale}[j]` : difference};`,
    ]);
  },

  MinMaxScaler(program, fitted) {
    const [low, high] = fitted.field('option.featureRange');
    const [clip] = fitted.field('option.clip');
    const least = program.constant('least', fitted.field('min'));
    const scale = program.constant('scale', fitted.field('scale'));
    const d = fitted.attribute('nFeatures');
    const value = `${number(low)} + (x[j] - ${least}[j]) * ${scale}[j]`;
    return scaler(program, fitted, 'MinMaxScaler: low + (x_j - least_j) scale_j', [
      `for (let j = 0; j < ${d}; j++) f[j] = ${clip ? `Math.min(Math.max(${value}, ${number(low)}), ${number(high)})` : value};`,
    ]);
  },

  Normalizer(program, fitted) {
    const norm = fitted.field('option.norm');
    const d = fitted.attribute('nFeatures');
    const formula = oneOf({ l1: 'normalizeL1', l2: 'normalizeL2', max: 'normalizeMax' }, norm);
    return scaler(program, fitted, 'Normalizer', [
      `for (let j = 0; j < ${d}; j++) f[j] = x[j];`,
      `${formula}(f, ${d});`,
    ]);
  },

  RBFSampler(program, fitted) {
    const d = /** @type {number} */ (fitted.attribute('nFeatures'));
    const offsets = /** @type {Float64Array} */ (fitted.field('offsets'));
    const q = offsets.length;
    const w = program.constant('frequencies', fitted.field('frequencies'));
    const b = program.constant('offsets', offsets);
    return stage(program, 'RBFSampler: sqrt(2 / D) cos(<w, x> + b)', q, d, [
      `for (let q = 0; q < ${q}; q++) f[q] = ${number(Math.sqrt(2 / q))} * Math.cos(dot(${w}, q * ${d}, x, 0, ${d}) + ${b}[q]);`,
    ]);
  },

  MaxAbsScaler: affine,
  RobustScaler: affine,

  SelectKBest(program, fitted) {
    const kept = /** @type {Int32Array} */ (fitted.field('selected'));
    const columns = program.constant('kept', kept, true);
    return stage(program, 'SelectKBest', kept.length, fitted.attribute('nFeatures'), [
      `for (let j = 0; j < ${kept.length}; j++) f[j] = x[${columns}[j]];`,
    ]);
  },

  PolynomialFeatures(program, fitted) {
    return products(program, fitted, polynomialProducts(fitted));
  },

  MonomialFeatures(program, fitted) {
    return products(program, fitted, monomialProducts(fitted));
  },

  Nystroem: functions,
  IncompleteCholesky: functions,
  KernelPCA: functions,
  LPSVC: functions,
  LPSVR: functions,
  RegularizationNetwork: functions,
  ParametricTubeSVR: functions,
  RankSVC: functions,
  LPMarginClassifier: linear,
  SetRanker: linear,
  SVC: functions,
  IncrementalSVC: functions,
  NuSVC: functions,
  AverageMarginClassifier: functions,
  OrdinalAverageMargin: functions,
  OrdinalSVC: (program, fitted) =>
    fitted.attribute('coef').length > 0
      ? linearFunctions(program, fitted, fitted.attribute('coef'), new Float64Array(1))
      : functions(program, fitted),
  SVOR: functions,
  ReducedOrdinalSVC: functions,
  CumulativeLinkModel: (program, fitted) =>
    linearFunctions(program, fitted, fitted.field('coef'), new Float64Array(1)),
  NearestCentroid: functions,
  KernelPerceptron: functions,
  KernelFisherDiscriminant: functions,
  SVR: functions,
  IncrementalSVR: functions,
  NuSVR: functions,
  ConvexLossSVR: functions,
  KernelRidge: functions,
  LSSVC: functions,
  MulticlassSVC: functions,
  KernelSGDClassifier: functions,
  GaussianProcessRegressor: functions,
  OneClassSVM: functions,
  IncrementalOneClass: functions,
  SVDD: functions,
  LinearSVC: linear,
  LinearSVR: linear,
  LinearRegression: linear,
  Ridge: linear,
  SGDRegressor: linear,
  SGDClassifier: linear,
  Perceptron: voted,
  MulticlassPerceptron: linear,
  MulticlassKernelPerceptron: functions,
  EquivalenceSVC: functions,
  LowRankSVC: functions,
  LowRankSVR: functions,
  SequenceTagger: tags,
  FisherDiscriminant: linear,
  KNeighborsClassifier: neighbours,
  KernelDensity: windows,
  ParzenClassifier: windows,
  KernelRegression: windows,
  DecisionTreeClassifier: tree,
  DecisionStump: tree,
  AdaBoostClassifier: ensemble,
  LPBoostClassifier: ensemble,
};

/**
 * Features less a number each, divided by another.
 * @param {Program} program
 * @param {Fitted} fitted
 */
function affine(program, fitted) {
  const center = program.constant('center', fitted.field('center'));
  const scale = program.constant('scale', fitted.field('scale'));
  const d = fitted.attribute('nFeatures');
  return scaler(program, fitted, `${fitted.machine}: (x_j - center_j) / scale_j`, [
    `for (let j = 0; j < ${d}; j++) f[j] = (x[j] - ${center}[j]) / ${scale}[j];`,
  ]);
}

/**
 * Products of features with a factor each.
 * @param {Program} program
 * @param {Fitted} fitted
 * @param {{factors: number[], factor: number}[]} all
 */
function products(program, fitted, all) {
  const q = all.length;
  const degree = Math.max(...all.map(({ factors }) => factors.length));
  const padded = all.flatMap(({ factors }) => [...factors, ...Array(degree - factors.length).fill(-1)]); // prettier-ignore
  const scale = program.constant(
    'factors',
    Float64Array.from(all, ({ factor }) => factor),
  );
  const columns = program.constant('products', Int32Array.from(padded), true);
  return stage(program, fitted.machine, q, fitted.attribute('nFeatures'), [
    `for (let q = 0; q < ${q}; q++) {`,
    `  f[q] = ${scale}[q];`,
    `  for (let t = 0; t < ${degree}; t++) {`,
    `    if (${columns}[q * ${degree} + t] >= 0) f[q] *= x[${columns}[q * ${degree} + t]];`,
    '  }',
    '}',
  ]);
}

/** The machines that can be written. */
export const writtenMachines = Object.keys(stages);

/**
 * Linear functions.
 * @param {Program} program
 * @param {Fitted} fitted
 */
function linear(program, fitted) {
  const intercepts = Float64Array.from(fitted.field('intercept'));
  return linearFunctions(program, fitted, fitted.field('coef'), intercepts);
}

/**
 * The tags of rows alone: a linear function for each, of two tags their difference.
 * @param {Program} program
 * @param {Fitted} fitted
 */
function tags(program, fitted) {
  const b = fitted.field('intercept');
  if (b.length > 2) return linear(program, fitted);
  const w = /** @type {Float64Array} */ (fitted.field('coef'));
  const d = w.length / 2;
  const difference = w.subarray(d).map((v, j) => v - w[j]);
  return linearFunctions(program, fitted, difference, Float64Array.of(b[1] - b[0]));
}

/**
 * Linear functions, or the shares of the votes of many.
 * @param {Program} program
 * @param {Fitted} fitted
 * @returns {Stage}
 */
function voted(program, fitted) {
  const counts = fitted.attribute('votes');
  if (counts.length === 0) return linear(program, fitted);
  const d = /** @type {number} */ (fitted.attribute('nFeatures'));
  const ends = Int32Array.of(0, ...fitted.attribute('voteEnds'));
  const votes = program.constant('votes', Float64Array.from(counts));
  const w = program.constant('voters', Float64Array.from(fitted.attribute('voteCoef')));
  const b = program.constant('thresholds', Float64Array.from(fitted.attribute('voteIntercept')));
  const end = program.constant('ends', ends, true);
  const q = ends.length - 1;
  return stage(program, 'Perceptron: the votes for a class less those against it', q, d, [
    `for (let q = 0; q < ${q}; q++) {`,
    '  let sum = 0;',
    '  let total = 0;',
    `  for (let k = ${end}[q]; k < ${end}[q + 1]; k++) {`,
    `    const value = ${b}[k] + dot(${w}, k * ${d}, x, 0, ${d});`,
    `    if (value > 0) sum += ${votes}[k];`,
    `    if (value < 0) sum -= ${votes}[k];`,
    `    total += ${votes}[k];`,
    '  }',
    '  f[q] = sum / Math.max(total, 1);',
    '}',
  ]);
}

/**
 * @param {Program} program
 * @param {Fitted} fitted
 * @param {Float64Array} weights a row for each function
 * @param {Float64Array} constants
 * @returns {Stage}
 */
function linearFunctions(program, fitted, weights, constants) {
  const d = /** @type {number} */ (fitted.attribute('nFeatures'));
  const w = program.constant('coefficients', weights);
  const b = program.constant('intercepts', constants);
  const q = constants.length;
  return stage(program, `${fitted.machine}: <w, x> + b`, q, d, [
    `for (let q = 0; q < ${q}; q++) f[q] = ${b}[q] + dot(${w}, q * ${d}, x, 0, ${d});`,
  ]);
}

/**
 * @param {Program} program
 * @param {string} doc
 * @param {number} values
 * @param {number} width
 * @param {string[]} body
 * @returns {Stage}
 */
function stage(program, doc, values, width, body) {
  const name = program.define(program.name('step'), doc, fromTo, 'nothing', body);
  return { name, values, width, domain: [] };
}

/**
 * The plan of the kernel of a machine.
 * @param {Program} program
 * @param {Fitted} fitted
 */
function kernelOf(program, fitted) {
  const { tree, widths } = kernelTreeOf(fitted);
  return new KernelPlan(program, tree, widths, fitted.attribute('nFeatures'));
}

/**
 * Whether each part of the kernel has coefficients of its own.
 * @param {Fitted} fitted
 */
function isDictionary(fitted) {
  return ['LPSVC', 'LPSVR'].includes(fitted.machine) && fitted.field('option.dictionary')[0] === 1;
}

/**
 * Kernel expansions over the support vectors.
 * @param {Program} program
 * @param {Fitted} fitted
 * @returns {Stage}
 */
function functions(program, fitted) {
  if (isDictionary(fitted)) {
    throw refused(
      `this ${fitted.machine} has a dictionary, whose kernels have coefficients of their own, and cannot be written as a module; fit it with dictionary: false, or use save`,
    );
  }
  if (fitted.machine === 'RegularizationNetwork' && fitted.field('basis.coef').length > 0) {
    throw refused(
      "this RegularizationNetwork has functions without a penalty and cannot be written as a module; fit it with basis: 'constant' and without basisColumns, or use save",
    );
  }
  const kernel = kernelOf(program, fitted);
  const { features: d } = kernel;
  const samples = vectorsOf(fitted, d);
  const m = samples.length / d;
  const coefficients = /** @type {Float64Array} */ (fitted.field('dual.coef'));
  const hasConstants = fitted.machine !== 'AverageMarginClassifier' && !learnsRanks(fitted);
  const isPairs = layoutOf(fitted) === 'pairs';
  const k = fitted.classes.labels.length;
  const constants = hasConstants
    ? Float64Array.from(fitted.field('intercept'))
    : new Float64Array(learnsRanks(fitted) ? 1 : m > 0 ? coefficients.length / m : 0);
  const q = constants.length;
  const counts = isPairs ? /** @type {Int32Array} */ (fitted.field('support.counts')) : undefined;
  const isBall = fitted.machine === 'SVDD';
  if (kernel.isLinear && !isBall) {
    const weights = collapsed(samples, m, d, coefficients, q, counts);
    return linearFunctions(program, fitted, weights, constants);
  }
  const own = isBall ? ` - ${kernel.root.text('x', '0', 'x', '0')}` : '';
  const vectors = program.constant('vectors', kernel.prepared(samples, m));
  const c = program.constant('coefficients', coefficients);
  const b = program.constant('intercepts', constants);
  const value = kernel.root.text('x', '0', vectors, `i * ${kernel.width}`);
  const start = `for (let q = 0; q < ${q}; q++) f[q] = 0;`;
  const end = `for (let q = 0; q < ${q}; q++) f[q] += ${b}[q]${own};`;
  const sums = counts
    ? [
        '/** @type {Whole} */ let i = 0;',
        `for (let s = 0; s < ${k}; s++) {`,
        `  for (let n = 0; n < ${program.constant('counts', counts, true)}[s]; n++) {`,
        `    const value = ${value};`,
        `    for (let e = 0; e < s; e++) f[pairNumber(${k}, e, s)] += ${c}[e * ${m} + i] * value;`,
        `    for (let e = s + 1; e < ${k}; e++) f[pairNumber(${k}, s, e)] += ${c}[(e - 1) * ${m} + i] * value;`,
        '    i += 1;',
        '  }',
        '}',
      ]
    : [
        `for (let i = 0; i < ${m}; i++) {`,
        `  const value = ${value};`,
        `  for (let q = 0; q < ${q}; q++) f[q] += ${c}[q * ${m} + i] * value;`,
        '}',
      ];
  const what = isBall ? 'R^2 - |x - c|^2' : 'sum of coefficients_i k(x, vectors_i) + intercept';
  const made = stage(program, `${fitted.machine}: ${what}`, q, kernel.width, [start, ...sums, end]);
  return { ...made, ...preparing(program, kernel) };
}

/**
 * @param {Program} program
 * @param {KernelPlan} kernel
 */
function preparing(program, kernel) {
  const domain = kernel.domain.map(({ place }) => place);
  if (!kernel.prepares) return { domain };
  const prepare = program.name('prepare');
  kernel.definePrepare(prepare);
  return { domain, prepare };
}

/**
 * The weights of linear functions, summed up as Go does.
 * @param {Float64Array} samples
 * @param {number} m
 * @param {number} d
 * @param {Float64Array} coefficients
 * @param {number} q
 * @param {Int32Array} [counts] of the support vectors of each class, for functions of pairs
 */
function collapsed(samples, m, d, coefficients, q, counts) {
  const weights = new Float64Array(q * d);
  const add = (
    /** @type {number} */ row,
    /** @type {number} */ factor,
    /** @type {number} */ i,
  ) => {
    if (factor === 0) return;
    for (let j = 0; j < d; j++) weights[row * d + j] += factor * samples[i * d + j];
  };
  if (!counts) {
    for (let row = 0; row < q; row++)
      for (let i = 0; i < m; i++) add(row, coefficients[row * m + i], i);
    return weights;
  }
  const ends = Array.from(counts);
  ends.forEach((count, c) => (ends[c] = count + (c > 0 ? ends[c - 1] : 0)));
  const start = (/** @type {number} */ c) => (c > 0 ? ends[c - 1] : 0);
  let row = 0;
  for (let a = 0; a < counts.length; a++) {
    for (let b = a + 1; b < counts.length; b++, row++) {
      for (let i = start(a); i < ends[a]; i++) add(row, coefficients[(b - 1) * m + i], i);
      for (let i = start(b); i < ends[b]; i++) add(row, coefficients[a * m + i], i);
    }
  }
  return weights;
}

/**
 * The nearest neighbours of a sample, and their votes: the values are those of decisionFunction and,
 * last, the class.
 * @param {Program} program
 * @param {Fitted} fitted
 * @returns {Stage}
 */
function neighbours(program, fitted) {
  const kernel = kernelOf(program, fitted);
  const { features: d, width } = kernel;
  const samples = vectorsOf(fitted, d);
  const m = samples.length / d;
  const k = fitted.classes.labels.length;
  const [most] = fitted.field('option.nNeighbors');
  const byDistance = fitted.field('option.weights') === 'distance';
  const masses = /** @type {Float64Array} */ (fitted.field('weights'));
  const { radial } = kernel.root;
  const vectors = program.constant('vectors', kernel.prepared(samples, m));
  const labels = program.constant('classOf', fitted.field('labels'), true);
  const mass = program.constant('mass', masses);
  const norms = program.constant('norms', fitted.field('norms'));
  const place = `i * ${width}`;
  const distance = radial
    ? radial.distance('x', '0', vectors, place)
    : `${norms}[i] - 2 * ${kernel.root.text('x', '0', vectors, place)}`;
  const room = capacity(masses, most);
  const factors = !byDistance
    ? []
    : radial
      ? [
          '/** @type {Whole} */ let touching = 0;',
          'for (let n = 0; n < count; n++) {',
          `  far[n] = ${radial.image('far[n]')};`,
          '  if (far[n] === 0) touching = 1;',
          '}',
        ]
      : [
          `const own = ${kernel.root.text('x', '0', 'x', '0')};`,
          'let size = Math.abs(own);',
          'for (let n = 0; n < count; n++) {',
          `  const norm = ${norms}[at[n]];`,
          '  size = Math.max(size, Math.max(Math.abs((norm - far[n]) / 2), norm));',
          '}',
          'const zero = 3.552713678800501e-15 * size;',
          '/** @type {Whole} */ let touching = 0;',
          'for (let n = 0; n < count; n++) {',
          '  far[n] = own + far[n];',
          '  if (far[n] <= zero) {',
          '    far[n] = 0;',
          '    touching = 1;',
          '  }',
          '}',
        ];
  const factor = !byDistance
    ? []
    : ['if (touching === 0) given = given / Math.sqrt(far[n]);', 'else if (far[n] > 0) given = 0;'];
  const body = [
    `const at = new Int32Array(${room});`,
    `const far = new Float64Array(${room});`,
    `const votes = new Float64Array(${k});`,
    '/** @type {Whole} */ let count = 0;',
    'let weight = 0;',
    `for (let i = 0; i < ${m}; i++) {`,
    `  const distance = ${distance};`,
    `  if (weight < ${most} || distance < far[count - 1]) {`,
    '    /** @type {Whole} */ let n = count;',
    '    while (n > 0 && far[n - 1] > distance) {',
    '      far[n] = far[n - 1];',
    '      at[n] = at[n - 1];',
    '      n -= 1;',
    '    }',
    '    far[n] = distance;',
    '    at[n] = i;',
    '    count += 1;',
    `    weight += ${mass}[i];`,
    `    while (weight - ${mass}[at[count - 1]] >= ${most}) {`,
    `      weight -= ${mass}[at[count - 1]];`,
    '      count -= 1;',
    '    }',
    '  }',
    '}',
    ...factors,
    `for (let c = 0; c < ${k}; c++) votes[c] = 0;`,
    'let used = 0;',
    'let total = 0;',
    'for (let n = 0; n < count; n++) {',
    `  let given = Math.min(${mass}[at[n]], ${most} - used);`,
    '  used += given;',
    ...factor.map((line) => `  ${line}`),
    `  votes[${labels}[at[n]]] += given;`,
    '  total += given;',
    '}',
    'let top = 0;',
    `for (let c = 0; c < ${k}; c++) top = Math.max(top, votes[c]);`,
    `for (let c = 0; c < ${k}; c++) if (votes[c] >= top - 1e-12 * total) votes[c] = top;`,
    `/** @type {Whole} */ let winner = ${labels}[at[0]];`,
    'for (let n = 1; n < count; n++) {',
    `  if (votes[${labels}[at[n]]] > votes[winner]) winner = ${labels}[at[n]];`,
    '}',
    k === 2
      ? 'f[0] = votes[1] / total - votes[0] / total;'
      : `for (let c = 0; c < ${k}; c++) f[c] = votes[c] / total;`,
    `f[${k === 2 ? 1 : k}] = winner;`,
  ];
  const doc = 'KNeighborsClassifier: the shares of the votes and, last, the class that wins';
  const made = stage(program, doc, (k === 2 ? 1 : k) + 1, width, body);
  return { ...made, ...preparing(program, kernel) };
}

/**
 * The shares of the classes in the leaf of a sample; of two classes that of the second less that of
 * the first.
 * @param {Program} program
 * @param {Fitted} fitted
 * @returns {Stage}
 */
function tree(program, fitted) {
  const d = /** @type {number} */ (fitted.attribute('nFeatures'));
  const k = fitted.classes.labels.length;
  const features = program.constant('features', fitted.field('tree.features'), true);
  const thresholds = program.constant('thresholds', fitted.field('tree.thresholds'));
  const children = program.constant('children', fitted.field('tree.children'), true);
  const shares = program.constant('shares', fitted.field('tree.shares'));
  return stage(program, `${fitted.machine}: the shares of the classes`, k === 2 ? 1 : k, d, [
    '/** @type {Whole} */ let node = 0;',
    `while (${children}[2 * node] > 0) {`,
    `  if (x[${features}[node]] <= ${thresholds}[node]) node = ${children}[2 * node];`,
    `  else node = ${children}[2 * node + 1];`,
    '}',
    k === 2
      ? `f[0] = ${shares}[2 * node + 1] - ${shares}[2 * node];`
      : `for (let c = 0; c < ${k}; c++) f[c] = ${shares}[node * ${k} + c];`,
  ]);
}

/**
 * The votes of the members of an ensemble.
 * @param {Program} program
 * @param {Fitted} fitted
 * @returns {Stage}
 */
function ensemble(program, fitted) {
  const d = /** @type {number} */ (fitted.attribute('nFeatures'));
  const k = fitted.classes.labels.length;
  const alphas = program.constant('alphas', fitted.field('boost.alphas'));
  const members = partsOf(fitted, machineOf);
  const calls = members.map((member, t) => {
    const whole = member.steps > 0 || partsOf(member, machineOf).length > 0;
    const own = whole ? undefined : stageOf(program, member);
    if (!own || own.domain.length > 0 || own.prepare) {
      throw refused(
        `an ensemble of such ${member.machine} cannot be written as a module; use save`,
      );
    }
    const elect = electing(program, member, k, own.values);
    return `${own.name}(x, g);\nvotes[${elect}(g)] += ${alphas}[${t}];`;
  });
  const most = Math.max(k, (k * (k - 1)) / 2) + 1;
  return stage(program, `${fitted.machine}: the votes of the members`, k === 2 ? 1 : k, d, [
    `const g = new Float64Array(${most});`,
    `const votes = new Float64Array(${k});`,
    `for (let c = 0; c < ${k}; c++) votes[c] = 0;`,
    ...calls.flatMap((call) => call.split('\n')),
    'let total = 0;',
    `for (let c = 0; c < ${k}; c++) total += votes[c];`,
    k === 2
      ? 'f[0] = (votes[1] - votes[0]) / total;'
      : `for (let c = 0; c < ${k}; c++) f[c] = (votes[c] - (total - votes[c]) / ${k - 1}.0) / total;`,
  ]);
}

/**
 * The most neighbours that are looked at at a time.
 * @param {Float64Array} masses
 * @param {number} most what they weigh together
 */
function capacity(masses, most) {
  let sum = 0;
  let count = 0;
  for (const mass of masses.slice().sort()) {
    if (sum >= most) break;
    sum += mass;
    count++;
  }
  return count + 2;
}

/**
 * Windows around samples, u being the distance over the bandwidth: those that end, by name, up to
 * u = 1.
 * @type {Record<string, string>}
 */
const ending = {
  tophat: '1',
  epanechnikov: '1 - u * u',
  linear: '1 - u',
  cosine: 'Math.cos(Math.PI / 2 * u)',
};

/**
 * Machines that put a window around every sample.
 * @param {Program} program
 * @param {Fitted} fitted
 * @returns {Stage}
 */
function windows(program, fitted) {
  const d = /** @type {number} */ (fitted.attribute('nFeatures'));
  const samples = vectorsOf(fitted, d);
  const m = samples.length / d;
  const { machine } = fitted;
  const [h] = fitted.field('bandwidth');
  const window = fitted.field('option.window');
  let mass = /** @type {Float64Array} */ (fitted.field('weights'));
  let [outputs, start, add, end] = [1, '', '', ''];
  const vectors = program.constant('vectors', samples);
  const square = (/** @type {string} */ i) =>
    `squaredDistance(x, 0, ${vectors}, ${i} * ${d}, ${d})`;
  const narrow = number(2 * h * h);
  let value = `Math.exp((least - square) / ${narrow})`;
  let unit = `-least / ${narrow}`;
  if (window === 'exponential') {
    value = `Math.exp((Math.sqrt(least) - Math.sqrt(square)) / ${number(h)})`;
    unit = `-Math.sqrt(least) / ${number(h)}`;
  }
  const shape = Object.hasOwn(ending, window) && ending[window]; // or the window reaches everywhere
  if (machine === 'ParzenClassifier') {
    const k = fitted.classes.labels.length;
    const labels = /** @type {Int32Array} */ (fitted.field('labels'));
    const sums = new Float64Array(k);
    labels.forEach((label, i) => (sums[label] += mass[i]));
    if (fitted.field('option.priors') === 'equal') mass = mass.map((w, i) => w / sums[labels[i]]);
    outputs = k === 2 ? 1 : k;
    start = `const shares = new Float64Array(${k});\nfor (let c = 0; c < ${k}; c++) shares[c] = 0;`;
    add = `shares[${program.constant('classOf', labels, true)}[i]] += value;`;
    end =
      k === 2
        ? 'f[0] = shares[1] / all - shares[0] / all;'
        : `for (let c = 0; c < ${k}; c++) f[c] = shares[c] / all;`;
  } else if (machine === 'KernelRegression') {
    start = 'let sum = 0;';
    add = `sum += value * ${program.constant('targets', fitted.field('targets'))}[i];`;
    end = 'f[0] = sum / all;';
  } else {
    const [[constant], [offset]] = [fitted.field('constant'), fitted.field('offset')];
    end = `f[0] = ${shape ? 0 : unit} + Math.log(all) - ${number(constant)} - ${number(offset)};`;
    if (shape) end += `\nif (reached === 0) f[0] = ${number(lowest - offset)};`;
  }
  return stage(program, `${machine}: windows around samples`, outputs, d, [
    `let least = ${square('0')};`,
    `for (let i = 1; i < ${m}; i++) least = Math.min(least, ${square('i')});`,
    ...(shape
      ? [
          `/** @type {Whole} */ let reached = 1;\nif (Math.sqrt(least) >= ${number(h)}) reached = 0;`,
        ]
      : []),
    `let all = 0;\n${start}`,
    `for (let i = 0; i < ${m}; i++) {`,
    `  const square = ${square('i')};`,
    ...(shape
      ? [
          `  const u = Math.sqrt(square) / ${number(h)};`,
          '  let value = 0;',
          '  if (reached === 0 && square === least) value = 1;',
          `  if (reached === 1 && u < 1) value = ${shape};`,
        ]
      : [`  let value = ${value};`]),
    `  value *= ${program.constant('mass', mass)}[i];`,
    `  all += value;\n  ${add}\n}\n${end}`,
  ]);
}

/**
 * How a classifier gets from values to classes, decision values and probabilities.
 * @param {Omit<Plan, 'outputs' | 'decides' | 'probable' | 'functions'>} plan
 * @param {Fitted} fitted the machine
 * @param {number} k
 * @returns {Plan}
 */
function classifier(plan, fitted, k) {
  const { program } = plan;
  const isNeighbours = fitted.machine === 'KNeighborsClassifier';
  const values = plan.values - (isNeighbours ? 1 : 0);
  const pairs = layoutOf(fitted) !== 'classes';
  electing(program, fitted, k, plan.values, 'elect');
  const functions = ['values', 'elect'];
  const isShaped = pairs && fitted.field('option.decisionFunctionShape') === 'ovr';
  if (isShaped) {
    program.define(
      'decide',
      'The decision values, one for each class, from the values of the pairs',
      [['Numbers', 'f'], ['Written', 'out']], // prettier-ignore
      'nothing',
      [`oneVersusRest(f, ${k}, out);`],
    );
  } else {
    program.define(
      'decide',
      'The decision values',
      [['Numbers', 'f'], ['Written', 'out']], // prettier-ignore
      'nothing',
      [`for (let q = 0; q < ${values}; q++) out[q] = f[q];`],
    );
  }
  functions.push('decide');
  const probable = probabilities(program, fitted, k);
  if (probable) functions.push('probabilities');
  return { ...plan, outputs: isShaped ? k : values, decides: true, probable, functions };
}

/**
 * Defines the function that finds the class with given values.
 * @param {Program} program
 * @param {Fitted} fitted the machine
 * @param {number} k
 * @param {number} values how many numbers the machine computes
 * @param {string} [name]
 */
function electing(program, fitted, k, values, name = program.name('elect')) {
  if (learnsRanks(fitted)) return ranking(program, fitted, name);
  const ranks = ranksOf(fitted, k);
  const order = program.constant('order', ranks, true);
  const pairs = layoutOf(fitted) !== 'classes';
  const doc = 'The class with these values, by its number';
  return program.define(name, doc, [['Numbers', 'f']], 'Whole', body());

  function body() {
    if (fitted.machine === 'KNeighborsClassifier') return [`return f[${values - 1}];`];
    if (k === 2) {
      const [, later] = ranks;
      return [
        `if (f[0] === 0) return ${later}; // a tie: of two classes the later one`,
        'if (f[0] > 0) return 1;',
        'return 0;',
      ];
    }
    if (!pairs) return [`return largest(f, ${order}, ${k});`];
    const graph = fitted.field('option.multiClass') === 'dag';
    return [`return ${graph ? 'knockOut' : 'vote'}(f, ${order}, ${k});`];
  }
}

/**
 * Defines the function that finds the rank with a given value.
 * @param {Program} program
 * @param {Fitted} fitted
 * @param {string} name
 */
function ranking(program, fitted, name) {
  const thresholds = /** @type {Float64Array} */ (fitted.field('thresholds'));
  const constant = program.constant('thresholds', thresholds);
  const q = thresholds.length;
  if (fitted.machine === 'CumulativeLinkModel') {
    return program.define(name, 'The rank of the largest probability', [['Numbers', 'f']], 'Whole', [
      `const p = new Float64Array(${q + 1});`,
      ...intervals(fitted, constant, q),
      '/** @type {Whole} */ let most = 0;',
      `for (let r = 1; r < ${q + 1}; r++) {`,
      '  if (p[r] > p[most]) most = r;',
      '}',
      'return most;',
    ]); // prettier-ignore
  }
  return program.define(name, 'The rank with this value, by its number', [['Numbers', 'f']], 'Whole', [
    `for (let r = 0; r < ${q}; r++) {`,
    `  if (f[0] <= ${constant}[r]) return r;`,
    '}',
    `return ${q};`,
  ]); // prettier-ignore
}

/**
 * The probabilities p of the ranks of a cumulative link model.
 * @param {Fitted} fitted
 * @param {string} thresholds
 * @param {number} q how many there are
 */
function intervals(fitted, thresholds, q) {
  const difference = `${thresholds}[r] - f[0]`;
  /** @type {Record<string, string>} */
  const links = {
    logit: `logistic(${difference})`,
    probit: `normalBelow(${difference})`,
    cloglog: `-Math.expm1(-Math.exp(${difference}))`,
  };
  const below = oneOf(links, fitted.field('link'));
  return [
    'let below = 0;',
    `for (let r = 0; r < ${q}; r++) {`,
    `  const next = ${below};`,
    '  p[r] = next - below;',
    '  below = next;',
    '}',
    `p[${q}] = 1 - below;`,
  ];
}

/**
 * Defines the probabilities of the classes, if the model has some.
 * @param {Program} program
 * @param {Fitted} fitted
 * @param {number} k
 */
function probabilities(program, fitted, k) {
  const own = {
    DecisionTreeClassifier: shares(k),
    DecisionStump: shares(k),
    AdaBoostClassifier: k === 2 ? ['p[1] = logistic(f[0]);', 'p[0] = 1 - p[1];'] : [`softmax(f, ${k}, ${number(1 / (k - 1))}, p);`], // prettier-ignore
  }[fitted.machine];
  if (own) return defineProbabilities(program, k, own);
  if (fitted.machine === 'CumulativeLinkModel') {
    const thresholds = program.constant('thresholds', fitted.field('thresholds'));
    return defineProbabilities(program, k, intervals(fitted, thresholds, k - 1));
  }
  const whole = new Container(fitted.bytes);
  if (!whole.has('probability.fit'))
    return fitted.machine === 'ParzenClassifier' && defineProbabilities(program, k, shares(k));
  const method = whole.text('probability.fit');
  const pairs = whole.int32s('probability.pairs')[0] === 1;
  const slopes = whole.float64s('probability.slope');
  const a = program.constant('slopes', slopes);
  const b = program.constant('offsets', whole.float64s('probability.offset'));
  const from = Int32Array.of(0, ...whole.int32s('probability.ends'));
  const ends = program.constant('ends', from, true);
  const knots = program.constant('knots', whole.float64s('probability.knots'));
  const levels = program.constant('levels', whole.float64s('probability.levels'));
  const positive = (/** @type {string} */ q) =>
    method === 'isotonic'
      ? `interpolate(${knots}, ${levels}, ${ends}[${q}], ${ends}[${q} + 1], f[${q}])`
      : `logistic(-(${a}[${q}] * f[${q}] + ${b}[${q}]))`;
  const body = () => {
    if (k === 2) return [`p[1] = ${positive('0')};`, 'p[0] = 1 - p[1];'];
    if (pairs) {
      const count = (k * (k - 1)) / 2;
      return [
        `const q = new Float64Array(${count});`,
        `for (let i = 0; i < ${count}; i++) q[i] = ${positive('i')};`,
        `couple(q, ${k}, p);`,
      ];
    }
    if (method === 'temperature') return [`softmax(f, ${k}, ${number(-slopes[0])}, p);`];
    return [`for (let c = 0; c < ${k}; c++) p[c] = ${positive('c')};`, `share(p, ${k});`];
  };
  return defineProbabilities(program, k, body());
}

/**
 * Shares of classes, which two classes have as a difference.
 * @param {number} k
 */
function shares(k) {
  return k === 2
    ? ['p[1] = (1 + f[0]) / 2;', 'p[0] = 1 - p[1];']
    : [`for (let c = 0; c < ${k}; c++) p[c] = f[c];`];
}

/**
 * @param {Program} program
 * @param {number} k
 * @param {string[]} body
 */
function defineProbabilities(program, k, body) {
  program.define(
    'probabilities',
    'The probabilities p of the classes; that of the predicted class is the largest',
    [['Numbers', 'f'], ['Whole', 'predicted'], ['Written', 'p']], // prettier-ignore
    'nothing',
    [...body, `reconcile(p, ${k}, predicted);`],
  );
  return true;
}
