/** The four files of the data set, and pictures of their images. */

export const side = 28;
export const features = side * side;

/**
 * The images and labels of one of the two parts.
 *
 * @param {'train' | 't10k'} part
 * @param {(bytes: number) => void} onBytes  called with the number of bytes that have arrived
 * @returns {Promise<{ X: { data: Uint8Array, rows: number, cols: number, scale: number }, y: Uint8Array }>}
 */
export async function readPart(part, onBytes) {
  const folder = '../../data/mnist';
  const [images, labels] = await Promise.all([
    readIdx(`${folder}/${part}-images-idx3-ubyte.gz`, onBytes),
    readIdx(`${folder}/${part}-labels-idx1-ubyte.gz`, onBytes),
  ]);
  const [rows, height, width] = images.lengths;
  if (width * height !== features || labels.lengths[0] !== rows) throw new Error(`the files of ${part} do not belong together`);
  return { X: tableOf(images.values), y: labels.values };
}

/** Images as samples: bytes, which mean numbers from 0 to 1. */
export const tableOf = (data) => ({ data, rows: data.length / features, cols: features, scale: 1 / 255 });

/** The first rows of a part. */
export const firstOf = ({ X, y }, rows) => ({ X: tableOf(X.data.subarray(0, rows * features)), y: y.subarray(0, rows) });

/** The bytes of an image. */
export const imageOf = ({ X }, row) => X.data.subarray(row * features, (row + 1) * features);

/**
 * The values of a file in the IDX format: two zeros, the type of the values (8 for bytes), the
 * number of dimensions, their lengths, each in four bytes with the highest first, then the values.
 */
async function readIdx(address, onBytes) {
  const bytes = await unpacked(await received(address, onBytes));
  const view = new DataView(bytes.buffer);
  const dimensions = bytes[3];
  const lengths = Array.from({ length: dimensions }, (_, i) => view.getUint32(4 + 4 * i));
  const values = bytes.subarray(4 + 4 * dimensions);
  const wanted = lengths.reduce((product, length) => product * length, 1);
  if (view.getUint16(0) !== 0 || bytes[2] !== 8 || values.length !== wanted) throw new Error(`${address} is no file of bytes in the IDX format`);
  return { lengths, values };
}

/**
 * The bytes of a file. XMLHttpRequest tells how many have arrived without the page having to read
 * the response piece by piece.
 *
 * @returns {Promise<Uint8Array>}
 */
function received(address, onBytes) {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    let before = 0;
    request.open('GET', address);
    request.responseType = 'arraybuffer';
    request.onprogress = ({ loaded }) => {
      onBytes(loaded - before);
      before = loaded;
    };
    request.onerror = () => reject(new Error(`${address} could not be fetched: is there a connection?`));
    request.onload = () => {
      if (request.status === 200) resolve(new Uint8Array(request.response));
      else reject(new Error(`${address} could not be fetched: status ${request.status}`));
    };
    request.send();
  });
}

/** Unpacks a gzip file, unless the server did so on the way. */
async function unpacked(bytes) {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** Shows 784 bytes, 255 for ink, on a canvas; the styles of the page invert it in the dark theme. */
export function showImage(canvas, bytes) {
  canvas.width = side;
  canvas.height = side;
  const context = canvas.getContext('2d');
  const image = context.createImageData(side, side);
  bytes.forEach((ink, i) => { image.data[4 * i + 3] = ink; });
  context.putImageData(image, 0, 0);
  return canvas;
}

/** A picture of an image, which the text beside it describes. */
export function picture(bytes) {
  const canvas = showImage(document.createElement('canvas'), bytes);
  canvas.className = 'image';
  canvas.setAttribute('aria-hidden', 'true');
  return canvas;
}
