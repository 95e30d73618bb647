/** This package through its public API, in a worker: the way most people use it. */
import { serve } from './serve.mjs';
import { describe, fit, rows } from './model.mjs';

let classes;

await serve({
  async start() {
    classes = await import(process.argv[2]);
  },
  rows,
  fit: (X, y, fitting) => fit(classes, X, y, fitting),
  predict: (model, X) => model.predict(X),
  describe,
  release: (model) => model.dispose(),
});
