/** Calibration curves, compared with scikit-learn's. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';

import { fails } from './support/faults.mjs';
import { metrics } from './support/pure.mjs';

const { calibrationCurve, expectedCalibrationError } = metrics;
const golden = JSON.parse(
  readFileSync(new URL('golden/calibration.json', import.meta.url), 'utf8'),
);

/** near compares numbers to 1e-12. */
function near(got, want) {
  assert.equal(got.length, want.length);
  want.forEach((v, i) => assert.ok(Math.abs(got[i] - v) <= 1e-12, `[${i}] ${got[i]}, not ${v}`));
}

describe('calibration', { timeout: 900_000 }, () => {
  for (const { bins, strategy, observed, predicted, error } of golden.cases) {
    it(`${bins} ${strategy} groups are scikit-learn's`, () => {
      const { p, y } = golden;
      const { curves } = calibrationCurve(y, p, { bins, strategy });
      assert.equal(curves.length, 1);
      near(curves[0].observed, observed);
      near(curves[0].predicted, predicted);
      assert.equal(curves[0].counts.reduce((a, b) => a + b), y.length); // prettier-ignore
      near([expectedCalibrationError(y, p, { bins, strategy })], [error]);
      const both = p.map((v) => [1 - v, v]);
      assert.deepEqual(calibrationCurve(y, both, { bins, strategy }).curves, curves);
    });
  }

  it('several classes have a curve each, and an error of the most probable one', () => {
    const { scores, labels, error, curves } = golden.several;
    const found = calibrationCurve(labels, scores).curves;
    assert.deepEqual(found.map(({ label }) => label), [0, 1, 2]); // prettier-ignore
    found.forEach((curve, c) => {
      near(curve.observed, curves[c][0]);
      near(curve.predicted, curves[c][1]);
    });
    near([expectedCalibrationError(labels, scores)], [error]);
  });

  it('refuses what is no probability, and wrong groups', async () => {
    await fails(() => calibrationCurve([0, 1], [0.5, 1.5]), { code: 'ERR_OPTION', argument: 'probabilities' }); // prettier-ignore
    await fails(() => calibrationCurve([0, 1], [0.5, 1], { bins: 0 }), { code: 'ERR_TYPE', argument: 'bins' }); // prettier-ignore
    await fails(() => expectedCalibrationError([0, 1], [0.5, 1], { strategy: 'log' }), { code: 'ERR_TYPE', argument: 'strategy' }); // prettier-ignore
  });
});
