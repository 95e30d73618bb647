/** Machines on files in the LIBSVM format and the like: one fit, or cross-validation. */
import { deviation, labelFirst, libsvmText, mean, parse, svmScaled, widened } from './help.js';

/** The samples and labels of a file. */
export async function samples(context, name) {
  if (name.startsWith('regression/')) throw new Error(`${name} is no file of labels`);
  const known = await parse(context, name, name.endsWith('.csv.gz') ? labelFirst : libsvmText);
  if (!name.startsWith('usps/')) return known;
  return {
    X: { ...known.X, data: known.X.data.map((v) => v / 1000) },
    y: known.y,
  };
}

/** One cost for every confusion, as the matrix of costs. */
function asMatrix(options, y) {
  if (typeof options.costs !== 'number') return options;
  const classes = Array.from(new Set(y));
  return { ...options, costs: classes.map((a) => classes.map((b) => (a === b ? 0 : options.costs))) }; // prettier-ignore
}

/**
 * Labels of several classes as numbers in the order of their first rows: LIBSVM gives equal votes to
 * the class that comes first in the file, and SVC to that of the smallest label.
 */
export function inLibsvmOrder(known, fresh) {
  const places = new Map();
  for (const label of known.y) if (!places.has(label)) places.set(label, places.size);
  if (places.size < 3 || places.size > 100) return [known, fresh];
  const placed = (one) => one && { X: one.X, y: Array.from(one.y, (label) => places.get(label) ?? -1) };
  return [placed(known), placed(fresh)];
}

const one = (value) => ({ value });

/**
 * One fit, and all that a source may print of it.
 * @param {{ train: string, test?: string, scaled?: boolean, machine: string, options: object }} args
 */
export async function svmFile({ train, test, scaled, machine, options }, context) {
  const read = [await samples(context, train), test && (await samples(context, test))];
  // Numbers to be predicted are no labels, however few there are.
  const [known, fresh] = machine.endsWith('SVR') ? read : inLibsvmOrder(...read);
  let tables = [known.X];
  if (fresh) {
    const cols = Math.max(known.X.cols, fresh.X.cols);
    tables = [widened(known.X, cols), widened(fresh.X, cols)];
  }
  if (scaled) tables = svmScaled(tables);
  const model = new context.mm[machine](asMatrix(options, known.y));
  if (machine === 'OneClassSVM') await model.fit(tables[0]);
  else await model.fit(tables[0], known.y, context.how);
  const share = async (X, y) => 100 * (await model.score(X, y));
  const results = {};
  if (model.objective !== undefined) results.objective = one(model.objective);
  if (model.supportIndices) results.supportVectors = one(model.supportIndices.length);
  if (model.dualCoef && options.C) {
    const most = options.C * (1 - 1e-8);
    const bounded = model.dualCoef.filter((a) => Math.abs(a) >= most).length;
    results.bounded = one(bounded);
    results.unbounded = one(model.supportIndices.length - bounded);
  }
  if (machine === 'SVC' && model.intercept.length === 1) {
    // LIBSVM subtracts rho, and its first class is that of the first row.
    const [low] = model.classes;
    results.rho = one(known.y[0] === low ? model.intercept[0] : -model.intercept[0]);
  }
  if (machine === 'SVC' || machine === 'NuSVC') results.trainAccuracy = one(await share(tables[0], known.y)); // prettier-ignore
  if (fresh) {
    results.accuracy = one(await share(tables[1], fresh.y));
    results.error = one(100 - results.accuracy.value);
  }
  model.dispose();
  return results;
}

/** Means over folds, for several draws of folds: mean and deviation over the draws. */
export async function crossValidated(
  { file, machine, options, folds, repetitions, measure },
  context,
) {
  // prettier-ignore
  const { X, y } = await samples(context, file);
  const all = [];
  for (let seed = 1; seed <= repetitions; seed++) {
    const model = new context.mm[machine](options);
    const settings = { folds, shuffle: true, seed, ...context.how };
    if (measure === 'mse') settings.scoring = 'meanSquaredError';
    const { scores } = await context.mm.crossValidate(model, X, y, settings);
    all.push(
      measure === 'mse' ? Math.abs(mean(Array.from(scores))) : 100 * mean(Array.from(scores)),
    );
  }
  return { value: mean(all), sd: deviation(all), n: all.length };
}
