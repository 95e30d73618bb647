/**
 * Writes models as ONNX files. Machines and steps that ONNX has operators for are written as
 * these, as skl2onnx does; their numbers are float32. Everything else, and with float64 all that is
 * no tree, is a graph of products of matrices and functions of numbers in float64.
 */
import { MaxMarginError } from '../../basics/errors.js';
import { machineOf } from '../../machines/all.js';
import { partsOf } from '../../model/parts.js';
import { Builder, input } from './builder.js';
import { decisions, elect, probabilities } from './election.js';
import { operators, packLabels } from './operators.js';
import { packFile, roomFor } from './pack.js';
import { scaling } from './scalers.js';
import * as proto from './schema.js';
import { steps } from './steps.js';
import { oneTree } from './trees.js';
import { machines, valuesOf } from './values.js';

/** @import { Fitted } from '../../model/fitted.js' */
/** @import { Wire } from './builder.js' */
/** @import { Output } from './pack.js' */

/** The names of what can be written. */
export const written = [...Object.keys(steps), ...Object.keys(machines)];

/**
 * A model as an ONNX file.
 * @param {Fitted} fitted
 * @param {boolean} isDouble whether the input and the outputs are float64
 * @returns {Uint8Array<ArrayBuffer>}
 */
export function write(fitted, isDouble) {
  const parts = fitted.steps > 0 ? partsOf(fitted, machineOf) : [fitted];
  const last = parts[parts.length - 1];
  const odd = parts.find(({ machine }) => !written.includes(machine));
  if (odd || fitted.fronted) {
    throw refused(
      `${odd ? `a ${odd.machine}` : 'a pipeline with a vectorizer'} cannot be written as ONNX; fit a pipeline of the steps and machines that the page on files lists, or use save`,
    );
  }
  const b = new Builder(isDouble);
  const d = /** @type {number} */ (parts[0].attribute('nFeatures'));
  roomFor(8 * d, `samples of ${d} features`);
  const front = parts.slice(0, -1);
  /** @type {Flow} */
  let flow = isDouble ? { double: input } : { single: input };
  front.forEach((step, i) => (flow = stepped(b, step, flow, `scaled_${i + 1}`)));
  const outputs = machines[last.machine] ? predicted(b, last, flow) : transformed(b, last, flow);
  const { float, double } = proto.elements;
  return packFile(fitted.steps > 0 ? 'Pipeline' : fitted.machine, {
    operators: b.operators,
    constants: b.constants,
    inputs: [{ name: input, elements: isDouble ? double : float, columns: d }],
    outputs,
  });
}

/** Samples on their way, as float32, float64 or both. @typedef {{single?: Wire, double?: Wire}} Flow */

/** @param {Builder} b @param {Flow} flow */
const doubled = (b, flow) => (flow.double ??= b.double(/** @type {Wire} */ (flow.single)));

/** @param {Builder} b @param {Flow} flow */
const singled = (b, flow) => (flow.single ??= b.single(/** @type {Wire} */ (flow.double)));

/**
 * @param {Builder} b
 * @param {Fitted} step
 * @param {Flow} flow
 * @param {string} name of what it gives
 * @returns {Flow}
 */
function stepped(b, step, flow, name) {
  const operator = b.isDouble ? undefined : scaling(step);
  if (!operator) return { double: steps[step.machine](b, step, doubled(b, flow)) };
  return { single: b.machine(operator.type, [singled(b, flow)], operator.attributes, [name]) };
}

/**
 * The output of a step without a machine behind it.
 * @param {Builder} b
 * @param {Fitted} step
 * @param {Flow} flow
 * @returns {Output[]}
 */
function transformed(b, step, flow) {
  return [named(b, steps[step.machine](b, step, doubled(b, flow)), 'variable', 0)];
}

/**
 * Gives numbers a name and the type of outputs.
 * @param {Builder} b
 * @param {Wire} x
 * @param {string} name
 * @param {number} columns
 * @returns {Output}
 */
function named(b, x, name, columns) {
  const { float, double } = proto.elements;
  const elements = b.isDouble ? double : float;
  if (b.isDouble) b.add('Identity', [x], {}, { outputs: [name] });
  else b.add('Cast', [x], { to: float }, { outputs: [name] });
  return { name, elements, columns };
}

/**
 * The outputs of a machine.
 * @param {Builder} b
 * @param {Fitted} fitted
 * @param {Flow} flow
 * @returns {Output[]}
 */
function predicted(b, fitted, flow) {
  if (!b.isDouble && operators[fitted.machine]) {
    const made = operators[fitted.machine](b, fitted, singled(b, flow));
    if (made) return [...made.outputs, ...probable(b, fitted, made.values)];
  }
  if (fitted.machine === 'DecisionTreeClassifier' || fitted.machine === 'DecisionStump') {
    return oneTree(b, fitted, b.isDouble ? doubled(b, flow) : singled(b, flow));
  }
  const values = valuesOf(b, fitted, doubled(b, flow));
  const { kind } = machineOf(fitted.machine);
  const { int64 } = proto.elements;
  if (kind === 'detector') {
    const scores = named(b, values.values, 'scores', 1);
    const inside = b.add('GreaterOrEqual', [values.values, b.number(0)]);
    const side = b.where(inside, 1, -1);
    b.add('Cast', [side], { to: int64 }, { outputs: ['label'] });
    return [{ name: 'label', elements: int64, columns: 1 }, scores];
  }
  if (kind !== 'classifier') return [named(b, values.values, 'variable', 0)];
  const index = elect(b, fitted, values);
  const label = labelled(b, fitted, index);
  const scores = named(b, decisions(b, fitted, values.values), 'scores', 0);
  const p = probabilities(b, fitted, values.values, index);
  const k = fitted.classes.labels.length;
  return [label, scores, ...(p ? [named(b, p, 'probabilities', k)] : [])];
}

/**
 * The probabilities behind an operator that has none.
 * @param {Builder} b
 * @param {Fitted} fitted
 * @param {(() => Wire) | undefined} values
 * @returns {Output[]}
 */
function probable(b, fitted, values) {
  if (!values || !fitted.probability) return [];
  const f = values();
  const index = elect(b, fitted, { values: f });
  const p = /** @type {Wire} */ (probabilities(b, fitted, f, index));
  return [named(b, p, 'probabilities', fitted.classes.labels.length)];
}

/**
 * @param {Builder} b
 * @param {Fitted} fitted
 * @param {Wire} index
 * @returns {Output}
 */
function labelled(b, fitted, index) {
  const { names, label } = packLabels(fitted.classes, fitted.classes.labels);
  const list = /** @type {bigint[] | string[]} */ (
    names.classlabels_strings ?? names.classlabels_ints
  );
  b.add('Gather', [b.constant(list), index], {}, { outputs: [label.name] });
  return label;
}

/** @param {string} message */
const refused = (message) => new MaxMarginError('ERR_TYPE', 'model', message);
