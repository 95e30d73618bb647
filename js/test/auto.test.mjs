/** autoFit: what it leaves out, what it chooses, what it says, and that it can be stopped and goes on. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';

import { random } from './support/data.mjs';
import { auto, maxmargin, metrics } from './support/maxmargin.mjs';
import { entry, project } from './support/project.mjs';
import { judge } from '../src/auto/judge.js';

const { autoFit } = auto;
const { load } = maxmargin;
const { makeMoons } = await import(entry('data.mjs'));

const normal = (next) => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next());

/** Customers with a real effect, an id, names, a constant, and two columns that are known afterwards. */
function customers(n) {
  const next = random(5);
  return Array.from({ length: n }, (_, i) => {
    const months = Math.floor(60 * next());
    const plan = ['basic', 'plus', 'pro'][i % 3];
    const churn = months + 10 * normal(next) < (plan === 'basic' ? 35 : 20) ? 'yes' : 'no';
    return {
      customer: `C-${1000 + i}`,
      number: 5000 + i,
      name: `${['Lis', 'Nowak', 'Duda'][i % 3]} ${i}`,
      country: 'PL',
      months,
      plan,
      fee: i % 17 ? 10 + 5 * next() : null,
      closed: churn === 'yes' ? 2000 + Math.floor(9 * next()) : null,
      status: churn === 'yes' ? 'gone' : 'here',
      churn,
    };
  });
}

/** Few candidates, so that a test takes a second. */
const small = { maxFits: 24, machines: ['LinearSVC', 'SVC'] };

