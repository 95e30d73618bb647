/** Files and the standard streams, which have the name '-'. */
import { Buffer } from 'node:buffer';
import { createReadStream, createWriteStream } from 'node:fs';
import process from 'node:process';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';

/** How much is read at a time. */
const pieceSize = 1 << 20;

/** The name of a path in messages, also for '-'. @param {string} path */
export function nameOf(path) {
  return path === '-' ? 'the standard input' : path;
}

/**
 * The bytes of a file, piece by piece; those of a name ending in .gz unpacked.
 * @param {string} path
 * @returns {AsyncGenerator<Buffer, void, void>}
 */
export async function* readPieces(path) {
  const source =
    path === '-' ? process.stdin : createReadStream(path, { highWaterMark: pieceSize });
  try {
    if (path.endsWith('.gz')) yield* unpack(source);
    else yield* source;
  } catch (error) {
    throw Object.assign(/** @type {object} */ (error), { path: nameOf(path) });
  }
}

/** @param {Readable} source */
async function* unpack(source) {
  const unpacked = createGunzip({ chunkSize: pieceSize });
  // An error of the source ends the reading below.
  const flow = pipeline(source, unpacked).catch((error) => unpacked.destroy(error));
  yield* unpacked;
  await flow;
}

/**
 * @param {AsyncIterable<Buffer>} pieces
 * @returns {Promise<Buffer>}
 */
export async function readAll(pieces) {
  const all = [];
  for await (const piece of pieces) all.push(piece);
  return Buffer.concat(all);
}

/**
 * @param {string} path
 * @param {Iterable<string | Uint8Array>} pieces
 */
export async function writePieces(path, pieces) {
  const source = Readable.from(pieces, { objectMode: true });
  if (path === '-') await pipeline(source, process.stdout, { end: false });
  else await pipeline(source, createWriteStream(path));
}

/**
 * Lines in pieces of a size that is worth a write.
 * @param {Iterable<string>} lines
 * @returns {Generator<string, void, void>}
 */
export function* joinLines(lines) {
  let piece = '';
  for (const line of lines) {
    piece += line + '\n';
    if (piece.length < pieceSize / 8) continue;
    yield piece;
    piece = '';
  }
  if (piece !== '') yield piece;
}
