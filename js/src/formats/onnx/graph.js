/**
 * ONNX files with one machine of the domain ai.onnx.ml, such as skl2onnx writes. Operators
 * between the inputs and the machine are steps that are known here (tables.js). Known
 * operators after the machine only give its results another form, and are left out. Any other
 * operator is refused, and nothing outside the file is read.
 */
import { show } from '../../basics/errors.js';
import { isText } from '../../basics/text.js';
import { Committee } from './committee.js';
import { Message, malformed } from './protobuf.js';
import * as proto from './schema.js';
import { Table } from './tables.js';

/** Operators before a machine that change nothing but the type of numbers. */
const passing = ['Cast', 'Identity'];

/** Operators after a machine that give its results another form, such as probabilities. */
const shaping = [
  ...passing,
  ...['Abs', 'And', 'ArgMax', 'CumSum', 'Equal', 'Exp', 'Gather', 'GatherElements', 'Greater'],
  ...['GreaterOrEqual', 'LessOrEqual', 'MatMul', 'Max', 'Min', 'ReduceMax', 'ReduceSum', 'Sigmoid'],
  ...['Not', 'Slice', 'Softmax', 'Squeeze', 'TopK', 'Transpose', 'Unsqueeze'],
  ...['Add', 'ArrayFeatureExtractor', 'Concat', 'Constant', 'Div', 'Flatten', 'Less'],
  ...['Mul', 'Neg', 'Normalizer', 'Reshape', 'Sign', 'Sub', 'Sum', 'Where', 'ZipMap'],
];

/** The operators of these that leave a result as it is; a Cast may make whole numbers of it. */
const keeping = [...passing, 'Flatten', 'Reshape'];

/** Types of whole numbers, and of conditions, that a Cast makes. */
const whole = [2, 3, 4, 5, 6, 7, 9, 12, 13];

/** Operators that no machine here can hold, and why. @type {Record<string, string>} */
const unknownMachines = {
  TreeEnsembleRegressor:
    'is a regression tree or a sum of trees, which no machine here is; fit a kernel machine such as KernelRidge, or keep the file for its runtime',
  TreeEnsemble: 'is trees in a form that no machine here has; keep the file for its runtime',
};

/** @import { Label } from '../../types.js' */

/** An operator, and how it is used. */
export class Node {
  /** @type {Map<string, Message>} */
  #attributes = new Map();

  /** @param {Message} message */
  constructor(message) {
    this.offset = message.offset;
    this.type = message.text(proto.node.opType);
    this.domain = message.text(proto.node.domain);
    this.inputs = message.texts(proto.node.input);
    this.outputs = message.texts(proto.node.output);
    for (const attribute of message.messages(proto.node.attribute)) {
      this.#attributes.set(attribute.text(proto.attribute.name), attribute);
    }
    for (const [name, attribute] of this.#attributes) {
      const { g, graphs } = proto.attribute;
      if (attribute.has(g) || attribute.has(graphs)) {
        throw this.error(`has a graph of its own, ${show(name)}, which cannot be imported`);
      }
    }
  }

  /** @param {string} name */
  has(name) {
    return this.#attributes.has(name);
  }

  /**
   * @param {string} name
   * @param {number} fallback
   */
  whole(name, fallback) {
    const value = this.#attributes.get(name)?.wholes(proto.attribute.i).at(-1);
    return value === undefined ? fallback : Number(value);
  }

  /**
   * @param {string} name
   * @param {string} fallback
   */
  text(name, fallback) {
    return this.#attributes.get(name)?.text(proto.attribute.s) ?? fallback;
  }

  /** @param {string} name */
  texts(name) {
    return this.#attributes.get(name)?.texts(proto.attribute.strings) ?? [];
  }

  /** @param {string} name */
  wholes(name) {
    return this.#attributes.get(name)?.wholes(proto.attribute.ints) ?? [];
  }

