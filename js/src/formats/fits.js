/** What writers of models as programs and graphs read from fits: kernels, vectors, and how functions belong to classes. */
import { MaxMarginError, show } from '../basics/errors.js';
import { Container } from '../model/container.js';
import { isMachine, machineOf } from '../machines/all.js';
import { specOf } from '../machines/kernels.js';

/** @import { Fitted } from '../model/fitted.js' */

/** A kernel with its parameters. @typedef {{kernel: string, parts?: Tree[], [parameter: string]: any}} Tree */

/**
 * The kernel of a machine with all parameters, in which 'scale' and 'auto' are the numbers that they were
 * at the fit.
 * @param {Fitted} fitted
 * @returns {Tree}
 */
export function kernelTreeOf(fitted) {
  const named = fitted.field('option.kernel');
  const tree = named.startsWith('{') ? JSON.parse(named) : namedTree(named, fitted);
  if (fitted.has('parameterNames')) return resolved(withLearnt(tree, fitted), []);
  return resolved(tree, Array.from(/** @type {Float64Array} */ (fitted.field('gamma'))));
}

/**
 * @param {Tree} tree
 * @param {number[]} widths of the kernels in order, shortened here; none if the tree has the numbers
 * @returns {Tree}
 */
function resolved(tree, widths) {
  /** @type {Record<string, any>} */
  const given = {};
  for (const option of specOf(tree.kernel).options) {
    const width = option.type === 'numberOrChoice' ? widths.shift() : undefined;
    given[option.name] = width ?? tree[option.name] ?? option.default;
  }
  const parts = tree.parts?.map((part) => resolved(part, widths));
  return { ...given, kernel: tree.kernel, ...(parts && { parts }) };
}

/**
 * Refuses machines of some options, whose functions are more than sums of kernels over vectors.
 * @param {Fitted} fitted
 * @param {string} format such as 'as ONNX'
 */
export function checkTerms(fitted, format) {
  const { machine } = fitted;
  const check = (/** @type {boolean} */ has, /** @type {string} */ what, /** @type {string} */ how) => {
    if (!has) return;
    const message = `this ${machine} has ${what} and cannot be written ${format}; fit it with ${how}, or use save`;
    throw new MaxMarginError('ERR_TYPE', 'model', message);
  }; // prettier-ignore
  const isDictionary = /^LPSV/.test(machine) && fitted.field('option.dictionary')[0] === 1;
  check(isDictionary, 'a dictionary, whose kernels have coefficients of their own,', 'dictionary: false'); // prettier-ignore
  const isSplit = machine === 'RegularizationNetwork' && fitted.field('basis.coef').length > 0;
  check(isSplit, 'functions without a penalty', "basis: 'constant' and without basisColumns");
}

/**
 * The tree of a kernel that is given by its name.
 * @param {string} kernel
 * @param {Fitted} fitted
 */
function namedTree(kernel, fitted) {
  const [degree] = fitted.field('option.degree');
  const [coef0] = fitted.field('option.coef0');
  return { kernel, degree, coef0 };
}

/**
 * The kernel of a process with the parameters that were learnt, which a file keeps beside the
 * option: by paths in the tree, such as parts[0].gamma or matrix[2]. All widths are among them.
 * @param {Tree} tree
 * @param {Fitted} fitted
 */
function withLearnt(tree, fitted) {
  const names = fitted.attribute('parameterNames').split(' ').slice(1, -1);
  /** @type {Float64Array} */
  const values = fitted.attribute('parameters');
  names.forEach((/** @type {string} */ name, /** @type {number} */ i) => {
    const path = name.match(/[^.[\]]+/g) ?? [];
    const last = String(path.pop());
    // Numbers of the kernel alone are replaced: a file may name anything.
    const own = (/** @type {any} */ node, /** @type {string} */ step) =>
      Object.hasOwn(Object(node), step) ? node[step] : undefined;
    const at = path.reduce(own, tree);
    const isOwn = Array.isArray(at)
      ? typeof own(at, last) === 'number'
      : specOf(own(at, 'kernel')).options.some((option) => option.name === last);
    if (!isOwn || !(i + 1 < values.length))
      throw new TypeError(`the kernel has no number ${show(name)}`);
    at[last] = values[i + 1];
  });
  return tree;
}

/**
 * What most machines compute, by the results of their fits: linear functions, or sums of kernels over
 * vectors. Writers have entries of their own for the others alone.
 * @param {string} machine
 * @returns {'linear' | 'expansion' | 'other'}
 */
export function formOf(machine) {
  const attributes = isMachine(machine) ? machineOf(machine).attributes : [];
  const has = (/** @type {string} */ name) => attributes.some((one) => one.name === name);
  if (has('coef') && has('intercept')) return 'linear';
  return has('dualCoef') ? 'expansion' : 'other';
}

/** How many numbers samples may have here that are sparse in the file, and how many monomials there may be. */
const [mostDense, mostMonomials] = [2 ** 27, 2 ** 21];

/**
 * @param {string} what
 * @param {number} needed
 * @param {number} available
 */
const tooMany = (what, needed, available) =>
  new MaxMarginError(
    'ERR_MEMORY_BUDGET',
    'model',
    `the model has ${needed} ${what}, and a file of another format at most ${available}; use save`,
    { needed, available },
  );

