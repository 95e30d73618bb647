/** The package in a browser: as a module, as a classic script, blocking. Special pages are in ../environments. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';

import { launch } from '../support/chromium.mjs';
import { project } from '../support/project.mjs';
import { serve } from '../support/server.mjs';
import { visit } from '../support/visit.mjs';

const dist = join(project, 'node_modules', 'maxmargin', 'dist');
const { browser, skip } = await launch();
after(() => browser?.close());

/** What every page does: train XOR, predict, save, load, predict again. */
const WORK = `
  async function work({ SVC, load }) {
    const X = [[0, 0], [0, 1], [1, 0], [1, 1]];
    const model = await new SVC({ C: 10, gamma: 1 }).fit(X, ['no', 'yes', 'yes', 'no']);
    const again = await load(await model.save());
    return [...(await model.predict(X)), ...(await again.predict(X))].join(' ');
  }
`;

/**
 * A vectorizer and a mixture learn beside the page: it measures the longest time between two
 * turns of its event loop, and compares with the same fits in its own thread.
 */
const learning = (api) => `
  const api = ${api};
  const sync = await import('/dist/sync.js');
  await Promise.all([api.init({ onWarning() {} }), sync.init()]);
  const texts = Array.from({ length: 10000 }, (_, i) =>
    Array.from({ length: 30 }, (_, j) => 'w' + ((i * 7919 + j * j * 104729) % 5003)).join(' '));
  const points = Array.from({ length: 4000 }, (_, i) => [Math.sin(i), Math.cos(i * i)]);
  const make = (from) => [
    [new from.TfidfVectorizer({ ngramRange: [1, 2] }), texts],
    [new from.GaussianMixture({ nComponents: 20, nInit: 1, tol: 0, maxIter: 30 }), points],
  ];
  const told = [];
  for (const [at, [model, X]] of make(api).entries()) {
    const longest = async (work) => {
      const { port1, port2 } = new MessageChannel();
      let [most, last, over] = [0, performance.now(), false];
      const turned = new Promise((resolve) => {
        port1.onmessage = () => {
          const now = performance.now();
          most = Math.max(most, now - last);
          last = now;
          if (over) resolve();
          else port2.postMessage(0);
        };
        port2.postMessage(0);
      });
      const value = await work();
      over = true;
      await turned;
      return [most, value];
    };
    let reports = 0;
    const [beside] = await longest(() => model.fit(X, { onProgress: () => void reports++ }));
    const [blocked, other] = await longest(async () => make(sync)[at][0].fit(X));
    const few = X.slice(0, 50);
    const same = String((await model.save())) === String(other.save()) &&
      String((await model.transform(few)).data ?? await model.transform(few)) ===
      String(other.transform(few).data ?? other.transform(few));
    const controller = new AbortController();
    const fit = model.fit(X, { signal: controller.signal });
    setTimeout(() => controller.abort(), 50);
    const aborted = await fit.then(() => 'no', (error) => error.name);
    const free = beside < blocked / 3 ? 'free' : 'held for ' + beside + ' of ' + blocked + ' ms';
    told.push(free, reports > 1, same, aborted);
  }
  return told.join(' ');`;
const EXPECTED = 'no yes yes no no yes yes no';

/** html is a page that puts the outcome, or the error, into its title. */
const html = (
  head,
  body,
) => `<!doctype html><title>waiting</title><link rel="icon" href="data:,">${head}<script type="module">
  ${WORK}
  const told = (text) => { document.title = text; };
  (async () => { ${body} })().then(told, (error) => told('error ' + (error.code ?? '') + ' ' + error.message));
</script>`;

