/**
 * Parts of a graph that have few values, as lists of them: what follows from one tree alone has a value
 * for each leaf, and what a step makes of one column of texts has one for each text.
 */
import { computing } from '../../graph/operators.js';
import { elements } from './schema.js';
import { forest } from './trees.js';

/** @import { Node } from '../../graph/graph.js' */
/** @import { Numbers } from '../../graph/operators.js' */
/** @import { Printed, Printer } from './printer.js' */
/** @import { Tree } from './trees.js' */

/** A node that follows from a tree, with `count` numbers from `from` on of all. @typedef {Tree & {node: Node, from: number, count: number}} Grown */

/** The most numbers of a list. */
const most = 2 ** 22;

/** Whether float32 has numbers. @param {ArrayLike<number>} numbers */
const isSingle = (numbers) => Array.from(numbers).every((v) => Math.fround(v) === v);

/**
 * The numbers of a node for some rows of another, of which alone it is computed.
 * @param {Node} node
 * @param {number} n rows
 * @param {Map<Node, Numbers>} known
 * @returns {Numbers}
 */
function computed(node, n, known) {
  const made = known.get(node);
  if (made) return made;
  if (node.values) return { data: node.values, shape: node.shape };
  const inputs = node.inputs.map((one) => computed(one, n, known));
  const shape = node.shape.map((length) => (length < 0 ? n : length));
  const { data, run } = computing(node, shape, inputs);
  run?.();
  const numbers = { data, shape };
  known.set(node, numbers);
  return numbers;
}

/**
 * The node of which alone another is computed: null, if all is constant; undefined, if there are several.
 * @param {Node} node
 * @param {(node: Node) => Node | undefined} source whether a node is one
 * @param {Map<Node, Node | null | undefined>} known
 * @returns {Node | null | undefined}
 */
function aloneOf(node, source, known) {
  if (node.values) return null;
  if (known.has(node)) return known.get(node);
  const all = source(node)
    ? [source(node)]
    : node.inputs.map((one) => aloneOf(one, source, known)).filter((one) => one !== null);
  const only = all.every((one) => one === all[0]) ? all[0] : undefined;
  known.set(node, only);
  return only;
}

export class Lists {
  #p;
  /** What steps make of samples. @type {Set<Node>} */
  #front = new Set();
  /** What trees become, by the samples that they take. @type {Map<Node, Grown[]>} */
  #trees = new Map();
  /** @type {Map<Node, Node | null | undefined>} */
  #texts = new Map();

  /**
   * @param {Printer} p
   * @param {Node} samples that the machine takes
   * @param {Node[]} results of the graph
   */
  constructor(p, samples, results) {
    this.#p = p;
    const inFront = (/** @type {Node} */ node) => {
      if (this.#front.has(node)) return;
      this.#front.add(node);
      node.inputs.forEach(inFront);
    };
    inFront(samples);
    this.#findTrees(results);
  }

  /**
   * Trees have float32 numbers, so they end where these are exact: at the class that a tree votes for.
   * @param {Node[]} results
   */
  #findTrees(results) {
    const known = new Map();
    const seen = new Set();
    const visit = (/** @type {Node} */ node) => {
      if (seen.has(node)) return;
      seen.add(node);
      const tree = aloneOf(
        node,
        (one) => (one.operator === 'tree' && !one.given.roots ? one : undefined),
        known,
      );
      const { features, leaves } = tree?.given ?? {};
      const n = features?.length;
      const start = { data: leaves, shape: [n, leaves?.length / n] };
      const { data } = tree && node.shape.length === 2 ? computed(node, n, new Map([[tree, start]])) : start; // prettier-ignore
      if (!tree || !(node === tree || (node.shape.length === 2 && isSingle(data)))) {
        node.inputs.forEach(visit);
        return;
      }
      const [x] = tree.inputs;
      const all = this.#trees.get(x) ?? [];
      const from = all.reduce((sum, { count }) => sum + count, 0);
      const count = data.length / n;
      const leaf = (/** @type {number} */ at) => data.subarray(at * count, (at + 1) * count);
      all.push({ node, tree: tree.given, leaf, from, count });
      this.#trees.set(x, all);
      visit(x);
    };
    results.forEach(visit);
  }

