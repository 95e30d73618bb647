/** howManyRows: whether more rows help, of rows at hand and of chunks. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';

import { answerOf, powerLaw } from '../src/auto/gain.js';
import { blobs, random } from './support/data.mjs';
import { fails } from './support/faults.mjs';
import { auto, executor, maxmargin, metrics } from './support/maxmargin.mjs';

const { howManyRows } = auto;
const { LowRankSVC, LowRankSVR, SVC, SVR, learningCurve } = maxmargin;

const folder = mkdtempSync(join(tmpdir(), 'maxmargin-rows-'));
after(() => rmSync(folder, { recursive: true }));

describe('the power law of a learning curve', () => {
  const rows = [62, 125, 250, 500, 1000, 2000];

  it('is found where there is one', () => {
    for (const [a, b, c] of [
      [0.1, 0.02, 0.5],
      [-0.9, 0.3, 1],
      [2, 0.7, 0.25],
    ]) {
      const law = (n) => a + b * (n / 2000) ** -c;
      const found = powerLaw(rows, rows.map(law));
      for (const n of [4000, 10_000])
        assert.ok(Math.abs(found(n) - law(n)) < 1e-6, `${a} ${b} ${c}`);
    }
  });

  // SciPy 1.10.1: curve_fit(lambda n, a, b, c: a + b * (n / 2000) ** -c, rows, costs) has a sum of
  // squares of 5.362623e-6, and 0.1135558 for 4000 rows. The rates here are 1.7 % apart.
  it('is that of curve_fit where costs have noise', () => {
    const costs = [0.231, 0.187, 0.161, 0.139, 0.1275, 0.1196];
    const law = powerLaw(rows, costs);
    const squares = rows.reduce((sum, n, i) => sum + (law(n) - costs[i]) ** 2, 0);
    assert.ok(squares >= 5.3626e-6 && squares < 5.3626e-6 * 1.002, `${squares}`);
    assert.ok(Math.abs(law(4000) - 0.1135558) < 1e-4, `${law(4000)}`);
  });

  // 50 / n has the limit 0; a last cost that is a little lower makes that of the free curve negative.
  it('has no limit below the lowest cost that there can be', () => {
    const costs = rows.map((n) => 50 / n);
    costs[5] -= 0.01;
    assert.ok(powerLaw(rows, costs)(1e9) < 0);
    const law = powerLaw(rows, costs, 0);
    assert.ok(law(1e9) >= 0 && law(1e9) < 0.01 && Math.abs(law(1000) - 0.05) < 0.02);
  });

  it('does not expect that more rows do harm', () => {
    const law = powerLaw(rows, [0.1, 0.11, 0.12, 0.13, 0.14, 0.15]);
    assert.equal(law(4000), law(62));
  });
});

describe('the answer', () => {
  const rows = [100, 200, 400, 800];
  /** Scores of five folds around some means; fold f is easier by the same for all sizes. */
  const around = (means, noise) =>
    means.map((mean, at) => Array.from({ length: 5 }, (_, f) => mean + 0.02 * f + noise * Math.sin(7 * f + 3 * at))); // prettier-ignore

  it('is yes while each doubling brings much', () => {
    const { help, doubled, enough, sentence } = answerOf(rows, around([0.6, 0.68, 0.75, 0.81], 1e-4), 'accuracy', false); // prettier-ignore
    assert.equal(help, 'yes');
    assert.equal(enough, 800);
    assert.equal(doubled.rows, 1600);
    assert.ok(doubled.gain > 0.04 && doubled.gain < 0.06);
    assert.ok(doubled.interval[0] < doubled.gain && doubled.gain < doubled.interval[1]);
    assert.match(sentence, /^From 400 to 800 training rows accuracy went from 0.79 to 0.85, .* more rows would help further\.$/); // prettier-ignore
  });

  it('is no where the curve is flat, with the fewest rows that do as well', () => {
    const { help, enough, sentence } = answerOf(rows, around([0.7, 0.8, 0.8, 0.8], 1e-4), 'accuracy', false); // prettier-ignore
    assert.equal(help, 'no');
    assert.ok(enough <= 400);
    assert.match(sentence, /more rows would bring little, and \d+ do as well\.$/);
  });

  it('is unclear where folds differ by more than rows do', () => {
    const { help, sentence } = answerOf(rows, around([0.7, 0.74, 0.77, 0.79], 0.1), 'accuracy', false); // prettier-ignore
    assert.equal(help, 'unclear');
    assert.match(sentence, /whether more rows would help, this cannot say\.$/);
  });

  it('counts less of a loss as a gain', () => {
    const { help, doubled, scores } = answerOf(rows, around([0.4, 0.32, 0.25, 0.19], 1e-4), 'the log loss', true); // prettier-ignore
    assert.equal(help, 'yes');
    assert.ok(doubled.gain > 0 && doubled.score < scores[3]);
  });

  it('expects no value that the measure cannot have', () => {
    const loss = answerOf(rows, around([0.781, 0.5, 0.2, 0.01], 1e-3), 'the log loss', true);
    const accuracy = answerOf(rows, around([0.3, 0.5, 0.75, 0.91], 1e-3), 'accuracy', false, 0.01, 1); // prettier-ignore
    assert.ok(loss.doubled.score >= 0 && accuracy.doubled.score <= 1);
    assert.ok(loss.doubled.interval[1] <= loss.scores[3], 'the whole loss may go');
    assert.ok(accuracy.doubled.interval[1] <= 1 - accuracy.scores[3]);
    assert.doesNotMatch(loss.sentence, /-\d/);
  });
});

