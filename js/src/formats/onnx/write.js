/**
 * Writes models as ONNX files: their graphs, printed. With float32, machines that ONNX has operators for
 * are written as these, as skl2onnx does; their numbers are float32.
 */
import { MaxMarginError } from '../../basics/errors.js';
import { everything } from '../../graph/families.js';
import { lower } from '../../graph/lower.js';
import { lowerCommittee } from '../../graph/one-vs.js';
import { joined } from '../../graph/parts.js';
import { Stored } from '../../graph/stored.js';
import { Builder } from './builder.js';
import { inputsOf } from './inputs.js';
import { operators, packLabels } from './operators.js';
import { packFile, roomFor } from './pack.js';
import { Printer } from './printer.js';
import { elements } from './schema.js';
import { checkVectorizer } from './text.js';
import { oneTree } from './trees.js';

/** @import { Graph, Node } from '../../graph/graph.js' */
/** @import { Lowered } from '../../graph/lower.js' */
/** @import { Committee } from '../../graph/one-vs.js' */
/** @import { Output } from './pack.js' */

/**
 * Whether the inputs and the outputs are float64, and names for the inputs.
 * @typedef {{isDouble: boolean, inputNames?: readonly string[]}} Settings
 */

/**
 * A model as an ONNX file.
 * @param {Uint8Array} bytes of the model, checked
 * @param {Settings} settings
 * @returns {Uint8Array<ArrayBuffer>}
 */
export function write(bytes, settings) {
  const { last, machine } = readable(bytes);
  return print(lower(bytes), bytes, machine, last, settings);
}

/**
 * A classifier that is made of classifiers of two classes, as an ONNX file. Of several labels for each
 * row `label` is 1 or 0 for each.
 * @param {Committee} committee
 * @param {Settings} settings
 */
export function writeCommittee(committee, settings) {
  const members = committee.members.filter((one) => typeof one !== 'number');
  members.forEach(readable);
  const lowered = lowerCommittee(committee, joined(everything));
  return print(lowered, members[0], committee.machine, undefined, settings);
}

/**
 * @param {Uint8Array} bytes
 * @param {string} name of a field that JavaScript added
 */
function extra(bytes, name) {
  const { whole } = Stored.of(bytes);
  const field = `facade.${name}`;
  return whole.has(field) ? whole.text(field) : undefined;
}

/**
 * The fields of a model whose texts ONNX can read.
 * @param {Uint8Array} bytes
 */
function readable(bytes) {
  const vectorizer = extra(bytes, 'vectorizer');
  if (vectorizer !== undefined) checkVectorizer(vectorizer);
  for (const { vectorizer: text } of JSON.parse(extra(bytes, 'texts') ?? '[]')) checkVectorizer(text); // prettier-ignore
  return Stored.of(bytes);
}

/**
 * @param {Lowered & Pick<Graph, 'steps'>} lowered
 * @param {Uint8Array} bytes which say how samples are read
 * @param {string} machine
 * @param {Stored | undefined} last the machine that may be one operator
 * @param {Settings} settings
 * @returns {Uint8Array<ArrayBuffer>}
 */
function print(lowered, bytes, machine, last, { isDouble, inputNames }) {
  if (lowered.input.samples === 'strings') {
    const { kernel } = Stored.of(bytes).last.kernel();
    throw new MaxMarginError('ERR_TYPE', 'kernel', `the kernel ${kernel} cannot be written as ONNX, which compares rows of numbers here; take a Gaussian, a polynomial or another kernel of vectors, or use save`); // prettier-ignore
  }
  const b = new Builder(isDouble);
  const p = new Printer(b, lowered);
  const columns = JSON.parse(extra(bytes, 'columns') ?? 'null') ?? undefined;
  const inputs = inputsOf(p, lowered, columns, inputNames);
  const outputs = outputsOf(p, lowered, last);
  const { operators, constants } = b;
  const numbers = [...constants.values()].reduce((sum, { values }) => sum + values.length, 0);
  roomFor(8 * numbers, `the ${numbers} numbers of this model`);
  return packFile(machine, { operators, constants, inputs, outputs });
}

/**
 * Prints the outputs of a model.
 * @param {Printer} p
 * @param {Lowered} lowered
 * @param {Stored | undefined} last the machine that may be one operator
 * @returns {Output[]}
 */
function outputsOf(p, { kind, outputs, values, labels, several }, last) {
  const { b } = p;
  const { samples } = outputs;
  const type = b.isDouble ? 'double' : 'float';
  const isTree = last?.machine === 'DecisionTreeClassifier' || last?.machine === 'DecisionStump';
  if (last && isTree) return oneTree(b, last, p.as(samples, type));
  const operator = b.isDouble || !last ? undefined : operators[last.machine];
  const made = last && operator?.(b, last, () => p.as(samples, 'float'));
  if (made?.values) p.set(values[0], made.values());
  else if (made) return made.outputs;
  const named = (/** @type {Node} */ node, /** @type {string} */ name, columns = 0) => {
    if (made?.outputs.some((one) => one.name === name)) return [];
    const known = p.typeOf(node) === type ? p.as(node, type) : undefined;
    if (known && known !== name) b.add('Identity', [known], {}, { outputs: [name] });
    else if (!known) b.add('Cast', [p.as(node)], { to: elements[type] }, { outputs: [name] });
    return [{ name, elements: elements[type], columns }];
  };
  if (kind === 'regressor' || kind === 'transformer')
    return named(outputs.values, 'variable', made && 1);
  if (kind === 'detector') {
    const scores = named(outputs.values, 'scores', 1);
    const half = Float32Array.of(0.5); // a value of 0 is inside
    const side = made
      ? b.add('Sign', [b.add('Add', [b.add('Sign', ['scores']), b.constant(half, [])])])
      : b.add('Where', [b.add('GreaterOrEqual', [p.as(outputs.values), 0]), 1, -1]);
    b.add('Cast', [side], { to: elements.int64 }, { outputs: ['label'] });
    return [{ name: 'label', elements: elements.int64, columns: 1 }, ...scores];
  }
  /** @type {Output[]} */
  const all = made?.outputs ?? [];
  if (several) {
    b.add('Cast', [p.as(outputs.place)], { to: elements.int64 }, { outputs: ['label'] });
    all.push({ name: 'label', elements: elements.int64, columns: labels.length });
  } else if (!made) {
    const { names, label } = packLabels(labels);
    const list = /** @type {bigint[] | string[]} */ (
      names.classlabels_strings ?? names.classlabels_ints
    );
    const place = b.add('Squeeze', [p.as(outputs.place, 'int64'), b.wholes([1])]);
    b.add('Gather', [b.constant(list), place], {}, { outputs: [label.name] });
    all.push(label);
  }
  all.push(...named(outputs.decisions, 'scores'));
  const { probabilities } = outputs;
  return probabilities ? [...all, ...named(probabilities, 'probabilities', labels.length)] : all;
}
