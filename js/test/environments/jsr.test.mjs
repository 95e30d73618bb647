/** The layout that JSR wants (js/jsr.mjs). */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, describe, it } from 'node:test';
import { promisify } from 'node:util';

import { layOut } from '../../jsr.mjs';
import { fixture } from '../support/fixture.mjs';

const folder = mkdtempSync(join(tmpdir(), 'maxmargin-jsr-'));
after(() => rmSync(folder, { recursive: true, force: true }));
layOut(folder);

/** Deno's own check needs some 10 s, so `make test` leaves it to `make test-environments`. */
const skip = !process.env.MAXMARGIN_ALL && 'in make test-environments';

describe('the layout for JSR', { timeout: 900_000 }, () => {
  it('has entries whose first line names their declarations', () => {
    const { exports } = JSON.parse(readFileSync(join(folder, 'jsr.json'), 'utf8'));
    for (const path of Object.values(exports)) {
      const text = readFileSync(join(folder, path), 'utf8');
      const [, types] = text.match(/^\/\* @ts-self-types="([^"]*)" \*\/\n/) ?? [];
      assert.ok(existsSync(join(folder, 'dist', types)), `${path}: ${types}`);
      assert.doesNotMatch(text, /import\('\.\.?\//, path);
    }
  });

  it('has modules that import files which are there, and every entry of the package that has declarations', () => {
    const dist = join(folder, 'dist');
    let count = 0;
    for (const name of readdirSync(dist)) {
      if (!name.endsWith('.js') || name === 'worker.js') continue;
      const text = readFileSync(join(dist, name), 'utf8');
      for (const [, path] of text.matchAll(/\bfrom ?["'](\.[^"']*)["']/g)) {
        assert.ok(existsSync(join(dist, path)), `${name}: ${path}`);
        count++;
      }
    }
    assert.ok(count >= 20, `${count} imports`);
    const { exports } = JSON.parse(readFileSync(join(folder, 'jsr.json'), 'utf8'));
    for (const path of ['.', './sync', './study', './study/sync', './catalog', './onnx'])
      assert.ok(exports[path], path);
    assert.equal(exports['./inline'], undefined);
  });

  it('has declarations that import files which are there', () => {
    const types = join(folder, 'dist', 'types');
    let count = 0;
    for (const name of readdirSync(types, { recursive: true })) {
      if (!name.endsWith('.ts')) continue;
      const text = readFileSync(join(types, name), 'utf8');
      for (const [, path] of text.matchAll(/(?:from|import)\s*\(?\s*["'](\.[^"']*)["']/g)) {
        assert.ok(existsSync(join(types, dirname(name), path)), `${name}: ${path}`);
        count++;
      }
    }
    assert.ok(count > 100, `${count} imports`);
  });

  it('Deno would publish it', { skip }, async () => {
    const { folder: tools, skip: missing } = fixture('runtimes');
    assert.ok(!missing, missing);
    const deno = join(tools, 'node_modules/@deno/linux-x64-glibc/deno');
    const options = { cwd: folder, env: { ...process.env, NO_COLOR: '1' } };
    const args = ['publish', '--dry-run', '--allow-dirty'];
    const { stderr } = await promisify(execFile)(deno, args, options);
    assert.match(stderr, /Success Dry run complete/);
  });
});
