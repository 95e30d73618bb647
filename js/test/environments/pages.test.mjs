/**
 * Special pages: under a Content-Security-Policy, without a network, isolated or not, with the package on a
 * second origin, from disk, with a notebook kernel in a worker, with addresses in init.
 */
import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';

import { withImports } from '../../chunks.mjs';
import { launch } from '../support/chromium.mjs';
import { project, root } from '../support/project.mjs';
import { serve } from '../support/server.mjs';
import { visit } from '../support/visit.mjs';

const { browser, skip } = await launch();
after(() => browser?.close());

const dist = join(project, 'node_modules', 'maxmargin', 'dist');
const sources = join(root, 'js', 'test', 'environments', 'fixtures', 'bundlers', 'src');

/** Train XOR and predict it, save, load, predict again. */
const XOR = 'no yes yes no no yes yes no';

/** Work that needs the second file of the module, and what it returns. */
const second = `
  const result = await new maxmargin.KernelPCA({ nComponents: 1 }).fit([[0], [1], [2]]);
  return String(result);`;
const KPCA = 'KernelPCA({nComponents: 1})';

/** Checks that everything went well, and in a worker. */
const well = (worker, title = XOR) => ({ title, problems: [], workers: [worker] });

/**
 * visitPage serves the package under /dist/ and a page whose script, a file of its
 * own as policies want it, does the work; what the work returns becomes the title.
 *
 * @param {string} work
 * @param {{ headers?: Record<string, string>, head?: string, pages?: Record<string, string> }} options
 */
async function visitPage(work, { headers, head = '', pages = {} } = {}) {
  const site = await serve({
    folders: { '/dist/': dist, '/src/': sources },
    pages: {
      '/': `<!doctype html><title>waiting</title><link rel="icon" href="/icon.svg">${head}<script type="module" src="/page.mjs"></script>`,
      '/icon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
      '/page.mjs': `
        import { tell, xor } from '/src/xor.js';
        tell((async () => { ${work} })());`,
      ...pages,
    },
    headers,
  });
  try {
    const { title, problems, workers } = await visit(browser, site.url);
    return { title, problems, workers: workers.map((url) => url.replace(site.url, '')) };
  } finally {
    await site.close();
  }
}

const isolation = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-embedder-policy': 'require-corp',
};

const policy = (...rules) => ({ 'content-security-policy': rules.join('; ') });

describe('a page under a Content-Security-Policy', { skip, timeout: 900_000 }, () => {
  const scripts = "script-src 'self' 'wasm-unsafe-eval'";
  const work = "return xor(await import('/dist/index.js'));";

  for (const fallback of [
    "default-src 'self'",
    "default-src 'none'; connect-src 'self'; img-src 'self'",
  ])
    it(`trains with ${fallback} and the policy of the docs`, async () => {
      const headers = policy(fallback, scripts, "worker-src 'self'");
      assert.deepEqual(await visitPage(work, { headers }), well('/dist/worker.js'));
    });

  it('gets the second file of the module under the policy of the docs', async () => {
    const headers = policy(
      "default-src 'none'; connect-src 'self'; img-src 'self'",
      scripts,
      "worker-src 'self'",
    );
    const work = `const maxmargin = await import('/dist/index.js'); ${second}`;
    assert.deepEqual(await visitPage(work, { headers }), well('/dist/worker.js', KPCA));
  });

  it("without 'wasm-unsafe-eval' it is an error that names it", async () => {
    const headers = policy("default-src 'self'");
    const { title } = await visitPage(work, { headers });
    assert.match(title, /^error ERR_RUNTIME_LOAD .*needs 'wasm-unsafe-eval' in script-src/);
  });

  it('without workers it trains in the page, with a warning', async () => {
    const headers = policy("default-src 'self'", scripts, "worker-src 'none'");
    const { title, problems } = await visitPage(work, { headers });
    assert.equal(title, XOR);
    assert.match(problems.join('\n'), /WARN_NO_WORKER/);
  });

  it('the self-contained script needs blob: workers', async () => {
    const head = '<script src="/dist/maxmargin.inline.js"></script>';
    const headers = policy("default-src 'self'", scripts, "worker-src 'self' blob:");
    const outcome = await visitPage('return xor(maxmargin);', { headers, head });
    assert.deepEqual({ ...outcome, workers: [] }, { title: XOR, problems: [], workers: [] });
    assert.match(outcome.workers[0], /^blob:/);
  });
});

