/** What guessing scores on the folds of a comparison, and whether a model is better. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';

import { judge } from '../src/select/verdict.js';
import { blobs, shared } from './support/data.mjs';
import { maxmargin, sync } from './support/maxmargin.mjs';

const { GridSearch, HalvingSearch, OneClassSVM, OrdinalSVC, RankSVC, SVC } = maxmargin;
const { SVR, SequenceTagger, crossValidate, learningCurve, makeFolds, validationCurve } = maxmargin;

await sync.init();

const golden = JSON.parse(readFileSync(new URL('golden/baselines.json', import.meta.url), 'utf8'));

/** Rows that say nothing of y. */
function noise(n, seed = 1) {
  let state = seed;
  const next = () => (state = (state * 16807) % 2147483647) / 2147483647;
  const X = Array.from({ length: n }, () => [next(), next(), next()]);
  const y = X.map(() => (next() < 0.7 ? 'no' : 'yes'));
  return { X, y, values: X.map(() => next()) };
}

const near = (found, expected, told) => {
  assert.equal(found.length, expected.length);
  found.forEach((value, f) => {
    const off = Math.abs(value - expected[f]);
    assert.ok(off <= 1e-12 * Math.max(1, Math.abs(expected[f])), `${told}, fold ${f}: ${value}, ${expected[f]}`); // prettier-ignore
  });
};

describe('a baseline', () => {
  const forms = { maxmargin, sync };
  for (const [form, { crossValidate: validate, SVC: Machine, SVR: Mean }] of Object.entries(
    forms,
  )) {
    it(`scores as the dummy estimators of scikit-learn, in ${form}`, async () => {
      for (const { y, folds, found } of golden.classes) {
        const { X } = noise(y.length);
        const scoring = Object.keys(found);
        const { measures } = await validate(new Machine({ probability: 'sigmoid' }), X, y, {
          folds,
          scoring,
        });
        for (const [name, { best, scores }] of Object.entries(found)) {
          near(measures[name].baseline.scores, scores, name);
          const answer = best === undefined ? 'the shares of the classes' : `always ${best}`;
          assert.equal(measures[name].baseline.answer, answer, name);
        }
        const alone = await validate(new Machine({ probability: 'sigmoid' }), X, y, { folds });
        near(alone.baseline.scores, found.accuracy.scores, 'the default');
      }
      for (const { y, folds, found } of golden.numbers) {
        const { X } = noise(y.length);
        const scoring = Object.keys(found);
        const { measures } = await validate(new Mean(), X, y, { folds, scoring });
        for (const [name, { scores }] of Object.entries(found)) {
          // The percentage error is least for another constant than the median.
          near(measures[name].baseline.scores, scores, name);
        }
      }
    });
  }

  it('is there for every measure by name', async () => {
    const { X, y, values } = noise(60);
    const of = {
      classes: 'accuracy cohenKappa linearKappa quadraticKappa specificity fbeta@2 precisionMicro recallWeighted specificityMacro rocAuc rocAucOvo averagePrecision breakEven precision@5 recall@5 topKAccuracy@1 logLoss brier', // prettier-ignore
      numbers: 'maxError meanPinballLoss@0.9 kendallTau spearman inversionRate preferenceRisk kendallLoss rankingLoss concordance ndcg ndcg@5 rocAuc', // prettier-ignore
    };
    const classes = await crossValidate(new SVC({ probability: 'sigmoid' }), X, y, { scoring: of.classes.split(' ') }); // prettier-ignore
    const numbers = await crossValidate(new SVR(), X, values, { scoring: of.numbers.split(' ') });
    for (const [name, { baseline, mean }] of Object.entries({
      ...classes.measures,
      ...numbers.measures,
    })) {
      // prettier-ignore
      if (Number.isFinite(mean)) assert.ok(Number.isFinite(baseline.mean), `${name} of guessing`);
    }
    const means = (names) => names.map((name) => numbers.measures[name].baseline.mean);
    assert.deepEqual(means(['kendallTau', 'inversionRate', 'concordance']), [0, 0.5, 0.5]);
    assert.ok(Math.abs(numbers.measures.spearman.baseline.mean) < 1e-15);
    assert.equal(numbers.measures['meanPinballLoss@0.9'].baseline.answer, 'the quantile 0.9');
  });

  it('of ordered classes, of rankers and of sequences', async () => {
    const { X, y } = blobs({ n: 60, k: 3, d: 2, apart: 1, seed: 3, labels: (c) => [1, 2, 4][c] });
    const scoring = ['meanAbsoluteError', 'kendallTau', 'accuracy'];
    const { measures } = await crossValidate(new OrdinalSVC({ C: 0.1 }), X, y, { folds: 3, scoring }); // prettier-ignore
    assert.equal(measures.meanAbsoluteError.baseline.answer, 'always 2', 'the one in the middle');
    assert.equal(measures.kendallTau.baseline.mean, 0);

    const groups = X.map((_, i) => Math.floor(i / 10));
    const ranked = await crossValidate(new RankSVC(), X, y, { folds: 3, groups });
    assert.deepEqual([ranked.baseline.answer, ranked.baseline.mean], ['a random order', 0.5]);

    const long = (list) => Array.from({ length: 12 }, (_, s) => list.slice(5 * s, 5 * s + 5));
    const tags = X.map((_, i) => (i % 4 === 0 ? 'rare' : 'common'));
    const tagged = await crossValidate(new SequenceTagger(), long(X), long(tags), { folds: 3 });
    assert.equal(tagged.baseline.answer, "always 'common'");
    near([tagged.baseline.mean], [0.75], 'rows of sequences');
  });

  it('names one class for all folds, though each of them lacks another row', async () => {
    const { X } = noise(20);
    const y = X.map((_, i) => (i % 2 ? 'a' : 'b'));
    const { baseline } = await crossValidate(new SVC(), X, y, { folds: 20, stratify: false });
    assert.equal(baseline.mean, 0.5);
    const [all, some] = [[...X.keys()], [0, 1, 2]];
    const folds = [{ train: all, test: some }];
    assert.equal((await crossValidate(new SVC(), X, y, { folds })).verdict, undefined, 'one fold');
    const other = [{ train: all, test: some }, { train: [0, 1, 3, 5], test: [2, 4] }]; // prettier-ignore
    assert.equal((await crossValidate(new SVC(), X, y, { folds: other })).baseline.answer, "always 'a'"); // prettier-ignore
  });

  it('is missing where nobody knows the measure', async () => {
    const { X, y } = noise(40);
    const right = (truth, predicted) => truth.filter((label, i) => label === predicted[i]).length;
    const own = await crossValidate(new SVC(), X, y, { scoring: right });
    const inside = await crossValidate(new OneClassSVM(), X, null, { scoring: () => 1 });
    for (const found of [own, inside]) assert.ok(!('baseline' in found || 'verdict' in found));
  });
});

