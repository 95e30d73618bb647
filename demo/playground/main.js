/**
 * The page: what is on the plane, which options are set, and what the trainer
 * says about them. What it shows is also on the document for programs to read:
 * body[data-state] is idle, training, done or error; #status (and body) carry
 * data-accuracy and data-support-vectors once a model is there.
 */

import { init } from 'maxmargin';
import { attachBrush } from '../site/brush.js';
import { numberControl } from '../site/controls.js';
import { Plane } from '../site/plane.js';
import { makeBig, makePoints, presets } from './presets.js';
import { snippet } from './snippet.js';
import { Spark } from '../site/spark.js';
import { Trainer } from './trainer.js';

const names = ['blue', 'orange', 'green'];
const tolerance = 1e-3; // the package's default, which the page leaves as it is
const $ = (id) => document.getElementById(id);

const plane = new Plane($('canvas'));
const spark = new Spark($('spark'), tolerance);
const trainer = new Trainer(names);

let points = [];
let big = null;   // the many-dimensional problem, while it is on the stage
let stage = 0;    // counts what has been on it, so that late data knows it is late
let seed = 1;
let tool = 0;
let model = null; // the last one trained
let field = null;
let timer = 0;     // of the fit that is due
let frames = null; // how the page fares while one runs

// ---- state -----------------------------------------------------------------

let writing = 0;

/** That a fit is running is written at once when it is big; most others end before it could be read. */
function setState(state, text) {
  const training = state === 'training';
  document.body.dataset.state = state;
  $('start').disabled = training;
  $('stop').disabled = !training;
  clearTimeout(writing);
  const write = () => $('status').replaceChildren(...text);
  if (training && !big) {
    writing = setTimeout(write, 150);
  } else {
    write();
  }
  if (!training) frames?.end();
}

/** Numbers of the model on the stage, for programs; undefined takes them away. */
function publish(values) {
  for (const [name, value] of Object.entries(values)) {
    for (const { dataset } of [document.body, $('status')]) {
      if (value === undefined) delete dataset[name];
      else dataset[name] = value;
    }
  }
}

const strong = (text) => Object.assign(document.createElement('b'), { textContent: text });
const count = (n, what) => `${n.toLocaleString('en')} ${what}${n === 1 ? '' : 's'}`;
const percent = (share) => `${(100 * share).toFixed(1)} %`;
const duration = (ms) => (ms < 1000 ? `${Math.max(1, Math.round(ms))}\u00a0ms` : `${(ms / 1000).toFixed(2)}\u00a0s`);

function showReadings({ objective, gap, iterations, supportVectors } = {}) {
  const show = (id, value, format) => { $(id).textContent = value === undefined ? '–' : format(value); };
  show('objective', objective, (value) => value.toLocaleString('en', { maximumSignificantDigits: 6 }).replace('-', '−'));
  show('gap', gap, (value) => value.toExponential(1).replace('e-', 'e−'));
  show('iterations', iterations, (value) => value.toLocaleString('en'));
  show('support-vectors', supportVectors, (value) => value.toLocaleString('en'));
}

// ---- options ---------------------------------------------------------------

const controls = {
  C: numberControl('C', { min: 0.01, max: 10000, change: optionsChanged }),
  gamma: numberControl('gamma', { min: 0.01, max: 100, change: optionsChanged }),
  degree: numberControl('degree', { min: 1, max: 8, step: 1, log: false, change: optionsChanged }),
  coef0: numberControl('coef0', { min: -2, max: 2, log: false, change: optionsChanged }),
};

/** The options as the package takes them: only those the kernel uses. */
function readOptions() {
  const kernel = $('kernel').value;
  const options = { kernel, C: controls.C.value };
  if (kernel !== 'linear') options.gamma = $('scale').checked ? 'scale' : controls.gamma.value;
  if (kernel === 'poly') options.degree = controls.degree.value;
  if (kernel === 'poly' || kernel === 'sigmoid') options.coef0 = controls.coef0.value;
  return options;
}

function showOptions() {
  for (const row of document.querySelectorAll('[data-kernels]')) {
    row.hidden = !row.dataset.kernels.split(' ').includes($('kernel').value);
  }
  controls.gamma.disabled = $('scale').checked;
  $('snippet').textContent = snippet(readOptions(), problem().X);
}

function optionsChanged() {
  showOptions();
  if ($('auto').checked) trainSoon();
}

// ---- data ------------------------------------------------------------------

/** What is on the stage, in the shapes the package takes. */
function problem() {
  if (big) return big.problem;
  const data = new Float64Array(2 * points.length);
  points.forEach(({ x, y }, i) => data.set([x, y], 2 * i));
  return { X: { data, rows: points.length, cols: 2 }, y: points.map(({ label }) => names[label]) };
}

function pointsChanged() {
  plane.setPoints(points);
  showOptions();
  if ($('auto').checked) trainSoon();
}

/** Empties the stage for other data: what ran or was drawn belongs to the old. */
function clearStage() {
  trainer.cancel();
  clearTimeout(timer);
  timer = 0;
  stage++;
  big = null;
  field = null;
  plane.setMany(null);
  plane.setField(null);
}

async function showData() {
  clearStage();
  const mine = stage;
  const name = $('preset').value;
  const { C, gamma } = presets[name];
  controls.C.value = C;
  $('scale').checked = gamma === 'scale';
  if (gamma !== 'scale') controls.gamma.value = gamma;
  showReadings();
  points = name === 'big' ? [] : makePoints(name, seed);
  plane.setPoints(points);
  if (name === 'big') {
    setState('training', ['Making 5,000 rows of 20 features…']);
    const made = await makeBig({ seed });
    if (mine !== stage) return;
    const { data, rows, cols, labels } = made;
    big = { ...made, problem: { X: { data, rows, cols }, y: Array.from(labels, (label) => names[label]) } };
  }
  showOptions();
  train();
}

