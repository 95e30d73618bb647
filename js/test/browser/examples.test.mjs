/** The first four examples of the site: compares what each page claims with the package in Node. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { gunzipSync } from 'node:zlib';

import { samples } from '../../../demo/examples/common/strokes.js';
import { toBitmap, toDigit } from '../../../demo/examples/digits/raster.js';
import { Pieces } from '../../../demo/examples/dna/pieces.js';
import { siteFolder } from '../support/built-site.mjs';
import { launch } from '../support/chromium.mjs';
import { entry, project, root } from '../support/project.mjs';
import { serve } from '../support/server.mjs';
import { downloaded, watch } from '../support/visit.mjs';

const { browser, skip } = await launch();
after(() => browser?.close());

const {
  LinearSVC,
  SVC,
  TfidfVectorizer,
  crossValidate,
  kernelNorms,
  kernels,
  load,
  makePipeline,
  trainTestSplit,
} = await import(entry('main.mjs'));
const { readCsv } = await import(entry('data.mjs'));

const file = (name) => readFileSync(join(root, 'demo', 'data', name));
/** Runs in a page: its state, once it is idle. */
const restingState = () => {
  const { state } = document.body.dataset;
  return ['done', 'idle', 'error'].includes(state) && state;
};

describe('examples', { skip, timeout: 900_000 }, () => {
  let server;

  before(async () => {
    server = await serve({ folders: { '/some/where/': siteFolder } });
  });
  after(async () => {
    await server?.close();
  });

  /** open resolves to the page of an example once its own work is done. */
  async function open(name) {
    const page = await browser.newPage({ viewport: { width: 1100, height: 800 } });
    const { problems } = watch(page);
    await page.goto(`${server.url}/some/where/examples/${name}/index.html`);
    const state = async () => {
      const reached = await page.waitForFunction(restingState, undefined, { timeout: 900_000 });
      return reached.jsonValue();
    };
    assert.equal(await state(), 'done', await page.textContent('#status'));
    const published = (key) => page.getAttribute('body', `data-${key}`);
    /** until waits until the published state of a page fulfils a condition. */
    const until = (key, wanted) =>
      page.waitForFunction(
        ([name, value]) => document.body.getAttribute(`data-${name}`) === value,
        [key, wanted],
        { timeout: 900_000 },
      );
    return { page, problems, state, published, until };
  }

  describe('digits', () => {
    const rows = gunzipSync(file('digits.csv.gz')).toString().trim().split('\n');
    const numbers = rows.map((row) => row.split(',').map(Number));
    const X = numbers.map((row) => row.slice(0, 64));
    const y = numbers.map((row) => row[64]);
    let here;
    let model;

    before(async () => {
      model = await new SVC({ C: 10 }).fit(X.slice(0, 1297), y.slice(0, 1297));
      here = await open('digits');
    });
    after(() => here?.page.close());

    it('counts blocks as the data set does', () => {
      // A vertical stroke fills the full height in the middle columns, with the ink of an average digit.
      const line = [{ x: 0.2, y: 0.1 }, { x: 0.2, y: 0.9 }]; // prettier-ignore
      const digit = toDigit([line]);
      const ink = digit.reduce((sum, value) => sum + value, 0);
      assert.ok(Math.abs(ink - 313) < 30, `${ink} black pixels`);
      assert.equal(
        ink,
        toBitmap([line]).reduce((sum, pixel) => sum + pixel, 0),
      );
      for (let row = 0; row < 8; row++) {
        const [left, ...inner] = digit.slice(8 * row, 8 * row + 8);
        assert.equal(left + inner.at(-1), 0);
        assert.ok(inner[2] > 0 && inner[3] > 0);
      }
      assert.ok(digit.every((value) => value >= 0 && value <= 16 && Number.isInteger(value)));
      assert.equal(toDigit([]), null);
    });

    it('reads 482 of 500 and shows the 18 others', async () => {
      assert.equal(await here.published('right'), '482');
      assert.equal(await here.published('support-vectors'), String(model.supportIndices.length));
      assert.equal(await here.page.locator('#misread li').count(), 18);
    });

    it('reads drawings as Node does, and reads the samples correctly', async () => {
      const answers = await model.predict(samples.map((strokes) => [...toDigit(strokes)]));
      assert.deepEqual([...answers], [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
      for (const digit of [8, 1]) {
        await here.page.selectOption('#sample', String(digit));
        await here.until('answer', String(answers[digit]));
      }
    });

    it('gives scores for a stroke of the mouse, with the nearest support vectors', async () => {
      const { page } = here;
      await page.click('#clear');
      await page.waitForFunction(() => !document.body.dataset.answer);
      const box = await page.locator('#pad').boundingBox();
      const at = (x, y) => [box.x + x * box.width, box.y + y * box.height];
      await page.mouse.move(...at(0.3, 0.2));
      await page.mouse.down();
      for (const [x, y] of [
        [0.7, 0.2],
        [0.5, 0.5],
        [0.42, 0.85],
      ])
        // prettier-ignore
        await page.mouse.move(...at(x, y), { steps: 4 });
      await page.mouse.up();
      await page.waitForFunction(() => document.body.dataset.answer);
      const shares = await page.locator('#bars .amount').allTextContents();
      const sum = shares.reduce((total, text) => total + parseFloat(text), 0);
      assert.ok(Math.abs(sum - 100) < 1, shares.join(' '));
      assert.equal(await page.locator('#nearest li').count(), 10);
      assert.ok(Number(await here.published('alpha')) <= 10 + 1e-6);
    });

    it('says why: the value of the pair, its pixels, and the digits that carry it', async () => {
      const { page } = here;
      await page.selectOption('#sample', '3');
      await page.waitForFunction(() => document.body.dataset.because && document.getElementById('because').textContent.startsWith('Of 3 and')); // prettier-ignore
      const text = await page.textContent('#because');
      const rival = Number(/Of 3 and (\d)/.exec(text)[1]);
      const values = await model.decisionFunction([[...toDigit(samples[3])]], { shape: 'ovo' });
      let pair = 0;
      for (let a = 0; a < 10; a++) {
        for (let b = a + 1; b < 10; b++, pair++) {
          if (a !== Math.min(3, rival) || b !== Math.max(3, rival)) continue;
          const want = values[pair] * (a === 3 ? 1 : -1);
          assert.ok(Math.abs(Number(await here.published('because')) - want) < 1e-5, text);
        }
      }
      assert.equal(await page.locator('#parts rect').count(), 64);
      const carriers = await page.locator('#carriers li').allTextContents();
      assert.equal(carriers.length, 6);
      for (const carrier of carriers) assert.match(carrier, new RegExp(`^a [3${rival}]adds [+−]`));
    });

    it('can be drawn on with the keyboard', async () => {
      const { page } = here;
      await page.click('#clear');
      await page.waitForFunction(() => !document.body.dataset.answer);
      await page.focus('#pad');
      await page.keyboard.press('Space');
      for (let i = 0; i < 10; i++) await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Space');
      await here.until('answer', '1');
    });

    it('shows a digit that it misread', async () => {
      await here.page.locator('#misread button').first().click();
      await here.page.waitForFunction(() =>
        document.getElementById('answer').textContent.includes('misread'),
      );
    });

    it('writes no errors to the console', () => assert.deepEqual(here.problems, []));
  });

  describe('text', () => {
    let here;
    before(async () => (here = await open('text')));
    after(() => here?.page.close());

    it('states the cross-validated score, and classifies as Node does', async () => {
      const { texts, y } = await readCsv(file('headlines.csv'), {
        target: 'topic',
        types: { headline: 'text' },
      });
      const { stopWords } = await here.page.evaluate(async () => {
        const { stopWords } = await import(new URL('topics.js', location.href).href);
        return { stopWords };
      });
      const model = makePipeline(new TfidfVectorizer({ stopWords }), new LinearSVC({ C: 1 }));
      const { mean } = await crossValidate(model, texts.headline, y, { folds: 10, seed: 0 });
      assert.equal(Number(await here.published('right')), Math.round(240 * mean));
      assert.ok(mean > 0.75, `${mean}`); // guessing gives a quarter

      const line = 'Storm floods the stadium before the final';
      await model.fit(texts.headline, y);
      const [topic] = await model.predict([line]);
      const values = await model.decisionFunction([line]);
      await here.page.fill('#lines', line);
      await here.until('topics', topic);
      const shown = await here.page.locator('#bars .amount').allTextContents();
      // The shown value is the sum over the words, to two digits.
      shown.forEach((text, k) => {
        const value = Number(text.replace('−', '-'));
        assert.ok(Math.abs(value - values[k]) <= 0.005 + 1e-9, `${text}, ${values[k]}`);
      });
      assert.ok((await here.page.locator('#line .word').count()) >= 3);
    });

    // The file had undefined for every topic.
    it('saves the lines with their topics', async () => {
      await here.page.fill('#lines', 'Rain, and more rain\nBank raises rates');
      const [download] = await Promise.all([
        here.page.waitForEvent('download'),
        here.page.click('#save'),
      ]);
      assert.equal(
        (await downloaded(download)).toString(),
        'headline,topic\n"Rain, and more rain",weather\n"Bank raises rates",business\n',
      );
    });

    it('writes no errors to the console', () => assert.deepEqual(here.problems, []));
  });

  describe('dna', () => {
    let here;
    before(async () => (here = await open('dna')));
    after(() => here?.page.close());

    /** Each sequence once, without sequences that have letters for several bases. */
    const readSequences = async () => {
      const { texts, y } = await readCsv(gunzipSync(file('splice.csv.gz')).toString(), {
        target: 'class',
        types: { id: 'text', sequence: 'text' },
      });
      const first = new Map();
      texts.sequence.forEach((sequence, row) => {
        if (/^[ACGT]+$/.test(sequence) && !first.has(sequence)) first.set(sequence, y[row]);
      });
      return first;
    };

    it('makes as many errors as in Node, on less than 6 % of the sequences', async () => {
      const first = await readSequences();
      assert.equal(first.size, 2990);
      const { XTrain, XTest, yTrain, yTest } = await trainTestSplit(
        [...first.keys()],
        [...first.values()],
        { testSize: (first.size - 1000) / first.size, stratify: true, seed: 1 },
      );
      const kernel = kernels.weightedDegree({ degree: 5, alphabet: 'dna' });
      const model = await new SVC({ kernel, C: 5 }).fit(XTrain, yTrain);
      const wrong = (await model.predict(XTest)).filter((label, i) => label !== yTest[i]).length;
      assert.equal(Number(await here.published('wrong')), wrong);
      assert.equal(Number(await here.published('tested')), yTest.length);
      assert.ok(wrong / yTest.length < 0.06, `${wrong} of ${yTest.length}`);
    });

    it('finds the letters behind the cut of a donor site', async () => {
      assert.equal(await here.published('answer'), 'EI');
      const label = await here.page.getAttribute('#letters svg', 'aria-label');
      assert.match(label, /G at 31/);
      assert.match(label, /T at 32/);
      assert.equal(await here.page.locator('#nearest tbody tr').count(), 6);
    });

    for (const [name, options] of [
      ['spectrum', { length: 4 }],
      ['mismatch', { length: 4, mismatches: 1 }],
    ])
      // prettier-ignore
      it(`explains decision values of the ${name} kernel by pieces`, async () => {
        const all = [...(await readSequences())].filter((_, row) => row % 25 === 0);
        const [X, y] = [all.map(([sequence]) => sequence), all.map(([, label]) => label)];
        const kernel = kernels[name]({ ...options, alphabet: 'dna' });
        const unscaled = kernels[name]({ ...options, alphabet: 'dna', normalize: false });
        const model = await new SVC({ kernel, C: 5 }).fit(X, y);
        const norms = await kernelNorms(unscaled, model.supportVectors);
        const pieces = new Pieces(name, options.length, model, y, norms);
        const some = X.slice(0, 5);
        const lengths = await kernelNorms(unscaled, some);
        const values = await model.decisionFunction(some, { shape: 'ovo' });
        values.forEach((value, at) => {
          const [row, pair] = [Math.floor(at / 3), at % 3];
          const { constant, pieces: found } = pieces.explain(some[row], lengths[row], pair);
          const sum = found.reduce((total, { amount }) => total + amount, constant);
          // The same sums of some hundred products, in another order.
          assert.ok(Math.abs(sum - value) < 1e-10, `${sum}, ${value}`);
        });
      });

    it('shows that it works as soon as training starts', async () => {
      const { page } = here;
      const states = await page.evaluate(() => {
        const before = document.body.dataset.state;
        document.getElementById('train').click();
        return [before, document.body.dataset.state];
      });
      assert.deepEqual(states, ['done', 'training']);
      assert.equal(await here.state(), 'done');
    });

    it('shows pieces without positions, and then makes several times as many errors', async () => {
      const { page } = here;
      const share = async () =>
        Number(await here.published('wrong')) / Number(await here.published('tested'));
      const before = await share();
      await page.selectOption('#kernel', 'spectrum');
      await page.selectOption('#rows', '300');
      await page.click('#train');
      assert.equal(await here.state(), 'done');
      assert.equal(await page.locator('#pieces > div').count(), 10);
      assert.ok((await share()) > 4 * before);
    });

    it('Stop ends a long training', async () => {
      const { page } = here;
      await page.selectOption('#kernel', 'mismatch');
      await page.selectOption('#length', '6');
      await page.selectOption('#rows', '2000');
      await page.click('#train');
      await page.waitForFunction(() => document.body.dataset.state === 'training');
      await page.click('#stop');
      assert.equal(await here.state(), 'idle');
      assert.match(await page.textContent('#status'), /Stopped/);
    });

    it('writes no errors to the console', () => assert.deepEqual(here.problems, []));
  });

  describe('own-csv', () => {
    let here;
    before(async () => (here = await open('own-csv')));
    after(() => here?.page.close());

    /** Presses a button that changes what the page publishes; old values would end a wait at once. */
    const press = async (button) => {
      await here.page.evaluate(() => ['rows', 'machine', 'state'].forEach((key) => delete document.body.dataset[key])); // prettier-ignore
      await here.page.click(button);
    };

    /** Trains one machine on the table that is open, in place of the comparison of all. */
    const train = async (machine) => {
      await here.page.selectOption('#machine', machine);
      await press('#train');
      await here.until('machine', machine);
      assert.equal(await here.state(), 'done', await here.page.textContent('#status'));
    };

    /** Semicolons, decimal commas, gaps, categories, a name for each row, a column with a typing error. */
    const table = () => {
      const comma = (value) => value.toFixed(2).replace('.', ',');
      const lines = Array.from({ length: 60 }, (_, i) => {
        const size = 20 + ((37 * i) % 61);
        const floor = (13 * i) % 5;
        const place = ['north', 'south', 'east'][i % 3];
        const price = 2.5 * size + 10 * floor + (place === 'south' ? 30 : 0) + Math.sin(i);
        const gap = i % 17 === 5 ? '' : comma(size);
        return `flat ${i};${gap};${floor};${place};${i === 9 ? 'about 4' : 4};${comma(price)}`;
      });
      return ['name;size;floor;place;rooms;price', ...lines].join('\n');
    };
    const others = 'place;size;floor\nsouth;50,5;2\nnorth;;1\nwest;30,25;0\nsouth;72,5;4\n';

    it('begins with the irises', async () => {
      assert.equal(await here.published('rows'), '150');
      assert.ok(Number(await here.published('score')) > 0.9);
      assert.equal(await here.published('predicted'), 'setosa versicolor virginica');
    });

    it('reads a table, says what it left out, and predicts as the model and the script do in Node', async () => {
      const { page } = here;
      const text = table();
      await page.setInputFiles('#file', { name: 'flats.csv', mimeType: 'text/csv', buffer: Buffer.from(text) }); // prettier-ignore
      await here.until('rows', '60');
      assert.equal(await here.state(), 'done', await page.textContent('#status'));
      const columns = await page.textContent('#columns');
      assert.match(columns, /60 different values/);
      assert.match(columns, /line 11, column 5 \(rooms\)/);
      assert.equal(await page.inputValue('#task'), 'number');
      await page.fill('#rows', others);
      await page.waitForFunction(
        () => document.body.dataset.predicted?.split(' ').length === 4,
        undefined,
        { timeout: 900_000 },
      );
      const predicted = (await here.published('predicted')).split(' ').map(Number);

      const at = join(project, 'own-csv');
      rmSync(at, { recursive: true, force: true });
      for (const [button, name] of [
        ['#model', 'model.mxm'],
        ['#script', 'train.mjs'],
      ]) {
        // prettier-ignore
        const download = page.waitForEvent('download');
        await page.click(button);
        const got = await download;
        assert.equal(got.suggestedFilename(), name);
        await got.saveAs(join(at, name));
      }
      const options = await page.evaluate(() => document.getElementById('code').textContent);
      assert.match(options, /columns: \['size', 'floor', 'place'\]/);

      writeFileSync(join(at, 'table.csv'), text);
      writeFileSync(join(at, 'others.csv'), others);
      const model = await load(readFileSync(join(at, 'model.mxm')));
      // The model alone reads words and gaps; place 'west' was not in the table.
      const { X } = await readCsv(others, { table: true });
      assert.deepEqual([...(await model.predict(X))], predicted);

      const run = promisify(execFile);
      const { stdout } = await run(process.execPath, ['train.mjs', 'table.csv', 'others.csv'], {
        cwd: at,
      });
      const [score, ...answers] = stdout.trim().split('\n');
      assert.deepEqual(answers.map(Number), predicted);
      assert.equal(Number(score.split(': ')[1]), Number(await here.published('score')));
      assert.deepEqual([...(await (await load(readFileSync(join(at, 'model.mxm')))).predict(X))], predicted); // prettier-ignore
      assert.ok(Number(await here.published('score')) > 0.8);
    });

    it('says what is wrong with rows that do not fit', async () => {
      await here.page.fill('#rows', others.replace('50,5', 'large'));
      await here.page.waitForFunction(() =>
        /size/.test(document.querySelector('#predictions td')?.textContent),
      );
    });

    it('learns from a table with words and gaps, and predicts rows with gaps', async () => {
      const { page } = here;
      await press('#flats');
      await here.until('rows', '160');
      assert.equal(await here.state(), 'done', await page.textContent('#status'));
      assert.match(await page.textContent('#columns'), /district.*categories/);
      assert.ok(Number(await here.published('score')) > 0.8, await here.published('score'));
      await page.fill(
        '#rows',
        'size,built,district,heating,balcony\n40,,harbour,gas,yes\n,1990,,,no\n',
      );
      await page.waitForFunction(() => document.body.dataset.predicted?.split(' ').length === 2);
      const [small, unknown] = (await here.published('predicted')).split(' ').map(Number);
      assert.ok(
        small > 400 && small < 1200 && unknown > 400 && unknown < 1500,
        `${small} ${unknown}`,
      );
      await train('SVR');
      assert.match(await page.textContent('#code'), /makeTablePipeline\(new SVR\(/);
    });

    /** What the page says of the row that it explains. */
    const reasons = async () => {
      const { parts, base, because, instead } = await here.page.evaluate(() => ({ ...document.body.dataset })); // prettier-ignore
      return { parts: JSON.parse(parts ?? '{}'), base: Number(base), because, instead };
    };
    const sum = (parts) => Object.values(parts).reduce((a, b) => a + b, 0);

    it('estimates the reasons of a machine that has no sums over samples', async () => {
      const { page } = here;
      await press('#example');
      await here.until('rows', '150');
      await train('SVC');
      await page.waitForFunction(() => /setosa rather than/.test(document.body.dataset.because));
      assert.match(await page.textContent('#effects-note'), /exact Shapley values/);
      await train('KNeighborsClassifier');
      await page.waitForFunction(() => /estimates/.test(document.getElementById('effects-note').textContent)); // prettier-ignore
      const { parts, base } = await reasons();
      // Each of the three neighbours of a setosa, and of no other row of the average, says setosa.
      assert.ok(base < 0.5 && Math.abs(base + sum(parts) - 1) < 1e-9, `${base} ${sum(parts)}`);
      assert.match(await page.textContent('#instead'), /machines with gradients only/);
      await train('LinearSVC');
      await page.waitForFunction(() => /^It would be versicolor if/.test(document.body.dataset.instead)); // prettier-ignore
    });

    it('compares all machines, says how good the best is, and gives a report and a page', async () => {
      const { page } = here;
      await press('#example');
      await here.until('rows', '150');
      assert.equal(await here.state(), 'done');
      const rows = await page.$$eval(
        '#tried tbody tr',
        (all) =>
        all.map(({ className, children }) => [className, children[1].textContent, Number(children[3].textContent)]), // prettier-ignore
      );
      // How many machines were compared in the page's ten seconds depends on the computer.
      const [, combinations] = /^The best of (\d+): /.exec(await page.textContent('#score'));
      assert.ok(rows.length >= 1 && rows.length <= Math.min(6, combinations), `${rows.length}`);
      assert.deepEqual(rows.map(([name]) => name), ['best', ...rows.slice(1).fill('')]); // prettier-ignore
      assert.match(
        await page.textContent('#tried-note'),
        combinations > rows.length
          ? new RegExp(`^The best ${rows.length} of ${combinations} that were tried\\. `)
          : /^Means and standard deviations/,
      );
      for (const [i, [, , mean]] of rows.entries()) assert.ok(i === 0 || mean >= rows[i - 1][2]);
      assert.match(
        await page.textContent('#score'),
        new RegExp(`^The best of \\d+: ${rows[0][1]}`),
      );
      const notes = await page.textContent('#notes li');
      assert.match(notes, /^Better than guessing/);
      assert.match(await page.textContent('#notes'), /Probabilities were learnt from only 37/);
      const machine = await here.published('machine');
      assert.match(
        await page.textContent('#code'),
        new RegExp(`makeTablePipeline\\(new ${machine}\\(`),
      );
      for (const [button, name, says] of [
        ['#report', 'report.html', notes.slice(0, 20)],
        ['#form', 'predict.html', 'What is species?'],
      ]) {
        const download = page.waitForEvent('download');
        await page.click(button);
        const got = await download;
        assert.equal(got.suggestedFilename(), name);
        assert.ok((await downloaded(got)).toString().includes(says), name);
      }
    });

    it('explains a row, follows a changed value, and says what would have to be different', async () => {
      const { page } = here;
      await press('#flats');
      await here.until('rows', '160');
      await train('SVR');
      await page.fill('#rows', 'size,built,district,heating,balcony\n40,1950,harbour,gas,yes\n,1990,,,no\n'); // prettier-ignore
      await page.waitForFunction(() => /harbour/.test(document.body.dataset.because));
      // Rows are predicted as they are typed, and explained when the last of these is there.
      let [small, first] = [NaN, await reasons()];
      for (
        let tries = 0;
        tries < 200 && !(Math.abs(first.base + sum(first.parts) - small) < 1e-6);
        tries++
      ) {
        await page.waitForTimeout(50);
        [small] = (await here.published('predicted')).split(' ').map(Number);
        first = await reasons();
      }
      assert.deepEqual(Object.keys(first.parts).sort(), ['balcony', 'built', 'district', 'heating', 'size']); // prettier-ignore
      assert.ok(Math.abs(first.base + sum(first.parts) - small) < 1e-6, 'the bars add up');
      assert.ok(first.parts.size < 0 && first.parts.district > 0, JSON.stringify(first.parts));

      await page.fill('#effects [data-name=size] input', '90');
      await page.waitForFunction(() => /changed/.test(document.body.dataset.because));
      await page.waitForFunction(() => JSON.parse(document.body.dataset.parts).size > 0);
      const larger = await reasons();
      assert.ok(larger.base + sum(larger.parts) > small + 300);
      await page.click('#reset');
      await page.waitForFunction((said) => document.body.dataset.because === said, first.because);

      await page.fill('#goal', String(Math.round(small + 120)));
      await page.waitForFunction((least) => Number(document.body.dataset.instead.match(/^It would be ([\d.]+)/)?.[1]) >= least, Math.floor(small + 120)); // prettier-ignore
      const would = Number((await reasons()).instead.match(/^It would be ([\d.]+)/)[1]);
      assert.ok(would < small + 200, `${small} ${would}`);
      await page.click('#try');
      await page.waitForFunction((said) => new RegExp(`predicts ${said} `).test(document.body.dataset.because), String(would)); // prettier-ignore

      await page.click('#explain-1');
      await page.waitForFunction(() => /^Row 2:/.test(document.body.dataset.because));
      const gaps = await reasons();
      assert.ok(Math.abs(gaps.base + sum(gaps.parts) - Number((await here.published('predicted')).split(' ')[1])) < 1e-6); // prettier-ignore
    });

    it('names the place of an error in a file, and reads the next file', async () => {
      const { page } = here;
      const broken = Buffer.from('a,b\n1,2\n3\n');
      await page.setInputFiles('#file', { name: 'b.csv', mimeType: 'text/csv', buffer: broken });
      await page.waitForFunction(() => document.body.dataset.state === 'error');
      assert.match(await page.textContent('#status'), /line 3/);
      await press('#example');
      await here.until('rows', '150');
      assert.equal(await here.state(), 'done');
    });

    it('writes no errors to the console', () => assert.deepEqual(here.problems, []));
  });
});
