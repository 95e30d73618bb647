/** The fault table of demo/docs/inside/runtime.md in Chromium: the rows that are the same everywhere, and those of browsers. */
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';

import { launch } from '../support/chromium.mjs';
import { elsewhere, makeTable } from '../support/fault-table.mjs';
import { project, root } from '../support/project.mjs';
import { serve } from '../support/server.mjs';
import { inTurn } from '../../tools/draw.mjs';

const dist = join(project, 'node_modules', 'maxmargin', 'dist');
const { browser, skip } = await launch(['--js-flags=--expose-gc']);
after(() => browser?.close());

const rows = makeTable({ maxmargin: {}, faulty: {} });

/** A page with both builds and the table, which can end all workers. */
const page = `<!doctype html><title>waiting</title><link rel="icon" href="data:,">
<script type="importmap">{"imports": {"node:assert/strict": "/browser/assert.mjs"}}</script>
<script type="module">
  const workers = [];
  globalThis.Worker = class extends Worker {
    constructor(...args) {
      super(...args);
      workers.push(this);
    }
  };
  const entries = ['index', 'study', 'catalog'].map((name) => import(\`/dist/\${name}.js\`));
  const maxmargin = Object.assign({}, ...(await Promise.all(entries)));
  const faulty = await import('/faults/index.js');
  for (const { init } of [maxmargin, faulty]) await init({ onWarning() {} });
  const { makeTable } = await import('/support/fault-table.mjs');
  const table = makeTable({
    maxmargin,
    faulty,
    wasm: new Uint8Array(await (await fetch('/dist/maxmargin.wasm')).arrayBuffer()),
    otherWorker: '/faults/worker.js',
    endWorkers: () => workers.forEach((worker) => worker.terminate()),
  });
  globalThis.run = (id) => table[id].run().then(() => 'passed', (error) => error.stack);
  document.title = 'ready';
</script>`;

/** A page that tries to load the module in a wrong way, and then in the right way. */
const loading = (settings, before = '') => `<!doctype html><title>waiting</title>
<link rel="icon" href="data:,"><script type="module">
  ${before}
  const { SVC, init } = await import('/dist/index.js');
  const told = [];
  const fit = async () => told.push((await (await new SVC().fit([[0], [1]], ['a', 'b'])).predict([[1]]))[0]);
  const tell = ({ code, message }) => told.push(code + ' ' + message);
  await init({ onWarning: ({ code }) => told.push(code), ...(${settings}) }).then(fit).catch(tell);
  await init({ wasmUrl: undefined }).then(fit).catch(tell);
  document.title = JSON.stringify(told);
</script>`;

