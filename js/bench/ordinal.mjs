/**
 * The tables of `make ordinal`: machines of ordered classes on the artificial data of their
 * authors and on the sets of the ORCA toolbox.
 *
 *     node js/bench/ordinal.mjs [--only square,cubic,text,large,sets] [--draws 100] [--splits 10] [--sets tae,toy]
 *
 * square: Herbrich, Graepel and Obermayer (2000), section 2.5.1: the unit square, five ranks, the
 * kernel (<x, z> + 1)^2, C = 1e6. Shares of inverted pairs among those of different ranks; the ranks
 * of a machine, whose ties are errors, and the utility. A number is the mean of all draws, with half
 * the width of its 95 % interval.
 * cubic: Pelckmans, Suykens and De Moor (2006), section 5: 100 rows with as many ranks; Kendall's
 * tau on 250 others, mean of 40 runs.
 * text: Herbrich, Graepel and Obermayer, section 2.5.2, whose documents may not be shipped: 107 drawn
 * documents of three ranks as unit vectors of TFIDF, of which 6 to 24 are learnt. Shares of inverted
 * pairs and of wrong ranks of the others.
 * large: the large sets of the same article, of which ../shared/data has files.
 * sets: the official splits of the sets in ../shared/data/ordinal, mean absolute error of the ranks
 * and Kendall's tau of the ranks, beside the results of the ORCA toolbox. Options are found by
 * 3-fold search on the training rows of the first split; features are standardised.
 */
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { gunzipSync } from 'node:zlib';

import * as generators from '../../npm/dist/data.js';
import * as metrics from '../../npm/dist/metrics.js';
import * as api from '../../npm/dist/core.sync.node.js';

const { inversionRate, kendallTau, meanAbsoluteError } = metrics;
const { OrdinalDecoder, rankTransform } = api;
const shared = fileURLToPath(new URL('../../../shared/data/', import.meta.url));
const { values: flags } = parseArgs({
  options: {
    only: { type: 'string', default: 'square,cubic,text,large,sets' },
    draws: { type: 'string', default: '100' },
    splits: { type: 'string', default: '10' },
    sets: { type: 'string', default: 'toy,pasture,tae,pyrim10,ESL,LEV,ERA,car' },
  },
});
await api.init({ onWarning() {} });

/** Numbers from 0 to 1 by a seed. */
function random(seed) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/** The numbers 0 to n - 1 in a random order. */
function shuffled(n, next) {
  const keys = Array.from({ length: n }, next);
  return keys.map((_, i) => i).sort((a, b) => keys[a] - keys[b]);
}

const of = (list, rows) => rows.map((i) => list[i]);
const mean = (list) => list.reduce((sum, v) => sum + v, 0) / list.length;
const deviation = (list) =>
  Math.sqrt(list.reduce((sum, v) => sum + (v - mean(list)) ** 2, 0) / (list.length - 1));
const row = (name, cells, width = 16) => console.log(name.padEnd(34) + cells.map((cell) => cell.padStart(width)).join('')); // prettier-ignore

