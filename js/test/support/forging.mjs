/** Changes of the bytes of a model, with right checksums, as somebody makes them to do harm. */
import fc from './properties.mjs';

import { fields, mend } from './model-file.mjs';

const hostileNumber = fc.constantFrom(
  0,
  1,
  2,
  3,
  7,
  255,
  256,
  65535,
  2 ** 31 - 1,
  2 ** 31,
  2 ** 32 - 1,
);

/** A change of the bytes of a model, by its position. */
export const change = fc.oneof(
  fc.record({
    kind: fc.constant('entry'),
    which: fc.nat(99),
    at: fc.constantFrom(0, 1, 31, 32, 36, 40),
    value: hostileNumber,
  }),
  fc.record({
    kind: fc.constant('count'),
    which: fc.nat(99),
    at: fc.nat(400),
    value: hostileNumber,
  }),
  fc.record({ kind: fc.constant('number'), which: fc.nat(99), at: fc.nat(50), value: fc.double() }),
  fc.record({ kind: fc.constant('text'), which: fc.nat(99), at: fc.nat(60), value: fc.nat(255) }),
  fc.record({
    kind: fc.constant('swap'),
    which: fc.nat(99),
    at: fc.nat(99),
    value: fc.constant(0),
  }),
);

/** The model with the changes made, and all checksums right again. */
export function forge(bytes, changes) {
  const forged = bytes.slice();
  const view = new DataView(forged.buffer);
  const table = fields(forged);
  for (const { kind, which, at, value } of changes) {
    const entry = table[which % table.length];
    const inside = (size) =>
      entry.offset + (entry.length < size ? 0 : at % ((entry.length / size) | 0)) * size;
    if (kind === 'entry') view.setUint32(Math.min(entry.at + at, forged.length - 4), value, true);
    else if (kind === 'count' && entry.length >= 4) view.setUint32(inside(4), value, true);
    else if (kind === 'number' && entry.length >= 8) view.setFloat64(inside(8), value, true);
    else if (kind === 'text' && entry.length >= 1) view.setUint8(inside(1), value);
    else if (kind === 'swap') {
      const other = table[at % table.length];
      const name = forged.slice(entry.at, entry.at + 32);
      forged.copyWithin(entry.at, other.at, other.at + 32);
      forged.set(name, other.at);
    }
  }
  mend(forged);
  return forged;
}

/** Replaces letters of the longest text of a model, all checksums right again. */
export function respell(bytes, changes) {
  const forged = bytes.slice();
  const [{ offset, length }] = fields(forged).sort((a, b) => b.length - a.length);
  for (const { at, letter } of changes) forged[offset + (at % length)] = letter.charCodeAt(0);
  mend(forged);
  return forged;
}

export const letter = fc.constantFrom(...'0123456789-.eE"[]{},:ntfulsa \\');
