/** The powers of ten that the module comes without: strconv's own table, and numbers by it. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';

import { POWERS, writePowers } from '../src/runtime/powers.js';
import { go } from '../wasm/module.mjs';
import { forms } from './support/forms.mjs';
import { sync } from './support/maxmargin.mjs';

describe('powers of ten', { timeout: 900_000 }, () => {
  before(() => sync.init());

  it("are those of Go's source, bit for bit", () => {
    const source = join(go(['env', 'GOROOT']).trim(), 'src', 'internal', 'strconv', 'pow10tab.go');
    const entries = readFileSync(source, 'utf8').matchAll(
      /\{(0x[0-9a-f]{16}), (0x[0-9a-f]{16})\}/g,
    );
    const want = BigUint64Array.from(
      [...entries].flatMap(([, hi, lo]) => [BigInt(hi), BigInt(lo)]),
    );
    const memory = new ArrayBuffer(POWERS + 16);
    writePowers(memory, 8);
    assert.deepEqual(new BigUint64Array(memory, 8, POWERS / 8), want);
    assert.equal(new BigUint64Array(memory)[0], 0n, 'nothing before it is written');
    assert.equal(new BigUint64Array(memory).at(-1), 0n, 'nor behind it');
  });

  // Each has 17 digits, for which strconv needs the table, as for the shortest text of a number.
  const texts = Array.from({ length: 6280 }, (_, i) => {
    const digits = String(
      10n ** 16n + ((BigInt(i + 1) * 6364136223846793005n) % (9n * 10n ** 16n)),
    );
    return `${digits[0]}.${digits.slice(1)}e${Math.floor(i / 10) - 320}`;
  });

  for (const [way, api] of forms(import.meta.url)) {
    it(`read and write numbers of every size, ${way}`, async () => {
      const numbers = texts.map(Number);
      const { X, y } = await api.readLibsvm(texts.map((text) => `${text} 1:-${text}\n`).join(''));
      assert.deepEqual(Array.from(y), numbers);
      assert.deepEqual(Array.from(X.data), numbers.map((number) => -number)); // prettier-ignore
      const lines = (await api.writeLibsvm(X, y)).trim().split('\n');
      const written = lines.map((line) => line.split(' ')[0]);
      assert.deepEqual(written.map(Number), numbers);
      const digits = (text) =>
        text
          .replace(/e.*/, '')
          .replace('.', '')
          .replace(/^0+|0+$/g, '');
      assert.deepEqual(written.map(digits), numbers.map((number) => digits(String(number)))); // prettier-ignore
    });
  }
});
