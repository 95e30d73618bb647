/** maxmargin/bounds: against formulas in Python, the numbers of the books, and identities. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import fc from 'fast-check';

import { fails } from './support/faults.mjs';
import { bounds as entry } from './support/pure.mjs';

const {
  boostingRounds,
  bounds,
  coveringNumber,
  curve,
  invert,
  planSgd,
  structuralRisk,
  suggestC,
  suggestLambda,
} = entry;

const golden = JSON.parse(readFileSync(new URL('golden/bounds.json', import.meta.url), 'utf8'));

/** Equal to as many digits as the specification gives. */
function digits(actual, expected) {
  const places = String(expected).split('.')[1]?.length ?? 0;
  assert.ok(Math.abs(actual - expected) <= 0.500001 * 10 ** -places, `${actual}, ${expected}`);
}

function near(actual, expected, relative = 1e-12) {
  const off = Math.abs(actual - expected);
  assert.ok(off <= relative * Math.abs(expected), `${actual}, ${expected}`);
}

describe('bounds: numbers of the books', () => {
  for (const [name, given, value] of [
    ['finiteClass', { n: 100, size: 1000 }, 0.0990349],
    ['finiteClass', { n: 6, size: 4 }, 0.7303],
    ['vc', { n: 1000, dimension: 3 }, 0.075585],
    ['vc', { n: 100, dimension: 3 }, 0.556534],
    ['vcLower', { n: 1000, dimension: 3 }, 0.0029957],
    ['vcLower', { n: 100, dimension: 101, delta: 0.5 }, 0.03125],
    ['vcErrors', { n: 1000, dimension: 3, errors: 10 }, 0.1751699],
    ['growth', { n: 100, dimension: 3 }, 743908.8],
    ['fatCovering', { n: 1000, dimension: 10, margin: 0.5, range: 2 }, 1771.054854],
    ['margin', { n: 1e6, radius: 1, margin: 0.5 }, 0.2721899],
    ['margin', { n: 1e6, radius: 1, margin: 1 }, 0.0668004],
    ['margin', { n: 1e5, radius: 1, margin: 1, delta: 0.01 }, 0.4852799],
    ['marginPercentile', { n: 1000, errors: 20, margin: 0.5, radius: 1 }, 0.6537108],
    ['softMarginL2', { n: 1000, radius: 1, slackNorm: 2.5 ** 0.5, margin: 0.5 }, 1.394758],
    ['softMarginL1', { n: 1000, radius: 1, slackSum: 3, margin: 0.5 }, 3.9769962],
    ['compression', { n: 1000, supportVectors: 50 }, 0.2207264],
    ['compression', { n: 1000, supportVectors: 50, base: 2 }, 0.3184409],
    ['compression', { n: 100, supportVectors: 5 }, 0.29031],
    ['compression', { n: 100, supportVectors: 5, base: 2 }, 0.41883],
    ['boosting', { roundErrors: Array(50).fill(0.3), rho: 0.1 }, 0.1063957],
    ['boostingRate', { rho: 0.1, rounds: 50 }, 0.7778214],
    ['marginExplicit', { n: 1e6, radius: 1, margin: 0.5, marginError: 0.05 }, 1.83642],
    ['marginExplicit', { n: 1e8, radius: 1, margin: 0.5, marginError: 0.05 }, 0.272],
    ['ordinal', { n: 1000, dimension: 1 }, 0.466222],
    ['ordinal', { n: 1000, dimension: 10 }, 3.355555],
    ['ordinal', { n: 100000, dimension: 100 }, 0.623208],
    ['averageMarginError', { n: 250, averageMargin: 0.5, largest: 1 }, 1.141854],
    ['hardMargin', { n: 10000, radius: 1, margin: 0.1 }, 0.227162],
    ['softMarginRisk', { n: 10000, radius: 1, norm: 10 }, 0.28284271],
    ['multiclassRisk', { n: 10000, radius: 1, norm: 10 }, 0.28284271],
    ['multiclassSgd', { radius: 1, norm: 10, steps: 10000 }, 0.1],
    ['novikoff', { radius: Math.SQRT2, margin: Math.SQRT2 / 4 }, 64], // AND
    ['freundSchapire', { radius: Math.SQRT2, margin: 0.5, slackNorm: Math.SQRT2 }, 128], // XOR
  ])
    it(`${name}(${JSON.stringify(given).slice(0, 60)}) is ${value}`, () => {
      const result = bounds[name](given);
      assert.ok(result.valid);
      digits(result.value, value);
    });

  it('the root term of marginExplicit, and the deviations of average margins', () => {
    const given = { radius: 1, margin: 0.5, marginError: 0.05 };
    digits(bounds.marginExplicit({ n: 1e6, ...given }).terms.complexity, 1.78642);
    digits(bounds.marginExplicit({ n: 1e8, ...given }).terms.complexity, 0.222);
    for (const [n, deviation] of [
      [250, 0.515],
      [1000, 0.258],
      [10000, 0.081],
    ])
      digits(bounds.averageMarginDeviation({ n, largest: 1 }).terms.deviation, deviation);
  });

  it('suggestions: lambda, C, steps, rounds', () => {
    digits(suggestLambda({ radius: 1, norm: 10, n: 10000 }), 0.00141421);
    assert.equal(suggestC(2), 0.25);
    const { steps, eta0 } = planSgd(10, 1, 0.1);
    assert.deepEqual([steps, eta0], [10000, 0.1]);
    assert.equal(boostingRounds({ rho: 0.1, eps: 0.05 }), 600);
  });
});

