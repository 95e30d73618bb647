/** Pages of maxmargin/page, opened from a file: they say what the model says, and need nothing else. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';

import { launch } from '../support/chromium.mjs';
import { random } from '../support/data.mjs';
import { pages, sync } from '../support/maxmargin.mjs';

const { toPage } = pages;
const { browser, skip } = await launch();
const folder = mkdtempSync(join(tmpdir(), 'maxmargin-page-'));
after(async () => {
  await browser?.close();
  rmSync(folder, { recursive: true });
});

const next = random(3);
const table = Array.from({ length: 90 }, (_, i) => ({
  age: i % 9 === 0 ? null : Math.round(80 * next()),
  town: i % 11 === 0 ? null : ['Lima', 'Oslo', 'Rome'][Math.floor(3 * next())],
  member: next() < 0.5,
  note: `${['a fine', 'the dull', 'one more'][i % 3]} trip ${i % 2 ? 'over the sea' : 'by rail'} on day ${i}`,
}));
const paid = table.map(({ age, member }, i) =>
  Number(age) + 30 * Number(member) + (i % 7) > 50 ? 'yes' : 'no',
);
const X = Array.from({ length: 60 }, () => [next(), next(), next()]);

let count = 0;

/** Opens the page of a model, and watches what it does. */
async function shown(model, options, how = {}) {
  const context = await browser.newContext(how);
  const page = await context.newPage();
  const odd = [];
  page.on('console', (message) => odd.push(message.text()));
  page.on('pageerror', (error) => odd.push(error.message));
  page.on('request', (request) => {
    if (!request.url().startsWith('file:')) odd.push(request.url());
  });
  const file = join(folder, `page${count++}.html`);
  writeFileSync(file, await toPage(model, options));
  await page.goto(pathToFileURL(file).href);
  const texts = (selector) => page.locator(selector).allInnerTexts();
  return {
    page,
    odd,
    texts,
    said: async () => (await texts('#said')).join().split('\n').filter(Boolean),
    bars: async (caption) => {
      const rows = await texts(`table:has(caption:text-is("${caption}")) tr`);
      return rows.map((row) => row.split(/[\t\n]+/));
    },
    close: () => context.close(),
  };
}

const percent = (p) => new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 1 }).format(p); // prettier-ignore

