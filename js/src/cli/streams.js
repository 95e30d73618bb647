/** Files and the standard streams, which have the name '-'. */
import { Buffer } from 'node:buffer';
import { createReadStream, createWriteStream } from 'node:fs';
import { open, realpath, rename, stat, unlink } from 'node:fs/promises';
import process from 'node:process';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { UsageError } from './usage.js';

/** How much is read at a time. */
const pieceSize = 1 << 20;

/** The files that this command has read, which it must not replace. @type {Set<string>} */
const inputs = new Set();

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
  try {
    // Before the stream, whose own error would end the program while nobody listens yet.
    if (path !== '-') inputs.add(await realpath(path));
    const source =
      path === '-' ? process.stdin : createReadStream(path, { highWaterMark: pieceSize });
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
 * Writes a file beside the one of that name and then gives it the name, so that what ends the
 * program on the way leaves the file that was there. Where no file can be made beside it, and what
 * is no file, such as a pipe, is written as it is.
 * @param {string} path
 * @param {Iterable<string | Uint8Array>} pieces
 */
export async function writePieces(path, pieces) {
  const source = Readable.from(pieces, { objectMode: true });
  if (path === '-') return pipeline(source, process.stdout, { end: false });
  const there = await stat(path).catch(() => undefined);
  const target = there ? await realpath(path) : path;
  if (inputs.has(target))
    throw new UsageError(`${path} is an input of this command; name another file for the output`);
  const beside = `${target}.${process.pid}.new`;
  const file = there?.isFile() === false ? undefined : await open(beside, 'wx').catch(() => {});
  if (!file) return pipeline(source, createWriteStream(path));
  try {
    if (there) await file.chmod(there.mode);
    await pipeline(source, file.createWriteStream());
    await rename(beside, target);
  } catch (error) {
    await unlink(beside).catch(() => {});
    throw Object.assign(/** @type {object} */ (error), { path });
  }
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
