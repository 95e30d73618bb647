/**
 * Bundlers, used as users use them: the packed package in a project, the
 * commands of the tools, the result in headless Chromium. The tests use the settings
 * that demo/docs/environments.md names, and no others.
 */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

import { launch } from '../support/chromium.mjs';
import { env, develop as startServer } from '../support/develop.mjs';
import { addPackage, fixture } from '../support/fixture.mjs';
import { serve } from '../support/server.mjs';
import { visit, watch } from '../support/visit.mjs';

const { browser, skip: noBrowser } = await launch();
after(() => browser?.close());

const { folder, skip: notInstalled } = fixture('bundlers');
const skip = noBrowser || notInstalled;
if (!skip) addPackage(folder);

const dist = join(folder, 'node_modules', 'maxmargin', 'dist');

/** Train XOR and predict it, save, load, predict again. */
const XOR = 'no yes yes no no yes yes no';

const programs = {
  esbuild: 'esbuild/bin/esbuild',
  rollup: 'rollup/dist/bin/rollup',
  vite: 'vite/bin/vite.js',
  'vite-7': 'vite-7/bin/vite.js',
  webpack: 'webpack/bin/webpack.js',
};
const program = (tool) => join(folder, 'node_modules', programs[tool]);

/** node runs a script of Node in the project and resolves to what it printed. */
const node = (...args) => promisify(execFile)(process.execPath, args, { cwd: folder, env });

/** run runs a tool's command. */
const run = (tool, ...args) => node(program(tool), ...args);

/** visitFolder serves a folder and visits a page of it. */
async function visitFolder(name, path = '/', pages = {}) {
  const site = await serve({ folders: { '/': join(folder, name) }, pages });
  try {
    return await visit(browser, site.url + path);
  } finally {
    await site.close();
  }
}

/** A page around a script that a bundler wrote. */
const around = (script, type) => ({
  '/page.html': `<!doctype html><title>waiting</title><link rel="icon" href="data:,"><script ${type} src="${script}"></script>`,
});

/** trained checks that the page trained, in one worker, without problems. */
function trained({ title, problems, workers }) {
  assert.deepEqual({ title, problems }, { title: XOR, problems: [] });
  assert.equal(workers.length, 1, `workers: ${workers.join()}`);
}

/** The files of a folder, by their ending. */
const named = (ending, path) =>
  readdirSync(join(folder, path)).filter((name) => name.endsWith(ending));

/** onlyPageAndWorker checks that no file is loaded for what the page does not do. */
const onlyPageAndWorker = ({ scripts }) => assert.equal(scripts.length, 2, scripts.join());

/** develop starts a tool's development server. */
const develop = (tool, ...args) => startServer([process.execPath, program(tool), ...args], folder);

let server;
before(async () => {
  if (!skip) server = await develop('vite');
});
after(() => server?.close());

