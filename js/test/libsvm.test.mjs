/** LIBSVM's text format. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import fc from './support/properties.mjs';

import { blobs, sparse } from './support/data.mjs';
import { fails } from './support/faults.mjs';
import { maxmargin } from './support/maxmargin.mjs';

const { SVC, readLibsvm, writeLibsvm } = maxmargin;

describe('readLibsvm', { timeout: 900_000 }, () => {
  it('reads labels and sparse rows', async () => {
    const { X, y } = await readLibsvm('+1 1:0.5 3:-2e-1\n-1 2:1\n2.5\n');
    assert.deepEqual(Array.from(y), [1, -1, 2.5]);
    assert.deepEqual([X.rows, X.cols], [3, 3]);
    assert.deepEqual(Array.from(X.indptr), [0, 2, 3, 3]);
    assert.deepEqual(Array.from(X.indices), [0, 2, 1]);
    assert.deepEqual(Array.from(X.data), [0.5, -0.2, 1]);
  });

  for (const [name, text] of Object.entries({
    'without a last newline': '1 1:2\n0 1:3',
    'with carriage returns': '1 1:2\r\n0 1:3\r\n',
    'with blanks and tabs': '1   1:2  \n0\t1:3\t\n',
  })) {
    it(`reads lines ${name}`, async () => {
      const { X, y } = await readLibsvm(text);
      assert.deepEqual(Array.from(y), [1, 0]);
      assert.deepEqual(Array.from(X.data), [2, 3]);
    });
  }

  it('returns samples that can be fitted', async () => {
    const { X, y } = await readLibsvm('0 1:1\n1 2:1\n0 1:2\n1 2:2\n');
    const model = await new SVC().fit(X, y);
    assert.deepEqual(Array.from(await model.predict(X)), [0, 1, 0, 1]);
  });

  const malformed = {
    'a label that is no number': ['1 1:2\nyes 1:3\n', 2, 1],
    'a missing colon': ['1 1:2\n1 1:1 5\n', 2, 7],
    'a value that is no number': ['1 1:2 2:abc\n', 1, 9],
    'an index that is no number': ['1 x:2\n', 1, 3],
    'a negative index': ['1 -1:2\n', 1, 3],
    'indices that do not ascend': ['1 1:2\n1 3:1 2:1\n', 2, 7],
    'an index twice': ['1 3:1 3:1\n', 1, 7],
    'a value that is not finite': ['1 1:nan\n', 1, 5],
    'a value beyond the largest': ['1 1:1e999\n', 1, 5],
    'an empty value': ['1 1:\n', 1, 5],
    'an index beyond all bounds': ['1 99999999999999999999:1\n', 1, 3],
  };
  for (const [name, [text, line, column]] of Object.entries(malformed)) {
    it(`says line and column of ${name}`, async () => {
      const error = await fails(() => readLibsvm(text), {
        code: 'ERR_FORMAT',
        message: new RegExp(`line ${line}\\b`),
      });
      assert.equal(error.details.line, line);
      // The column of the token or of the fault inside it.
      const token = text
        .split('\n')
        [line - 1].slice(column - 1)
        .split(' ')[0];
      const at = error.details.column;
      const start = text.split('\n')[line - 1].lastIndexOf(' ', column - 1) + 1;
      assert.ok(
        at > start && at <= column + token.length,
        `column ${at}, the fault is at ${column}`,
      );
    });
  }

  it('refuses values that are not text, and text without rows', async () => {
    await fails(() => readLibsvm(null), { code: 'ERR_TYPE' });
    await fails(() => readLibsvm(['1 1:1']), { code: 'ERR_TYPE' });
    await fails(() => readLibsvm(''), { code: 'ERR_EMPTY' });
    await fails(() => readLibsvm('\n\n'), { code: 'ERR_EMPTY' });
  });
});

describe('writeLibsvm', { timeout: 900_000 }, () => {
  it('writes what readLibsvm reads', async () => {
    const text = '1 1:0.5 3:-0.2\n-1 2:1\n2.5 3:7\n';
    const { X, y } = await readLibsvm(text);
    assert.equal(await writeLibsvm(X, y), text);
  });

  it('takes dense samples and leaves zeros out', async () => {
    assert.equal(
      await writeLibsvm(
        [
          [1, 0],
          [0, -2],
        ],
        [3, 4],
      ),
      '3 1:1\n4 2:-2\n',
    );
  });

  it('writes numbers that are read back bit for bit', async () => {
    const value = fc.double({ noNaN: true, noDefaultInfinity: true }).map((v) => v + 0);
    const table = fc.integer({ min: 1, max: 5 }).chain((cols) =>
      fc.array(fc.array(value, { minLength: cols, maxLength: cols }), {
        minLength: 1,
        maxLength: 6,
      }),
    );
    await fc.assert(
      fc.asyncProperty(table, async (X) => {
        // The widest row must reach the last column, or the reader cannot know of it.
        X[0][X[0].length - 1] = 1.25;
        const y = X.map((row) => row[0]);
        const again = await readLibsvm(await writeLibsvm(X, y));
        const expected = sparse(X);
        assert.deepEqual(Array.from(again.X.data), Array.from(expected.data));
        assert.deepEqual(Array.from(again.X.indices), Array.from(expected.indices));
        assert.deepEqual(Array.from(again.X.indptr), Array.from(expected.indptr));
        assert.deepEqual(
          Array.from(again.y),
          y.map((label) => label + 0),
        );
      }),
      { numRuns: 60 },
    );
  });

  it('refuses labels that are not numbers, and lengths that differ', async () => {
    const { X } = blobs({ n: 4 });
    await fails(() => writeLibsvm(X, ['a', 'b', 'a', 'b']), { code: 'ERR_TYPE', argument: 'y' });
    await fails(() => writeLibsvm(X, [1, 2]), { code: 'ERR_SHAPE', argument: 'y' });
  });

  it('never crashes on any text', async () => {
    const piece = fc.constantFrom(
      '1',
      '-1',
      ' ',
      ':',
      '\n',
      '2:3',
      'nan',
      '1e5',
      '\t',
      'x',
      '\u0000',
      'é',
    );
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 30 }), async (pieces) => {
        try {
          await readLibsvm(pieces.join(''));
        } catch (error) {
          assert.match(error.code, /^ERR_(FORMAT|EMPTY)$/, error.stack);
        }
      }),
      { numRuns: 200 },
    );
  });
});
