/** Boston housing, and Gaussian processes on small sets. */
import { mean, numbers, of, others, parse, pick, points, random, shuffled, standardised, summary, tableOf, targetLast, unitRange } from './help.js'; // prettier-ignore

const HOUSING = 'regression/housing.csv';

/** Mean squared error. */
const squared = (truth, told) => mean(truth.map((v, i) => (v - told[i]) ** 2));

async function errorOf(model, Z, y, known, fresh) {
  await model.fit(pick(Z, known), of(y, known));
  const error = squared(of(y, fresh), Array.from(await model.predict(pick(Z, fresh))));
  model.dispose();
  return error;
}

/** nu or epsilon, C = 500 and 2 sigma^2 = 3.9, on 100 draws. */
export async function boston({ nu, eps }, context) {
  const { X, y } = await parse(context, HOUSING, targetLast);
  const Z = unitRange(X);
  const options = { C: 500, gamma: 1 / 3.9 };
  const errors = [];
  for (let draw = 1; draw <= 100; draw++) {
    const order = shuffled(y.length, random(draw));
    const model = nu === undefined ? new context.mm.SVR({ ...options, epsilon: eps }) : new context.mm.NuSVR({ ...options, nu }); // prettier-ignore
    errors.push(await errorOf(model, Z, y, order.slice(0, 481), order.slice(481)));
  }
  return summary(errors);
}

/** Options by 80 rows of each draw. */
export async function bostonValidated(_, context) {
  const { X, y } = await parse(context, HOUSING, targetLast);
  const Z = unitRange(X);
  const errors = [];
  for (let draw = 1; draw <= 20; draw++) {
    const order = shuffled(y.length, random(draw));
    const [train, check, test] = [order.slice(0, 401), order.slice(401, 481), order.slice(481)];
    let best = { error: Infinity };
    for (const point of points({ C: [10, 100, 1000], gamma: [0.1, 0.25, 1] })) {
      const model = new context.mm.SVR({ ...point, epsilon: 1 });
      const error = await errorOf(model, Z, y, train, check);
      if (error < best.error) best = { error, point };
    }
    const model = new context.mm.SVR({ ...best.point, epsilon: 1 });
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
