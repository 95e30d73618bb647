/** Fits as they run: progress, stopping, aborting, budgets, queues, lifetimes, warnings. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import { script } from './support/child.mjs';
import { blobs, flat, xor } from './support/data.mjs';
import { fails } from './support/faults.mjs';
import { maxmargin } from './support/maxmargin.mjs';

const { KernelRidge, SVC, StandardScaler, load, makePipeline } = maxmargin;

/**
 * A problem that keeps any machine busy for many slices of 10 ms: two clouds on
 * top of each other, a narrow kernel and a high penalty. Tests never wait for
 * its end.
 */
const hard = (() => {
  const { X, y } = blobs({ n: 3000, d: 4, apart: 0.1, seed: 1 });
  return { X: flat(X), y, options: { C: 1000, gamma: 0.05, tol: 1e-9 } };
})();
const easy = blobs({ n: 20, apart: 6, seed: 2 });

const later = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

describe('progress', { timeout: 900_000 }, () => {
  it('reports iteration, objective, gap and support vectors, at most 20 times per second', async () => {
    const reports = [];
    const start = performance.now();
    await new SVC(hard.options).fit(hard.X, hard.y, {
      onProgress: (report) => reports.push(report) < 10,
    });
    // A busy machine makes this longer, never shorter.
    const seconds = (performance.now() - start) / 1000;
    assert.equal(reports.length, 10);
    assert.ok(reports.length <= 20 * seconds + 1, `${reports.length} reports in ${seconds} s`);
    for (const { iteration, objective, gap, supportVectors } of reports) {
      assert.ok(Number.isInteger(iteration) && iteration >= 0);
      assert.ok(Number.isFinite(objective) && gap > 0);
      assert.ok(Number.isInteger(supportVectors) && supportVectors >= 0 && supportVectors <= 3000);
    }
    for (let i = 1; i < reports.length; i++) {
      assert.ok(reports[i].iteration > reports[i - 1].iteration);
      assert.ok(
        reports[i].objective <= reports[i - 1].objective + 1e-6,
        'the dual objective falls',
      );
    }
  });

  it('returning false stops, and keeps the best so far', async () => {
    const model = await new SVC(hard.options).fit(hard.X, hard.y, { onProgress: () => false });
    assert.equal(model.fitInfo.status, 'stopped');
    assert.equal(model.fitInfo.converged, false);
    assert.equal((await model.predict(easyPoints(4))).length, 20);
  });

  it('returning false rejects if there is no result yet, and the previous fit stays', async () => {
    const model = await new KernelRidge().fit([[0], [1], [2]], [0, 1, 2]);
    const bytes = await model.save();
    const X = Array.from({ length: 1500 }, (_, i) => [i]);
    await fails(() => model.fit(X, X.flat(), { onProgress: () => false }), {
      code: 'ERR_STOPPED',
      argument: 'onProgress',
    });
    assert.deepEqual(await model.save(), bytes);
  });

  it('returning anything else goes on', async () => {
    const answers = [0, '', null, undefined];
    const model = await new SVC(hard.options).fit(hard.X, hard.y, {
      onProgress: () => (answers.length > 0 ? answers.pop() : false),
    });
    assert.equal(answers.length, 0);
    assert.equal(model.fitInfo.status, 'stopped');
  });

  it('a callback that throws ends the fit with its error and leaves the model as it was', async () => {
    const model = await new SVC(hard.options).fit(easyPoints(4), easy.y);
    const before = await model.decisionFunction(easyPoints(4));
    const own = new RangeError('mine');
    const fitting = model.fit(hard.X, hard.y, {
      onProgress: () => {
        throw own;
      },
    });
    await assert.rejects(fitting, (error) => error === own);
    assert.deepEqual(await model.decisionFunction(easyPoints(4)), before);
    await model.fit(easyPoints(4), easy.y);
  });
});

