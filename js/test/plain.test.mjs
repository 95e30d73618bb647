/** The package whose module is one file as `go build` writes it (`make plain`) does the same work. */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';

import { blobs } from './support/made-up.mjs';
import { entry, root } from './support/project.mjs';

const folder = join(root, 'build', 'plain');
assert.ok(existsSync(folder), 'there is no build/plain: run make plain');
const plain = (...names) =>
  Promise.all(names.map((name) => import(pathToFileURL(join(folder, name)).href)));

const { X, y } = blobs({ n: 60, d: 3, k: 3, apart: 2, seed: 4 });
const values = X.map(([a, b]) => a - b * b);

/** What some machines say of the samples, and again after their files were read. */
async function work(maxmargin) {
  const { SVC, SVR, LinearSVC, OneClassSVM, KernelPCA, StandardScaler, GaussianProcessRegressor } =
    maxmargin;
  await maxmargin.init();
  const answers = {};
  for (const [name, machine, target] of [
    ['SVC', new SVC(), y],
    ['SVR', new SVR(), values],
    ['LinearSVC', new LinearSVC(), y],
    ['OneClassSVM', new OneClassSVM()],
    ['KernelPCA', new KernelPCA({ nComponents: 2 })],
    ['GaussianProcessRegressor', new GaussianProcessRegressor(), values],
    ['pipeline', maxmargin.makePipeline(new StandardScaler(), new SVC({ kernel: 'poly' })), y],
  ]) {
    const model = await machine.fit(X, target);
    const ask = async (of) => [...(await (of.predict?.(X) ?? of.transform(X)))].flat();
    answers[name] = await ask(model);
    const copy = await maxmargin.load(await model.save());
    assert.deepEqual(await ask(copy), answers[name], `${name} from its file`);
  }
  return answers;
}

describe('the package with the module in one plain file', { timeout: 300_000 }, () => {
  for (const [form, file] of [
    ['promised', 'node.js'],
    ['blocking', 'sync.node.js'],
  ]) {
    it(`fits, predicts, saves and loads as the usual package: ${form}`, async () => {
      const [main, study] = await plain(file, `study.${file}`);
      const usual = await import(entry(form === 'promised' ? 'main.mjs' : 'sync.mjs'));
      const answers = await work({ ...study, ...main });
      for (const [name, expected] of Object.entries(await work(usual))) {
        assert.equal(answers[name].length, expected.length, name);
        expected.forEach((value, i) => {
          if (typeof value !== 'number') assert.equal(answers[name][i], value, name);
          else assert.ok(Math.abs(answers[name][i] - value) < 1e-6, `${name}: ${answers[name][i]}, not ${value}`); // prettier-ignore
        });
      }
      await main.terminate?.();
      await usual.terminate?.();
    });
  }
});
