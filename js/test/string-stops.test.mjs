/**
 * A worker does a small fit at once and gives up after 10 ms, to begin again in slices. A kernel of
 * strings leaves out values once nobody wants them, and such a fit was taken for a whole one.
 */
import { after, before, describe, it } from 'node:test';

import { maxmargin, sync } from './support/maxmargin.mjs';
import { near } from './support/near.mjs';

before(() => sync.init());
after(() => maxmargin.terminate());

describe('fits of strings that take longer than a slice', { timeout: 300_000 }, () => {
  const texts = Array.from({ length: 24 }, (_, i) =>
    Array.from({ length: 120 }, (__, j) => 'abcd'[(i * j + (j % (2 + (i % 7)))) % 4]).join(''),
  );
  const y = texts.map((_, i) => i % 2);
  for (const name of ['SVC', 'IncrementalSVC', 'KernelRidge']) {
    it(`${name} has the coefficients of a fit in one piece`, async () => {
      const make = (api) => {
        const kernel = api.kernels.gapWeighted({ length: 4, decay: 0.5 });
        return new api[name](name === 'KernelRidge' ? { kernel, alpha: 1 } : { kernel });
      };
      const whole = make(sync).fit(texts, y);
      // The second file of the module, with which a small fit is done at once.
      await make(maxmargin).fit(texts.slice(0, 2), [0, 1]);
      for (let times = 0; times < 3; times++) {
        const model = await make(maxmargin).fit(texts, y);
        near(model.dualCoef, whole.dualCoef, 1e-9, name);
      }
    });
  }
});