describe('cross-origin isolation', { skip, timeout: 900_000 }, () => {
  const work = "return crossOriginIsolated + ' ' + (await xor(await import('/dist/index.js')));";

  it('a page without it', async () =>
    assert.deepEqual(await visitPage(work), well('/dist/worker.js', `false ${XOR}`)));

  it('an isolated page', async () => {
    const outcome = await visitPage(work, { headers: isolation });
    assert.deepEqual(outcome, well('/dist/worker.js', `true ${XOR}`));
  });

  it('an isolated page, with samples in shared memory', async () => {
    const outcome = await visitPage(
      `
      const { SVC } = await import('/dist/index.js');
      const data = new Float64Array(new SharedArrayBuffer(64));
      data.set([0, 0, 0, 1, 1, 0, 1, 1]);
      const X = { data, rows: 4, cols: 2 };
      const model = await new SVC({ C: 10, gamma: 1 }).fit(X, [0, 1, 1, 0]);
      return (await model.predict(X)).join();`,
      { headers: isolation },
    );
    assert.deepEqual(outcome, well('/dist/worker.js', '0,1,1,0'));
  });
});

describe('a service worker that has the files, and no network', { skip, timeout: 900_000 }, () => {
  const serviceWorker = `
    self.oninstall = () => self.skipWaiting();
    self.onactivate = (event) => event.waitUntil(self.clients.claim());
    self.onfetch = (event) =>
      event.respondWith(caches.match(event.request).then((kept) => kept ?? Response.error()));`;
  const offline = (files) => `
    const cache = await caches.open('maxmargin');
    await cache.addAll(${JSON.stringify(files)}.map((file) => '/dist/' + file));
    const controlled = new Promise((resolve) => {
      navigator.serviceWorker.oncontrollerchange = resolve;
    });
    await navigator.serviceWorker.register('/service.js');
    await controlled;
    const network = await fetch('/src/xor.js').then(() => 'network', () => 'none');
    if (network !== 'none') throw new Error('the page has a network');
    const maxmargin = await import('/dist/index.js');`;
  const pages = { '/service.js': serviceWorker };
  const loaded = ['worker.js', 'maxmargin.wasm', 'maxmargin-rest.wasm'];
  const files = [...withImports(dist, 'index.js'), ...loaded];

  it('trains with both files of the module', async () => {
    const { title } = await visitPage(`${offline(files)} ${second}`, { pages });
    assert.equal(title, KPCA);
  });

  it('names the second file when the cache lacks it, and goes on training', async () => {
    const work = `${offline(files.slice(0, -1))}
      const failed = await new maxmargin.KernelPCA().fit([[0], [1]]).catch((error) => error);
      return failed.code + ' ' + failed.message + ' ' + (await xor(maxmargin));`;
    const { title } = await visitPage(work, { pages });
    assert.match(title, /^ERR_RUNTIME_LOAD .*maxmargin-rest\.wasm/);
    assert.ok(title.endsWith(XOR), title);
  });
});

