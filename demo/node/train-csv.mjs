/**
 * Train on a CSV file of your own and save the model:
 *
 *     npm install maxmargin
 *     node train-csv.mjs measurements.csv species model.mxm
 *
 * The second argument names the column to predict. The other columns are the features;
 * categories become columns of 0 and 1, and rows with missing values are left out.
 */
import { createReadStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { SVC, SVR, StandardScaler, crossValidate, makePipeline } from 'maxmargin';
import { readCsv } from 'maxmargin/data';

const [file, target, output = 'model.mxm'] = process.argv.slice(2);
if (!file || !target) {
  console.error('usage: node train-csv.mjs FILE.csv TARGET [MODEL.mxm]');
  process.exit(2);
}

const { X, y, columns, dropped } = await readCsv(new Response(createReadStream(file)), {
  target,
  oneHot: true,
  missing: 'drop',
});
console.log(`${X.rows} rows, ${X.cols} features, ${dropped.length} rows left out`);

// A target of text means classes; a target of numbers means a regression.
const { type } = columns.find(({ role }) => role === 'target');
const machine = type === 'number' ? new SVR({ C: 10 }) : new SVC({ C: 10 });
const model = makePipeline(new StandardScaler(), machine);

const { mean, std } = await crossValidate(model, X, y, { folds: 5, seed: 1 });
const what = type === 'number' ? 'R squared' : 'accuracy';
console.log(`${what} in cross-validation: ${mean.toFixed(3)}, deviation of the folds ${std.toFixed(3)}`);

await model.fit(X, y);
await writeFile(output, await model.save());
console.log(`saved ${output}`);
