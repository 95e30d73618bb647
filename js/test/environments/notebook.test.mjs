/** Pyodide, the Python of notebooks in the browser, in a worker as they run it. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';

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

describe('a Python kernel', { skip: noBrowser || notInstalled, timeout: 120_000 }, () => {
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