describe(`bounds: by formulas in Python ${golden.python}, mpmath ${golden.mpmath}`, () => {
  for (const name of new Set(golden.cases.map(({ bound }) => bound)))
    it(name, () => {
      for (const { given, value } of golden.cases.filter(({ bound }) => bound === name)) {
        const result = bounds[name](given);
        assert.ok(result.valid, JSON.stringify(result.conditions));
        near(result.value, value);
      }
    });

  it('all of them, and each says what it is', () => {
    const tested = new Set(golden.cases.map(({ bound }) => bound));
    assert.deepEqual(Object.keys(bounds).sort(), [...tested].sort());
    for (const [name, bound] of Object.entries(bounds)) {
      assert.equal(bound.title, name);
      for (const told of [bound.quantity, bound.source, bound.formula]) assert.ok(told.length > 3);
    }
  });
});

describe('bounds: identities', () => {
  it('4.18 is 4.14 with the dimension of 4.16 at an eighth of the margin', () => {
    const given = { n: 1e6, radius: 2, margin: 0.7 };
    const dimension = bounds.fatDimension({ radius: 2, margin: 0.7 / 8 }).value;
    near(bounds.margin(given).value, bounds.fatShattering({ ...given, dimension }).value);
  });

  it('a grid of margins is the margin bound at a lower margin with a part of delta', () => {
    const given = { n: 1e6, radius: 1 };
    const { value, details } = bounds.marginGrid({ ...given, margin: 0.6 });
    assert.deepEqual({ ...details }, { margin: 0.5, margins: 7, delta: 0.05 / 7 });
    assert.equal(value, bounds.margin({ ...given, margin: 0.5, delta: 0.05 / 7 }).value);
    // A margin of the grid itself is used as it is.
    assert.equal(bounds.marginGrid({ ...given, margin: 0.25 }).details.margin, 0.25);
  });

  it('lambda of suggestLambda has the least risk', () => {
    const given = { n: 5000, radius: 3, norm: 2 };
    const lambda = suggestLambda(given);
    const least = bounds.softMarginRisk(given).value;
    near(bounds.softMarginRisk({ ...given, lambda }).value, least);
    for (const factor of [0.9, 1.1])
      assert.ok(bounds.softMarginRisk({ ...given, lambda: lambda * factor }).value > least);
  });

  it('the shares of delta for numbers of support vectors sum to delta, and are the best', () => {
    const prior = [0.1, 0.2, 0.4, 0.3];
    const at = (supportVectors) =>
      bounds.compressionPrior({ n: 50, supportVectors, prior, delta: 0.1 });
    const shares = [1, 2, 3].map((d) => at(d).details.delta);
    const rest = (0.1 * (0.1 / 50)) / prior.reduce((sum, p, d) => sum + p / (50 - d), 0);
    near(
      shares.reduce((a, b) => a + b),
      0.1 - rest,
    );
    // The expected value changes in the second order only when delta moves between two of them.
    const expected = (e) =>
      (-0.2 / 49) * Math.log(shares[0] + e) - (0.4 / 48) * Math.log(shares[1] - e);
    for (const e of [1e-4, -1e-4]) assert.ok(expected(e) > expected(0));
  });

  it('a transformed margin that is not transformed is an average margin', () => {
    const common = { n: 400, rademacher: 0.1, level: 0.2 };
    near(
      bounds.transformedMargin({ ...common, averageTransform: 0.4 }).value,
      bounds.averageMarginLevel({ ...common, averageMargin: 0.4, largest: 1 }).value,
    );
  });
});

