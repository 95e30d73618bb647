/** Executors: threads, and one as a user writes it, keep the promises of the contract. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import { CallingThread } from '../src/executor/calling-thread.js';
import { blobs } from './support/data.mjs';
import { conforms } from './support/conformance.mjs';
import { fails } from './support/faults.mjs';
import { executor as entry, maxmargin, sync } from './support/maxmargin.mjs';

const { threads } = entry;
const { GridSearch, SVC } = maxmargin;
const { X, y } = blobs({ n: 60, d: 3, k: 3, apart: 1, seed: 1 });
const search = (executor, more = {}) =>
  new GridSearch(new SVC(), { C: [1, 2, 3] }, { folds: 2, executor, ...more });

/** As a user writes one: all that crosses is a copy, and replies come late and in another order. */
function mine() {
  const far = threads({ workers: 2 });
  const crossing = (value) => structuredClone(value);
  const late = () => new Promise((resolve) => setTimeout(resolve, 30 * Math.random()));
  /** Errors lose their class on the way. */
  const there = async (work) => {
    try {
      return crossing(await work());
    } catch (error) {
      if (!(error instanceof maxmargin.MaxMarginError)) throw error;
      const { code, argument, message, details } = crossing({ ...error, message: error.message });
      throw new maxmargin.MaxMarginError(code, argument, message, details);
    } finally {
      await late();
    }
  };
  return {
    name: 'mine',
    capacity: async () => 300,
    async open(opening, { signal }) {
      let session;
      const reply = await there(async () => {
        session = await far.open(crossing(opening), { signal });
        return session.reply;
      });
      return {
        reply,
        submit: (job, { signal }) => there(() => session.submit(crossing(job), { signal })),
        close: () => session.close(),
      };
    },
  };
}

describe('threads', { timeout: 300_000 }, () => conforms(() => threads({ workers: 2 })));

describe('an executor of a user', { timeout: 300_000 }, () => conforms(mine));

describe('the calling thread', { timeout: 300_000 }, () => {
  const { host } = new sync.SVC()[Symbol.for('maxmargin.estimator')];
  const ready = sync.init();
  conforms(async () => {
    await ready;
    return new CallingThread(host);
  });
});

