/** Graphs of operators as the bytes of ONNX files. */
import { MaxMarginError } from '../../basics/errors.js';
import { bytesField, floatsField, joined, wholeField } from './protobuf.js';
import * as proto from './schema.js';

/** @import { Pieces } from './protobuf.js' */

/** The types of an attribute: an integer, a text, or a list of one type. */
/** @typedef {number | string | Float32Array | bigint[] | string[]} Attribute */

/**
 * An operator on the way from the input.
 * @typedef {object} Operator
 * @property {string} type
 * @property {string} [domain] ONNX's own, if there is none
 * @property {string[]} inputs
 * @property {string[]} outputs
 * @property {Record<string, Attribute>} attributes
 */

/**
 * A result: its name, the type of its entries and how many there are for a sample.
 * @typedef {{name: string, elements: number, columns?: number}} Output
 */

/** @typedef {{operators: Operator[], outputs: Output[]}} Graph */

/** The name of the input. */
export const input = 'X';

/**
 * The file of a graph.
 * @param {string} name of it
 * @param {Graph} graph
 * @param {number} d features that a sample has
 * @returns {Uint8Array<ArrayBuffer>}
 */
export function packFile(name, { operators, outputs }, d) {
  const parts = [
    ...operators.flatMap((operator, i) => bytesField(proto.graph.node, packNode(operator, i))),
    ...bytesField(proto.graph.name, name),
    ...bytesField(proto.graph.input, packValue(input, proto.elements.float, d)),
    ...outputs.flatMap(({ name, elements, columns }) =>
      bytesField(proto.graph.output, packValue(name, elements, columns)),
    ),
  ];
  return joined([
    ...wholeField(proto.model.irVersion, 8),
    ...bytesField(proto.model.producerName, 'maxmargin'),
    ...bytesField(proto.model.graph, parts),
    ...packOpset('', 15),
    ...packOpset(proto.domain, 1),
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
function packNode({ type, domain, inputs, outputs, attributes }, i) {
  return [
    ...inputs.flatMap((name) => bytesField(proto.node.input, name)),
    ...outputs.flatMap((name) => bytesField(proto.node.output, name)),
    ...bytesField(proto.node.name, `${type}_${i}`),
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
  const kind = typeof value[0] === 'string' ? 'strings' : 'ints';
  const pieces = value.map((one) =>
    typeof one === 'string' ? bytesField(attribute.strings, one) : wholeField(attribute.ints, one),
  );
  return typed(kind, pieces.flat());
}

/**
 * An input or an output: a row for every sample.
 * @param {string} name
 * @param {number} elements
 * @param {number} [columns] none: one entry for every sample
 */
function packValue(name, elements, columns) {
  const dims = [bytesField(proto.dim.parameter, 'N')];
  if (columns !== undefined) dims.push(wholeField(proto.dim.value, columns));
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
