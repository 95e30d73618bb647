/**
 * Vectorizers, mixtures and hidden Markov models are JavaScript, and work where machines of
 * WebAssembly do: in the worker. Settings and signals of both forms are in contract.test.mjs.
 */
import assert from 'node:assert/strict';
import { syncBuiltinESMExports } from 'node:module';
import { after, before, beforeEach, describe, it } from 'node:test';
import { performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import threads from 'node:worker_threads';

import { fails } from './support/faults.mjs';
import { entry } from './support/project.mjs';

/**
 * Node 20 and 22 abort when a thread is killed while V8 optimises what it runs, and a test here
 * kills threads, so V8 optimises within the threads. terminate() waits: terminate.test.mjs.
 */
setFlagsFromString('--no-concurrent-recompilation');

/** All workers that were started, so that they can be ended behind the package's back. */
const workers = [];
threads.Worker = class extends threads.Worker {
  constructor(...args) {
    super(...args);
    workers.push(this);
  }
};
syncBuiltinESMExports();

const maxmargin = await import(entry('main.mjs'));
const inline = await import(entry('inline.mjs'));
const sync = await import(entry('sync.mjs'));

const quiet = { onWarning() {}, worker: undefined };
const words = Array.from({ length: 30_000 }, (_, i) =>
  Array.from({ length: 30 }, (_, j) => `w${(i * 7919 + j * j * 104729) % 5003}`).join(' '),
);
const points = Array.from({ length: 4000 }, (_, i) => [Math.sin(i), Math.cos(i * i), (i % 17) / 9]);
const strings = Array.from({ length: 1500 }, (_, i) =>
  Array.from({ length: 40 }, (_, j) => 'abcd'[(i * j * j + (i % 7)) % 4]).join(''),
);
/** So many steps that a fit does not end by itself within a test. */
const endless = { tol: 0, nInit: 1, maxIter: 1e6 };
const stem = (word) => word.slice(0, 4);

/** What each machine is fitted to, and options that make its fit take more than 300 ms. */
const machines = {
  CountVectorizer: { X: words, options: { ngramRange: [1, 2] } },
  TfidfVectorizer: { X: words, options: { ngramRange: [1, 2] } },
  GaussianMixture: { X: points, options: { nComponents: 6, ...endless, maxTime: 700 } },
  HiddenMarkovModel: { X: strings, options: { nStates: 4, ...endless, maxTime: 700 } },
};

/** The share of the time that this thread works while a promise is waited for. */
async function share(begin) {
  const before = performance.eventLoopUtilization();
  await begin();
  return performance.eventLoopUtilization(before).utilization;
}

/** How often the event loop turns until a promise settles. */
async function turns(promise) {
  let count = 0;
  let over = false;
  promise.then(
    () => (over = true),
    () => (over = true),
  );
  while (!over) {
    await new Promise((resolve) => setImmediate(resolve));
    count++;
  }
  return count;
}

before(async () => {
  await sync.init(quiet);
  await maxmargin.init(quiet);
});
after(() => Promise.all([maxmargin.terminate(), inline.terminate()]));

describe('work in JavaScript', { timeout: 900_000 }, () => {
  for (const [name, { X, options }] of Object.entries(machines)) {
    const few = X.slice(0, 50);
    const measured = X.slice(0, 10_000); // some tenths of a second
    const small = { ...options, ...(options.tol === 0 && { maxIter: 20, maxTime: Infinity }) };

    it(`${name}: a fit leaves the calling thread free`, async () => {
      const model = new maxmargin[name](options);
      await model.fit(few);
      const beside = await share(() => model.fit(measured));
      assert.ok(beside < 0.6, `this thread works ${(100 * beside).toFixed()} % of the time`);
      const blocking = new sync[name](options);
      const blocked = await share(async () => void blocking.fit(measured));
      assert.ok(blocked > 0.9, `the measurement sees ${blocked} of a fit that blocks`);
    });

    it(`${name}: the same numbers as in the calling thread, bit for bit`, async () => {
      for (const api of [maxmargin, inline]) {
        const model = new api[name](small);
        const other = new sync[name](small);
        const part = X.slice(0, 300);
        assert.deepEqual(await model.fitTransform(part), other.fitTransform(part));
        assert.deepEqual(await model.save(), other.save());
        await model.fit(part);
        assert.deepEqual(await model.save(), other.save());
        assert.deepEqual(await model.transform(few), other.transform(few));
        for (const method of ['scoreSamples', 'predictProba', 'predict']) {
          if (method in other) assert.deepEqual(await model[method](few), other[method](few));
        }
        const again = await api.load(await model.save());
        assert.deepEqual(await again.transform(few), other.transform(few));
      }
    });

    it(`${name}: a signal ends a fit, and the worker is free for another`, async () => {
      const model = new maxmargin[name]({
        ...options,
        ...(options.tol === 0 && { maxTime: Infinity }),
      });
      await model.fit(X.slice(0, 20), { onProgress: () => false }).catch(() => {});
      const other = await new maxmargin[name](small).fit(few);
      const reason = new Error('enough');
      const controller = new AbortController();
      let begun = () => {};
      const going = new Promise((resolve) => (begun = resolve));
      const fit = model.fit(X, { signal: controller.signal, onProgress: begun });
      await going;
      controller.abort(reason);
      await assert.rejects(fit, (error) => error === reason);
      await other.fit(few); // fits wait for each other
    });

    it(`${name}: progress arrives, at most 20 times per second`, async () => {
      const reports = [];
      const began = performance.now();
      await new maxmargin[name](options).fit(measured, {
        onProgress: (report) => void reports.push(report),
      });
      const most = (performance.now() - began) / 50 + 1;
      assert.ok(reports.length >= 2 && reports.length <= most, `${reports.length}, ${most}`);
      for (const { phase, fraction } of reports) {
        assert.ok(phase.length > 2 && fraction >= 0 && fraction <= 1, `${phase} ${fraction}`);
      }
    });

    it(`${name}: terminate() ends a fit, and earlier fits go on in a new worker`, async () => {
      const earlier = new maxmargin[name](small);
      const rows = await earlier.fitTransform(few);
      let begun = () => {};
      const going = new Promise((resolve) => (begun = resolve));
      const failed = fails(() => new maxmargin[name](options).fit(X, { onProgress: begun }), {
        code: 'ERR_DISPOSED',
        message: /terminate\(\)/,
      });
      const waiting = fails(() => new maxmargin[name](options).fit(X), { code: 'ERR_DISPOSED' });
      await going;
      await maxmargin.terminate();
      await Promise.all([failed, waiting]);
      assert.deepEqual(await earlier.transform(few), rows);
    });

    it(`${name}: a worker that dies is told, and the next call starts another`, async () => {
      await maxmargin.terminate();
      await maxmargin.init(quiet); // forgets the crashes before, and starts a worker
      const worker = workers.at(-1);
      const earlier = new maxmargin[name](small);
      const rows = await earlier.fitTransform(few);
      let begun = () => {};
      const going = new Promise((resolve) => (begun = resolve));
      const failed = fails(() => new maxmargin[name](options).fit(X, { onProgress: begun }), {
        code: 'ERR_RUNTIME_CRASHED',
      });
      await going;
      worker.terminate();
      await failed;
      assert.deepEqual(await earlier.transform(few), rows);
    });

    it(`${name}: without a worker it works here, in slices, with the same numbers`, async () => {
      await maxmargin.init({ ...quiet, worker: false });
      try {
        const model = new maxmargin[name](small);
        const rows = await model.fitTransform(few);
        assert.deepEqual(rows, new sync[name](small).fitTransform(few));
        const fit = new maxmargin[name](options).fit(X);
        assert.ok((await turns(fit)) > 10);
        let begun = () => {};
        const going = new Promise((resolve) => (begun = resolve));
        const failed = fails(() => new maxmargin[name](options).fit(X, { onProgress: begun }), {
          code: 'ERR_DISPOSED',
        });
        await going;
        await maxmargin.terminate();
        await failed;
        // A fit that goes on takes each part of this time; other work of the process only some.
        let after = 1;
        for (let part = 0; part < 4; part++) after = Math.min(after, await share(() => wait(50)));
        assert.ok(after < 0.5, `the fit that was ended goes on, ${after} of the time`);
        assert.deepEqual(await model.transform(few), rows);
      } finally {
        await maxmargin.init(quiet);
      }
    });
  }

  it('errors have the code, the argument and the message of the blocking form', async () => {
    const told = async (run) => {
      try {
        await run();
      } catch ({ code, argument, message, details }) {
        return { code, argument, message, details };
      }
      return undefined;
    };
    for (const [name, options, X, Z] of [
      ['CountVectorizer', {}, ['ab', 7]],
      ['CountVectorizer', {}, [['ab', {}]]],
      ['CountVectorizer', {}, 'text'],
      ['CountVectorizer', {}, []],
      ['CountVectorizer', {}, ['a', '']],
      ['CountVectorizer', { minDf: 3 }, ['ab']],
      ['CountVectorizer', { stem: () => 7 }, ['word']],
      ['TfidfVectorizer', {}, ['word'], [() => 7]],
      ['FeatureMap', {}, [1]],
      ['FeatureMap', { map: (x) => [x.y.z] }, [{}]],
      ['GaussianMixture', { nComponents: 5 }, [[1], [2]]],
      ['GaussianMixture', {}, ['ab', 'ba']],
      ['GaussianMixture', {}, [[1e300], [-1e300], [1]]],
      ['GaussianMixture', {}, [[1], [2], [3]], [[1, 2]]],
      ['HiddenMarkovModel', {}, ['', '']],
      ['HiddenMarkovModel', {}, strings.slice(0, 20), ['abxd']],
    ]) {
      const all = [maxmargin, sync].map((api) =>
        told(async () => {
          const model = new api[name](options);
          await model.fit(X);
          if (Z) await model.transform(Z);
        }),
      );
      const [promised, blocking] = await Promise.all(all);
      assert.ok(blocking?.code?.startsWith('ERR_'), `${name}: ${JSON.stringify(blocking)}`);
      assert.deepEqual(promised, blocking);
    }
    const own = new Error('own');
    const stems = new maxmargin.CountVectorizer({
      stem() {
        throw own;
      },
    });
    const error = await fails(() => stems.fit(['word']), { code: 'ERR_FUNCTION' });
    assert.equal(error.cause, own);
  });

  it('samples are read within the call, and options are those of the call', async () => {
    const texts = words.slice(0, 200);
    const rows = points.slice(0, 200).map((row) => [...row]);
    const [text, mixture] = [new maxmargin.CountVectorizer(), new maxmargin.GaussianMixture()];
    const fits = [text.fit(texts), mixture.fit(rows)];
    texts.fill('other');
    rows.forEach((row) => row.fill(0));
    text.setParams({ binary: true, ngramRange: [2, 2] });
    mixture.setParams({ features: 'marginalized' });
    await Promise.all(fits);
    const like = new sync.CountVectorizer().fit(words.slice(0, 200));
    assert.deepEqual(await text.save(), like.save());
    const few = points.slice(0, 20);
    const other = new sync.GaussianMixture().fit(points.slice(0, 200));
    assert.deepEqual(await mixture.transform(few), other.transform(few));
  });

  it('functions of the caller stay in the calling thread, in slices', async () => {
    const map = ([a, b]) => [a * b, a + b];
    const slow = (x) => map(Array.from({ length: 2 }, (_, j) => x[j] + 0 * Math.sin(j)));
    const many = Array.from({ length: 100 }, () => points).flat();
    let calls = 0;
    const counted = (own) => (given) => {
      calls++;
      return own(given);
    };
    for (const [name, options, X] of [
      ['FeatureMap', { map: counted(slow) }, many],
      ['CountVectorizer', { stem: counted(stem) }, words],
      ['TfidfVectorizer', { tokenize: counted((text) => text.split(' ')) }, words],
    ]) {
      const few = X.slice(0, 30);
      const model = new maxmargin[name](options);
      const other = new sync[name](options);
      assert.deepEqual(await model.fitTransform(few), other.fitTransform(few));
      assert.deepEqual(await model.save(), other.save());
      const rows = await model.transform(few);
      assert.ok((await turns(new maxmargin[name](options).fit(X))) > 10, `${name}: no turns`);

      const controller = new AbortController();
      const fit = new maxmargin[name](options).fit(X, { signal: controller.signal });
      const reason = new Error('enough');
      setTimeout(() => controller.abort(reason), 20);
      await assert.rejects(fit, (error) => error === reason);

      const ended = fails(() => new maxmargin[name](options).fit(X), { code: 'ERR_DISPOSED' });
      await wait(20);
      await maxmargin.terminate();
      await ended;
      const made = calls;
      await wait(200);
      assert.equal(calls, made, `${name}: the fit that was ended goes on`);
      assert.deepEqual(await model.transform(few), rows);
    }
  });
});

describe('pipelines and searches with such a step first', { timeout: 900_000 }, () => {
  const y = (X) => X.map((_, i) => i % 3);
  const steps = {
    CountVectorizer: [{ stopWords: ['w1'] }, words.slice(0, 300)],
    TfidfVectorizer: [{ stem }, words.slice(0, 300)],
    FeatureMap: [{ map: ([a, b, c]) => [a * b, b * c, c] }, points.slice(0, 300)],
    GaussianMixture: [{ nComponents: 3, maxIter: 20 }, points.slice(0, 300)],
    HiddenMarkovModel: [{ nStates: 2, maxIter: 20 }, strings.slice(0, 150)],
  };

  beforeEach(() => maxmargin.init(quiet));

  for (const [name, [options, X]] of Object.entries(steps)) {
    const make = (api) =>
      api.makePipeline(new api[name](options), new api.SVC({ probability: 'sigmoid' }));

    it(`${name}: the same in both forms`, async () => {
      const [model, other] = [make(maxmargin), make(sync)];
      await model.fit(X, y(X));
      other.fit(X, y(X));
      const few = X.slice(0, 40);
      assert.deepEqual(await model.decisionFunction(few), other.decisionFunction(few));
      assert.deepEqual(await model.predictProba(few), other.predictProba(few));
      assert.equal(await model.score(X, y(X)), other.score(X, y(X)));
      const settings = { folds: 3, seed: 1, workers: 2 };
      const [promised, blocking] = [maxmargin, sync].map((api) =>
        api.crossValidate(make(api), X, y(X), settings),
      );
      assert.deepEqual((await promised).scores, blocking.scores);
      const search = new maxmargin.GridSearch(make(maxmargin), { svc__C: [1, 10] }, settings);
      const searched = new sync.GridSearch(make(sync), { svc__C: [1, 10] }, settings);
      await search.fit(X, y(X));
      searched.fit(X, y(X));
      const means = ({ results }) => results.map(({ mean }) => mean);
      assert.deepEqual(means(search), means(searched));
      assert.deepEqual(
        await search.bestEstimator.predict(few),
        searched.bestEstimator.predict(few),
      );
      model.dispose();
      await fails(() => model.predict(few), { code: 'ERR_DISPOSED' });
    });
  }

  it('a fit that replaces another does not change what is under way', async () => {
    const few = words.slice(0, 300);
    const make = (n) =>
      maxmargin.makePipeline(
        new maxmargin.CountVectorizer({ maxFeatures: n }),
        new maxmargin.SVC(),
      );
    const model = await make(50).fit(few, y(few));
    const values = await model.decisionFunction(few);
    const refit = model.setParams({ countvectorizer__maxFeatures: 20 }).fit(few, y(few));
    const [during] = await Promise.all([model.decisionFunction(few), refit]);
    assert.deepEqual(during, values);
    assert.equal(model.namedSteps.countvectorizer.nFeatures, 20);
    // The step is a copy: fitting it leaves the pipeline as it is.
    const after = await model.decisionFunction(few);
    await model.namedSteps.countvectorizer.fit(['other texts']);
    assert.deepEqual(await model.decisionFunction(few), after);
  });

  it('one fit at a time, from the first step on', async () => {
    const model = maxmargin.makePipeline(
      new maxmargin.TfidfVectorizer(),
      new maxmargin.LinearSVC(),
    );
    const fit = model.fit(words, y(words));
    await fails(() => model.fit(words, y(words)), { code: 'ERR_BUSY' });
    model.dispose();
    await fails(() => fit, { code: 'ERR_DISPOSED' });
  });

  for (const [way, api] of Object.entries({ maxmargin, 'maxmargin/sync': sync })) {
    it(`${way}: steps of a fit report the first step, and leaving the loop ends all`, async () => {
      const few = points.slice(0, 2000);
      const labels = few.map(([a]) => (a > 0.1 ? 1 : 0));
      const mixture = { nComponents: 8, ...endless, maxTime: 20_000 };
      const model = api.makePipeline(new api.GaussianMixture(mixture), new api.SVC());
      const phases = [];
      for await (const { phase } of model.fitSteps(few, labels))
        if (phases.push(phase) === 2) break;
      assert.deepEqual(phases, ['expectation-maximisation', 'expectation-maximisation']);
      assert.equal(model.namedSteps.gaussianmixture.status, 'stopped');
      assert.equal((await model.predict(few)).length, 2000);
      const text = api.makePipeline(new api.CountVectorizer(), new api.SVC());
      const leave = async () => {
        for await (const report of text.fitSteps(words, y(words))) if (report) break;
      };
      await fails(leave, { code: 'ERR_STOPPED' });
      await fails(() => text.predict(words), { code: 'ERR_NOT_FITTED' });
    });

    it(`${way}: steps of a mixture end with a report of the result`, async () => {
      const model = new api.GaussianMixture({ nComponents: 3, maxIter: 5 });
      let last;
      for await (const report of model.fitSteps(points)) last = report;
      assert.equal(last.phase, 'done');
      assert.equal(last.fraction, 1);
      assert.equal(model.nIter, last.iteration);
      assert.ok(model.fitTime > 0);
    });
  }

  it('a signal ends a search while its first step learns', async () => {
    const { GridSearch, HiddenMarkovModel, SVC, makePipeline } = maxmargin;
    const first = new HiddenMarkovModel({ nStates: 4, ...endless });
    const controller = new AbortController();
    const search = new GridSearch(makePipeline(first, new SVC()), { svc__C: [1, 10] });
    const reason = new Error('enough');
    const searching = search.fit(strings, y(strings), { signal: controller.signal });
    setTimeout(() => controller.abort(reason), 300);
    await assert.rejects(searching, (error) => error === reason);
  });

  it('onProgress ends a search while its first step learns', async () => {
    const { GridSearch, CountVectorizer, SVC, makePipeline } = maxmargin;
    const model = makePipeline(new CountVectorizer({ ngramRange: [1, 3] }), new SVC());
    const search = new GridSearch(model, { svc__C: [1, 10] });
    let calls = 0;
    await search.fit(words, y(words), { onProgress: () => ++calls < 0 });
    assert.ok(search.stopped);
    assert.equal(calls, 1);
    assert.deepEqual(
      search.results.map(({ error }) => error),
      [undefined, undefined],
    );
  });

  it('terminate() ends a search, in the first step and after it', async () => {
    const { GridSearch, HiddenMarkovModel, CountVectorizer, SVC, makePipeline } = maxmargin;
    const learning = new HiddenMarkovModel({ nStates: 4, ...endless, maxTime: 20_000 });
    for (const [first, X, delay] of [
      [learning, strings, 300],
      [new CountVectorizer(), words.slice(0, 4000), 1500],
    ]) {
      const machine = new SVC({ C: 1000, tol: 1e-9 });
      const search = new GridSearch(makePipeline(first, machine), { svc__C: [1, 10] });
      const failed = fails(() => search.fit(X, y(X)), { code: 'ERR_DISPOSED' });
      await wait(delay);
      await maxmargin.terminate();
      await failed;
      assert.equal(search.bestEstimator, undefined);
    }
  });
});
