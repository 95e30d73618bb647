/**
 * Predictions and fits by one thread and by the GPU of a browser, side by side: serves a page, which prints
 * tables, on this machine.
 *
 *     node js/bench/gpu.mjs [--port 8081] [--headless] [--sizes 4]
 *
 * --headless opens it in Chromium (CHROMIUM, or one of the system) with Vulkan, prints the table and ends.
 * --sizes is how many of the sizes of each table, from the smallest on.
 */
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

import { chromium } from 'playwright-core';

import { executable } from '../test/support/chromium.mjs';
import { serve } from '../test/support/server.mjs';

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const { values: flags } = parseArgs({
  options: {
    port: { type: 'string', default: '8081' },
    headless: { type: 'boolean', default: false },
    sizes: { type: 'string', default: '4' },
  },
});

/** Rows to learn, columns, and rows to predict; labels are noise, so that most rows are vectors. */
const sizes = [
  { n: 500, d: 20, rows: 10_000 },
  { n: 2000, d: 50, rows: 20_000 },
  { n: 8000, d: 100, rows: 20_000 },
  { n: 8000, d: 784, rows: 10_000 },
];

/** Rows to learn from, and their columns; most rows become vectors here, too. */
const learnt = [
  { n: 500, d: 20 },
  { n: 2000, d: 50 },
  { n: 8000, d: 100 },
  { n: 8000, d: 784 },
];

const page = `<!doctype html><meta charset="utf-8"><title>maxmargin: one thread and the GPU</title>
<link rel="icon" href="data:,"><pre id="told">A moment ...
</pre><script type="module">
import { SVC, init } from '/dist/index.js';
import { webgpu } from '/dist/webgpu.js';
import { random } from '/support/made-up.mjs';

const told = document.getElementById('told');
const tell = (line) => (told.textContent += line + '\\n');
const line = (cells) => tell(cells.map((cell) => String(cell).padStart(11)).join(''));
const timed = async (work) => {
  const start = performance.now();
  const value = await work();
  return [value, performance.now() - start];
};
const made = (n, d, next) => ({ data: Float64Array.from({ length: n * d }, next), rows: n, cols: d });
try {
  await init({ onWarning: ({ message }) => tell(message) });
  const gpu = await webgpu();
  tell(navigator.userAgent + '\\nGPU: ' + (gpu.adapter || gpu.why) + '\\n');
  tell('Predictions');
  line(['kernel', 'vectors', 'columns', 'rows', 'thread ms', 'GPU ms', 'again ms', 'times', 'rows again', 'labels']);
  for (const { n, d, rows } of ${JSON.stringify(sizes.slice(0, Number(flags.sizes)))})
    for (const kernel of ['rbf', 'laplacian']) {
      const next = random(n + d);
      const X = made(n, d, next);
      const model = await new SVC({ kernel, C: 1 }).fit(X, Array.from({ length: n }, () => next() < 0.5));
      const others = made(rows, d, next);
      const [right, thread] = await timed(() => model.predict(others));
      const [, first] = await timed(() => gpu.predict(model, others));
      const [labels, again] = await timed(() => gpu.predict(model, others));
      const same = labels.every((label, i) => label === right[i]) ? 'equal' : 'DIFFERENT';
      const { device, rowsAgain } = gpu.report;
      line([kernel, model.supportIndices.length, d, rows, thread.toFixed(0), first.toFixed(0), again.toFixed(0), (thread / again).toFixed(1), device === 'cpu' ? 'all' : rowsAgain, same]);
      await model.dispose();
    }
  tell('GPU ms: with the compilation of the shaders and the way of the model to the GPU; again ms: without.\\n\\nFits');
  line(['kernel', 'samples', 'columns', 'thread s', 'GPU s', 'times', 'GPU rows', 'certified', 'thread gap', 'GPU gap']);
  for (const { n, d } of ${JSON.stringify(learnt.slice(0, Number(flags.sizes)))})
    for (const kernel of ['rbf', 'laplacian']) {
      const next = random(n + d + 1);
      const X = made(n, d, next);
      const y = Array.from({ length: n }, () => next() < 0.5);
      const make = () => new SVC({ kernel, C: 1 });
      const [one, thread] = await timed(() => make().fit(X, y));
      const [other, byGPU] = await timed(() => gpu.fit(make(), X, y));
      const { rowsByGPU, rowsAgain, why } = gpu.report;
      if (why) tell(why);
      const gaps = [one, other].map(({ dualityGaps }) => dualityGaps[0].toExponential(1));
      line([kernel, n, d, (thread / 1000).toFixed(2), (byGPU / 1000).toFixed(2), (thread / byGPU).toFixed(1), rowsByGPU, rowsAgain, ...gaps]);
      await one.dispose();
      await other.dispose();
    }
  tell('GPU rows: of the Gram matrix; certified: samples whose gradient the processor computed in float64; gaps: primal less dual objective, in float64.');
} catch (error) {
  tell(error.stack);
}
document.title = 'done';
</script>`;

const site = await serve({
  folders: {
    '/dist/': join(root, 'npm', 'dist'),
    '/support/': join(root, 'js', 'test', 'support'),
  },
  pages: { '/': page },
  port: Number(flags.port),
});
if (!flags.headless) {
  console.log(`open ${site.url} in a browser with WebGPU; Ctrl+C ends this`);
} else {
  const args = [
    '--no-sandbox',
    '--enable-unsafe-webgpu',
    '--enable-features=Vulkan',
    '--ignore-gpu-blocklist',
  ];
  const browser = await chromium.launch({ executablePath: await executable(), args });
  const opened = await browser.newPage();
  await opened.goto(site.url);
  await opened.waitForFunction(() => document.title === 'done', undefined, { timeout: 0 });
  console.log(await opened.locator('#told').innerText());
  await browser.close();
  await site.close();
}
