/** Regularization paths: all values of C at once; core/machines/svm compares many kinds of data. */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';

import { blobs } from './support/data.mjs';
import { fails } from './support/faults.mjs';
import { forms } from './support/forms.mjs';
import { sync } from './support/maxmargin.mjs';

before(() => sync.init());

const near = (got, want, tolerance, what = '') =>
  assert.ok(
    got.length === want.length && got.every((v, i) => Math.abs(v - want[i]) <= tolerance),
    `${what}: ${got}, want ${want}`,
  );

for (const [way, api] of forms(import.meta.url)) {
  describe(`regularizationPath, ${way}`, { timeout: 900_000 }, () => {
    const { X, y } = blobs({ n: 80, d: 2, apart: 1, labels: (i) => 'ab'[i] });
    const kernel = api.kernels.rbf({ gamma: 0.7 });

    it('has the decision values of 50 fits', async () => {
      const path = await api.regularizationPath(X, y, { kernel, CMin: 0.02, CMax: 200 });
      const { breakpoints } = path;
      assert.equal(breakpoints[0], 0.02);
      assert.equal(breakpoints.at(-1), 200);
      assert.ok(breakpoints.length > 30);
      assert.deepEqual(path.classes, ['a', 'b']);
      for (let k = 0; k < 50; k++) {
        const C = 0.02 * 1e4 ** (k / 49) * (k === 49 ? 1 - 1e-15 : 1);
        const model = await path.at(C);
        const fit = await new api.SVC({ kernel, C, tol: 1e-10 }).fit(X, y);
        near(await model.decisionFunction(X), await fit.decisionFunction(X), 1e-8, `C = ${C}`);
        assert.deepEqual(await model.predict(X), await fit.predict(X));
        assert.equal(model.getParams().C, C);
        assert.ok(model instanceof api.SVC);
        const own = path.coefficients(C);
        assert.equal(own.length, 80);
        near([path.intercept(C)], fit.intercept, 1e-8);
      }
    });

    it('counts support vectors, margin and errors at each breakpoint', async () => {
      const path = await api.regularizationPath(X, y, { kernel });
      const { breakpoints, supportCounts, marginCounts, trainingErrors } = path;
      for (const k of [0, 1, Math.floor(breakpoints.length / 2), breakpoints.length - 2]) {
        const C = (breakpoints[k] + breakpoints[k + 1]) / 2;
        const coef = path.coefficients(C);
        assert.equal(supportCounts[k], coef.filter((v) => v !== 0).length);
        const inside = coef.filter((v) => v !== 0 && Math.abs(v) < C * (1 - 1e-12)).length;
        assert.ok(marginCounts[k] >= inside, `${marginCounts[k]} ${inside}`);
        const model = await path.at(breakpoints[k]);
        const wrong = (await model.predict(X)).filter((label, i) => label !== y[i]).length;
        assert.equal(trainingErrors[k], wrong / 80);
      }
    });

    it('leaves each row out', async () => {
      const path = await api.regularizationPath(X.slice(0, 30), y.slice(0, 30), { kernel, leaveOneOut: [3, 0.5] }); // prettier-ignore
      assert.deepEqual(path.leaveOneOut.map(({ C }) => C), [3, 0.5]); // prettier-ignore
      for (const { C, values, error } of path.leaveOneOut) {
        const want = [];
        for (let i = 0; i < 30; i++) {
          const rest = (list) => list.slice(0, 30).filter((_, j) => j !== i);
          const fit = await new api.SVC({ kernel, C, tol: 1e-10 }).fit(rest(X), rest(y));
          want.push((await fit.decisionFunction([X[i]]))[0]);
        }
        near(values, want, 1e-8);
        const wrong = want.filter((v, i) => (v > 0 ? 'b' : 'a') !== y[i]).length;
        assert.equal(error, wrong / 30);
      }
    });

    it('takes weights of rows and of classes, no intercept, sparse rows and a matrix', async () => {
      const sampleWeight = X.map((_, i) => (i % 4) / 2);
      const classWeight = { a: 2, b: 0.5 };
      const options = { kernel, classWeight, fitIntercept: false };
      const path = await api.regularizationPath(X, y, { ...options, sampleWeight });
      const fit = await new api.SVC({ ...options, C: 7, tol: 1e-10 }).fit(X, y, { sampleWeight });
      const found = await path.at(7);
      near(await found.decisionFunction(X), await fit.decisionFunction(X), 1e-8);
      const matrix = X.map((a) => X.map((b) => Math.exp(-0.7 * ((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2)))); // prettier-ignore
      const given = await api.regularizationPath(matrix, y, { kernel: 'precomputed' });
      const same = await api.regularizationPath(X, y, { kernel });
      near(given.coefficients(5), same.coefficients(5), 1e-8);
      const model = await given.at(5);
      near(await model.decisionFunction(matrix), await (await same.at(5)).decisionFunction(X), 1e-8); // prettier-ignore
    });

    it('is saved as JSON', async () => {
      const path = await api.regularizationPath(X, y, { kernel, leaveOneOut: [1] });
      const text = JSON.stringify(path);
      const again = await api.RegularizationPath.fromJSON(JSON.parse(text));
      assert.equal(JSON.stringify(again), text);
      assert.deepEqual(again.breakpoints, path.breakpoints);
      assert.deepEqual(again.leaveOneOut, path.leaveOneOut);
      const [one, other] = [await path.at(2.5), await again.at(2.5)];
      near(await other.decisionFunction(X), await one.decisionFunction(X), 0);
      const { model, numbers, ...head } = JSON.parse(text);
      for (const broken of [
        null,
        { ...head, model, numbers: { ...numbers, ends: numbers.ends.slice(1) } },
        { ...head, model, numbers: { ...numbers, margin: [...numbers.margin.slice(1), 80] } },
        { ...head, model, numbers: { ...numbers, to: 'all' } },
        { ...head, model, numbers: { ...numbers, signs: [...numbers.signs, 1] } },
        { ...head, model: { ...model, bytes: undefined }, numbers },
        { ...head, format: 'maxmargin', model, numbers },
      ]) {
        await fails(() => api.RegularizationPath.fromJSON(broken), { code: 'ERR_FORMAT' });
      }
      await fails(() => api.RegularizationPath.fromJSON({ ...head, version: 2, model, numbers }), { code: 'ERR_FORMAT_VERSION' }); // prettier-ignore
    });

    it('says what it cannot do', async () => {
      const path = (settings, labels = y) => api.regularizationPath(X, labels, settings);
      await fails(() => path({ C: 1 }), { code: 'ERR_OPTION', argument: 'C' });
      await fails(() => path({ CMin: 0 }), { code: 'ERR_OPTION', argument: 'CMax' });
      await fails(() => path({ CMin: 5, CMax: 2 }), { code: 'ERR_OPTION', argument: 'CMax' });
      await fails(() => path({ CMax: '1' }), { code: 'ERR_TYPE', argument: 'CMax' });
      await fails(() => path({ leaveOneOut: 1 }), { code: 'ERR_TYPE', argument: 'leaveOneOut' });
      await fails(() => path({ leaveOneOut: [1000] }), { code: 'ERR_OPTION', argument: 'leaveOneOut' }); // prettier-ignore
      await fails(() => path({ loss: 'squaredHinge' }), { code: 'ERR_OPTION', argument: 'loss' });
      await fails(() => path({ kernel: () => 1 }), { code: 'ERR_OPTION', argument: 'kernel' });
      await fails(() => path({ nonsense: 1 }), { code: 'ERR_OPTION_UNKNOWN' });
      await fails(() => path(3), { code: 'ERR_TYPE', argument: 'settings' });
      await fails(() => path({}, y.map((label, i) => (i % 3 ? label : 'c'))), { code: 'ERR_OPTION', argument: 'y' }); // prettier-ignore
      await fails(() => path({}, y.map(() => 'a')), { code: 'ERR_ONE_CLASS' }); // prettier-ignore
      const sigmoid = api.kernels.sigmoid({ gamma: 1, coef0: -1 });
      await fails(() => path({ kernel: sigmoid }), { code: 'ERR_NUMERIC', argument: 'kernel' });
      const found = await path({ kernel });
      await fails(() => found.at(1000), { code: 'ERR_OPTION', argument: 'C' });
      await fails(async () => found.coefficients('1'), { code: 'ERR_TYPE', argument: 'C' });
    });

    it('reports progress, stops and aborts', async () => {
      const many = blobs({ n: 700, d: 5, apart: 0.3, labels: (i) => 'ab'[i] });
      let reports = 0;
      const onProgress = () => void reports++;
      await api.regularizationPath(many.X, many.y, { kernel, onProgress });
      assert.ok(reports > 0);
      await fails(() => api.regularizationPath(many.X, many.y, { kernel, onProgress: () => false }), { code: 'ERR_STOPPED' }); // prettier-ignore
      const controller = new AbortController();
      const abort = () => controller.abort();
      await assert.rejects(async () => api.regularizationPath(many.X, many.y, { kernel, signal: controller.signal, onProgress: abort }), { name: 'AbortError' }); // prettier-ignore
    });
  });
}