describe('AbortSignal', { timeout: 900_000 }, () => {
  it('aborted before: rejects with its reason and starts nothing', async () => {
    const reason = new Error('changed my mind');
    const fitting = new SVC().fit(xor.X, xor.y, { signal: AbortSignal.abort(reason) });
    await assert.rejects(fitting, (error) => error === reason);
  });

  it('aborted during: rejects with an AbortError at once, and the previous fit stays', async () => {
    const model = await new SVC(hard.options).fit(easyPoints(4), easy.y);
    const before = await model.decisionFunction(easyPoints(4));
    const abort = new AbortController();
    const fitting = model.fit(hard.X, hard.y, {
      signal: abort.signal,
      onProgress: () => abort.abort(),
    });
    await assert.rejects(fitting, { name: 'AbortError' });
    assert.deepEqual(await model.decisionFunction(easyPoints(4)), before);
  });

  it('frees the worker for the next fit', async () => {
    const abort = new AbortController();
    const fitting = new SVC(hard.options).fit(hard.X, hard.y, { signal: abort.signal });
    const next = new SVC({ C: 10, gamma: 1 }).fit(xor.X, xor.y);
    await later(100);
    abort.abort();
    await assert.rejects(fitting, { name: 'AbortError' });
    assert.equal((await next).fitInfo.converged, true);
  });

  it('aborted while waiting in the queue', async () => {
    const abort = new AbortController();
    const stop = { now: false };
    const running = new SVC(hard.options).fit(hard.X, hard.y, { onProgress: () => !stop.now });
    const waiting = new SVC().fit(xor.X, xor.y, { signal: abort.signal });
    abort.abort();
    await assert.rejects(waiting, { name: 'AbortError' });
    stop.now = true;
    assert.equal((await running).fitInfo.status, 'stopped');
  });

  it('aborted after: nothing happens', async () => {
    const abort = new AbortController();
    const model = await new SVC({ C: 10, gamma: 1 }).fit(xor.X, xor.y, { signal: abort.signal });
    abort.abort();
    assert.deepEqual(Array.from(await model.predict(xor.X)), xor.y);
  });

  it('leaves no listener behind', async () => {
    const { signal } = new AbortController();
    let listeners = 0;
    const count = (name, step) => {
      const own = signal[name].bind(signal);
      signal[name] = (...args) => {
        listeners += step;
        return own(...args);
      };
    };
    count('addEventListener', 1);
    count('removeEventListener', -1);
    await new SVC().fit(xor.X, xor.y, { signal });
    assert.equal(listeners, 0);
  });
});

describe('budgets', { timeout: 900_000 }, () => {
  it('maxIter ends with the best so far', async () => {
    const model = await new SVC({ ...hard.options, maxIter: 50 }).fit(hard.X, hard.y);
    assert.equal(model.fitInfo.status, 'iterationLimit');
    assert.equal(model.fitInfo.converged, false);
    assert.ok(model.fitInfo.iterations <= 50, `${model.fitInfo.iterations} iterations`);
    assert.ok((await model.predict(hard.X)).length === 3000);
  });

  it('maxTime ends with the best so far', async () => {
    const model = await new SVC({ ...hard.options, maxTime: 200 }).fit(hard.X, hard.y);
    assert.equal(model.fitInfo.status, 'timeLimit');
    assert.equal(model.fitInfo.converged, false);
    assert.ok(model.fitInfo.milliseconds >= 200, `${model.fitInfo.milliseconds} ms`);
  });

  it('maxTime leaves a model with probabilities asked for, in pipelines and of several classes', async () => {
    // 1500 x 10 with maxTime 50 and 'sigmoid' ended ERR_STOPPED, "onProgress stopped the fit".
    const { X, y } = blobs({ n: 1500, d: 10, k: 3, apart: 0.1, seed: 3 });
    const two = y.map((label) => label === y[0]);
    for (const [labels, options] of [
      [two, { probability: 'sigmoid' }],
      [y, { probability: 'isotonic', multiClass: 'ovr' }],
      [y, {}],
    ]) {
      const svc = new SVC({ ...hard.options, maxTime: 50, ...options });
      for (const model of [svc, makePipeline(new StandardScaler(), svc)]) {
        await model.fit(X, labels);
        const { status, warnings } = model.fitInfo;
        assert.equal(status, 'timeLimit');
        assert.equal((await model.predict(X)).length, 1500);
        const codes = warnings.map(({ code }) => code);
        assert.equal(codes.includes('WARN_NO_PROBABILITY'), 'probability' in options);
      }
    }
  });

  it('a fit that ends by itself has converged', async () => {
    const model = await new SVC().fit(easy.X, easy.y);
    assert.equal(model.fitInfo.status, 'converged');
    assert.equal(model.fitInfo.converged, true);
    assert.ok(model.gap <= 1e-3, `gap ${model.gap}`);
  });
});

describe('several models', { timeout: 900_000 }, () => {
  it('fit one after the other, in the order of the calls', async () => {
    const order = [];
    let reports = 0;
    // Without a queue the short fits would end before the long one.
    const long = new SVC(hard.options).fit(hard.X, hard.y, { onProgress: () => ++reports < 3 });
    const quick = [1, 2, 3, 4].map((C) => new SVC({ C }).fit(easy.X, easy.y));
    await Promise.all([long, ...quick].map((fit, i) => fit.then(() => order.push(i))));
    assert.deepEqual(order, [0, 1, 2, 3, 4]);
  });

  it('predict while another one fits', async () => {
    const model = await new SVC().fit(easy.X, easy.y);
    const stop = { now: false };
    let ended = false;
    const fitting = new SVC(hard.options)
      .fit(hard.X, hard.y, { onProgress: () => !stop.now })
      .finally(() => (ended = true));
    const predicted = await model.predict(easy.X);
    assert.equal(ended, false, 'the fit was over too early to tell');
    assert.deepEqual(Array.from(predicted), easy.y);
    stop.now = true;
    await fitting;
  });

  it('a second fit of the same instance is refused while the first goes on', async () => {
    const model = new SVC(hard.options);
    const stop = { now: false };
    const fitting = model.fit(hard.X, hard.y, { onProgress: () => !stop.now });
    await fails(() => model.fit(xor.X, xor.y), { code: 'ERR_BUSY' });
    stop.now = true;
    await fitting;
    await model.fit(xor.X, xor.y);
  });

  it('predict of an instance during its own second fit uses the first', async () => {
    const model = await new SVC(hard.options).fit(easyPoints(4), easy.y);
    const before = await model.decisionFunction(easyPoints(4));
    const stop = { now: false };
    const fitting = model.fit(hard.X, hard.y, { onProgress: () => !stop.now });
    assert.deepEqual(await model.decisionFunction(easyPoints(4)), before);
    stop.now = true;
    await fitting;
  });

  it('predictions stay the same after much else was allocated and freed', async () => {
    const model = await new SVC().fit(easy.X, easy.y);
    const before = await model.decisionFunction(easy.X);
    for (let i = 0; i < 40; i++) {
      const { X, y } = blobs({ n: 100 + 40 * (i % 5), d: 5, apart: 1, seed: i });
      const other = await new SVC().fit(X, y);
      await other.predict(X);
      other.dispose();
    }
    assert.deepEqual(await model.decisionFunction(easy.X), before);
  });
});