describe('autoFit leaves columns out', () => {
  const table = customers(240);

  it('that name the rows, have one value, or tell the target, and says why', async () => {
    const result = await autoFit(table, { target: 'churn', ...small });
    const why = Object.fromEntries(result.columns.map(({ name, leftOut }) => [name, leftOut]));
    assert.deepEqual(
      Object.keys(why).filter((name) => !why[name]),
      ['months', 'plan', 'fee'],
    );
    assert.match(why.customer, /240 different values: too many to be categories/);
    assert.match(why.number, /an id/);
    assert.match(why.name, /240 different values/);
    assert.match(why.country, /one value alone, 'PL'/);
    assert.match(why.closed, /where it is empty tells the target of every row/);
    assert.match(why.status, /tells the target of every row/);
    for (const name of ['customer', 'closed', 'status'])
      assert.ok(result.notes.some((note) => note.includes(`The column ${name} was left out`)));
    assert.equal(result.verdict, 'better than guessing');
    assert.deepEqual(result.importance.map(({ name }) => name).sort(), ['fee', 'months', 'plan']);
    assert.equal(result.importance[0].name, 'months');
    // The model reads rows as they are, with the columns that it does not use, and without them.
    const again = await load(await result.model.save());
    const own = await again.predict(table.slice(0, 9));
    const bare = table.slice(0, 9).map(({ months, plan, fee }) => ({ months, plan, fee }));
    assert.deepEqual(await result.model.predict(bare), own);
  });

  it('unless it is told to keep them, and those that it is told to ignore', async () => {
    const result = await autoFit(table, { target: 'churn', keep: ['status'], ignore: ['plan'], ...small }); // prettier-ignore
    const left = result.columns.filter(({ leftOut }) => leftOut).map(({ name }) => name);
    assert.ok(!left.includes('status') && left.includes('plan'));
    assert.equal(result.importance[0].name, 'status');
    await assert.rejects(autoFit(table, { target: 'churn', keep: ['stat'] }), /keep must be names of columns/); // prettier-ignore
  });

  it('by what it is told that they are, and an id that is kept stays a category', async () => {
    const dated = table.map((row, i) => ({ ...row, since: `0${1 + (i % 9)}/0${1 + (i % 7)}/2024`, day: `2024-0${1 + (i % 9)}-11` })); // prettier-ignore
    const { columns } = await autoFit(dated, { target: 'churn', ...small });
    const of = (name) => columns.find((column) => column.name === name);
    assert.match(of('since').leftOut, /the day or the month may come first/);
    assert.deepEqual([of('day').kind, of('day').leftOut], ['date', undefined]);
    const types = { since: 'date:dmy', plan: 'category' };
    const told = await autoFit(dated, { target: 'churn', types, keep: ['customer'], ...small });
    const kinds = Object.fromEntries(told.columns.map(({ name, kind }) => [name, kind]));
    assert.deepEqual([kinds.since, kinds.plan, kinds.customer], ['date', 'category', 'category']);
    assert.match(
      told.program(),
      /types: \{ customer: 'category', plan: 'category', since: 'date:dmy' \}/,
    );
    assert.equal((await told.model.predict(dated.slice(0, 3))).length, 3);
    await assert.rejects(autoFit(dated, { target: 'churn', types: { since: 'day' } }), /types must be an object of one of/); // prettier-ignore
    // Numbers may be categories, and one text among numbers is refused before anything is compared.
    const asWords = await autoFit(table, { target: 'churn', types: { months: 'category' }, ...small }); // prettier-ignore
    assert.ok(asWords.columns.some(({ name, kind }) => name === 'months' && kind === 'category'));
    const mixed = table.map((row, i) => (i === 5 ? { ...row, months: 'n/a' } : row));
    await assert.rejects(autoFit(mixed, { target: 'churn' }), { code: 'ERR_TYPE', message: /X\[5, months\] is 'n\/a'.*types: \{ months: 'category' \}/ }); // prettier-ignore
    assert.equal((await autoFit(mixed, { target: 'churn', types: { months: 'category' }, ...small })).importance.length > 0, true); // prettier-ignore
    await assert.rejects(autoFit(dated, { target: 'churn', types: { sinse: 'date' } }), /types must be names of columns/); // prettier-ignore
  });

  it('whatever a column is called', async () => {
    const rows = table.slice(0, 90).map(({ months, plan, churn }) => ({ constructor: months, toString: plan, churn })); // prettier-ignore
    const { columns } = await autoFit(rows, { target: 'churn', ...small });
    assert.deepEqual(
      columns.map(({ name, kind, leftOut }) => [name, kind, leftOut]),
      [
        ['constructor', 'number', undefined],
        ['toString', 'category', undefined],
      ],
    );
  });

  it('of rows of numbers without names, whose model leaves them out itself', async () => {
    const X = table.map(({ months }, i) => [i, months, 7, 0]);
    const result = await autoFit(
      X,
      table.map(({ churn }) => churn),
      small,
    );
    assert.deepEqual(
      result.columns.filter(({ leftOut }) => leftOut).map(({ name }) => name),
      ['0', '2', '3'],
    );
    const other = X.map(([, months]) => [9999, months, 1, 5]);
    assert.deepEqual(await result.model.predict(other), await result.model.predict(X));
    assert.deepEqual(
      result.importance.map(({ name }) => name),
      ['1'],
    );
  });

  it('but not measurements that merely differ in every row, nor columns that are good', async () => {
    const next = random(3);
    const X = Array.from({ length: 200 }, () => ({ height: 150 + 50 * next(), age: Math.floor(90 * next()), code: 3 * Math.floor(1e6 * next()) })); // prettier-ignore
    const y = X.map(({ age }) => (age + 5 * normal(next) > 45 ? 'old' : 'young'));
    const { columns } = await autoFit(X, y, small);
    assert.deepEqual(
      columns.filter(({ leftOut }) => leftOut),
      [],
    );
  });
});

