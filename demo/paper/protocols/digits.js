/** Digits: USPS and MNIST. */
import { mean, of, pick, random, shuffled, summary } from './help.js';
import { inLibsvmOrder, samples } from './files.js';

const TRAIN = 'usps/usps.csv.gz';
const TEST = 'usps/usps.t.csv.gz';

const polynomial = (degree) => ({
  kernel: 'poly',
  degree,
  gamma: 1 / 256,
  coef0: 0,
});

/** Errors in percent. */
const errorOf = async (model, { X, y }) => 100 * (1 - (await model.score(X, y)));

/** One machine a digit against the rest, by the degree of its polynomial. */
export async function usps({ degree, C }, context) {
  const train = await samples(context, TRAIN);
  const model = new context.mm.SVC({
    ...polynomial(degree),
    C,
    multiClass: 'ovr',
  });
  await model.fit(train.X, train.y, context.how);
  const results = {
    trainErrors: {
      value: Math.round((train.y.length * (await errorOf(model, train))) / 100),
    },
    meanSupportVectors: { value: mean(countsOf(model)) },
    supportVectors: { value: model.supportIndices.length },
  };
  // Cristianini and Shawe-Taylor have no test file.
  if (C === 10 && (await context.has(TEST))) results.testError = { value: await errorOf(model, await samples(context, TEST)) }; // prettier-ignore
  model.dispose();
  return results;
}

/** Support vectors of each digit's machine: the multipliers that are not 0 in its part of dualCoef. */
function countsOf({ dualCoef, intercept, supportIndices }) {
  const [machines, vectors] = [intercept.length, supportIndices.length];
  return Array.from({ length: machines }, (_, k) => {
    let count = 0;
    for (let i = 0; i < vectors; i++) count += Number(dualCoef[i * machines + k] !== 0);
    return count;
  });
}

/** Support vectors of degree 7 for each one of degree 1. */
export async function uspsGrowth(_, context) {
  const train = await samples(context, TRAIN);
  const counts = [];
  for (const degree of [1, 7]) {
    const model = new context.mm.SVC({
      ...polynomial(degree),
      C: 10,
      multiClass: 'ovr',
    });
    await model.fit(train.X, train.y, context.how);
    counts.push(model.supportIndices.length);
    model.dispose();
  }
  return { value: counts[1] / counts[0], text: counts.join(' and ') };
}

/** The share of support vectors of a polynomial that a Gaussian has, too. */
export async function uspsShared(_, context) {
  const train = await samples(context, TRAIN);
  const sets = [];
  for (const options of [polynomial(3), { gamma: 2 ** -7 }]) {
    const model = await new context.mm.SVC({ ...options, C: 10 }).fit(train.X, train.y, context.how);
    sets.push(new Set(model.supportIndices));
    model.dispose();
  }
  const common = Array.from(sets[0]).filter((row) => sets[1].has(row)).length;
  return {
    value: common / sets[0].size,
    text: `${common} of ${sets[0].size} and ${sets[1].size}`,
  };
}

/** A second fit to support vectors and their copies that are moved by a pixel. */
export async function uspsVirtual(_, context) {
  const [train, test] = [await samples(context, TRAIN), await samples(context, TEST)];
  const options = { ...polynomial(3), C: 10, multiClass: 'ovr' };
  const first = await new context.mm.SVC(options).fit(train.X, train.y, context.how);
  const moved = context.mm.virtualSupportVectors(first, train.X, train.y, { width: 16, height: 16, shifts: [[1, 0], [-1, 0], [0, 1], [0, -1]] }); // prettier-ignore
  first.dispose();
  const second = await new context.mm.SVC(options).fit(moved.X, moved.y, context.how);
  return { value: await errorOf(second, test) };
}

/** Images and labels of a part of MNIST. */
async function images(context, part) {
  const labels = (await context.file(`mnist/${part}-labels-idx1-ubyte.gz`)).subarray(8);
  const pixels = (await context.file(`mnist/${part}-images-idx3-ubyte.gz`)).subarray(16);
  // In Node the bytes come as a Buffer, whose slices are others.
  const data = new Uint8Array(pixels.subarray(0, labels.length * 784));
  return { X: { data, rows: labels.length, cols: 784, scale: 1 / 255 }, y: Int32Array.from(labels) }; // prettier-ignore
}

/** A Gaussian on all of MNIST. */
export async function mnist(_, context) {
  const [train, test] = inLibsvmOrder(await images(context, 'train'), await images(context, 't10k')); // prettier-ignore
  const model = new context.mm.SVC({ C: 10, gamma: 0.02, cacheSize: 200 });
  await model.fit(train.X, train.y, context.how);
  const results = {
    error: { value: await errorOf(model, test) },
    supportVectors: { value: model.supportIndices.length },
  };
  model.dispose();
  return results;
}

/** The kernel perceptron, one digit against the rest, one look at each of some rows in random orders. */
export async function kernelPerceptron({ degree, rows, orders, output }, context) {
  const [train, test] = [await images(context, 'train'), await images(context, 't10k')];
  const found = { error: [], supportVectors: [], mistakes: [] };
  for (let seed = 1; seed <= orders; seed++) {
    const chosen = shuffled(train.y.length, random(seed)).slice(0, rows);
    const model = new context.mm.KernelPerceptron({ kernel: 'poly', degree, gamma: 1, coef0: 1, fitIntercept: false, output }); // prettier-ignore
    await model.partialFit(pick(train.X, chosen), of(train.y, chosen));
    found.error.push(await errorOf(model, test));
    found.supportVectors.push(model.supportIndices.length);
    found.mistakes.push(model.mistakes.reduce((sum, count) => sum + count));
    model.dispose();
  }
  const told = (list) => (orders > 1 ? summary(list) : { value: list[0] });
  return Object.fromEntries(Object.entries(found).map(([name, list]) => [name, told(list)]));
}
