/** The living paper: its records, its rules, and what can be computed again in seconds. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';

import { root } from './support/project.mjs';

const folder = join(root, 'demo', 'paper');
const read = (path) => JSON.parse(readFileSync(path, 'utf8'));
const sources = readdirSync(join(folder, 'records')).map((name) => ({
  name,
  ...read(join(folder, 'records', name)),
}));
const records = sources.flatMap(({ records }) => records);

const isText = (value) => typeof value === 'string' && value !== '';
const isNumber = (value) => Number.isFinite(value);
const orNull = (check) => (value) => value === null || check(value);
const oneOf = (values) => (value) => values.includes(value);

/** Whether an object has these fields and no others, but for those that end with a ?. */
function shaped(object, fields, where) {
  for (const [name, check] of Object.entries(fields)) {
    const key = name.replace('?', '');
    if (name.endsWith('?') && !(key in object)) continue;
    assert.ok(key in object, `${where} has no ${key}`);
    assert.ok(check(object[key]), `${where}: ${key} is ${JSON.stringify(object[key])}`);
  }
  const known = Object.keys(fields).map((name) => name.replace('?', ''));
  const others = Object.keys(object).filter((name) => !known.includes(name));
  assert.deepEqual(others, [], `${where} has unknown fields`);
}

const head = {
  name: isText,
  id: isText,
  title: isText,
  authors: isText,
  year: (year) => year > 1900 && year < 2100,
  where: isText,
  claimed: isText,
  ran: isText,
  misprints: (list) => Array.isArray(list) && list.every(isText),
  records: Array.isArray,
};
const isRead = oneOf(['seen', 'recalled']);
const isObject = (value) => typeof value === 'object' && value !== null;
const fields = {
  id: isText,
  place: isText,
  what: isText,
  published: isObject,
  read: isRead,
  data: (list) => Array.isArray(list) && list.length > 0,
  protocol: isObject,
  rule: isObject,
  run: orNull((run) => isText(run.protocol)),
};
const rules = {
  exact: {},
  digits: { unit: (unit) => unit > 0 },
  spread: { spread: (spread) => spread > 0 },
  test: { level: (level) => level > 0 && level < 0.5, publishedRepetitions: orNull((n) => n >= 1) },
  claim: { low: orNull(isNumber), high: orNull(isNumber) },
  beside: {},
};

describe('the records of the living paper', () => {
  it('are at least 400 from at least 20 sources, each in its file, with ids of their own', () => {
    assert.ok(sources.length >= 20, `${sources.length} sources`);
    const ids = records.map(({ id }) => id);
    assert.equal(new Set(ids).size, ids.length);
    const inReach = records.filter(({ data }) => data.every((one) => one.class !== 'not held'));
    assert.ok(inReach.length >= 400, `${inReach.length} records`);
    for (const source of sources) assert.equal(source.name, `${source.id}.json`);
  });

  it('have every field', () => {
    for (const source of sources) shaped(source, head, source.name);
    for (const record of records) {
      const { id, published, protocol, data, rule } = record;
      shaped(record, fields, id);
      const value = rule.kind === 'claim' || rule.kind === 'beside' ? orNull(isNumber) : isNumber;
      shaped(published, { value, printed: isText, spread: orNull((s) => s >= 0), 'spreadRead?': isRead }, `${id} published`); // prettier-ignore
      assert.equal(published.spread !== null, 'spreadRead' in published, `${id}: who read the spread`); // prettier-ignore
      const text = (value) => typeof value === 'string';
      shaped(protocol, { splits: isText, scaling: isText, options: text, chosen: isText, seed: orNull(isNumber), repetitions: (n) => n >= 1 }, `${id} protocol`); // prettier-ignore
      for (const one of data) {
        const isClass = oneOf(['shipped', 'generated', 'bring your own', 'not held']);
        const isHash = orNull((hash) => /^[0-9a-f]{64}$/.test(hash));
        shaped(one, { name: isText, class: isClass, 'file?': isText, sha256: isHash, licence: isText }, `${id} data`); // prettier-ignore
        const isFile = one.class === 'shipped' || one.class === 'bring your own';
        assert.equal(one.sha256 !== null, isFile, `${id}: the hash of ${one.name}`);
        assert.equal('file' in one, one.class === 'shipped', `${id}: the place of ${one.name}`);
      }
      assert.ok(rule.kind in rules, `${id}: the rule ${rule.kind}`);
      shaped(rule, { kind: isText, says: isText, 'tuning?': oneOf(['not stated']), ...rules[rule.kind] }, `${id} rule`); // prettier-ignore
      assert.ok(!('value' in record), `${id}: values have files of their own`);
    }
  });

  it('name shipped files that are there and have this SHA-256', () => {
    const files = new Map(
      records.flatMap(({ data }) => data.filter(({ file }) => file).map((one) => [one.file, one])),
    );
    assert.ok(files.size >= 10);
    for (const [file, { sha256 }] of files) {
      assert.ok(existsSync(join(root, file)), `${file} is not there`);
      const bytes = readFileSync(join(root, file));
      assert.equal(createHash('sha256').update(bytes).digest('hex'), sha256, file);
    }
  });

  it('have the published number within their own rule, where it decides by digits', () => {
    for (const { id, published, rule } of records) {
      if (rule.kind !== 'digits') continue;
      const digits = /^-?[\d.]+$/.exec(published.printed);
      if (digits) assert.ok(Math.abs(Number(published.printed) - published.value) <= rule.unit / 2, id); // prettier-ignore
    }
  });
});
