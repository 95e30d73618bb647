/**
 * A notebook as Observable compiles them: a function that defines cells on a runtime.
 * Cells name what they need and run again when it changes.
 *
 * In a notebook on observablehq.com each `define` is a cell of its own; there the first
 * one reads `maxmargin = import('https://cdn.jsdelivr.net/npm/maxmargin/dist/index.js')`.
 */

import { Chart } from '../site/chart.js';

/** A slider with its value beside it. */
function slider(name, { min, max, step, value }) {
  const input = document.createElement('input');
  Object.assign(input, { type: 'range', min, max, step, value });
  const output = document.createElement('output');
  const show = () => { output.textContent = input.value; };
  input.addEventListener('input', show);
  show();
  const label = document.createElement('label');
  label.className = 'cell-slider';
  label.append(name, input, output);
  return Object.defineProperty(label, 'valueAsNumber', { get: () => input.valueAsNumber });
}

/** Yields the values of a view as they change, like Generators.input on observablehq.com. */
async function* valuesOf(view, invalidation) {
  let over = false;
  invalidation.then(() => { over = true; });
  while (!over) {
    yield view.valueAsNumber;
    await new Promise((resolve) => view.addEventListener('input', resolve, { once: true }));
  }
}

/**
 * @param {import('@observablehq/runtime').Runtime} runtime
 * @param {(name?: string) => object} observer
 */
export default function define(runtime, observer) {
  const main = runtime.module();
  const cell = (name, inputs, definition) => main.variable(observer(name)).define(name, inputs, definition);
  const view = (name, settings) => {
    cell(`viewof ${name}`, [], () => slider(name, settings));
    main.variable().define(name, [`viewof ${name}`, 'invalidation'], valuesOf);
  };

  main.variable().define('maxmargin', [], () => import('maxmargin'));
  main.variable().define('data', [], () => import('maxmargin/data'));

  view('noise', { min: 0, max: 0.4, step: 0.02, value: 0.2 });
  view('nu', { min: 0.02, max: 1, step: 0.02, value: 0.54 });

  cell('sample', ['data', 'noise'], ({ makeSinc }, noise) => makeSinc({ samples: 100, noise, seed: 1 }));

  cell('model', ['maxmargin', 'sample', 'nu', 'invalidation'], async ({ NuSVR }, { X, y }, nu, invalidation) => {
    const left = new AbortController();
    const model = new NuSVR({ nu, C: 1, gamma: 0.1 });
    invalidation.then(() => {
      left.abort();
      model.dispose();
    });
    return model.fit(X, y, { signal: left.signal });
  });

  cell('summary', ['model', 'sample'], async (model, { X, y }) => ({
    epsilon: model.epsilon,
    supportVectors: model.supportIndices.length,
    r2: await model.score(X, y),
  }));

  cell('picture', ['model', 'sample', 'summary'], async (model, { X, y }, { epsilon }) => {
    const xs = Array.from({ length: 201 }, (_, i) => -10 + i / 10);
    const f = await model.predict(xs.map((x) => [x]));
    const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
    svg.setAttribute('class', 'cell-picture');
    svg.setAttribute('role', 'img');
    svg.setAttribute('aria-label', 'Samples, curve and tube');
    // The picture is drawn once it is in the page, because it has a size only then.
    requestAnimationFrame(() => {
      const chart = new Chart(svg, { x: [-10, 10], y: [-1, 1.8] });
      chart.area(xs.map((x, i) => [x, f[i] + epsilon]), xs.map((x, i) => [x, f[i] - epsilon]), 'tube');
      chart.line(xs.map((x, i) => [x, f[i]]), 'curve');
      const support = new Set(model.supportIndices);
      y.forEach((value, i) => chart.dot(X.data[i], value, 3.5, support.has(i) ? 'sample support' : 'sample'));
    });
    return svg;
  });

  return main;
}