describe('howManyRows of rows at hand', { timeout: 300_000 }, () => {
  const { X, y } = blobs({ n: 900, d: 4, k: 3, apart: 1, seed: 4 });

  it('is the learning curve over powers of two, with the same bits for any executor', async () => {
    const settings = { folds: 4, seed: 3 };
    const answer = await howManyRows(new SVC(), X, y, settings);
    assert.deepEqual(answer.rows, [84, 169, 338, 675]);
    const curve = await learningCurve(new SVC(), X, y, { ...settings, trainSizes: [1 / 8, 1 / 4, 1 / 2, 1] }); // prettier-ignore
    assert.deepEqual(
      answer.scores,
      curve.rows.map(({ mean }) => mean),
    );
    assert.deepEqual(await howManyRows(new SVC(), X, y, { ...settings, executor: executor.threads({ workers: 2 }) }), answer); // prettier-ignore
  });

  it('takes measures by name, and regressors', async () => {
    const values = X.map(([a, b]) => Math.sin(a) + b);
    const named = await howManyRows(new SVR(), X, values, {
      scoring: 'meanAbsoluteError',
      folds: 3,
    });
    assert.match(named.sentence, /the mean absolute error/);
    assert.ok(named.scores[0] > named.scores.at(-1) && named.doubled.gain >= 0);
    const own = await howManyRows(new SVR(), X, values, { scoring: metrics.r2Score, folds: 3 });
    assert.ok(own.scores[0] < own.scores.at(-1) && own.doubled.gain >= 0);
  });

  it('says what it cannot take, and what was stopped', async () => {
    await fails(() => howManyRows({}, X, y), { code: 'ERR_TYPE', argument: 'estimator' });
    for (const worth of [0, 1, '1 %'])
      await fails(() => howManyRows(new SVC(), X, y, { worth }), { argument: 'worth' });
    await fails(() => howManyRows(new SVC(), X, y, { trainSizes: [1] }), {
      argument: 'trainSizes',
    });
    await fails(() => howManyRows(new SVC(), X, y, { onProgress: () => false }), {
      code: 'ERR_STOPPED',
    });
    await fails(() => howManyRows(new SVR(), X.slice(0, 4), [1, 2, 3, 4], { folds: 2 }), { code: 'ERR_SHAPE' }); // prettier-ignore
    await fails(() => howManyRows(new SVC(), X, y, { scoring: ['accuracy', 'f1Macro'] }), { argument: 'scoring' }); // prettier-ignore
    const [fold] = await maxmargin.makeFolds(X, y, { folds: 3 });
    await fails(() => howManyRows(new SVC(), X, y, { folds: [fold] }), { argument: 'folds' });
    await fails(() => howManyRows(new SVC(), X, y, 5), { code: 'ERR_TYPE' });
  });
});