describe('dispose', { timeout: 900_000 }, () => {
  it('may be called again, and with using', async () => {
    const model = await new SVC().fit(xor.X, xor.y);
    model.dispose();
    model.dispose();
    if (Symbol.dispose) assert.equal(typeof model[Symbol.dispose], 'function');
  });

  it('makes the instance unusable', async () => {
    const model = await new SVC().fit(xor.X, xor.y);
    model.dispose();
    const disposed = { code: 'ERR_DISPOSED' };
    await fails(() => model.predict(xor.X), disposed);
    await fails(() => model.decisionFunction(xor.X), disposed);
    await fails(() => model.score(xor.X, xor.y), disposed);
    await fails(() => model.save(), disposed);
    await fails(() => model.fit(xor.X, xor.y), disposed);
    await fails(() => model.supportVectors, disposed);
  });

  it('before fit is fine', () => {
    new SVC().dispose();
  });

  it('of one model does not affect the others', async () => {
    const one = await new SVC({ C: 10, gamma: 1 }).fit(xor.X, xor.y);
    const bytes = await one.save();
    const two = await load(bytes);
    one.dispose();
    assert.deepEqual(Array.from(await two.predict(xor.X)), xor.y);
  });
});

describe('warnings', { timeout: 900_000 }, () => {
  const wild = 'const X = [[0, 0], [1, 5000], [0, 1000], [1, 9000]]; const y = [0, 1, 0, 1];';

  it('features of very different ranges give one warning', async () => {
    const { stderr, code } = await script(`
      import { SVC } from 'maxmargin';
      ${wild}
      await new SVC().fit(X, y);
      await new SVC({ C: 2 }).fit(X, y);
    `);
    assert.equal(code, 0, stderr);
    assert.equal(stderr.match(/different ranges/g)?.length ?? 0, 1, stderr);
    assert.match(stderr, /scale/i);
  });

  it('features of similar ranges give none', async () => {
    const { stderr, code } = await script(`
      import { SVC } from 'maxmargin';
      await new SVC().fit([[0, 0], [1, 50], [0, 10], [1, 90]], [0, 1, 0, 1]);
    `);
    assert.equal(code, 0, stderr);
    assert.equal(stderr, '');
  });

  it('go to onWarning when there is one, with a code', async () => {
    const { stdout, stderr } = await script(`
      import { SVC, init } from 'maxmargin';
      await init({ onWarning: (warning) => console.log(JSON.stringify(warning)) });
      ${wild}
      await new SVC().fit(X, y);
    `);
    assert.equal(stderr, '');
    const { code, message } = JSON.parse(stdout);
    assert.match(code, /^WARN_/);
    assert.match(message, /range/);
  });
});

describe('the process', { timeout: 900_000 }, () => {
  const scripts = {
    'after a fit': 'await new SVC().fit(X, y);',
    'after a fit that nobody waits for': 'new SVC().fit(X, y).then(() => console.log("fitted"));',
    'after an error': 'await new SVC().fit(X, []).catch(() => {});',
    'after an abort': `
      const abort = new AbortController();
      const fitting = new SVC().fit(X, y, { signal: abort.signal });
      abort.abort();
      await fitting.catch(() => {});`,
    'after init alone': 'await init();',
    'after import alone': '',
  };
  for (const [when, body] of Object.entries(scripts)) {
    it(`ends by itself ${when}`, async () => {
      const { code, signal, stdout, stderr } = await script(`
        import { SVC, init } from 'maxmargin';
        const X = [[0, 0], [0, 1], [1, 0], [1, 1]], y = [0, 1, 1, 0];
        ${body}
        void [X, y, SVC, init];
      `);
      assert.equal(signal, null, 'it did not end within 30 s');
      assert.equal(code, 0, stderr);
      if (body.includes('fitted')) assert.equal(stdout, 'fitted\n');
    });
  }
});

/** easyPoints is the easy problem in d dimensions, zeros in the others. */
function easyPoints(d) {
  return easy.X.map((row) => [...row, ...Array(d - row.length).fill(0)]);
}
