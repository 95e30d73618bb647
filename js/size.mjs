/**
 * Prints the sizes of what is published: the tarball, each of its parts as it is and
 * after brotli, and programs that use a part of the package. Fails when the module or a
 * program is larger than its budget.
 *
 *     node size.mjs [DIST [TARBALL]]
 */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants } from 'node:zlib';
import { budgets as programs, bundleSize } from './bundles.mjs';

/** The most bytes of the module's files after brotli: of the first, and of both. */
export const budgets = {
  'maxmargin.wasm': 555_000,
  'maxmargin.wasm + maxmargin-rest.wasm': 1_660_000,
};

/**
 * @param {Buffer} raw
 * @returns {number} its size after brotli
 */
export function compressed(raw) {
  return brotliCompressSync(raw, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: raw.length,
    },
  }).length;
}

/** @param {number} bytes */
function kilobytes(bytes) {
  return `${(bytes / 1000).toFixed(1)} KB`;
}

/** @param {string[]} columns */
function print([name, ...sizes]) {
  console.log(name.padEnd(38) + sizes.map((size) => size.padStart(12)).join(''));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await report();

async function report() {
  const root = new URL('../', import.meta.url);
  const [dist, tarball] = [
    process.argv[2] ?? fileURLToPath(new URL('npm/dist/', root)),
    process.argv[3] ?? fileURLToPath(new URL('build/maxmargin.tgz', root)),
  ];
  /** @type {Map<string, number>} */
  const sizes = new Map();
  print(['', 'raw', 'brotli', 'budget']);
  print(['the tarball', kilobytes(statSync(tarball).size)]);
  for (const name of readdirSync(dist).filter((file) => /\.(wasm|c?js)$/.test(file))) {
    const raw = readFileSync(join(dist, name));
    const brotli = compressed(raw);
    sizes.set(name, brotli);
    print([name, kilobytes(raw.length), kilobytes(brotli)]);
  }
  for (const [files, most] of Object.entries(budgets)) {
    const bytes = files.split(' + ').reduce((sum, name) => sum + (sizes.get(name) ?? 0), 0);
    print([files, '', kilobytes(bytes), kilobytes(most)]);
    if (bytes > most) {
      console.error(`${files} exceeds its budget of ${kilobytes(most)} after brotli`);
      process.exitCode = 1;
    }
  }

  console.log();
  print(['program', 'minified', 'budget']);
  for (const [names, from, most] of programs) {
    // In the package's own folder, its name resolves to itself.
    const bytes = await bundleSize(names, from, join(dist, '..'));
    print([`${names} from ${from}`, kilobytes(bytes), kilobytes(most)]);
    if (bytes > most) {
      console.error(`${names} from ${from} exceeds its budget`);
      process.exitCode = 1;
    }
  }
}
