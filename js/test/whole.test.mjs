/**
 * A new kernel, machine, loss or metric is whole: each that the catalogue has is in the tables of the
 * writers, the oracles and the pages that name it by hand; reference.test.mjs looks at its own page.
 * The message says where the missing entry belongs. The test reads the sources and needs no build.
 */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';

import { frequentKernels } from '../src/graph/kernels.js';
import { rareKernels } from '../src/graph/rare-kernels.js';
import { catalog, kernelCatalog } from '../src/machines/catalog.js';

const root = new URL('../../', import.meta.url);
const read = (path) => readFileSync(new URL(path, root), 'utf8');

/** Fails with the file that lacks something. */
function lacks(path, what) {
  assert.fail(`${path} lacks ${what}; demo/docs/inside/contributing.md says what it needs`);
}

/** The names in a string of a type of generated/options.d.ts, without numbers behind @. */
function namesIn(type) {
  const [, union] = read('js/src/generated/options.d.ts').match(
    new RegExp(`export type ${type} =([^;]*);`),
  );
  return [...union.matchAll(/['`]([^'`]+)['`]/g)].map(([, name]) => name.replace('${number}', ''));
}

describe('every kernel', () => {
  const names = Object.keys(kernelCatalog);
  assert.ok(names.length > 30);
  for (const name of names) {
    it(`${name} has its values, and is written`, () => {
      const values = `core/engine/catalog/testdata/values/${name}.json`;
      if (!existsSync(new URL(values, root)))
        lacks('core/internal/golden/kernelvalues.py', `the function ${name}, or it was not run`);
      if (kernelCatalog[name].samples === 'strings') return;
      if (!Object.hasOwn({ ...frequentKernels, ...rareKernels }, name))
        lacks('js/src/graph/rare-kernels.js', `an entry for the kernel ${name}`);
    });
  }
});

describe('every machine', () => {
  const names = Object.keys(catalog);
  assert.ok(names.length > 60);
  const scikit = read('demo/docs/from-scikit-learn.md');
  const steps = read('demo/docs/pipelines.md');
  for (const name of names) {
    it(`${name} is where readers look for it`, () => {
      if (new RegExp(`^\\|[^|]*\`${name}\`[^|]*\\| left out `, 'm').test(scikit))
        lacks('demo/docs/from-scikit-learn.md', `${name}, which it says is left out`);
      if (catalog[name].kind === 'transformer' && !steps.includes(`machines/${name}.md`))
        lacks('demo/docs/pipelines.md', `${name} in the table of steps`);
    });
  }
});

describe('every metric', () => {
  const names = namesIn('Scoring');
  assert.ok(names.length > 50);
  const page = read('demo/docs/model-selection.md');
  const oracle = ['testdata/scoring.json', 'metric_test.go', 'more_test.go']
    .map((file) => read(`core/data/metric/${file}`))
    .join('');
  for (const name of names) {
    it(`${name} is in the table of the docs and has an oracle`, () => {
      if (!new RegExp(`\`${name}(\\w+)?\``).test(page))
        lacks('demo/docs/model-selection.md', `${name} in the table of measures`);
      if (!oracle.includes(`"${name.replace(/(Macro|Micro|Weighted)$/, '')}`))
        lacks('core/internal/golden/scoring.py, or a test of core/data/metric,', name);
    });
  }
});

describe('every loss', () => {
  const losses = read('core/data/loss/list.go');
  const names = [...losses.matchAll(/^\t\t\{"(\w+)", /gm)].map(([, name]) => name);
  assert.ok(names.length > 10);
  const oracle = read('core/internal/golden/losses.py');
  for (const name of names)
    it(`${name} has an oracle`, () => {
      if (!oracle.includes(name)) lacks('core/internal/golden/losses.py', name);
    });
});