describe('Vite', { skip, timeout: 900_000 }, () => {
  it('its development server, without a configuration', async () => {
    trained(await visit(browser, `${server.url}/`));
  });

  it('a build, without a configuration, with the two files of the module, and files for the worker, shared work, a GPU and what is rare', async () => {
    await run('vite', 'build', '--outDir', 'out/vite');
    const outcome = await visitFolder('out/vite');
    trained(outcome);
    assert.equal(named('.wasm', 'out/vite/assets').length, 2);
    // Seven are for a GPU.
    assert.equal(named('.js', 'out/vite/assets').length, 11);
    onlyPageAndWorker(outcome);
  });

  it('inside a worker of the page, while developing: with a worker of its own, and blocking', async () => {
    // Vite finds the second entry after it has sent files of the first. The two share files, so it
    // reloads the page once, with what was being fetched. This happens to any package like this one.
    const first = await visit(browser, `${server.url}/in-worker/`);
    assert.equal(first.title, `${XOR}; ${XOR}`);
    const { title, problems } = await visit(browser, `${server.url}/in-worker/`);
    assert.deepEqual({ title, problems }, { title: `${XOR}; ${XOR}`, problems: [] });
  });

  it('inside a worker of the page, built: with a worker of its own, and blocking', async () => {
    await run('vite', 'build', 'in-worker', '--outDir', '../out/in-worker');
    const { title, problems } = await visitFolder('out/in-worker');
    assert.deepEqual({ title, problems }, { title: `${XOR}; ${XOR}`, problems: [] });
  });

  it('a build whose files are on a second origin', async () => {
    await run('vite', 'build', '--outDir', 'out/cdn', '--base', 'http://cdn.test/');
    const cdn = await serve({
      folders: { '/': join(folder, 'out/cdn') },
      headers: { 'access-control-allow-origin': '*' },
    });
    try {
      const html = readFileSync(join(folder, 'out/cdn/index.html'), 'utf8');
      for (const name of named('.js', 'out/cdn/assets')) {
        const path = join(folder, 'out/cdn/assets', name);
        writeFileSync(path, readFileSync(path, 'utf8').replaceAll('http://cdn.test', cdn.url));
      }
      const pages = { '/page.html': html.replaceAll('http://cdn.test', cdn.url) };
      const outcome = await visitFolder('out', '/page.html', pages);
      trained(outcome);
      assert.match(outcome.workers[0], /^blob:/);
    } finally {
      await cdn.close();
    }
  });
});

describe('webpack', { skip, timeout: 900_000 }, () => {
  it('a build, without a configuration, with the two files of the module, and files for the worker, shared work, a GPU and what is rare', async () => {
    await run('webpack', '--mode', 'production', '--output-path', 'out/webpack');
    const outcome = await visitFolder('out/webpack', '/page.html', around('/main.js', 'defer'));
    trained(outcome);
    assert.equal(named('.wasm', 'out/webpack').length, 2);
    // Four are for a GPU.
    assert.equal(named('.js', 'out/webpack').length, 8);
    onlyPageAndWorker(outcome);
  });
});

/** beside copies the files of the module and the worker, which these two tools do not copy. */
function beside(to) {
  mkdirSync(join(folder, to), { recursive: true });
  for (const name of ['maxmargin.wasm', 'maxmargin-rest.wasm', 'worker.js'])
    copyFileSync(join(dist, name), join(folder, to, name));
}

describe('esbuild', { skip, timeout: 900_000 }, () => {
  const module = around('/index.js', 'type="module"');

  it('a module, with the two files copied beside it', async () => {
    await run('esbuild', 'src/index.js', '--bundle', '--format=esm', '--outdir=out/esbuild');
    const forgotten = await visitFolder('out/esbuild', '/page.html', module);
    assert.match(forgotten.title, /^error ERR_RUNTIME_LOAD .*put maxmargin\.wasm there, or say/);
    beside('out/esbuild');
    trained(await visitFolder('out/esbuild', '/page.html', module));
  });

  it('a script that gets the addresses of the two files', async () => {
    await run('esbuild', 'src/urls.js', 'src/index.js', '--bundle', '--outdir=out/script');
    beside('out/script/files');
    trained(await visitFolder('out/script', '/page.html', around('/urls.js', '')));
    const untold = await visitFolder('out/script', '/page.html', around('/index.js', ''));
    assert.match(untold.title, /^error ERR_RUNTIME_LOAD .*init\(\{ wasmUrl, workerUrl \}\)/);
  });

  it('a script with everything inside', async () => {
    await run('esbuild', 'src/inline.js', '--bundle', '--outdir=out/inline');
    trained(await visitFolder('out/inline', '/page.html', around('/inline.js', '')));
  });
});

