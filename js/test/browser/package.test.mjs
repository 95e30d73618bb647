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
