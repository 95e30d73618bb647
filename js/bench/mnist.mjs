/**
 * The table of `make bench-mnist`: an SVC on all 60,000 digits of MNIST, as bytes, with its time,
 * its memory and its errors on the 10,000 test images.
 *
 *     node js/bench/mnist.mjs [--rows 10000] [--numbers] [--virtual] [--cache 200] [--workers 2]
 *
 * --rows takes the first rows alone, --numbers passes x/255 as float64 instead of bytes, and
 * --virtual adds a second fit to the support vectors and their copies that are moved by a pixel to
 * each of the eight sides. It reads ../shared/data/mnist, the four files in IDX format under their names. The kernel is the
 * Gaussian with gamma = 0.02 on x/255, C = 10, tol 1e-3, one against one: LIBSVM 3.24 finds 13,373
 * support vectors and errs on 1.48 %.
 *
 * Everything runs in one thread, the program included, so that the processor time is that of the
 * work, whatever else the machine does; it includes V8's compilers and garbage collector. A second
 * process then fits the same with two workers that share the pairs of digits, and says so in lines
 * that begin with mnist_2; --workers does that alone, with any number of workers (1: in one worker).
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { gunzipSync } from 'node:zlib';

import { virtualSupportVectors } from '../../npm/dist/data.js';
import * as maxmargin from '../../npm/dist/core.node.js';
import { memoryOf } from '../test/support/growth.mjs';

const { values: flags } = parseArgs({
  options: {
    rows: { type: 'string', default: '60000' },
    numbers: { type: 'boolean', default: false },
    virtual: { type: 'boolean', default: false },
    cache: { type: 'string', default: '200' },
    workers: { type: 'string', default: '0' },
  },
});

const folder = new URL('../../../shared/data/mnist/', import.meta.url);
if (!existsSync(folder)) {
  console.log('MNIST is left out: there is no ../shared/data/mnist');
  process.exit(0);
}

const read = (name) => gunzipSync(readFileSync(new URL(`${name}.gz`, folder)));

/** Images and labels of a part, the first rows of it. */
function load(part, most) {
  const labels = read(`${part}-labels-idx1-ubyte`).subarray(8);
  const pixels = read(`${part}-images-idx3-ubyte`).subarray(16);
  const rows = Math.min(most, labels.length);
  const bytes = pixels.slice(0, rows * 784);
  const data = flags.numbers ? Float64Array.from(bytes, (byte) => byte / 255) : bytes;
  const X = { data, rows, cols: 784, ...(flags.numbers ? {} : { scale: 1 / 255 }) };
  return { X, y: Int32Array.from(labels.subarray(0, rows)) };
}

const workers = Number(flags.workers);
/** The memory of the program where that is in this thread, and not in workers. */
const memory = workers > 0 ? undefined : await memoryOf(maxmargin, { worker: false });
if (workers > 0) await maxmargin.init();
const mb = (bytes) => `${Math.round(bytes / 2 ** 20)} MB`;

/** Runs work, and says how long it took and how much memory there was. */
async function measure(name, work) {
  const began = performance.now();
  const before = process.cpuUsage();
  const result = await work();
  const { user, system } = process.cpuUsage(before);
  const seconds = [(performance.now() - began) / 1e3, (user + system) / 1e6];
  const [wall, cpu] = seconds.map((value) => value.toFixed(1).padStart(7));
  const linear = memory ? `linear memory ${mb(memory.buffer.byteLength)}, ` : '';
  const most = mb(process.resourceUsage().maxRSS * 1024);
  console.log(`${name.padEnd(28)} ${wall} s, processor ${cpu} s, ${linear}process ${most}`);
  return result;
}

/** Fits a machine and counts its errors on the test images. */
async function judge(name, X, y) {
  const options = { C: 10, gamma: 0.02, tol: 1e-3, cacheSize: Number(flags.cache) };
  const model = new maxmargin.SVC(options);
  await measure(`${name}: fit of ${X.rows}`, () =>
    model.fit(X, y, { workers: Math.max(workers, 1) }),
  );
  const predicted = await measure(`${name}: predict ${test.y.length}`, () => model.predict(test.X));
  const wrong = test.y.reduce((sum, label, i) => sum + Number(label !== predicted[i]), 0);
  const iterations = model.nIter.reduce((sum, count) => sum + count, 0);
  const { length } = model.supportIndices;
  const error = ((100 * wrong) / test.y.length).toFixed(2);
  console.log(`${' '.repeat(28)} error ${error} %, ${length} support vectors, ${iterations} iterations, objective ${model.objective.toFixed(4)}`); // prettier-ignore
  return model;
}

const train = load('train', Number(flags.rows));
const test = load('t10k', 10_000);
const model = await judge(workers > 0 ? `mnist_${workers}` : 'SVC', train.X, train.y);
if (flags.virtual) {
  const shifts = [-1, 0, 1].flatMap((right) => [-1, 0, 1].map((down) => [right, down]));
  const moved = shifts.filter((shift) => shift.some(Boolean));
  const more = virtualSupportVectors(model, train.X, train.y, { shifts: moved });
  model.dispose();
  await judge('virtual', more.X, more.y);
}
if (workers === 0 && !flags.virtual) {
  const again = [fileURLToPath(import.meta.url), ...process.argv.slice(2), '--workers', '2'];
  process.exit(spawnSync(process.execPath, again, { stdio: 'inherit' }).status ?? 1);
}
process.exit();
