/** This package through its public API, in a worker: the way most people use it. */
import { serve } from './serve.mjs';
import { describe, options, rows } from './model.mjs';

let SVC;

await serve({
  async start() {
    ({ SVC } = await import(process.argv[2]));
  },
  rows,
  fit: (X, y, fitting) => new SVC(options(fitting)).fit(X, y),
  predict: (model, X) => model.predict(X),
  describe,
  release: (model) => model.dispose(),
});
