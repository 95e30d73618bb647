/** The Node script that repeats the steps of the page. */

import { seed, show } from './study.js';

/**
 * @param {{ pipeline: string, read: object, task: string }} what  read holds the options of readCsv
 */
export function nodeScript({ pipeline, read, task }) {
  const split = task === 'classes' ? `{ stratify: true, seed: ${seed} }` : `{ seed: ${seed} }`;
  const said = task === 'classes' ? "'Accuracy on rows it has not seen:'" : "'R² on rows it has not seen:'";
  const used = [...new Set(pipeline.match(/\b[A-Z]\w+(?=\()|\bmakeTablePipeline\b/g)), 'trainTestSplit'].sort();
  return `// Trains on a table, tests, saves the model; predicts the rows of a second table.
// Beforehand: npm install maxmargin
// Then:       node train.mjs your-table.csv [others.csv]
import { readFile, writeFile } from 'node:fs/promises';
import { ${used.join(', ')} } from 'maxmargin';
import { readCsv } from 'maxmargin/data';

const [table, others] = process.argv.slice(2);
const data = await readCsv(await readFile(table), ${show(read, true)});

// A quarter of the rows is kept for the test, as on the page.
const { XTrain, XTest, yTrain, yTest } = await trainTestSplit(data.X, data.y, ${split});

// This machine and these options were the best in cross-validation.
const model = ${pipeline};
await model.fit(XTrain, yTrain);
console.log(${said}, await model.score(XTest, yTest));

await writeFile('model.mxm', await model.save()); // load() reads it again

if (others) {
  const { X } = await readCsv(await readFile(others), { table: true });
  for (const answer of await model.predict(X)) console.log(answer);
}
`;
}
