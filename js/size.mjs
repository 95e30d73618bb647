/**
 * Prints the sizes of what is published. Fails when the module is larger than
 * its budget: 1000 KB, that is 1 000 000 bytes, after brotli.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants } from 'node:zlib';

const budget = 1_000_000;
const dist = fileURLToPath(new URL('../npm/dist/', import.meta.url));

/** @param {string} name */
function measure(name) {
  const raw = readFileSync(join(dist, name));
  const brotli = brotliCompressSync(raw, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: 11,
      [constants.BROTLI_PARAM_SIZE_HINT]: raw.length,
    },
  });
  console.log(`${name.padEnd(20)} ${kilobytes(raw.length)} raw ${kilobytes(brotli.length)} brotli`);
  return brotli.length;
}

/** @param {number} bytes */
function kilobytes(bytes) {
  return `${(bytes / 1000).toFixed(1).padStart(8)} KB`;
}

const module = measure('maxmargin.wasm');
for (const name of ['index.js', 'onnx.js', 'worker.js', 'maxmargin.inline.js']) measure(name);

if (module > budget) {
  console.error(`maxmargin.wasm exceeds its budget of ${kilobytes(budget).trim()} after brotli`);
  process.exitCode = 1;
}
