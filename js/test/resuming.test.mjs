/** Searches that are interrupted, saved, and gone on with: the results are those of a search in one piece. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { before, describe, it } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import threads from 'node:worker_threads';

import fc from './support/properties.mjs';

import { script } from './support/child.mjs';
import { blobs, flat } from './support/data.mjs';
import { fails } from './support/faults.mjs';
import { entry } from './support/project.mjs';
import { digestOf } from '../src/basics/digest.js';
import { Checkpoint } from '../src/select/checkpoint.js';
import { drawn } from '../tools/draw.mjs';

/** How many workers there are now. */
let alive = 0;
threads.Worker = class extends threads.Worker {
  constructor(...args) {
    super(...args);
    alive++;
    this.on('exit', () => alive--);
  }
};
syncBuiltinESMExports();

const maxmargin = await import(entry('main.mjs'));
const sync = await import(entry('sync.mjs'));

const { X, y } = blobs({ n: 60, d: 3, k: 3, apart: 1.5, seed: 5, labels: (c) => 'abc'[c] });
const values = X.map(([a, b]) => Math.sin(a) + b / 2);
const texts = X.map((row) => row.map((v) => `w${Math.round(2 * v)}`).join(' '));
const weights = X.map((_, i) => 1 + (i % 3));
const linear = (a, b) => a.reduce((sum, v, j) => sum + v * b[j], 0);
const hits = (own, predicted) => own.filter((label, i) => label === predicted[i]).length;

/** An estimator of somebody else: the nearest mean of a class, some coordinates stretched. */
class Foreign {
  static fits = 0;
  constructor(params = {}) {
    this.params = { stretch: 1, ...params };
  }
  getParams() {
    return this.params;
  }
  setParams(params) {
    Object.assign(this.params, params);
  }
  fit(rows, labels) {
    Foreign.fits++;
    this.means = new Map();
    for (const label of new Set(labels)) {
      const own = rows.filter((_, i) => labels[i] === label);
      this.means.set(
        label,
        own[0].map((_, j) => own.reduce((sum, row) => sum + row[j], 0) / own.length),
      );
    }
  }
  predict(rows) {
    const far = (row, mean) =>
      row.reduce((sum, v, j) => sum + (j === 0 ? this.params.stretch : 1) * (v - mean[j]) ** 2, 0);
    return rows.map(
      (row) => [...this.means].sort(([, a], [, b]) => far(row, a) - far(row, b))[0][0],
    );
  }
  score(rows, labels) {
    return hits(labels, this.predict(rows)) / labels.length;
  }
}

