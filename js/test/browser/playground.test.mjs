/** The playground, as `make serve` serves it, with the packed package. */
import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';

import { ofTables } from '../../../demo/site/of-tables.js';
import { siteFolder } from '../support/built-site.mjs';
import { launch } from '../support/chromium.mjs';
import { project, root } from '../support/project.mjs';
import { downloaded } from '../support/visit.mjs';
import { drawn } from '../../tools/draw.mjs';

const { browser, skip } = await launch();
after(() => browser?.close());

describe('the playground', { skip, timeout: 900_000 }, () => {
  let server;
  let address;
  let page;
  const problems = [];

  before(async () => {
    server = spawn(process.execPath, [join(root, 'demo', 'serve.mjs'), '0', siteFolder], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    server.stdout.setEncoding('utf8');
    const site = await new Promise((resolve, reject) => {
      let said = '';
      server.on('exit', (code) => reject(new Error(`the server ended with ${code}`)));
      server.stdout.on('data', (text) => {
        said += text;
        const [url] = said.match(/http:\/\/\S+/) ?? [];
        if (url) resolve(url);
      });
    });
    address = new URL('playground/', site).href;
    page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
    page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
    page.on('pageerror', (error) => problems.push(String(error)));
    await page.goto(address);
    await state('done');
  });
  after(() => void server?.kill());

  const state = (wanted) =>
    page.waitForFunction((name) => document.body.dataset.state === name, wanted, {
      timeout: 900_000,
    });

  /** open goes to the page that a fragment describes, and waits for its model. */
  async function open(fragment) {
    await page.goto('about:blank');
    await page.goto(address + fragment);
    await page.waitForFunction(
      () => ['done', 'error', 'idle'].includes(document.body.dataset.state),
      undefined,
      { timeout: 900_000 },
    );
  }

  const pane = (name) => page.getAttribute('#a-pane', `data-${name}`);

  /** The number of different colours of a canvas: a blank one has one. */
  const colours = (id = 'a-canvas') =>
    page.evaluate((canvasId) => {
      const canvas = document.getElementById(canvasId);
      const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
      return new Set(new Uint32Array(data.buffer)).size;
    }, id);

  /** frames waits for the frames of the training, which are computed after the model. */
  const frames = () =>
    page.waitForFunction(() => document.getElementById('a-pane').dataset.frames, undefined, {
      timeout: 900_000,
    });

  /** saved resolves to the file that a button downloads. */
  async function saved(button) {
    const [download] = await Promise.all([page.waitForEvent('download'), page.click(button)]);
    return downloaded(download);
  }

  it('trains and draws at once', async () => {
    assert.ok(Number(await pane('score')) > 0.9);
    assert.ok((await colours()) > 20, 'the canvas is blank');
    assert.match(await page.textContent('#a-status'), /support vector/);
  });

  it('says how good a model is on other points of its set, as Node does, until the set is changed', async () => {
    const { SVC } = await import(join(project, 'main.mjs'));
    const { makeMoons } = await import(join(project, 'data.mjs'));
    const tested = () =>
      page.waitForFunction(() => document.getElementById('a-pane').dataset.tested);
    await open('#machine=SVC&C=1&gamma=1');
    await tested();
    const [mine, others] = [1, 1001].map((seed) => {
      const { X, y } = makeMoons({ samples: 200, noise: 0.12, seed });
      return { X: { ...X, data: X.data.map((value) => Number(value.toFixed(3))) }, y };
    });
    const model = await new SVC({ C: 1, gamma: 1 }).fit(mine.X, mine.y);
    const right = Math.round(200 * (await model.score(others.X, others.y)));
    assert.equal(await pane('tested'), `${((100 * right) / 200).toFixed(1)} % right`);
    const sentence = /On 200 others of the same kind: [\d.]+ % right\./;
    assert.match(await page.textContent('#a-status'), sentence);
    await page.locator('#a-canvas').click({ position: { x: 30, y: 30 } });
    await page.waitForFunction(() => !document.getElementById('a-pane').dataset.tested);
    await state('done');
    assert.doesNotMatch(await page.textContent('#a-status'), sentence);
    await open('');
  });

  it('offers every machine and kernel of the catalogue, with reasons where one cannot be chosen', async () => {
    const { catalog, kernelCatalog } = await import(join(project, 'main.mjs'));
    const options = (id) =>
      page.$$eval(`#${id} option`, (all) =>
        all.map(({ value, disabled, text }) => ({ value, disabled, text })),
      );
    const machines = await options('a-machine');
    assert.deepEqual(
      [...machines.map(({ value }) => value), ...ofTables].sort(),
      Object.keys(catalog).sort(),
    );
    const kernels = await options('a-kernel');
    assert.deepEqual(
      kernels.map(({ value }) => value).sort(),
      [...Object.keys(kernelCatalog), 'precomputed'].sort(),
    );
    for (const { value, disabled, text } of kernels) {
      const fits = value !== 'precomputed' && kernelCatalog[value].samples !== 'strings';
      assert.equal(disabled, !fits, value);
      if (disabled) assert.match(text, /\(.+\)/);
    }
  });

  /** choose takes another machine, and waits until it is drawn. */
  async function choose(machine) {
    await page.selectOption('#a-machine', machine);
    await page.waitForFunction(
      (name) =>
        document.body.dataset.state === 'done' &&
        document.getElementById('a-snippet').textContent.includes(`new ${name}(`),
      machine,
      { timeout: 900_000 },
    );
  }

  it('has a legend of what the picture shows, and of nothing else', async () => {
    await open('');
    for (const [machine, ...keys] of drawn(
      [
        ['SVC', 'boundary', 'margin', 'support vector', 'at its bound'],
        ['KNeighborsClassifier', 'boundary'],
        ['LowRankSVC', 'boundary', 'margin', 'landmark'],
        ['SVR', 'function', 'tube', 'support vector', 'at its bound'],
        ['KernelRidge', 'function'],
        ['ParametricTubeSVR', 'function', 'tube', 'support vector'],
        ['GaussianProcessRegressor', 'function', '2 standard deviations'],
        ['OneClassSVM', 'boundary', 'support vector', 'at its bound'],
        ['StandardScaler', /^−/, /^\d/, 'equal values', '0'],
      ],
      'legends',
    )) {
      await choose(machine);
      await page.waitForFunction(
        (count) => document.querySelectorAll('#a-pane .keys > span').length === count,
        keys.length,
      );
      const shown = await page.$$eval('#a-pane .keys > span', (all) =>
        all.map(({ textContent }) => textContent),
      );
      keys.forEach((key, i) =>
        key.exec ? assert.match(shown[i], key) : assert.equal(shown[i], key),
      );
    }
  });

  it('says what a tube and an order leave out', async () => {
    await open('');
    await choose('ConvexLossSVR');
    await page.fill('#a-epsilon', '0.2');
    await page.waitForFunction(() =>
      /outside of the tube of half-width 0.2/.test(document.getElementById('a-status').textContent),
    );
    await choose('ParametricTubeSVR');
    assert.match(await page.textContent('#a-status'), /rows outside of the tube\./);
    await choose('RankSVC');
    assert.match(await page.textContent('#a-status'), /% of the pairs in order/);
  });

  it('takes a message away when what it is about has changed', async () => {
    await open('');
    await page.locator('#a-canvas').click({ position: { x: 90, y: 90 } });
    const notice = () => page.textContent('#notice');
    for (const [machine, said] of [
      ['SVR', /SVR predicts numbers/],
      ['KernelPCA', /^$/],
      ['SVOR', /SVOR tells classes apart/],
      ['SVC', /^$/],
    ]) {
      await choose(machine);
      assert.match(await notice(), said, machine);
    }
    await page.click('#share');
    await page.waitForFunction(() => document.getElementById('notice').textContent !== '');
    await page.click('#clear');
    assert.equal(await notice(), '');
  });

  it('puts the options of the solvers for study into their group, closed', async () => {
    await open('');
    const { catalog } = await import(join(project, 'main.mjs'));
    const study = catalog.SVDD.options.filter(({ group }) => group === 'study'); // of solvers alone
    assert.ok(study.length > 5);
    for (const { name } of study) {
      const place = await page.$eval(`#a-options [data-option="${name}"]`, (field) => {
        const details = field.closest('details');
        return details && { open: details.open, title: details.firstElementChild.textContent };
      });
      assert.deepEqual(place, { open: false, title: 'Solver and stopping' }, name);
    }
  });

  it('trains a machine of each kind on points that suit it', async () => {
    for (const [machine, said] of drawn(
      [
        ['LinearSVC', /% right/],
        ['KNeighborsClassifier', /% right/],
        ['KernelFisherDiscriminant', /% right/],
        ['NuSVR', /Off by .* tube/],
        // These have epsilon, but no choice of a loss.
        ['IncrementalSVR', /Off by .* tube/],
        ['LPSVR', /Off by .* tube/],
        ['RegularizationNetwork', /Off by/],
        ['KernelRidge', /Off by/],
        ['SVDD', /outside of/],
        ['KernelPCA', /of the variance/],
        ['StandardScaler', /Fitted/],
      ],
      'machines',
    )) {
      await page.selectOption('#a-machine', machine);
      await page.waitForFunction(
        ([name, words]) =>
          document.body.dataset.state === 'done' &&
          document.getElementById('a-snippet').textContent.includes(`new ${name}(`) &&
          new RegExp(words).test(document.getElementById('a-status').textContent),
        [machine, said.source],
        { timeout: 900_000 },
      );
      assert.ok((await colours()) > 20, `${machine}: the canvas is blank`);
    }
  });

  it('trains on points that are painted with the pointer and with the keyboard', async () => {
    await open('');
    const rows = async () =>
      Number((await page.textContent('#a-status')).match(/on (\d+) rows/)[1]);
    const grown = (wanted) =>
      page.waitForFunction(
        (count) =>
          document.body.dataset.state === 'done' &&
          document.getElementById('a-status').textContent.includes(`on ${count} rows`),
        wanted,
        { timeout: 900_000 },
      );
    const before = await rows();
    const box = await page.locator('#a-canvas').boundingBox();
    await page.mouse.click(box.x + box.width / 3, box.y + box.height / 3);
    await grown(before + 1);
    await page.focus('#a-canvas');
    await page.keyboard.press('2');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Space');
    await grown(before + 2);
    await page.keyboard.press('Backspace');
    await page.waitForFunction(
      (count) => !document.getElementById('a-status').textContent.includes(`on ${count} rows`),
      before + 2,
    );
  });

  it("shows the state after an iteration, equal to the solver's own trace", async () => {
    // Gaussians overlap, so training takes many iterations; smoPlatt records each of them.
    await open('#machine=SVC&set=gaussians&solver=smoPlatt&C=1&gamma=0.3');
    await frames();
    await page.fill('#a-iteration', '7');
    const k = Number((await page.textContent('#a-pane .at')).match(/iteration ([\d,]+)/)[1]);
    const shown = await page.textContent('#a-objective');
    const program = join(project, 'course.mjs');
    await page.click('#a-start'); // the program depends on the options, not on the shown frame
    await state('done');
    const source = (await saved('#a-program')).toString();
    const traced = source
      .replace("solver: 'smoPlatt' }", `solver: 'smoPlatt', trace: ${k} }`)
      .replace(
        'console.log(model.fitInfo)',
        `console.log('%', model.traceObjective[${k - 1}], model.traceObjective.length)`,
      );
    const said = await runInNode(program, traced);
    const [, objective, length] = said.match(/% (\S+) (\d+)/);
    assert.equal(Number(length), k, 'the solver took fewer iterations than were shown');
    const recorded = Number(objective).toLocaleString('en', { maximumSignificantDigits: 6 });
    assert.equal(shown.replace('−', '-'), recorded);
  });

  it('gives a program that makes the same model in Node, bit for bit', async () => {
    const composed = 'kernels.sum(';
    for (const [name, fragment, expected] of drawn(
      [
        ['SVC', '#machine=SVC&set=three&C=3', 'C: 3'],
        ['NuSVR', '#machine=NuSVR&set=noisy&nu=0.3', 'nu: 0.3'],
        ['OneClassSVM', '#machine=OneClassSVM&set=cloud&nu=0.2', 'nu: 0.2'],
        ['KernelPCA', '#machine=KernelPCA&set=circles&gamma=1.5', 'gamma: 1.5'],
        ['KernelFisherDiscriminant', '#machine=KernelFisherDiscriminant&set=iris', "'setosa'"],
        ['a composed kernel', '#machine=SVC&kernel=sum&set=moons', composed],
      ],
      'programs',
    )) {
      await open(fragment);
      assert.equal(await page.getAttribute('body', 'data-state'), 'done', name);
      const model = await saved('#a-download');
      const source = (await saved('#a-program')).toString();
      assert.ok(source.includes(expected), `${name}: ${source.slice(-400)}`);
      await runInNode(join(project, 'train.mjs'), source);
      const made = readFileSync(join(project, 'model.mxm'));
      assert.ok(made.equals(model), `${name}: the models differ`);
    }
    // The same from the table that the page exports.
    writeFileSync(join(project, 'points.csv'), await saved('#a-csv'));
    const model = await saved('#a-download');
    rmSync(join(project, 'model.mxm'));
    await runInNode(join(project, 'train.mjs'), (await saved('#a-program-csv')).toString());
    assert.ok(readFileSync(join(project, 'model.mxm')).equals(model), 'from CSV');
    for (const name of ['train.mjs', 'model.mxm', 'points.csv']) rmSync(join(project, name));
  });

  it('changes incremental machines by the points that are painted and erased, into those of a fit', async () => {
    const { load } = await import(join(project, 'main.mjs'));
    const status = () => page.textContent('#a-status');
    const says = (words) =>
      page.waitForFunction(
        (source) =>
          document.body.dataset.state === 'done' &&
          new RegExp(source).test(document.getElementById('a-status').textContent),
        words.source,
        { timeout: 900_000 },
      );
    for (const [fragment, rows] of drawn(
      [
        ['#machine=IncrementalSVC&set=gaussians&C=100&gamma=0.3', 200],
        ['#machine=IncrementalSVC&set=three&C=3&gamma=1', 200],
        ['#machine=IncrementalSVR&set=noisy&C=10&gamma=0.2', 100],
        ['#machine=IncrementalOneClass&set=cloud&nu=0.2&gamma=0.5', 124],
      ],
      'incremental',
    )) {
      await open(fragment);
      assert.match(await status(), /Trained in/, fragment);
      const box = await page.locator('#a-canvas').boundingBox();
      for (const [k, [x, y]] of [
        [0.3, 0.4],
        [0.6, 0.35],
        [0.5, 0.7],
      ].entries()) {
        await page.mouse.click(box.x + x * box.width, box.y + y * box.height);
        await says(new RegExp(`(on|of) ${rows + k + 1} rows.*Changed by 1 point in [\\d.]+\\sms`));
      }
      await page.focus('#a-canvas');
      await page.keyboard.press('Space');
      await says(new RegExp(`(on|of) ${rows + 4} rows.*Changed by 1 point`));
      await page.keyboard.press('Backspace');
      await says(new RegExp(`(on|of) (?!${rows + 4} )\\d+ rows.*Changed by \\d+ points? in`));
      const number = Number((await status()).match(/(?:on|of) (\d+) rows/)[1]);
      assert.ok(number < rows + 4, 'nothing was erased');

      const changed = await load(await saved('#a-download'));
      await runInNode(join(project, 'train.mjs'), (await saved('#a-program')).toString());
      const fitted = await load(readFileSync(join(project, 'model.mxm')));
      const grid = Array.from({ length: 21 ** 2 }, (_, i) =>
        [(i % 21) / 4 - 2.5, Math.floor(i / 21) / 4 - 2.5].slice(0, fitted.nFeatures),
      );
      const ask = (model) => (model.decisionFunction ?? model.predict).call(model, grid);
      const [a, b] = [await ask(changed), await ask(fitted)];
      const apart = a.reduce((most, value, i) => Math.max(most, Math.abs(value - b[i])), 0);
      assert.ok(apart < 1e-8, `${fragment}: decision values differ by ${apart}`);
      assert.equal((await changed.certificate()).rows, number);
      for (const name of ['train.mjs', 'model.mxm']) rmSync(join(project, name));
    }
  });

  it('fits where a change would lead to another model', async () => {
    const trained = (rows) =>
      page.waitForFunction(
        (count) =>
          document.body.dataset.state === 'done' &&
          new RegExp(`on ${count} rows.*Trained in`).test(
            document.getElementById('a-status').textContent,
          ),
        rows,
        { timeout: 900_000 },
      );
    // gamma 'scale' follows the points.
    await open('#machine=IncrementalSVC&set=moons&C=3');
    await page.click('#a-canvas'); // in the middle
    await trained(201);
    // A class that the model does not have.
    await open('#machine=IncrementalSVC&set=moons&C=3&gamma=2');
    await page.focus('#a-canvas');
    await page.keyboard.press('3');
    await page.keyboard.press('Space');
    await trained(201);
    // Another option, together with a point.
    await open('#machine=IncrementalSVC&set=moons&C=3&gamma=1');
    await page.uncheck('#auto');
    await page.click('#a-canvas'); // in the middle
    await page.fill('#a-C', '5');
    await page.press('#a-C', 'Enter');
    await page.click('#a-start');
    await trained(201);
    assert.match(await page.textContent('#a-snippet'), /C: 5/);
    await page.check('#auto');
  });

  async function runInNode(file, source) {
    const path = join(project, file.split(/[\\/]/).at(-1));
    writeFileSync(path, source);
    const { stdout } = await promisify(execFile)(process.execPath, [path], { cwd: project });
    return stdout;
  }

  it('compares two machines on the same points, and a link brings both back', async () => {
    await open('#machine=SVC&set=xor&C=2');
    await page.click('#compare');
    await page.selectOption('#b-machine', 'NearestCentroid');
    await page.waitForFunction(
      () =>
        document.body.dataset.state === 'done' &&
        document.getElementById('b-snippet').textContent.includes('new NearestCentroid('),
      undefined,
      { timeout: 900_000 },
    );
    const regressor = page.locator('#b-machine option[value="SVR"]');
    assert.ok(await regressor.isDisabled());
    const box = await page.locator('#b-canvas').boundingBox();
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
    for (const id of ['a', 'b'])
      await page.waitForFunction(
        (status) => document.getElementById(status).textContent.includes('on 161 rows'),
        `${id}-status`,
        { timeout: 900_000 },
      );
    await state('done');
    await page.click('#share');
    await page.waitForFunction(() =>
      document.getElementById('notice').textContent.includes('link'),
    );
    const fragment = new URL(page.url()).hash;
    const models = [await saved('#a-download'), await saved('#b-download')];
    await open(fragment);
    await state('done');
    assert.deepEqual([await saved('#a-download'), await saved('#b-download')], models);
  });

  it('says what is wrong with a damaged link, and starts with the defaults', async () => {
    for (const [fragment, said] of [
      ['#1.AAAA', /damaged/],
      ['#2.AAAA', /version 2/],
      ['#machine=SVC&C=-1', /C must be a number in \(0,inf\], got -1/],
      ['#machine=SVC&gama=1', /gama/],
    ]) {
      await open(fragment);
      assert.match(await page.textContent('#notice'), said);
      assert.equal(await page.getAttribute('body', 'data-state'), 'done');
    }
  });

  it('says what is wrong with an option, in the words of the package', async () => {
    await open('');
    await page.fill('#a-C', '-3');
    await state('error');
    assert.match(await page.textContent('#a-status'), /C must be a number in \(0,inf\], got -3/);
    assert.equal(await page.getAttribute('#a-C', 'aria-invalid'), 'true');
    await page.fill('#a-C', '∞');
    await state('done');
    assert.equal(await page.getAttribute('#a-C', 'aria-invalid'), null);
  });

  it("reads the user's CSV file, and says where it cannot be read", async () => {
    const file = (text) => ({
      name: 'mine.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(text),
    });
    const lines = Array.from(
      { length: 40 },
      (_, i) => `r${i},${i % 8},${(i * i) % 7},${i % 2 ? 'yes' : 'no'}`,
    );
    await page.setInputFiles('#file', file(['id,height,weight,answer', ...lines].join('\n')));
    await page.waitForFunction(
      () =>
        document.body.dataset.state === 'done' &&
        document.getElementById('a-status').textContent.includes('on 40 rows'),
      undefined,
      { timeout: 900_000 },
    );
    const chosen = await page.$$eval('#columns select', (all) => all.map(({ value }) => value));
    assert.deepEqual(chosen, ['height', 'weight', 'answer']);
    assert.match((await saved('#a-program')).toString(), /'height', 'weight'/);
    await page.setInputFiles('#file', file('a,b\n1,2\n3'));
    await page.waitForFunction(() => /line 3/.test(document.getElementById('notice').textContent));
  });

  it('does not block while it trains 5000 x 20: its event loop goes on turning', async () => {
    await open('');
    await page.evaluate(() => {
      globalThis.turns = 0;
      const { port1, port2 } = new MessageChannel();
      const count = () => {
        const { state } = document.body.dataset;
        if (state === 'training') globalThis.turns++;
        if (globalThis.turns > 0 && state === 'done') globalThis.trained = true;
        else port2.postMessage(0);
      };
      port1.onmessage = count;
      count();
    });
    await chooseBig();
    await page.waitForFunction(() => globalThis.trained, undefined, { timeout: 900_000 });
    const turns = await page.evaluate(() => globalThis.turns);
    assert.ok(turns > 100, `${turns} turns of the event loop in the whole training`);
  });

  /** A select sends no event if its current value is chosen again. */
  async function chooseBig() {
    await page.evaluate(() => {
      const select = document.getElementById('set');
      select.value = 'big';
      select.dispatchEvent(new globalThis.Event('change'));
    });
  }

  it('Stop ends the training, and keeps the solution so far', async () => {
    // On a busy machine a fit may end by itself before the page sees the click.
    let reached;
    for (let i = 0; i < 20 && reached !== 'idle'; i++) {
      await chooseBig();
      await page.waitForFunction(
        () =>
          document.body.dataset.state === 'training' &&
          /[1-9]/.test(document.getElementById('a-iterations').textContent),
        undefined,
        { timeout: 900_000, polling: 10 },
      );
      reached = await page.evaluate(async () => {
        document.getElementById('a-stop').click();
        while (document.body.dataset.state === 'training')
          await new Promise((resolve) => setTimeout(resolve, 1));
        return document.body.dataset.state;
      });
      assert.match(await page.textContent('#a-support-vectors'), /[1-9]/);
    }
    assert.equal(reached, 'idle');
  });

  it('writes no errors to the console', () => assert.deepEqual(problems, []));
});
