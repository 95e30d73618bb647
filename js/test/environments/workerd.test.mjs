/** workerd, the runtime of Cloudflare's workers: no threads, no files, and a clock that stands still. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, before, describe, it } from 'node:test';

import { addPackage, fixture } from '../support/fixture.mjs';

const { folder, skip } = fixture('workerd');
if (!skip) {
  addPackage(folder);
  listShared();
}
const workerd = join(folder, 'node_modules/@cloudflare/workerd-linux-64/bin/workerd');
const missing = !existsSync(workerd) && 'no workerd for this platform';

/**
 * The configuration lists each file of the package. The names of the files that entries share change
 * with what is in them, so the list gets those that are in the package.
 */
function listShared() {
  const dist = join('node_modules', 'maxmargin', 'dist');
  const shared = readdirSync(join(folder, dist)).filter((name) => /^chunk-.*\.js$/.test(name));
  const path = join(folder, 'config.capnp');
  const text = readFileSync(path, 'utf8').replace(
    /^( *)\(name = "(.*)core(?:\.sync)?\.js", .*$/gm,
    (line, indent, prefix) =>
      [
        line,
        ...shared.map((name) => `${indent}(name = "${prefix}${name}", esModule = embed "${dist}/${name}"),`), // prettier-ignore
      ].join('\n'),
  );
  writeFileSync(path, text);
}

describe('workerd', { skip: skip || missing, timeout: 900_000 }, () => {
  const X = [
    [0, 0],
    [0, 1],
    [1, 0],
    [1, 1],
  ];
  const y = ['no', 'yes', 'yes', 'no'];
  const expected = [y, y, 'KernelPCA({nComponents: 1})'];

  /** @type {import('node:child_process').ChildProcess} */
  let server;
  let said = '';
  /** @type {Record<string, number>} the ports of the two workers */
  const ports = {};
  before(async () => {
    // It writes to the file 3 where it listens.
    const stdio = /** @type {const} */ (['ignore', 'pipe', 'pipe', 'pipe']);
    server = spawn(workerd, ['serve', 'config.capnp', '--control-fd=3'], { cwd: folder, stdio });
    for (const stream of [server.stdout, server.stderr])
      stream.setEncoding('utf8').on('data', (chunk) => (said += chunk));
    server.on('exit', (code) => (said += `\nended with ${code}`));
    for await (const line of createInterface({ input: server.stdio[3] })) {
      const { socket, port } = JSON.parse(line);
      ports[socket] = port;
      if (Object.keys(ports).length === 2) return;
    }
    throw new Error(`workerd did not start: ${said}`);
  });
  after(() => server?.kill());

  const ask = async (name) => {
    const url = `http://127.0.0.1:${ports[name]}`;
    const response = await fetch(url, { method: 'POST', body: JSON.stringify(X) });
    const text = await response.text();
    assert.equal(response.status, 200, `${text} ${said}`);
    return JSON.parse(text);
  };

  for (const name of ['awaited', 'blocking'])
    it(`${name}: trains, saves, loads, and uses the second file, in one request after the other`, async () => {
      assert.deepEqual(await ask(name), expected);
      assert.deepEqual(await ask(name), expected);
      assert.equal(said, '');
    });

  it('requests at the same time do not disturb each other', async () => {
    const answers = await Promise.all(Array.from({ length: 5 }, () => ask('awaited')));
    assert.deepEqual(answers, Array(5).fill(expected));
    assert.equal(said, '');
  });
});
