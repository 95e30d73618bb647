/**
 * The arithmetic of the shaders of maxmargin/webgpu, as badly as WGSL allows: their expressions are read
 * and computed in float32, where each rounding goes up, down or at random, and each function errs by all
 * that the table of accuracy allows.
 */
import { parse } from 'acorn';

const single = new Float32Array(1);
const bits = new Int32Array(single.buffer);

/** The float32 below a number, if it is none, and the one above. */
function neighbours(x) {
  single[0] = x;
  const [near] = single;
  if (near === x || !Number.isFinite(near)) return [near, near];
  const beside = (by) => {
    single[0] = near;
    bits[0] += by;
    return single[0];
  };
  if (near === 0) return x > 0 ? [0, 2 ** -149] : [-(2 ** -149), 0];
  const away = near > 0 === near < x; // the other one has a larger magnitude
  const other = beside(away ? 1 : -1);
  return near < other ? [near, other] : [other, near];
}

/**
 * @param {'up' | 'down' | 'either'} way of roundings
 * @param {() => number} random
 */
export function arithmetic(way, random) {
  const side = () => (way === 'up' ? 1 : way === 'down' ? 0 : Number(random() < 0.5));
  /** Results below the smallest normal number are flushed to 0. */
  const rounded = (x) => {
    const result = neighbours(x)[side()];
    return Math.abs(result) < 2 ** -126 ? 0 : result;
  };
  const ulp = (x) => 2 ** (Math.max(-126, Math.floor(Math.log2(Math.abs(x) || 2 ** -126))) - 23);
  const off = (x, by) => Math.fround(x + (2 * side() - 1) * by);
  const divide = (x, y) => off(x / y, 2.5 * ulp(x / y));
  const functions = {
    f32: Math.fround,
    vec4f: (x) => x,
    abs: Math.abs,
    sign: Math.sign,
    min: Math.min,
    max: Math.max,
    clamp: (x, low, high) => Math.min(Math.max(x, low), high),
    exp2: (x) => off(2 ** x, (3 + 2 * Math.abs(x)) * ulp(2 ** x)),
    log2: (x) => off(Math.log2(x), x >= 0.5 && x <= 2 ? 2 ** -21 : 3 * ulp(Math.log2(x))),
    sqrt: (x) => divide(1, off(1 / Math.sqrt(x), 2 * ulp(1 / Math.sqrt(x)))),
  };
  const operators = {
    '+': (x, y) => rounded(x + y),
    '-': (x, y) => rounded(x - y),
    '*': (x, y) => rounded(x * y),
    '/': divide,
  };
  const value = (node, names) => {
    switch (node.type) {
      case 'Literal':
        return Math.fround(node.value);
      case 'Identifier':
        return names[node.name];
      case 'UnaryExpression':
        return -value(node.argument, names);
      case 'BinaryExpression':
        return operators[node.operator](value(node.left, names), value(node.right, names));
      case 'CallExpression':
        return functions[node.callee.name](...node.arguments.map((one) => value(one, names)));
      default:
        throw new Error(`what is ${node.type}?`);
    }
  };
  /** Runs statements; the value is that of `return`. */
  const run = (program, names) => {
    for (const node of program) {
      if (node.type === 'VariableDeclaration') {
        for (const { id, init } of node.declarations) names[id.name] = value(init, names);
      } else if (node.type === 'ReturnStatement') {
        return value(node.argument, names);
      } else {
        const { left, right } = node.expression;
        names[left.name] = rounded(names[left.name] + value(right, names));
      }
    }
    return undefined;
  };
  return { rounded, run };
}

/** The statements of a shader's function, as JavaScript reads them. */
export const statements = (wgsl) =>
  parse(wgsl, { ecmaVersion: 2022, allowReturnOutsideFunction: true }).body;

/**
 * The sums of the shaders for a row: kernel values with all vectors, and of these what a model needs.
 * @param {import('../../src/webgpu/reading.js').Plan} plan
 * @param {Float32Array} row packed
 * @param {ReturnType<typeof arithmetic>} how
 */
export function sumsOf(plan, row, { rounded, run }) {
  const { form, d, m, vectors } = plan;
  const [column, end] = [statements(form.measure.wgsl), statements(form.wgsl)];
  const values = Array.from({ length: m }, (_, i) => {
    let t = 0;
    for (let start = 0; start < d; start += 16) {
      const names = { part: 0 };
      for (let j = start; j < Math.min(d, start + 16); j++)
        run(column, Object.assign(names, { a: row[j], b: vectors[i * d + j] }));
      t = rounded(t + names.part);
    }
    return run(end, { t });
  });
  return plan.direct ? Float32Array.from(values) : addedUp(plan, values, { rounded });
}

/**
 * The sums over the vectors of a row, as sumsShader adds them up.
 * @param {{m: number, ranges: [number, number][], triples: number, coefficients: ArrayLike<number>}} plan
 * @param {ArrayLike<number>} values of the kernel
 * @param {{rounded: (value: number) => number}} arithmetic
 */
export function addedUp({ m, ranges, triples, coefficients }, values, { rounded }) {
  const sums = new Float32Array(ranges.length * triples * 4);
  for (let cell = 0; cell < ranges.length * triples; cell++) {
    const [from, to] = ranges[Math.floor(cell / triples)];
    for (let of = 0; of < 4; of++) {
      const coefficient = (i) => coefficients[((cell % triples) * m + i) * 4 + of];
      const parts = new Float32Array(64);
      for (let start = from; start < to; start += 1024) {
        for (let lane = 0; lane < 64; lane++) {
          let part = 0;
          for (let i = start + lane; i < Math.min(start + 1024, to); i += 64)
            part = rounded(part + rounded(coefficient(i) * (of === 3 ? Math.abs(values[i]) : values[i]))); // prettier-ignore
          parts[lane] = rounded(parts[lane] + part);
        }
      }
      for (let half = 32; half >= 1; half /= 2)
        for (let lane = 0; lane < half; lane++) parts[lane] = rounded(parts[lane] + parts[lane + half]); // prettier-ignore
      sums[cell * 4 + of] = parts[0] + (of === 3 ? 1e-30 : 0);
    }
  }
  return sums;
}