/**
 * The samples that a machine keeps, dense.
 * @param {Fitted} fitted
 * @param {number} d
 * @returns {Float64Array}
 */
export function vectorsOf(fitted, d) {
  const field = 'support.vectors';
  const { number } = fitted;
  const container = new Container(fitted.bytes, number === undefined ? '' : `${number}.`);
  if (container.has(field)) return container.float64s(field);
  if (container.has(`${field}.bytes`)) return fitted.attribute('supportVectors');
  const indptr = container.int32s(`${field}.indptr`);
  const indices = container.int32s(`${field}.indices`);
  const values = container.float64s(`${field}.values`);
  const numbers = (indptr.length - 1) * d;
  if (numbers > mostDense) throw tooMany('numbers in its samples', numbers, mostDense);
  const dense = new Float64Array(numbers);
  for (let i = 0; i + 1 < indptr.length; i++)
    for (let at = indptr[i]; at < indptr[i + 1]; at++) dense[i * d + indices[at]] = values[at];
  return dense;
}

/**
 * How the functions of a machine belong to its classes: one for each pair, with the coefficients
 * laid out as LIBSVM has them ('pairs') or a row each ('rows'), or one for each class ('classes').
 * @param {Fitted} fitted
 */
export function layoutOf(fitted) {
  const k = fitted.classes.labels.length;
  switch (fitted.machine) {
    case 'SVC':
    case 'IncrementalSVC':
    case 'NuSVC':
      return k > 2 && fitted.field('coef.rows')[0] === k - 1 ? 'pairs' : 'classes';
    case 'AverageMarginClassifier':
    case 'LPSVC':
      return k > 2 && fitted.field('option.multiClass') !== 'ovr' ? 'rows' : 'classes';
    default:
      return 'classes';
  }
}

/**
 * The classes in the order that decides between equal values. A tagger takes the first label.
 * @param {Fitted} fitted
 * @param {number} k
 * @returns {Int32Array}
 */
export function ranksOf(fitted, k) {
  if (fitted.machine !== 'SequenceTagger') return fitted.field('class.order');
  return k === 2 ? Int32Array.of(1, 0) : Int32Array.from({ length: k }, (_, c) => c);
}

/**
 * Whether a machine learns ordered classes: one value, and boundaries between the ranks on it.
 * @param {Fitted} fitted
 */
export const learnsRanks = (fitted) =>
  machineOf(fitted.machine).options.some(({ type }) => type === 'classOrder');

/** What stands for the logarithm of a density of 0; `parzen.Lowest` in Go. */
export const lowest = -Number.MAX_VALUE / 4;

/**
 * Products of features with a factor each: those of PolynomialFeatures.
 * @param {Fitted} fitted
 * @returns {{factors: number[], factor: number}[]}
 */
export function polynomialProducts(fitted) {
  const [degree] = fitted.field('option.degree');
  const [distinct] = fitted.field('option.interactionOnly');
  const [bias] = fitted.field('option.includeBias');
  const wanted = Array.from({ length: degree + 1 }, (_, k) => Number(k > 0 || bias === 1));
  const all = monomials(fitted.attribute('nFeatures'), wanted, true);
  return all.filter(({ factors }) => !distinct || new Set(factors).size === factors.length);
}

/**
 * The same of MonomialFeatures.
 * @param {Fitted} fitted
 * @returns {{factors: number[], factor: number}[]}
 */
export function monomialProducts(fitted) {
  const plain = fitted.field('option.weights') === 'none';
  return monomials(fitted.attribute('nFeatures'), fitted.field('coefficients'), plain);
}

/**
 * The monomials of d features in their order: the features that each is a product of, and its
 * factor.
 * @param {number} d
 * @param {Iterable<number>} coefficients of the powers of the inner product in the kernel
 * @param {boolean} plain whether all factors are 1
 */
function monomials(d, coefficients, plain) {
  /** @type {{factors: number[], run: number, ways: number}[]} */
  let last = [{ factors: [], run: 0, ways: 1 }];
  let count = 1;
  Array.from(coefficients).forEach((_, k) => k > 0 && (count *= (d + k) / k)); // d + degree over degree
  if (count > mostMonomials) throw tooMany('monomials', count, mostMonomials);
  return Array.from(coefficients).flatMap((a, degree) => {
    if (degree > 0) last = raised(last, d, degree);
    const factor = (/** @type {number} */ ways) => (plain ? 1 : Math.sqrt(a * ways));
    return a > 0 ? last.map(({ factors, ways }) => ({ factors, factor: factor(ways) })) : [];
  });
}

/**
 * The monomials of a degree, from those of the degree before.
 * @param {{factors: number[], run: number, ways: number}[]} last
 * @param {number} d
 * @param {number} degree
 */
function raised(last, d, degree) {
  return Array.from({ length: d }, (_, j) =>
    last
      .filter(({ factors }) => !(factors[0] < j))
      .map(({ factors, run: before, ways }) => {
        const run = factors[0] === j ? before + 1 : 1; // how often the first factor comes
        return { factors: [j, ...factors], run, ways: (ways * degree) / run };
      }),
  ).flat();
}
