/**
 * What notebooks in the browser run cells with: Pyodide in a worker, as they run it; JupyterLite's
 * kernel of JavaScript; the runtime of Observable.
 */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';

import * as esbuild from 'esbuild';

import { launch } from '../support/chromium.mjs';
import { fixture } from '../support/fixture.mjs';
import { project } from '../support/project.mjs';
import { serve } from '../support/server.mjs';
import { visit } from '../support/visit.mjs';

const { browser, skip: noBrowser } = await launch();
after(() => browser?.close());

const { folder, skip: notInstalled } = fixture('notebook');

/** A cell, which runs with `maxmargin` imported from the address that it gives. */
const cells = {
  'with a worker of its own': `
    maxmargin = await import_module('/maxmargin/index.js')
    model = await maxmargin.SVC.new(options).fit(X, y)
    list(await model.predict(X))`,
  blocking: `
    maxmargin = await import_module('/maxmargin/sync.js')
    await maxmargin.init()
    list(maxmargin.SVC.new(options).fit(X, y).predict(X))`,
};

describe('a Python kernel', { skip: noBrowser || notInstalled, timeout: 900_000 }, () => {
  for (const [name, cell] of Object.entries(cells))
    it(`trains ${name}`, async () => {
      const python = `
from js import Object
from pyodide.code import run_js
from pyodide.ffi import to_js
import_module = run_js('(path) => import(path)')
options = to_js({'C': 10, 'gamma': 1}, dict_converter=Object.fromEntries)
X = to_js([[0, 0], [0, 1], [1, 0], [1, 1]])
y = to_js(['no', 'yes', 'yes', 'no'])
${cell.replace(/^ +/gm, '')}`;
      const site = await serve({
        folders: {
          '/pyodide/': join(folder, 'node_modules', 'pyodide'),
          '/maxmargin/': join(project, 'node_modules', 'maxmargin', 'dist'),
        },
        pages: {
          '/': `<!doctype html><title>waiting</title><link rel="icon" href="data:,"><script type="module">
            const kernel = new Worker('/kernel.mjs', { type: 'module' });
            kernel.onmessage = ({ data }) => { document.title = data; };
          </script>`,
          '/kernel.mjs': `
            import { loadPyodide } from '/pyodide/pyodide.mjs';
            try {
              const python = await loadPyodide();
              const output = await python.runPythonAsync(${JSON.stringify(python)});
              self.postMessage(output.toJs().join(' '));
            } catch (error) {
              self.postMessage('error ' + error);
            }`,
        },
      });
      try {
        const { title, problems } = await visit(browser, site.url);
        assert.deepEqual({ title, problems }, { title: 'no yes yes no', problems: [] });
      } finally {
        await site.close();
      }
    });
});

/** A module of the project that a page or a worker can load, with what it imports. */
async function bundled(contents, format = /** @type {esbuild.Format} */ ('esm')) {
  const { outputFiles } = await esbuild.build({
    stdin: { contents, resolveDir: folder },
    bundle: true,
    external: ['/maxmargin/*'],
    format,
    ignoreAnnotations: true, // the kernel says that importing it has no effect
    write: false,
  });
  return outputFiles[0].text;
}

/** Visits a page that has the package under /maxmargin/, and resolves to its title. */
async function titleOf(script, pages = {}) {
  const site = await serve({
    folders: { '/maxmargin/': join(project, 'node_modules', 'maxmargin', 'dist') },
    pages: {
      '/': `<!doctype html><title>waiting</title><link rel="icon" href="data:,"><script type="module">
        import('/page.mjs').catch((error) => { document.title = 'error ' + error; });
      </script>`,
      '/page.mjs': script,
      ...pages,
    },
  });
  try {
    const { title, problems } = await visit(browser, site.url);
    assert.deepEqual(problems, []);
    return title;
  } finally {
    await site.close();
  }
}

describe('notebooks of JavaScript', { skip: noBrowser || notInstalled, timeout: 900_000 }, () => {
  it('cells of JupyterLite train in its kernel', async () => {
    const kernel = '@jupyterlite/javascript-kernel/lib/comlink.worker.js';
    // A cell that ends with a promise shows the promise, so the next one shows what came of it.
    const cells = [
      `globalThis.X = [[0, 0], [0, 1], [1, 0], [1, 1]];
      import('/maxmargin/index.js').then(async ({ SVC }) => {
        const model = await new SVC({ C: 10, gamma: 1 }).fit(X, ['no', 'yes', 'yes', 'no']);
        globalThis.labels = (await model.predict(X)).join(' ');
        console.log('trained');
      });`,
      'labels',
    ];
    const page = await bundled(`
      import { wrap } from 'comlink';
      const worker = new Worker('/kernel.js');
      const outputs = [];
      worker.addEventListener('message', ({ data: { type, bundle } }) => {
        if (type === 'execute_result') outputs.push(bundle.data['text/plain']);
        if (type === 'stream') outputs.push(bundle.text.trim());
      });
      const until = async (text) => {
        while (!outputs.includes(text)) await new Promise((resolve) => setTimeout(resolve, 10));
      };
      (async () => {
        const kernel = wrap(worker);
        await kernel.initialize({});
        const [train, show] = ${JSON.stringify(cells)};
        await kernel.execute({ code: train });
        await until('trained');
        await kernel.execute({ code: show });
        await until("'no yes yes no'");
        return outputs.join('; ');
      })().then((text) => { document.title = text; }, (error) => { document.title = 'error ' + error; });
    `);
    const pages = { '/kernel.js': await bundled(`import '${kernel}';`, 'iife') };
    assert.match(await titleOf(page, pages), /^Promise .*; trained; 'no yes yes no'$/);
  });

  it('cells of Observable train again when one that they use changes', async () => {
    const page = await bundled(`
      import { Runtime } from '@observablehq/runtime';
      const main = new Runtime().module();
      const seen = [];
      const observer = {
        fulfilled: (labels) => {
          seen.push(labels.join(' '));
          if (seen.length === 1) main.redefine('y', [], () => ['yes', 'no', 'no', 'yes']);
          else document.title = seen.join('; ');
        },
        rejected: (error) => { document.title = 'error ' + error; },
      };
      const { SVC } = await import('/maxmargin/index.js');
      main.define('X', [], () => [[0, 0], [0, 1], [1, 0], [1, 1]]);
      main.define('y', [], () => ['no', 'yes', 'yes', 'no']);
      // As Observable suggests it: the promise ends what a change has made superfluous.
      main.define('model', ['X', 'y', 'invalidation'], async (X, y, invalidation) => {
        const model = new SVC({ C: 10, gamma: 1 });
        const left = new AbortController();
        invalidation.then(() => { left.abort(); model.dispose(); });
        return model.fit(X, y, { signal: left.signal });
      });
      main.variable(observer).define('labels', ['model', 'X'], (model, X) => model.predict(X));
    `);
    assert.equal(await titleOf(page), 'no yes yes no; yes no no yes');
  });
});
