/**
 * Prints the sizes of what is published: the tarball, each of its parts as it is and
 * after brotli, and programs that use a part of the package. Fails when one of them is larger
 * than its budget (budgets.mjs).
 *
 *     node size.mjs [DIST [TARBALL]]
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants } from 'node:zlib';
import { excess, files, programs, tarball as ofTarball } from './budgets.mjs';
import { bundleSize } from './bundles.mjs';

/**
 * The size after brotli, which takes some seconds: it is kept in build/ under the hash of the bytes.
 * @param {Buffer} raw
 * @returns {number}
 */
export function compressed(raw) {
  const hash = createHash('sha256').update(raw).digest('hex');
  const kept = fileURLToPath(new URL(`../build/brotli/${hash}`, import.meta.url));
  if (existsSync(kept)) return Number(readFileSync(kept, 'utf8'));
  const size = brotliCompressSync(raw, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: raw.length,
    },
  }).length;
  mkdirSync(dirname(kept), { recursive: true });
  writeFileSync(kept, String(size));
  return size;
}

/** @param {number} bytes */
function kilobytes(bytes) {
  return `${(bytes / 1000).toFixed(1)} KB`;
}

/**
 * @param {import('./budgets.mjs').Budget} budget
 * @param {number} bytes
 */
function judge(budget, bytes) {
  const wrong = excess(budget, bytes);
  if (!wrong) return;
  console.error(wrong);
  process.exitCode = 1;
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
  const packed = statSync(tarball).size;
  print([ofTarball.name, kilobytes(packed), '', kilobytes(ofTarball.bytes)]);
  judge(ofTarball, packed);
  for (const name of readdirSync(dist).filter((file) => /\.(wasm|c?js)$/.test(file))) {
    const raw = readFileSync(join(dist, name));
    const brotli = compressed(raw);
    sizes.set(name, brotli);
    print([name, kilobytes(raw.length), kilobytes(brotli)]);
  }
  for (const budget of files) {
    const bytes = budget.files.reduce((sum, name) => sum + (sizes.get(name) ?? 0), 0);
    print([budget.name, '', kilobytes(bytes), kilobytes(budget.bytes)]);
    judge(budget, bytes);
  }

  console.log();
  print(['program', 'minified', 'budget']);
  for (const budget of programs) {
    // In the package's own folder, its name resolves to itself.
    const bytes = await bundleSize(budget.imports, budget.from, join(dist, '..'));
    print([budget.name, kilobytes(bytes), kilobytes(budget.bytes)]);
    judge(budget, bytes);
  }
}