describe('autoFit says', () => {
  for (const seed of [1, 2, 3]) {
    it(`that noise is no better than guessing: seed ${seed}`, async () => {
      const next = random(seed);
      const X = Array.from({ length: 300 }, () => [normal(next), normal(next), normal(next)]);
      const classes = await autoFit(X, X.map(() => (next() < 0.5 ? 'a' : 'b')), { seed, maxFits: 30 }); // prettier-ignore
      assert.equal(classes.verdict, 'no better than guessing', classes.score.sentence);
      const numbers = await autoFit(
        X,
        X.map(() => normal(next)),
        { seed, maxFits: 30 },
      );
      assert.equal(numbers.verdict, 'no better than guessing', numbers.score.sentence);
    });
  }

  it('that few rows tell nothing', async () => {
    const X = Array.from({ length: 24 }, (_, i) => [i % 2, i]);
    const result = await autoFit(
      X,
      X.map(([a]) => (a ? 'x' : 'y')),
      { ...small, keep: ['0'] },
    );
    assert.equal(result.verdict, 'too few rows to say');
  });

  it('the loss of the rows that were kept aside, and that of guessing', async () => {
    const { X, y } = makeMoons({ samples: 300, noise: 0.3, seed: 2 });
    const result = await autoFit(X, y, small);
    const { model, score, train, test } = result;
    assert.deepEqual(
      [...train, ...test].sort((a, b) => a - b),
      Array.from(y.keys()),
    );
    const rows = Array.from(test, (i) => Array.from(X.data.subarray(2 * i, 2 * i + 2)));
    const truth = Array.from(test, (i) => y[i]);
    const probabilities = await model.predictProba(rows);
    const loss = metrics.logLoss(truth, probabilities);
    assert.ok(Math.abs(score.value - loss) < 1e-12, `${score.value} ${loss}`);
    const share = train.filter((i) => y[i] > 0).length / train.length;
    const guess = truth.reduce((sum, label) => sum - Math.log(label > 0 ? share : 1 - share), 0);
    assert.ok(Math.abs(score.baseline.value - guess / test.length) < 1e-12);
    assert.equal(score.measures.accuracy, metrics.accuracyScore(truth, await model.predict(rows)));
    assert.ok(score.interval[0] < score.value && score.value < score.interval[1]);
    assert.match(score.sentence, /^Better than guessing\. On 60 rows that were kept aside/);
    const known = metrics.expectedCalibrationError(truth, probabilities, { bins: 10 });
    assert.ok(Math.abs(result.calibration - known) < 1e-12, `${result.calibration} ${known}`);
  });

  it('an interval of the loss that ends at 0, below which no loss is', () => {
    const own = [0, 0, 0, 0, 0, 0, 0, 0, 0, 3];
    const { value, interval } = judge({ own, guess: own.map(() => 1), answer: '', measure: 'logLoss' }); // prettier-ignore
    assert.equal(value, 0.3);
    // The standard deviation by n - 1 is sqrt((9 * 0.3^2 + 2.7^2) / 9), 0.949.
    const half = (1.96 * Math.sqrt((9 * 0.09 + 7.29) / 9)) / Math.sqrt(10);
    assert.equal(interval[0], 0);
    assert.ok(Math.abs(interval[1] - (0.3 + half)) < 1e-12);
  });

  it('that classes are unbalanced, and what more rows bring', async () => {
    const next = random(8);
    const X = Array.from({ length: 300 }, () => [normal(next), normal(next)]);
    const y = X.map(([a]) => a + normal(next) > 1.6);
    const result = await autoFit(X, y, small);
    assert.ok(result.notes.some((note) => /unbalanced: 8\d % of the rows are false/.test(note)));
    assert.equal(result.curve.rows.length, 3);
    assert.match(result.curve.sentence, /more rows would/);
  });
});

