/**
 * Builds and packs the package in a folder of its own, to check that the published files depend
 * only on the sources and not on their place.
 *
 *     node js/test/support/rebuild.mjs   does it in two folders, from nothing, and compares
 */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** What the build reads. */
const sources = [
  'go.mod',
  'go.sum',
  'core',
  'wasm',
  'npm/package.json',
  'README.md',
  'LICENSE',
  'demo/docs',
  'demo/paper',
];
const scripts = readdirSync(join(root, 'js')).filter(
  (name) =>
    ['src', 'wasm', 'declarations', 'site'].includes(name) ||
    /^(.*\.mjs|package\.json|tsconfig.*\.json)$/.test(name),
);

/**
 * The hash of the tarball, as npm computes it.
 * @param {{cold?: boolean}} [how] cold: without the compiled packages that Go has kept
 * @returns {string}
 */
export function rebuild({ cold = false } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'maxmargin-rebuild-'));
  try {
    mkdirSync(join(folder, 'js'));
    for (const name of [...sources, ...scripts.map((script) => join('js', script))]) {
      cpSync(join(root, name), join(folder, name), { recursive: true });
    }
    symlinkSync(join(root, 'js', 'node_modules'), join(folder, 'js', 'node_modules'));
    const cache = cold ? { GOCACHE: join(folder, 'cache') } : {};
    const options = { encoding: 'utf8', env: { ...process.env, ...cache } };
    execFileSync(process.execPath, [join(folder, 'js', 'build.mjs')], options);
    const arguments_ = ['pack', '--dry-run', '--json', '--loglevel=error'];
    const packed = execFileSync('npm', arguments_, { ...options, cwd: join(folder, 'npm') });
    return JSON.parse(packed)[0].integrity;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [one, two] = [rebuild({ cold: true }), rebuild({ cold: true })];
  console.log(`${one}\n${two}`);
  if (one !== two) throw new Error('the two tarballs differ');
}