describe('in a page', { skip, timeout: 120_000 }, () => {
  let site;
  before(async () => {
    const module = html('', "return work(await import('/dist/index.js'));");
    const script = html('<script src="/dist/maxmargin.js"></script>', 'return work(maxmargin);');
    const inline = html(
      '<script src="/dist/maxmargin.inline.js"></script>',
      'return work(maxmargin);',
    );
    site = await serve({
      folders: { '/dist/': dist },
      pages: {
        '/module.html': module,
        '/script.html': script,
        '/inline.html': inline,
        '/blocking.html': html(
          '',
          `
          const { init, SVC } = await import('/dist/sync.js');
          await init();
          const X = [[0, 0], [0, 1], [1, 0], [1, 1]];
          return new SVC({ C: 10, gamma: 1 }).fit(X, [0, 1, 1, 0]).predict(X).join();`,
        ),
        '/pipeline.html': html(
          '',
          `
          const { SVC, StandardScaler, init, load, makePipeline } = await import('/dist/index.js');
          await init({ onWarning() {} });
          const X = [[0, 0], [0, 1000], [1, 0], [1, 1000]];
          const made = makePipeline(new StandardScaler(), new SVC({ C: 10, gamma: 1, probability: 'sigmoid' }));
          const model = await load(await (await made.fit(X, ['no', 'yes', 'yes', 'no'])).save());
          const p = await model.predictProba(X);
          const likely = [0, 1, 2, 3].map((i) => model.classes[p[2 * i] > p[2 * i + 1] ? 0 : 1]);
          return [...(await model.predict(X)), ...likely].join(' ');`,
        ),
        ...Object.fromEntries(
          Object.entries({
            module: ['', "await import('/dist/index.js')"],
            script: ['<script src="/dist/maxmargin.js"></script>', 'maxmargin'],
            inline: ['<script src="/dist/maxmargin.inline.js"></script>', 'maxmargin'],
          }).map(([name, [head, api]]) => [`/text-${name}.html`, html(head, learning(api))]),
        ),
        '/missing.html': html(
          '',
          `
          const { init, SVC } = await import('/dist/index.js');
          await init({ wasmUrl: '/nowhere.wasm' });`,
        ),
        '/globals.html': html(
          '',
          `
          const before = new Set(Object.getOwnPropertyNames(window));
          await work(await import('/dist/index.js'));
          return 'new: ' + JSON.stringify(Object.getOwnPropertyNames(window).filter((name) => !before.has(name)));`,
        ),
      },
    });
  });
  after(() => site?.close());

  /** open loads a page and returns its outcome with all problems. */
  async function open(url) {
    const { title, problems } = await visit(browser, url);
    return { title, problems };
  }

  for (const [way, path] of Object.entries({
    'an ES module': '/module.html',
    'a classic script': '/script.html',
    'the self-contained script': '/inline.html',
  })) {
    it(`${way} trains, predicts, saves and loads`, async () => {
      assert.deepEqual(await open(site.url + path), { title: EXPECTED, problems: [] });
    });
  }

  for (const name of ['module', 'script', 'inline']) {
    it(`vectorizers and mixtures leave the page free: ${name}`, async () => {
      const outcome = 'free true true AbortError';
      const wanted = { title: `${outcome} ${outcome}`, problems: [] };
      // A busy machine holds a page, too: one undisturbed visit shows that the package does not.
      for (let visits = 1; visits < 3; visits++) {
        const got = await open(`${site.url}/text-${name}.html`);
        if (!got.title.includes('held for')) return assert.deepEqual(got, wanted);
      }
      assert.deepEqual(await open(`${site.url}/text-${name}.html`), wanted);
    });
  }

  it('the blocking form works for small data', async () => {
    assert.deepEqual(await open(`${site.url}/blocking.html`), { title: '0,1,1,0', problems: [] });
  });

  it('a pipeline with probabilities trains, is saved and loaded, and agrees with itself', async () => {
    assert.deepEqual(await open(`${site.url}/pipeline.html`), { title: EXPECTED, problems: [] });
  });

  it('adds nothing to window', async () => {
    const { title } = await open(`${site.url}/globals.html`);
    assert.equal(title, 'new: []');
  });

  it('a missing module is an error that names the address tried', async () => {
    const { title } = await open(`${site.url}/missing.html`);
    assert.match(title, /^error ERR_RUNTIME_LOAD .*nowhere\.wasm/);
  });
});