/** The learning curves on the unit square. */
function square(draws) {
  const options = { kernel: 'poly', degree: 2, gamma: 1, coef0: 1, C: 1e6, maxTime: 5000 };
  const study = { solver: 'interiorPoint' };
  const machines = {
    'OrdinalSVC, ranks': () => new api.OrdinalSVC({ ...options, tol: 1e-3, thresholds: 'pairs' }),
    'OrdinalSVC, utility': null,
    'SVC, one versus one': () => new api.SVC({ ...options, study }),
    'SVR, epsilon 0.5, ranks': () =>
      new OrdinalDecoder(new api.SVR({ ...options, study, epsilon: 0.5 }), {
        order: [1, 2, 3, 4, 5],
      }),
  };
  console.log(`\nUnit square, ${draws} draws: inverted pairs, in shares`);
  const sizes = [5, 10, 15, 20, 25, 30, 35, 40, 45];
  row('', sizes.map((m) => `m = ${m}`), 14); // prettier-ignore
  const results = Object.fromEntries(Object.keys(machines).map((name) => [name, sizes.map(() => [])])); // prettier-ignore
  let [sources, limited] = [0, 0];
  for (let draw = 0; draw < draws; draw++) {
    const { X, y } = generators.makeOrdinalSquare({ samples: 1000, seed: draw + 1 });
    const points = Array.from(y, (_, i) => Array.from(X.data.subarray(2 * i, 2 * i + 2)));
    const ranks = Array.from(y);
    const next = random(draw + 1);
    sizes.forEach((m, at) => {
      let order = shuffled(1000, next);
      while (new Set(of(ranks, order.slice(0, m))).size < 5) order = shuffled(1000, next);
      const [train, test] = [order.slice(0, m), order.slice(m)];
      const [known, truth, places] = [of(points, train), of(ranks, test), of(points, test)];
      for (const [name, make] of Object.entries(machines)) {
        if (!make) continue;
        const model = make();
        model.fit(known, of(ranks, train));
        if (model.status === 'timeLimit') limited++;
        results[name][at].push(inversionRate(truth, model.predict(places)));
        if (name !== 'OrdinalSVC, ranks') continue;
        results['OrdinalSVC, utility'][at].push(inversionRate(truth, model.decisionFunction(places))); // prettier-ignore
        sources += Array.from(model.thresholdSource).filter((source) => source > 0).length;
      }
    });
  }
  for (const [name, columns] of Object.entries(results)) {
    row(name, columns.map((all) => `${mean(all).toFixed(3)} ±${((1.96 * deviation(all)) / Math.sqrt(all.length)).toFixed(3)}`), 14); // prettier-ignore
  }
  console.log(`boundaries without a pair on the margin: ${(sources / draws / sizes.length).toFixed(2)} of 4; fits that ran into 5 s: ${limited}`); // prettier-ignore
}

/** Kendall's tau on cubic responses. */
function cubic() {
  console.log('\nCubic responses, 40 runs: mean of Kendall\'s tau (least, largest)'); // prettier-ignore
  row('', ['std 0.25', 'variance 0.25'], 26);
  const gaussian = (sigma) => ({ kernel: 'rbf', gamma: 1 / sigma }); // exp(-d^2 / sigma)
  const machines = {
    'OrdinalAverageMargin, linear': () => new api.OrdinalAverageMargin({ kernel: 'linear' }),
    'OrdinalAverageMargin, sigma 50': () => new api.OrdinalAverageMargin(gaussian(50)),
    'OrdinalAverageMargin, sigma 5': () => new api.OrdinalAverageMargin(gaussian(5)),
    'OrdinalSVC, sigma 50, C = 0.01': () => new api.OrdinalSVC({ ...gaussian(50), C: 0.01 }),
    'LSSVM on ranks, sigma 50': () => new api.KernelRidge({ ...gaussian(50), alpha: 0.1, fitIntercept: true }), // prettier-ignore
  };
  for (const [name, make] of Object.entries(machines)) {
    const cells = [0.25, 0.5].map((noise) => {
      const all = Array.from({ length: 40 }, (_, run) => {
        const train = generators.makeCubicOrdinal({ samples: 100, noise, seed: 2 * run + 1 });
        const { weights } = train;
        const test = generators.makeCubicOrdinal({ samples: 250, noise, weights, seed: 2 * run + 2 }); // prettier-ignore
        const model = make();
        model.fit(train.X, 'decisionFunction' in model ? train.y : rankTransform(train.y));
        return kendallTau(test.y, model.decisionFunction?.(test.X) ?? model.predict(test.X));
      });
      return `${mean(all).toFixed(3)} (${Math.min(...all).toFixed(3)}, ${Math.max(...all).toFixed(3)})`;
    });
    row(name, cells, 26);
  }
}

/**
 * Documents of a query as unit vectors of TFIDF, half of them irrelevant (rank 1): of 60 words each,
 * drawn from 1700 by Zipf's law, the higher the rank the more are from the 20 of the topic.
 */
