/**
 * Choose C and gamma by cross-validation, and score the choice on rows that the search
 * did not use:
 *
 *     node cross-validate.mjs
 *
 * For your own data, use readCsv as in train-csv.mjs instead of makeRipley.
 */
import { GridSearch, SVC, StandardScaler, crossValidate, makePipeline, trainTestSplit } from 'maxmargin';
import { makeRipley } from 'maxmargin/data';

const { X, y } = makeRipley({ samples: 400, seed: 1 });
const { XTrain, XTest, yTrain, yTest } = await trainTestSplit(X, y, { stratify: true, seed: 1 });

const model = makePipeline(new StandardScaler(), new SVC());
const { mean } = await crossValidate(model, XTrain, yTrain, { folds: 5, seed: 1 });
console.log(`defaults: ${mean.toFixed(3)} in cross-validation`);

const grid = { svc__C: [0.1, 1, 10, 100], svc__gamma: [0.1, 1, 10] };
const search = new GridSearch(model, grid, { folds: 5, seed: 1 });
await search.fit(XTrain, yTrain);

const ranked = [...search.results].sort((a, b) => a.rank - b.rank).slice(0, 3);
for (const { params, mean, std } of ranked) {
  console.log(`${JSON.stringify(params)}: ${mean.toFixed(3)}, deviation of the folds ${std.toFixed(3)}`);
}
console.log(`the best on ${yTest.length} new rows: ${(await search.bestEstimator.score(XTest, yTest)).toFixed(3)}`);
