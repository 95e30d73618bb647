/** The data sets that ship with the demos; data/README.md says where they come from. */

import { readFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';

const file = (name) => readFile(new URL(`../data/${name}`, import.meta.url));

/**
 * 1797 handwritten digits of 8 x 8 pixels, each pixel 0..16.
 *
 * @returns {Promise<{ X: number[][], y: number[] }>} 64 pixels for each row, and the written digit
 */
export async function readDigits() {
  const lines = gunzipSync(await file('digits.csv.gz')).toString().trim().split('\n');
  const rows = lines.map((line) => line.split(',').map(Number));
  return { X: rows.map((row) => row.slice(0, -1)), y: rows.map((row) => row.at(-1)) };
}

/** 270 patients in the LIBSVM text format, for `readLibsvm`. */
export async function readHeartScale() {
  return (await file('heart_scale')).toString();
}