describe('howManyRows of chunks', { timeout: 300_000 }, () => {
  const next = random(9);
  const make = (n) => {
    const X = Array.from({ length: n }, () => [4 * next() - 2, 4 * next() - 2]);
    return {
      X,
      y: X.map(([a, b]) => (Math.sin(3 * a) * Math.cos(2 * b) + 0.2 * next() > 0.1 ? 1 : 0)),
    };
  };
  const chunks = Array.from({ length: 6 }, () => make(60));
  const test = make(400);
  const machine = () => new LowRankSVC({ gamma: 1, C: 10, nComponents: 40, loss: 'squaredHinge' });

  it('fits the first 1, 2, 4 and all, and scores each on five parts of other rows', async () => {
    const answer = await howManyRows(machine(), chunks, { test });
    assert.deepEqual(answer.rows, [60, 120, 240, 360]);
    const model = await machine().fitChunks(chunks.slice(0, 2));
    assert.ok(Math.abs((await model.score(test.X, test.y)) - answer.scores[1]) < 1e-12);
    assert.ok(answer.scores[3] > answer.scores[0]);
    await fails(() => howManyRows(machine(), chunks, { test, scoring: 'logLoss' }), { argument: 'scoring' }); // prettier-ignore
  });

  it('has the same answer from files that workers open', async () => {
    const files = chunks.map(({ X, y }, i) => {
      const file = `${i}.f64`;
      writeFileSync(join(folder, file), Float64Array.from(X.flatMap((row, at) => [...row, y[at]])));
      return { file, columns: 3, target: -1 };
    });
    const threads = () => executor.threads({ workers: 2, files: [folder] });
    const heard = [];
    const onProgress = ({ chunks: count, rows }) => void heard.push(`${count} ${rows}`);
    const answer = await howManyRows(machine(), files, { test, executor: threads(), onProgress });
    assert.deepEqual(answer.rows, [60, 120, 240, 360]);
    assert.deepEqual(answer, await howManyRows(machine(), chunks, { test, executor: threads() }));
    assert.ok(heard.includes('6 360'), heard.join());
  });

  it('takes regressors, and measures as functions', async () => {
    const numbers = chunks.map(({ X }) => ({ X, y: X.map(([a, b]) => Math.sin(3 * a) + b) }));
    const regressor = new LowRankSVR({
      gamma: 1,
      C: 1,
      nComponents: 40,
      loss: 'squaredEpsilonInsensitive',
    });
    const some = { X: test.X, y: test.X.map(([a, b]) => Math.sin(3 * a) + b) };
    const answer = await howManyRows(regressor, numbers, {
      test: some,
      scoring: (known, found) => -metrics.meanAbsoluteError(known, found),
    });
    assert.ok(answer.scores[3] > answer.scores[0] && answer.doubled.gain >= 0);
  });

  it('says what it cannot take, and ends with a signal', async () => {
    const wrong = [
      [new SVC(), chunks, { test }, 'estimator'],
      [machine(), chunks.slice(0, 3), { test }, 'chunks'],
      [machine(), chunks.values(), { test }, 'chunks'],
      [machine(), chunks, { test: { X: test.X } }, 'test'],
      [machine(), chunks, { test, worth: 2 }, 'worth'],
      [machine(), chunks, { test, folds: 3 }, 'folds'],
      [machine(), chunks, { test, executor: {} }, 'executor'],
    ];
    for (const [model, given, settings, argument] of wrong)
      await fails(() => howManyRows(model, given, settings), { argument });
    const signal = AbortSignal.abort(new Error('enough'));
    await assert.rejects(howManyRows(machine(), chunks, { test, signal }), /enough/);
    await fails(() => howManyRows(machine(), chunks, { test, onProgress: () => false }), { code: 'ERR_STOPPED' }); // prettier-ignore
  });
});
