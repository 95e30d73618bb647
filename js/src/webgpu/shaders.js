/** The shaders: tiles of kernel values, and sums of them. */
import { depth } from './kernels.js';

/** @import { Form } from './kernels.js' */

/** Rows and vectors of a tile. */
export const tile = 64;

/** Lines of a shader, for each of four. @param {(i: number) => string} line */
const four = (line) => [0, 1, 2, 3].map(line).join('\n');

/**
 * Kernel values of rows x and vectors z, both row by row. A group of 16 x 16 has a tile of 64 x 64, in
 * which each invocation has 4 x 4. Columns behind the last one are 0 in both, where no measure changes.
 * @param {Form} form
 */
export const valuesShader = ({ measure, wgsl }) => /* wgsl */ `
struct Shape { rows: u32, vectors: u32, columns: u32, stride: u32, at: u32 }
@group(0) @binding(0) var<uniform> shape: Shape;
@group(0) @binding(1) var<storage, read> x: array<f32>;
@group(0) @binding(2) var<storage, read> z: array<f32>;
@group(0) @binding(3) var<storage, read_write> k: array<f32>;
var<workgroup> xs: array<f32, ${depth * tile}>;
var<workgroup> zs: array<f32, ${depth * tile}>;

fn value(t: vec4f) -> vec4f {
  ${wgsl}
}

fn write(row: u32, first: u32, values: vec4f) {
  if (row < shape.rows) {
    for (var j = 0u; j < min(4u, shape.vectors - min(shape.vectors, first)); j++) {
      k[row * shape.stride + shape.at + first + j] = values[j];
    }
  }
}

@compute @workgroup_size(16, 16)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(local_invocation_id) local: vec3u,
  @builtin(local_invocation_index) index: u32,
) {
  let first = group.xy * ${tile}u;
  let mine = index / 4u;
  ${four((i) => `var sum${i} = vec4f();`)}
  for (var start = 0u; start < shape.columns; start += ${depth}u) {
    workgroupBarrier();
    for (var i = 0u; i < 4u; i++) {
      let j = index % 4u * 4u + i;
      let place = j * ${tile}u + mine;
      let column = start + j;
      xs[place] = 0;
      zs[place] = 0;
      if (column < shape.columns) {
        if (first.y + mine < shape.rows) { xs[place] = x[(first.y + mine) * shape.columns + column]; }
        if (first.x + mine < shape.vectors) { zs[place] = z[(first.x + mine) * shape.columns + column]; }
      }
    }
    workgroupBarrier();
    ${four((i) => `var part${i} = vec4f();`)}
    for (var j = 0u; j < ${depth}u; j++) {
      let at = j * ${tile}u;
      let beside = at + 4u * local.x;
      let b = vec4f(zs[beside], zs[beside + 1u], zs[beside + 2u], zs[beside + 3u]);
      ${four((i) => `{ let a = vec4f(xs[at + 4u * local.y + ${i}u]); ${measure.wgsl.replaceAll('part', `part${i}`)} }`)}
    }
    ${four((i) => `sum${i} += part${i};`)}
  }
  let row = first.y + 4u * local.y;
  let vector = first.x + 4u * local.x;
  ${four((i) => `write(row + ${i}u, vector, value(sum${i}));`)}
}`;

/**
 * Sums of coefficients and kernel values over ranges of vectors. A cell of the result is for a row, a
 * range and three outputs, in x, y and z; in w is the sum of the largest magnitudes of coefficients with
 * |k|, and a little more than 0, so that a cell that was not written is known. The 64 invocations of a
 * group add up 16 values each, these sums, and those of each other.
 */
export const sumsShader = /* wgsl */ `
struct Shape { vectors: u32, triples: u32, cells: u32 }
@group(0) @binding(0) var<uniform> shape: Shape;
@group(0) @binding(1) var<storage, read> k: array<f32>;
@group(0) @binding(2) var<storage, read> coefficients: array<vec4f>;
@group(0) @binding(3) var<storage, read> ranges: array<vec2u>;
@group(0) @binding(4) var<storage, read_write> sums: array<vec4f>;
var<workgroup> parts: array<vec4f, 64>;

@compute @workgroup_size(64)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) index: u32) {
  let range = ranges[group.y / shape.triples];
  let triple = group.y % shape.triples;
  var sum = vec4f();
  for (var start = range.x; start < range.y; start += 1024u) {
    var part = vec4f();
    for (var i = start + index; i < min(start + 1024u, range.y); i += 64u) {
      let v = k[group.x * shape.vectors + i];
      part += coefficients[triple * shape.vectors + i] * vec4f(v, v, v, abs(v));
    }
    sum += part;
  }
  parts[index] = sum;
  workgroupBarrier();
  for (var half = 32u; half > 0u; half /= 2u) {
    if (index < half) { parts[index] += parts[index + half]; }
    workgroupBarrier();
  }
  if (index == 0u) { sums[group.x * shape.cells + group.y] = parts[0] + vec4f(0, 0, 0, 1e-30); }
}`;
