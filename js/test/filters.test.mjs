/** Kernels of filters and penalties, the way back, and sparse Gram matrices, on both hosts. */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';

import { fails } from './support/faults.mjs';
import { forms } from './support/forms.mjs';
import { sync } from './support/maxmargin.mjs';
import { random } from './support/made-up.mjs';

const near = (got, want, tolerance) => assert.ok(Math.abs(got - want) <= tolerance, `${got}, not ${want}`); // prettier-ignore
const column = (values) => Array.from(values, (value) => [value]);
const span = (from, to, n) => Array.from({ length: n }, (_, i) => from + ((to - from) * i) / (n - 1)); // prettier-ignore

for (const [way, api] of forms(import.meta.url)) {
  const { RegularizationNetwork, SVR, filterOfKernel, filterPenalty, gramMatrix, kernelOfFilter } = api; // prettier-ignore
  const { kernelOfPenalty, kernels, regularizerOfFilter, sparseGram } = api;
  before(() => api === sync && sync.init());

  /** k(0, u) */
  const profile = async (kernel, u) => gramMatrix(kernel, column([0]), column(u));

  describe(`filters, ${way}`, { timeout: 900_000 }, () => {
    const u = span(0, 10, 41);

    it('the kernel of a Gaussian filter is the Gaussian (73)', async () => {
      for (const sigma of [0.3, 1, 2]) {
        const got = await profile(
          kernelOfFilter((w) => Math.exp((-w * w * sigma * sigma) / 2)),
          u,
        );
        u.forEach((at, i) => near(got[i], Math.exp((-at * at) / (2 * sigma * sigma)) / sigma, 1e-11 / sigma)); // prettier-ignore
      }
    });

    it('the kernel of the penalty on a function and its slope is exp(-|u|)', async () => {
      const highest = 250;
      const got = await profile(
        kernelOfPenalty((w) => 1 + w * w, { highest }),
        u,
      );
      // What lies above the highest frequency is at most the integral of 1/w^2, for each side.
      const cut = (2 / Math.sqrt(2 * Math.PI)) / highest; // prettier-ignore
      u.forEach((at, i) => near(got[i], Math.sqrt(Math.PI / 2) * Math.exp(-at), cut));
      near(got[20], Math.sqrt(Math.PI / 2) * Math.exp(-u[20]), 1e-4);
    });

    it('filterOfKernel is the Fourier transform, and undoes kernelOfFilter', async () => {
      const w = span(0, 6, 25);
      const [gamma, root] = [0.8, Math.sqrt(2 / Math.PI)];
      const gauss = await filterOfKernel(kernels.rbf({ gamma }), w);
      w.forEach((at, i) => near(gauss[i], Math.exp((-at * at) / (4 * gamma)) / Math.sqrt(2 * gamma), 1e-13)); // prettier-ignore
      const laplace = await filterOfKernel(kernels.laplacian({ gamma }), w);
      w.forEach((at, i) => near(laplace[i], (root * gamma) / (gamma * gamma + at * at), 1e-9));
      const spline = await filterOfKernel(kernels.bspline({ degree: 3 }), w);
      const sinc = (at) => (at === 0 ? 1 : Math.sin(at / 2) / (at / 2));
      w.forEach((at, i) => near(spline[i], sinc(at) ** 4 / Math.sqrt(2 * Math.PI), 1e-9));
      const P = (at) => Math.exp(-at * at) * (1 + at ** 4);
      const back = await filterOfKernel(kernelOfFilter(P), w, { reach: 32 });
      w.forEach((at, i) => near(back[i], P(at), 1e-10));
    });

    it('proposition 1: D = K for the Green’s function, and |Pf|^2 is the squared norm', async () => {
      const P = (w) => Math.exp((-w * w) / 2);
      const kernel = kernels.rbf({ gamma: 0.5 });
      const X = column(span(-4, 4, 30));
      const [K, D] = [await gramMatrix(kernel, X), await gramMatrix(await regularizerOfFilter(kernel, P), X)]; // prettier-ignore
      K.forEach((value, i) => near(D[i], value, 1e-10));
      const y = X.map(([x]) => Math.sin(x) + 0.2 * Math.sin(9 * x * x));
      const svr = await new SVR({ kernel, C: 5, tol: 1e-9 }).fit(X, y);
      const f = { X: svr.supportVectors, coefficients: svr.dualCoef };
      const network = await new RegularizationNetwork({ kernel, C: 5 }).fit(X, y);
      near(await filterPenalty(kernel, f, P), network.penalty, 1e-6);
    });

    it('the penalty of derivatives of all orders, in closed form (73)', async () => {
      // f = exp(-x^2/(2 s^2)) costs s (1 - sigma^2 / (2 s^2))^(-1/2) / sqrt 2: the sum over m of
      // sigma^(2m)/(m! 2^m) times the integral of the squared m-th derivative, over sqrt(2 pi).
      const [s, sigma] = [1.3, 1.1];
      const P = (w) => Math.exp((-w * w * sigma * sigma) / 2);
      const got = await filterPenalty(kernels.rbf({ gamma: 1 / (2 * s * s) }), { X: [[0]], coefficients: [1] }, P); // prettier-ignore
      near(got, s / Math.sqrt(2) / Math.sqrt(1 - (sigma * sigma) / (2 * s * s)), 1e-9);
    });

    it('with D of another filter, the machine is better than SVR by its penalty', async () => {
      const kernel = kernels.rbf({ gamma: 2 });
      const X = column(span(-6, 6, 25)); // apart enough for a well-conditioned matrix
      const y = X.map(([x], i) => Math.sin(x) + 0.3 * (-1) ** i);
      const P = (w) => Math.exp((-w * w) / 8) / (1 + w ** 4);
      const regularizer = await regularizerOfFilter(kernel, P);
      const model = await new RegularizationNetwork({ kernel, regularizer }).fit(X, y);
      const svr = await new SVR({ kernel, tol: 1e-9 }).fit(X, y);
      const penaltyOf = (m) => filterPenalty(kernel, { X: m.supportVectors, coefficients: m.dualCoef }, P); // prettier-ignore
      near(await penaltyOf(model), model.penalty, 1e-6 * model.penalty);
      const cost = async (m) => {
        const f = await m.predict(X);
        const errors = y.map((v, i) => Math.max(0, Math.abs(v - f[i]) - 0.1));
        return (await penaltyOf(m)) / 2 + errors.reduce((sum, e) => sum + e, 0);
      };
      const [own, other] = [await cost(model), await cost(svr)];
      assert.ok(own < 0.99 * other, `${own} against ${other}`);
    });

    it('refuses what is no filter', async () => {
      const wrong = { code: 'ERR_OPTION', argument: 'filter' };
      await fails(() => kernelOfFilter((w) => Math.cos(w)), wrong);
      await fails(() => kernelOfFilter((w) => Math.exp(w)), wrong);
      await fails(() => kernelOfFilter(() => 0), wrong);
      await fails(() => kernelOfFilter(3), { code: 'ERR_TYPE', argument: 'filter' });
      await fails(() => kernelOfPenalty((w) => w * w), { code: 'ERR_OPTION', argument: 'penalty' });
      await fails(() => kernelOfFilter((w) => Math.exp(-w * w), { highest: 1e9 }), { code: 'ERR_TYPE', argument: 'highest' }); // prettier-ignore
      const kernel = kernels.rbf({ gamma: 1 });
      await fails(async () => regularizerOfFilter(kernel, (w) => (Math.abs(w) < 1 ? 1 : 0)), wrong);
      await fails(async () => filterOfKernel('linear', [1]), { code: 'ERR_OPTION', argument: 'kernel' }); // prettier-ignore
      await fails(async () => filterOfKernel(kernels.dirichlet(), [1]), { code: 'ERR_OPTION', argument: 'kernel' }); // prettier-ignore
      await fails(async () => filterPenalty(kernel, { X: [[1, 2]], coefficients: [1] }, Math.cos), { code: 'ERR_SHAPE', argument: 'f.X' }); // prettier-ignore
    });

    it('sparseGram is the Gram matrix, with the pairs within the support alone', async () => {
      const next = random(5);
      const X = Array.from({ length: 700 }, () => [10 * next(), 4 * next(), next()]);
      const spline = kernels.bspline({ degree: 3, width: 0.4 });
      for (const kernel of [
        spline,
        kernels.product(kernels.rbf(), kernels.columns([1, 0], kernels.bspline({ degree: 1, width: 0.7 }))), // prettier-ignore
        kernels.sum(spline, kernels.scale(0.1, kernels.delta())),
      ]) {
        const dense = await gramMatrix(kernel, X);
        const { indptr, indices, data, rows, cols } = await sparseGram(kernel, X);
        assert.deepEqual([rows, cols, indptr.length], [700, 700, 701]);
        let count = 0;
        const full = new Float64Array(700 * 700);
        for (let i = 0; i < 700; i++) {
          for (let at = indptr[i]; at < indptr[i + 1]; at++) {
            assert.ok(at === indptr[i] || indices[at] > indices[at - 1]);
            assert.notEqual(data[at], 0);
            full[700 * i + indices[at]] = data[at];
          }
        }
        dense.forEach((value, i) => {
          if (value !== 0) count++;
          near(full[i], value, 1e-14);
        });
        assert.equal(data.length, count);
        assert.ok(count < 0.2 * 700 * 700);
      }
      await fails(async () => sparseGram('rbf', X), { code: 'ERR_OPTION', argument: 'kernel' });
    });
  });
}
