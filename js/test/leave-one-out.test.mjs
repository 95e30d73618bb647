/** The leave-one-out error from JavaScript; core/engine compares the numbers with refits. */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';

import { blobs } from './support/data.mjs';
import { fails } from './support/faults.mjs';
import { forms } from './support/forms.mjs';
import { sync } from './support/maxmargin.mjs';

before(() => sync.init());

for (const [way, api] of forms(import.meta.url)) {
  describe(`leaveOneOut, ${way}`, { timeout: 900_000 }, () => {
    const { X, y } = blobs({ n: 40, apart: 1, labels: (i) => 'ab'[i] });
    const options = { gamma: 0.5, C: 2, tol: 1e-8 };
    const one = (i) => X.map((_, at) => at).filter((at) => at !== i);

    it('exact is the error of fits without each row', async () => {
      const { X: rows, y: labels } = blobs({ n: 36, k: 3, apart: 1, labels: (i) => 'abc'[i] });
      const model = await new api.SVC(options).fit(rows, labels);
      const found = await api.leaveOneOut(model, rows, labels);
      assert.equal(found.kind, 'exact');
      assert.equal(found.fits, model.supportIndices.length);
      let wrong = 0;
      for (const [i, row] of rows.entries()) {
        const rest = one(i).filter((at) => at < 36);
        const own = await new api.SVC(options).fit(rest.map((at) => rows[at]), rest.map((at) => labels[at])); // prettier-ignore
        const [label] = await own.predict([row]);
        assert.equal(found.predictions[i], label, `row ${i}`);
        wrong += Number(label !== labels[i]);
      }
      assert.equal(found.error, wrong / 36);
    });

    it('bounds are above it, and the radius is that of SVDD', async () => {
      const model = await new api.SVC({ ...options, loss: 'squaredHinge' }).fit(X, y);
      const { error } = await api.leaveOneOut(model, X, y);
      for (const method of ['supportVectors', 'xiAlpha']) {
        const bound = await api.leaveOneOut(model, X, y, { method });
        assert.deepEqual([bound.kind, bound.fits], ['bound', 0]);
        assert.ok(bound.error >= error, `${method}: ${bound.error} < ${error}`);
      }
      const share = await api.leaveOneOut(model, X, y, { method: 'supportVectors' });
      assert.equal(share.error, model.supportIndices.length / 40);
      assert.equal((await api.leaveOneOut(model, X, y, { method: 'span' })).kind, 'estimate');
      assert.equal((await api.leaveOneOut(model, X, y, { method: 'jaakkolaHaussler' })).kind, 'estimate'); // prettier-ignore
      const through = await new api.SVC({ ...options, fitIntercept: false }).fit(X, y);
      assert.equal((await api.leaveOneOut(through, X, y, { method: 'jaakkolaHaussler' })).kind, 'bound'); // prettier-ignore

      const hard = await new api.SVC({ gamma: 20, C: Infinity, tol: 1e-8 }).fit(X, y);
      const { radius, norm, error: value, gradient } = await api.leaveOneOut(hard, X, y, { method: 'radiusMargin' }); // prettier-ignore
      const ball = await new api.SVDD({ nu: 0, gamma: 20, tol: 1e-9 }).fit(X);
      assert.ok(Math.abs(radius - ball.radius) < 1e-6, `${radius}, ${ball.radius}`);
      assert.ok(Math.abs(value - (radius * norm) ** 2 / 40) < 1e-12);
      assert.deepEqual(Object.keys(gradient), ['gamma']);
    });

    it('of a regression it is the mean square of the residuals', async () => {
      const values = X.map(([a, b]) => Math.sin(a) + b);
      const model = await new api.SVR({ gamma: 0.5, tol: 1e-8 }).fit(X, values);
      const found = await api.leaveOneOut(model, X, values);
      const mean = found.predictions.reduce((sum, v, i) => sum + (v - values[i]) ** 2, 0) / 40;
      assert.ok(Math.abs(found.error - mean) < 1e-12);
    });

    it('says what it cannot do', async () => {
      const model = await new api.SVC(options).fit(X, y);
      const of = (method, m = model, rows = X) => api.leaveOneOut(m, rows, y, { method });
      await fails(() => of('loo'), { code: 'ERR_TYPE', argument: 'method' });
      await fails(() => of('exact', {}), { code: 'ERR_TYPE', argument: 'model' });
      await fails(() => of('radiusMargin'), { code: 'ERR_OPTION', argument: 'method' });
      const [first, ...rest] = X;
      await fails(() => of('exact', model, [...rest, first]), { code: 'ERR_OPTION', argument: 'X' }); // prettier-ignore
      const other = await new api.LinearSVC().fit(X, y);
      await fails(() => of('exact', other), { code: 'ERR_TYPE', argument: 'model' });
    });
  });
}