  /**
   * @param {Node} node
   * @returns {Printed | undefined} nothing, if it has no list
   */
  print(node) {
    for (const [x, all] of this.#trees)
      if (all.some((one) => one.node === node)) return this.#forest(node, x, all);
    const p = this.#p;
    if (!this.#front.has(node) || p.columnsOf(node)) return undefined;
    const text = (/** @type {Node} */ one) => {
      const [column, ...others] = p.columnsOf(one) ?? [];
      return column?.operator === 'codes' && others.length === 0 ? column : undefined;
    };
    const column = aloneOf(node, text, this.#texts);
    return column?.operator === 'codes' ? this.#ofTexts(node, column) : undefined;
  }

  /**
   * The trees of the same samples are one operator.
   * @param {Node} node one of them
   * @param {Node} x
   * @param {Grown[]} all
   * @returns {Printed}
   */
  #forest(node, x, all) {
    const { b } = this.#p;
    const total = all.reduce((sum, { count }) => sum + count, 0);
    const sums = forest(b, all, this.#p.as(x, b.isDouble ? 'double' : 'float'), total);
    const outputs = all.map(() => b.name());
    const doubled = b.add('Cast', [sums], { to: elements.double });
    b.add('Split', [doubled, b.wholes(all.map(({ count }) => count))], { axis: 1 }, { outputs });
    all.forEach((one, i) => this.#p.set(one.node, ['double', outputs[i]]));
    return ['double', this.#p.as(node)];
  }

  /** @param {Node} node @param {Node} column @returns {Printed | undefined} */
  #ofTexts(node, column) {
    const { table, at, keys } = column.given;
    const [, width] = table.shape;
    const [, count] = node.shape;
    const codes = [...keys.keys(), keys.length, ...(keys.includes('') ? [] : [NaN])];
    const n = codes.length;
    if (node.shape.length !== 2 || n * Math.max(width, count) > most) return undefined;
    const data = new Float64Array(n * width);
    codes.forEach((code, i) => (data[i * width + at] = code));
    const numbers = computed(node, n, new Map([[table, { data, shape: [n, width] }]])).data;
    /** @type {Row[]} */
    const rows = codes.map((_, i) => ({
      text: i === keys.length ? undefined : (keys[i] ?? ''),
      values: numbers.subarray(i * count, (i + 1) * count),
    }));
    return this.#hot(rows, column.given) ?? this.#numbered(rows, column.given) ?? this.#listed(rows, column.given); // prettier-ignore
  }

  /**
   * Columns that are 1 for one text each: a runtime fails at texts that it does not know, unless all
   * columns are 0 then.
   * @param {Row[]} rows
   * @param {{wire: string}} given
   * @returns {Printed | undefined}
   */
  #hot(rows, { wire }) {
    const { b } = this.#p;
    const other = /** @type {Row} */ (rows.find(({ text }) => text === undefined));
    const isStrict = isRefused(other);
    const known = rows.filter((row) => !isRefused(row));
    const hits = new Array(other.values.length);
    for (const row of known) {
      const place = onlyOne(row.values);
      if (place === undefined || hits[place] || (place >= 0 && row === other)) return undefined;
      if (place >= 0) hits[place] = row;
    }
    if (hits.includes(undefined) || (!isStrict && known.length < rows.length)) return undefined;
    const own = new Set(hits);
    const ordered = (isStrict ? known : rows).filter((row) => isStrict || own.has(row));
    const inOrder = ordered.filter((row) => own.has(row)).every((row, c) => row === hits[c]);
    const all = inOrder ? ordered : [...hits, ...ordered.filter((row) => !own.has(row))];
    const kept = all.flatMap((row, i) => (own.has(row) ? [i] : []));
    const texts = all.map(({ text }) => String(text));
    const attributes = { cats_strings: texts, zeros: Number(!isStrict) };
    const deep = b.machine('OneHotEncoder', [wire], attributes, [b.name('hot')]); // n x 1 x categories
    const isWhole = kept.length === all.length;
    const chosen = isWhole ? deep : b.add('Gather', [deep, b.wholes(kept)], { axis: -1 });
    return ['float', b.add('Reshape', [chosen, b.wholes([-1, kept.length])])];
  }

  /**
   * A number for each text.
   * @param {Row[]} rows
   * @param {{wire: string}} given
   * @returns {Printed | undefined}
   */
  #numbered(rows, { wire }) {
    if (rows[0].values.length > 1 || rows.some(({ values }) => !isSingle(values))) return undefined;
    const other = /** @type {Row} */ (rows.find(({ text }) => text === undefined));
    const [fallback] = other.values;
    const own = rows.filter(({ text, values }, i) => text !== undefined && (values[0] !== fallback || i === rows.length - 1)); // prettier-ignore
    const isGap = (/** @type {Row} */ { text }) => Number(text === '');
    own.sort((one, two) => isGap(one) - isGap(two) || one.values[0] - two.values[0]);
    return this.#encoded(wire, own.map(({ text, values }) => [String(text), values[0]]), fallback); // prettier-ignore
  }

  /**
   * Rows of a list, of which those that are no numbers are none.
   * @param {Row[]} rows
   * @param {{wire: string}} given
   * @returns {Printed}
   */
  #listed(rows, { wire }) {
    const { b } = this.#p;
    const known = rows.filter((row) => !isRefused(row));
    const places = rows.map((row) => BigInt(isRefused(row) ? known.length : known.indexOf(row)));
    const own = rows.flatMap(({ text }, i) => (text === undefined ? [] : [i]));
    const attributes = {
      keys_strings: own.map((i) => String(rows[i].text)),
      values_int64s: own.map((i) => places[i]),
      default_int64: Number(places[rows.findIndex(({ text }) => text === undefined)]),
    };
    const place = b.machine('LabelEncoder', [wire], attributes, [b.name('places')]);
    const count = rows[0].values.length;
    const table = b.constant(known.flatMap(({ values }) => Array.from(values)), [known.length, count]); // prettier-ignore
    const name = b.name('unknown_category');
    const deep = b.add('Gather', [table, place], {}, { name }); // n x 1 x count
    return ['double', b.add('Reshape', [deep, b.wholes([-1, count])])];
  }

  /**
   * The places of texts in a list; a text that is not there has the place after all of them, and the
   * empty one, unless it is one of them, is a missing value.
   * @param {{wire: string, keys: string[]}} given
   * @returns {Printed}
   */
  codes({ wire, keys }) {
    /** @type {[string, number][]} */
    const entries = keys.map((key, code) => [key, code]);
    if (!keys.includes('')) entries.push(['', NaN]);
    return this.#encoded(wire, entries, keys.length);
  }

  /**
   * @param {string} wire
   * @param {[string, number][]} entries
   * @param {number} fallback of all other texts
   * @returns {Printed}
   */
  #encoded(wire, entries, fallback) {
    const { b } = this.#p;
    const attributes = {
      keys_strings: entries.map(([text]) => text),
      values_floats: Float32Array.from(entries, ([, code]) => code),
      default_float: { float: fallback },
    };
    return ['float', b.machine('LabelEncoder', [wire], attributes, [b.name('codes')])];
  }
}

/** What a text becomes; without a text: all that are not known. @typedef {{text?: string, values: Float64Array}} Row */

/** Where the only 1 of a row is; -1 if all are 0; nothing of other rows. @param {Float64Array} values */
function onlyOne(values) {
  const place = values.indexOf(1);
  const isHot = values.every((v, c) => v === Number(c === place));
  return isHot ? place : undefined;
}

/** Whether a text is refused. @param {Row} row */
const isRefused = ({ values }) => values.some(Number.isNaN);
