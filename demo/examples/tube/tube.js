/** Regression with a tube: data, machine, pictures, and samples that the user can drag. */

import { ConvexLossSVR, NuSVR, SVR } from 'maxmargin';
import { optimalTube } from 'maxmargin/study';
import { regressionTube } from 'maxmargin/plot';
import { Chart } from '../../site/chart.js';
import { noises } from '../../site/random.js';
import { element, latest, tell } from '../../site/state.js';
import { draw, range, tableOf, truth } from './data.js';
import { histogram, likeliestDensity } from './density.js';

const limits = [-1, 1.8];
const logarithmic = ['C', 'gamma'];
const digits = (value) => String(Number(value.toPrecision(3)));

let seed = 1;
let points = [];
let chosen = -1;
let tube;

/** The values of the controls. */
function settings() {
  const number = (id) => Number(element(id).value);
  const machine = element('machine').value;
  const shared = { C: Number(digits(10 ** number('C'))), gamma: Number(digits(10 ** number('gamma'))) };
  if (machine === 'SVR') return { Machine: SVR, options: { epsilon: number('epsilon'), ...shared } };
  if (machine === 'NuSVR') return { Machine: NuSVR, options: { nu: number('nu'), ...shared } };
  const extra = machine === 'laplacian' ? { epsilon: number('epsilon') } : /huber|piece/.test(machine) ? { sigma: 0.1 } : {};
  return { Machine: ConvexLossSVR, options: { loss: machine, ...extra, ...shared } };
}

function showSettings() {
  for (const input of document.querySelectorAll('#controls input')) {
    const value = Number(input.value);
    const text = digits(logarithmic.includes(input.id) ? 10 ** value : value);
    document.querySelector(`output[for=${input.id}]`).textContent = text;
    input.setAttribute('aria-valuetext', text);
  }
  const { options } = settings();
  document.querySelector('[data-for=epsilon]').hidden = !('epsilon' in options);
  document.querySelector('[data-for=nu]').hidden = !('nu' in options);
  const { nu, epsilon } = theory();
  element('theory').textContent =
    `For ${element('noise').selectedOptions[0].text} noise of this deviation theory has epsilon ${digits(epsilon)} and nu ${digits(nu)} as the best, for many samples.`;
}

/** The best tube for the chosen noise. */
function theory() {
  const sigma = Number(element('level').value);
  const { power } = noises[element('noise').value];
  // Without noise the best width is 0.
  return sigma > 0 ? optimalTube({ power }, { sigma }) : { nu: 1, epsilon: 0 };
}

const train = latest(async () => {
  showSettings();
  const { Machine, options } = settings();
  tell('training');
  const { X, y } = tableOf(points);
  const model = await new Machine(options).fit(X, y);
  try {
    tube = await regressionTube(model, X, y, { domain: range, resolution: 241 });
    tube.loss = { loss: 'epsilonInsensitive', ...options, epsilon: tube.epsilon ?? 0 };
    showTube();
    showHistogram();
    report(model, Machine, options);
  } finally {
    model.dispose();
  }
});

function report(model, Machine, options) {
  const support = tube.points.filter((point) => point.support).length;
  const outside = tube.points.filter((point) => point.outside).length;
  const error = Math.sqrt(tube.curve.reduce((sum, { x, predicted }) => sum + (predicted - truth(x)) ** 2, 0) / tube.curve.length);
  const share = (count) => `${count} of ${points.length}`;
  element('support').textContent = share(support);
  element('outside').textContent = tube.epsilon === undefined ? 'no tube' : share(outside);
  element('width').textContent = tube.epsilon === undefined ? 'no tube' : digits(tube.epsilon);
  element('distance').textContent = error.toFixed(4);
  const text = Object.entries(options).map(([name, value]) => `${name}: ${typeof value === 'string' ? `'${value}'` : value}`);
  element('snippet').textContent = [
    `import { ${Machine.name} } from 'maxmargin';`,
    "import { regressionTube } from 'maxmargin/plot';",
    '',
    `const model = await new ${Machine.name}({ ${text.join(', ')} }).fit(X, y);`,
    'const { curve, points, epsilon } = await regressionTube(model, X, y);',
  ].join('\n');
  tell('done', `${Machine.name} fitted to ${points.length} samples: ${support} support vectors.`);
  Object.assign(document.body.dataset, { support, outside, epsilon: tube.epsilon ?? '', rmse: error });
}

function showTube() {
  if (!tube) return;
  const chart = new Chart(element('plot'), { x: range, y: limits, xLabel: 'x', yLabel: 'y' });
  const { curve, epsilon } = tube;
  const lower = curve.map((at) => [at.x, at.lower]);
  const upper = curve.map((at) => [at.x, at.upper]);
  if (epsilon !== undefined) {
    chart.area(upper, lower, 'tube');
    chart.line(upper, 'edge');
    chart.line(lower, 'edge');
  }
  chart.line(curve.map(({ x }) => [x, truth(x)]), 'truth');
  chart.line(curve.map(({ x, predicted }) => [x, predicted]), 'curve');
  points.forEach(({ x, y }, i) => {
    const support = tube.points[i]?.support ? ' support' : '';
    chart.dot(x, y, i === chosen ? 6 : 4.5, `sample${support}${i === chosen ? ' chosen' : ''}`);
  });
  showTube.chart = chart;
}

