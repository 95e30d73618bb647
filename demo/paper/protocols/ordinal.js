/** Machines of ordered classes: unit squares, cubic responses, large sets, splits of the ORCA toolbox. */
import { bestPoint, deviation, mean, of, others, parse, pick, random, search, shuffled, splitLines, standardised, stratified, summary, tableOf, targetLast } from './help.js'; // prettier-ignore
import { samples } from './files.js';

const polynomial = { kernel: 'poly', degree: 2, gamma: 1, coef0: 1, C: 1e6 };
const study = { solver: 'interiorPoint' };

/** A number as a rank from 1 to so many. */
const asRank = (ranks) => (value) => Math.min(ranks, Math.max(1, Math.round(value)));

/** Points of a table as arrays, which many small fits are made of. */
function listOf({ X, y }) {
  const cols = X.cols ?? X.data.length / y.length;
  return { points: Array.from(y, (_, i) => Array.from(X.data.slice(i * cols, (i + 1) * cols))), ranks: Array.from(y) }; // prettier-ignore
}

/** Rows to learn that have all five ranks, and the others. */
function drawn(ranks, m, next) {
  let order = shuffled(ranks.length, next);
  while (new Set(of(ranks, order.slice(0, m))).size < 5) order = shuffled(ranks.length, next);
  return [order.slice(0, m), order.slice(m)];
}

/** Rates of inverted pairs of the three machines of Herbrich et al. */
export async function ordinalSquare({ rows }, { mm }) {
  const rates = { ordinal: [], multiclass: [], svr: [] };
  for (let draw = 1; draw <= 100; draw++) {
    const { points, ranks } = listOf(mm.makeOrdinalSquare({ samples: 1000, seed: draw }));
    const [train, test] = drawn(ranks, rows, random(draw));
    const [X, y, places, truth] = [of(points, train), of(ranks, train), of(points, test), of(ranks, test)]; // prettier-ignore
    const machines = {
      ordinal: new mm.OrdinalSVC({
        ...polynomial,
        tol: 1e-3,
        thresholds: 'pairs',
        maxTime: 5000,
      }),
      multiclass: new mm.SVC({ ...polynomial, study, maxTime: 5000 }),
      svr: new mm.SVR({ ...polynomial, study, epsilon: 0.5, maxTime: 5000 }),
    };
    for (const [name, model] of Object.entries(machines)) {
      await model.fit(X, y);
      const told = Array.from(await model.predict(places));
      rates[name].push(mm.inversionRate(truth, name === 'svr' ? told.map(asRank(5)) : told));
      model.dispose();
    }
  }
  const { ordinal, multiclass, svr } = rates;
  const means = {
    ordinal: mean(ordinal),
    multiclass: mean(multiclass),
    svr: mean(svr),
  };
  const worse = multiclass.map((rate, i) => rate - ordinal[i]);
  const text = (name) => `mean rate ${means[name].toFixed(3)} ± ${((1.96 * deviation(rates[name])) / 10).toFixed(3)}`; // prettier-ignore
  return {
    ordinal: {
      value: means.ordinal - means.multiclass,
      n: 100,
      text: text('ordinal'),
    },
    multiclass: {
      value: mean(worse) / (deviation(worse) / 10),
      n: 100,
      text: text('multiclass'),
    },
    svr: { value: Math.abs(means.svr - means.ordinal) - Math.abs(means.multiclass - means.ordinal), n: 100, text: text('svr') }, // prettier-ignore
  };
}

/** What numbers ranks have changes a regression: exp(i) against i. */
export async function rankMaps(_, { mm }) {
  const worse = [];
  for (let draw = 1; draw <= 40; draw++) {
    const { points, ranks } = listOf(mm.makeOrdinalSquare({ samples: 1000, seed: draw }));
    const [train, test] = drawn(ranks, 25, random(draw));
    const rates = [];
    for (const number of [(rank) => rank, Math.exp]) {
      const model = new mm.SVR({
        ...polynomial,
        study,
        epsilon: 0.5,
        maxTime: 5000,
      });
      await model.fit(of(points, train), of(ranks, train).map(number));
      const told = Array.from(await model.predict(of(points, test)));
      // The rank whose number is nearest.
      const near = told.map((v) => [1, 2, 3, 4, 5].reduce((best, rank) => (Math.abs(number(rank) - v) < Math.abs(number(best) - v) ? rank : best))); // prettier-ignore
      rates.push(mm.inversionRate(of(ranks, test), near));
      model.dispose();
    }
    worse.push(rates[1] - rates[0]);
  }
  return { value: mean(worse) / (deviation(worse) / Math.sqrt(worse.length)), n: worse.length, text: `mean difference ${mean(worse).toFixed(3)}` }; // prettier-ignore
}

