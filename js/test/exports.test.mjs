/**
 * Every kernel and every machine of the catalogue, with every choice that it offers, as an ONNX file in
 * both precisions and as source text: each says what the model says, also of rows that are far from the
 * training samples, halfway between two of them, among them, zero or tiny. The cases come from the
 * catalogue, so that a new kernel, machine or choice is judged. Each has its first case in every run;
 * the others are drawn.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { before, describe, it } from 'node:test';

import * as ort from 'onnxruntime-web';

import { random } from './support/data.mjs';
import { modules, onnx, sync } from './support/maxmargin.mjs';
import { esm, flat } from './support/modules.mjs';
import { ordered } from './support/ordered.mjs';
import { takesTargets } from './support/targets.mjs';
import { drawn } from '../tools/draw.mjs';

const { exportOnnx } = onnx;
const { toModule } = modules;

ort.env.wasm.numThreads = 1;
ort.env.logLevel = 'error';

before(() => sync.init({ onWarning: () => {} }));

/** Rows of eighths, which float32 has exactly, so that ties are ties in every form. */
const next = random(7);
const grid = (n) =>
  Array.from({ length: n }, () => Array.from({ length: 4 }, () => Math.floor(next() * 9) / 8));
const X = grid(36);
const four = X.map((row) => ['d', 'a', 'c', 'b'][(row[0] > 0.5 ? 2 : 0) + (row[1] + row[2] > 1 ? 1 : 0)]); // prettier-ignore
const two = X.map((row) => (row[0] + row[1] * row[2] > 0.7 ? 'high' : 'low'));
const target = X.map((row) => Math.sin(3 * row[0]) + row[1] * row[2]);
const fresh = grid(8).map((row) => row.map((v) => v + 1 / 64));

/** What is predicted. */
const groups = {
  near: fresh,
  far: fresh.map((row) => row.map((v) => v * 1000)),
  trained: X.slice(0, 6),
  halfway: X.slice(0, 8).map((row, i) => row.map((v, j) => (v + X[i + 20][j]) / 2)),
  zero: [[0, 0, 0, 0]],
  tiny: [[1e-18, 1e-18, 0, 1e-18], [1e-18, 0, 1, 0]].map((row) => row.map(Math.fround)), // prettier-ignore
};

/** Starts onnxruntime with a file; how are its own settings. */
async function session(file, how = {}) {
  const made = await ort.InferenceSession.create(file, { executionProviders: ['wasm'], ...how });
  return async (samples, precision) => {
    const Numbers = precision === 'float64' ? Float64Array : Float32Array;
    const input = Numbers.from(samples.flat());
    return made.run({ X: new ort.Tensor(precision, input, [samples.length, samples[0].length]) });
  };
}

/** What a model says of rows; nothing where it says that it cannot. */
function says(model, samples) {
  const of = (name) => {
    if (typeof model[name] !== 'function') return undefined;
    const made = model[name](samples);
    return made.data && made.indptr ? dense(made) : Array.from(made);
  };
  const isTransformer = typeof model.predict !== 'function';
  const probable = () => {
    try {
      return of('predictProba');
    } catch (error) {
      assert.equal(error.code, 'ERR_OPTION');
      return undefined;
    }
  };
  return isTransformer
    ? { variable: of('transform') }
    : { label: of('predict'), scores: of('decisionFunction'), probabilities: probable() };
}

function dense({ rows: n, cols, indptr, indices, data }) {
  const out = new Array(n * cols).fill(0);
  for (let i = 0; i < n; i++) for (let at = indptr[i]; at < indptr[i + 1]; at++) out[i * cols + indices[at]] = data[at]; // prettier-ignore
  return out;
}

/** close fails where two lists differ by more than a share of the largest value. */
function close(got, want, tolerance, what) {
  assert.equal(got.length, want.length, what);
  const size = want.reduce((most, v) => Math.max(most, Math.abs(v)), 1e-3);
  want.forEach((v, i) => {
    const same = Math.abs(got[i] - v) <= tolerance * size;
    // A number beyond float32 is infinite there.
    assert.ok(same || Math.fround(v) === got[i], `${what}[${i}]: ${got[i]}, expected ${v}`);
  });
}

/** Labels of rows whose values are not zeros but for rounding. */
function sameLabels(got, want, scores, k, what) {
  const size = scores ? scores.reduce((most, v) => Math.max(most, Math.abs(v)), 0) : 0;
  const sure = (i) => k !== 1 || scores[i] === 0 || Math.abs(scores[i]) > 1e-9 * size;
  assert.ok(want.length > 0, what);
  want.forEach((label, i) => {
    if (sure(i)) assert.equal(String(got[i]), String(label), `${what}, label of row ${i}`);
  });
}