function documents(next, terms = 1700) {
  const shares = Array.from({ length: terms }, (_, t) => 1 / (t + 10));
  const all = shares.reduce((sum, share) => sum + share, 0);
  const common = () => {
    let left = next() * all;
    const at = shares.findIndex((share) => (left -= share) < 0);
    return at < 0 ? terms - 1 : at;
  };
  const y = Array.from({ length: 107 }, () => 1 + (next() < 0.5 ? 0 : next() < 0.44 ? 1 : 2));
  const counts = y.map((rank) => {
    const row = new Float64Array(terms);
    for (let word = 0; word < 60; word++) {
      row[next() < 0.15 * (rank - 1) ? 100 + Math.floor(20 * next()) : common()]++;
    }
    return row;
  });
  const holders = Array.from(
    { length: terms },
    (_, t) => counts.filter((row) => row[t] > 0).length,
  );
  const X = counts.map((row) => {
    const values = Array.from(row, (v, t) => (v > 0 ? v * Math.log(y.length / holders[t]) : 0));
    const norm = Math.hypot(...values);
    return values.map((v) => v / norm);
  });
  return { X, y };
}

/** Inversions and errors on drawn documents. */
function text(draws) {
  const options = { kernel: 'poly', degree: 2, gamma: 1, coef0: 1, C: 1e6 };
  console.log(`\nDrawn documents of three ranks, ${draws} draws: inverted pairs, and wrong ranks`);
  const sizes = [6, 12, 18, 24];
  row('', sizes.map((m) => `m = ${m}`), 14); // prettier-ignore
  const names = ['OrdinalSVC, utility: inversions', 'OrdinalSVC, ranks: inversions', 'SVC, one versus one: inversions', 'OrdinalSVC: wrong ranks', 'SVC, one versus one: wrong ranks']; // prettier-ignore
  const results = names.map(() => sizes.map(() => []));
  for (let draw = 0; draw < draws; draw++) {
    const next = random(draw + 1);
    const { X, y } = documents(next);
    sizes.forEach((m, at) => {
      let order = shuffled(y.length, next);
      while (new Set(of(y, order.slice(0, m))).size < 3) order = shuffled(y.length, next);
      const [train, test] = [order.slice(0, m), order.slice(m)];
      const [places, truth] = [of(X, test), of(y, test)];
      const ordinal = new api.OrdinalSVC({
        ...options,
        tol: 1e-3,
        maxTime: 5000,
        thresholds: 'pairs',
      });
      const pairs = new api.SVC({ ...options, study: { solver: 'interiorPoint' } });
      for (const model of [ordinal, pairs]) model.fit(of(X, train), of(y, train));
      const [ranks, classes] = [ordinal, pairs].map((model) => Array.from(model.predict(places)));
      const wrong = (found) => metrics.zeroOneLoss(truth, found);
      const inverted = [ordinal.decisionFunction(places), ranks, classes].map((found) => inversionRate(truth, found)); // prettier-ignore
      [...inverted, wrong(ranks), wrong(classes)].forEach((value, i) => results[i][at].push(value));
    });
  }
  names.forEach((name, i) => row(name, results[i].map((all) => `${mean(all).toFixed(3)} ±${((1.96 * deviation(all)) / Math.sqrt(all.length)).toFixed(3)}`), 14)); // prettier-ignore
}

/** A table of numbers, whose last column is the target. */
function read(path) {
  const text = existsSync(path) ? readFileSync(path, 'utf8') : gunzipSync(readFileSync(`${path}.gz`)).toString(); // prettier-ignore
  const lines = text.trim().split('\n');
  const rows = lines.filter((line) => !/[a-z]/i.test(line.replace(/e[-+]?\d/gi, ''))).map((line) => line.split(',').map(Number)); // prettier-ignore
  return { X: rows.map((r) => r.slice(0, -1)), y: rows.map((r) => r[r.length - 1]) };
}

/** Features of mean 0 and variance 1 on the training rows. */
function standardised(X, train) {
  const scaler = new api.StandardScaler().fit(of(X, train));
  const table = scaler.transform(X);
  const d = X[0].length;
  return X.map((_, i) => Array.from(table.subarray(i * d, (i + 1) * d)));
}

