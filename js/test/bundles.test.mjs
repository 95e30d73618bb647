/** How much of the package a bundler keeps in a program that uses a part of it. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import { excess, oneMachineMore, programs } from '../budgets.mjs';
import { bundleSize } from '../bundles.mjs';
import { project } from './support/project.mjs';

describe('a program with', { timeout: 900_000 }, () => {
  for (const budget of programs) {
    it(`${budget.name} takes at most ${budget.bytes / 1000} KB`, async () => {
      const bytes = await bundleSize(budget.imports, budget.from, project);
      assert.equal(excess(budget, bytes), '');
    });
  }

  it('one machine more takes little more', async () => {
    const [one, two, all] = await Promise.all(
      ['{ SVC }', '{ SVC, KernelPCA }', '*'].map((names) =>
        bundleSize(names, 'maxmargin', project),
      ),
    );
    assert.ok(two > one, 'the machine is in it');
    assert.equal(excess(oneMachineMore, two - one), '');
    assert.ok(all > 2 * one, 'what is not used is left out');
  });
});
