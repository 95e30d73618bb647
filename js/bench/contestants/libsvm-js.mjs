/**
 * libsvm-js of npm, its WebAssembly build. It takes dense rows only. They are typed arrays,
 * made before the clock runs, because it copies these fastest.
 */
import { createRequire } from 'node:module';
import { denseData } from '../sets/table.mjs';
import { serve } from './serve.mjs';

let SVM;

await serve({
  async start() {
    SVM = await createRequire(process.argv[2])('libsvm-js');
  },
  rows(table) {
    const { rows, cols } = table;
    const data = denseData(table);
    return Array.from({ length: rows }, (_, i) => data.subarray(i * cols, (i + 1) * cols));
  },
  fit(X, y, { type, C, nu, epsilon, gamma, tol, cacheSize }) {
    const model = new SVM({
      type,
      kernel: SVM.KERNEL_TYPES.RBF,
      cost: C,
      nu,
      epsilon,
      gamma,
      tolerance: tol,
      cacheSize,
      shrinking: true,
      quiet: true,
    });
    model.train(X, y);
    return model;
  },
  predict: (model, X) => model.predict(X),
  describe,
  release: (model) => model.free(),
});

/** The solution is in LIBSVM's model text: k - 1 coefficients, then the vector. */
function describe(model) {
  const [head, vectors] = model.serializeModel().split('SV\n');
  const field = (name) =>
    head
      .match(new RegExp(`^${name} (.*)$`, 'm'))[1]
      .split(' ')
      .map(Number);
  if (!/^nr_sv /m.test(head)) return { supportVectors: field('total_sv')[0] };
  const coefficients = vectors
    .trim()
    .split('\n')
    .map((line) => line.split(' ', field('nr_class')[0] - 1).map(Number));
  return {
    supportVectors: field('total_sv')[0],
    supportIndices: model.getSVIndices(),
    supportCounts: field('nr_sv'),
    dualCoef: coefficients[0].flatMap((_, slot) => coefficients.map((row) => row[slot])),
  };
}
