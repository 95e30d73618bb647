/** Training in a page and in Node: the same package, the same data, one after the other. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';

import { launch } from '../support/chromium.mjs';
import { blobs, flat } from '../support/data.mjs';
import { maxmargin } from '../support/maxmargin.mjs';
import { project } from '../support/project.mjs';
import { serve } from '../support/server.mjs';

const { browser, skip } = await launch();
after(() => browser?.close());

const { X, y } = blobs({ n: 5000, d: 20, apart: 1.2, seed: 1 });
const table = flat(X);

describe('training 5000 x 20', { skip, timeout: 900_000 }, () => {
  let site;
  let page;
  before(async () => {
    site = await serve({
      folders: { '/dist/': join(project, 'node_modules', 'maxmargin', 'dist') },
      pages: { '/': '<!doctype html><link rel="icon" href="data:,"><title>speed</title>' },
    });
    page = await browser.newPage();
    await page.goto(site.url);
    await page.evaluate(
      async ({ data, rows, cols, labels }) => {
        globalThis.maxmargin = await import('/dist/index.js');
        globalThis.problem = [{ data: Float64Array.from(data), rows, cols }, labels];
        await globalThis.maxmargin.init();
      },
      { ...table, data: Array.from(table.data), labels: y },
    );
    await maxmargin.init();
  });
  after(() => site?.close());

  const inPage = () =>
    page.evaluate(async () => {
      const start = performance.now();
      const model = await new globalThis.maxmargin.SVC().fit(...globalThis.problem);
      return { milliseconds: performance.now() - start, objective: model.objective };
    });

  const inNode = async () => {
    const start = performance.now();
    const model = await new maxmargin.SVC().fit(table, y);
    return { milliseconds: performance.now() - start, objective: model.objective };
  };

  it('ends at the same solution in a page and in Node', async (t) => {
    const [there, here] = [await inPage(), await inNode()];
    assert.equal(there.objective, here.objective);
    const [page_, node_] = [there, here].map(({ milliseconds }) => `${milliseconds.toFixed(0)} ms`);
    t.diagnostic(`note: 5000 x 20: page ${page_}, Node ${node_}`);
  });
});
