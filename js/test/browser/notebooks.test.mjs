/** The notebooks: the offline one from file://, that for JupyterLite in a worker, the scripts in Node. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import {
  copyFileSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

import { parse } from 'acorn';

import { SCRIPTS, offlineNotebook } from '../../site/notebooks.mjs';
import { launch } from '../support/chromium.mjs';
import { project, root } from '../support/project.mjs';
import { serve } from '../support/server.mjs';
import { watch } from '../support/visit.mjs';

const { browser, skip } = await launch();
after(() => browser?.close());

const installed = join(project, 'node_modules', 'maxmargin');
const folder = mkdtempSync(join(tmpdir(), 'maxmargin-notebooks-'));
after(() => rmSync(folder, { recursive: true, force: true }));

describe('the offline notebook', { skip, timeout: 900_000 }, () => {
  let page;
  let context;
  const asked = [];
  let problems;

  before(async () => {
    const file = join(folder, 'offline.html');
    writeFileSync(file, await offlineNotebook(installed));
    context = await browser.newContext({ offline: true });
    page = await context.newPage();
    ({ problems } = watch(page));
    page.on('request', (request) => asked.push(request.url()));
    await page.goto(pathToFileURL(file).href);
    await settled(page);
  });
  after(() => context?.close());

  const settled = (where) =>
    where.waitForFunction(() => document.body.dataset.state === 'done', undefined, {
      timeout: 900_000,
    });
  const cell = (at) => page.locator('.cell.code').nth(at);

  /** write puts code into a new last cell, runs it with the keyboard and resolves to what it shows. */
  async function write(code) {
    await page
      .locator('.cell')
      .last()
      .locator('button[aria-label="Add a code cell below"]')
      .click();
    const last = page.locator('.cell').last();
    await last.locator('textarea').fill(code);
    await last.locator('textarea').press('Shift+Enter');
    await settled(page);
    return last.locator('.output').innerText();
  }

  it('runs all of its cells without a network', async () => {
    assert.equal(await page.textContent('#status'), 'All cells ran.');
    assert.equal(await cell(0).locator('table tr').count(), 10);
    assert.match(await cell(1).innerText(), /status converged after \d+ iterations\s+0\.9\d+/);
    assert.ok((await cell(3).locator('svg path').count()) > 5, 'a picture');
    assert.equal(await cell(4).locator('tbody tr').count(), 5);
    assert.match(await cell(6).innerText(), /ERR_OPTION_UNKNOWN: .*did you mean 'gamma'/);
    const abroad = asked.filter((url) => !/^(file|blob|data):/.test(url));
    assert.deepEqual(abroad, []);
  });

  it('keeps names from cell to cell', async () => {
    const first =
      'let count = 1;\nconst { a, b: [c, ...rest] } = { a: 2, b: [3, 4, 5] };\n' +
      'function twice(n) { return 2 * n; }\nclass Point { constructor(x) { this.x = x; } }\nvar later';
    assert.equal(await write(first), '');
    assert.equal(
      await write('count += 1; later = new Point(7);\n[count, a, c, rest, twice(later.x)]'),
      '[2, 2, 3, [4, 5], 14]',
    );
    assert.equal(
      await write('const count = await Promise.resolve(40); count + 2 // the answer'),
      '42',
    );
    assert.equal(
      await write(
        "import { readCsv as read } from 'maxmargin/data';\n(await read('x,y\\n1,2\\n3,4\\n')).X.rows",
      ),
      '2',
    );
    assert.equal(
      await write('for (const i of [1, 2]) console.log(i, { i });'),
      '1 { i: 1 }\n2 { i: 2 }',
    );
  });

  it('shows an error, and goes on', async () => {
    assert.match(await write('nothing.at.all'), /ReferenceError: nothing is not defined/);
    assert.match(await write('const = 3'), /SyntaxError/);
    assert.match(await write("import 'left-pad'"), /carries no module 'left-pad'/);
    assert.match(await write("await fetch('https://example.org/')"), /TypeError/);
    problems.length = 0; // the console reports the refused connection as well
    assert.equal(await write('1 + 1'), '2');
  });

  it('saves a copy of itself that runs', async () => {
    await cell(1).locator('textarea').fill("'an edited cell </script> with ' + X.rows + ' rows'");
    const [download] = await Promise.all([page.waitForEvent('download'), page.click('#save')]);
    const saved = join(folder, 'saved.html');
    await download.saveAs(saved);
    const again = await context.newPage();
    await again.goto(pathToFileURL(saved).href);
    await settled(again);
    const output = await again.locator('.cell.code').nth(1).locator('.output').innerText();
    assert.equal(output, 'an edited cell </script> with 200 rows');
    assert.equal(await again.locator('.cell').count(), await page.locator('.cell').count());
    assert.deepEqual(problems, []);
  });
});

/**
 * A cell as JupyterLite's kernel runs it: an async function, whose top-level names become
 * global when it has run, and which returns the value of a last expression.
 */
function asKernel(code) {
  const { body } = parse(code, {
    ecmaVersion: 'latest',
    sourceType: 'module',
    allowAwaitOutsideFunction: true,
  });
  const patterns = body.flatMap((node) =>
    node.type === 'VariableDeclaration' ? node.declarations.map(({ id }) => id) : [],
  );
  const names = patterns.flatMap((id) =>
    id.type === 'Identifier' ? [id.name] : id.properties.map(({ value }) => value.name),
  );
  const keep = names.map((name) => `globalThis.${name} = ${name};`).join(' ');
  const last = body.at(-1);
  if (last.type !== 'ExpressionStatement') return `${code}\n${keep}`;
  return `${code.slice(0, last.start)}\n${keep}\nreturn (${code.slice(last.expression.start, last.expression.end)});`;
}

