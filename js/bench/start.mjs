/**
 * How long a program waits at the start: from import to the first fitted model of 270 rows and 13
 * features, in a fresh process of Node beside npm's libsvm-js, in a fresh page of Chromium whose
 * cache has the files, and for a second worker when the module is compiled already. The
 * contestants take turns; medians are printed, and one above its budget fails.
 */
import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

const runs = 9;
const budgets = { maxmargin: 120, 'maxmargin in Chromium': 200, 'second worker': 50 };
const dist = new URL('../../npm/dist/', import.meta.url);

/** Two noisy classes, the same everywhere: its text runs in the page. */
function rows() {
  const X = Array.from({ length: 270 }, (_, i) =>
    Array.from({ length: 13 }, (__, j) => Math.sin(i * 13 + j * j * 7) + (i % 2) * 0.4),
  );
  return { X, y: X.map((_, i) => i % 2) };
}

/** The parts of this file that run in a process of their own. They return milliseconds. */
const contestants = {
  async maxmargin() {
    const { X, y } = rows();
    const began = performance.now();
    const { SVC } = await import(new URL('node.js', dist).href);
    await new SVC({ gamma: 1 / 13 }).fit(X, y);
    return performance.now() - began;
  },
  async 'maxmargin/sync'() {
    const { X, y } = rows();
    const began = performance.now();
    const { SVC, init } = await import(new URL('sync.node.js', dist).href);
    await init();
    new SVC({ gamma: 1 / 13 }).fit(X, y);
    return performance.now() - began;
  },
  async 'libsvm-js'() {
    const { X, y } = rows();
    const require = createRequire(new URL('peers/package.json', import.meta.url));
    const log = console.log;
    console.log = console.error = () => {}; // it complains about fetch
    const began = performance.now();
    const SVM = await require('libsvm-js');
    const machine = new SVM({ kernel: SVM.KERNEL_TYPES.RBF, cost: 1, gamma: 1 / 13, quiet: true });
    machine.train(X, y);
    const took = performance.now() - began;
    console.log = log;
    return took;
  },
  async 'second worker'() {
    const { init } = await import(new URL('node.js', dist).href);
    await init();
    const wasmModule = await WebAssembly.compile(await readFile(new URL('maxmargin.wasm', dist)));
    const began = performance.now();
    await init({ wasmModule });
    return performance.now() - began;
  },
};

/** @param {number[]} values */
const median = (values) => values.toSorted((a, b) => a - b)[values.length >> 1];

/** @param {string} name @param {number[]} times */
function report(name, times) {
  const budget = budgets[name];
  const [middle, least] = [median(times), Math.min(...times)];
  const verdict =
    budget === undefined ? '' : middle <= budget ? `within ${budget}` : `OVER ${budget}`;
  console.log(
    `${name.padEnd(24)} ${middle.toFixed(0).padStart(5)} ms, least ${least.toFixed(0).padStart(4)}  ${verdict}`,
  );
  if (middle > budget) process.exitCode = 1;
}

/** In a page that loads the published files, which an earlier page has put into the cache. */
async function inChromium() {
  const { launch } = await import('../test/support/chromium.mjs');
  const { serve } = await import('../test/support/server.mjs');
  const { browser, skip } = await launch();
  if (skip) {
    console.log(`Chromium: ${skip}`);
    return;
  }
  const site = await serve({
    folders: { '/': fileURLToPath(dist) },
    pages: { '/': '<!doctype html><title>maxmargin</title>' },
    headers: { 'cache-control': 'max-age=600' },
  });
  try {
    const context = await browser.newContext();
    const times = [];
    for (let run = -2; run < runs; run++) {
      const page = await context.newPage();
      await page.goto(site.url);
      const time = await page.evaluate(
        `(async () => { const { X, y } = (${rows})();
          const began = performance.now();
          const { SVC } = await import('/index.js');
          await new SVC({ gamma: 1 / 13 }).fit(X, y);
          return performance.now() - began;
        })()`,
      );
      if (run >= 0) times.push(time);
      await page.close();
    }
    report('maxmargin in Chromium', times);
  } finally {
    await site.close();
    await browser.close();
  }
}

async function compare() {
  const { libsvmJs } = await import('./contestants.mjs');
  const { absent } = libsvmJs();
  if (absent) console.log(`libsvm-js is absent: ${absent}`);
  const script = fileURLToPath(import.meta.url);
  const names = Object.keys(contestants).filter((name) => name !== 'libsvm-js' || !absent);
  const times = Object.fromEntries(names.map((name) => [name, []]));
  for (let run = 0; run < runs; run++) {
    for (const name of names) {
      const printed = execFileSync(process.execPath, [script, name], { encoding: 'utf8' });
      times[name].push(Number(printed));
    }
  }
  for (const name of names) report(name, times[name]);
  await inChromium();
}

const [, , name] = process.argv;
if (name === undefined) await compare();
else {
  console.log(await contestants[name]());
  process.exit();
}
