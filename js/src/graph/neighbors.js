/** Machines that keep all samples: the nearest neighbours, and windows around each. */
import { ofTwo, vectorsOf } from './machines.js';
import { nearness } from './radial.js';

/** @import { Graph, Node } from './graph.js' */
/** @import { Machine } from './machines.js' */

/**
 * The shares of the votes of the nearest neighbours, and the class that has most of them, of several
 * that of the nearest one.
 * @type {Machine}
 */
export function neighbours(g, stored, x) {
  const { f } = g;
  const z = vectorsOf(g, stored);
  const k = stored.labels.length;
  const most = stored.number('option.nNeighbors');
  const masses = stored.has('weights')
    ? // Sums keep what is beside a large one.
      stored.numbers('weights').map((/** @type {number} */ mass) => Math.min(mass, most))
    : new Float64Array(z.shape[0]).fill(1);
  const { near, square } = nearness(g, stored.kernel(), x, z);
  const count = capacity(masses, most);
  const places = g.add('nearest', [near], { count });
  const far = g.add('pick', [near, places]);
  const classes = g.lookUp(stored.numbers('labels'), places);
  // Neighbours count by their weights until these add up to as many as are asked for.
  const own = g.lookUp(masses, places);
  const before = f`${g.add('cumulate', [own])} - ${own}`;
  let given = f`max(min(${own}, ${most} - ${before}), 0)`;
  if (stored.text('option.weights') === 'distance') {
    const distance = square(far, places);
    const touching = f`${distance} = 0`;
    given = f`${given} * where(largest(${touching}), ${touching}, 1 / sqrt(${distance}))`;
  }
  const deep = (/** @type {Node} */ one) => g.reshape(one, [one.shape[0], count, 1]);
  const votes = g.reshape(g.f`sum(${g.hot(deep(classes), k)} * ${deep(given)})`, [x.shape[0], k]);
  const total = f`sum(${votes})`;
  const leads = f`${g.add('pick', [votes, classes])} >= largest(${votes}) - 1e-12 * ${total}`;
  const winner = g.add('pick', [classes, g.add('place', [leads])]);
  // Where a distance is infinite, 0 times it is NaN: then there is no answer, instead of a neighbour that
  // was picked among equals.
  return { values: ofTwo(g, f`${votes} / (${total} + 0 * largest(${far}))`, k), winner };
}

/**
 * How many neighbours are looked at.
 * @param {Float64Array} masses
 * @param {number} most what they weigh together
 */
function capacity(masses, most) {
  const sorted = masses.slice().sort();
  let count = 0;
  for (let sum = 0; count < sorted.length && sum < most; count++) sum += sorted[count];
  return count;
}

/**
 * Windows around samples, u being the distance over the bandwidth: those that end at u = 1.
 * @type {Record<string, (g: Graph, u: Node) => Node>}
 */
const ending = {
  tophat: ({ f }, u) => f`0 * ${u} + 1`,
  epanechnikov: ({ f }, u) => f`1 - ${u} * ${u}`,
  linear: ({ f }, u) => f`1 - ${u}`,
  cosine: ({ f }, u) => f`cos(${Math.PI / 2} * ${u})`,
};

/** What stands for the logarithm of a density of 0; `parzen.Lowest` in Go. */
const lowest = -Number.MAX_VALUE / 4;

/** Machines that put a window around every sample. @type {Machine} */
export function windows(g, stored, x) {
  const { f } = g;
  const { machine } = stored;
  const z = vectorsOf(g, stored);
  const [m] = z.shape;
  const k = stored.labels.length;
  const h = stored.number('bandwidth');
  const window = stored.text('option.window');
  const square = g.add('distance', [x, z], { p: 2 });
  const least = f`smallest(${square})`;
  const [far, nearest] = [square, least].map((one) => f`sqrt(${one}) / ${h}`);
  const shape = Object.hasOwn(ending, window) ? ending[window] : undefined;
  const reached = f`1 > ${nearest}`;
  let [value, unit] = [square, least];
  if (shape) {
    value = f`where(${reached}, where(1 > ${far}, ${shape(g, far)}, 0), ${square} = ${least})`;
  } else if (window === 'exponential') {
    value = f`exp(${nearest} - ${far})`;
    unit = f`-${nearest}`;
  } else {
    value = f`exp((${least} - ${square}) / ${2 * h * h})`;
    unit = f`${least} / ${-2 * h * h}`;
  }
  const mass = stored.numbers('weights').slice();
  const own = new Float64Array(m * k); // of a ParzenClassifier, whose each sample is
  if (machine === 'ParzenClassifier') {
    const labels = stored.numbers('labels');
    const sums = new Float64Array(k);
    const isEqual = stored.text('option.priors') === 'equal';
    labels.forEach((/** @type {number} */ c, /** @type {number} */ i) => (sums[c] += mass[i]));
    labels.forEach((/** @type {number} */ c, /** @type {number} */ i) => {
      if (isEqual) mass[i] /= sums[c];
      own[c * m + i] = 1;
    });
  }
  const weighted = f`${value} * ${g.constant(mass)}`;
  const all = f`sum(${weighted})`;
  if (machine === 'ParzenClassifier')
    return ofTwo(g, f`${g.dot(weighted, g.constant(own, [k, m]))} / ${all}`, k);
  if (machine === 'KernelRegression')
    return f`${g.dot(weighted, g.constant(stored.numbers('targets')))} / ${all}`;
  const [constant, offset] = [stored.number('constant'), stored.number('offset')];
  const log = f`log(${all}) - ${constant} - ${offset}`;
  return shape ? f`where(${reached}, ${log}, ${lowest - offset})` : f`${unit} + ${log}`;
}
