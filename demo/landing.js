/**
 * The interactive picture: a few points, and the machine that separates them, trained
 * again whenever a point moves. The picture is SVG: a point is an element that
 * can be dragged, or moved with the arrow keys.
 */

import { SVC } from 'maxmargin';
import { isoLines } from './site/contour.js';
import { gridPoints } from './site/field.js';
import { markPath } from './site/marks.js';

const SIDE = 57; // points along each axis of the grid on which f is evaluated
const NAMES = ['blue', 'orange'];
const STEP = 0.04; // of an arrow key

const svg = document.getElementById('plane');
const places = { data: gridPoints(SIDE), rows: SIDE * SIDE, cols: 2 };

const points = [
  [-0.62, 0.34, 0], [-0.2, 0.66, 0], [-0.5, -0.18, 0], [0.02, 0.42, 0], [-0.78, -0.56, 0], [-0.08, 0.1, 0],
  [0.52, 0.3, 1], [0.24, -0.16, 1], [0.7, -0.34, 1], [-0.12, -0.52, 1], [0.38, -0.68, 1], [0.8, 0.62, 1],
].map(([x, y, label]) => ({ x, y, label }));

// ---- the picture -----------------------------------------------------------

/** @param {Record<string, string | number>} attributes */
function element(name, attributes, parent = svg) {
  const made = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  parent.append(made);
  return made;
}

const lines = { '-1': 'margin', 1: 'margin', 0: 'boundary' };
const paths = Object.fromEntries(
  Object.entries(lines).map(([level, name]) => [level, element('path', { class: name })]),
);

for (const point of points) {
  const group = element('g', { class: 'point', tabindex: 0, role: 'button' });
  element('circle', { class: 'reach', r: 0.09 }, group);
  element('circle', { class: 'ring', r: 0.062 }, group);
  element('path', { class: `mark-${point.label}`, d: markPath(point.label, 1), transform: 'scale(0.034)' }, group);
  point.element = group;
  place(point);

  group.addEventListener('pointerdown', (event) => {
    event.preventDefault();
    group.focus({ preventScroll: true });
    group.setPointerCapture(event.pointerId);
  });
  group.addEventListener('pointermove', (event) => {
    if (!group.hasPointerCapture(event.pointerId)) return;
    const box = svg.getBoundingClientRect();
    move(point, (2 * (event.clientX - box.left)) / box.width - 1, 1 - (2 * (event.clientY - box.top)) / box.height);
  });
  group.addEventListener('keydown', (event) => {
    const [dx, dy] = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[event.key] ?? [];
    if (dx === undefined) return;
    event.preventDefault();
    move(point, point.x + dx * STEP, point.y + dy * STEP);
  });
}

function place({ x, y, label, element }) {
  element.setAttribute('transform', `translate(${x} ${-y})`);
  element.setAttribute('aria-label', `${NAMES[label]} point at ${x.toFixed(2)}, ${y.toFixed(2)}; arrow keys move it`);
}

function move(point, x, y) {
  const inside = (value) => Math.min(0.96, Math.max(-0.96, value));
  point.x = inside(x);
  point.y = inside(y);
  place(point);
  train();
}

/** Grid units to the plane of the picture, whose y points down. */
function pathOf(found) {
  const at = ([column, row]) => `${((2 * column) / (SIDE - 1) - 1).toFixed(3)} ${((2 * row) / (SIDE - 1) - 1).toFixed(3)}`;
  return found.map((line) => `M${line.map(at).join('L')}`).join('');
}

// ---- training --------------------------------------------------------------

let running = false;
let again = false;

/** One fit at a time; if points moved in the meantime, another follows with the newest points. */
async function train() {
  if (running) {
    again = true;
    return;
  }
  running = true;
  try {
    do {
      again = false;
      await fit();
    } while (again);
    document.body.dataset.state = 'done';
  } catch (error) {
    document.body.dataset.state = 'error';
    document.getElementById('status').textContent = error.message;
  }
  running = false;
}

async function fit() {
  const kernel = document.querySelector('input[name="kernel"]:checked').value;
  const X = points.map(({ x, y }) => [x, y]);
  const y = points.map(({ label }) => NAMES[label]);
  const model = new SVC({ kernel, C: 100, gamma: 2 });
  await model.fit(X, y);
  const values = await model.decisionFunction(places);
  const support = new Set(model.supportIndices);
  for (const [level, path] of Object.entries(paths)) path.setAttribute('d', pathOf(isoLines(values, SIDE, Number(level))));
  points.forEach(({ element }, i) => element.classList.toggle('support', support.has(i)));
  document.getElementById('status').textContent =
    `${support.size} of ${points.length} points are support vectors: they alone hold the boundary.`;
  model.dispose();
}

for (const input of document.querySelectorAll('input[name="kernel"]')) input.addEventListener('change', train);
train();
