/** The licences of others' work: THIRD-PARTY-NOTICES of the package and of the site. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';

import { plotBundle } from '../site/vendor.mjs';
import { notebookFiles, offlineNotebook } from '../site/notebooks.mjs';
import { sbom } from '../sbom.mjs';
import { project, root } from './support/project.mjs';

const installed = join(project, 'node_modules', 'maxmargin');
const notices = readFileSync(join(installed, 'THIRD-PARTY-NOTICES'), 'utf8');
const squeezed = (text) => text.replaceAll(/\s+/g, ' ').trim();

/** The licence of a folder must stand in the notices, whole. */
function includes(text, folder) {
  const file = readdirSync(folder).find((name) => /^licen[cs]e/i.test(name));
  assert.ok(squeezed(text).includes(squeezed(readFileSync(join(folder, file), 'utf8'))), folder);
}

const go = (...words) =>
  execFileSync('go', words, {
    cwd: root,
    encoding: 'utf8',
    env: {
      ...process.env,
      GOOS: 'js',
      GOARCH: 'wasm',
      GOTOOLCHAIN: 'go1.27.3',
      GOEXPERIMENT: 'simd',
    },
  });

describe('the notices of the package', () => {
  it('have the licence of Go, whose runtime and library are in the module', () => {
    includes(notices, go('env', 'GOROOT').trim());
    assert.match(notices, /The Go Authors/);
  });

  it('have the licence of each module that the program imports: there is none', () => {
    const packages = JSON.parse(
      `[${go('list', '-deps', '-json', './wasm').replaceAll(/^}\n{/gm, '},{')}]`,
    );
    const foreign = packages.filter(({ Standard, Module }) => !Standard && !Module.Main);
    assert.deepEqual([...new Set(foreign.map(({ Module }) => Module.Path))], []);
  });

  it('have the licence of each npm package whose files are in a bundle', () => {
    // The build begins such a bundle with the licence.
    const found = new Set();
    for (const name of readdirSync(join(installed, 'dist'))) {
      if (!/\.c?js$/.test(name)) continue;
      const code = readFileSync(join(installed, 'dist', name), 'utf8');
      for (const [, part] of code.matchAll(/^With (\S+) inside:$/gm)) found.add(part);
      if (name === 'cli.js') includes(code, join(root, 'js', 'node_modules', 'd3-dsv'));
    }
    assert.deepEqual([...found], ['d3-dsv']);
    for (const name of found) includes(notices, join(root, 'js', 'node_modules', name));
  });
});

describe('the list of components (make sbom)', () => {
  const manifest = readFileSync(join(installed, 'package.json'), 'utf8');

  it('is JSON of CycloneDX with each part of the notices', () => {
    const tarball = Buffer.from('the bytes of a tarball');
    const bom = JSON.parse(JSON.stringify(sbom(manifest, notices, tarball)));
    assert.equal(bom.bomFormat, 'CycloneDX');
    assert.equal(bom.specVersion, '1.5');
    const lock = JSON.parse(readFileSync(join(root, 'js', 'package-lock.json'), 'utf8'));
    const csv = lock.packages['node_modules/d3-dsv'].version;
    assert.deepEqual(
      bom.components.map(({ purl, licenses: [{ license }] }) => [purl, license.id]),
      [
        [`pkg:golang/std@${go('env', 'GOVERSION').trim().slice(2)}`, 'BSD-3-Clause'],
        [`pkg:npm/d3-dsv@${csv}`, 'ISC'],
      ],
    );
    const { component } = bom.metadata;
    assert.equal(component.purl, `pkg:npm/maxmargin@${JSON.parse(manifest).version}`);
    assert.match(component.hashes[0].content, /^[0-9a-f]{128}$/);
    const refs = [component, ...bom.components].map((each) => each['bom-ref']);
    assert.deepEqual(
      bom.dependencies.map(({ ref }) => ref),
      refs,
    );
  });

  it('refuses a part whose licence it does not know', () => {
    const unknown = `${'-'.repeat(78)}\nsomething 1.0.0\n\nAll rights reserved.\n`;
    assert.throws(() => sbom(manifest, notices + unknown, Buffer.alloc(0)), /something/);
  });
});

describe('the notices of pages', () => {
  it('are inside the offline notebook, which is one file', async () => {
    assert.ok(
      (await offlineNotebook(installed)).includes(
        notices.trim().replaceAll('</script', '<\\/script'),
      ),
    );
  });

  it('cover Observable Plot and the parts that it needs, and the runtime of notebooks', async () => {
    const { packages } = await plotBundle();
    for (const name of ['@observablehq/plot', 'd3-array', 'd3-scale', 'isoformat'])
      assert.ok(packages.includes(name), name);
    assert.deepEqual((await notebookFiles(installed)).packages.slice(0, 2), [
      '@observablehq/inspector',
      '@observablehq/runtime',
    ]);
  });
});
