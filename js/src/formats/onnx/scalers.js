/** The scalers of pipelines as ONNX operators. */
import { show } from '../../basics/errors.js';
import { inRange } from './pack.js';
import * as proto from './schema.js';

/** @import { Node as Computed } from '../../graph/graph.js' */
/** @import { Stored } from '../../graph/stored.js' */
/** @import { Foreign } from '../foreign.js' */
/** @import { Node } from './graph.js' */
/** @import { Attribute } from './pack.js' */

/** @typedef {Pick<Foreign, 'machine' | 'options' | 'fitted'>} ForeignScaler */
/** @typedef {{type: string, attributes: Record<string, Attribute>}} Scaling */

/**
 * Steps that have an operator of their own; nothing: this one needs a graph.
 * @type {Record<string, (stored: Stored) => Scaling | undefined>}
 */
const writers = {
  Normalizer(stored) {
    const norm = stored.text('option.norm');
    // ONNX's MAX divides by the largest value, not by the largest absolute one.
    return norm === 'max'
      ? undefined
      : { type: 'Normalizer', attributes: { norm: norm.toUpperCase() } };
  },

  SimpleImputer(stored) {
    if (stored.numbers('indicated').length > 0) return undefined;
    const values = inRange(Float32Array.from(stored.numbers('statistics')));
    return {
      type: 'Imputer',
      attributes: { imputed_value_floats: values, replaced_value_float: { float: NaN } },
    };
  },
};

/**
 * The operator of a step, if there is one.
 * @param {Computed} node
 * @param {{stored: Stored, x: Computed}} step
 * @returns {Scaling | undefined}
 */
export function scaling(node, { stored, x }) {
  const writer = writers[stored.machine];
  if (writer) return writer(stored);
  const made = affine(node, x);
  if (!made) return undefined;
  const [offset, scale] = made.map((numbers) => inRange(Float32Array.from(numbers)));
  return { type: 'Scaler', attributes: { offset, scale } };
}

/**
 * The offset and the scale of a node that is (x - offset) scale.
 * @param {Computed} node
 * @param {Computed} x
 * @returns {[offset: Float64Array, scale: Float64Array] | undefined}
 */
function affine({ operator, inputs }, x) {
  const [from, number] = inputs;
  const [, d] = x.shape;
  const values = number?.values;
  const before = from === x ? [new Float64Array(d), new Float64Array(d).fill(1)] : values && affine(from, x); // prettier-ignore
  if (!before || !values) return undefined;
  const [offset, scale] = before;
  const c = (/** @type {number} */ j) => values[j % values.length];
  switch (operator) {
    case '+':
      return [offset.map((o, j) => o - c(j) / scale[j]), scale];
    case '-':
      return [offset.map((o, j) => o + c(j) / scale[j]), scale];
    case '*':
      return [offset, scale.map((s, j) => s * c(j))];
    case '/':
      return [offset, scale.map((s, j) => s / c(j))];
    default:
      return undefined;
  }
}

/** The operators that can be read. @type {Record<string, (node: Node, d: number) => ForeignScaler>} */
const readers = {
  Scaler(node, d) {
    const [offset, scale] = [spread(node, 'offset', d, 0), spread(node, 'scale', d, 1)];
    const wrong = scale.findIndex((factor) => !(factor > 0));
    if (wrong >= 0) {
      throw node.error(`has ${scale[wrong]} in scale, where scalers have positive factors`);
    }
    return {
      machine: 'StandardScaler',
      options: {},
      fitted: {
        features: Int32Array.of(d),
        mean: offset,
        scale: scale.map((factor) => 1 / factor),
      },
    };
  },

  Normalizer(node, d) {
    const norm = node.text('norm', 'MAX');
    if (norm !== 'L2' && norm !== 'L1') {
      throw node.error(`has the norm ${show(norm)}; those that can be imported are L1 and L2`);
    }
    return {
      machine: 'Normalizer',
      options: { norm: norm.toLowerCase() },
      fitted: { features: Int32Array.of(d) },
    };
  },

  Imputer(node, d) {
    const replaced = node.float('replaced_value_float', 0);
    if (node.has('imputed_value_int64s') || !Number.isNaN(replaced)) {
      throw node.error(
        `fills in for ${node.has('imputed_value_int64s') ? 'whole numbers' : replaced}, where this package fills in for NaN; write the model with missing_values NaN`,
      );
    }
    return {
      machine: 'SimpleImputer',
      options: {},
      fitted: {
        features: Int32Array.of(d),
        statistics: spread(node, 'imputed_value_floats', d, 0),
        indicated: new Int32Array(0),
      },
    };
  },
};

/** @param {Node} node */
export const isScaler = ({ type, domain }) =>
  domain === proto.domain && Object.hasOwn(readers, type);

/**
 * Whether an operator picks columns.
 * @param {Node} node
 */
export const isSelector = ({ type, domain }) =>
  domain === proto.domain ? type === 'ArrayFeatureExtractor' : type === 'Gather';

/**
 * A scaler of so many features.
 * @param {Node} node
 * @param {number} d
 */
export const readScaler = (node, d) => readers[node.type](node, d);

/**
 * A number for each feature, of which a file may have one for all.
 * @param {Node} node
 * @param {string} name
 * @param {number} d
 * @param {number} fallback
 */
function spread(node, name, d, fallback) {
  if (!node.has(name)) return new Float64Array(d).fill(fallback);
  const values = node.floats(name);
  return values.length === 1 ? new Float64Array(d).fill(values[0]) : node.floats(name, d);
}
