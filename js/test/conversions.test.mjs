/** Parameters of other conventions. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import { fails } from './support/faults.mjs';
import { entry } from './support/project.mjs';

const { cFromLambda, lambdaFromC, gammaFromSigma, sigmaFromGamma, ...others } = await import(
  entry('main.mjs')
);
const { gammaFromVariance, varianceFromGamma, gammaFromWidth, widthFromGamma } = others;

describe('conversions', () => {
  it('agree with the definitions', () => {
    // lambda |w|^2 + 1/n sum = 2 lambda (1/2 |w|^2 + 1/(2 lambda n) sum)
    const [lambda, n, w2, losses] = [0.03, 270, 1.7, 42];
    const there = lambda * w2 + losses / n;
    const here = w2 / 2 + cFromLambda(lambda, n) * losses;
    assert.ok(Math.abs(there - 2 * lambda * here) < 1e-12);
    const distance2 = 0.9;
    assert.equal(
      Math.exp(-gammaFromSigma(0.7) * distance2).toFixed(12),
      Math.exp(-distance2 / (2 * 0.7 ** 2)).toFixed(12),
    );
    assert.equal(gammaFromWidth(4), 0.25);
    assert.equal(gammaFromVariance(4), 0.125);
    assert.equal(gammaFromVariance(0.7 ** 2), gammaFromSigma(0.7));
  });

  it('have inverses', () => {
    assert.ok(Math.abs(lambdaFromC(cFromLambda(0.2, 90), 90) - 0.2) < 1e-15);
    assert.ok(Math.abs(sigmaFromGamma(gammaFromSigma(3)) - 3) < 1e-15);
    assert.ok(Math.abs(varianceFromGamma(gammaFromVariance(3)) - 3) < 1e-15);
    assert.ok(Math.abs(widthFromGamma(gammaFromWidth(3)) - 3) < 1e-15);
  });

  it('refuse numbers that are not positive', async () => {
    for (const bad of [0, -1, NaN, Infinity, '1', null, undefined]) {
      await fails(() => gammaFromSigma(bad), { code: 'ERR_OPTION', argument: 'sigma' });
      await fails(() => gammaFromVariance(bad), { code: 'ERR_OPTION', argument: 'variance' });
      await fails(() => cFromLambda(1, bad), { code: 'ERR_OPTION', argument: 'n' });
    }
  });
});