describe('a page', { skip, timeout: 900_000 }, () => {
  before(() => sync.init({ onWarning: () => {} }));

  it('of a table answers as the model does, while somebody types', async () => {
    const machine = new sync.SVC({ kernel: 'linear', probability: 'sigmoid' });
    const model = sync.makeTablePipeline(machine).fit(table, paid);
    const example = { age: 30, town: 'Oslo', member: true, note: 'a fine trip by rail' };
    const { page, odd, said, bars, close } = await shown(model, { example, target: 'Paid' });
    const agrees = async (row) => {
      const p = Array.from(model.predictProba([row]));
      const [label] = model.predict([row]);
      assert.deepEqual(await said(), [label, `Probability ${percent(Math.max(...p))}`]);
      const shares = await bars('Probability');
      assert.deepEqual(shares.map(([name, share]) => [name, share]), [['no', percent(p[0])], ['yes', percent(p[1])]]); // prettier-ignore
    };
    await agrees(example);
    await page.getByLabel('age').fill('71');
    await agrees({ ...example, age: 71 });
    await page.getByLabel('age').fill('');
    await agrees({ ...example, age: null });
    await page.getByLabel('town').selectOption('Rome');
    await agrees({ ...example, age: null, town: 'Rome' });
    await page.getByLabel('town').selectOption('not known');
    await page.getByLabel('member').selectOption('false');
    await page.getByLabel('note').fill('the dull trip over the sea');
    const last = { age: null, town: null, member: false, note: 'the dull trip over the sea' };
    await agrees(last);
    // What each value adds is what explain says, and the bars are as long.
    const [age, town, member] = await Promise.all(['age', 'town', 'member'].map((name) => page.getByLabel(name).inputValue())); // prettier-ignore
    assert.deepEqual([age, town, member], ['', '', '0']);
    const baseline = { ...example, age: 40, note: '' };
    const other = await shown(model, { example: last, baseline });
    const found = sync.explain(model, [last], { baseline });
    const gains = Object.fromEntries(found.features.map((name, j) => [name, found.values[0][j]]));
    const rows = await other.bars('What each value adds');
    assert.deepEqual(rows.map(([name, against]) => [name, against]).slice(0, 3), [['age', 'against 40'], ['town', 'against Oslo'], ['member', 'against true']]); // prettier-ignore
    const most = Math.max(...Object.values(gains).map(Math.abs));
    const lengths = await other.page.locator('.split i').evaluateAll((all) => all.map((one) => [parseFloat(one.style.left), parseFloat(one.style.width)])); // prettier-ignore
    rows.forEach((row, j) => {
      const gain = gains[row[0]];
      assert.ok(Math.abs(Number(row.at(-1).replace('−', '-')) - gain) < 0.006 * Math.max(1, most), `${row}: ${gain}`); // prettier-ignore
      const [left, width] = lengths[j];
      assert.ok(Math.abs(width - (50 * Math.abs(gain)) / most) < 0.01, `${row}: ${width} %`);
      assert.ok(Math.abs(left - (gain < 0 ? 50 - width : 50)) < 0.01, `${row}: at ${left} %`);
    });
    await other.close();
    await page.getByRole('button', { name: 'Reset' }).click();
    await page.waitForFunction(() => document.getElementById('field0').value === '30');
    await agrees(example);
    assert.deepEqual(odd, []);
    await close();
  });

  it('of a model without names, of a regressor, a detector, texts', async () => {
    const numbers = X.map(([a, b]) => 100 * a + b);
    const regressor = new sync.LinearSVR({ C: 10 }).fit(X, numbers);
    const first = await shown(regressor, { unit: '€', lang: 'de', words: { lacking: 'Es fehlt: {columns}' } }); // prettier-ignore
    assert.deepEqual(await first.said(), ['Es fehlt: x0, x1, x2']);
    for (const [j, value] of [0.5, 0.25, 0.125].entries()) await first.page.getByLabel(`x${j}`).fill(String(value)); // prettier-ignore
    const [value] = regressor.predict([[0.5, 0.25, 0.125]]);
    const german = new Intl.NumberFormat('de', { maximumSignificantDigits: 4 }).format(value);
    assert.deepEqual(await first.said(), [`${german} €`]);
    // Numbers that are too large to compute with.
    await first.page.getByLabel('x0').fill('1e308');
    await first.page.getByLabel('x1').fill('1e308');
    assert.deepEqual(await first.said(), ['The model has no answer for these values.']);
    assert.deepEqual(first.odd, []);
    await first.close();

    const detector = new sync.OneClassSVM({ nu: 0.2 }).fit(X);
    const second = await shown(detector, { example: [0.5, 0.5, 0.5] });
    assert.equal((await second.said())[0], detector.predict([[0.5, 0.5, 0.5]])[0] === 1 ? 'inside' : 'outside'); // prettier-ignore
    await second.page.getByLabel('x2').fill('9');
    assert.equal((await second.said())[0], 'outside');
    assert.deepEqual([second.odd, await second.texts('table')], [[], []]);
    await second.close();

    const texts = table.map(({ note }) => note);
    const rail = texts.map((text) => (text.includes('rail') ? 1n : 2n));
    const words = sync.makePipeline(new sync.TfidfVectorizer(), new sync.LinearSVC()).fit(texts, rail); // prettier-ignore
    const third = await shown(words, {});
    await third.page.getByLabel('Text').fill('rail');
    assert.equal((await third.said())[0], '1');
    await third.page.getByLabel('Text').fill('the sea');
    assert.equal((await third.said())[0], '2');
    assert.deepEqual(third.odd, []);
    await third.close();
  });

  it('of many columns takes a row that is pasted', async () => {
    const wide = X.map((row, i) =>
      Array.from({ length: 70 }, (_, j) => row[j % 3] + ((i * j) % 5)),
    );
    const labels = wide.map((row) => (row[0] + row[69] > 3 ? 'high' : 'low'));
    const model = new sync.LinearSVC().fit(wide, labels);
    const { page, odd, said, bars, texts, close } = await shown(model, {});
    const field = page.getByLabel('Paste a row of 70 values');
    assert.match((await said())[0], /^Paste a row/);
    for (const i of [0, 1, 5]) {
      await field.fill(wide[i].join(i === 1 ? '\t' : ', '));
      assert.equal((await said())[0], model.predict([wide[i]])[0]);
    }
    const changed = wide[5].filter((value) => value !== 0).length;
    assert.equal((await bars('What each value adds')).length, 12);
    assert.match((await texts('.note')).join(), new RegExp(`the 12 largest of ${changed}\\.`));
    await field.fill('1,2,3');
    assert.deepEqual(await said(), ['The row has 3 values; the model takes 70.']);
    assert.deepEqual(odd, []);
    await close();
  });

  it('shows names and labels with everything that can end a tag as texts', async () => {
    const evil = '</script><script>document.title = "pwned"</script>';
    const quote = `"' onload='document.title = "pwned"'><img src=x onerror=document.title="pwned">`;
    const names = [evil, quote, '__proto__', 'constructor'];
    const rows = X.map(([a, b, c], i) => Object.fromEntries(names.map((name, j) => [name, j === 3 ? [evil, '<!--', quote][i % 3] : [a, b, c][j]]))); // prettier-ignore
    const labels = X.map(([a]) => (a > 0.5 ? evil : quote));
    // Of an object with the column __proto__ the name is its own property.
    assert.ok(Object.hasOwn(rows[0], '__proto__'));
    const model = sync.makeTablePipeline(new sync.LinearSVC()).fit(rows, labels);
    const { page, odd, said, texts, close } = await shown(model, { title: evil, description: quote, target: evil, unit: quote, example: rows[4], words: { reset: evil } }); // prettier-ignore
    assert.equal(await page.title(), evil);
    assert.deepEqual(await texts('label'), names);
    assert.deepEqual((await texts('option')).sort(), [evil, '<!--', quote, 'not known'].sort());
    assert.equal((await said())[0], model.predict([rows[4]])[0]);
    assert.equal(await page.getByLabel('__proto__').inputValue(), String(rows[4].__proto__));
    assert.deepEqual(await texts('button'), [evil]);
    assert.deepEqual(odd, []);
    await close();
  });

  it('can be used by keyboard and with a screen reader, on a phone, and allows nothing more', async () => {
    const model = sync.makeTablePipeline(new sync.LinearSVC()).fit(table, paid);
    const { page, said, close } = await shown(model, { title: 'A page', target: 'Paid' }, { viewport: { width: 360, height: 640 } }); // prettier-ignore
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(width <= 360, `${width} px`);
    // Every control has a label, and the answer is announced.
    const bare = await page.locator(':is(input, select, textarea)').evaluateAll((all) => all.filter(({ labels }) => labels.length !== 1).length); // prettier-ignore
    assert.equal(bare, 0);
    assert.ok(await page.getByRole('status').isVisible());
    assert.ok(await page.getByRole('group', { name: 'Values' }).isVisible());
    assert.ok(await page.getByRole('heading', { name: 'A page', level: 1 }).isVisible());
    const before = await said();
    await page.keyboard.press('Tab');
    await page.keyboard.type('79');
    assert.notDeepEqual(await said(), before);
    const order = [];
    for (let i = 0; i < 4; i++) {
      await page.keyboard.press('Tab');
      order.push(await page.evaluate(() => document.activeElement.labels?.[0]?.textContent ?? document.activeElement.textContent)); // prettier-ignore
    }
    assert.deepEqual(order, ['town', 'member', 'note', 'Reset']);
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => document.querySelector('.split') === null);
    assert.deepEqual(await said(), before);
    // The policy refuses what anybody adds.
    const refused = await page.evaluate(async () => {
      const seen = [];
      document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) => seen.push(effectiveDirective)); // prettier-ignore
      const script = document.createElement('script');
      script.textContent = 'globalThis.pwned = 1';
      document.body.append(script);
      const image = document.createElement('img');
      image.src = 'https://example.com/x.png';
      document.body.append(image);
      await fetch('https://example.com/').catch(() => {});
      await new Promise((resolve) => setTimeout(resolve, 100));
      return [globalThis.pwned, [...new Set(seen)].sort()];
    });
    assert.deepEqual(refused, [undefined, ['connect-src', 'img-src', 'script-src-elem']]);
    await close();
  });
});