describe('an executor that breaks its promises', { timeout: 120_000 }, () => {
  const far = threads({ workers: 1 });
  const broken = (changes, own = {}) => ({
    name: 'broken',
    capacity: () => 1,
    async open(opening, waiting) {
      const session = await far.open(opening, waiting);
      const { reply } = session;
      const submit = (job, watch) => session.submit(job, watch);
      return { reply, submit, close: () => session.close(), ...changes };
    },
    ...own,
  });
  const wrong = (method, text) => ({ code: 'ERR_FUNCTION', argument: 'executor', message: new RegExp(`${method}\\(\\) of the executor 'broken' .*${text}`) }); // prettier-ignore
  const thrower = () => {
    throw new TypeError('mine');
  };
  for (const [what, executor, expected] of [
    ['opens nothing', broken({}, { open: () => undefined }), wrong('open', 'got undefined')],
    ['opens without a reply', broken({ reply: 7 }), wrong('open', 'a reply')],
    ['opens with the reply to something else', broken({ reply: { value: {}, buffers: {} } }), wrong('open', 'TypeError')], // prettier-ignore
    ['throws when it opens', broken({}, { open: thrower }), wrong('open', 'failed: TypeError: mine')], // prettier-ignore
    ['has a capacity that is no number', broken({}, { capacity: () => NaN }), wrong('capacity', 'got NaN')], // prettier-ignore
    ['has a capacity that throws', broken({}, { capacity: thrower }), wrong('capacity', 'mine')],
    ['answers rubbish', broken({ submit: async () => 'yes' }), wrong('submit', "got 'yes'")],
    ['answers with buffers of another job', broken({ submit: async () => ({ value: {}, buffers: {} }) }), wrong('submit', 'TypeError')], // prettier-ignore
    ['throws in a job', broken({ submit: thrower }), wrong('submit', 'failed: TypeError: mine')],
  ]) {
    it(what, () => fails(() => search(executor).fit(X, y), expected));
  }

  it('never answers: an abort ends the work', async () => {
    const never = () => new Promise(() => {});
    for (const executor of [
      broken({ submit: never }),
      broken({}, { open: never }),
      broken({}, { capacity: never }),
    ]) {
      const controller = new AbortController();
      const { signal } = controller;
      const reason = new Error('enough');
      setTimeout(() => controller.abort(reason), 300);
      await assert.rejects(search(executor).fit(X, y, { signal }), reason);
    }
  });

  it('cannot end: nobody minds', async () => {
    for (const close of [thrower, async () => thrower()]) {
      await search(broken({ close, report: thrower })).fit(X, y);
    }
  });

  it('gives buffers that are parts of others: they are copied', async () => {
    const executor = broken({});
    const { open } = executor;
    executor.open = async (...given) => {
      const session = await open(...given);
      const submit = async (...job) => {
        const { value, buffers } = await session.submit(...job);
        const shifted = Object.entries(buffers).map(([name, bytes]) => {
          const place = new Uint8Array(bytes.length + 13).subarray(5, 5 + bytes.length);
          place.set(bytes);
          return [name, place];
        });
        return { value, buffers: Object.fromEntries(shifted) };
      };
      return { ...session, submit };
    };
    const scores = ({ results }) => results.map((row) => row.scores);
    const found = scores(await search(executor).fit(X, y));
    assert.deepEqual(found, scores(await search(undefined, { workers: 1 }).fit(X, y)));
  });

  it('loses workers for good: of a search the row fails, a fit solves at home', async () => {
    const submit = () => {
      throw new maxmargin.MaxMarginError('ERR_WORKER_LOST', '', 'two workers were lost');
    };
    const lost = search(broken({ submit }));
    await assert.rejects(lost.fit(X, y), { code: 'ERR_WORKER_LOST' });
    const model = await new SVC().fit(X, y, { executor: broken({ submit }) });
    assert.deepEqual(model.dualCoef, (await new SVC().fit(X, y)).dualCoef);
  });

  it('has nobody for ten seconds', async () => {
    const began = performance.now();
    await fails(() => search(broken({}, { capacity: () => 0 })).fit(X, y), {
      code: 'ERR_NO_WORKERS',
      argument: 'executor',
      message: /no workers.*start some, or leave executor out/,
    });
    assert.ok(performance.now() - began < 13_000);
  });
});

describe('the setting executor', () => {
  it('is an object with capacity() and open(), and stands alone', async () => {
    for (const executor of [7, {}, { capacity() {} }, Promise.resolve(threads())]) {
      const wrong = {
        code: 'ERR_TYPE',
        argument: 'executor',
        message: /capacity\(\) and open\(\)/,
      };
      await fails(() => search(executor), wrong);
      await fails(() => new SVC().fit(X, y, { executor }), wrong);
    }
    const both = { code: 'ERR_TYPE', argument: 'workers', message: /left out with an executor/ };
    await fails(() => search(threads(), { workers: 2 }), both);
    await fails(() => new SVC().fit(X, y, { executor: threads(), workers: 2 }), both);
    await fails(() => threads({ workers: 0 }), { code: 'ERR_TYPE', argument: 'workers' });
  });

  it('is refused in maxmargin/sync, and for estimators of other packages', async () => {
    await sync.init();
    const refused = { code: 'ERR_OPTION', argument: 'executor', message: /import maxmargin/ };
    const executor = threads();
    const blocking = () => new sync.GridSearch(new sync.SVC(), { C: [1] }, { executor }).fit(X, y);
    await fails(blocking, refused);
    await fails(() => new sync.SVC().fit(X, y, { executor }), refused);
    const foreign = {
      fit() {},
      predict: (rows) => rows.map(() => 0),
      score: () => 1,
      getParams: () => ({ a: 1 }),
      setParams() {},
      clone() {
        return this;
      },
    };
    await fails(() => new GridSearch(foreign, { a: [1] }, { executor, folds: 2 }).fit(X, y), {
      code: 'ERR_TYPE',
      argument: 'executor',
    });
  });

  it('reports in search.fleet, of all sessions', async () => {
    const { fleet } = await search(threads({ workers: 1 })).fit(X, y);
    assert.deepEqual(fleet, { jobs: 2, lost: 0 });
    assert.equal((await search(undefined).fit(X, y)).fleet, undefined);
  });
});