/** The large sets. */
function large() {
  console.log('\nLarge sets: Kendall\'s tau of utilities on the other rows, mean of 3 draws'); // prettier-ignore
  row('', ['rows', 'printed', 'linear oMAM', 'seconds', 'ranks, best', 'printed']);
  const sets = {
    'Bank(1), bank32nh': ['bank32nh', [[100, 0.37, 0.43], [500, 0.49, 0.51], [5000, 0.56, 0.56], [7500, 0.57]]], // prettier-ignore
    'Bank(2), bank8FM': ['bank8FM', [[100, 0.81, 0.84], [500, 0.83, 0.86], [5000, 0.86, 0.88], [7500, 0.88]]], // prettier-ignore
    'Cpu(1), cal-housing': ['cal-housing', [[100, 0.44, 0.62], [500, 0.5, 0.66], [5000, 0.57, 0.68], [7500, 0.6], [15000, 0.69]]], // prettier-ignore
  };
  for (const [name, [file, lines]] of Object.entries(sets)) {
    const { X, y } = read(`${shared}regression/${file}.csv`);
    for (const [n, printed, leastSquares] of lines) {
      const [taus, times, ranks] = [[], [], new Map()];
      for (let draw = 0; draw < 3; draw++) {
        const order = shuffled(y.length, random(draw + 1));
        const train = order.slice(0, n);
        const test = order.slice(n, n + 2000);
        const Z = standardised(X, train);
        const [known, places, target] = [of(Z, train), of(Z, test), of(y, test)];
        const began = performance.now();
        const model = new api.OrdinalAverageMargin({ kernel: 'linear' }); // prettier-ignore
        model.fit(known, of(y, train));
        times.push((performance.now() - began) / 1000);
        taus.push(kendallTau(target, model.decisionFunction(places)));
        if (!leastSquares || n > 500) continue;
        for (const gamma of [0.01, 0.03, 0.1, 0.3]) {
          for (const alpha of [0.01, 0.1, 1, 10]) {
            const ridge = new api.KernelRidge({ gamma: (gamma * 8) / X[0].length, alpha, fitIntercept: true }); // prettier-ignore
            ridge.fit(known, rankTransform(of(y, train)));
            const key = `${gamma} ${alpha}`;
            ranks.set(key, [...(ranks.get(key) ?? []), kendallTau(target, ridge.predict(places))]);
          }
        }
      }
      const best = ranks.size > 0 ? Math.max(...Array.from(ranks.values(), mean)).toFixed(2) : '-';
      row(name, [`${n}`, printed.toFixed(2), mean(taus).toFixed(2), mean(times).toFixed(2), best, leastSquares?.toFixed(2) ?? '-']); // prettier-ignore
    }
  }
}

const powers = [0.1, 1, 10, 100];
const widths = (d) => [0.1, 0.5, 2].map((factor) => factor / d);
const kernelled = (make, C = powers) => ({ make, grid: (d, n) => ({ C: typeof C === 'function' ? C(n) : C, gamma: widths(d) }) }); // prettier-ignore
/** C of OrdinalSVC counts once for each pair, of which many rows have many. */
const perPair = (n) => (n > 300 ? [1e-4, 1e-3, 1e-2] : [0.001, 0.01, 0.1, 1]);
const upTo1000 = [0.1, 1, 10, 100, 1000]; // ORCA chose 970 on toy in the mean
/** Every machine of ordered classes, and others on ranks; those that the package lacks are left out. */
const machines = {
  OrdinalSVC: kernelled(() => new api.OrdinalSVC({ maxTime: 20_000 }), perPair),
  'OrdinalSVC, boundaries by pairs': kernelled(() => new api.OrdinalSVC({ thresholds: 'pairs', maxTime: 20_000 }), perPair), // prettier-ignore
  'OrdinalSVC, boundaries by errors': kernelled(() => new api.OrdinalSVC({ thresholds: 'errors', maxTime: 20_000 }), perPair), // prettier-ignore
  OrdinalAverageMargin: { make: () => new api.OrdinalAverageMargin(), grid: (d) => ({ gamma: widths(d) }) }, // prettier-ignore
  CumulativeLinkModel: { make: () => new api.CumulativeLinkModel() },
  'SVOR, explicit': kernelled(() => new api.SVOR({ constraints: 'explicit' }), upTo1000),
  'SVOR, implicit': kernelled(() => new api.SVOR({ constraints: 'implicit' }), upTo1000),
  ReducedOrdinalSVC: kernelled(() => new api.ReducedOrdinalSVC(), upTo1000),
  'SVC, one versus one': kernelled(() => new api.SVC()),
  'SVR on ranks': { ...kernelled(() => new api.SVR({ epsilon: 0.1 })), decodes: true },
};