describe('the fault table, in Chromium', { skip, timeout: 900_000 }, () => {
  let site;
  let pretender; // a server that sends every file as text/html
  let open;
  let damaged;
  before(async () => {
    damaged = mkdtempSync(join(tmpdir(), 'maxmargin-damaged-'));
    const wasm = readFileSync(join(dist, 'maxmargin.wasm'));
    const changed = Buffer.from(wasm);
    changed[wasm.length >> 1] ^= 1;
    writeFileSync(join(damaged, 'tampered.wasm'), changed);
    writeFileSync(join(damaged, 'tampered.bin'), changed);
    writeFileSync(join(damaged, 'short.wasm'), wasm.subarray(0, -1000));
    writeFileSync(join(damaged, 'whole.bin'), wasm);
    const at = (path) => loading(`{ wasmUrl: '${path}' }`);
    const folders = { '/dist/': dist, '/damaged/': damaged };
    pretender = await serve({
      folders,
      headers: { 'content-type': 'text/html', 'access-control-allow-origin': '*' },
    });
    site = await serve({
      folders: {
        ...folders,
        '/faults/': join(root, 'build', 'faults'),
        '/support/': join(root, 'js', 'test', 'support'),
        '/browser/': join(root, 'js', 'test', 'browser'),
      },
      pages: {
        '/table.html': page,
        '/empty.html': '<!doctype html><title>ready</title><link rel="icon" href="data:,">',
        '/missing.html': at('/damaged/nowhere.wasm'),
        '/mime.html': at(`${pretender.url}/damaged/whole.bin`),
        '/tampered.html': at('/damaged/tampered.wasm'),
        '/tampered-bytes.html': at('/damaged/tampered.bin'),
        '/short.html': at('/damaged/short.wasm'),
        '/octets.html': at('/damaged/whole.bin'),
        '/nobody.html': at('http://127.0.0.1:9/maxmargin.wasm'),
        '/worker.html': loading(`{ workerUrl: '${pretender.url}/dist/worker.js' }`),
        '/engine.html': loading('{}', 'WebAssembly.validate = () => false;'),
      },
    });
    open = async (path, title) => {
      const opened = await browser.newPage();
      await opened.goto(site.url + path);
      await opened.waitForFunction(
        (text) => (text ? document.title === text : document.title !== 'waiting'),
        title,
        { timeout: 900_000 },
      );
      return opened;
    };
  });
  after(async () => {
    await site?.close();
    await pretender?.close();
    rmSync(damaged, { recursive: true, force: true });
  });

  let table;
  for (const [id, { fault }] of Object.entries(rows)) {
    it(`${id}: ${fault}`, async () => {
      table ??= await open('/table.html', 'ready');
      assert.equal(await table.evaluate((name) => globalThis.run(name), id), 'passed');
    });
  }

  it(`F22: ${elsewhere.F22}: 1,000 models and memory stays flat`, inTurn(2), async () => {
    const { alive, bytes, linear } = await measure(async ({ api, forget, memory }) =>
      forget(api, memory, 1000),
    );
    assert.ok(bytes > 80_000, `models of ${bytes} bytes`);
    assert.ok(alive <= 1, `${alive} models were not collected`);
    assert.ok(linear < 50 * bytes, `linear memory grew by ${linear} bytes for 500 models`);
  });

  it(
    `F23: ${elsewhere.F23}: thousands of fits with callbacks and signals, and memory stays flat`,
    inTurn(3),
    async () => {
      // Go takes memory in steps, the last of them now and then late; a leak takes it again and again.
      const rounds = await measure(async ({ api, memory, refit }) => {
        const grown = [];
        await refit(api, 1000);
        for (let i = 0; i < 2; i++) {
          const before = memory.buffer.byteLength;
          await refit(api, 1000);
          grown.push(memory.buffer.byteLength - before);
        }
        return grown;
      });
      assert.ok(Math.min(...rounds) <= 0, `linear memory grew by ${rounds.join(' and ')} bytes`);
    },
  );

  /** Runs a function of growth.mjs in a page of its own. */
  async function measure(work) {
    const own = await open('/empty.html', 'ready');
    try {
      return await own.evaluate(`(async () => {
        const api = await import('/dist/index.js');
        const growth = await import('/support/growth.mjs');
        const memory = await growth.memoryOf(api, { worker: false, onWarning() {} });
        return (${work})({ api, memory, ...growth });
      })()`);
    } finally {
      await own.close();
    }
  }

  for (const [what, [path, ...expected]] of Object.entries({
    'a file that is not there (404)': [
      '/missing.html',
      /^ERR_RUNTIME_LOAD .*nowhere\.wasm.*answered 404.*wasmUrl/,
    ],
    'a server that sends the wrong type': [
      '/mime.html',
      /^ERR_RUNTIME_LOAD .*came as text\/html, not application\/wasm/,
    ],
    'no server at all': [
      '/nobody.html',
      /^ERR_RUNTIME_LOAD .*127\.0\.0\.1:9.*could not be fetched/,
    ],
    'a file that was tampered with': ['/tampered.html', /^ERR_RUNTIME_LOAD .*SHA-256 is .*deploy/],
    'a file that was tampered with, of no type': [
      '/tampered-bytes.html',
      /^ERR_RUNTIME_LOAD .*SHA-256 is .*deploy/,
    ],
    'a file whose end is missing': ['/short.html', /^ERR_RUNTIME_LOAD .*SHA-256 is .*whole/],
    'an engine that is too old': ['/engine.html', /^ERR_RUNTIME_LOAD .*SIMD/, /SIMD/],
    'a file of no type that is whole is taken': ['/octets.html', /^b$/],
    'a worker of the wrong type: the page does the work': [
      '/worker.html',
      /^WARN_NO_WORKER$/,
      /^b$/,
      /^b$/,
    ],
  })) {
    it(`F24: ${elsewhere.F24}: ${what}`, async () => {
      const opened = await open(path);
      const told = JSON.parse(await opened.title());
      await opened.close();
      const patterns = expected.length > 1 ? expected : [...expected, /^b$/];
      assert.equal(told.length, patterns.length, told.join('\n'));
      patterns.forEach((pattern, i) => assert.match(told[i], pattern));
    });
  }
});