// ---- training --------------------------------------------------------------

/** Trains after a moment, so that a stroke or a slider does not start a fit per event. */
function trainSoon() {
  timer ||= setTimeout(train, 90);
}

function train() {
  clearTimeout(timer);
  timer = 0;
  const task = problem();
  publish({ accuracy: undefined, supportVectors: undefined });
  spark.clear();
  if (new Set(task.y).size < 2) {
    trainer.cancel();
    field = null;
    plane.setField(null);
    showReadings();
    setState('idle', ['Paint points of two classes or more: choose a colour, then click or drag.']);
    return;
  }
  plane.setMany(big);
  spark.add(0, 2); // where every C-SVC starts: all alphas 0, gradients -1
  setState('training', [`Training on ${count(task.X.rows, 'row')}…`]);

  const trained = points;
  const started = performance.now();
  frames?.end();
  frames = watchFrames();
  trainer.train({ ...task, options: readOptions() }, {
    progress(report) {
      showReadings({ ...report, iterations: report.iteration });
      spark.add(performance.now() - started, report.gap);
    },
    stopped(kept) {
      setState('idle', [kept ? 'Stopped; looking at what was found so far…' : 'Stopped before anything was found.']);
    },
    fitted({ model: fitted, accuracy, milliseconds, stopped }) {
      model?.dispose();
      model = fitted;
      const supportVectors = fitted.supportIndices.length;
      const longest = frames.end();
      showReadings({ objective: fitted.objective, gap: fitted.gap, iterations: fitted.fitInfo.iterations, supportVectors });
      spark.add(milliseconds, fitted.gap);
      publish({ accuracy: accuracy.toFixed(4), supportVectors });
      $('download').disabled = false;
      setState(stopped ? 'idle' : 'done', [
        strong(`${percent(accuracy)} right`), ` on ${count(task.X.rows, 'row')}, ${count(supportVectors, 'support vector')}. `, document.createElement('br'),
        `${stopped ? 'Stopped after' : 'Trained in'} ${duration(milliseconds)}`,
        big && longest > 0 ? `; longest frame ${duration(longest)}.` : '.',
      ]);
      if (!big && trained === points) plane.setPoints(points, new Set(fitted.supportIndices));
    },
    field(next) {
      field = next;
      plane.setField(next);
    },
    decision(values) {
      plane.setMany({ ...big, decision: values });
    },
    failed(error) {
      setState('error', [error.message]);
    },
  });
}

/** How long the page's longest frame took, to show that it stays free. */
function watchFrames() {
  let last = 0;
  let longest = 0;
  let frame = requestAnimationFrame(function next(now) {
    if (last > 0) longest = Math.max(longest, now - last);
    last = now;
    frame = requestAnimationFrame(next);
  });
  return {
    end() {
      cancelAnimationFrame(frame);
      return longest;
    },
  };
}

// ---- wiring ----------------------------------------------------------------

attachBrush($('canvas'), plane, {
  tool: () => tool,
  choose(next) {
    tool = next;
    document.querySelector(`input[name="tool"][value="${next}"]`).checked = true;
  },
  paint(x, y) {
    if (big) {
      clearStage();
      $('preset').value = 'blank';
    }
    points = [...points, { x, y, label: tool }];
    pointsChanged();
  },
  erase(x, y, reach) {
    const left = points.filter((point) => Math.hypot(point.x - x, point.y - y) > reach);
    if (left.length === points.length) return;
    points = left;
    pointsChanged();
  },
  hover(x, y) {
    if (x === null || !field || big) {
      $('reading').textContent = '';
      return;
    }
    const { winner, values } = field.at(x, y);
    const value = values.length === 1 ? `, f = ${values[0].toFixed(2).replace('-', '−')}` : '';
    $('reading').textContent = `${names[winner]}${value}`;
  },
});

for (const input of document.querySelectorAll('input[name="tool"]')) {
  input.addEventListener('change', () => { tool = input.value === 'eraser' ? 'eraser' : Number(input.value); });
}
for (const [id, { name }] of Object.entries(presets)) $('preset').add(new Option(name, id));

$('preset').addEventListener('change', showData);
$('sample').addEventListener('click', () => { seed++; showData(); });
$('clear').addEventListener('click', () => { $('preset').value = 'blank'; showData(); });
$('big').addEventListener('click', () => { $('preset').value = 'big'; showData(); });
$('start').addEventListener('click', train);
$('stop').addEventListener('click', () => {
  if (trainer.stop()) return;
  clearStage(); // the data was still being made
  setState('idle', ['Stopped.']);
});
$('kernel').addEventListener('change', optionsChanged);
$('scale').addEventListener('change', optionsChanged);
$('options').addEventListener('submit', (event) => event.preventDefault());

$('copy').addEventListener('click', async () => {
  try {
    await navigator.clipboard.writeText($('snippet').textContent);
    $('copy').textContent = 'Copied';
    setTimeout(() => { $('copy').textContent = 'Copy code'; }, 1200);
  } catch {
    getSelection().selectAllChildren($('snippet')); // no clipboard here: one key press is left
  }
});
$('download').addEventListener('click', async () => {
  const url = URL.createObjectURL(new Blob([await model.save()], { type: 'application/octet-stream' }));
  Object.assign(document.createElement('a'), { href: url, download: 'model.mxmg' }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
});

controls.degree.value = 3;
controls.coef0.value = 0;
init().then(showData, (error) => setState('error', [error.message]));