describe('Rollup', { skip, timeout: 900_000 }, () => {
  it('a module, with the two files copied beside it', async () => {
    await run('rollup', 'src/index.js', '--plugin', 'node-resolve', '--dir', 'out/rollup');
    beside('out/rollup');
    const page = around('/index.js', 'type="module"');
    trained(await visitFolder('out/rollup', '/page.html', page));
  });
});

describe('React', { skip, timeout: 900_000 }, () => {
  const done = (page) =>
    page.waitForFunction(
      () => document.querySelector('output')?.textContent === 'no yes yes no',
      undefined,
      { timeout: 900_000 },
    );

  it('under StrictMode every effect that trains is undone, and one worker serves them all', async () => {
    const page = await browser.newPage();
    try {
      const { problems, workers } = watch(page);
      await page.goto(`${server.url}/react/`);
      await done(page);
      // In development StrictMode mounts twice: the first fit was aborted.
      assert.deepEqual(await page.evaluate(() => window.calls), { fit: 2, dispose: 1 });
      for (let i = 0; i < 10; i++) {
        await page.evaluate(() => window.show(false));
        await page.waitForFunction(() => document.querySelector('output') === null);
        await page.evaluate(() => window.show(true));
        if (i % 2) await done(page); // half of them are unmounted during the fit
      }
      await page.evaluate(() => window.show(false));
      await page.waitForFunction(() => document.querySelector('output') === null);
      const { fit, dispose } = await page.evaluate(() => window.calls);
      assert.equal(fit, 22);
      assert.equal(dispose, fit);
      assert.equal(workers.length, 1, `workers: ${workers.join()}`);
      assert.deepEqual(problems, []);
    } finally {
      await page.close();
    }
  });

  it('a production build', async () => {
    await run('vite', 'build', 'react', '--outDir', '../out/react');
    const site = await serve({ folders: { '/': join(folder, 'out/react') } });
    const page = await browser.newPage();
    try {
      const { problems, workers } = watch(page);
      await page.goto(site.url);
      await done(page);
      assert.deepEqual(problems, []);
      assert.equal(workers.length, 1);
    } finally {
      await page.close();
      await site.close();
    }
  });

  it('rendered on a server it starts nothing', async () => {
    await run('vite', 'build', 'react', '--ssr', 'server.jsx', '--outDir', '../out/server');
    const rendered = pathToFileURL(join(folder, 'out/server/server.js')).href;
    writeFileSync(
      join(folder, 'render.mjs'),
      `
      for (const name of ['window', 'document', 'self', 'location', 'Worker'])
        Object.defineProperty(globalThis, name, { get() { throw new Error('touched ' + name); } });
      const threads = process.getBuiltinModule('node:worker_threads');
      threads.Worker = class { constructor() { throw new Error('started a worker'); } };
      process.getBuiltinModule('node:module').syncBuiltinESMExports();
      WebAssembly.compile = () => { throw new Error('compiled'); };
      console.log((await import(${JSON.stringify(rendered)})).html);
      `,
    );
    const { stdout } = await node('render.mjs');
    assert.equal(stdout, '<output>training</output>\n');
  });
});

// The last, because it overwrites the files that the server of Vite 8 has pre-bundled.
describe('Vite 7', { skip, timeout: 900_000 }, () => {
  it('its development server, with the package excluded from pre-bundling', async () => {
    const server = await develop('vite-7', '--config', 'vite-7.config.js');
    try {
      trained(await visit(browser, `${server.url}/`));
    } finally {
      server.close();
    }
  });

  it('its development server, without that, is an error that says what to write', async () => {
    const server = await develop('vite-7');
    try {
      const { title } = await visit(browser, `${server.url}/`);
      assert.match(title, /^error ERR_RUNTIME_LOAD .*optimizeDeps: \{ exclude: \['maxmargin'\] \}/);
    } finally {
      server.close();
    }
  });

  it('a build, without a configuration', async () => {
    await run('vite-7', 'build', '--outDir', 'out/vite-7');
    trained(await visitFolder('out/vite-7'));
  });
});