describe('autoFit predicts', () => {
  const next = random(4);
  const X = Array.from({ length: 240 }, () => [4 * next(), normal(next)]);

  it('numbers, and their logarithm where they differ by factors', async () => {
    const y = X.map(([a, b]) => 1000 * Math.exp(a + 0.3 * b + 0.1 * normal(next)));
    const result = await autoFit(X, y, { maxFits: 40, machines: ['Ridge', 'SVR'] });
    assert.equal(result.task, 'numbers');
    assert.equal(result.leaderboard[0].transformer, 'log');
    const found = await result.model.predict(Array.from(result.test, (i) => X[i]));
    const truth = Array.from(result.test, (i) => y[i]);
    assert.ok(Math.abs(result.score.value / metrics.meanAbsoluteError(truth, found) - 1) < 1e-12);
    const known = Array.from(result.train, (i) => y[i]).sort((a, b) => a - b);
    const median = known[known.length >> 1];
    const guess = metrics.meanAbsoluteError(
      truth,
      truth.map(() => median),
    );
    assert.ok(Math.abs(result.score.baseline.value / guess - 1) < 1e-12);
  });

  it('classes in an order', async () => {
    const order = ['low', 'middle', 'high'];
    const y = X.map(([a]) => order[Math.max(0, Math.min(2, Math.floor((a + 0.4 * normal(next)) / 1.4)))]); // prettier-ignore
    const result = await autoFit(X, y, { order, maxFits: 30 });
    assert.equal(result.task, 'order');
    assert.ok(['SVOR', 'CumulativeLinkModel'].includes(result.leaderboard[0].machine));
    const found = await result.model.predict(Array.from(result.test, (i) => X[i]));
    const errors = Array.from(result.test, (i, at) => Math.abs(order.indexOf(y[i]) - order.indexOf(found[at]))); // prettier-ignore
    const mean = errors.reduce((sum, error) => sum + error, 0) / errors.length;
    assert.ok(Math.abs(result.score.value - mean) < 1e-12);
    await assert.rejects(autoFit(X, y, { order: ['low', 'high'] }), /order must be all classes/);
    await assert.rejects(autoFit(X, y, { task: 'order' }), /order must be an array of the classes/);
  });

  it('texts, sparse rows, rows with gaps, and leaves rows without a target out', async () => {
    const words = ['fine warm good', 'cold bad poor'];
    const texts = Array.from({ length: 60 }, (_, i) => `the film was ${words[i % 2].split(' ')[i % 3]} and long`); // prettier-ignore
    const y = texts.map((_, i) => (i < 2 ? null : i % 2 ? 'no' : 'yes'));
    const ofTexts = await autoFit(texts, y, small);
    assert.match(ofTexts.notes[0], /2 rows without a target were left out/);
    assert.equal(ofTexts.verdict, 'too few rows to say'); // 12 rows
    assert.deepEqual(await ofTexts.model.predict(['a good one']), ['yes']);
    const rows = texts.length;
    const sparse = { rows, cols: 3, indptr: Int32Array.from({ length: rows + 1 }, (_, i) => i), indices: Int32Array.from(texts, (_, i) => i % 2), data: Float64Array.from(texts, () => 1) }; // prettier-ignore
    const ofSparse = await autoFit(
      sparse,
      texts.map((_, i) => i % 2),
      small,
    );
    assert.equal(ofSparse.score.measures.accuracy, 1);
    const gaps = X.map(([a, b], i) => [i % 9 ? a : NaN, b]);
    const ofGaps = await autoFit(
      gaps,
      X.map(([a]) => a > 2),
      small,
    );
    assert.match(ofGaps.program(), /new SimpleImputer\(\{ strategy: 'median' \}\)/);
    assert.equal(ofGaps.columns[0].gaps, 27);
  });
});