describe('a verdict', () => {
  it('has the p-values of the corrected resampled t-test', () => {
    for (const { gains, train, test, p } of golden.tests) {
      const fold = { train: { length: train }, test: { length: test } };
      const { pValue } = judge(gains, 1, gains.map(() => fold), 1); // prettier-ignore
      assert.ok(Math.abs(pValue - p) < 1e-13, `${pValue}, ${p}`);
    }
  });

  it('follows the bounds of the gain', () => {
    const verdict = (gains, most, tries = 1, rows = 20) =>
      judge(gains, most, gains.map(() => ({ train: { length: 80 }, test: { length: rows } })), tries).verdict; // prettier-ignore
    const gains = [0.28, 0.3, 0.32, 0.29, 0.31];
    const [better, no, few] = ['better than guessing', 'no better than guessing', 'too few rows to say']; // prettier-ignore
    assert.equal(verdict(gains, 0.5), better);
    assert.equal(verdict(gains, 0.5, 1e6), few, 'the best of very many may be chance, or not');
    const small = [0.03, 0.032, 0.028, 0.031, 0.029];
    assert.equal(verdict(small, 0.5, 1e6), few, 'so is a small gain that all folds have');
    assert.equal(verdict(gains, 0.5, 1, 3), few, '15 rows');
    assert.equal(verdict([0, 0.02, -0.02, 0.01, -0.01], 0.5), no);
    assert.equal(verdict([0, 0.02, -0.02, 0.01, -0.01], 0.05), few, 'little can be gained');
    assert.equal(verdict([-0.3, -0.28, -0.32], 0), no, 'nothing can be gained');
    assert.equal(verdict([0.1, 0.1, 0.1], 0.5), better, 'no spread');
    assert.equal(verdict([0, 0, 0], 0.5), no);
    assert.equal(verdict([0.5], 0.5), undefined, 'one fold');
    assert.equal(verdict([0.5, NaN], 0.5), undefined);
  });

  it('of noise is seldom that a model is better, also of the best of sixteen', async () => {
    const [verdicts, areas, best] = [[], [], []];
    for (let seed = 1; seed <= 12; seed++) {
      const { X, y, values } = noise(150, 7919 * seed);
      const classes = await crossValidate(new SVC(), X, y, { scoring: ['accuracy', 'rocAuc'] });
      verdicts.push(classes.verdict, (await crossValidate(new SVR(), X, values)).verdict);
      areas.push(classes.measures.rocAuc.verdict);
      if (seed > 4) continue;
      const grid = { C: [0.1, 1, 10, 100], gamma: [0.1, 1, 10, 100] };
      const search = new GridSearch(new SVC(), grid, { scoring: 'rocAuc', refit: false });
      best.push((await search.fit(X, y)).verdict);
    }
    const share = (list, verdict) => list.filter((own) => own === verdict).length / list.length;
    assert.ok(share(verdicts, 'no better than guessing') > 0.9);
    assert.ok(share([...verdicts, ...areas], 'better than guessing') <= 0.05);
    assert.equal(share(best, 'better than guessing'), 0);
    const { X, y } = noise(15);
    assert.equal((await crossValidate(new SVC(), X, y)).verdict, 'too few rows to say');
  });

  const heart = shared('libsvm', 'heart_scale');
  it('of patients is that a model is better', { skip: heart.skip }, async () => {
    const { X, y } = await maxmargin.readLibsvm(heart.read());
    const { verdict, baseline, mean } = await crossValidate(new SVC(), X, y);
    assert.equal(verdict, 'better than guessing');
    assert.ok(mean > 0.8 && Math.abs(baseline.mean - 150 / 270) < 1e-12);
    assert.deepEqual(JSON.parse(JSON.stringify(baseline)), baseline);
    // 'Always ill' finds all who are.
    const found = await crossValidate(new SVC(), X, y, { scoring: 'recall' });
    assert.deepEqual([found.baseline.mean, found.verdict], [1, 'no better than guessing']);
  });

  it('of a search counts its candidates, and that of a nested one does not', async () => {
    const { X, y } = blobs({ n: 90, d: 2, apart: 1, seed: 4, labels: (c) => 'ab'[c] });
    const grid = { C: [0.1, 1, 10], gamma: [0.1, 1] };
    const search = await new GridSearch(new SVC(), grid, { nested: 3 }).fit(X, y);
    const alone = await crossValidate(new SVC(search.bestParams), X, y);
    near(search.baseline.scores, alone.baseline.scores, 'the same folds');
    near([search.baseline.pValue], [Math.min(1, 6 * alone.baseline.pValue)], 'six candidates');
    const outer = await makeFolds(X, y, { folds: 3, stratify: true });
    assert.equal(search.nested.baseline.scores.length, outer.length);
    assert.ok(search.nested.verdict);
    assert.equal(new GridSearch(new SVC(), grid).verdict, undefined);

    const halving = await new HalvingSearch(new SVC(), grid, { folds: 3, minResources: 30 }).fit(X, y); // prettier-ignore
    assert.equal(halving.baseline.scores.length, 3);
    assert.equal(halving.verdict, 'too few rows to say', 'of six candidates, by three folds');
  });

  it('stands in every row of a curve', async () => {
    const { X, y } = blobs({ n: 90, d: 2, apart: 1, seed: 4, labels: (c) => 'ab'[c] });
    const sizes = await learningCurve(new SVC(), X, y, { folds: 3, trainSizes: [0.2, 1] });
    const values = await validationCurve(new SVC(), X, y, { folds: 3, option: 'C', values: [1, 9] }); // prettier-ignore
    for (const { baseline, verdict } of [...sizes.rows, ...values.rows]) {
      near(baseline.scores, [0.5, 0.5, 0.5], 'two halves');
      assert.equal(verdict, 'better than guessing');
    }
    assert.ok(sizes.rows[0].baseline.pValue !== sizes.rows[1].baseline.pValue);
  });
});