function showHistogram() {
  if (!tube) return;
  const residuals = Float64Array.from(tube.points, ({ residual }) => residual);
  const level = Number(element('level').value);
  const reach = Math.max(0.1, 3.2 * level, ...residuals.map((r) => Math.min(Math.abs(r), 1.5)));
  const bars = histogram(residuals, reach, 25);
  const { density } = likeliestDensity(tube.loss, residuals);
  const places = Array.from({ length: 201 }, (_, i) => reach * (i / 100 - 1));
  const noise = level > 0 ? places.map((r) => [r, noises[element('noise').value].density(r / level) / level]) : [];
  const top = Math.min(1.15 * Math.max(...bars.map(({ height }) => height), ...noise.map(([, p]) => p)), 60);
  const chart = new Chart(element('histogram'), { x: [-reach, reach], y: [0, top], xLabel: 'residual', yLabel: 'density' });
  if (tube.epsilon) chart.box(-Math.min(tube.epsilon, reach), Math.min(tube.epsilon, reach), 0, top, 'band');
  for (const { from, to, height } of bars) if (height > 0) chart.box(from, to, 0, height, 'bar');
  if (noise.length > 0) chart.line(noise, 'truth');
  chart.line(places.map((r) => [r, Math.min(density(r), top)]), 'curve');
}

function sample() {
  chosen = -1;
  const [noise, level, samples] = ['noise', 'level', 'samples'].map((id) => element(id).value);
  points = draw({ noise, level: Number(level), samples: Number(samples), seed });
  train();
}

// The user adds, moves and removes samples.

const plot = element('plot');
const clamp = (value, [low, high]) => Math.min(high, Math.max(low, value));

const placeOf = (event) => {
  const { left, top } = plot.getBoundingClientRect();
  return [event.clientX - left, event.clientY - top];
};

plot.addEventListener('pointerdown', (event) => {
  const { chart } = showTube;
  if (!chart || event.button !== 0) return;
  const [px, py] = placeOf(event);
  const far = points.map(({ x, y }) => Math.hypot(chart.toX(x) - px, chart.toY(y) - py));
  chosen = far.indexOf(Math.min(...far));
  if (!(far[chosen] < 16)) {
    points.push({ x: clamp(chart.fromX(px), range), y: clamp(chart.fromY(py), limits) });
    chosen = points.length - 1;
  }
  plot.setPointerCapture(event.pointerId);
  train();
});

plot.addEventListener('pointermove', (event) => {
  if (!plot.hasPointerCapture(event.pointerId) || chosen < 0) return;
  points[chosen].y = clamp(showTube.chart.fromY(placeOf(event)[1]), limits);
  showTube();
  train();
});

plot.addEventListener('keydown', (event) => {
  const inOrder = points.map((_, i) => i).sort((a, b) => points[a].x - points[b].x);
  const at = inOrder.indexOf(chosen);
  const keys = {
    ArrowLeft: () => { chosen = inOrder[Math.max(0, at - 1)]; },
    ArrowRight: () => { chosen = inOrder[Math.min(points.length - 1, at + 1)]; },
    ArrowUp: () => { if (chosen >= 0) points[chosen].y = clamp(points[chosen].y + 0.05, limits); },
    ArrowDown: () => { if (chosen >= 0) points[chosen].y = clamp(points[chosen].y - 0.05, limits); },
    Delete: () => { if (chosen >= 0 && points.length > 2) { points.splice(chosen, 1); chosen = -1; } },
  };
  keys.Backspace = keys.Delete;
  if (!keys[event.key]) return;
  event.preventDefault();
  keys[event.key]();
  if (event.key.startsWith('Arrow') && /Left|Right/.test(event.key)) showTube();
  else train();
});

// Controls.

for (const id of ['noise', 'level', 'samples']) element(id).addEventListener('input', sample);
for (const id of ['machine', 'epsilon', 'nu', 'C', 'gamma']) element(id).addEventListener('input', train);
element('again').addEventListener('click', () => { seed++; sample(); });
element('best').addEventListener('click', () => {
  const { nu, epsilon } = theory();
  if (!/^(NuSVR|SVR)$/.test(element('machine').value)) element('machine').value = 'SVR';
  element('epsilon').value = epsilon;
  element('nu').value = Math.max(0.01, nu);
  train();
});
element('controls').addEventListener('submit', (event) => event.preventDefault());
new ResizeObserver(() => { showTube(); showHistogram(); }).observe(plot);

sample();
