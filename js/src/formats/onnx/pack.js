/** Graphs of operators as the bytes of ONNX files. */
import { MaxMarginError } from '../../basics/errors.js';
import { bytesField, floatField, floatsField, joined, wholeField } from './protobuf.js';
import * as proto from './schema.js';

/** @import { Pieces } from './protobuf.js' */

/** The types of an attribute: an integer, a text, a list of one type, a float32, or a tensor. */
/** @typedef {number | string | Float32Array | bigint[] | string[] | {float: number} | {tensor: Constant}} Attribute */

/** Numbers or texts that do not depend on the input. */
/** @typedef {{values: Float32Array | Float64Array | bigint[] | string[], shape: number[]}} Constant */

/**
 * An operator on the way from the input.
 * @typedef {object} Operator
 * @property {string} type
 * @property {string} [domain] ONNX's own, if there is none
 * @property {string} [name] that runtimes tell where it fails
 * @property {string[]} inputs
 * @property {string[]} outputs
 * @property {Record<string, Attribute>} attributes
 */

/**
 * An input or a result: its name, the type of its entries and how many there are for a sample; 0:
 * as many as the operators make.
 * @typedef {{name: string, elements: number, columns?: number}} Output
 */

/** @typedef {{operators: Operator[], constants?: Map<string, Constant>, inputs: Output[], outputs: Output[]}} Graph */

/**
 * The file of a graph. It states the lowest version of each set of operators that has them.
 * @param {string} name of it
 * @param {Graph} graph
 * @returns {Uint8Array<ArrayBuffer>}
 */
export function packFile(name, { operators, constants = new Map(), inputs, outputs }) {
  const parts = [
    ...operators.flatMap((operator, i) => bytesField(proto.graph.node, packNode(operator, i))),
    ...bytesField(proto.graph.name, name),
    ...[...constants].flatMap(([name, constant]) =>
      bytesField(proto.graph.initializer, packTensor(constant, name)),
    ),
    ...inputs.flatMap((one) => bytesField(proto.graph.input, packValue(one))),
    ...outputs.flatMap((one) => bytesField(proto.graph.output, packValue(one))),
  ];
  const has = (/** @type {string[]} */ types) => operators.some(({ type }) => types.includes(type));
  const wide = operators.some(({ attributes }) => 'nodes_values_as_tensor' in attributes);
  return joined([
    ...wholeField(proto.model.irVersion, 8),
    ...bytesField(proto.model.producerName, 'maxmargin'),
    ...bytesField(proto.model.graph, parts),
    ...packOpset('', 15),
    ...packOpset(proto.domain, wide ? 3 : has(['LabelEncoder']) ? 2 : 1),
    ...(operators.some(({ domain }) => domain === proto.contributed)
      ? packOpset(proto.contributed, 1)
      : []),
  ]);
}

/**
 * @param {string} domain
 * @param {number} version
 */
function packOpset(domain, version) {
  return bytesField(proto.model.opsetImport, [
    ...bytesField(proto.opset.domain, domain),
    ...wholeField(proto.opset.version, version),
  ]);
}

/**
 * @param {Operator} operator
 * @param {number} i
 * @returns {Pieces}
 */
function packNode({ type, domain, inputs, outputs, attributes, name }, i) {
  return [
    ...inputs.flatMap((name) => bytesField(proto.node.input, name)),
    ...outputs.flatMap((name) => bytesField(proto.node.output, name)),
    ...bytesField(proto.node.name, name ?? `${type}_${i}`),
    ...bytesField(proto.node.opType, type),
    ...Object.entries(attributes).flatMap(([name, value]) =>
      bytesField(proto.node.attribute, [
        ...bytesField(proto.attribute.name, name),
        ...packAttribute(value),
      ]),
    ),
    ...(domain ? bytesField(proto.node.domain, domain) : []),
  ];
}

/**
 * @param {Attribute} value
 * @returns {Pieces}
 */
function packAttribute(value) {
  const { attribute, attributeTypes: types } = proto;
  /** @type {(kind: keyof typeof types, pieces: Pieces) => Pieces} */
  const typed = (kind, pieces) => [...pieces, ...wholeField(attribute.type, types[kind])];
  if (typeof value === 'number') return typed('i', wholeField(attribute.i, value));
  if (typeof value === 'string') return typed('s', bytesField(attribute.s, value));
  if (value instanceof Float32Array) return typed('floats', floatsField(attribute.floats, value));
  if ('float' in value) return typed('f', floatField(attribute.f, value.float));
  if ('tensor' in value) return typed('t', bytesField(attribute.t, packTensor(value.tensor)));
  const kind = typeof value[0] === 'string' ? 'strings' : 'ints';
  const pieces = value.map((one) =>
    typeof one === 'string' ? bytesField(attribute.strings, one) : wholeField(attribute.ints, one),
  );
  return typed(kind, pieces.flat());
}

/**
 * @param {Constant} constant
 * @param {string} [name]
 * @returns {Pieces}
 */
function packTensor({ values, shape }, name) {
  const { float, double, int64, string } = proto.elements;
  const isText = typeof values[0] === 'string';
  const raw = Array.isArray(values)
    ? BigInt64Array.from(isText ? [] : /** @type {bigint[]} */ (values))
    : values;
  const elements = Array.isArray(values)
    ? isText
      ? string
      : int64
    : values instanceof Float32Array
      ? float
      : double;
  return [
    ...shape.flatMap((length) => wholeField(proto.tensor.dims, length)),
    ...wholeField(proto.tensor.elements, elements),
    ...(isText
      ? /** @type {string[]} */ (values).flatMap((one) => bytesField(proto.tensor.strings, one))
      : bytesField(proto.tensor.raw, new Uint8Array(raw.buffer, raw.byteOffset, raw.byteLength))),
    ...(name === undefined ? [] : bytesField(proto.tensor.name, name)),
  ];
}

/**
 * An input or an output: a row for every sample; without columns, one entry for every sample.
 * @param {Output} value
 */
function packValue({ name, elements, columns }) {
  const dims = [bytesField(proto.dim.parameter, 'N')];
  if (columns === 0) dims.push(bytesField(proto.dim.parameter, `${name}_columns`));
  else if (columns !== undefined) dims.push(wholeField(proto.dim.value, columns));
  const shape = dims.flatMap((dim) => bytesField(proto.shape.dim, dim));
  const tensor = [
    ...wholeField(proto.tensorType.elements, elements),
    ...bytesField(proto.tensorType.shape, shape),
  ];
  return [
    ...bytesField(proto.valueInfo.name, name),
    ...bytesField(proto.valueInfo.type, bytesField(proto.type.tensor, tensor)),
  ];
}

/**
 * The numbers themselves, unless float32 has turned one into infinity.
 * @param {Float32Array} values
 */
export function inRange(values) {
  if (values.every(Number.isFinite)) return values;
  throw new MaxMarginError(
    'ERR_NUMERIC',
    'model',
    'the model has numbers that are too large for float32, which is all that ONNX has for machines; scale the samples and fit it again',
  );
}

/** The most bytes that a message of protocol buffers has. */
const most = 2 ** 31 - 1;

/**
 * Refuses numbers that no file has room for.
 * @param {number} needed bytes
 * @param {string} what they are
 */
export function roomFor(needed, what) {
  if (needed <= most) return;
  throw new MaxMarginError(
    'ERR_MEMORY_BUDGET',
    'model',
    `an ONNX file has at most 2 GB, but ${what} take more, as it has no sparse ones; use a linear machine, or save`,
    { needed, available: most },
  );
}