/**
 * Compares a file, and the source text if there is one, with the model, group by group.
 * @returns {Promise<string>} why there is no file, if there is none
 */
async function agrees(model, kind, what, given = groups, values = {}) {
  const wanted = Object.entries(given).map(([group, samples]) => [group, samples, says(model, samples)]); // prettier-ignore
  for (const precision of ['float64', 'float32']) {
    let file;
    try {
      file = await exportOnnx(model, { precision });
    } catch (error) {
      return error.message;
    }
    const run = await session(file);
    for (const [group, samples, want] of wanted) {
      const say = `${what}, ${precision}, ${group}`;
      const out = await run(samples, precision);
      const within = precision === 'float64' ? (values.tolerance ?? 1e-6) : 3e-4;
      if (kind === 'classifier' || kind === 'detector') {
        const k = want.scores ? want.scores.length / samples.length : 0;
        // Inside and outside are rounding where the value is.
        const isRounding = kind === 'detector' && precision === 'float32';
        const sides = isRounding ? want.scores.map((f) => (Math.abs(f) < 1e-6 ? 0 : f)) : want.scores; // prettier-ignore
        const labels = isRounding ? want.label.map((side, i) => (sides[i] === 0 ? out.label.data[i] : side)) : want.label; // prettier-ignore
        assert.ok(kind !== 'detector' || out.label.data.every((side) => side === 1n || side === -1n), say); // prettier-ignore
        sameLabels(out.label.data, labels, sides, k, say);
        // Trees have probabilities in place of scores.
        if (out.scores && (precision === 'float64' || out.scores.dims[1] === k)) {
          close(out.scores.data, want.scores, within, `${say}, scores`);
        }
        const own = model.classes?.length;
        if (want.probabilities) {
          // onnxruntime's own coupling of sigmoids stops early, and its label is that of the vote.
          const couples = precision === 'float32' && !out.scores;
          const tolerance = couples ? 0.1 : precision === 'float64' ? 1e-6 : 2e-3;
          close(out.probabilities.data, want.probabilities, tolerance, `${say}, probabilities`);
          assert.equal(out.probabilities.dims[1], own, say);
        }
      } else {
        close(out.variable.data, want.variable ?? want.label, within, say);
      }
    }
  }
  return '';
}

/** The same of the source text in JavaScript; it returns why there is none. */
async function agreesAsText(model, kind, what, given = groups) {
  let made;
  try {
    made = await esm(await toModule(model));
  } catch (error) {
    if (error.code !== 'ERR_TYPE') throw error;
    return error.message;
  }
  for (const [group, samples] of Object.entries(given)) {
    const want = says(model, samples);
    const say = `${what}, text, ${group}`;
    if (kind === 'transformer') {
      close(flat(made.transform(samples)), want.variable, 1e-9, say);
      continue;
    }
    if (kind === 'regressor') close(made.predict(samples), want.label, 1e-9, say);
    else sameLabels(made.predict(samples), want.label, want.scores, want.scores.length / samples.length, say); // prettier-ignore
    if (want.probabilities) close(flat(made.predictProba(samples)), want.probabilities, 1e-6, say);
  }
  return '';
}

/** The kernels of the catalogue with the parameters of their independently computed values. */
function examples(name) {
  const file = new URL(`../../core/engine/catalog/testdata/values/${name}.json`, import.meta.url);
  const trees = JSON.parse(readFileSync(file, 'utf8')).cases.map(({ kernel }) => kernel);
  return [...new Set(trees)].map((tree) => JSON.parse(tree));
}

/** Kernels that cannot be written, and what the message says. */
const refusedKernels = {
  matern: /^(the kernel matern with nu .* needs Bessel functions.*)?$/,
};

// Distances by sums of cosines (dirichlet) that are equal on paper differ by rounding, so that its
// neighbours halfway between rows of a grid are not compared.
/** Kernels whose values overflow far away, where models refuse rows and files have infinities. */
const overflowing = ['exponential', 'exp'];

