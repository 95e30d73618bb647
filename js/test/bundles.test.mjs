/** How much of the package a bundler keeps in a program that uses a part of it. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import { budgets, bundleSize } from '../bundles.mjs';
import { project } from './support/project.mjs';

describe('a program with', { timeout: 900_000 }, () => {
  for (const [names, from, budget] of budgets) {
    it(`${names} from ${from} takes at most ${budget / 1000} KB`, async () => {
      const bytes = await bundleSize(names, from, project);
      assert.ok(bytes <= budget, `${bytes} bytes, minified`);
    });
  }

  it('one machine more takes little more', async () => {
    const [one, two, all] = await Promise.all(
      ['{ SVC }', '{ SVC, KernelPCA }', '*'].map((names) =>
        bundleSize(names, 'maxmargin', project),
      ),
    );
    assert.ok(two > one, 'the machine is in it');
    assert.ok(two - one < 4000, `${two - one} bytes`);
    assert.ok(all > 2 * one, 'what is not used is left out');
  });
});