const folds = 3;
/** Searches by what is special about them: their class, estimator, space, settings, data. */
const cases = {
  'chains along C, and training scores': {
    space: { gamma: [0.1, 1], C: [100, 0.1, 1, 10] },
    settings: { folds, seed: 3, trainScores: true },
  },
  'no warm starts': {
    space: { C: [0.1, 1, 10], gamma: [0.1, 1] },
    settings: { folds, warmStarts: false },
  },
  'several measures, one of them a function': {
    space: { C: [0.1, 1, 10] },
    settings: { folds, scoring: { hits, f1: 'f1Macro' }, refit: 'f1' },
  },
  'a measure whose least value is best': {
    estimator: (api) => new api.SVR(),
    space: { C: [0.1, 1, 10], epsilon: [0.1, 0.5] },
    settings: { folds, scoring: 'meanSquaredError' },
    data: [X, values, { sampleWeight: weights }],
  },
  'scores that are not numbers': {
    space: { C: [1, 10] },
    settings: { folds: 20, stratify: false, scoring: ['accuracy', 'rocAuc'], refit: 'accuracy' },
  },
  'candidates that cannot be fitted': {
    estimator: (api) => new api.NuSVC(),
    space: { nu: [0.1, 0.99, 0.15] },
    settings: { folds },
    data: [X, y.map((label, i) => (i < 6 ? 'a' : 'b'))],
  },
  'a nested search': {
    space: { C: [0.1, 10], gamma: [0.1, 1] },
    settings: { folds: 2, nested: 2 },
  },
  'random points': {
    search: 'RandomSearch',
    space: { C: { logUniform: [0.1, 10] }, gamma: [0.1, 1] },
    settings: { folds: 2, candidates: 5, seed: 2 },
  },
  halving: {
    search: 'HalvingSearch',
    space: { C: [0.1, 1, 10], gamma: [0.1, 0.5, 1] },
    settings: { folds: 2, seed: 2 },
  },
  'a pipeline, groups, sparse samples': {
    estimator: (api) => api.makePipeline(new api.MaxAbsScaler(), new api.SVC()),
    space: { svc__C: [0.1, 1, 10] },
    settings: { folds },
    data: [
      {
        data: flat(X).data,
        indices: Int32Array.from({ length: 180 }, (_, i) => i % 3),
        indptr: Int32Array.from({ length: 61 }, (_, i) => 3 * i),
        rows: 60,
        cols: 3,
      },
      y,
      { groups: X.map((_, i) => i >> 1) },
    ],
  },
  'kernels of the caller': {
    estimator: (api) => new api.SVC({ kernel: linear }),
    space: [{ C: [0.1, 1] }, { kernel: [(a, b) => (1 + linear(a, b)) ** 2], C: [0.1, 1] }],
    settings: { folds },
  },
  'a vectorizer in each fold': {
    estimator: (api) => api.makePipeline(new api.CountVectorizer(), new api.LinearSVC()),
    space: { countvectorizer__binary: [true, false], linearsvc__C: [0.1, 1] },
    settings: { folds },
    data: [texts, y],
  },
  'an estimator of another package': {
    estimator: () => new Foreign(),
    space: { stretch: [1, 3, 0.2] },
    settings: { folds },
  },
  sequences: {
    estimator: (api) => new api.SequenceTagger(),
    space: { C: [0.1, 10] },
    settings: { folds: 2, scoring: 'accuracy' },
    data: [
      Array.from({ length: 12 }, (_, s) => X.slice(5 * s, 5 * s + 5)),
      Array.from({ length: 12 }, (_, s) => y.slice(5 * s, 5 * s + 5)),
    ],
  },
};

const make = (api, { search = 'GridSearch', estimator = () => new api.SVC(), space, settings }) =>
  new api[search](estimator(api), space, { workers: 2, ...settings });

/** All that a search found, without times, which differ in every run. */
function found(search) {
  const timeless = ({ fitTime, scoreTime, error, ...row }) => {
    assert.ok((fitTime >= 0 && scoreTime >= 0) || !row.complete);
    return { ...row, error: error?.message };
  };
  const { results, bestIndex, bestParams, bestScore, nested, rounds } = search;
  return {
    ...{ bestIndex, bestParams, bestScore, nested, results: results.map(timeless) },
    rounds: rounds?.map(({ resources, results: own }) => [resources, own.map(timeless)]),
  };
}

/**
 * Fits in pieces, each by a search of its own, as if each were a process of its own. A piece ends
 * when there are the results of some more fits.
 */
async function inPieces(api, one, step, interrupt) {
  const [Xs = X, ys = y, given] = one.data ?? [];
  let resume;
  let known = 0;
  for (let piece = 1; ; piece++) {
    assert.ok(piece < 200, `it does not come to an end: ${known} fits are known`);
    const search = make(api, one);
    const controller = new AbortController();
    let over = false;
    const onProgress = ({ done, total }) => {
      if (done === total || over || countOf(search.save()) < known + step) return true;
      over = true;
      return interrupt(controller);
    };
    try {
      const { signal } = controller;
      await search.fit(Xs, ys, { ...given, resume, onProgress, signal });
      if (!search.stopped) return { search, piece };
    } catch (error) {
      if (!over) throw error;
    }
    resume = search.save();
    known = countOf(resume);
  }
}