describe('autoFit compares', () => {
  const { X, y } = makeMoons({ samples: 200, noise: 0.25, seed: 6 });
  const names = ['LinearSVC', 'SVC', 'KNeighborsClassifier'];
  const scoresOf = ({ leaderboard }) =>
    leaderboard.map(({ machine, options, scores, why }) => ({ machine, options, scores, why }));

  it('the same with the same seed and number of fits, with one worker or two', async () => {
    const settings = { maxFits: 50, machines: names };
    const [one, two] = [await autoFit(X, y, { ...settings, workers: 1 }), await autoFit(X, y, { ...settings, workers: 2 })]; // prettier-ignore
    assert.deepEqual(scoresOf(one), scoresOf(two));
    assert.deepEqual(await one.model.save(), await two.model.save());
    const other = await autoFit(X, y, { ...settings, seed: 1 });
    assert.notDeepEqual(other.test, one.test);
  });

  it('each machine, the better ones with more options, and stops those that are far behind', async () => {
    const { X: clear, y: labels } = makeMoons({ samples: 200, noise: 0.1, seed: 6 });
    const { leaderboard, stopped } = await autoFit(clear, labels, { maxFits: 80, machines: names });
    assert.equal(stopped, false);
    assert.deepEqual(new Set(leaderboard.map(({ machine }) => machine)), new Set(names));
    const tried = (name) => leaderboard.filter(({ machine }) => machine === name).length;
    assert.ok(tried(leaderboard[0].machine) > tried('LinearSVC'));
    assert.ok(leaderboard.some(({ why }) => /far behind/.test(why)));
    const done = leaderboard.filter(({ complete }) => complete);
    const losses = done.map(({ scores }) => scores.logLoss);
    assert.deepEqual(
      losses,
      losses.toSorted((a, b) => a - b),
    );
  });

  it('and ends when it is told to, with the best so far, and goes on from what it saved', async () => {
    const settings = { maxFits: 50, machines: names };
    let heard = 0;
    const ended = await autoFit(X, y, { ...settings, onProgress: () => ++heard < 4 });
    assert.equal(ended.stopped, true);
    assert.equal(ended.leaderboard.length, 3);
    assert.equal(typeof ended.score.value, 'number');
    const whole = await autoFit(X, y, settings);
    const reports = [];
    const resume = ended.save();
    const gone = await autoFit(X, y, { ...settings, resume, onProgress: ({ stage }) => void reports.push(stage) }); // prettier-ignore
    assert.deepEqual(scoresOf(gone), scoresOf(whole));
    // One report at the beginning, and one for each candidate that was not known.
    const compared = reports.filter((stage) => stage === 'compare').length;
    assert.equal(compared, 1 + whole.leaderboard.length - 3);
  });

  it('and refuses what belongs to other data or is damaged', async () => {
    const bytes = (await autoFit(X, y, { ...small, maxFits: 5 })).save();
    const wrong = (resume, more = {}) => autoFit(X, y, { ...small, ...more, resume });
    await assert.rejects(wrong(bytes, { seed: 3 }), { code: 'ERR_FORMAT', argument: 'resume', message: /seed was 0, and is 3/ }); // prettier-ignore
    await assert.rejects(autoFit(X, y.map((label) => -label), { ...small, resume: bytes }), /of other data/); // prettier-ignore
    await assert.rejects(wrong(bytes.subarray(5)), /is no saved comparison/);
    await assert.rejects(wrong(new Uint8Array(0)), /is no saved comparison/);
    await assert.rejects(wrong('text'), /resume must be the bytes/);
  });

  it('and tells other texts, other sparse rows and other types of columns by themselves', async () => {
    const y = Array.from({ length: 40 }, (_, i) => i % 2);
    const few = { ...small, maxFits: 5 };
    const texts = y.map((own, i) => `${own ? 'warm' : 'cold'} ${i % 5}`);
    const ofTexts = (await autoFit(texts, y, few)).save();
    const others = texts.map((text) => `${text} day`);
    await assert.rejects(autoFit(others, y, { ...few, resume: ofTexts }), /of other data/);
    const sparse = (value) => ({ rows: 40, cols: 2, indptr: Int32Array.from({ length: 41 }, (_, i) => i), indices: Int32Array.from(y), data: new Float64Array(40).fill(value) }); // prettier-ignore
    const ofSparse = (await autoFit(sparse(1), y, few)).save();
    await assert.rejects(autoFit(sparse(2), y, { ...few, resume: ofSparse }), /of other data/);
    const table = y.map((own, i) => ({ word: `${own ? 'a' : 'b'}${i % 3}`, n: i % 7 }));
    const ofTable = (await autoFit(table, y, { ...few, keep: ['word'] })).save();
    const told = { ...few, keep: ['word'], types: { word: 'text' }, resume: ofTable };
    await assert.rejects(autoFit(table, y, told), /types was/);
  });

  it('and is aborted by its signal', async () => {
    const controller = new AbortController();
    const work = autoFit(X, y, { ...small, signal: controller.signal, onProgress: () => controller.abort(new Error('enough')) }); // prettier-ignore
    await assert.rejects(work, /enough/);
  });

  it('by another measure, without probabilities until they are needed', async () => {
    const result = await autoFit(X, y, { ...small, scoring: 'balancedAccuracy' });
    assert.deepEqual(Object.keys(result.leaderboard[0].scores)[0], 'balancedAccuracy');
    const done = result.leaderboard.filter(({ complete }) => complete);
    const scores = done.map((row) => row.scores.balancedAccuracy);
    assert.deepEqual(
      scores,
      scores.toSorted((a, b) => b - a),
    );
    await assert.rejects(autoFit(X, y, { ...small, scoring: 'goodness' }), /goodness/);
  });

  it('and prints the program of each candidate, which runs', async () => {
    const result = await autoFit(X, y, { ...small, maxFits: 12 });
    const row = result.leaderboard.at(-1);
    assert.match(result.program(row), new RegExp(`new ${row.machine}\\(`));
    const file = join(project, 'auto-program.mjs');
    const given = 'export const X = [[0, 0], [0, 1], [1, 0], [1, 1], [3, 3], [3, 4], [4, 3], [4, 4]], y = [0, 0, 0, 0, 1, 1, 1, 1];\n'; // prettier-ignore
    const text = result.program().replace('const model', 'export const model');
    writeFileSync(file, `${given}${text}`);
    const { model } = await import(pathToFileURL(file));
    assert.deepEqual(Array.from(await model.predict([[0, 0.5], [4, 3.5]])), [0, 1]); // prettier-ignore
    assert.throws(() => result.program({}), /row must be a row of leaderboard/);
  });

  it('and reports on the rows that were kept aside', async () => {
    const result = await autoFit(X, y, small);
    const { json, html, markdown } = await result.report({ date: '2026-01-01' });
    assert.equal(json.data.rows, result.test.length);
    assert.equal(json.train.rows, result.train.length);
    assert.equal(json.notes[0], result.score.sentence);
    for (const text of [html, markdown]) assert.ok(text.includes('were kept aside'));
    assert.match(html, /candidates of autoFit/);
    assert.equal(json.search.best.candidate.includes(result.leaderboard[0].machine), true);
    const scored = json.scores.find(({ name }) => name === 'logLoss').value;
    assert.ok(Math.abs(scored - result.score.value) < 1e-12);
    const off = json.scores.find(({ name }) => name === 'expectedCalibrationError').value;
    assert.ok(Math.abs(off - result.calibration) < 1e-12, `${off} ${result.calibration}`);
    // The importance is by a loss, which rises.
    assert.equal(json.importance.of, 'logLoss');
    assert.match(html, /How much worse logLoss is when the values/);
    assert.match(markdown, /Worse by \(logLoss\)/);
  });
});