describe('the package on a second origin', { skip, timeout: 900_000 }, () => {
  let cdn;
  before(async () => {
    // The headers of public CDNs.
    cdn = await serve({
      folders: { '/': dist },
      headers: {
        'access-control-allow-origin': '*',
        'cross-origin-resource-policy': 'cross-origin',
      },
    });
  });
  after(() => cdn?.close());

  const module = () => `return xor(await import('${cdn.url}/index.js'));`;
  const script = (name) => ({ head: `<script src="${cdn.url}/${name}"></script>` });

  /** In a worker of the page's own origin, which runs the script of the other. */
  function throughBlob({ title, problems, workers }, expected = XOR) {
    assert.deepEqual({ title, problems }, { title: expected, problems: [] });
    assert.equal(workers.length, 1);
    assert.match(workers[0], /^blob:/);
  }

  it('a module', async () => throughBlob(await visitPage(module())));

  it('a module that needs the second file', async () =>
    throughBlob(
      await visitPage(`const maxmargin = await import('${cdn.url}/index.js'); ${second}`),
      KPCA,
    ));

  it('a classic script', async () =>
    throughBlob(await visitPage('return xor(maxmargin);', script('maxmargin.js'))));

  it('the self-contained script', async () =>
    throughBlob(await visitPage('return xor(maxmargin);', script('maxmargin.inline.js'))));

  it('in an isolated page', async () =>
    throughBlob(await visitPage(module(), { headers: isolation })));

  it('in a page opened from disk', async () => {
    const page = `<!doctype html><title>waiting</title><link rel="icon" href="data:,">
      <script src="${cdn.url}/maxmargin.js"></script><script>${onDisk}</script>`;
    throughBlob(await visitFile(page));
  });

  it('where only workers of the own origin may run, it trains in the page, and with workerUrl in a worker', async () => {
    const headers = policy(
      `default-src 'self' ${cdn.url}`,
      `script-src 'self' 'wasm-unsafe-eval' ${cdn.url}`,
      "worker-src 'self'",
    );
    const { title, problems } = await visitPage(module(), { headers });
    assert.equal(title, XOR);
    assert.match(problems.join('\n'), /WARN_NO_WORKER/);

    const told = `
      const maxmargin = await import('${cdn.url}/index.js');
      await maxmargin.init({ workerUrl: '/dist/worker.js' });
      return xor(maxmargin);`;
    assert.deepEqual(await visitPage(told, { headers }), well('/dist/worker.js'));
  });

  it('without its worker it trains in the page, with a warning', async () => {
    const { title, problems } = await visitPage(`
      const maxmargin = await import('${cdn.url}/index.js');
      await maxmargin.init({ workerUrl: '${cdn.url}/nowhere.js' });
      return xor(maxmargin);`);
    assert.equal(title, XOR);
    assert.match(problems.join('\n'), /WARN_NO_WORKER/);
  });

  it('an origin that does not allow it is an error that names the header', async () => {
    const closed = await serve({ folders: { '/': dist } });
    try {
      const { title } = await visitPage('return xor(maxmargin);', {
        head: `<script src="${closed.url}/maxmargin.js"></script>`,
      });
      assert.match(title, /^error ERR_RUNTIME_LOAD .*header Access-Control-Allow-Origin/);
    } finally {
      await closed.close();
    }
  });
});

/** The same work in a classic script: modules do not load from disk. */
const onDisk = `
  const X = [[0, 0], [0, 1], [1, 0], [1, 1]];
  (async () => {
    const model = await new maxmargin.SVC({ C: 10, gamma: 1 }).fit(X, ['no', 'yes', 'yes', 'no']);
    const again = await maxmargin.load(await model.save());
    return [...(await model.predict(X)), ...(await again.predict(X))].join(' ');
  })().then(
    (text) => { document.title = text; },
    (error) => { document.title = 'error ' + error.code + ' ' + error.message; },
  );`;

