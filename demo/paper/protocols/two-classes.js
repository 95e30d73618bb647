/** The two-class sets of Raetsch et al., Ripley's plane, and Fisher's irises. */
import { bestPoint, gaussian, labelFirst, mean, numbers, of, others, parse, pick, random, shuffled, splitLines, standardised, stratified, summary, tableOf } from './help.js'; // prettier-ignore
import { samples } from './files.js';

/** Sizes of training and test sets; those without splits are drawn. */
const sizes = {
  'flare-solar': [666, 400],
  splice: [1000, 2175],
  ringnorm: [400, 7000],
  twonorm: [400, 7000],
  heart: [170, 100],
};

/** The other files of the benchmark are standardised. */
const drawnHere = { ringnorm: true, twonorm: true, heart: true };

/** Breiman's sets: 20 features, two Gaussians. */
function drawnSet(set, n, next) {
  const normal = gaussian(next);
  const a = 2 / Math.sqrt(20);
  const y = Array.from({ length: n }, () => (next() < 0.5 ? 1 : -1));
  const rows = y.map((label) =>
    Array.from({ length: 20 }, () =>
      set === 'twonorm' ? normal() + label * a : label === 1 ? 2 * normal() : normal() + a,
    ),
  );
  return { X: tableOf(rows), y };
}

/** Training and test rows of ten splits. */
async function splitsOf(set, context) {
  const size = sizes[set];
  if (set === 'ringnorm' || set === 'twonorm') {
    return Array.from({ length: 10 }, (_, s) => {
      const { X, y } = drawnSet(set, size[0] + size[1], random(s + 1));
      const rows = y.map((_label, i) => i);
      return { X, y, train: rows.slice(0, size[0]), test: rows.slice(size[0]) };
    });
  }
  const packed = set === 'waveform' ? '.gz' : '';
  const { X, y } = set === 'heart' ? await samples(context, 'libsvm/heart_scale') : await parse(context, `ratsch/${set}.csv${packed}`, labelFirst); // prettier-ignore
  if (size) {
    return Array.from({ length: 10 }, (_, s) => {
      const order = shuffled(y.length, random(s + 1));
      return { X, y, train: order.slice(0, size[0]), test: order.slice(size[0], size[0] + size[1]) }; // prettier-ignore
    });
  }
  const lines = await parse(context, `ratsch/${set}.splits.txt`, splitLines);
  return lines.slice(0, 10).map((train) => ({ X, y, train, test: others(y.length, train) }));
}

/** Test errors in percent, and support vectors, on ten splits. */
export async function twoClass({ set, machine, C, gamma }, context) {
  const { mm } = context;
  const tree = () => new mm.DecisionTreeClassifier({ maxDepth: 2 });
  const makers = {
    svm: () => new mm.SVC({ C, gamma }),
    kfd: ({ alpha }) => new mm.KernelFisherDiscriminant({ alpha, gamma }),
    adaboost: () => new mm.AdaBoostClassifier({ estimator: tree(), nEstimators: 100 }),
    'adaboost-reg': () => new mm.AdaBoostClassifier({ estimator: tree(), nEstimators: 100, reg: 'adaboostReg', C: 0.1 }), // prettier-ignore
  };
  const errors = [];
  const counts = [];
  let chosen = {};
  for (const [at, split] of (await splitsOf(set, context)).entries()) {
    const { y, train, test } = split;
    const X = set in drawnHere ? standardised(split.X, train) : split.X;
    if (at === 0 && machine === 'kfd') {
      const answers = of(y, train);
      const folds = stratified(answers, 5, random(99));
      const grid = { alpha: [1e-4, 1e-3, 1e-2, 1e-1] };
      chosen = await bestPoint(context, makers.kfd(chosen), grid, { X: pick(X, train), y: answers, folds, loss: mm.zeroOneLoss }); // prettier-ignore
    }
    const model = makers[machine](chosen);
    await model.fit(pick(X, train), of(y, train));
    errors.push(100 * (1 - (await model.score(pick(X, test), of(y, test)))));
    if (machine === 'svm') counts.push(model.supportIndices.length);
    model.dispose();
  }
  const text = machine === 'kfd' ? `alpha ${chosen.alpha}` : undefined;
  return { error: { ...summary(errors), ...(text && { text }) }, ...(machine === 'svm' && { supportVectors: summary(counts) }) }; // prettier-ignore
}

/** The Parzen classifier above SVC, on two sets. */
export async function parzen(_, context) {
  const { mm, how } = context;
  const worse = [];
  const texts = [];
  for (const set of ['banana', 'waveform']) {
    const errors = { ParzenClassifier: [], SVC: [] };
    const splits = await splitsOf(set, context);
    for (const name of Object.keys(errors)) {
      const [{ X, y, train }] = splits;
      const widths = [0.05, 0.2, 1, 4, 16].map((factor) => factor / X.cols);
      const grid = name === 'SVC' ? { C: [0.1, 1, 10, 100], gamma: widths } : { bandwidth: widths.map((gamma) => 1 / Math.sqrt(2 * gamma)) }; // prettier-ignore
      const answers = of(y, train);
      const folds = stratified(answers, 5, random(99));
      const chosen = await bestPoint(context, new mm[name](), grid, { X: pick(X, train), y: answers, folds, loss: mm.zeroOneLoss }); // prettier-ignore
      // All splits are of the same rows.
      const settings = { folds: splits, scoring: mm.zeroOneLoss, ...how };
      const { scores } = await mm.crossValidate(new mm[name](chosen), X, y, settings);
      errors[name].push(...Array.from(scores, (share) => 100 * share));
    }
    worse.push(mean(errors.ParzenClassifier) - mean(errors.SVC));
    texts.push(`${set} ${mean(errors.ParzenClassifier).toFixed(1)} against ${mean(errors.SVC).toFixed(1)}`); // prettier-ignore
  }
  return { value: mean(worse), n: worse.length, text: texts.join(', ') };
}

/** Two features and a class from quoted text. @param {string} text */
function ripleyPoints(text) {
  const rows = numbers(text.replaceAll('"', '')).map((row) => row.slice(-3));
  return {
    X: tableOf(rows.map((row) => row.slice(0, 2))),
    y: rows.map((row) => row[2]),
  };
}

/** Errors on Ripley's plane. */
export async function ripley({ machine }, context) {
  const { mm } = context;
  const train = await parse(context, 'mass/MASS_synth.tr.csv', ripleyPoints);
  const test = await parse(context, 'mass/MASS_synth.te.csv', ripleyPoints);
  const model = {
    fisher: () => new mm.FisherDiscriminant(),
    logistic: () => new mm.LinearSVC({ loss: 'logistic', C: 100 }),
    svm: () => new mm.SVC({ gamma: 4, C: 10 }),
  }[machine]();
  await model.fit(train.X, train.y);
  const value = 100 * (1 - (await model.score(test.X, test.y)));
  return { value, ...(machine === 'svm' && { text: `${model.supportIndices.length} support vectors` }) }; // prettier-ignore
}

/** Irises that the linear discriminant of three classes confuses. */
export async function fisherIris(_, context) {
  const { X, y } = await samples(context, 'libsvm/iris.scale');
  const model = await new context.mm.FisherDiscriminant().fit(X, y);
  return { value: Math.round(y.length * (1 - (await model.score(X, y)))) };
}
