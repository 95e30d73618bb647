/** Model files: their formats, and facts about the model in a file. */
import { Buffer } from 'node:buffer';
import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { MaxMarginError, Pipeline, importLiblinear, importLibsvm, load } from '../core.js';
import { toModule } from '../module.js';
import { exportOnnx, importOnnx } from '../onnx.js';
import { toPage } from '../page.js';
import { startRuntime } from './runtime.js';
import { nameOf, readAll, readPieces, writePieces } from './streams.js';
import { UsageError, oneOf } from './usage.js';

/** @import { PageOptions } from '../page.js' */
/** @import { Flag, Values } from './usage.js' */

/**
 * A format of model files. A format of another package is recognised by its first bytes.
 * @typedef {object} ModelFormat
 * @property {string[]} endings of names
 * @property {RegExp} starts how the bytes begin, one character each
 * @property {(bytes: Uint8Array, features?: number) => Promise<any>} read
 * @property {(model: any, settings: WriteSettings) => Promise<string | Uint8Array>} write
 */

/**
 * What functions in C begin with, of ONNX the precision and the names of the inputs, and the texts of a page.
 * @typedef {{name?: string, precision?: 'float32' | 'float64', inputNames?: string[], page?: PageOptions}} WriteSettings
 */

/** How many bytes tell the format of a model. */
const headSize = 64;

/**
 * By name; the first is the default.
 * @type {Record<string, ModelFormat>}
 */