/** How many outcomes a saved search has. */
const countOf = (bytes) =>
  JSON.parse(new TextDecoder().decode(bytes)).tables.reduce(
    (sum, [, known]) => sum + known.length,
    0,
  );

const ways = {
  'aborted by a signal': (controller) => void controller.abort(),
  'stopped by onProgress': () => false,
};

describe('a search in pieces', { timeout: 900_000 }, () => {
  before(() => sync.init());

  for (const [name, one] of Object.entries(cases)) {
    it(`finds what it finds in one piece: ${name}`, async () => {
      const [Xs = X, ys = y, given] = one.data ?? [];
      const expected = found(await make(maxmargin, one).fit(Xs, ys, given));
      assert.ok(expected.results.some(({ complete }) => complete));
      const all = Object.keys(ways).flatMap((way) => [1, 4].map((step) => ({ way, step })));
      for (const { way, step } of drawn(all, name)) {
        const { search, piece } = await inPieces(maxmargin, one, step, ways[way]);
        assert.deepEqual(found(search), expected, `${way} after every ${step} fits`);
        if (step === 1) assert.ok(piece >= 2, 'it was not interrupted');
      }
      const { search } = await inPieces(sync, one, 2, ways['stopped by onProgress']);
      assert.deepEqual(found(search), expected, 'in the calling thread');
    });
  }

  it('does a chain of fits again from its beginning, if it was stopped in the middle', async () => {
    // The last fits of the chain take several times what passes between two reports.
    const many = blobs({ n: 1000, d: 4, k: 2, apart: 0.5, seed: 8 });
    const targets = many.X.map(([a, b]) => Math.sin(3 * a) + b * b);
    const grid = { C: [0.01, 0.1, 1, 10, 100, 1000] };
    const settings = { folds: 2, workers: 1, scoring: 'meanSquaredError', refit: false };
    for (const api of drawn([sync, maxmargin], 'a chain')) {
      const search = (more) =>
        new api.GridSearch(new api.SVR({ tol: 0.01 }), grid, { ...settings, ...more });
      const whole = found(await search().fit(many.X, targets));
      const alone = found(await search({ warmStarts: false }).fit(many.X, targets));
      assert.notDeepEqual(whole.results, alone.results, 'the start of a fit changes its last bits');
      const first = search();
      // Fits are done one after the other as one job, whose results come together.
      await first.fit(many.X, targets, { onProgress: ({ fraction }) => fraction < 0.25 });
      const saved = first.save();
      assert.ok(
        first.stopped && countOf(saved) > 0 && countOf(saved) < 6,
        `${countOf(saved)} fits`,
      );
      const second = await search().fit(many.X, targets, { resume: saved });
      assert.deepEqual(found(second), whole);
    }
  });

  it('goes on in a process of its own, and in the other form of the package', async () => {
    const one = cases['chains along C, and training scores'];
    const expected = found(await make(maxmargin, one).fit(X, y));
    const first = make(sync, one);
    const stop = ({ done }) => done < 9;
    first.fit(X, y, { onProgress: stop });
    assert.ok(first.stopped);
    const { stdout, stderr } = await script(`
      import { GridSearch, SVC } from 'maxmargin';
      const { space, settings, X, y, state } = ${JSON.stringify({ ...one, X, y, state: [...first.save()] })};
      const search = new GridSearch(new SVC(), space, settings);
      let first;
      await search.fit(X, y, {
        resume: Uint8Array.from(state),
        onProgress: ({ done }) => void (first ??= done),
      });
      process.stdout.write(JSON.stringify({ scores: search.results.map(({ scores }) => scores), first }));
    `);
    assert.equal(stderr, '');
    const { scores, first: known } = JSON.parse(stdout);
    assert.deepEqual(
      scores,
      expected.results.map((row) => row.scores),
    );
    assert.ok(known >= 8, `it began with ${known} of 24 fits`);
  });

  it('does no fit twice, but those that failed', async () => {
    const grid = { stretch: [1, 3, 0.2] };
    const search = new maxmargin.GridSearch(new Foreign(), grid, { folds });
    await search.fit(X, y, { onProgress: ({ done }) => done < 5 });
    const again = new maxmargin.GridSearch(new Foreign(), grid, { folds });
    Foreign.fits = 0;
    await again.fit(X, y, { resume: search.save() });
    assert.equal(Foreign.fits, 9 - 5 + 1, 'and the best to all rows');
    Foreign.fits = 0;
    await again.fit(X, y, { resume: again.save() });
    assert.equal(Foreign.fits, 1);

    class Moody extends Foreign {
      static good = false;
      fit(rows, labels) {
        if (!Moody.good && this.params.stretch === 3) throw new Error('not today');
        super.fit(rows, labels);
      }
    }
    const moody = new maxmargin.GridSearch(new Moody(), grid, { folds });
    await moody.fit(X, y);
    assert.match(moody.results[1].error.message, /not today/);
    Moody.good = true;
    Foreign.fits = 0;
    await moody.fit(X, y, { resume: moody.save() });
    assert.equal(Foreign.fits, 3 + 1);
    assert.deepEqual(found(moody), found(again));
  });

  it('is aborted between two fits of an estimator that knows no signals', async () => {
    const search = new maxmargin.GridSearch(new Foreign(), { stretch: [1, 3, 0.2] }, { folds });
    const controller = new AbortController();
    const onProgress = ({ done }) => void (done === 4 && controller.abort());
    Foreign.fits = 0;
    const fitting = search.fit(X, y, { onProgress, signal: controller.signal });
    await assert.rejects(fitting, { name: 'AbortError' });
    assert.equal(Foreign.fits, 4);
    assert.equal(countOf(search.save()), 4);
  });

  it('can be saved at any time, also before the first fit of a piece', async () => {
    const search = new maxmargin.GridSearch(new maxmargin.SVC(), { C: [1, 10] }, { folds });
    await fails(() => search.save(), { code: 'ERR_NOT_FITTED', message: /fit\(X, y\)/ });
    const saved = [];
    await search.fit(X, y, { onProgress: () => void saved.push(countOf(search.save())) });
    assert.deepEqual(
      saved,
      [...saved].sort((a, b) => a - b),
    );
    assert.equal(saved.at(-1), 6);
    const whole = search.save();
    const other = new maxmargin.GridSearch(new maxmargin.SVC(), { C: [1, 10] }, { folds });
    const going = other.fit(X, y, { resume: whole.buffer });
    assert.equal(countOf(other.save()), 6, 'what it was given, as long as it has nothing else');
    await going;
    assert.deepEqual(found(other), found(search));
    await other.fit(X, y, { resume: null });
    await other.fit(X, y, { resume: undefined });
  });

  it('keeps no workers and no memory of searches that were aborted', async () => {
    await maxmargin.terminate();
    const one = cases['chains along C, and training scores'];
    const { total } = await maxmargin.memory();
    for (let round = 0; round < 8; round++) {
      await inPieces(maxmargin, one, 7, ways['aborted by a signal']);
    }
    for (let tries = 0; alive > 3 && tries < 50; tries++) await wait(100);
    assert.ok(alive <= 3, `${alive} workers: one, and two that wait for the next search`);
    await maxmargin.terminate();
    for (let tries = 0; alive > 0 && tries < 50; tries++) await wait(100);
    assert.equal(alive, 0);
    assert.equal((await maxmargin.memory()).total, total);
  });
});