describe('every kernel of the catalogue', { timeout: 900_000 }, () => {
  for (const { name, samples } of Object.values(sync.kernelCatalog)) {
    if (name === 'precomputed' || samples === 'strings') continue;
    it(`${name}: nearest neighbours, a ridge, classifiers`, async () => {
      const all = drawn(examples(name), name);
      assert.ok(all.length > 0);
      for (const [i, kernel] of all.entries()) {
        const say = JSON.stringify(kernel);
        const machines = [
          [new sync.KNeighborsClassifier({ kernel, nNeighbors: 4 }).fit(X, four), 'classifier'],
          [new sync.KNeighborsClassifier({ kernel, nNeighbors: 4, weights: 'distance' }).fit(X, two), 'classifier'], // prettier-ignore
          ...(i > 0 ? [] : [[new sync.KernelRidge({ kernel, alpha: 1 }).fit(X, target), 'regressor'], [new sync.SVC({ kernel }).fit(X, four), 'classifier']]), // prettier-ignore
        ];
        for (const [model, kind] of machines) {
          const given = { ...groups, ...(overflowing.includes(name) && { far: fresh }), ...(name === 'dirichlet' && { halfway: fresh }) }; // prettier-ignore
          const why = await agrees(model, kind, `${model}, ${say}`, given);
          assert.match(why, refusedKernels[name] ?? /^$/, say);
          assert.equal(await agreesAsText(model, kind, `${model}, ${say}`, given), '');
        }
      }
    });
  }
});

/** Machines that cannot be written, and what the message says. */
const refusedMachines = { KNNImputer: /: it looks for neighbours by the numbers/ };

/** The defaults of a machine, and each choice that it offers. */
function variants({ options }) {
  const others = options.flatMap(({ name, type, group, choices, default: own }) => {
    if (name === 'decisionFunctionShape') return [{ study: { [name]: 'ovo' } }];
    if (group === 'study') return []; // other ways to the same solution
    if (type === 'choice') return choices.filter((one) => one !== own).map((one) => ({ [name]: one })); // prettier-ignore
    if (type === 'boolean') return [{ [name]: !own }];
    return type === 'kernel' ? [{ [name]: 'linear' }] : [];
  });
  return [{}, ...others];
}

describe('every machine of the catalogue', { timeout: 900_000 }, () => {
  for (const about of Object.values(sync.catalog)) {
    const { name, kind } = about;
    it(`${name}, with every choice`, async () => {
      let fitted = 0;
      for (const options of drawn(variants(about), name)) {
        for (const y of kind === 'classifier' ? [four, two] : [target]) {
          const model = new sync[name]({
            ...options,
            ...(kind === 'classifier' && ordered(about, y)),
          });
          try {
            if (takesTargets(name, kind)) model.fit(X, y);
            else model.fit(X);
          } catch (error) {
            // Choices that need another choice, or that have no solution here.
            assert.match(error.code, /^ERR_(OPTION|TYPE|NO_SOLUTION|NUMERIC|PROBABILITY|SHAPE)/, String(error)); // prettier-ignore
            continue;
          }
          fitted++;
          const what = `${name} ${JSON.stringify(options)}, ${new Set(y).size}`;
          // Encoders know the numbers of the training rows alone; and boundaries that are planes go
          // through points halfway between rows of a grid but for rounding.
          const isPlane = options.kernel === 'linear';
          const given = name.endsWith('Encoder') ? { trained: groups.trained } : { ...groups, ...(isPlane && { halfway: fresh }) }; // prettier-ignore
          const why = await agrees(model, kind, what, given);
          assert.match(why, refusedMachines[name] ?? /^$/, what);
          assert.equal(await agreesAsText(model, kind, what, given), '', what);
        }
      }
      assert.ok(fitted > 0, name);
    });
  }

  it('sums of trees that take gaps, in float64', async () => {
    const gapped = X.map((row, i) => row.map((v, j) => ((i + j) % 4 === 0 ? NaN : v)));
    const options = { minSamplesLeaf: 3, maxIter: 12 };
    for (const [y, kind, name] of [
      [two, 'classifier', 'HistGradientBoostingClassifier'],
      [four, 'classifier', 'HistGradientBoostingClassifier'],
      [target, 'regressor', 'HistGradientBoostingRegressor'],
    ]) {
      const model = new sync[name](options).fit(gapped, y);
      const given = { ...groups, gapped, lacking: [[NaN, NaN, NaN, NaN]] };
      const what = `${name} of gaps`;
      assert.ok(new Set(model.decisionFunction?.(X) ?? model.predict(X)).size > 10, what);
      assert.equal(await agrees(model, kind, what, given, { tolerance: 1e-12 }), '', what);
      assert.equal(await agreesAsText(model, kind, what, given), '', what);
    }
  });

  it('those that are refused are in the catalogue', () => {
    for (const name of Object.keys(refusedMachines)) assert.ok(sync.catalog[name], name);
  });
});