describe('the notebook for JupyterLite', { skip, timeout: 900_000 }, () => {
  it('runs cell by cell in a worker', async () => {
    const file = join(root, 'demo', 'notebooks', 'maxmargin.ipynb');
    const notebook = JSON.parse(readFileSync(file, 'utf8'));
    assert.deepEqual([notebook.nbformat, notebook.metadata.kernelspec.language], [4, 'javascript']);
    const cells = notebook.cells
      .filter((cell) => cell.cell_type === 'code')
      .map(({ source }) => asKernel(source.join('')));
    const site = await serve({
      folders: { '/maxmargin/': join(installed, 'dist') },
      pages: { '/': '<!doctype html><title>kernel</title><link rel="icon" href="data:,">' },
    });
    const context = await browser.newContext();
    try {
      const page = await context.newPage();
      const { problems } = watch(page);
      await page.goto(`${site.url}/`);
      const values = await page.evaluate(
        ([cells, base]) => {
          const kernel = `
            globalThis.MAXMARGIN = ${JSON.stringify(base)};
            const AsyncFunction = (async () => {}).constructor;
            onmessage = async ({ data }) => {
              try {
                const values = [];
                for (const cell of data) values.push(String(await new AsyncFunction(cell)()));
                postMessage(values);
              } catch (error) {
                postMessage([String(error)]);
              }
            };`;
          const url = URL.createObjectURL(new Blob([kernel], { type: 'text/javascript' }));
          const worker = new Worker(url);
          return new Promise((resolve) => {
            worker.onmessage = ({ data }) => resolve(data);
            worker.postMessage(cells);
          });
        },
        [cells, `${site.url}/maxmargin/`],
      );
      assert.equal(values.length, cells.length, values[0]);
      const [, ready, fitted, table, picture, kept] = values;
      assert.equal(ready, 'ready');
      assert.match(fitted, /^\d+ support vectors, 0\.9\d+ right$/);
      assert.equal(table.split('\n').length, 5);
      assert.match(picture, /^<svg .*<\/svg>$/s);
      assert.match(kept, /^\d+ bytes, the same model$/);
      assert.deepEqual(problems, []);
    } finally {
      await context.close();
      await site.close();
    }
  });
});

describe('the scripts for Node', { timeout: 900_000 }, () => {
  const own = mkdtempSync(join(folder, 'scripts-'));
  const run = async (...args) =>
    (await promisify(execFile)(process.execPath, args, { cwd: own, encoding: 'utf8' })).stdout;

  before(() => {
    for (const name of SCRIPTS) {
      const from = join(root, 'demo', 'node', name);
      assert.ok(readFileSync(from, 'utf8').split('\n').length < 60, name);
      copyFileSync(from, join(own, name));
    }
    symlinkSync(join(project, 'node_modules'), join(own, 'node_modules'));
    // Three kinds in turn: a number apart, a category that does not matter, a missing value.
    const kinds = ['small', 'middle', 'large'];
    const line = (i) =>
      `${(3 * (i % 3) + Math.sin(7 * i)).toFixed(3)},${'AB'[i % 2]},${kinds[i % 3]}`;
    const rows = Array.from({ length: 60 }, (_, i) => (i === 10 ? ',A,small' : line(i)));
    writeFileSync(join(own, 'sizes.csv'), `length,place,kind\n${rows.join('\n')}\n`);
    writeFileSync(join(own, 'new.csv'), 'place,id,length\nB,1,0.2\nA,2,3.1\nA,3,5.9\n');
  });

  it('train on a CSV file, and predict for another', async () => {
    const said = await run('train-csv.mjs', 'sizes.csv', 'kind', 'sizes.mxm');
    assert.match(said, /59 rows, 3 features, 1 rows left out/);
    assert.match(said, /accuracy in cross-validation: (0\.9|1)/);
    assert.deepEqual((await run('predict.mjs', 'sizes.mxm', 'new.csv')).trim().split('\n'), [
      'small',
      'middle',
      'large',
    ]);
    assert.match(await run('train-csv.mjs', 'sizes.csv', 'length'), /R squared/);
    await assert.rejects(run('train-csv.mjs'), { code: 2 });
  });

  it('choose by cross-validation', async () => {
    const said = await run('cross-validate.mjs');
    const [, best] = said.match(/"svc__gamma":[\d.]+\}: ([\d.]+)/);
    const [, fresh] = said.match(/on 100 new rows: ([\d.]+)/);
    assert.ok(Number(best) > 0.85 && Number(fresh) > 0.8, said);
  });

  it('classify text and strings', async () => {
    const [text, pieces] = await Promise.all([run('text.mjs'), run('strings.mjs')]);
    assert.match(text, /^grain +wheat crop lost +\(crop .*wheat/m);
    assert.match(text, /^oil +tankers leave/m);
    const [two, , four] = [...pieces.matchAll(/accuracy ([\d.]+)/g)].map(([, value]) =>
      Number(value),
    );
    assert.ok(four > 0.95 && four >= two, pieces);
  });

  it('fit a curve, and detect novelties', async () => {
    const [curves, found] = await Promise.all([run('regression.mjs'), run('novelty.mjs')]);
    const [none, best, nu, wide] = curves.trim().split('\n');
    const error = (line) => Number(line.match(/([\d.]+) from the true/)[1]);
    assert.ok(error(best) < error(none) && error(nu) < error(none) && error(none) < error(wide));
    assert.equal(found.match(/is unusual/g).length, 3);
    const [, alarms] = found.match(/^(\d+) false alarms in 200/);
    assert.ok(Number(alarms) < 20, found);
  });
});
