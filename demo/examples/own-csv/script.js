/** The Node script that repeats the steps of the page. */

import { seed } from './study.js';

/**
 * @param {{ machine: string, options: object, read: object, task: string }} what  read holds the options of readCsv
 */
export function nodeScript({ machine, options, read, task }) {
  const split = task === 'classes' ? `{ stratify: true, seed: ${seed} }` : `{ seed: ${seed} }`;
  const said = task === 'classes' ? "'Accuracy on rows it has not seen:'" : "'R² on rows it has not seen:'";
  return `// Trains on a table, tests, saves the model; predicts the rows of a second table.
// Beforehand: npm install maxmargin
// Then:       node train.mjs your-table.csv [others.csv]
import { readFile, writeFile } from 'node:fs/promises';
import { ${machine}, makeTablePipeline, trainTestSplit } from 'maxmargin';
import { readCsv } from 'maxmargin/data';

const [table, others] = process.argv.slice(2);
const data = await readCsv(await readFile(table), ${show(read, true)});

// A quarter of the rows is kept for the test, as on the page.
const { XTrain, XTest, yTrain, yTest } = await trainTestSplit(data.X, data.y, ${split});

// These options were the best in cross-validation.
const model = makeTablePipeline(new ${machine}(${show(options)}));
await model.fit(XTrain, yTrain);
console.log(${said}, await model.score(XTest, yTest));

await writeFile('model.mxm', await model.save()); // load() reads it again

if (others) {
  const { X } = await readCsv(await readFile(others), { table: true });
  for (const answer of await model.predict(X)) console.log(answer);
}
`;
}

/** A value as it is written in JavaScript; the entries of an object on lines of their own, or not. */
function show(value, lines = false) {
  if (Array.isArray(value)) return `[${value.map((one) => show(one)).join(', ')}]`;
  if (typeof value === 'string') return `'${JSON.stringify(value).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
  if (typeof value !== 'object' || value === null) return String(value);
  const entries = Object.entries(value).map(([name, one]) => `${/^[a-z_$][\w$]*$/i.test(name) ? name : show(name)}: ${show(one)}`);
  return lines ? `{\n  ${entries.join(',\n  ')},\n}` : `{ ${entries.join(', ')} }`;
}
