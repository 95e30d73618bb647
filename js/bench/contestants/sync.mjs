/** This package without a worker, as `maxmargin/sync`. */
import { serve } from './serve.mjs';
import { describe, fit, rows } from './model.mjs';

let classes;
let memory;

/** Watches the linear memory, which the public methods do not show. */
function watchMemory() {
  const { instantiate } = WebAssembly;
  WebAssembly.instantiate = async (...args) => {
    const result = await instantiate(...args);
    memory = Object.values((result.instance ?? result).exports).find(
      (value) => value instanceof WebAssembly.Memory,
    );
    return result;
  };
}

await serve({
  async start() {
    watchMemory();
    classes = await import(process.argv[2]);
    await classes.init();
  },
  rows,
  fit: (X, y, fitting) => fit(classes, X, y, fitting),
  predict: (model, X) => model.predict(X),
  describe: (model) => ({
    ...describe(model),
    linearMegabytes: memory.buffer.byteLength / 2 ** 20,
  }),
  release: (model) => model.dispose(),
});