/** The share of points of the unit square whose rank the noise changes. */
export async function rankNoise(_, { mm }) {
  const shares = [];
  for (let seed = 1; seed <= 20; seed++) {
    const { y, trueRanks } = mm.makeOrdinalSquare({ samples: 1000, seed });
    shares.push(mean(Array.from(y, (rank, i) => Number(rank !== trueRanks[i]))));
  }
  return summary(shares);
}

/** The pair margin of a cumulative model, as a share of the largest one. */
export async function openQuestion(_, { mm }) {
  const next = random(1);
  const X = Array.from({ length: 60 }, (_row, i) => [2 * Math.floor(i / 20) + next(), next()]);
  const y = X.map((_row, i) => 1 + Math.floor(i / 20));
  const least = (utility) => Math.min(...[1, 2].map((rank) => Math.min(...utility.filter((_u, i) => y[i] === rank + 1)) - Math.max(...utility.filter((_u, i) => y[i] === rank)))); // prettier-ignore
  const margins = [];
  for (const model of [
    new mm.CumulativeLinkModel({ alpha: 1e-4 }),
    new mm.OrdinalSVC({ kernel: 'linear', C: Infinity }),
  ]) {
    // prettier-ignore
    await model.fit(X, y);
    const utility = Array.from(await model.decisionFunction(X));
    // Utilities are compared per unit of the direction's length.
    const at = Array.from(await model.decisionFunction([[0, 0], [1, 0], [0, 1]])); // prettier-ignore
    margins.push(least(utility) / Math.hypot(at[1] - at[0], at[2] - at[0]));
  }
  return { value: margins[0] / margins[1], text: `${margins[0].toFixed(4)} of ${margins[1].toFixed(4)}` }; // prettier-ignore
}

/** Kendall's tau on cubic responses. */
export async function cubic({ machine }, { mm }) {
  const wide = { kernel: 'rbf', gamma: 1 / 50 };
  const machines = {
    'average-margin': [() => new mm.OrdinalAverageMargin({ kernel: 'linear' })],
    others: [
      () => new mm.KernelRidge({ ...wide, alpha: 0.1, fitIntercept: true }),
      () => new mm.OrdinalSVC({ ...wide, C: 0.01 }),
    ],
  }[machine];
  const all = [];
  for (const make of machines) {
    const taus = [];
    for (let run = 0; run < 40; run++) {
      const train = mm.makeCubicOrdinal({
        samples: 100,
        noise: 0.25,
        seed: 2 * run + 1,
      });
      const { weights } = train;
      const test = mm.makeCubicOrdinal({
        samples: 250,
        noise: 0.25,
        weights,
        seed: 2 * run + 2,
      });
      const model = make();
      const ranks = 'decisionFunction' in model ? train.y : mm.rankTransform(train.y);
      await model.fit(train.X, ranks);
      taus.push(mm.kendallTau(test.y, await (model.decisionFunction?.(test.X) ?? model.predict(test.X)))); // prettier-ignore
      model.dispose();
    }
    all.push(taus);
  }
  const least = all.reduce((a, b) => (mean(b) < mean(a) ? b : a));
  const text = all.map((taus) => `${mean(taus).toFixed(3)} (${Math.min(...taus).toFixed(3)} to ${Math.max(...taus).toFixed(3)})`).join('; '); // prettier-ignore
  return { ...summary(least), text };
}

/** Ranks of equally many rows. */
function equalBins(y, bins) {
  const order = y.map((_, i) => i).sort((a, b) => y[a] - y[b]);
  const ranks = new Array(y.length);
  order.forEach((row, at) => (ranks[row] = 1 + Math.floor((at * bins) / y.length)));
  return ranks;
}

