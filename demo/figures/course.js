/** Objective and gap of a fit over its iterations, by several solvers. */
import { SVC } from 'maxmargin';
import { makeTwoGaussians } from 'maxmargin/data';

import { defaults, menu, slider } from './lib/controls.js';
import { Frame, format } from './lib/frame.js';

export const controls = {
  solver: menu('solver', 'smoPlatt', {
    smo: 'smo, sets of 16',
    'smoPlatt': 'smoPlatt, pairs',
    decomposition: 'decomposition',
    chunking: 'chunking',
    'interiorPoint': 'interior point',
  }),
  C: slider('C', 1, [0.1, 10], { log: true, step: 0.05 }),
};

export const tol = 1e-4;

/** Fits that end early give a warning; here they end early on purpose. */
export const expected = ['WARN_NOT_CONVERGED'];

export async function compute(values) {
  const { solver, C } = { ...defaults(controls), ...values };
  const { X, y } = makeTwoGaussians({ samples: 100, means: [[0.8, 0.5], [-0.8, -0.5]], seed: 17 });
  const options = { C, gamma: 0.5, tol };
  const model = await new SVC({ ...options, study: { solver, trace: 1e5 } }).fit(X, y);
  const iterations = model.nIter[0];
  // The entries of a trace are iterations, except for 'smo', where they are working sets. So that all solvers are measured alike, each point is a fit that ends after k iterations.
  const gaps = [];
  for (const k of places(iterations)) {
    const part = await new SVC({ ...options, study: { solver }, maxIter: k }).fit(X, y);
    const dual = -part.objective;
    gaps.push({ iteration: k, gap: part.dualityGaps[0], dual, primal: dual + part.dualityGaps[0] });
  }
  // The trace of 'smo' has one entry for each working set, with many iterations in it.
  const traced = model.traceObjective.length === iterations;
  const course = (values, sign) => Array.from(values, (value, i) => [i + 1, sign * value]);
  return {
    solver,
    iterations,
    dual: traced ? course(model.traceObjective, -1) : gaps.map(({ iteration, dual }) => [iteration, dual]),
    violation: traced ? course(model.traceGap, 1) : [],
    gaps,
    final: { objective: -model.objective, gap: model.dualityGaps[0], kernelEvaluations: model.kernelEvaluations[0] },
  };
}

/** Some iterations, the early ones more densely: 1, 2, 3, 5, ... and the last. */
function places(count) {
  const list = [];
  for (let k = 1; k < count; k = Math.max(k + 1, Math.round(k * 1.5))) list.push(k);
  return [...list, count];
}

export const readings = ({ iterations, final }) => [
  ['iterations', String(iterations)],
  ['dual objective', format(final.objective, 6)],
  ['gap at the end', format(final.gap, 2)],
  ['kernel values', format(final.kernelEvaluations, 6)],
];

export function draw([left, right], { iterations, dual, violation, gaps }) {
  const x = [1, Math.max(10, iterations)];
  const end = dual.at(-1)[1];
  const most = Math.min(Math.max(...gaps.map(({ primal }) => primal)), 2.2 * end);
  const one = new Frame(left, { x, y: [Math.min(0, ...dual.map(([, value]) => value)), most * 1.05], xLog: true, xLabel: 'iteration', head: 'objective', title: 'Dual objective from below and primal objective from above' });
  one.line(dual, 'k0');
  one.line(gaps.map(({ iteration, primal }) => [iteration, primal]), 'k1');
  for (const { iteration, primal } of gaps) one.dot(iteration, primal, 'k1', 2.5);
  one.legend([['k0', 'dual'], ['k1', 'primal']]);

  const all = [...gaps.map(({ gap }) => gap), ...violation.map(([, value]) => value)].filter((value) => value > 0);
  const y = [10 ** Math.floor(Math.log10(Math.max(1e-12, Math.min(tol / 2, ...all)))), 10 ** Math.ceil(Math.log10(Math.max(...all)))];
  const two = new Frame(right, { x, y, xLog: true, yLog: true, xLabel: 'iteration', head: 'gap and violation', title: 'The duality gap and the violation of the optimality conditions, on logarithmic scales' });
  const positive = ([k, value]) => [k, value > 0 ? value : NaN];
  two.line(violation.map(positive), 'k5');
  two.line(gaps.map(({ iteration, gap }) => positive([iteration, gap])), 'k1');
  two.line([[x[0], tol], [x[1], tol]], 'target');
  two.legend([['k1', 'duality gap'], ...(violation.length > 0 ? [['k5', 'largest violation']] : [])]);
}
