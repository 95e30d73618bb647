/**
 * ONNX files written by hand, for the tests of importOnnx: the simplest encoder there
 * is, independent of the package's. Numbers are not packed unless that is asked for.
 */

const text = (value) => Buffer.from(value);

function varint(value, long) {
  const bytes = [];
  let rest = BigInt.asUintN(64, BigInt(value));
  for (; rest > 127n; rest >>= 7n) bytes.push(Number(rest & 127n) | 128);
  bytes.push(Number(rest));
  while (long && bytes.length < 5) {
    bytes[bytes.length - 1] |= 128;
    bytes.push(0);
  }
  return Buffer.from(bytes);
}

const whole = (field, value) => Buffer.concat([varint(field * 8), varint(value)]);
const bytes = (field, value) => Buffer.concat([varint(field * 8 + 2), varint(value.length), value]);

function float(value) {
  const four = Buffer.alloc(4);
  four.writeFloatLE(value);
  return four;
}

function attribute(name, value, packed) {
  const list = (field, wire, values, write, kind) => [
    packed && wire !== 2
      ? bytes(field, Buffer.concat(values.map(write)))
      : Buffer.concat(values.flatMap((one) => [varint(field * 8 + wire), write(one)])),
    whole(20, kind),
  ];
  const sized = (one) => Buffer.concat([varint(text(one).length), text(one)]);
  const content = () => {
    if (value?.graph) return [bytes(6, Buffer.alloc(0)), whole(20, 5)];
    if (typeof value === 'number') return [whole(3, value), whole(20, 2)];
    if (typeof value === 'string') return [bytes(4, text(value)), whole(20, 3)];
    if (name.endsWith('strings')) return list(9, 2, value, sized, 8);
    if (value?.float !== undefined) {
      return [Buffer.concat([varint(2 * 8 + 5), float(value.float)]), whole(20, 1)];
    }
    if (name === 'nodes_modes') return list(9, 2, value, sized, 8);
    if (/ints$|int64s$|ids$|tracks_true$|vectors_per_class|^ngram_/.test(name))
      return list(8, 0, value, varint64, 7);
    return list(7, 5, value, float, 6);
  };
  return Buffer.concat([bytes(1, text(name)), ...content()]);
}

const varint64 = (value) => varint(value);

/** An operator. */
export function node(
  type,
  inputs,
  outputs,
  attributes = {},
  domain = '',
  { packed, unknown } = {},
) {
  return Buffer.concat([
    ...inputs.map((name) => bytes(1, text(name))),
    ...outputs.map((name) => bytes(2, text(name))),
    bytes(4, text(type)),
    ...Object.entries(attributes).map(([name, value]) => bytes(5, attribute(name, value, packed))),
    ...(unknown
      ? [bytes(6, text('no one asks')), Buffer.concat([varint(99 * 8 + 1), Buffer.alloc(8)])]
      : []),
    bytes(7, text(domain)),
  ]);
}

/**
 * A file with a graph of these operators. Inputs are names, of float32 numbers, or { name, type, columns }.
 */
export function file({
  nodes,
  constants = [],
  columns = {},
  inputs = ['X'],
  outputs = ['label'],
  functions = false,
  external = false,
  opsets = true,
  unknown = false,
  long = false,
  ml = 1,
  contrib = false,
  tensors = {},
}) {
  const width = (columns) => (columns ? whole(1, columns) : bytes(2, text('M')));
  const value = ({ name, type = 1, columns }) =>
    Buffer.concat([
      bytes(1, text(name)),
      bytes(
        2,
        bytes(
          1,
          Buffer.concat([
            whole(1, type),
            bytes(2, Buffer.concat([bytes(1, bytes(2, text('N'))), bytes(1, width(columns))])),
          ]),
        ),
      ),
    ]);
  const graph = Buffer.concat([
    ...nodes.map((one) => bytes(1, one)),
    bytes(2, text('by hand')),
    ...constants.map((name) =>
      bytes(
        5,
        Buffer.concat([
          whole(2, 1),
          bytes(8, text(name)),
          ...(external
            ? [
                bytes(
                  13,
                  Buffer.concat([bytes(1, text('location')), bytes(2, text('/etc/hostname'))]),
                ),
                whole(14, 1),
              ]
            : []),
        ]),
      ),
    ),
    ...Object.entries(columns).map(([name, list]) =>
      bytes(
        5,
        Buffer.concat([
          whole(1, list.length),
          whole(2, 7),
          ...list.map((one) => whole(7, one)),
          bytes(8, text(name)),
        ]),
      ),
    ),
    ...Object.entries(tensors).map(([name, { ints, floats, strings }]) =>
      bytes(
        5,
        Buffer.concat([
          whole(1, (ints ?? floats ?? strings).length),
          whole(2, ints ? 7 : floats ? 1 : 8),
          ...(ints ?? []).map((one) => whole(7, one)),
          ...(floats ?? []).map((one) => Buffer.concat([varint(4 * 8 + 5), float(one)])),
          ...(strings ?? []).map((one) => bytes(6, text(one))),
          bytes(8, text(name)),
        ]),
      ),
    ),
    ...inputs.map((one) => bytes(11, value(typeof one === 'string' ? { name: one } : one))),
    ...outputs.map((name) => bytes(12, output(name))),
  ]);
  return Buffer.concat([
    whole(1, 8),
    ...(unknown ? [whole(5, 1), Buffer.concat([varint(1000 * 8 + 5), Buffer.alloc(4)])] : []),
    Buffer.concat([varint(7 * 8 + 2), varint(graph.length, long), graph]),
    ...(opsets
      ? [
          bytes(8, Buffer.concat([bytes(1, text('')), whole(2, 15)])),
          bytes(8, Buffer.concat([bytes(1, text('ai.onnx.ml')), whole(2, ml)])),
          ...(contrib
            ? [bytes(8, Buffer.concat([bytes(1, text('com.microsoft')), whole(2, 1)]))]
            : []),
        ]
      : []),
    ...(functions ? [bytes(25, Buffer.alloc(0))] : []),
  ]);
}

/** A result with a name only: a runtime infers the rest. */
const output = (name) => bytes(1, text(name));