describe('bounds: how many samples, curves and classes', () => {
  it('the first number of pairs for which the ordinal bound is below 1 is 388', () => {
    assert.equal(invert(bounds.ordinal, { dimension: 1 }, 1), 388);
    const twice = invert(bounds.ordinal, { dimension: 1, pairs: 'disjoint' }, 1);
    assert.equal(twice, 2 * 387); // 387 disjoint pairs, as n - 1 = 387 chained ones
  });

  it('invert is the least n, of every bound that takes n', () => {
    for (const [name, given, target] of [
      ['finiteClass', { size: 1000 }, 0.1],
      ['vc', { dimension: 3 }, 0.1],
      ['vcLower', { dimension: 101 }, 0.01],
      ['margin', { radius: 1, margin: 0.5 }, 0.2],
      ['marginExplicit', { radius: 1, margin: 0.5, marginError: 0 }, 0.5],
      ['compression', { supportVectors: 20 }, 0.1],
      ['hardMargin', { radius: 1, margin: 0.1 }, 0.2],
      ['averageMarginDeviation', { largest: 1 }, 0.1],
    ]) {
      const n = invert(bounds[name], given, target);
      assert.ok(bounds[name]({ ...given, n }).value <= target, name);
      const before = bounds[name]({ ...given, n: n - 1 });
      assert.ok(!before.valid || before.value > target, name);
    }
    assert.equal(invert(bounds.vcErrors, { dimension: 3, errors: 0 }, 1e-20), Infinity);
  });

  it('the percentile bound as a curve over margin errors', () => {
    const margin = [-0.2, 0.1, 0.3, 0.4, 0.5, 0.55];
    const given = { n: 1000, radius: 1, c: 0.01 };
    const { values, best, results } = curve(bounds.marginPercentile, given, {
      errors: margin.map((_, k) => k),
      margin,
    });
    assert.equal(values[0], Infinity);
    assert.ok(!results[0].valid);
    assert.equal(best, 5);
    near(values[5], bounds.marginPercentile({ ...given, errors: 5, margin: 0.55 }).value);
    assert.equal(curve(bounds.marginPercentile, given, { errors: [0], margin: [-1] }).best, -1);
  });

  it('structural risk minimisation divides delta among the classes', () => {
    const errors = [60, 12, 10, 10, 9];
    const classes = errors.map((k, i) => ({
      name: `degree ${i + 1}`,
      dimension: i + 2,
      errors: k,
    }));
    const { rows, best } = structuralRisk({ n: 1000, classes });
    assert.equal(best, 1);
    rows.forEach(({ bound, dimension }, i) => {
      const alone = bounds.vcErrors({ n: 1000, dimension, errors: errors[i], delta: 0.01 });
      assert.equal(bound.value, alone.value);
    });
  });
});

