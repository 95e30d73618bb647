/** The public types beside their golden report, js/types-test/public: a removal is seen in review. */
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';

import { folder, publicTypes } from '../types-test/public.mjs';
import { project } from './support/project.mjs';

describe('the public types', () => {
  const installed = join(project, 'node_modules', 'maxmargin');
  const report = publicTypes(join(installed, 'dist', 'types'));
  const { exports } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'));

  it('are those of every entry that has types', () => {
    const paths = Object.values(exports).map((entry) => /"types":"\.\/dist\/types\/([\w.]+)\.d\.ts"/.exec(JSON.stringify(entry))?.[1]); // prettier-ignore
    const entries = [...new Set(paths.filter(Boolean))];
    assert.ok(entries.includes('index') && entries.includes('sync'));
    assert.deepEqual([...report.keys()].sort(), entries.sort());
    assert.deepEqual(
      readdirSync(folder).sort(),
      entries.map((name) => `${name}.d.ts.txt`),
    );
  });

  for (const [name, text] of report)
    it(`of ${name} are those of the report; make api writes it, and the commit says what changed`, () =>
      assert.equal(text, readFileSync(join(folder, `${name}.d.ts.txt`), 'utf8')));

  it('are whole: exports with their signatures, and the types that they name', () => {
    const index = report.get('index');
    for (const part of [
      /^SVC: const SVC: \{/m,
      /^SVC: interface SVC</m,
      /^load: function load[(<]/m,
      /^SVCOptions: interface SVCOptions/m,
      /^\(TolOptions\): interface TolOptions/m,
      /^\tdecisionFunction\(/m,
      /^kernels: .*\n(?:\t.*\n)*\ttensor\(/m,
    ])
      assert.match(index, part);
    assert.match(report.get('study.sync'), /^gammaFromSigma$/m);
    assert.match(report.get('sync'), /^\tdecisionFunction\([^\n]*\): Shaped</m);
    assert.doesNotMatch(index, /\/\*/);
  });
});
