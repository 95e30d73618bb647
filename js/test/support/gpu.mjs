/**
 * A GPU that computes rows of Gram matrices, and sums over them, in this thread, in float32: what it is given must be what
 * WebGPU takes. It can fail, be lost, and have small limits.
 */
import assert from 'node:assert/strict';
import { addedUp, arithmetic, statements } from './wgsl.mjs';

/**
 * The functions in a shader of maxmargin/webgpu: what a column adds, and the value of their sum; none in the
 * one that adds up.
 */
function readShader(code) {
  if (!code.includes('fn value(')) return undefined;
  const [, value] = /fn value\(t: ?vec4f\) ?-> ?vec4f ?\{([^]*?)\}\s*fn write/.exec(code);
  const [, measure] = /let a ?= ?vec4f\(xs\[[^\]]*\b0u\]\);([^}]*)\}/.exec(code);
  return [statements(measure.replaceAll('part0', 'part')), statements(value)];
}

/**
 * @param {object} [how]
 * @param {'up' | 'down' | 'either'} [how.way] of roundings
 * @param {() => number} [how.random]
 * @param {object} [how.limits]
 * @param {(count: number, lose: (message: string) => void) => void} [how.submit] sees each submission; what
 *   it throws is an error of the device
 */
export function fakeGpu({ way = 'either', random = Math.random, limits, submit = () => {} } = {}) {
  const { rounded, run } = arithmetic(way, random);
  const most = { maxStorageBufferBindingSize: 2 ** 27, maxBufferSize: 2 ** 28, maxComputeWorkgroupsPerDimension: 65535, ...limits }; // prettier-ignore
  const used = { submissions: 0, buffers: 0, values: 0 };

  /** A row of a dispatch of valuesShader. */
  function values([column, end], [shape, x, z, k]) {
    const [rows, vectors, d, stride, at] = new Uint32Array(shape.bytes, 0, 5);
    const [xs, zs, ks] = [x, z, k].map(({ bytes }) => new Float32Array(bytes));
    for (let i = 0; i < rows; i++)
      for (let j = 0; j < vectors; j++) {
        let t = 0;
        for (let start = 0; start < d; start += 16) {
          const names = { part: 0 };
          for (let c = start; c < Math.min(d, start + 16); c++)
            run(column, Object.assign(names, { a: xs[i * d + c], b: zs[j * d + c] }));
          t = rounded(t + names.part);
        }
        assert.ok(at + j < stride && i * stride + at + j < ks.length);
        ks[i * stride + at + j] = run(end, { t });
        used.values++;
      }
  }

  /** A dispatch of sumsShader. */
  function sums([shape, k, coefficients, ranges, made]) {
    const [m, triples, cells] = new Uint32Array(shape.bytes, 0, 3);
    const pairs = new Uint32Array(ranges.bytes, 0, (2 * cells) / triples);
    const plan = { m, triples, coefficients: new Float32Array(coefficients.bytes) };
    plan.ranges = Array.from({ length: cells / triples }, (_, i) => pairs.slice(2 * i, 2 * i + 2));
    const [ks, out] = [k, made].map(({ bytes }) => new Float32Array(bytes));
    return (rows) => {
      for (let i = 0; i < rows; i++)
        out.set(addedUp(plan, ks.subarray(i * m, (i + 1) * m), { rounded }), i * cells * 4);
    };
  }

  const requestDevice = async () => {
    let lose;
    const lost = new Promise((resolve) => (lose = (message) => resolve({ reason: 'unknown', message }))); // prettier-ignore
    const scopes = [];
    const fail = (message) => {
      if (scopes.length > 0) scopes.at(-1).error ??= { message };
    };
    return {
      limits: most,
      lost,
      queue: {
        writeBuffer({ bytes, destroyed }, to, data, from = 0, size = data.length - from) {
          assert.ok(!destroyed);
          const { BYTES_PER_ELEMENT: width } = data.constructor;
          const part = new Uint8Array(data.buffer, data.byteOffset + from * width, size * width);
          new Uint8Array(bytes).set(part, to);
        },
        submit(commands) {
          try {
            submit(++used.submissions, lose);
            for (const one of commands.flat()) one();
          } catch (error) {
            fail(error.message);
          }
        },
      },
      createBuffer({ size, usage }) {
        assert.ok(size > 0 && usage > 0);
        if (size > most.maxBufferSize) fail(`a buffer of ${size} bytes`);
        used.buffers++;
        const bytes = new ArrayBuffer(Math.min(size, 2 ** 28));
        return {
          size,
          bytes,
          destroy() {
            if (!this.destroyed) used.buffers--;
            this.destroyed = true;
          },
          mapAsync: async () => {},
          getMappedRange: (offset = 0, count = size) => bytes.slice(offset, offset + count),
          unmap() {},
        };
      },
      createShaderModule: ({ code }) => ({ code }),
      async createComputePipelineAsync({ compute: { module } }) {
        return { functions: readShader(module.code), getBindGroupLayout: () => ({}) };
      },
      createBindGroup({ entries }) {
        return entries.map(({ binding, resource: { buffer } }, i) => {
          assert.equal(binding, i);
          assert.ok(!buffer.destroyed && buffer.size <= most.maxStorageBufferBindingSize);
          return buffer;
        });
      },
      createCommandEncoder() {
        const commands = [];
        const now = {};
        return {
          beginComputePass: () => ({
            setPipeline: ({ functions }) => (now.functions = functions),
            setBindGroup: (_, buffers) => (now.buffers = buffers),
            dispatchWorkgroups(across, down) {
              assert.ok(Math.max(across, down) <= most.maxComputeWorkgroupsPerDimension);
              const { functions, buffers } = now;
              commands.push(() => (functions ? values(functions, buffers) : sums(buffers)(across))); // prettier-ignore
            },
            end() {},
          }),
          copyBufferToBuffer(from, at, to, toAt, size) {
            commands.push(() => new Uint8Array(to.bytes).set(new Uint8Array(from.bytes, at, size), toAt)); // prettier-ignore
          },
          finish: () => commands,
        };
      },
      pushErrorScope: () => scopes.push({}),
      popErrorScope: async () => scopes.pop()?.error ?? null,
      destroy() {},
    };
  };
  const adapter = { info: { description: 'fake' }, limits: most, requestDevice };
  return { requestAdapter: async () => adapter, used };
}
