/**
 * The table of `make ocr`: handwritten words (Kassel; Taskar, Guestrin and Koller), whose letters
 * SequenceTagger reads with and without the chain, beside published errors.
 *
 *     node js/bench/ocr.mjs
 *
 * It reads ../shared/data/structured/ocr-taskar.csv.gz: 626 words to learn from, 6251 to test on. A
 * number is the share of wrong letters in percent.
 */
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';

import { SequenceTagger } from '../../npm/dist/core.node.js';

const file = fileURLToPath(
  new URL('../../../shared/data/structured/ocr-taskar.csv.gz', import.meta.url),
);
if (!existsSync(file)) {
  console.log('there is no ../shared/data/structured/ocr-taskar.csv.gz');
  process.exit(0);
}

/** The words of a part: rows of 128 pixels, letters, and the lengths of the words. */
function read(part) {
  const lines = gunzipSync(readFileSync(file)).toString().trim().split('\n').slice(1);
  const rows = lines.map((line) => line.split(',')).filter(([split]) => split === part);
  const data = new Float64Array(rows.length * 128);
  const lengths = [];
  let last = '';
  rows.forEach(([, word, , , pixels], i) => {
    if (word !== last) lengths.push(0);
    last = word;
    lengths[lengths.length - 1] += 1;
    for (let p = 0; p < 128; p++) {
      data[128 * i + p] = (parseInt(pixels[p >> 2], 16) >> (3 - (p & 3))) & 1;
    }
  });
  return { X: { data, rows: rows.length, cols: 128 }, y: rows.map((row) => row[3]), lengths };
}

const [train, test] = [read('train'), read('test')];
console.log(
  `${train.lengths.length} words with ${train.y.length} letters to learn from, ${test.lengths.length} with ${test.y.length} to test on`,
);
for (const [name, options] of [
  ['averaged perceptron', { algorithm: 'perceptron' }],
  ['averaged perceptron, no chain', { algorithm: 'perceptron', chain: false }],
  ['sgd', { algorithm: 'sgd' }],
  ['sgd, no chain', { algorithm: 'sgd', chain: false }],
  ['sgd, eta0 0.05, 50 epochs', { algorithm: 'sgd', eta0: 0.05, nEpochs: 50 }],
  ['cutting planes, C 0.1', { C: 0.1, tol: 0.01 }],
  ['cutting planes, C 0.1, no chain', { C: 0.1, tol: 0.01, chain: false }],
]) {
  const start = performance.now();
  const model = await new SequenceTagger(options).fit(train.X, train.y, { lengths: train.lengths });
  const seconds = (performance.now() - start) / 1000;
  const right = await model.score(test.X, test.y, { lengths: test.lengths });
  console.log(
    `${name.padEnd(34)} ${(100 * (1 - right)).toFixed(2)} %  ${seconds.toFixed(1)} s  ${model.status}, ${model.fitInfo.iterations} passes`,
  );
  model.dispose();
}
console.log(
  'published: multiclass SVM 28.5, averaged perceptron 26.4, hidden Markov model 23.7, SVM with a hidden Markov model 21.2',
);