describe('A cross-validation or a curve that is interrupted', () => {
  const common = { folds: 4, seed: 2, stratify: true, trainScores: true, workers: 1 };
  const calls = {
    crossValidate: (api, more, own = y) =>
      api.crossValidate(new api.SVC({ C: 2 }), X, own, {
        ...common,
        scoring: ['accuracy', 'f1Macro'],
        ...more,
      }),
    'crossValidate of another package': (api, more) =>
      api.crossValidate(new Foreign(), X, y, { ...common, ...more }),
    learningCurve: (api, more) =>
      api.learningCurve(new api.SVC(), X, y, { ...common, trainSizes: [0.4, 0.7, 1], ...more }),
    validationCurve: (api, more) =>
      api.validationCurve(new api.SVC(), X, y, {
        ...common,
        option: 'gamma',
        values: [0.01, 0.1, 1],
        ...more,
      }),
  };
  const plain = (result) =>
    JSON.parse(
      JSON.stringify(result, (key, value) => {
        if (/times?$/i.test(key)) return undefined;
        return ArrayBuffer.isView(value) ? [...value] : value;
      }),
    );

  for (const [name, call] of Object.entries(calls)) {
    it(`finds what it finds in one piece: ${name}`, async () => {
      const expected = plain(await call(maxmargin, {}));
      let [resume, result, pieces] = [undefined, undefined, 0];
      for (let over = false; !over; pieces++) {
        assert.ok(pieces < 60, 'it does not go on');
        const reports = [];
        const onProgress = (report) => {
          reports.push(report);
          return report.done === reports[0].done;
        };
        // The two forms take turns.
        result = await call(pieces % 2 === 0 ? maxmargin : sync, { resume, onProgress });
        over = result.complete ?? !result.stopped;
        resume = reports.at(-1)?.save() ?? resume;
      }
      assert.ok(pieces > 2, `${pieces} pieces`);
      assert.deepEqual(plain(result), expected);
      assert.deepEqual(plain(await call(sync, { resume })), expected);
    });
  }

  it('is saved after it was aborted, and not for other labels', async () => {
    const controller = new AbortController();
    const reports = [];
    const onProgress = (report) => {
      reports.push(report);
      if (report.done >= 2) controller.abort();
    };
    const { signal } = controller;
    await assert.rejects(calls.crossValidate(maxmargin, { onProgress, signal }), {
      name: 'AbortError',
    });
    const resume = reports.at(-1).save();
    const { tables } = JSON.parse(new TextDecoder().decode(resume));
    assert.ok(tables[0][1].length >= 2, `${tables[0][1].length} fits`);
    const expected = plain(await calls.crossValidate(maxmargin, {}));
    assert.deepEqual(plain(await calls.crossValidate(maxmargin, { resume })), expected);
    const others = y.map((label, i) => (i === 0 ? 'c' : label));
    assert.notEqual(others[0], y[0]);
    const refused = { code: 'ERR_OPTION', argument: 'resume', message: /different y/ };
    await fails(() => calls.crossValidate(maxmargin, { resume }, others), refused);
    await fails(() => calls.learningCurve(sync, { resume: 'bytes' }), { argument: 'resume' });
  });
});