/** Ranks of intervals of equal length. */
function equalIntervals(y, count) {
  const [low, high] = [Math.min(...y), Math.max(...y)];
  return y.map((v) => Math.min(count, 1 + Math.floor((count * (v - low)) / (high - low))));
}

/** Kendall's tau of utilities on large sets, by Pelckmans et al. */
export async function largeSets({ file, rows, machine }, context) {
  const { mm } = context;
  const { X, y } = await parse(context, file, targetLast);
  const taus = [];
  let chosen;
  for (let draw = 1; draw <= 10; draw++) {
    const order = shuffled(y.length, random(draw));
    const [train, test] = [order.slice(0, rows), order.slice(rows, rows + 2000)];
    const Z = standardised(X, train);
    const target = of(y, train);
    const make = (point) => {
      if (machine === 'average-margin') return new mm.OrdinalAverageMargin({ kernel: 'linear' });
      if (machine === 'ordinal-svm') return new mm.SVOR(point);
      if (machine === 'gaussian-process') return new mm.OrdinalGaussianProcess({ gamma: 1 / X.cols });
      return new mm.KernelRidge({ ...point, fitIntercept: true });
    };
    const inBins = machine === 'ordinal-svm' || machine === 'gaussian-process';
    const answers = (values) => (inBins ? equalBins(values, 10) : machine === 'average-margin' ? values : mm.rankTransform(values)); // prettier-ignore
    const tauOf = async (point, known, fresh) => {
      const model = make(point);
      await model.fit(pick(Z, known), answers(of(y, known)));
      const utility = await (model.decisionFunction?.(pick(Z, fresh)) ?? model.predict(pick(Z, fresh))); // prettier-ignore
      model.dispose();
      return mm.kendallTau(of(y, fresh), utility);
    };
    if (!chosen && machine !== 'average-margin' && machine !== 'gaussian-process') {
      // Of many rows, the first thousand choose.
      const some = train.slice(0, 1000);
      const gamma = [0.01, 0.03, 0.1, 0.3].map((width) => (width * 8) / X.cols);
      const grid = machine === 'ordinal-svm' ? { gamma, C: [0.1, 1, 10] } : { gamma, alpha: [0.01, 0.1, 1, 10] }; // prettier-ignore
      const folds = stratified(new Array(some.length).fill(0), 3, random(99));
      chosen = await search(grid, of(y, some), folds, async (point, fold) => -(await tauOf(point, of(some, fold.train), of(some, fold.test)))); // prettier-ignore
    }
    if (target.length !== rows) throw new Error(`${file} has too few rows`);
    taus.push(await tauOf(chosen, train, test));
  }
  const text = chosen && Object.entries(chosen).map(([name, v]) => `${name} ${Number(v.toPrecision(3))}`).join(', '); // prettier-ignore
  return { ...summary(taus), ...(text && { text }) };
}

/** Rows of numbers that blanks divide, the last one is the rank. @param {string} text */
function blankRows(text) {
  const rows = text.trim().split('\n').map((line) => line.trim().split(/[\s,]+/).map(Number)); // prettier-ignore
  return { X: tableOf(rows.map((row) => row.slice(0, -1))), y: rows.map((row) => row[row.length - 1]) }; // prettier-ignore
}

/** ORCA's unit tests on the toy set. */
export async function toyHoldout({ machine, options }, context) {
  const { mm } = context;
  const train = await parse(context, 'ordinal/toy-1holdout/train_toy.0', blankRows);
  const test = await parse(context, 'ordinal/toy-1holdout/test_toy.0', blankRows);
  const ranks = Math.max(...train.y);
  let told;
  if (machine === 'svmop' || machine === 'cssvc')
    told = await (machine === 'svmop' ? frankHall : costs)(mm, options, train, test, ranks); // prettier-ignore
  else {
    const model = new mm[machine](options);
    const isSvr = machine === 'SVR';
    await model.fit(train.X, isSvr ? train.y.map((rank) => (rank - 1) / (ranks - 1)) : train.y);
    told = Array.from(await model.predict(test.X));
    if (isSvr) told = told.map((v) => asRank(ranks)(1 + v * (ranks - 1)));
  }
  return { value: mean(test.y.map((rank, i) => Number(rank === told[i]))) };
}