  /**
   * A float32, which may be NaN.
   * @param {string} name
   * @param {number} fallback
   */
  float(name, fallback) {
    return this.#attributes.get(name)?.floats(proto.attribute.f).at(-1) ?? fallback;
  }

  /** The tensor of an attribute. @param {string} name */
  tensor(name) {
    return this.#attributes.get(name)?.messages(proto.attribute.t).at(-1);
  }

  /**
   * Finite numbers, float32 or, in a tensor, float64.
   * @param {string} name
   * @param {number} length that they must have
   */
  numbers(name, length) {
    const tensor = this.tensor(`${name}_as_tensor`);
    if (!tensor) return this.floats(name, length);
    const values = doublesOf(tensor);
    if (values.length === length && values.every(Number.isFinite)) return values;
    throw this.error(`has ${values.length} numbers in ${name}, expected ${length} finite ones`);
  }

  /**
   * Finite numbers.
   * @param {string} name
   * @param {number} [length] that they must have
   */
  floats(name, length) {
    const attribute = this.#attributes.get(name);
    const values = attribute?.floats(proto.attribute.floats) ?? new Float64Array(0);
    const wrong = values.findIndex((value) => !Number.isFinite(value));
    if (wrong >= 0) throw this.error(`has ${values[wrong]} in ${name}, which must be finite`);
    if (length !== undefined && values.length !== length) {
      throw this.error(`has ${values.length} numbers in ${name}, expected ${length}`);
    }
    return values;
  }

  /** @param {string} message */
  error(message) {
    return malformed(this.offset, `the operator ${show(this.type)} ${message}`);
  }
}

/** The operators of a file, checked except for the attributes of the machine. */
export class Graph {
  /** Whether the prediction is the side that a number is on. */
  detects = false;

  /**
   * @param {Uint8Array} file
   * @param {string[]} machines that can be read
   */
  constructor(file, machines) {
    const whole = new Message(new DataView(file.buffer, file.byteOffset, file.byteLength));
    const graphs = whole.messages(proto.model.graph);
    if (graphs.length !== 1 || !whole.has(proto.model.opsetImport)) {
      throw malformed(0, 'this is not an ONNX file: it has no graph, or no sets of operators');
    }
    if (whole.has(proto.model.functions)) {
      throw malformed(0, 'the file defines operators of its own, which cannot be imported');
    }
    const [graph] = graphs;
    this.offset = graph.offset;
    checkConstants(graph);
    this.nodes = graph.messages(proto.graph.node).map((message) => new Node(message));
    this.outputs = graph
      .messages(proto.graph.output)
      .map((output) => output.text(proto.valueInfo.name));
    const tensors = graph.messages(proto.graph.initializer);
    const names = tensors.map((tensor) => tensor.text(proto.tensor.name));
    const constants = new Set(names);
    /** @type {Map<string, Message>} */
    this.tensors = new Map(tensors.map((tensor, i) => [names[i], tensor]));
    for (const node of this.nodes) {
      const value = node.type === 'Constant' ? node.tensor('value') : undefined;
      if (value) this.tensors.set(node.outputs[0], value);
    }
    this.inputs = graph
      .messages(proto.graph.input)
      .map((input) => input.text(proto.valueInfo.name))
      .filter((name) => !constants.has(name));
    /** The types of the inputs, and how many columns they have, if the file says so. */
    this.kinds = kindsOf(graph);
    this.machines = this.#findMachines(machines);
    const sets = whole.messages(proto.model.opsetImport);
    if (!sets.some((set) => set.text(proto.opset.domain) === proto.domain)) {
      throw malformed(0, `the file does not import the operators of ${proto.domain}`);
    }
    /** The first of them. @type {Node} */
    this.machine = this.machines[0];
    /** What comes before it. */
    this.table = new Table(this);
    this.#check(constants);
    /** What several machines decide together. */
    this.committee = this.#isResult() ? undefined : this.#joined();
  }

