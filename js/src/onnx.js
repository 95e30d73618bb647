/**
 * maxmargin/onnx: models as ONNX files, for onnxruntime and its kin, and back. It needs no runtime of its own: exports read the bytes of save(),
 * and imports return bytes for load().
 */
import { MaxMarginError, show } from './basics/errors.js';
import { savedBytes } from './basics/own-bytes.js';
import { checking, openContainer, opened } from './model/opened.js';
import { readSettings, wrongSetting } from './basics/settings.js';
import { read } from './formats/onnx/read.js';
import { isVectorizer } from './machines/all.js';
import { write, writeCommittee } from './formats/onnx/write.js';
import { committeeOf, isWrapper } from './formats/wrappers.js';

/** @import { Wrapper } from './formats/wrappers.js' */

export { MaxMarginError };

/**
 * Anything that can be saved.
 * @typedef {{save(): Uint8Array | Promise<Uint8Array>}} Savable
 */

/**
 * A fitted model, or a pipeline, as an ONNX file. Its input is X, with a row for every sample; a model
 * that was fitted to a table with words, or to one that a ColumnTransformer takes by names, has an
 * input for each column. A OneVsRestClassifier of several labels for each row has a `label` of 1 or 0
 * for each.
 * @param {Savable | Wrapper} model
 * @param {{precision?: 'float32' | 'float64', inputNames?: readonly string[]}} [settings] precision of
 *   the inputs and the outputs, 'float32' by default; with 'float64' all sums are float64, and only
 *   shares and votes of trees are float32; and names of the inputs, in their order
 * @returns {Promise<Uint8Array<ArrayBuffer>>}
 */
export async function exportOnnx(model, settings) {
  const { precision = 'float32', inputNames } = readSettings('exportOnnx', settings, ['precision', 'inputNames']); // prettier-ignore
  if (precision !== 'float32' && precision !== 'float64') {
    throw wrongSetting('precision', "'float32' or 'float64'", precision);
  }
  const isName = (/** @type {unknown} */ name) => typeof name === 'string';
  if (inputNames !== undefined && !(Array.isArray(inputNames) && inputNames.every(isName))) {
    throw wrongSetting('inputNames', 'an array of texts', inputNames);
  }
  const how = { isDouble: precision === 'float64', inputNames };
  if (isWrapper(model)) {
    const committee = await committeeOf('exportOnnx', model);
    return checking(() => writeCommittee(committee, how));
  }
  const bytes = await savedBytes('exportOnnx', model);
  return checking(() => {
    // Vectorizers have rules of their own.
    if (!isVectorizer(openContainer(bytes).text('machine'))) opened(bytes);
    return write(bytes, how);
  });
}

/**
 * The bytes, for load(), of the machine that an ONNX file has, such as skl2onnx writes
 * of scikit-learn's.
 * @param {Uint8Array | ArrayBuffer} file
 * @returns {Uint8Array<ArrayBuffer>}
 */
export function importOnnx(file) {
  if (file instanceof ArrayBuffer) return read(new Uint8Array(file));
  if (file instanceof Uint8Array) return read(file);
  throw new MaxMarginError(
    'ERR_TYPE',
    'file',
    `importOnnx takes the bytes of an ONNX file, a Uint8Array or ArrayBuffer, got ${show(file)}`,
  );
}
