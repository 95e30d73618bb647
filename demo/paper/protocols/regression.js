/** Boston housing, and Gaussian processes on small sets. */
import { bestPoint, mean, numbers, of, others, parse, pick, random, shuffled, standardised, summary, tableOf, targetLast, unitRange } from './help.js'; // prettier-ignore

const HOUSING = 'regression/housing.csv';

/** Mean squared error. */
const squared = (truth, told) => mean(Array.from(truth, (v, i) => (v - told[i]) ** 2));

async function errorOf(model, Z, y, known, fresh) {
  await model.fit(pick(Z, known), of(y, known));
  const error = squared(of(y, fresh), Array.from(await model.predict(pick(Z, fresh))));
  model.dispose();
  return error;
}

/** nu or epsilon, C = 500 and 2 sigma^2 = 3.9, on 100 draws. */
export async function boston({ nu, eps }, context) {
  const { mm, how } = context;
  const { X, y } = await parse(context, HOUSING, targetLast);
  const options = { C: 500, gamma: 1 / 3.9 };
  const model = nu === undefined ? new mm.SVR({ ...options, epsilon: eps }) : new mm.NuSVR({ ...options, nu }); // prettier-ignore
  const folds = Array.from({ length: 100 }, (_, draw) => {
    const order = shuffled(y.length, random(draw + 1));
    return { train: order.slice(0, 481), test: order.slice(481) };
  });
  const settings = { folds, scoring: squared, ...how };
  const { scores } = await mm.crossValidate(model, unitRange(X), y, settings);
  return summary(Array.from(scores));
}

/** Options by 80 rows of each draw. */
export async function bostonValidated(_, context) {
  const { X, y } = await parse(context, HOUSING, targetLast);
  const Z = unitRange(X);
  const errors = [];
  for (let draw = 1; draw <= 20; draw++) {
    const order = shuffled(y.length, random(draw));
    const [train, check, test] = [order.slice(0, 401), order.slice(401, 481), order.slice(481)];
    const grid = { C: [10, 100, 1000], gamma: [0.1, 0.25, 1] };
    const folds = [{ train, test: check }];
    const point = await bestPoint(context, new context.mm.SVR({ epsilon: 1 }), grid, { X: Z, y, folds, loss: squared }); // prettier-ignore
    const model = new context.mm.SVR({ ...point, epsilon: 1 });
    errors.push(await errorOf(model, Z, y, train, test));
  }
  return summary(errors);
}

/** Columns of zeros and ones. @param {string} text */
function masks(text) {
  const rows = numbers(text);
  return rows[0].map((_, k) => rows.flatMap((row, i) => (row[k] === 1 ? [i] : [])));
}

/** Gaussian processes on three splits: root mean squared errors. */
export async function gaussianProcess({ set }, context) {
  const folder = `uci-regression-10fold/${set}`;
  const { X, y } = await parse(context, set === 'boston' ? HOUSING : `${folder}.data.csv.gz`, targetLast); // prettier-ignore
  const tests = set === 'boston' ? null : await parse(context, `${folder}.test_mask.csv.gz`, masks);
  const errors = [];
  for (let s = 0; s < 3; s++) {
    const test = tests ? tests[s] : shuffled(y.length, random(s + 1)).slice(0, Math.round(y.length / 10)); // prettier-ignore
    const train = others(y.length, test);
    const Z = standardised(X, train);
    const answers = standardised(tableOf(y.map((v) => [v])), train).data;
    const scale = (y[train[0]] - y[train[1]]) / (answers[train[0]] - answers[train[1]]);
    const model = new context.mm.GaussianProcessRegressor();
    await model.fit(pick(Z, train), of(answers, train));
    const told = Array.from(await model.predict(pick(Z, test)));
    errors.push(Math.abs(scale) * Math.sqrt(squared(of(answers, test), told)));
    model.dispose();
  }
  return summary(errors);
}