describe('a saved search is refused', { timeout: 900_000 }, () => {
  const grid = { C: [0.1, 1, 10] };
  const settings = { folds, seed: 1, scoring: hits };
  const search = (changed = {}) =>
    new maxmargin.GridSearch(
      new maxmargin.SVC({ gamma: 0.5, ...changed.options }),
      changed.grid ?? grid,
      { ...settings, ...changed.settings },
    );
  let saved;
  before(async () => {
    const first = search();
    await first.fit(X, y, { onProgress: ({ done }) => done < 4 });
    saved = first.save();
  });

  /** What differs, what the message calls it, and what is given instead. */
  const differences = [
    ['X', /different X/, { X: X.map((row, i) => (i === 7 ? row.map((v) => v + 1e-9) : row)) }],
    [
      'signs in X',
      /different X/,
      { X: X.map((row, i) => (i < 2 ? [-row[0], ...row.slice(1)] : row)) },
    ],
    ['the order of X', /different X/, { X: X.toReversed() }],
    ['y', /different y/, { y: y.with(3, y[3] === 'a' ? 'b' : 'a') }],
    ['the names of labels', /different y/, { y: y.map((label) => label.toUpperCase()) }],
    ['weights', /weights or groups/, { given: { sampleWeight: weights } }],
    ['an option', /different estimator or options/, { options: { gamma: 0.6 } }],
    ['a value of the grid', /different candidates/, { grid: { C: [0.1, 1, 11] } }],
    ['the order of the grid', /different candidates/, { grid: { C: [1, 0.1, 10] } }],
    ['the seed', /folds or seed/, { settings: { seed: 2 } }],
    ['folds', /folds or seed/, { settings: { folds: 4 } }],
    ['a function', /different scoring/, { settings: { scoring: (a, b) => hits(a, b) / a.length } }],
    ['trainScores', /trainScores/, { settings: { trainScores: true } }],
    ['warmStarts', /warmStarts/, { settings: { warmStarts: false } }],
  ];
  for (const [what, message, changed] of differences) {
    it(`for other data and settings: ${what}`, async () => {
      const other = search(changed);
      const fit = () =>
        other.fit(changed.X ?? X, changed.y ?? y, { ...changed.given, resume: saved });
      const remedy = /go on with the same, or leave resume out/;
      await fails(fit, { code: 'ERR_OPTION', argument: 'resume', message: [message, remedy] });
      await fails(() => other.save(), { code: 'ERR_NOT_FITTED' });
    });
  }

  it('not for the same numbers in another form, nor for workers, maxTime and refit', async () => {
    const expected = found(await search().fit(X, y));
    for (const changed of [{}, { workers: 1 }, { maxTime: 1e6 }, { refit: false }]) {
      const other = search({ settings: changed });
      assert.deepEqual(found(await other.fit(flat(X), y, { resume: saved })), expected);
    }
  });

  it('sees weights, labels and samples of estimators that are fitted one after the other', async () => {
    const own = (rows, labels, given) =>
      new maxmargin.GridSearch(new Foreign(), { stretch: [1, 2] }, { folds }).fit(
        rows,
        labels,
        given,
      );
    const state = (await own(X, y)).save();
    const wrong = X.with(5, [...X[5].slice(0, 2), 9]);
    await fails(() => own(wrong, y, { resume: state }), { message: /different X/ });
    await fails(() => own(X, y.with(0, y[0] === 'c' ? 'a' : 'c'), { resume: state }), { message: /different y/ }); // prettier-ignore
    const sampleWeight = weights;
    await fails(() => own(X, y, { sampleWeight, resume: state }), { message: /weights or groups/ });
    assert.equal((await own(X, y, { resume: state })).results.length, 2);
  });

  it('that is no saved search', async () => {
    const model = await (await new maxmargin.SVC().fit(X, y)).save();
    const again = (resume) => search().fit(X, y, { resume });
    for (const bad of [7, 'text', {}, [1, 2], new Float64Array(3), true]) {
      await fails(() => again(bad), { code: 'ERR_TYPE', argument: 'resume', message: /save\(\)/ });
    }
    for (const bad of [
      model,
      new Uint8Array(0),
      new TextEncoder().encode('{"format":"maxmargin"}'),
    ]) {
      await fails(() => again(bad), {
        code: 'ERR_FORMAT',
        argument: 'resume',
        message: /begin anew/,
      });
    }
    await fails(() => maxmargin.load(saved), { code: 'ERR_TYPE', argument: 'bytes' });
    await fails(() => maxmargin.load(JSON.parse(new TextDecoder().decode(saved))), {
      code: 'ERR_FORMAT',
    });
  });

  /** The same state with changes, and with a check that fits. */
  const forged = (change) => {
    const state = JSON.parse(new TextDecoder().decode(saved));
    delete state.check;
    change(state);
    const text = JSON.stringify(state);
    return new TextEncoder().encode(`${text.slice(0, -1)},"check":"${digestOf(text)}"}`);
  };

  it('of another version of the format', async () => {
    await search().fit(X, y, { resume: forged(() => {}) });
    const later = forged((state) => (state.version = 2));
    await fails(() => search().fit(X, y, { resume: later }), {
      code: 'ERR_FORMAT_VERSION',
      argument: 'resume',
      message: [/version 2/, /reads 1/, /release that saved it/],
    });
  });

  it('with one wrong byte, or a wrong end', () => {
    const open = (bytes) => fails(() => new Checkpoint(bytes), { argument: 'resume' });
    return fc.assert(
      fc.asyncProperty(
        fc.nat(saved.length - 1),
        fc.integer({ min: 1, max: 255 }),
        fc.boolean(),
        async (at, change, cut) => {
          const bytes = cut ? saved.slice(0, at) : saved.slice();
          if (!cut) bytes[at] ^= change;
          const { code } = await open(bytes);
          assert.match(code, /^ERR_FORMAT(_VERSION)?$/);
        },
      ),
    );
  });

  it('or read, when it is forged, without an error of another kind', () => {
    const keys = ['of', 'greater', 'tables', 'version', 'more'];
    return fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...keys),
        fc.oneof(fc.jsonValue(), fc.constant([['k', [['0 0', {}]]]])),
        async (key, value) => {
          const bytes = forged((state) => (state[key] = value));
          try {
            new Checkpoint(bytes).save();
          } catch (error) {
            assert.equal(error.name, 'MaxMarginError', error.stack);
            assert.match(error.code, /^ERR_FORMAT/);
          }
        },
      ),
    );
  });
});