/** The ranks whose intervals have the utilities, as ORCA decodes a cumulative model. */
async function byThresholds(model, X) {
  const utility = await model.decisionFunction(X);
  const { thresholds, classes } = model;
  return Array.from(utility, (u) => classes[thresholds.filter((bound) => u > bound).length]);
}

/** SVMOP: a machine for "above rank k" each, weighted by distance, and the likeliest rank. */
async function frankHall(mm, options, train, test, ranks) {
  const above = [];
  for (let k = 1; k < ranks; k++) {
    const y = train.y.map((rank) => (rank > k ? 1 : 0));
    const distance = train.y.map((rank) => (rank > k ? rank - k : k - rank + 1));
    // The weights of either side have the mean 1.
    const side = (label) => mean(distance.filter((_, i) => y[i] === label));
    const sampleWeight = distance.map((w, i) => w / side(y[i]));
    const model = new mm.SVC({ ...options, probability: 'sigmoid' });
    await model.fit(train.X, y, { sampleWeight });
    const p = await model.predictProba(test.X);
    above.push(test.y.map((_, i) => (p.data ?? p)[2 * i + 1]));
  }
  return test.y.map((_, i) => {
    const shares = Array.from({ length: ranks }, (_rank, k) => (k === 0 ? 1 : above[k - 1][i]) - (k === ranks - 1 ? 0 : above[k][i])); // prettier-ignore
    return 1 + shares.indexOf(Math.max(...shares));
  });
}

/** CSSVC: one versus rest, the rows of others weighted by their distance. */
async function costs(mm, options, train, test, ranks) {
  const values = [];
  for (let k = 1; k <= ranks; k++) {
    const y = train.y.map((rank) => (rank === k ? 1 : 0));
    const sampleWeight = train.y.map((rank) => (rank === k ? 1 : Math.abs(rank - k)));
    const model = new mm.SVC(options);
    await model.fit(train.X, y, { sampleWeight });
    values.push(Array.from(await model.decisionFunction(test.X)));
  }
  return test.y.map((_, i) => {
    const column = values.map((list) => list[i]);
    return 1 + column.indexOf(Math.max(...column));
  });
}

/** The nine measures of the tutorial, of ranks from 1. */
function measures(mm, truth, told, ranks) {
  const list = Array.from({ length: ranks }, (_, k) => k + 1);
  const errors = truth.map((rank, i) => Math.abs(rank - told[i]));
  const present = list.filter((rank) => truth.includes(rank));
  const ofRank = (rank) => errors.filter((_e, i) => truth[i] === rank);
  const right = present.map((rank) => mean(ofRank(rank).map((e) => Number(e === 0))));
  const far = present.map((rank) => mean(ofRank(rank)));
  const [a, b] = [mean(truth), mean(told)];
  const product = (f, g) => truth.reduce((sum, _rank, i) => sum + f(i) * g(i), 0);
  const [da, db] = [(i) => truth[i] - a, (i) => told[i] - b];
  const length = Math.sqrt(product(da, da) * product(db, db));
  // Weighted kappa: errors seen, for those of independent answers with the same frequencies.
  const share = (all, rank) => mean(all.map((one) => Number(one === rank)));
  let chance = 0;
  for (const r of list) for (const s of list) chance += share(truth, r) * share(told, s) * Math.abs(r - s); // prettier-ignore
  const tau = mm.kendallTau(truth, told);
  return {
    Acc: 100 * mean(errors.map((e) => Number(e === 0))),
    GM: 100 * right.reduce((all, v) => all * v, 1) ** (1 / present.length),
    MS: 100 * Math.min(...right),
    MAE: mean(errors),
    AMAE: mean(far),
    MMAE: Math.max(...far),
    RSpearman: length > 0 ? product(da, db) / length : 0,
    Tkendall: Number.isFinite(tau) ? tau : 0,
    Wkappa: chance > 0 ? 1 - mean(errors) / chance : 0,
  };
}

