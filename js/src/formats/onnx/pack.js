/** Graphs of operators as the bytes of ONNX files. */
import { MaxMarginError } from '../../basics/errors.js';
import { joined, packed } from './protobuf.js';
import * as proto from './schema.js';

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
  const wide = operators.some(({ attributes }) => 'nodes_values_as_tensor' in attributes);
  const labels = operators.some(({ type }) => type === 'LabelEncoder');
  const contributes = operators.some(({ domain }) => domain === proto.contributed);
  const sets = [
    { domain: '', version: 15 },
    { domain: proto.domain, version: wide ? 3 : labels ? 2 : 1 },
    ...(contributes ? [{ domain: proto.contributed, version: 1 }] : []),
  ];
  const graph = packed(proto.graph, {
    node: operators.map(packNode),
    name,
    initializer: [...constants].map(([own, constant]) => packTensor(constant, own)),
    input: inputs.map(packValue),
    output: outputs.map(packValue),
  });
  const opsetImport = sets.map((set) => packed(proto.opset, set));
  return joined(
    packed(proto.model, { irVersion: 8, producerName: 'maxmargin', graph, opsetImport }),
  );
}

/**
 * @param {Operator} operator
 * @param {number} i
 */
const packNode = ({ type, domain, inputs, outputs, attributes, name }, i) =>
  packed(proto.node, {
    input: inputs,
    output: outputs,
    name: name ?? `${type}_${i}`,
    opType: type,
    attribute: Object.entries(attributes).map(packAttribute),
    domain,
  });

/** @param {[string, Attribute]} attribute */
function packAttribute([name, value]) {
  const kind = kindOf(value);
  const isTensor = typeof value === 'object' && 'tensor' in value;
  const content = isTensor ? packTensor(value.tensor) : value;
  const type = proto.attributeTypes[kind];
  return packed(proto.attribute, { name, ...{ [kind]: content }, type });
}

/**
 * The field that an attribute is in.
 * @param {Attribute} value
 * @returns {keyof typeof proto.attributeTypes}
 */
function kindOf(value) {
  if (typeof value === 'number') return 'i';
  if (typeof value === 'string') return 's';
  if (value instanceof Float32Array) return 'floats';
  if (Array.isArray(value)) return typeof value[0] === 'string' ? 'strings' : 'ints';
  return 'float' in value ? 'f' : 't';
}

/**
 * @param {Constant} constant
 * @param {string} [name]
 */
function packTensor({ values, shape }, name) {
  const isText = typeof values[0] === 'string';
  const raw = Array.isArray(values) && !isText ? BigInt64Array.from(/** @type {bigint[]} */ (values)) : values; // prettier-ignore
  const type = isText
    ? 'string'
    : Array.isArray(values)
      ? 'int64'
      : values instanceof Float32Array
        ? 'float'
        : 'double';
  const elements = proto.elements[type];
  return packed(proto.tensor, { dims: shape, elements, [isText ? 'strings' : 'raw']: raw, name });
}

/**
 * An input or an output: a row for every sample; without columns, one entry for every sample.
 * @param {Output} value
 */
function packValue({ name, elements, columns }) {
  const all = [{ parameter: 'N' }, columns === 0 ? { parameter: `${name}_columns` } : { value: columns }]; // prettier-ignore
  const dims = columns === undefined ? all.slice(0, 1) : all;
  const shape = packed(proto.shape, { dim: dims.map((dim) => packed(proto.dim, dim)) });
  const tensor = packed(proto.tensorType, { elements, shape });
  return packed(proto.valueInfo, { name, type: packed(proto.type, { tensor }) });
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
