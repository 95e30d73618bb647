/**
 * maxmargin/files: places to keep models: IndexedDB, a download, a file picker. They keep the
 * bytes of save(); load() of maxmargin or maxmargin/sync makes a model of them again.
 */
export { MaxMarginError } from './basics/errors.js';
export {
  deleteFromIndexedDB,
  download,
  namesInIndexedDB,
  pickFile,
  readFromIndexedDB,
  saveToIndexedDB,
} from './formats/places.js';
