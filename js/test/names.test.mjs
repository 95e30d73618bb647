/** The table of scikit-learn's names on the page for those who come from there. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';

import { inspect, maxmargin, metrics, plot } from './support/maxmargin.mjs';
import { root } from './support/project.mjs';

const { names } = JSON.parse(
  readFileSync(new URL('golden/scikit-names.json', import.meta.url), 'utf8'),
);
const page = readFileSync(join(root, 'demo', 'docs', 'from-scikit-learn.md'), 'utf8');
const from = page.indexOf('## Every name');
const section = page.slice(from, page.indexOf('\n## ', from + 1));

const quoted = (text) => Array.from(text.matchAll(/`([^`]+)`/g), ([, name]) => name);
const rows = section
  .split('\n')
  .filter((line) => line.startsWith('| `'))
  .map((line) => line.split(/(?<!\\)\|/).map((cell) => cell.trim()))
  .map(([, theirs, ours, how]) => ({ theirs: quoted(theirs), ours, how }));

describe("the table of scikit-learn's names", () => {
  it('has every name of its modules, once', () => {
    const all = Object.values(names).flat();
    const listed = rows.flatMap(({ theirs }) => theirs);
    assert.deepEqual([...new Set(listed)].sort(), [...new Set(all)].sort());
    assert.equal(new Set(listed).size, listed.length);
  });

  it('names only what is exported, or says why not', () => {
    const exported = { ...maxmargin, ...metrics, ...inspect, ...plot };
    let left = 0;
    for (const { theirs, ours, how } of rows) {
      const own = /^the same names?$/.test(ours) ? theirs : quoted(ours);
      for (const name of own) assert.ok(name in exported, `${name} is not exported`);
      if (own.length > 0) continue;
      assert.equal(ours, 'left out', theirs.join());
      assert.ok(how.length > 10, `why ${theirs.join()} is left out`);
      left += theirs.length;
    }
    assert.ok(left > 0 && left < 90, `${left} names are left out`);
  });

  it('calls the same names in camelCase what they are called here', () => {
    const camel = (name) => name.replaceAll(/_(\w)/g, (_, letter) => letter.toUpperCase());
    const exported = { ...maxmargin, ...metrics, ...inspect };
    for (const { theirs, ours } of rows) {
      for (const name of theirs) {
        if (!name.includes('_') || !(camel(name) in exported)) continue;
        assert.ok(quoted(ours).includes(camel(name)), `${name} is ${camel(name)}, not ${ours}`);
      }
    }
  });
});
