/**
 * The main demo, which uses only the published package: classify handwritten
 * digits, save the model and load it again; then detect heart disease in
 * heart_scale. It ends with exit code 1 if the results differ from the known
 * ones of these data sets (data/README.md).
 */

import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { relative } from 'node:path';
import { SVC, load, readLibsvm } from 'maxmargin';
import { readDigits, readHeartScale } from './data.mjs';
import { confusionMatrix, confusionTable, pictures } from './report.mjs';
import { bold, fact, progressBar, say, title } from './terminal.mjs';

// Not demo/dist: that folder holds the built site, and nothing else.
const output = new URL('../../build/demo/', import.meta.url);
const surprises = [];

/** Records a difference unless `actual` is within `tolerance` of the result of the reference tool. */
function expect(what, actual, expected, tolerance) {
  if (!(Math.abs(actual - expected) <= tolerance)) {
    surprises.push(`${what}: ${actual}, expected ${expected} (within ${tolerance})`);
  }
}

const percent = (part, whole) => `${((100 * part) / whole).toFixed(2)} %`;
const countEqual = (a, b) => a.reduce((n, value, i) => n + (value === b[i]), 0);
const sum = (values) => values.reduce((total, value) => total + value, 0);

async function digits() {
  const { X, y } = await readDigits();
  const split = 1297;
  const train = { X: X.slice(0, split), y: y.slice(0, split) };
  const test = { X: X.slice(split), y: y.slice(split) };

  title('Handwritten digits', `${X.length} images of 8 x 8 pixels, ten classes`);
  const model = new SVC({ kernel: 'rbf', C: 10, gamma: 'scale' });
  fact('model', String(model));
  fact('rows', `${train.X.length} train, ${test.X.length} test`);

  const bar = progressBar('training');
  await model.fit(train.X, train.y, { onProgress: bar.update });
  bar.end();

  const answers = Array.from(await model.predict(test.X));
  const right = countEqual(test.y, answers);
  fact('test accuracy', bold(percent(right, answers.length)), `${right} of ${answers.length} right`);
  fact('support vectors', sum(model.supportCounts), `${percent(sum(model.supportCounts), split)} of the training rows`);
  solution(model);

  say();
  say('  Down: what was written. Across: what the model reads.');
  say();
  const classes = Array.from(model.classes);
  const counts = confusionMatrix(test.y, answers, classes);
  confusionTable(counts, classes, model.supportCounts).forEach((line) => say(line));

  const wrong = answers.flatMap((answer, row) => (answer === test.y[row] ? [] : [row])).slice(0, 4);
  if (wrong.length > 0) {
    say();
    say(`  ${right === answers.length - wrong.length ? 'What' : 'Some of what'} it misreads:`);
    say();
    const captions = wrong.map((row) => `a ${test.y[row]}, read as ${answers[row]}`);
    pictures(wrong.map((row) => test.X[row]), captions).forEach((line) => say(`   ${line}`));
  }

  say();
  const path = new URL('digits.mxm', output);
  const bytes = await model.save();
  await mkdir(output, { recursive: true });
  await writeFile(path, bytes);
  fact('saved model', relative(process.cwd(), fileURLToPath(path)), `${Math.round(bytes.length / 1024)} KB`);

  const again = await load(await readFile(path));
  const same = countEqual(answers, Array.from(await again.predict(test.X)));
  fact('loaded again', `${same} of ${answers.length} answers are the same`);

  expect('digits, right answers', right, 482, 1);
  expect('digits, support vectors', sum(model.supportCounts), 539, 5);
  expect('digits, equal answers of the saved model', same, answers.length, 0);
}

async function heartScale() {
  const { X, y } = await readLibsvm(await readHeartScale());

  title('heart_scale', `${X.rows} patients, ${X.cols} features, sparse, LIBSVM format`);
  const model = new SVC({ kernel: 'rbf', C: 1, gamma: 1 / X.cols });
  fact('model', String(model));
  await model.fit(X, y);

  const right = countEqual(Array.from(y), Array.from(await model.predict(X)));
  fact('training accuracy', bold(percent(right, X.rows)), `${right} of ${X.rows} right`);
  const [healthy, sick] = model.supportCounts;
  fact('support vectors', healthy + sick, `${healthy} of class -1, ${sick} of class +1`);
  solution(model);

  expect('heart_scale, objective', model.objective, -100.877288, 1e-4 * 100.877288);
  expect('heart_scale, support vectors', healthy + sick, 132, 1);
}

/** The quality of the solution, and the work that it took. */
function solution({ fitInfo: { objective, gap, status, iterations, milliseconds } }) {
  fact('objective', objective.toFixed(6), `dual; gap ${gap.toExponential(1)}, ${status}`);
  fact('iterations', iterations);
  fact('time', `${milliseconds.toFixed(0)} ms`);
}

await digits();
await heartScale();

say();
if (surprises.length === 0) {
  say('  These are the figures scikit-learn 1.2.1 and LIBSVM 3.24 find.');
} else {
  say('  Not the figures that scikit-learn 1.2.1 and LIBSVM 3.24 find:');
  surprises.forEach((line) => say(`  - ${line}`));
  process.exitCode = 1;
}
say();