describe('digests', () => {
  const golden = JSON.parse(readFileSync(new URL('golden/digest.json', import.meta.url), 'utf8'));

  it('begin with MurmurHash3', () => {
    for (const { value, first } of golden.cases) assert.equal(digestOf(value).slice(0, 8), first);
  });

  it('differ for values that differ, and only for these', () => {
    const image = (data) =>
      Object.create({ width: 2 }, { data: { value: data, enumerable: true } });
    const different = [
      undefined, null, true, false, 0, -0, 1, '1', 1n, 'true', 'null', '', NaN, [], [0], [[0]], [[], 0],
      {}, { a: 1 }, { a: 2 }, { b: 1 }, [1, 2], [2, 1], ['12'], ['1', '2'], new Map([['a', 1]]),
      new Uint8Array([1]), new Uint8Array([1, 0]), new Uint8Array([1, 0, 0, 0, 1]), (a) => a, (b) => b,
      image([1, 2]), image([1, 3]), new Date(1e9), new Date(2e9), /a/, /a/g,
      new Foreign(), new Foreign({ stretch: 2 }), new sync.SVC(), new sync.SVC({ C: 2 }), new sync.SVR(),
      sync.makePipeline(new sync.MinMaxScaler(), new sync.SVC()),
      sync.makePipeline(new sync.MaxAbsScaler(), new sync.SVC()),
    ]; // prettier-ignore
    const digests = different.map(digestOf);
    const seen = new Map(digests.map((digest, at) => [digest, at]));
    digests.forEach((digest, at) => assert.equal(seen.get(digest), at, `${at} and ${seen.get(digest)}`)); // prettier-ignore
    assert.deepEqual(different.map(digestOf), digests);
    assert.equal(digestOf({ a: 1, b: [2] }), digestOf({ b: [2], a: 1 }));
    assert.equal(digestOf([1, 2]), digestOf(Float32Array.of(1, 2)));
    const round = { name: 'round' };
    round.self = round;
    assert.equal(digestOf(round), digestOf(round));
  });
});