describe('coveringNumber', () => {
  it('of points on a line is the number of intervals shorter than 2 scales', () => {
    const line = Array.from({ length: 9 }, (_, i) => [i]);
    const cover = coveringNumber(line, 1.5); // a centre covers itself and both neighbours
    assert.equal(cover.size, 3);
    assert.deepEqual([...cover.centres], [1, 4, 7]);
    near(cover.logCovering, Math.log2(3));
    assert.equal(coveringNumber(line, 1).size, 9); // the distance must be below the scale
    assert.equal(coveringNumber(line, 9).size, 1);
  });

  it('covers, and is at least the least cover', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.integer({ min: 0, max: 6 }), fc.integer({ min: 0, max: 6 })), {
          minLength: 1,
          maxLength: 8,
        }),
        fc.constantFrom(0.5, 1.5, 2.5),
        (rows, scale) => {
          const far = (f, g) => Math.max(Math.abs(f[0] - g[0]), Math.abs(f[1] - g[1]));
          const covers = (centres) =>
            rows.every((f) => centres.some((c) => far(f, rows[c]) < scale));
          const { size, centres } = coveringNumber(rows, scale);
          assert.ok(covers([...centres]));
          let least = rows.length;
          for (let set = 1; set < 2 ** rows.length; set++) {
            const chosen = rows.map((_, j) => j).filter((j) => (set >> j) & 1);
            if (chosen.length < least && covers(chosen)) least = chosen.length;
          }
          assert.ok(size >= least);
        },
      ),
      { numRuns: 200 },
    );
  });

  it('refuses what is no class of functions', async () => {
    await fails(async () => coveringNumber([[1], [1, 2]], 1), { argument: 'values' });
    await fails(async () => coveringNumber([], 1), { argument: 'values' });
    await fails(async () => coveringNumber([[1]], 0), { argument: 'scale' });
  });
});

