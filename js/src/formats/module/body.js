/**
 * Graphs as statements for one sample, in the plain part of JavaScript that program.js translates. Numbers
 * that are used once are parts of expressions; others are kept in arrays, or in a local of a loop.
 */
import { scaledBesselK } from '../../graph/functions.js';
import { ofEach as all, sizeOf } from '../../graph/operators.js';
import { number } from './literals.js';

/** @import { Node } from '../../graph/graph.js' */
/** @import { Program } from './program.js' */

/**
 * Operators of each number as expressions.
 * @type {Record<string, (a: string, b: string, c: string) => string>}
 */
const ofEach = {
  '+': (a, b) => `(${a} + ${b})`,
  '-': (a, b) => `(${a} - ${b})`,
  '*': (a, b) => `${a} * ${b}`,
  '/': (a, b) => `(${a} / ${b.includes(' * ') ? `(${b})` : b})`,
  '**': (a, b) => `Math.pow(${a}, ${b})`,
  '>': (a, b) => `(${a} > ${b} ? 1.0 : 0.0)`,
  '>=': (a, b) => `(${a} >= ${b} ? 1.0 : 0.0)`,
  '=': (a, b) => `(${a} === ${b} ? 1.0 : 0.0)`,
  where: (a, b, c) => `(${a} > 0 ? ${b} : ${c})`,
  nonNegative: (a) => a,
  isNaN: (a) => `(${a} !== ${a} ? 1.0 : 0.0)`,
  sign: (a) => `(${a} > 0 ? 1.0 : ${a} < 0 ? -1.0 : 0.0)`,
  normal: (a) => `normal(${a})`,
};
for (const name of Object.keys(all))
  ofEach[name] ??= (...given) => `Math.${name}(${given.filter(Boolean).join(', ')})`;

/** Comparisons as conditions. @type {Record<string, string>} */
const conditions = { '>': '>', '>=': '>=', '=': '===' };

/** Those that say a number more than once. */
const twice = ['isNaN', 'sign'];

/** What numbers along an axis are joined by. @type {Record<string, (sum: string, next: string) => string>} */
const joined = {
  sum: (sum, next) => `${sum} += ${next};`,
  product: (sum, next) => `${sum} *= ${next};`,
  largest: (sum, next) => `${sum} = Math.max(${sum}, ${next});`,
  smallest: (sum, next) => `${sum} = Math.min(${sum}, ${next});`,
};

/** The lengths of the last two axes of an array for one sample. @param {Node} node */
const lengthsOf = ({ shape }) => {
  const [c = 1, b = 1] = [...shape].reverse().map((length) => Math.abs(length));
  return [b, c];
};

/** The place of a number in its array. @param {Node} node @param {string} i @param {string} j */
function placeOf(node, i, j) {
  const [b, c] = lengthsOf(node);
  if (b === 1 || i === '0') return c === 1 ? '0' : j;
  return c === 1 ? i : `${i} * ${c}${j === '0' ? '' : ` + ${j}`}`;
}

/**
 * The locals of a loop: numbers that its statements use more than once.
 * @typedef {{known: Map<Node, string>, lines: string[], lengths: number[]}} Loop
 */

export class Body {
  /** The statements so far. @type {string[]} */
  lines = [];
  #program;
  /** How often each node is used. @type {Map<Node, number>} */
  #uses = new Map();
  /** The names of the arrays of nodes, and of the places that a node gathers. @type {Map<any, string>} */
  #names;
  /** @type {Loop | undefined} */
  #loop;