describe('autoFit refuses', () => {
  const X = Array.from({ length: 30 }, (_, i) => [i % 7, i % 3]);
  const y = X.map(([a]) => (a > 3 ? 'p' : 'q'));
  for (const [what, given, message] of [
    ['no target', [X], /needs what it is to predict/],
    ['both', [customers(30), y, { target: 'churn' }], /not both/],
    ['a target that is not there', [customers(30), { target: 'churned' }], /has no column 'churned'; it has customer/], // prettier-ignore
    ['rows without names and a target', [X, { target: 'a' }], /name the columns/],
    ['few rows', [X.slice(0, 9), y.slice(0, 9)], /at least 20 rows/],
    ['one class', [X, X.map(() => 'p')], /there is nothing to predict/],
    [
      'a class with one row',
      [X, y.map((label, i) => (i ? label : 'r'))],
      /the class 'r' has 1 rows/,
    ],
    ['too few targets', [X, y.slice(1)], /y has 29 entries, but X has 30 rows/],
    ['an unknown setting', [X, y, { second: 5 }], /second/],
    ['no time', [X, y, { seconds: 0 }], /seconds must be a number above 0/],
    ['a share of all rows', [X, y, { testSize: 1 }], /testSize must be a share/],
    ['an unknown machine', [X, y, { machines: ['SVX'] }], /LinearSVC, .*SVC, .*got 'SVX'/],
    ['numbers that are words', [X, y, { task: 'numbers' }], /task must be 'classes'/],
    ['constant columns', [X.map(() => [1, 2]), y, {}], /no column is left to predict from/],
  ]) {
    it(what, () => assert.rejects(autoFit(...given), { name: 'MaxMarginError', message }));
  }
});