/** The results of the ORCA toolbox, by set and method: [MAE, tau]. */
function published(set) {
  return ['svorim', 'svc1v1', 'pom'].flatMap((method) => {
    const path = `${shared}ordinal/orca-reference-results/${method}-mean-results_test.csv`;
    const [head, ...lines] = readFileSync(path, 'utf8').trim().split('\n').map((line) => line.split(',')); // prettier-ignore
    const found = lines.find(([name]) => name.startsWith(`${set}-`));
    if (!found) return [];
    const cell = (name) => Number(found[head.indexOf(name)]).toFixed(3);
    return [`${method} ${cell('MeanMAE')} / ${cell('MeanTkendall')}`];
  });
}

/** The official splits. */
function sets(names) {
  console.log(
    `\nOfficial splits, at most ${flags.splits}: mean absolute error (its deviation), tau`,
  );
  for (const name of names) {
    const { X, y } = read(`${shared}ordinal/${name}.csv`);
    const lines = readFileSync(`${shared}ordinal/${name}.splits.txt`, 'utf8').trim().split('\n');
    const splits = lines.slice(0, Number(flags.splits)).map((line) => line.trim().split(/\s+/).map(Number)); // prettier-ignore
    console.log(`\n${name}: ${y.length} rows, ${X[0].length} features, ${new Set(y).size} ranks, ${splits.length} splits. ORCA: ${published(name).join(', ') || 'none'}`); // prettier-ignore
    for (const [label, { make, grid, decodes }] of Object.entries(machines)) {
      if (!(label.split(/[ ,]/)[0] in api)) continue;
      const model = make();
      const fitted = decodes ? new OrdinalDecoder(model) : model;
      const [maes, taus] = [[], []];
      const began = performance.now();
      splits.forEach((train, split) => {
        const Z = standardised(X, train);
        const known = new Set(train);
        const test = y.map((_, i) => i).filter((i) => !known.has(i));
        if (grid && split === 0) {
          const scoring = decodes ? 'meanAbsoluteError' : (truth, told) => -meanAbsoluteError(truth, told); // prettier-ignore
          const search = new api.GridSearch(model, grid(X[0].length, splits[0].length), { folds: 3, shuffle: true, scoring }); // prettier-ignore
          search.fit(of(Z, train), of(y, train));
          model.setParams(search.bestParams);
        }
        fitted.fit(of(Z, train), of(y, train));
        const told = fitted.predict(of(Z, test));
        maes.push(meanAbsoluteError(of(y, test), told));
        taus.push(kendallTau(of(y, test), told));
      });
      const spread = maes.length > 1 ? ` (${deviation(maes).toFixed(3)})` : '';
      row(label, [`${mean(maes).toFixed(3)}${spread}`, mean(taus).toFixed(3), `${((performance.now() - began) / 1000).toFixed(1)} s`]); // prettier-ignore
    }
  }
}

const only = flags.only.split(',');
if (only.includes('square')) square(Number(flags.draws));
if (only.includes('cubic')) cubic();
if (only.includes('text')) text(Number(flags.draws));
if (!existsSync(shared)) console.log(`there is no ${shared}: no more to measure`);
else {
  if (only.includes('large')) large();
  if (only.includes('sets')) sets(flags.sets.split(','));
}
