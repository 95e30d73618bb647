/** terminate(): the end of the worker, or of the program in this thread, and calls after it. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';

import { script } from './support/child.mjs';
import { blobs, flat } from './support/data.mjs';
import { fails } from './support/faults.mjs';
import { maxmargin, sync } from './support/maxmargin.mjs';

const { X, y } = blobs({ n: 60, d: 3, k: 3, apart: 2, seed: 3 });
const hard = blobs({ n: 2000, d: 4, apart: 0.1, seed: 2 });
const endless = { C: 1000, gamma: 0.05, tol: 1e-9 };
const ended = { code: 'ERR_DISPOSED', message: [/terminate\(\)/, /call again/] };

for (const [name, api] of Object.entries({ maxmargin, 'maxmargin/sync': sync })) {
  describe(`terminate of ${name}`, { timeout: 900_000 }, () => {
    before(() => api.init());
    after(() => api.terminate());

    it('does not change fitted models: the next call starts the runtime anew', async () => {
      const model = await new api.SVC().fit(X, y);
      const pipeline = await api
        .makePipeline(new api.StandardScaler(), new api.SVC({ probability: 'sigmoid' }))
        .fit(X, y);
      const values = await model.decisionFunction(X);
      const chances = await pipeline.predictProba(X);
      assert.equal(await api.terminate(), undefined);
      assert.deepEqual(await model.decisionFunction(X), values);
      assert.deepEqual(await pipeline.predictProba(X), chances);
      await api.terminate();
      assert.deepEqual(await pipeline.namedSteps.svc.clone().fit(X, y), pipeline.namedSteps.svc);
      model.dispose();
      await api.terminate();
      pipeline.dispose();
    });

    it('may be called twice, and before anything has started', async () => {
      await api.terminate();
      await api.terminate();
      const { mean } = await api.crossValidate(new api.SVC(), X, y);
      assert.ok(mean > 0.8);
    });
  });
}

describe('terminate of maxmargin', { timeout: 900_000 }, () => {
  const { GridSearch, SVC, terminate } = maxmargin;

  it('fails the calls that are running and waiting, and no later ones', async () => {
    await terminate();
    const starting = new SVC(endless).fit(flat(hard.X), hard.y);
    const first = fails(() => starting, ended);
    await terminate();
    await first;

    const model = await new SVC().fit(X, y);
    let told = () => {};
    const begun = new Promise((resolve) => (told = resolve));
    const running = model.fit(flat(hard.X), hard.y, { onProgress: told });
    const slow = new SVC(endless).fit(flat(hard.X), hard.y, { onProgress: told });
    const queued = new SVC(endless).fit(flat(hard.X), hard.y);
    await begun;
    const all = [slow, queued].map((fit) => fails(() => fit, ended));
    const earlier = running.catch(() => {});
    await terminate();
    await Promise.all([...all, earlier]);
    assert.equal((await model.predict(X)).length, X.length);
  });

  it('ends a search', async () => {
    let told = () => {};
    const begun = new Promise((resolve) => (told = resolve));
    const search = new GridSearch(new SVC(endless), { C: [1, 1000] }, { workers: 2 });
    const searching = search.fit(flat(hard.X), hard.y, { onProgress: told });
    const failed = fails(() => searching, ended);
    await begun;
    await terminate();
    await failed;
    assert.equal(search.bestEstimator, undefined);
  });
});

/**
 * Node 20 and 22 abort the process when a thread ends while V8 optimises what it has run. The
 * flags make V8 optimise so much that half of such scripts ended before terminate() waited for it.
 */
describe('terminate() while V8 optimises a fit in JavaScript', { timeout: 900_000 }, () => {
  const flags = ['--stress-concurrent-inlining', '--interrupt-budget=5000'];
  for (const turn of [1, 2, 3]) {
    it(`the process lives on (${turn})`, async () => {
      const { stdout, stderr } = await script(
        `
        import { GaussianMixture, terminate } from 'maxmargin';
        const X = Array.from({ length: 4000 }, (_, i) => [Math.sin(i), Math.cos(i * i), (i % 17) / 9]);
        const options = { nComponents: 6, tol: 0, nInit: 1, maxIter: 1e6, maxTime: 5000 };
        for (let i = 0; i < 5; i++) {
          let told;
          const begun = new Promise((resolve) => (told = resolve));
          const fit = new GaussianMixture(options).fit(X, { onProgress: told });
          const ended = fit.catch(({ code }) => console.log(code));
          await begun;
          await terminate();
          await ended;
        }
        `,
        { flags, seconds: 70 },
      );
      assert.equal(stdout, 'ERR_DISPOSED\n'.repeat(5), stderr);
    });
  }
});

/**
 * Megabytes of a process before anything, after a fit and its dispose(), and after
 * terminate().
 */
async function megabytes(from) {
  const { stdout, stderr } = await script(
    `
    import { SVC, init, terminate } from '${from}';
    const measure = async () => {
      for (let i = 0; i < 5; i++) {
        globalThis.gc();
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
      return process.memoryUsage().rss / 2 ** 20;
    };
    const before = await measure();
    await init();
    const n = 3000;
    const X = { data: Float64Array.from({ length: 20 * n }, (_, i) => Math.sin(i * i)), rows: n, cols: 20 };
    const model = await new SVC({ cacheSize: 400 }).fit(X, Array.from({ length: n }, (_, i) => i % 2));
    model.dispose();
    const fitted = await measure();
    await terminate();
    console.log(JSON.stringify([before, fitted, await measure()]));
    `,
    { flags: ['--expose-gc'], seconds: 100 },
  );
  assert.ok(stdout, stderr);
  return JSON.parse(stdout);
}

describe('the memory of a process', { timeout: 900_000 }, () => {
  for (const from of ['maxmargin', 'maxmargin/sync']) {
    it(`falls when terminate of ${from} is called`, async () => {
      const [before, fitted, after] = await megabytes(from);
      const told = `${before.toFixed()} MB before, ${fitted.toFixed()} after a fit, ${after.toFixed()} after terminate`;
      assert.ok(fitted - before > 100, `the fit takes nothing: ${told}`);
      assert.ok(after - before < (fitted - before) / 2, told);
    });
  }
});
