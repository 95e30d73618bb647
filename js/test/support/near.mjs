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