  /**
   * @param {Program} program
   * @param {readonly Node[]} outputs that are to be computed
   * @param {Iterable<[Node, string]>} given nodes with the names of their arrays
   */
  constructor(program, outputs, given) {
    this.#program = program;
    this.#names = new Map(given);
    const visit = (/** @type {Node} */ node) => {
      const uses = this.#uses.get(node) ?? 0;
      this.#uses.set(node, uses + 1);
      if (uses === 0 && !this.#names.has(node)) node.inputs.forEach(visit);
    };
    outputs.forEach(visit);
  }

  /**
   * Writes the numbers of a node to an array.
   * @param {Node} node
   * @param {string} array
   * @param {number} [from] the place of the first
   */
  write(node, array, from = 0) {
    const to = (/** @type {string} */ place) =>
      from === 0 ? place : place === '0' ? String(from) : `${from} + ${place}`;
    this.over(node, (i, j, value) => [`${array}[${to(placeOf(node, i, j))}] = ${value};`]);
  }

  /**
   * Statements for each number of a node.
   * @param {Node} node
   * @param {(i: string, j: string, value: string) => string[]} statements
   */
  over(node, statements) {
    this.prepare(node);
    const [b, c] = lengthsOf(node);
    const [i, j] = [b === 1 ? '0' : 'i', c === 1 ? '0' : 'j'];
    const value = () =>
      this.#names.has(node) || node.values || node.operator === 'gather'
        ? this.text(node, i, j)
        : this.#expression(node, i, j);
    let lines = this.within([b, c], () => statements(i, j, value()));
    if (c > 1) lines = block(`for (let j = 0; j < ${c}; j++)`, lines);
    if (b > 1) lines = block(`for (let i = 0; i < ${b}; i++)`, lines);
    this.lines.push(...lines);
  }

  /**
   * The statements of a loop, with its locals before them.
   * @param {number[]} lengths of the array that it visits
   * @param {() => string[]} write
   */
  within(lengths, write) {
    /** @type {Loop} */
    const loop = { known: new Map(), lines: [], lengths };
    this.#loop = loop;
    const lines = write();
    this.#loop = undefined;
    return [...loop.lines, ...lines];
  }

  /** Keeps what the expression of a node cannot say. @param {Node} node */
  prepare(node) {
    if (this.#names.has(node) || node.values) return;
    const { operator, inputs } = node;
    const isList = operator === 'dot' || operator === 'distance';
    if (!ofEach[operator] && !isList && operator !== 'gather' && operator !== 'matern') {
      this.keep(node);
      return;
    }
    for (const one of inputs) {
      const isTwice = twice.includes(operator) && one.operator !== 'gather';
      if (isList || isTwice || this.#isKept(one)) this.keep(one);
      else this.prepare(one);
    }
  }

  /** Whether a node is used more than once, and is no local of a loop. @param {Node} node */
  #isKept(node) {
    if ((this.#uses.get(node) ?? 0) < 2 || node.values || node.operator === 'gather') return false;
    const [b, c] = lengthsOf(node);
    return b === 1 || c === 1 || !ofEach[node.operator];
  }

  /**
   * The name of the array of a node.
   * @param {Node} node
   * @returns {string}
   */
  keep(node) {
    const known = this.#names.get(node);
    if (known) return known;
    const name = this.#kept(node);
    this.#names.set(node, name);
    return name;
  }

  /** @param {Node} node */
  #kept(node) {
    const { operator, values, inputs } = node;
    if (values) return this.#program.constant(lengthsOf(node)[0] > 1 ? 'rows' : 'numbers', values);
    if (operator === 'reshape') return this.keep(inputs[0]);
    const name = this.#program.name('v');
    const lines = this.lines;
    this.lines = [];
    const kind = kinds[operator];
    if (kind) kind(this, node, name);
    else this.write(node, name);
    const own = this.lines;
    this.lines = lines;
    this.lines.push(`const ${name} = new Float64Array(${sizeOf(lengthsOf(node))});`, ...own);
    return name;
  }

  /** A name for a number. @param {string} stem */
  name(stem) {
    return this.#program.name(stem);
  }

  /**
   * The name of a list of constants.
   * @param {string} stem
   * @param {ArrayLike<number>} values
   * @param {boolean} [whole]
   * @param {number} [gap] NaN, if numbers may be missing
   */
  list(stem, values, whole, gap) {
    return this.#program.constant(stem, values, whole, gap);
  }

  /**
   * The expression of a number of a node, which has been prepared.
   * @param {Node} node
   * @param {string} i
   * @param {string} j
   * @returns {string}
   */
  text(node, i, j) {
    const [b, c] = lengthsOf(node);
    [i, j] = [b === 1 ? '0' : i, c === 1 ? '0' : j];
    const { values } = node;
    if (values?.length === 1) return Number.isNaN(values[0]) ? 'NaN' : number(values[0]);
    const name = values ? this.keep(node) : this.#names.get(node);
    if (name) return `${name}[${placeOf(node, i, j)}]`;
    if (node.operator === 'gather') return this.#gathered(node, i, j);
    const loop = this.#loop;
    const isLocal =
      loop && (this.#uses.get(node) ?? 0) > 1 && loop.lengths[0] === b && loop.lengths[1] === c;
    if (!isLocal) return this.#expression(node, i, j);
    const local = loop.known.get(node) ?? this.#program.name('t');
    if (!loop.known.has(node)) loop.lines.push(`const ${local} = ${this.#expression(node, i, j)};`);
    loop.known.set(node, local);
    return local;
  }

  /** @param {Node} node @param {string} i @param {string} j */
  #gathered(node, i, j) {
    const [x] = node.inputs;
    const { axis, places } = node.given;
    const isLast = axis === x.shape.length - 1;
    const list = Array.from(/** @type {ArrayLike<number>} */ (places));
    const at = isLast ? j : i;
    let to = at === '0' ? number(list[0]) : list[0] === 0 ? at : `${at} + ${number(list[0])}`;
    if (list.some((place, p) => place !== list[0] + p)) {
      const name = this.#names.get(places) ?? this.list('columns', list, true);
      this.#names.set(places, name);
      to = `${name}[${at}]`;
    }
    return isLast ? this.text(x, i, to) : this.text(x, to, j);
  }

  /** @param {Node} node @param {string} i @param {string} j */
  #expression({ operator, inputs, given }, i, j) {
    if (operator === 'matern') {
      const unit = number(1 / scaledBesselK(0, given.nu));
      return `${unit} * scaledBesselK(${this.text(inputs[0], i, j)}, ${number(given.nu)})`;
    }
    if (operator === 'dot' || operator === 'distance') {
      const [x, z] = inputs.map((one) => this.keep(one));
      const d = inputs[0].shape[1];
      const lists = `${x}, 0, ${z}, ${j === '0' ? j : `${j} * ${d}`}, ${d}`;
      if (operator === 'dot') return `dot(${lists})`;
      if (given.p === 2) return `squaredDistance(${lists})`;
      return given.p === 1 ? `cityBlock(${lists})` : `powerDistance(${lists}, ${number(given.p)})`;
    }
    const [one, two, three] = inputs.map((input) => this.text(input, i, j));
    const [{ operator: first, inputs: compared }] = inputs;
    if (operator !== 'where' || !conditions[first] || this.#names.has(inputs[0]))
      return ofEach[operator](one, two, three);
    const [a, b] = compared.map((input) => this.text(input, i, j));
    return `(${a} ${conditions[first]} ${b} ? ${two} : ${three})`;
  }
}

/** @param {string} line */
const indented = (line) => `  ${line}`;

/** @param {string} head @param {string[]} lines */
const block = (head, lines) => [`${head} {`, ...lines.map(indented), '}'];

/**
 * How the array of an operator that no expression can say is filled.
 * @type {Record<string, (body: Body, node: Node, name: string) => void>}
 */
const kinds = {
  reduce(body, { inputs: [x], given: { how, axis } }, name) {
    const [b, c] = lengthsOf(x);
    const isLast = axis === x.shape.length - 1;
    const [count, length] = isLast ? [b, c] : [c, b];
    const at = count === 1 ? '0' : 'i';
    const of = (/** @type {string} */ j) => (isLast ? body.text(x, at, j) : body.text(x, j, at));
    body.prepare(x);
    const start =
      how === 'sum' ? '0' : how === 'product' ? '1' : body.within([0, 0], () => [of('0')])[0];
    const step = body.within([b, c], () => [joined[how](`${name}[${at}]`, of('j'))]);
    const from = how === 'sum' || how === 'product' ? 0 : 1;
    const lines = [
      `${name}[${at}] = ${start};`,
      ...block(`for (let j = ${from}; j < ${length}; j++)`, step),
    ];
    body.lines.push(...(count > 1 ? block(`for (let i = 0; i < ${count}; i++)`, lines) : lines));
  },
  cumulate(body, { inputs: [x] }, name) {
    const from = body.keep(x);
    body.lines.push(`${name}[0] = ${from}[0];`);
    body.lines.push(
      `for (let j = 1; j < ${lengthsOf(x)[1]}; j++) ${name}[j] = ${name}[j - 1] + ${from}[j];`,
    );
  },
  lookUp(body, { inputs: [values, places] }, name) {
    const list = body.keep(values);
    const at = body.name('at');
    body.over(places, (i, j, value) => [
      `/** @type {Whole} */ const ${at} = ${value};`,
      `${name}[${placeOf(places, i, j)}] = ${list}[${at}];`,
    ]);
  },
  pick: (body, node, name) => kinds.lookUp(body, node, name),
  place(body, { inputs: [x] }, name) {
    body.lines.push(`${name}[0] = largestPlace(${body.keep(x)}, ${lengthsOf(x)[1]});`);
  },
  nearest(body, { inputs: [x], given: { count } }, name) {
    body.lines.push(`nearest(${body.keep(x)}, ${lengthsOf(x)[1]}, ${number(count)}, ${name});`);
  },
  couple(body, { inputs: [x], given: { k } }, name) {
    body.lines.push(`couple(${body.keep(x)}, ${number(k)}, ${name});`);
  },
  subsets(body, { inputs: [x], given: { order } }, name) {
    const [b, d] = lengthsOf(x);
    const from = body.keep(x);
    body.lines.push(
      `for (let i = 0; i < ${b}; i++) ${name}[i] = subsets(${from}, i * ${d}, ${d}, ${number(order)});`,
    );
  },
  beside(body, node, name) {
    let from = 0;
    for (const part of node.inputs) {
      body.write(part, name, from);
      from += lengthsOf(part)[1];
    }
  },
  tree(body, { inputs: [x], given }, name) {
    const { features, thresholds, leaves, roots, missing, baseline } = given;
    const from = body.keep(x);
    const [node, value] = [body.name('node'), body.name('value')];
    const q = leaves.length / features.length;
    const whole = (/** @type {string} */ stem) => body.list(stem, given[stem], true);
    const [own, kids] = [whole('features'), whole('children')];
    const [limits, shares] = [body.list('thresholds', thresholds), body.list('shares', leaves)];
    const gaps = missing ? ` || (${value} !== ${value} && ${whole('missing')}[${node}] > 0)` : '';
    const walk = (/** @type {string} */ root) => [
      `/** @type {Whole} */ let ${node} = ${root};`,
      `while (${kids}[2 * ${node}] > 0) {`,
      `  const ${value} = ${from}[${own}[${node}]];`,
      `  if (${value} <= ${limits}[${node}]${gaps}) ${node} = ${kids}[2 * ${node}];`,
      `  else ${node} = ${kids}[2 * ${node} + 1];`,
      '}',
    ];
    if (!roots) {
      body.lines.push(...walk('0'), `for (let j = 0; j < ${q}; j++) ${name}[j] = ${shares}[${node} * ${q} + j];`); // prettier-ignore
      return;
    }
    const start = body.list('baseline', baseline);
    body.lines.push(
      `for (let j = 0; j < ${baseline.length}; j++) ${name}[j] = ${start}[j];`,
      `for (let t = 0; t < ${roots.length}; t++) {`,
      ...walk(`${whole('roots')}[t]`).map((line) => `  ${line}`),
      `  ${name}[t % ${baseline.length}] += ${shares}[${node}];`,
      '}',
    );
  },
  fillIn(
    body,
    {
      inputs: [x],
      given: {
        all: [values, means, ...all],
      },
    },
    name,
  ) {
    const lists = `${body.keep(x)}, ${body.list('samples', values, false, NaN)}, ${body.list('mean', means)}`;
    const sizes = all.map(number).join(', ');
    body.lines.push(`fillIn(${lists}, ${sizes}, ${name});`);
  },
};