  /** @param {string[]} known */
  #findMachines(known) {
    const machines = this.nodes.filter(
      ({ type, domain }) => domain === proto.domain && known.includes(type),
    );
    const linear = machines.every(({ type }) => type === 'LinearClassifier');
    if (machines.length === 1 || (machines.length > 1 && linear)) return machines;
    const other = this.nodes.find(({ type }) => Object.hasOwn(unknownMachines, type));
    if (machines.length === 0 && other) throw other.error(unknownMachines[other.type]);
    const found = [...new Set(this.nodes.map(({ type }) => type))].slice(0, 6).map(show).join(', ');
    throw malformed(
      this.offset,
      `there are ${machines.length} machines, but there must be one, of ${known.join(', ')}, or LinearClassifiers that decide together; the graph has ${found || 'no operators'}`,
    );
  }

  /**
   * Everything before the machines must be a step, and everything else come after them.
   * @param {Set<string>} constants
   */
  #check(constants) {
    const machines = new Set(this.machines);
    const after = new Set(constants);
    for (const node of this.nodes) {
      const decides = machines.has(node);
      if (decides && !this.table.isTaken(node, this.machine)) {
        throw node.error(
          'does not take the input samples, or takes others than another machine; operators that change samples in another way cannot be imported',
        );
      }
      if (
        decides ||
        (shaping.includes(node.type) && node.inputs.every((name) => after.has(name)))
      ) {
        node.outputs.forEach((name) => after.add(name));
      } else if (!this.table.take(node)) {
        throw node.error(
          'cannot be imported: it is not one of the operators that bring samples to a machine, or give its results another form; write the file without that step, and fit the step with this package',
        );
      }
    }
  }

  /**
   * Whether the output of the file is the prediction of its one machine. Of a number it is the first
   * output, or the side that it is on: Sign, as skl2onnx writes OneClassSVM, also behind a Cast, and as
   * exportOnnx does, with 0 on the positive side.
   */
  #isResult() {
    const [result] = this.machine.outputs;
    const numeric = this.machine.type.endsWith('Regressor');
    /** @type {Map<string, 'value' | 'sign' | 'half'>} */
    const forms = new Map([[result, 'value']]);
    for (const node of this.nodes) {
      const form = forms.get(node.inputs[0]);
      if (form)
        changedTo(node, form, numeric, this).forEach((next) => forms.set(node.outputs[0], next));
    }
    const [first, ...others] = this.outputs.map((name) => forms.get(name));
    this.detects = numeric && [first, ...others].includes('sign');
    const found = numeric && !this.detects ? first === 'value' : [first, ...others].some((form) => form !== undefined && form !== 'half'); // prettier-ignore
    return this.machines.length === 1 && found;
  }

  /** What linear machines decide together, if operators behind them join their values. */
  #joined() {
    const { machine, machines } = this;
    const linear = machines.every(({ type }) => type === 'LinearClassifier');
    const model = linear ? new Committee(this, machines).model() : undefined;
    if (model) return model;
    throw machine.error(
      'predicts values that are not an output of the file, or that the file changes',
    );
  }

  /** The constants that have been read, which many operators may take. @type {Map<string, Constant>} */
  #constants = new Map();

  /**
   * What a constant holds; nothing, if it is none.
   * @param {string} name
   */
  constant(name) {
    const known = this.#constants.get(name) ?? constantOf(this.tensors.get(name));
    this.#constants.set(name, known);
    return known;
  }
}

/**
 * What a prediction is behind an operator; nothing, if it is changed.
 * @param {Node} node
 * @param {'value' | 'sign' | 'half'} form
 * @param {boolean} numeric whether it is a number, and no label
 * @param {Graph} graph
 * @returns {('value' | 'sign' | 'half')[]}
 */
function changedTo(node, form, numeric, graph) {
  if (keeping.includes(node.type)) {
    const truncates = node.type === 'Cast' && whole.includes(node.whole('to', 0));
    return numeric && form !== 'sign' && truncates ? [] : [form];
  }
  if (node.type === 'Sign' && numeric) return ['sign'];
  const shift =
    node.type === 'Add' && form === 'sign' ? graph.constant(node.inputs[1]).number : undefined;
  return shift === 0.5 ? ['half'] : [];
}

