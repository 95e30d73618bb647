import assert from 'node:assert/strict';

/**
 * near fails where two lists differ by more than a tolerance in any place, or in their lengths, or
 * are empty: a loop over one of them would let all of this pass.
 */
export function near(got, want, tolerance = 1e-9, what = 'values') {
  assert.equal(got.length, want.length, `${what}: how many`);
  assert.ok(want.length > 0, `${what}: there are none`);
  want.forEach((w, i) =>
    assert.ok(Math.abs(got[i] - w) <= tolerance, `${what} ${i}: ${got[i]}, want ${w}`),
  );
}

/** nearRelative is near with a tolerance that is a share of the largest value, or of 1 if all are smaller. */
export function nearRelative(got, want, share, what) {
  const size = want.reduce((most, v) => Math.max(most, Math.abs(v)), 1);
  near(got, want, share * size, what);
}