/** ORCA's tutorial: 30 splits, options by five folds on each training set. */
export async function orcaSplits({ set, machine }, context) {
  const { mm, how } = context;
  const { X, y } = await parse(context, `ordinal/${set}.csv`, targetLast);
  const splits = await parse(context, `ordinal/${set}.splits.txt`, splitLines);
  const ranks = Math.max(...y);
  const powers = [0.001, 0.01, 0.1, 1, 10, 100, 1000];
  const all = {};
  for (const [at, train] of splits.entries()) {
    const test = others(y.length, train);
    const Z = standardised(X, train);
    const [known, answers] = [pick(Z, train), of(y, train)];
    let model;
    if (machine === 'POM') model = new mm.CumulativeLinkModel();
    else {
      const base = machine === 'SVC1V1' ? new mm.SVC() : new mm.SVOR();
      const folds = stratified(answers, 5, random(at + 1));
      const scoring = (truth, told) => -mm.meanAbsoluteError(truth, told);
      const grid = new mm.GridSearch(base, { C: powers, gamma: powers }, { folds, scoring, refit: false, ...how }); // prettier-ignore
      await grid.fit(known, answers);
      model = new mm[machine === 'SVC1V1' ? 'SVC' : 'SVOR'](grid.bestParams);
    }
    await model.fit(known, answers);
    const fresh = pick(Z, test);
    const told = machine === 'POM' ? await byThresholds(model, fresh) : Array.from(await model.predict(fresh)); // prettier-ignore
    for (const [name, value] of Object.entries(measures(mm, of(y, test), told, ranks))) (all[name] ??= []).push(value); // prettier-ignore
    model.dispose();
  }
  return Object.fromEntries(Object.entries(all).map(([name, list]) => [name, summary(list)]));
}

/** Chu and Keerthi, and Chu and Ghahramani: targets as ranks, random partitions. */
export async function ordinalBins({ file, rows, machine, repetitions, intervals }, context) {
  const { mm } = context;
  const isRanks = file.startsWith('ordinal/');
  const widths = [0.01, 0.1, 1, 10]; // by the number of features
  const isProcess = machine === 'MAP' || machine === 'EP';
  const table = file.startsWith('libsvm/') ? await samples(context, file) : await parse(context, file, targetLast); // prettier-ignore
  const { X } = table;
  const ranked = isRanks ? table.y : intervals ? equalIntervals(table.y, intervals) : equalBins(table.y, 10); // prettier-ignore
  const count = Math.max(...ranked);
  const official = isRanks && (await parse(context, 'ordinal/pyrim10.splits.txt', splitLines));
  const maes = [];
  const wrong = [];
  let chosen;
  for (let draw = 0; draw < repetitions; draw++) {
    const order = official ? null : shuffled(X.rows, random(draw + 1));
    const train = official ? official[draw] : order.slice(0, rows);
    const test = official ? others(X.rows, train) : order.slice(rows, rows >= 1000 ? rows + 2000 : undefined); // prettier-ignore
    const Z = standardised(X, train);
    const make = (options) => {
      if (isProcess) return new mm.OrdinalGaussianProcess({ gamma: 1 / X.cols, approximation: machine === 'EP' ? 'ep' : 'laplace' }); // prettier-ignore
      if (machine === 'SVR') return new mm.SVR({ ...options, epsilon: 0.1 });
      return new mm.SVOR({ ...options, constraints: machine === 'EXC' ? 'explicit' : 'implicit' });
    };
    const ranks = (told) => (machine === 'SVR' ? told.map(asRank(count)) : told);
    if (!chosen && !isProcess) {
      // Of many rows, the first five hundred choose.
      const some = train.slice(0, 500);
      const answers = of(ranked, some);
      const folds = stratified(answers, 5, random(99));
      const grid = { gamma: widths.map((width) => width / X.cols), C: [0.1, 1, 10, 100, 1000] };
      const loss = (truth, told) => mm.meanAbsoluteError(truth, ranks(told));
      chosen = await bestPoint(context, make(), grid, { X: pick(Z, some), y: answers, folds, loss });
    }
    const model = make(chosen);
    await model.fit(pick(Z, train), of(ranked, train));
    const told = ranks(Array.from(await model.predict(pick(Z, test))));
    model.dispose();
    const truth = of(ranked, test);
    maes.push(mm.meanAbsoluteError(truth, told));
    wrong.push(mm.zeroOneLoss(truth, told));
  }
  const width = chosen && widths.find((one) => one / X.cols === chosen.gamma);
  const text = chosen && { text: `C ${chosen.C}, gamma ${width}/${X.cols}` };
  return {
    mae: { ...summary(maes), ...text },
    zeroOne: { ...summary(wrong), ...text },
  };
}