/**
 * The numbers of a constant: all of them, if it has one the same, and if they are whole the same; its
 * labels.
 * @typedef {{numbers: number[], number?: number, wholes: number[], labels: Label[]}} Constant
 */

/**
 * @param {Message} [tensor]
 * @returns {Constant}
 */
function constantOf(tensor) {
  const texts = tensor?.texts(proto.tensor.strings) ?? [];
  if (!tensor || texts.length > 0) return { numbers: [], wholes: [], labels: texts.every(isText) ? texts : [] }; // prettier-ignore
  const type = Number(tensor.wholes(proto.tensor.elements).at(-1) ?? 0n);
  const listed = wholesOf(tensor, type);
  const numbers = listed.length > 0 ? listed : Array.from(doublesOf(tensor));
  const wholes = numbers.every(Number.isInteger) ? numbers : [];
  const [number] = numbers.length === 1 ? numbers : [];
  return { numbers, number, wholes, labels: wholes };
}

/**
 * @param {Message} tensor
 * @param {number} type of its elements
 */
function wholesOf(tensor, type) {
  const { int32s, int64s } = proto.tensor;
  const raw = tensor.bytes(proto.tensor.raw);
  if (type !== proto.elements.int64 || !raw) return [int64s, int32s].flatMap((field) => tensor.wholes(field)).map(Number); // prettier-ignore
  const count = Math.floor(raw.byteLength / 8);
  return Array.from({ length: count }, (_, i) => Number(raw.getBigInt64(8 * i, true)));
}

/**
 * The numbers of a tensor of float64 or float32.
 * @param {Message} tensor
 * @returns {Float64Array<ArrayBuffer>}
 */
function doublesOf(tensor) {
  const isDouble = tensor.wholes(proto.tensor.elements).at(-1) === BigInt(proto.elements.double);
  const raw = tensor.bytes(proto.tensor.raw) ?? (isDouble ? tensor.bytes(proto.tensor.doubles) : undefined); // prettier-ignore
  if (!raw) return tensor.floats(proto.tensor.floats);
  const size = isDouble ? 8 : 4;
  return Float64Array.from({ length: Math.floor(raw.byteLength / size) }, (_, i) =>
    isDouble ? raw.getFloat64(8 * i, true) : raw.getFloat32(4 * i, true),
  );
}

/**
 * The types of inputs, and how many columns they have.
 * @param {Message} graph
 * @returns {Map<string, {type: number, width?: number}>}
 */
function kindsOf(graph) {
  const inputs = graph.messages(proto.graph.input).map((input) => {
    const [type] = input.messages(proto.valueInfo.type);
    const [tensor] = type?.messages(proto.type.tensor) ?? [];
    const [shape] = tensor?.messages(proto.tensorType.shape) ?? [];
    const dims = shape?.messages(proto.shape.dim) ?? [];
    const value = Number(dims[1]?.wholes(proto.dim.value).at(-1) ?? 0n);
    const width = dims.length === 2 && value > 0 ? value : undefined;
    const elements = Number(tensor?.wholes(proto.tensorType.elements).at(-1) ?? 0n);
    return /** @type {const} */ ([input.text(proto.valueInfo.name), { type: elements, width }]);
  });
  return new Map(inputs);
}

/** @param {Message} graph */
function checkConstants(graph) {
  const { externalData, location } = proto.tensor;
  if (graph.has(proto.graph.sparse)) {
    throw malformed(graph.offset, 'the file has sparse constants, which cannot be imported');
  }
  for (const tensor of graph.messages(proto.graph.initializer)) {
    if (tensor.has(externalData) || tensor.wholes(location).some((where) => where !== 0n)) {
      throw malformed(tensor.offset, 'the file refers to data in other files, which are not read');
    }
  }
}
