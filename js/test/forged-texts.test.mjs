/**
 * Files of other programs, and saved searches, with anything changed in them: each is read, or
 * refused by one of our errors in a few lines. MAXMARGIN_FUZZ is the number of cases of each kind.
 */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';

import fc from './support/properties.mjs';

import { blobs } from './support/data.mjs';
import { onnx, sync } from './support/maxmargin.mjs';
import { entry } from './support/project.mjs';

const { readArff, readCsv, readCsvChunks } = await import(entry('data.mjs'));

const runs = Number(process.env.MAXMARGIN_FUZZ ?? 60);

const { X, y } = blobs({ n: 24, d: 2, apart: 1, seed: 1, labels: (i) => i % 2 });

/** What somebody may put into a text. */
const piece = fc.oneof(
  fc.constantFrom('"', "'", ',', ';', '\n', '\r\n', '\t', ' ', '\0', '?', '{', '}', ':', '#', '%', '@data', '@attribute a {', '-', '1e999', '1e-999', 'NaN', 'Infinity', '99999999999999999999', '-1', '0:1', '1:1 1:1', '__proto__', 'constructor', '\uFEFF', '\u2028', 'nr_class', 'total_sv 2147483647', 'nr_feature 2147483647', 'SV', 'w', ''), // prettier-ignore
  fc.string({ maxLength: 5 }),
);

/** A text with some places changed. */
const changes = fc.array(
  fc.record({ at: fc.double({ min: 0, max: 1, noNaN: true }), take: fc.nat(12), piece }),
  { minLength: 1, maxLength: 5 },
);

const spoilt = (text, all) =>
  all.reduce((now, { at, take, piece: put }) => {
    const from = Math.floor(at * now.length);
    return now.slice(0, from) + put + now.slice(from + take);
  }, text);

/** The same of bytes, whose texts need not be UTF-8. */
const spoiltBytes = (bytes, all) => Uint8Array.from(Buffer.from(spoilt(Buffer.from(bytes).toString('latin1'), all), 'latin1')); // prettier-ignore

async function harmless(read) {
  try {
    await read();
  } catch (error) {
    assert.equal(error.name, 'MaxMarginError', error.stack);
    assert.match(error.code, /^ERR_(?!INTERNAL|RUNTIME|CRASH)/, error.stack);
    assert.ok(error.message.length < 1100, error.message);
  }
  assert.equal({}.polluted, undefined);
}

describe('texts and files that somebody changed', { timeout: 900_000 }, () => {
  /** Each kind of file, and what reads it. @type {Map<string, [string | Uint8Array, (given: any) => unknown]>} */
  const kinds = new Map();
  before(async () => {
    await sync.init({ onWarning() {} });
    const svc = new sync.SVC().fit(X, y);
    const linear = new sync.LinearSVC().fit(X, y);
    const csv = `name,size,"a, b",kind\n${X.map(([a, b], i) => `row${i},${a},${b},${y[i]}`).join('\n')}\n`;
    kinds.set('CSV', [csv, (text) => readCsv(text, { target: 'kind', ignore: ['name'] })]);
    kinds.set('CSV in chunks', [csv, async (text) => {
      for await (const chunk of await readCsvChunks(text, { target: 'kind', ignore: ['name'], chunkRows: 5 })) void chunk;
    }]); // prettier-ignore
    kinds.set('ARFF', [
      `% a comment\n@relation r\n@attribute a numeric\n@attribute 'b c' real\n@attribute k {0,1,'x y'}\n@data\n${X.map(([a, b], i) => `${a},${b},${y[i]}`).join('\n')}\n`,
      (text) => readArff(text),
    ]);
    kinds.set('LIBSVM rows', [
      X.map(([a, b], i) => `${y[i]} 1:${a} 2:${b} # text`).join('\n'),
      (text) => sync.readLibsvm(text),
    ]);
    kinds.set('LIBSVM model', [svc.exportLibsvm(), (text) => sync.importLibsvm(text).predict(X)]);
    kinds.set('LIBLINEAR model', [
      linear.exportLiblinear(),
      (text) => sync.importLiblinear(text).predict(X),
    ]);
    const load = (file) => sync.load(onnx.importOnnx(file)).predict(X);
    kinds.set('ONNX of SVC', [await onnx.exportOnnx(svc), load]);
    const piped = sync.makePipeline(new sync.StandardScaler(), new sync.LinearSVC()).fit(X, y);
    kinds.set('ONNX of a pipeline', [await onnx.exportOnnx(piped), load]);
    const search = new sync.GridSearch(new sync.SVC(), { C: [1, 2] }, { folds: 2 });
    search.fit(X, y, { onProgress() {} });
    kinds.set('saved search', [
      search.save(),
      (resume) => new sync.GridSearch(new sync.SVC(), { C: [1, 2] }, { folds: 2 }).fit(X, y, { resume, onProgress() {} }),
    ]); // prettier-ignore
  });

  for (const kind of [
    'CSV',
    'CSV in chunks',
    'ARFF',
    'LIBSVM rows',
    'LIBSVM model',
    'LIBLINEAR model',
    'ONNX of SVC',
    'ONNX of a pipeline',
    'saved search',
  ]) {
    // prettier-ignore
    it(`${kind}: read, or refused`, async () => {
      const [whole, read] = kinds.get(kind);
      await read(whole);
      const change = typeof whole === 'string' ? spoilt : spoiltBytes;
      await fc.assert(
        fc.asyncProperty(changes, (all) => harmless(() => read(change(whole, all)))),
        { numRuns: runs },
      );
      await fc.assert(
        fc.asyncProperty(fc.double({ min: 0, max: 1, noNaN: true }), (at) =>
          harmless(() => read(whole.slice(0, Math.floor(at * whole.length)))),
        ),
        { numRuns: Math.ceil(runs / 3) },
      );
    });
  }
});
