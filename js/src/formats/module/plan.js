/**
 * Graphs as programs of a module: `values` of a sample, from which the class, the decision values and the
 * probabilities follow.
 */
import { MaxMarginError } from '../../basics/errors.js';
import { sizeOf } from '../../graph/operators.js';
import { Body } from './body.js';
import { comparing } from './comparing.js';
import { Program } from './program.js';

/** @import { Given, Node } from '../../graph/graph.js' */
/** @import { Lowered } from '../../graph/lower.js' */
/** @import { Kind } from './program.js' */

/**
 * What the functions of a module compute.
 * @typedef {object} Plan
 * @property {Program} program
 * @property {Lowered} lowered
 * @property {number} values how many numbers `values` computes
 * @property {number} outputs how many decision values there are, or numbers of a transformed sample
 * @property {boolean} limited whether some numbers must not be below 0
 * @property {string[]} functions that the file calls
 */

/** The most numbers that a file may have. */
const most = 2 ** 24;

/** How many numbers a node has for a sample. @param {Node} node */
const widthOf = ({ shape }) => Math.abs(sizeOf(shape));

/**
 * The name of the array of an input.
 * @param {Given} given
 * @param {number} at
 */
const inputName = ({ strings }, at) =>
  at === 0
    ? 'x'
    : `${strings ? 'kernel' : 'terms'}${String.fromCharCode(97 + ((at - 1) % 26))}${at > 26 ? at : ''}`;

/**
 * @param {Lowered} lowered
 * @returns {Plan}
 */
export function planOf(lowered) {
  const { kind, given, outputs, values, labels } = lowered;
  const kept = constantsOf(values);
  if (kept > most) {
    throw new MaxMarginError('ERR_MEMORY_BUDGET', 'model', `a module has at most ${most} numbers, but this model keeps ${kept}; fit with fewer samples or features, or use save`, { needed: kept, available: most }); // prettier-ignore
  }
  const program = new Program();
  /** @type {[Node, string][]} */
  const inputs = given.map((one, at) => [one.node, inputName(one, at)]);
  const limits = nonNegative(values);
  const first = new Body(program, [...values, ...limits], inputs);
  let size = 0;
  /** @type {Map<Node, number>} */
  const starts = new Map();
  for (const node of values) {
    starts.set(node, size);
    first.write(node, 'f', size);
    size += widthOf(node);
  }
  for (const node of limits) first.over(node, (_, __, value) => [`if (${value} < 0) status = 1;`]);
  const doc =
    'Computes the values f of a sample; returns 1 if a number is below 0 that must not be, else 0';
  /** @type {[Kind, string][]} */
  const parameters = inputs.map(([, name]) => ['Numbers', name]);
  program.define('values', doc, [...parameters, ['Written', 'f']], 'Whole', [
    '/** @type {Whole} */ let status = 0;',
    ...first.lines,
    'return status;',
  ]);
  const plan = { program, lowered, values: size, limited: limits.length > 0 };
  const read = ['values', ...comparing(program, given)];
  if (kind !== 'classifier') return { ...plan, outputs: size, functions: read };
  const later = (/** @type {Node} */ node) => {
    // What values has computed: behind the first of them, in arrays of their own.
    const all = allOf([node], values);
    const used = values.filter((one) => all.includes(one));
    const names = used.map(
      (one) =>
        /** @type {[Node, string]} */ ([one, starts.get(one) === 0 ? 'f' : program.name('g')]),
    );
    const body = new Body(program, [node], names);
    for (const [one, name] of names) {
      if (name === 'f') continue;
      body.lines.push(`const ${name} = new Float64Array(${widthOf(one)});`);
      body.lines.push(
        `for (let j = 0; j < ${widthOf(one)}; j++) ${name}[j] = f[${starts.get(one)} + j];`,
      );
    }
    return body;
  };
  const elect = later(outputs.place);
  const place = elect.keep(outputs.place);
  program.define(
    'elect',
    'The class with these values, by its number',
    [['Numbers', 'f']],
    'Whole',
    [...elect.lines, `return ${place}[0];`],
  );
  const { decisions, probabilities: p } = outputs;
  const written = [
    { name: 'decide', of: 'The decision values', node: decisions, to: 'out' },
    ...(p ? [{ name: 'probabilities', of: `The probabilities of the ${labels.length} classes${lowered.isApart ? '' : '; that of the predicted class is the largest'}`, node: p, to: 'p' }] : []), // prettier-ignore
  ];
  for (const { name, of, node, to } of written) {
    const body = later(node);
    body.write(node, to);
    program.define(name, of, [['Numbers', 'f'], ['Written', to]], 'nothing', body.lines); // prettier-ignore
  }
  const functions = [...read, 'elect', ...written.map(({ name }) => name)];
  return { ...plan, outputs: widthOf(decisions), functions };
}

/**
 * Some nodes, and all that they are computed from.
 * @param {readonly Node[]} nodes
 * @param {readonly Node[]} [ends] of which those are left out that only they are computed from
 */
function allOf(nodes, ends = []) {
  /** @type {Set<Node>} */
  const seen = new Set();
  const visit = (/** @type {Node} */ node) => {
    if (seen.has(node)) return;
    seen.add(node);
    if (!ends.includes(node)) node.inputs.forEach(visit);
  };
  nodes.forEach(visit);
  return [...seen];
}

/** The numbers that must not be below 0. @param {readonly Node[]} values */
const nonNegative = (values) =>
  allOf(values).flatMap(({ operator, inputs }) => (operator === 'nonNegative' ? inputs : []));

/** How many numbers the constants have. @param {readonly Node[]} nodes */
const constantsOf = (nodes) =>
  allOf(nodes).reduce((sum, { values }) => sum + (values?.length ?? 0), 0);