/** visitFile visits a page on disk, with files of the package beside it. */
async function visitFile(page, ...files) {
  const folder = mkdtempSync(join(tmpdir(), 'maxmargin-disk-'));
  try {
    for (const name of files) cpSync(join(dist, name), join(folder, name));
    writeFileSync(join(folder, 'page.html'), page);
    return await visit(browser, pathToFileURL(join(folder, 'page.html')).href);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

describe('a page opened from disk', { skip, timeout: 900_000 }, () => {
  const page = (name) =>
    `<!doctype html><title>waiting</title><link rel="icon" href="data:,"><script src="${name}"></script><script>${onDisk}</script>`;

  it('trains with the self-contained script', async () => {
    const name = 'maxmargin.inline.js';
    const { title, problems, workers } = await visitFile(page(name), name);
    assert.deepEqual({ title, problems }, { title: XOR, problems: [] });
    assert.equal(workers.length, 1);
  });

  it('with other files, the error names the self-contained script', async () => {
    const files = ['maxmargin.js', 'maxmargin.wasm', 'maxmargin-rest.wasm', 'worker.js'];
    const { title } = await visitFile(page('maxmargin.js'), ...files);
    assert.match(title, /^error ERR_RUNTIME_LOAD .*use maxmargin\/inline or maxmargin\.inline\.js/);
  });
});

describe('init in a page', { skip, timeout: 900_000 }, () => {
  const withSettings = (settings) => `
    const maxmargin = await import('/dist/index.js');
    await maxmargin.init(${settings});
    return xor(maxmargin);`;

  for (const [name, settings, worker] of [
    ['an address of the module', "{ wasmUrl: 'dist/maxmargin.wasm' }", '/dist/worker.js'],
    ['an address of the worker', "{ workerUrl: 'other/../dist/worker.js?2' }", '/dist/worker.js?2'],
    [
      'a compiled module',
      "{ wasmModule: await WebAssembly.compileStreaming(fetch('/dist/maxmargin.wasm')) }",
      '/dist/worker.js',
    ],
    [
      'the bytes of the module',
      "{ wasmModule: await (await fetch('/dist/maxmargin.wasm')).arrayBuffer() }",
      '/dist/worker.js',
    ],
  ])
    it(`takes ${name}`, async () =>
      assert.deepEqual(await visitPage(withSettings(settings)), well(worker)));

  for (const [name, workerUrl] of Object.entries({
    'is not there': '/nowhere.js',
    'is a page, as some servers answer for what is missing': '/elsewhere.html',
  }))
    it(`trains in the page, with a warning, when the worker ${name}`, async () => {
      const settings = `{ workerUrl: '${workerUrl}' }`;
      const pages = { '/elsewhere.html': '<!doctype html><title>elsewhere</title>' };
      const { title, problems } = await visitPage(withSettings(settings), { pages });
      assert.equal(title, XOR);
      assert.match(
        problems.at(-1),
        /Give its address with init\(\{ workerUrl \}\).*WARN_NO_WORKER/,
      );
    });

  it('refuses a wrong address', async () => {
    const { title } = await visitPage(withSettings("{ wasmUrl: 'http://[' }"));
    assert.match(title, /^error ERR_OPTION wasmUrl must be a URL: .* got 'http:\/\/\['/);
  });
});

describe('the worker kernel of a notebook', { skip, timeout: 900_000 }, () => {
  // As JupyterLite's JavaScript kernel does it: cells come as text and run as asynchronous functions.
  const kernel = `
    const AsyncFunction = (async () => {}).constructor;
    self.onmessage = async ({ data: { cell } }) => {
      try {
        self.postMessage(await new AsyncFunction(cell)());
      } catch (error) {
        self.postMessage('error ' + error.code + ' ' + error.message);
      }
    };`;
  const run = (cell) =>
    visitPage(
      `
      const kernel = new Worker('/kernel.js');
      const output = new Promise((resolve) => { kernel.onmessage = ({ data }) => resolve(data); });
      kernel.postMessage({ cell: ${JSON.stringify(cell)} });
      return output;`,
      { pages: { '/kernel.js': kernel } },
    );
  const cell = (more) => `
    const { xor } = await import('/src/xor.js');
    ${more}`;

  for (const [name, work, expected] of [
    ['trains in a worker of its own', "return xor(await import('/dist/index.js'));", XOR],
    [
      'trains blocking',
      "const blocking = await import('/dist/sync.js'); await blocking.init(); return xor(blocking);",
      XOR,
    ],
    [
      'with the self-contained script',
      "importScripts('/dist/maxmargin.inline.js'); return xor(maxmargin);",
      XOR,
    ],
    [
      'where workers cannot have workers it trains in the kernel and says so',
      `delete self.Worker;
      const maxmargin = await import('/dist/index.js');
      const warned = [];
      await maxmargin.init({ onWarning: ({ code }) => warned.push(code) });
      return warned + ' ' + (await xor(maxmargin));`,
      `WARN_NO_WORKER ${XOR}`,
    ],
  ])
    it(name, async () => {
      const { title, problems } = await run(cell(work));
      assert.deepEqual({ title, problems }, { title: expected, problems: [] });
    });
});
