/**
 * The table of `make ranking`: the order of the documents of lightgbm-rank's test queries, by
 * RankSVC and by ridge regression on the grades.
 *
 *     node js/bench/ranking.mjs
 *
 * It reads ../shared/data/ranking: 3005 documents of 201 queries to learn from, 768 of 50 to judge
 * by, grades 0 to 4, 300 sparse features. NDCG is at 10, with the grade as gain and with 2^grade - 1,
 * by `ndcgScore`, whose values are those of scikit-learn's ndcg_score: documents of equal scores share
 * their places, and a query without relevance counts 0 (all test queries have relevant documents and
 * no machine gives equal scores here, so neither matters). The random order is the mean of 200 draws,
 * whose standard deviation is 0.017. Inversions are the mean share of the pairs of a query that are in the wrong order. C is
 * chosen by 5-fold cross-validation on the training queries, by the share of pairs in order, and
 * alpha by squared errors.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';

import { GridSearch, RankSVC, Ridge, readLibsvm, terminate } from '../../npm/dist/core.node.js';
import { inversionRate, ndcgScore } from '../../npm/dist/metrics.js';

const folder = fileURLToPath(new URL('../../../shared/data/ranking/', import.meta.url));

const features = 301;

/** The documents of a part, with their grades and queries. */
async function read(part) {
  const text = gunzipSync(readFileSync(`${folder}lightgbm-rank.${part}.gz`)).toString();
  const { X, y } = await readLibsvm(text);
  const sizes = readFileSync(`${folder}lightgbm-rank.${part}.query`, 'utf8').trim().split('\n');
  const groups = sizes.flatMap((size, query) => Array(Number(size)).fill(query));
  return { X: { ...X, cols: features }, y: Float64Array.from(y), groups };
}

const [train, test] = [await read('train'), await read('test')];
const { groups } = test;
const powers = [1e-5, 3e-5, 1e-4, 3e-4, 1e-3, 3e-3, 1e-2];
const ranker = (options) => () => new RankSVC({ kernel: 'linear', ...options });

/** What is compared: its name, a machine, and the options to choose from. */
const candidates = [
  ['ridge on the grades', () => new Ridge(), { alpha: [1, 10, 100, 1000] }],
  ['RankSVC, pairs', ranker({ normalize: false }), { C: powers }],
  ['RankSVC, mean of pairs', ranker({ tol: 1e-5 }), { C: powers.map((C) => 10 * C) }],
  ['RankSVC, NDCG at 10', ranker({ surrogate: 'ndcg', k: 10 }), { C: powers.slice(0, 4) }],
];

console.log(
  `| ${train.X.rows} documents, 50 test queries | chosen | NDCG@10 | 2^g - 1 | inversions | fit |`,
);
console.log('|---|---|---|---|---|---|');

const meanOf = (list) => list.reduce((sum, value) => sum + value, 0) / list.length;

/** A line of the table for one or more lists of scores of the test documents. */
function line(name, chosen, lists, time) {
  const at10 = (gain) =>
    meanOf(lists.map((scores) => ndcgScore(test.y, scores, { k: 10, gain, groups }))).toFixed(3);
  const wrong = meanOf(lists.map(inversions)).toFixed(3);
  console.log(
    `| ${name} | ${chosen} | ${at10('linear')} | ${at10('exponential')} | ${wrong} | ${time} |`,
  );
}

/** The mean share of the pairs of a query in the wrong order. */
function inversions(scores) {
  const queries = [...new Set(groups)].map((query) =>
    groups.flatMap((of, i) => (of === query ? [i] : [])),
  );
  const rates = queries
    .map((rows) =>
      inversionRate(
        rows.map((i) => test.y[i]),
        rows.map((i) => scores[i]),
      ),
    )
    .filter((rate) => !Number.isNaN(rate));
  return meanOf(rates);
}

let state = 1;
const draw = () => test.y.map(() => (state = (1103515245 * state + 12345) % 2 ** 31));
line('random, 200 draws', '', Array.from({ length: 200 }, draw), '');
for (const [name, make, grid] of candidates) {
  const scoring = name.startsWith('ridge') ? 'meanSquaredError' : undefined;
  const search = new GridSearch(make(), grid, { folds: 5, ...(scoring && { scoring }) });
  await search.fit(train.X, train.y, { groups: train.groups });
  const began = performance.now();
  const model = make();
  model.setParams(search.bestParams);
  const settings = name.startsWith('ridge') ? undefined : { groups: train.groups };
  await model.fit(train.X, train.y, settings);
  const time = `${((performance.now() - began) / 1000).toFixed(1)} s`;
  const chosen = Object.entries(search.bestParams).map(([option, value]) => `${option} ${value}`);
  line(name, chosen, [await model.predict(test.X)], time);
}
console.log(
  'NDCG as in scikit-learn: the grade as gain, ties share their places, a query without relevance counts 0 (there is none here)',
);
await terminate();
