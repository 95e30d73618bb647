/**
 * Predict with a model that train-csv.mjs saved, one line for each row of a CSV file:
 *
 *     node predict.mjs model.mxm new.csv > predictions.txt
 *
 * Columns are found by their names, in any order; others are ignored.
 */
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { load } from 'maxmargin';
import { readCsv } from 'maxmargin/data';

const [modelFile, file] = process.argv.slice(2);
if (!modelFile || !file) {
  console.error('usage: node predict.mjs MODEL.mxm FILE.csv');
  process.exit(2);
}

const model = await load(await readFile(modelFile));
const names = model.featureNames;

// For a category the model has columns such as island=Dream: read the column island, then compare.
const wanted = [...new Set(names.map((name) => name.split('=')[0]))];
const { X, featureNames } = await readCsv(new Response(createReadStream(file)), {
  columns: wanted,
  oneHot: true,
});
const at = names.map((name) => featureNames.indexOf(name));
const rows = Array.from({ length: X.rows }, (_, row) =>
  at.map((column) => (column < 0 ? 0 : X.data[row * X.cols + column])),
);

for (const answer of await model.predict(rows)) console.log(String(answer));