describe('bounds: bad input', () => {
  const failing = (result) => result.conditions.filter(({ holds }) => holds === false);

  for (const [name, given, text] of [
    ['margin', { n: 1e6, radius: 1, margin: 0 }, /^margin > 0/],
    ['margin', { n: 1e6, radius: 1, margin: -0.1 }, 'margin > 0'],
    ['margin', { n: 1e6, radius: 0, margin: 1 }, 'radius > 0'],
    ['margin', { n: 200, radius: 1, margin: 0.5 }, '64 radius^2 / margin^2 < n'],
    ['vc', { n: 10, dimension: 11 }, 'dimension <= n'],
    ['vc', { n: 100, dimension: 3, errors: 1 }, 'no training sample is wrong'],
    ['compression', { n: 10, supportVectors: 10 }, '1 <= supportVectors < n'],
    ['compression', { n: 10, supportVectors: 5, errors: 2 }, 'no training sample is wrong'],
    ['marginPercentile', { n: 10, errors: 10, margin: 1, radius: 1 }, 'errors < n'],
    ['softMarginL1', { n: 10, radius: 1, margin: 1, slackSum: 1 }, /^margin < 1/],
    ['averageMarginError', { n: 10, averageMargin: 2, largest: 1 }, /^averageMargin is from/],
    ['vcLower', { n: 10, dimension: 0 }, 'dimension >= 1'],
    ['compressionPrior', { n: 10, supportVectors: 1, prior: [0.5, 0.4] }, 'prior sums to 1'],
  ])
    it(`${name} with ${JSON.stringify(given)} is not valid, and says why`, () => {
      const result = bounds[name](given);
      assert.equal(result.valid, false);
      assert.equal(result.value, bounds[name].kind === 'lower' ? 0 : Infinity);
      assert.equal(result.vacuous, true);
      assert.deepEqual(result.terms, {});
      const told = failing(result).map((condition) => condition.text);
      if (typeof text === 'string') assert.deepEqual(told, [text]);
      else assert.match(told.join(), text);
    });

  it('what is no number of its kind is an error', async () => {
    const error = (name, given, argument) =>
      fails(async () => bounds[name](given), { code: 'ERR_OPTION', argument });
    for (const delta of [0, 1, -1, 2, NaN, '0.05'])
      await error('vc', { n: 100, dimension: 3, delta }, 'delta');
    for (const n of [0, 1.5, -3, Infinity, undefined]) await error('vc', { n, dimension: 3 }, 'n');
    await error('margin', { n: 10, radius: 1, margin: NaN }, 'margin');
    await error('margin', { n: 10, radius: -1, margin: 1 }, 'radius');
    await error('marginRate', { n: 10, radius: 1, margin: 1, c: 0 }, 'c');
    await error('compression', { n: 10, supportVectors: 2, base: 10 }, 'base');
    await error('boosting', { roundErrors: [0.5, 2] }, 'roundErrors');
    await fails(async () => bounds.vc({ n: 10, dimension: 1, gamma: 2 }), { argument: 'gamma' });
    await fails(async () => bounds.vc(7), { code: 'ERR_TYPE' });
    await fails(async () => invert(bounds.vc, { dimension: 3 }, 0), { argument: 'target' });
    await fails(async () => invert(bounds.novikoff, {}, 1), { argument: 'bound' });
    await fails(async () => invert(() => 1, {}, 1), { argument: 'bound' });
    await fails(async () => curve(bounds.vc, { n: 9 }, {}), { argument: 'vary' });
    await fails(async () => curve(bounds.vc, { n: 9 }, { dimension: [] }), {
      argument: 'dimension',
    });
    await fails(async () => structuralRisk({ n: 9, classes: [] }), { argument: 'classes' });
    const classes = [1, 2].map((dimension) => ({ dimension, errors: 0 }));
    await fails(async () => structuralRisk({ n: 9, classes, delta: 1.5 }), { argument: 'delta' });
    await fails(async () => suggestC(0), { argument: 'radius' });
    await fails(async () => suggestLambda({ radius: 1, norm: 0, n: 5 }), { argument: 'norm' });
  });

  const number = fc.oneof(
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.double({ min: 0, max: 2, noNaN: true }),
    fc.nat(1e6),
    fc.constantFrom(0, 1, -1, 1e-300, 1e300),
  );
  for (const [name, { needs, takes }] of Object.entries(bounds))
    it(`${name} is never NaN and never below 0, for any numbers`, () => {
      const names = [...needs, ...Object.keys(takes)];
      const record = Object.fromEntries(
        names.map((argument) => {
          if (argument === 'prior' || argument === 'roundErrors')
            return [argument, fc.array(fc.double({ min: 0, max: 1, noNaN: true }))];
          return [argument, argument in takes ? fc.option(number, { nil: undefined }) : number];
        }),
      );
      let computed = 0;
      // Of the numbers for some bounds hardly one in 400 is right.
      for (let round = 0; round < 20 && computed === 0; round++) {
        fc.assert(
          fc.property(fc.record(record), (given) => {
            let result;
            try {
              result = bounds[name](given);
            } catch (error) {
              assert.ok(error instanceof entry.MaxMarginError, String(error));
              return;
            }
            computed += 1;
            assert.ok(result.value >= 0 && result.clipped >= 0);
            assert.ok(result.clipped <= result.value);
            const terms = [...Object.values(result.terms), ...Object.values(result.details)];
            assert.ok(!terms.some(Number.isNaN), JSON.stringify(result));
            if (!result.valid) assert.ok(failing(result).length > 0 && result.vacuous);
          }),
          { numRuns: 1000 },
        );
      }
      assert.ok(computed > 0);
    });
});
