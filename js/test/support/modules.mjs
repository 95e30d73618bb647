/** Generated modules, run: as an ES module, as CommonJS without globals, and as C. */
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import vm from 'node:vm';

import * as ort from 'onnxruntime-web';

import { modules, onnx, prediction } from './maxmargin.mjs';

const { toModule } = modules;

ort.env.wasm.numThreads = 1;
ort.env.logLevel = 'fatal';

const folder = mkdtempSync(join(tmpdir(), 'maxmargin-modules-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));

let count = 0;

/** esm imports the text of an ES module. */
export async function esm(text) {
  const file = join(folder, `module${count++}.mjs`);
  writeFileSync(file, text);
  return import(pathToFileURL(file));
}

/** cjs runs the text of a CommonJS module where there is nothing but JavaScript, and no code from strings. */
export function cjs(text) {
  const scope = vm.createContext(
    { module: { exports: {} } },
    { codeGeneration: { strings: false, wasm: false } },
  );
  vm.runInContext('delete globalThis.WebAssembly; delete globalThis.console;', scope);
  vm.runInContext(text, scope);
  return vm.runInContext('module.exports', scope);
}

/** The numbers of a result, in a flat list; labels as they are. */
export const flat = (values) =>
  Array.from(values.indptr ? dense(values) : values, (value) => value).flatMap((value) =>
    typeof value === 'object' ? Array.from(value) : [value],
  );

/** The numbers of sparse rows. */
function dense({ indptr, indices, data, rows, cols }) {
  const all = new Float64Array(rows * cols);
  for (let i = 0; i < rows; i++)
    for (let at = indptr[i]; at < indptr[i + 1]; at++) all[i * cols + indices[at]] = data[at];
  return all;
}

/** The methods that modules have, too. */
const methods = ['predict', 'decisionFunction', 'predictProba', 'transform'];

const kindOf = (model) => {
  if (typeof learner(model).predict !== 'function') return 'transformer';
  return Array.isArray(model.classes) ? 'classifier' : 'other';
};

/** The machine, of a pipeline the last step. */
const learner = (model) => (model.namedSteps ? Object.values(model.namedSteps).at(-1) : model);

/** Whether there are probabilities. */
function probable(model, X) {
  try {
    model.predictProba(X.slice(0, 1));
    return true;
  } catch {
    return false;
  }
}

/** expected is what the model itself says. */
export function expected(model, X) {
  const has = (name) => typeof learner(model)[name] === 'function';
  const wanted = {};
  if (has('predict')) wanted.predict = flat(model.predict(X));
  if (has('decisionFunction')) wanted.decisionFunction = flat(model.decisionFunction(X));
  if (has('predictProba') && probable(model, X)) wanted.predictProba = flat(model.predictProba(X));
  if (!has('predict') && has('transform')) wanted.transform = flat(model.transform(X));
  return wanted;
}

/** The largest share of the tolerance that any value took. */
export const worst = { share: 0, of: '' };

/** close compares values with those of the model, relative to the largest of them. */
function close(got, want, label, tolerance) {
  assert.equal(got.length, want.length, label);
  if (typeof want[0] !== 'number') {
    assert.deepEqual(got, want, label);
    return;
  }
  const size = want.reduce((most, v) => Math.max(most, Math.abs(v)), 0);
  got.forEach((v, i) => {
    const share = Math.abs(v - want[i]) / (tolerance * size || Number.MIN_VALUE);
    if (share > worst.share) Object.assign(worst, { share, of: label });
    assert.ok(
      share <= 1,
      `${label}: value ${i} is ${v}, of the model ${want[i]}, the largest is ${size}`,
    );
  });
}

/** What maxmargin/predict says of the file of a model, in the form of a module. */
function evaluated(model) {
  const opened = prediction.open(model.save());
  const { kind } = opened.schema;
  const offered = methods.filter((name) => {
    if (name === 'predictProba') return opened.hasProbabilities;
    if (name === 'decisionFunction') return kind === 'classifier' || kind === 'detector';
    return (name === 'transform') === (kind === 'transformer');
  });
  return Object.fromEntries([
    ...offered.map((name) => [name, (X) => opened[name](X)]),
    ['classes', opened.classes],
  ]);
}

/** Why some models are no ONNX files. */
const notInOnnx =
  /needs Bessel functions|a KNNImputer cannot|compares rows of numbers here|^labels in ONNX are|runs of words|tokenPattern could find/;

/** What onnxruntime says with the file of a model, in the form of a module; nothing, if there is no file. */
async function inOnnxruntime(model, X) {
  let file;
  try {
    file = await onnx.exportOnnx(model, { precision: 'float64' });
  } catch (error) {
    assert.match(error.message, notInOnnx);
    return undefined;
  }
  const session = await ort.InferenceSession.create(file, { executionProviders: ['wasm'] });
  const isTable = typeof X[0] === 'object' && !('length' in X[0]);
  const feeds = session.inputNames.map((name, j) => {
    const { type } = session.inputMetadata[j];
    const values = isTable ? X.map((row) => row[name]) : X.flat();
    const data = type === 'string' ? values.map((one) => String(one ?? '')) : Float64Array.from(values, (one) => one ?? NaN); // prettier-ignore
    return [name, new ort.Tensor(type, data, [X.length, data.length / X.length])];
  });
  const out = await session.run(Object.fromEntries(feeds));
  await session.release();
  const { label, variable, scores, probabilities } = out;
  return { predict: label ?? variable, transform: variable, ...(scores && { decisionFunction: scores }), predictProba: probabilities }; // prettier-ignore
}

/** A label as ONNX has it. */
const asOnnx = (label) => (typeof label === 'string' ? label : BigInt(label));

/** What runs in C is compiled all at once: see compiled. */
const batch = [];

/**
 * agrees checks that modules in JavaScript, maxmargin/predict, and onnxruntime with the file of the model
 * say what the model says of X, and puts the C into the batch, unless c is false.
 */
export async function agrees(
  model,
  X,
  label = String(model),
  { tolerance = 1e-12, c: isInC = true, inFile = 1e-8 } = {},
) {
  const wanted = expected(model, X);
  assert.ok(Object.keys(wanted).length > 0, label);
  const forms = {
    predict: evaluated(model),
    esm: await esm(await toModule(model)),
    cjs: cjs(await toModule(model, { format: 'cjs' })),
  };
  for (const [form, made] of Object.entries(forms)) {
    const offered = methods.filter((name) => name in made);
    assert.deepEqual(offered, Object.keys(wanted), `${label}, ${form}`);
    for (const [name, want] of Object.entries(wanted)) {
      const got = flat(made[name](X));
      if (name === 'predict' && kindOf(model) === 'classifier') {
        assert.deepEqual(got, want, `${label}, ${form}`);
      } else close(got, want, `${label}, ${form}, ${name}`, tolerance);
    }
    if (kindOf(model) === 'classifier') {
      assert.deepEqual(Array.from(made.classes), model.classes, `${label}, ${form}`);
    }
  }
  const file = await inOnnxruntime(model, X);
  for (const [name, want] of Object.entries(file ? wanted : {})) {
    if (!file[name]) continue;
    const got = Array.from(file[name].data);
    const isClass = name === 'predict' && kindOf(model) === 'classifier';
    if (isClass) assert.deepEqual(got, want.map(asOnnx), `${label}, ONNX`);
    else close(got.map(Number), want, `${label}, ONNX, ${name}`, file[name].type === 'float32' ? 1e-6 : inFile); // prettier-ignore
  }
  if (isInC) await agreesInC(model, X, X, label, tolerance);
  return forms.esm;
}

/** agreesInC puts a model into the batch: what it says of X, the C shall say of rows of numbers. */
export async function agreesInC(model, X, rows, label, tolerance = 1e-12) {
  const name = `m${batch.length}`;
  const [c, h] = [await toModule(model, { format: 'c', name }), await toModule(model, { format: 'h', name })]; // prettier-ignore
  batch.push({ name, c, h, X: rows, wanted: expected(model, X), label, tolerance, classes: model.classes }); // prettier-ignore
}

const inC = {
  predict: 'predict',
  decisionFunction: 'decision_function',
  predictProba: 'predict_proba',
  transform: 'transform',
};

/** Why C cannot be tested here, if it cannot. */
export const noCompiler =
  spawnSync('cc', ['--version']).error && !process.env.CI ? 'there is no cc' : false;

/**
 * Includes a file of C whose own functions and tables get the name of the model before theirs. The
 * compiler takes all models as one file, because it spends half of its time on starting and on
 * math.h.
 */
function included({ name, c }) {
  const own = Array.from(c.matchAll(/^static [\w *]*?(\w+)(?=\[|\()/gm), ([, word]) => word);
  const lines = (line) => [...new Set(own)].map(line).join('');
  return `${lines((word) => `#define ${word} ${name}_${word}\n`)}#include "${name}.c"\n${lines((word) => `#undef ${word}\n`)}`;
}

/**
 * compiled compiles the batch with all warnings as errors, runs it, and compares.
 * @param {{optimised?: boolean}} [how] optimised: the compiler looks harder, and takes twice the time
 */
export function compiled({ optimised = false } = {}) {
  const models = batch.splice(0);
  assert.ok(models.length > 0);
  const own = mkdtempSync(join(folder, 'c-'));
  const main = ['#include <stdio.h>', '#include <stdlib.h>'];
  const blocks = models.map(({ name, c, h, X, wanted }) => {
    writeFileSync(join(own, `${name}.c`), c);
    writeFileSync(join(own, `${name}.h`), h);
    main.push(`#include "${name}.h"`);
    const calls = Object.entries(wanted).map(([method, want]) => {
      const size = want.length / X.length;
      return `if (${name}_${inC[method]}(x, out) != 0) return 3;\n    for (int q = 0; q < ${size}; q++) printf("%.17g\\n", out[q]);`;
    });
    return `for (int i = 0; i < ${X.length}; i++) {
    for (int j = 0; j < ${X[0].length}; j++) if (scanf("%lf", x + j) != 1) return 2;
    ${calls.join('\n    ')}
  }`;
  });
  const widest = Math.max(...models.map(({ X }) => X[0].length));
  main.push(`int main(void) {
  double *x = malloc(${widest} * sizeof(double));
  double out[4096];
  ${blocks.join('\n  ')}
  free(x);
  return 0;
}`);
  writeFileSync(join(own, 'main.c'), main.join('\n'));
  writeFileSync(join(own, 'models.c'), models.map(included).join(''));
  const strict = ['-std=c99', '-Wall', '-Wextra', '-Werror', optimised ? '-O1' : '-O0'];
  const files = ['main.c', 'models.c'];
  execFileSync('cc', [...strict, ...files, '-o', 'run', '-lm'], { cwd: own, stdio: 'pipe' });
  const input = models.map(({ X }) => X.flat().join(' ')).join('\n');
  const printed = execFileSync(join(own, 'run'), { input, maxBuffer: 1 << 30 }).toString();
  const numbers = printed.trim().split('\n').map(Number);
  let at = 0;
  for (const { X, wanted, label, tolerance, classes } of models) {
    const got = Object.fromEntries(Object.keys(wanted).map((name) => [name, []]));
    for (let i = 0; i < X.length; i++) {
      for (const [name, want] of Object.entries(wanted)) {
        const size = want.length / X.length;
        got[name].push(...numbers.slice(at, (at += size)));
      }
    }
    for (const [name, want] of Object.entries(wanted)) {
      const said = `${label}, C, ${name}`;
      if (name === 'predict' && Array.isArray(classes)) {
        assert.deepEqual(got[name].map((c) => classes[c]), want, said); // prettier-ignore
      } else close(got[name], want, said, tolerance);
    }
  }
  assert.equal(at, numbers.length);
  return models.length;
}
