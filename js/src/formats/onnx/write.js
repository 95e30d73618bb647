/**
 * Writes models as ONNX files. Machines and steps that ONNX has operators for are written as
 * these, as skl2onnx does; their numbers are float32. Everything else, and with float64 all that is
 * no tree, is a graph of products of matrices and functions of numbers in float64.
 */
import { MaxMarginError } from '../../basics/errors.js';
import { machineOf } from '../../machines/all.js';
import { Builder } from './builder.js';
import { decisions, elect, probabilities } from './election.js';
import { doubled, singled } from './flow.js';
import { groupsOf, isWritten, stepsOf, through } from './front.js';
import { inputsOf, textInputs } from './inputs.js';
import { operators, packLabels } from './operators.js';
import { packFile } from './pack.js';
import * as proto from './schema.js';
import { vectorizerOf } from './text.js';
import { oneTree } from './trees.js';
import { unwritten, valuesOf } from './values.js';

/** @import { Fitted } from '../../model/fitted.js' */
/** @import { Wire } from './builder.js' */
/** @import { Flow } from './flow.js' */
/** @import { Output } from './pack.js' */
/** @import { Vectorizer } from './text.js' */

/** The field of a file with the vectorizer before its numbers. */
export const textField = 'facade.vectorizer';

/**
 * A model as an ONNX file.
 * @param {Fitted} fitted
 * @param {{isDouble: boolean, inputNames?: readonly string[]}} settings whether the inputs and the
 *   outputs are float64, and names for the inputs
 * @returns {Uint8Array<ArrayBuffer>}
 */
export function write(fitted, { isDouble, inputNames }) {
  const parts = stepsOf(fitted);
  const odd = oddOf(parts);
  if (odd) {
    throw refused(
      `${/^[AEIO]/.test(odd.machine) ? 'an' : 'a'} ${odd.machine} cannot be written as ONNX: ${unwritten[odd.machine] ?? 'ONNX has no operators for it here'}. The page on files lists what can be; or use save`,
    );
  }
  const b = new Builder(isDouble);
  const last = parts[parts.length - 1];
  const d = /** @type {number} */ (parts[0].attribute('nFeatures'));
  const vectorizer = vectorizerOf(fitted.extra(textField));
  const { inputs, flow } = vectorizer
    ? textInputs(b, vectorizer, inputNames)
    : inputsOf(b, fitted, d, inputNames);
  const isMachine = machineOf(last.machine).kind !== 'transformer';
  const made = through(b, isMachine ? parts.slice(0, -1) : parts, flow);
  const outputs = isMachine
    ? predicted(b, last, made)
    : [named(b, doubled(b, made), 'variable', 0)];
  return packFile(fitted.steps > 0 ? 'Pipeline' : fitted.machine, {
    operators: b.operators,
    constants: b.constants,
    inputs,
    outputs,
  });
}

/**
 * A vectorizer of texts as an ONNX file.
 * @param {string} text of the field of its file
 * @param {{isDouble: boolean, inputNames?: readonly string[]}} settings as of write
 * @returns {Uint8Array<ArrayBuffer>}
 */
export function writeVectorizer(text, { isDouble, inputNames }) {
  const b = new Builder(isDouble);
  const vectorizer = /** @type {Vectorizer} */ (vectorizerOf(text));
  const { inputs, flow } = textInputs(b, vectorizer, inputNames);
  const outputs = [named(b, doubled(b, flow), 'variable', 0)];
  const { operators, constants } = b;
  return packFile(vectorizer.machine, { operators, constants, inputs, outputs });
}

/**
 * A part that cannot be written.
 * @param {Fitted[]} parts
 * @returns {Fitted | undefined}
 */
function oddOf(parts) {
  for (const part of parts) {
    if (!isWritten(part.machine)) return part;
    const inside =
      part.machine === 'ColumnTransformer' ? groupsOf(part).flatMap(({ steps }) => steps) : [];
    const odd = oddOf(inside);
    if (odd) return odd;
  }
  return undefined;
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
