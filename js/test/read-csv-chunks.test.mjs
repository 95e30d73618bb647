/** Files that are read some rows at a time give what the whole file gives, in bounded memory. */
import assert from 'node:assert/strict';
import { File } from 'node:buffer';
import { execFileSync } from 'node:child_process';
import { createReadStream, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';

import { fails } from './support/faults.mjs';
import { maxmargin } from './support/maxmargin.mjs';
import { entry, project } from './support/project.mjs';
import fc from './support/properties.mjs';

const { readCsv, readCsvChunks } = await import(entry('data.mjs'));

const all = async (chunks) => {
  const read = [];
  for await (const chunk of chunks) read.push(chunk);
  return read;
};

/** What chunks have, put together. */
const joined = (chunks) => ({
  data: chunks.flatMap(({ X }) => Array.from(X.data)),
  rows: chunks.reduce((sum, { X }) => sum + X.rows, 0),
  y: chunks.flatMap(({ y }) => Array.from(y)),
  texts: chunks.flatMap(({ texts }) => texts.note),
  dropped: chunks.flatMap(({ dropped }) => dropped),
});

const quoted = (text) => `"${text.replaceAll('"', '""')}"`;

/** A table with all that makes reading hard, whose first rows settle its kinds. */
const table = (rows, eol = '\n') =>
  [
    'size;kind;flag;note;label',
    '0,5;a;true;first;x',
    '1,25;b;false;"two\nlines; and ""marks""";y',
    ...rows.map(([size, kind, flag, note, label]) =>
      [String(size).replace('.', ','), kind, flag, quoted(note), label].join(';'),
    ),
  ].join(eol) + eol;

const row = fc.tuple(
  fc.oneof(fc.integer({ min: -999, max: 999 }), fc.constantFrom(0.5, 12.25, '')),
  fc.constantFrom('a', 'b'),
  fc.boolean(),
  fc.stringMatching(/^[a-zé;"\n 😀]{1,12}$/u).filter((text) => text.trim().length > 0),
  fc.constantFrom('x', 'y', 'z'),
);

const options = { target: 'label', oneHot: ['kind'], types: { note: 'text' }, missing: 'drop' };

/** The bytes in pieces of a size, so that letters and rows are cut anywhere. */
async function* pieces(text, size) {
  const bytes = new TextEncoder().encode(text);
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

describe('readCsvChunks', { timeout: 900_000 }, () => {
  it('gives the rows that readCsv gives, wherever chunks and pieces end', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(row, { maxLength: 20 }),
        fc.integer({ min: 2, max: 9 }),
        fc.integer({ min: 1, max: 40 }),
        fc.constantFrom('\n', '\r\n'),
        async (rows, chunkRows, size, eol) => {
          const text = table(rows, eol);
          const whole = await readCsv(text, options);
          for (const source of [text, pieces(text, size), new Blob([text])]) {
            let left = 0;
            const onProgress = (progress) => void (left = progress.dropped);
            const how = { ...options, chunkRows, onProgress };
            const chunks = await all(readCsvChunks(source, how));
            const [{ dropped, ...found }, want] = [joined(chunks), joined([whole])];
            // Rows that are left out after the last chunk are in the report alone.
            const told = want.dropped.splice(0, dropped.length);
            assert.deepEqual([{ ...found, dropped }, left], [{ ...want, dropped: told }, whole.dropped.length]); // prettier-ignore
            for (const { featureNames, dialect, X } of chunks) {
              assert.deepEqual([featureNames, dialect], [whole.featureNames, whole.dialect]);
              assert.ok(X.rows <= chunkRows);
            }
          }
        },
      ),
      { numRuns: 60 },
    );
  });

  it('has as many rows in each chunk as it is told, with a header and without', async () => {
    const lines = Array.from({ length: 10 }, (_, i) => `${i},${i * i}`);
    for (const text of [['a,b', ...lines].join('\n'), lines.join('\n')]) {
      const sizes = async (chunkRows) =>
        (await all(readCsvChunks(text, { chunkRows }))).map(({ X }) => X.rows);
      assert.deepEqual(await sizes(4), [4, 4, 2]);
      assert.deepEqual(await sizes(5), [5, 5]);
      assert.deepEqual(await sizes(9), [9, 1]);
      assert.deepEqual(await sizes(10), [10]);
      assert.deepEqual(await sizes(1), Array(10).fill(1));
      assert.deepEqual(await sizes(undefined), [10]);
    }
  });

  const path = join(project, 'chunks.csv');
  after(() => rmSync(path, { force: true }));
  it('reads files by path and URL, Node streams, web streams, responses, files and bytes', async () => {
    const text = table(Array.from({ length: 50 }, (_, i) => [i, 'a', true, `note ${i}`, 'x']));
    writeFileSync(path, text);
    const bytes = new TextEncoder().encode(text);
    const want = joined([await readCsv(text, options)]);
    for (const source of [
      path,
      pathToFileURL(path),
      createReadStream(path, { highWaterMark: 50 }),
      new Blob([text]).stream(),
      new Response(text),
      new File([text], 'table.csv'),
      bytes,
      bytes.buffer,
    ]) {
      let last;
      const onProgress = (progress) => void (last = progress);
      const chunks = await all(readCsvChunks(source, { ...options, chunkRows: 7, onProgress }));
      assert.deepEqual(joined(chunks), want);
      assert.equal(last.rows, 52);
      assert.equal(last.bytes, bytes.length);
      if (last.total !== undefined) assert.equal(last.fraction, 1);
    }
    const missing = readCsvChunks(join(project, 'none.csv'));
    await fails(() => missing.next(), {
      code: 'ERR_FORMAT',
      argument: 'text',
      message: /none\.csv/,
    });
    const address = readCsvChunks(new URL('https://example.com/a.csv'));
    await fails(() => address.next(), { code: 'ERR_TYPE', argument: 'text', message: /fetch/ });
  });

  it('names line and column of what does not fit', async () => {
    const told = (text, message, how) =>
      fails(() => all(readCsvChunks(text, { chunkRows: 2, target: 'y', ...how })), {
        code: 'ERR_FORMAT',
        argument: 'text',
        message,
      });
    const begin = 'a,b,y\n1,u,p\n2,"v\n",q\n';
    const oneHot = true;
    await told(`${begin}3,u,p\nx,u,p\n`, /line 6, column 1 \(a\): 'x' is not a number/, { oneHot });
    await told(`${begin}3,u,p\n4,u\n`, /line 6 has 2 fields/, { oneHot });
    await told(`${begin}3,u,p\n,u,p\n`, /line 6, column 1 \(a\): the value is missing/, { oneHot });
    await told(`${begin}3,u,p\n4,u"u,p\n`, /line 6, character 4: a quotation mark/, { oneHot });
    // What comes after the first 1000 rows, which settle types and categories.
    const many = 'a,b,y\n' + '1,u,p\n2,v,q\n'.repeat(500);
    await told(`${many}x,u,p\n`, /line 1002, column 1 \(a\): 'x' is not a number/, { oneHot });
    await told(`${many}4,w,p\n`, /line 1002, column 2 \(b\): 'w' is not one of the categories/, { oneHot }); // prettier-ignore
    await told(`${many}4,u,5\n`, /line 1002, column 3 \(y\): '5' is a number, but fields before/, { oneHot }); // prettier-ignore
  });

  it('decides as readCsv does, of any file and with any chunks', async () => {
    const cell = fc.constantFrom('1', '2', '2019', '2020', '0.5', '1,5', '1.234', 'a', 'b', 'NA', '"NA"', '', 'true', '-', '007', '2024-01-01', '?'); // prettier-ignore
    const line = fc.array(cell, { minLength: 1, maxLength: 4 });
    const how = fc.constantFrom({}, { header: true }, { missing: 'mean' }, { missing: 'drop' }, { ignore: [0] }, { target: -1 }); // prettier-ignore
    const by = fc.constantFrom(',', ';', '\t', ' ');
    let read = 0;
    const outcome = async (chunks) => {
      try {
        const parts = await chunks();
        const { featureNames, dialect } = parts[0];
        read++;
        const y = parts.flatMap((part) => Array.from(part.y ?? []));
        return { featureNames, dialect, y, rows: parts.flatMap(({ X }) => Array.from(X.data)) };
      } catch (error) {
        if (error.name !== 'MaxMarginError') throw error;
        return error.message.replace(/,? ?keep it as it is with \{ table: true \},/, ',');
      }
    };
    await fc.assert(
      fc.asyncProperty(
        fc.array(line, { minLength: 1, maxLength: 12 }),
        how,
        by,
        fc.integer({ min: 1, max: 6 }),
        fc.integer({ min: 1, max: 9 }),
        async (lines, given, delimiter, chunkRows, size) => {
          const { length } = lines[0];
          const text = lines.map((cells) => Array.from({ length }, (_, j) => cells[j % cells.length]).join(delimiter)).join('\n'); // prettier-ignore
          const options = { oneHot: true, ...given };
          const whole = await outcome(async () => [await readCsv(text, options)]);
          const parts = await outcome(() => all(readCsvChunks(pieces(text, size), { ...options, chunkRows }))); // prettier-ignore
          assert.deepEqual(parts, whole);
        },
      ),
      { numRuns: 600 },
    );
    assert.ok(read > 100, `${read} of 1200 were read`);
  });

  it('means of the first rows replace missing values', async () => {
    const text = 'a,b\n1,1\n3,2\n,3\n,4\n5,6\n';
    const chunks = await all(readCsvChunks(text, { chunkRows: 2, missing: 'mean' }));
    assert.deepEqual(chunks.flatMap(({ X }) => Array.from(X.data)), [1, 1, 3, 2, 3, 3, 3, 4, 5, 6]); // prettier-ignore
    const dropped = await all(readCsvChunks(text, { chunkRows: 2, missing: 'drop' }));
    assert.deepEqual(dropped.map(({ X }) => X.rows), [2, 1]); // prettier-ignore
    assert.deepEqual(dropped.map((chunk) => chunk.dropped), [[], [4, 5]]); // prettier-ignore
  });

  it('takes kinds, categories and order of columns from data that were read before', async () => {
    const like = await readCsv('a,c,y\n1,u,p\n2,v,q\n3,w,p\n', { target: 'y', oneHot: true });
    const chunks = await all(readCsvChunks('c,a,y\nu,7,p\nw,8,q\nv,9,p\n', { like, chunkRows: 1 }));
    assert.deepEqual(chunks.map(({ X }) => Array.from(X.data)), [[7, 1, 0, 0], [8, 0, 0, 1], [9, 0, 1, 0]]); // prettier-ignore
    assert.deepEqual(chunks.flatMap(({ y }) => y), ['p', 'q', 'p']); // prettier-ignore
  });

  it('ends by a signal, also while the source waits, by onProgress, and by leaving the loop', async () => {
    const controller = new AbortController();
    const { signal } = controller;
    let closed = 0;
    async function* endless(wait) {
      try {
        yield new TextEncoder().encode('a,b\n');
        for (;;) {
          if (wait) await new Promise(() => {});
          yield new TextEncoder().encode('1,2\n');
        }
      } finally {
        closed++;
      }
    }
    const waiting = all(readCsvChunks(endless(true), { signal }));
    setTimeout(() => controller.abort(), 20);
    await assert.rejects(waiting, { name: 'AbortError' });
    await assert.rejects(all(readCsvChunks('a\n1\n', { signal })), { name: 'AbortError' });
    const how = { chunkRows: 2, onProgress: ({ rows }) => rows < 10 };
    await assert.rejects(all(readCsvChunks(endless(false), how)), { code: 'ERR_STOPPED' });
    assert.equal(closed, 1);
    for await (const { X } of readCsvChunks(endless(false), { chunkRows: 3 })) {
      assert.equal(X.rows, 3);
      break;
    }
    assert.equal(closed, 2);
  });

  it('refuses wrong options at once, and texts without rows', async () => {
    await fails(() => readCsvChunks('a\n1', { chunkRows: 0 }), { code: 'ERR_OPTION', argument: 'chunkRows' }); // prettier-ignore
    await fails(() => readCsvChunks('a\n1', { table: true }), { code: 'ERR_OPTION_UNKNOWN', argument: 'table' }); // prettier-ignore
    await fails(() => readCsvChunks('a\n1', { chunk: 1 }), { code: 'ERR_OPTION_UNKNOWN', argument: 'chunk' }); // prettier-ignore
    await fails(() => all(readCsvChunks('')), { code: 'ERR_EMPTY', argument: 'text' });
    await fails(() => all(readCsvChunks('a,b\n')), { code: 'ERR_EMPTY', argument: 'text' });
    await fails(() => all(readCsvChunks(7)), { code: 'ERR_TYPE', argument: 'text' });
  });

  it('a quotation mark that is not closed does not fill the memory', async () => {
    const letters = new TextEncoder().encode('x,y\n'.repeat(1 << 18));
    async function* open() {
      yield new TextEncoder().encode('a,b\n1,2\n"');
      for (;;) yield letters;
    }
    await fails(() => all(readCsvChunks(open())), { code: 'ERR_FORMAT', argument: 'text', message: /not closed/ }); // prettier-ignore
  });

  it(
    'a file larger than the memory of its process goes into partialFit',
    { timeout: 900_000 },
    () => {
      const script = `
      import { SGDClassifier } from 'maxmargin/sync';
      import * as maxmargin from 'maxmargin/sync';
      import { readCsvChunks } from 'maxmargin/data';
      await maxmargin.init();
      const encoder = new TextEncoder();
      async function* file() {
        yield encoder.encode('a,b,c,d,label\\n');
        for (let i = 0; i < 60; i++) {
          let text = '';
          for (let k = 0; k < 20000; k++) {
            const a = ((i * 20000 + k) * 7919) % 1000;
            text += a / 1000 + ',' + (k % 97) / 97 + ',' + (k % 31) / 31 + ',0.123456789,' + (a < 500 ? 'low' : 'high') + '\\n';
          }
          yield encoder.encode(text);
        }
      }
      const model = new SGDClassifier();
      let rows = 0;
      for await (const { X, y } of readCsvChunks(file(), { target: 'label' })) {
        model.partialFit(X, y, { classes: ['low', 'high'] });
        rows += X.rows;
      }
      console.log(rows, model.predict([[0.1, 0.5, 0.5, 0.1], [0.9, 0.5, 0.5, 0.1]]).join());
    `;
      const flags = ['--max-old-space-size=48', '--input-type=module', '-e', script];
      const said = execFileSync(process.execPath, flags, { cwd: project, encoding: 'utf8' });
      assert.equal(said, '1200000 low,high\n');
    },
  );

  it('partialFit of chunks is that of the same rows by hand', async () => {
    const rows = Array.from({ length: 60 }, (_, i) => [(i * 7) % 13, (i * 5) % 11]);
    const text = `a,b,y\n${rows.map(([a, b]) => `${a},${b},${a > b ? 'p' : 'q'}`).join('\n')}`;
    const classes = ['p', 'q'];
    const [one, two] = [new maxmargin.SGDClassifier(), new maxmargin.SGDClassifier()];
    for await (const { X, y } of readCsvChunks(text, { target: 'y', chunkRows: 25 })) {
      await one.partialFit(X, y, { classes });
    }
    for (const [from, to] of [
      [0, 25],
      [25, 50],
      [50, 60],
    ]) {
      // prettier-ignore
      const part = rows.slice(from, to);
      await two.partialFit(part, part.map(([a, b]) => (a > b ? 'p' : 'q')), { classes }); // prettier-ignore
    }
    assert.deepEqual(one.coef, two.coef);
  });
});

describe('what is read', () => {
  it('can be fitted, and names its columns', async () => {
    const { X, y } = await readCsv('length,width,kind\n1,2,a\n2,1,a\n8,9,b\n9,8,b\n', {
      target: 'kind',
    });
    const model = await new maxmargin.SVC().fit(X, y);
    assert.deepEqual(await model.predict(X), y);
    assert.deepEqual(model.featureNames, ['length', 'width']);
    const turned = await readCsv('width,length\n1,2\n9,8\n');
    assert.deepEqual(await model.predict(turned.X), ['a', 'b']);
    const bare = await readCsv('1,2\n3,4\n');
    assert.equal((await new maxmargin.SVC().fit(bare.X, ['a', 'b'])).featureNames, undefined);
  });

  it('throws errors that are instances of the class of every entry', async () => {
    const error = await readCsv('').catch((thrown) => thrown);
    assert.ok(error instanceof maxmargin.MaxMarginError);
    assert.ok(!(new Error('x') instanceof maxmargin.MaxMarginError));
  });
});