export const modelFormats = {
  binary: {
    endings: ['.mxm'],
    starts: /^MXMG/,
    read: (bytes) => load(bytes),
    write: (model) => model.save(),
  },
  json: { endings: ['.json'], starts: /^\s*\{/, read: readJson, write: writeJson },
  libsvm: {
    endings: ['.model'],
    starts: /^svm_type /,
    read: readLibsvmModel,
    write: (model) => exported(model, 'exportLibsvm', 'LIBSVM'),
  },
  liblinear: {
    endings: ['.liblinear'],
    starts: /^solver_type /,
    read: (bytes) => importLiblinear(new TextDecoder().decode(bytes)),
    write: (model) => exported(model, 'exportLiblinear', 'LIBLINEAR'),
  },
  onnx: {
    endings: ['.onnx'],
    // ir_version, a small number, or the names of producer or domain, as protobuf has them.
    starts: /^(?:\x08[\x01-\x20]|[\x12\x22][\x01-\x7f][ -~])/,
    read: async (bytes) => load(importOnnx(bytes)),
    write: (model, { precision, inputNames }) =>
      exportOnnx(model, { ...(precision && { precision }), ...(inputNames && { inputNames }) }),
  },
  esm: source('esm', ['.mjs'], 'a JavaScript module'),
  cjs: source('cjs', ['.cjs'], 'a CommonJS module'),
  c: source('c', ['.c'], 'C99'),
  h: source('h', ['.h'], 'a C header'),
  html: {
    endings: ['.html'],
    starts: /^<!doctype html>\s*<html class="maxmargin-page"/,
    read: unread,
    write: (model, { page }) => toPage(model, page),
  },
};

/**
 * A model as source text, which can predict, and cannot be read.
 * @param {'esm' | 'cjs' | 'c' | 'h'} format
 * @param {string[]} endings
 * @param {string} kind of text, which stands in its first line
 * @returns {ModelFormat}
 */
function source(format, endings, kind) {
  return {
    endings,
    starts: new RegExp(`^/\\*\\n \\* A fitted model of maxmargin as ${kind}`),
    read: unread,
    write: (model, { name }) => toModule(model, { format, ...(name !== undefined && { name }) }),
  };
}

/** @returns {never} */
function unread() {
  throw new MaxMarginError(
    'ERR_FORMAT',
    'model',
    'it is source text or a page, which predicts and is not read; give the file that it was made of',
  );
}

/** @type {Flag} */
export const formatFlag = {
  name: 'format',
  value: `<${Object.keys(modelFormats).join('|')}>`,
  doc: 'Format of the model file. Default: by the ending of its name (.mxm, .json, .model, .liblinear, .onnx, .mjs, .cjs, .c, .h, .html), else binary.',
};

/** @param {Uint8Array} bytes */
async function readJson(bytes) {
  let json;
  try {
    json = JSON.parse(new TextDecoder().decode(bytes));
  } catch (cause) {
    throw new MaxMarginError(
      'ERR_FORMAT',
      'model',
      `it is not JSON: ${/** @type {Error} */ (cause).message}`,
      {},
      cause,
    );
  }
  return load(json);
}

/** @param {any} model */
async function writeJson(model) {
  return `${JSON.stringify(model)}\n`;
}

/**
 * @param {Uint8Array} bytes
 * @param {number} [features]
 */
async function readLibsvmModel(bytes, features) {
  return importLibsvm(bytes, features === undefined ? undefined : { features });
}

/**
 * @param {any} model
 * @param {'exportLibsvm' | 'exportLiblinear'} method
 * @param {string} owner of the format
 */
async function exported(model, method, owner) {
  if (typeof model[method] === 'function') return model[method]();
  const name = String(model).split('(', 1)[0];
  throw new MaxMarginError(
    'ERR_OPTION',
    'format',
    `${owner}'s format has no ${name}; write the model as .mxm or .json`,
  );
}

/**
 * Refuses the name of a file that is there and is something else than what is to be written, before
 * hours of work: of two data files the second is easily taken for another input.
 * @param {string} path
 * @param {string} kind of what is to be written
 * @param {(head: Buffer) => boolean} [isOne] whether bytes begin as one
 */
export function checkReplaced(path, kind = 'model', isOne = isWritten) {
  if (path === '-' || !statSync(path, { throwIfNoEntry: false })?.isFile()) return;
  const file = openSync(path, 'r');
  const head = Buffer.alloc(headSize);
  const length = readSync(file, head);
  closeSync(file);
  if (length === 0 || isOne(head)) return;
  throw new UsageError(`${path} is there and is not a ${kind}; name another file for the ${kind}, or delete this one`); // prettier-ignore
}

/** Whether bytes begin as a model that this program wrote: any JSON begins as a model in JSON. @param {Buffer} head */
function isWritten(head) {
  const format = modelFormatOf(head);
  return format === 'json' ? head.includes('"maxmargin"') : format !== undefined;
}

/**
 * The format for writing a model.
 * @param {string} path
 * @param {Values} values
 * @returns {string}
 */
export function formatFor(path, values) {
  checkReplaced(path);
  const names = Object.keys(modelFormats);
  const asked = oneOf(values, 'format', names);
  return asked ?? modelFormatOfName(path) ?? names[0];
}

/**
 * @param {string} path
 * @returns {string | undefined}
 */
export function modelFormatOfName(path) {
  const known = Object.entries(modelFormats);
  return known.find(([, { endings }]) => endings.some((ending) => path.endsWith(ending)))?.[0];
}

/**
 * @param {Uint8Array} bytes
 * @returns {string | undefined} the format, if they are those of a model
 */
export function modelFormatOf(bytes) {
  const head = Buffer.from(bytes.subarray(0, headSize)).toString('latin1');
  return Object.entries(modelFormats).find(([, { starts }]) => starts.test(head))?.[0];
}

/** A model that was read. */
export class StoredModel {
  /**
   * @param {string} path
   * @param {string} format
   * @param {Uint8Array} bytes
   * @param {any} model
   */
  constructor(path, format, bytes, model) {
    this.path = path;
    this.format = format;
    this.bytes = bytes;
    this.model = model;
  }

  /** The steps of a pipeline; of anything else the one that it is. */
  get #steps() {
    const { model } = this;
    return model instanceof Pipeline ? Object.values(model.namedSteps) : [model];
  }

  /** Whether it takes tables with words and gaps. */
  get table() {
    return 'getFeatureNamesOut' in this.#steps[0];
  }

  /** How many features a row must have. @returns {number} */
  get features() {
    return this.#steps[0].nFeatures;
  }

  /**
   * Whether the scalers change zeros, which they cannot do for sparse samples.
   * @returns {Promise<boolean>}
   */
  async movesZeros() {
    if (this.table) return false;
    /** @type {any} */
    let row = { data: new Float64Array(this.features), rows: 1, cols: this.features };
    const scalers = this.#steps.slice(0, -1);
    for (const scaler of scalers) row = await scaler.transform(row);
    return scalers.length > 0 && row.some((/** @type {number} */ value) => value !== 0);
  }

  /** The machine in it. */
  get learner() {
    return this.#steps[this.#steps.length - 1];
  }

  /**
   * Whether a field may be what the model predicts: one of its classes, or a number.
   * @returns {(field: string) => boolean}
   */
  get isLabel() {
    const { classes } = this.learner;
    if (!classes) return (field) => Number.isFinite(Number(field.replace(',', '.')));
    const known = new Set(Array.from(classes, String));
    return (field) => known.has(field) || known.has(String(Number(field))) || known.has(field.toLowerCase()); // prettier-ignore
  }

  /**
   * The same model for rows of more features, where its file does not say how many
   * there are: those that no support vector has are zero in all of them.
   * @param {number} features that the data have
   */
  async widen(features) {
    if (this.format !== 'libsvm' || features <= this.features) return;
    this.model = await readLibsvmModel(this.bytes, features);
  }
}

/**
 * @param {string} path
 * @returns {Promise<StoredModel>}
 */
export async function readModel(path) {
  startRuntime();
  const bytes = await readAll(readPieces(path));
  const format = modelFormatOf(bytes);
  if (!format) {
    throw new MaxMarginError(
      'ERR_FORMAT',
      'model',
      `${nameOf(path)} has no model (${Object.keys(modelFormats).join(', ')}); give a file that maxmargin train wrote`,
    );
  }
  try {
    return new StoredModel(path, format, bytes, await modelFormats[format].read(bytes));
  } catch (error) {
    if (!(error instanceof MaxMarginError)) throw error;
    const { code, argument, message, details } = error;
    throw new MaxMarginError(code, argument, `${nameOf(path)}: ${message}`, details, error);
  }
}

/**
 * @param {any} model
 * @param {string} path
 * @param {string} format
 * @param {WriteSettings} [settings]
 * @returns {Promise<{path: string, format: string, bytes: number}>}
 */
export async function writeModel(model, path, format, settings = {}) {
  const content = await modelFormats[format].write(model, settings);
  await writePieces(path, [content]);
  return { path, format, bytes: Buffer.byteLength(content) };
}
