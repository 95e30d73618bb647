/** The page: a running stream, a detector that scores it, and the count of alarms. */

import { readCsv } from 'maxmargin/data';
import { element, guarded, latest, tell } from '../../site/state.js';
import { onThemeChange } from '../../site/tokens.js';
import { Detector, hop, size, snippet, windowsOf } from './detector.js';
import { Machine, names, rate } from './machine.js';
import { drawStream } from './picture.js';

const learning = 60 * rate; // the first minute
const shown = 20 * rate;
const longest = 15 * 60 * rate; // a stream that nobody watches ends by itself
const still = matchMedia('(prefers-reduced-motion: reduce)');

let stream; // { channels, faulty, names, known, machine } of the simulation, or of a file
let detector;
let scores = []; // { at: where the window ends, score, touched, faulty }
let left = 0; // the first value that is shown
let playing = false;

const channelNames = (list, channels) => list.map((name, c) => {
  const usual = channels[c].slice(0, learning);
  const centre = usual.reduce((sum, value) => sum + value, 0) / usual.length;
  return { name, centre, usual: 1.2 * usual.reduce((most, value) => Math.max(most, Math.abs(value - centre)), 1e-9) };
});

/** A minute without faults, and then some time with two faults. */
function simulate() {
  const machine = new Machine(7);
  stream = { channels: [[], [], []], faulty: [], known: true, machine, learnt: learning };
  extend(learning);
  stream.names = channelNames(names, stream.channels);
  extend(6 * rate);
  machine.break('impacts');
  extend(8 * rate);
  machine.break('stuck');
  extend(6 * rate);
}

function extend(count) {
  for (let i = 0; i < count; i++) {
    const { values, faulty } = stream.machine.next();
    values.forEach((value, c) => stream.channels[c].push(value));
    stream.faulty.push(faulty);
  }
}

const retrain = latest(async () => {
  const options = { machine: element('machine').value, nu: Number(element('nu').value) };
  showNumbers();
  tell('training', 'Learning what is usual…');
  const { channels, learnt } = stream;
  const usual = windowsOf(channels.map((values) => values.slice(0, learnt)));
  const next = await new Detector(options).fit(usual);
  detector?.dispose();
  detector = next;
  scores = [];
  await judge();
  element('snippet').textContent = snippet(options);
  left = Math.max(learnt - 2 * rate, channels[0].length - shown);
  if (!stream.known) left = learnt - Math.min(learnt, hop * 4);
  show();
  const share = `${(100 * detector.outside).toFixed(1)} % of the ${usual.length} windows it learnt from lie outside`;
  tell('done', `${options.machine} with nu = ${options.nu}: ${share}.`);
});

/** Scores the windows that are complete and have no score yet. */
async function judge() {
  const { channels, learnt } = stream;
  const from = scores.length > 0 ? scores.at(-1).at - size + hop : learnt;
  const fresh = windowsOf(channels.map((values) => values.slice(from)));
  const mine = detector;
  const values = await mine.score(fresh);
  if (mine !== detector) return; // another detector was trained in the meantime
  values.forEach((score, i) => {
    const at = from + i * hop + size;
    scores.push({ at, score, ...flagsOf(at) });
  });
}

/** The truth about the window that ends at a value: it counts as a fault if at least a quarter of it is faulty. */
function flagsOf(at) {
  const count = stream.known ? stream.faulty.slice(at - size, at).filter(Boolean).length : 0;
  return { touched: count > 0, faulty: count >= size / 4 };
}

function tally() {
  const threshold = Number(element('threshold').value);
  const sum = { windows: scores.length, alarms: 0, right: 0, wrong: 0, quiet: 0, faults: 0, found: 0 };
  let met = false; // whether the current fault was detected
  scores.forEach(({ score, touched, faulty }, i) => {
    const alarm = score < threshold;
    if (alarm) sum.alarms++;
    if (alarm) sum[touched ? 'right' : 'wrong']++;
    if (!touched) sum.quiet++;
    if (faulty && !scores[i - 1]?.faulty) {
      sum.faults++;
      met = false;
    }
    if (faulty && alarm && !met) {
      sum.found++;
      met = true;
    }
  });
  return sum;
}

function show() {
  const { windows, alarms, right, wrong, quiet, faults, found } = tally();
  element('windows').textContent = windows;
  element('found').textContent = stream.known ? `${found} of ${faults}` : 'not known';
  element('right').textContent = stream.known ? right : 'not known';
  element('false').textContent = stream.known ? `${wrong} of ${quiet}` : `${alarms} alarms in all`;
  Object.assign(document.body.dataset, { windows, alarms, right, wrong, faults, found });
  const { channels, faulty, known } = stream;
  drawStream(element('stream'), {
    channels, faulty, names: stream.names, scores,
    from: left, span: known ? shown : Math.max(hop * 8, channels[0].length - left),
    threshold: Number(element('threshold').value),
    unit: (index) => (known ? `${(index / rate).toFixed(0)} s` : `row ${Math.round(index)}`),
  });
}

function showNumbers() {
  for (const id of ['nu', 'threshold']) document.querySelector(`output[for=${id}]`).textContent = element(id).value;
}

// The stream runs.

let clock = 0;
let owed = 0;
let judging = false;

function frame(now) {
  if (!playing) return;
  if (stream.channels[0].length > longest) {
    play(false);
    return;
  }
  const seconds = Math.min(0.1, (now - clock) / 1000);
  clock = now;
  owed += seconds * rate * Number(element('speed').value);
  const whole = Math.floor(owed);
  owed -= whole;
  extend(whole);
  left = stream.channels[0].length - shown;
  show();
  if (!judging && detector) {
    judging = true;
    guarded(judge).finally(() => { judging = false; });
  }
  requestAnimationFrame(frame);
}

function play(wanted) {
  playing = wanted && stream.known;
  element('play').textContent = playing ? 'Pause' : 'Play';
  element('play').setAttribute('aria-pressed', String(playing));
  if (!playing) return;
  clock = performance.now();
  requestAnimationFrame(frame);
}

element('play').addEventListener('click', () => play(!playing));
element('inject').addEventListener('click', () => {
  stream.machine.break(element('fault').value);
  if (!playing) {
    // If the stream is paused, compute the next seconds at once, so that the fault is visible.
    guarded(async () => {
      extend(5 * rate);
      left = stream.channels[0].length - shown;
      await judge();
      show();
    });
  }
});

// A file instead.

element('file').addEventListener('change', (event) => guarded(async () => {
  const [file] = event.target.files;
  if (!file) return;
  play(false);
  const { X, featureNames } = await readCsv(file);
  if (X.cols !== 1) throw new Error(`${file.name} has ${X.cols} columns of numbers; a file with one is needed here`);
  const values = Array.from(X.data);
  const least = 8 * size;
  if (values.length < least) throw new Error(`${file.name} has ${values.length} rows; at least ${least} are needed, half of them to learn from`);
  const learnt = Math.floor(values.length / 2);
  stream = { channels: [values], faulty: [], known: false, learnt };
  stream.names = channelNames([featureNames?.[0] ?? file.name], stream.channels);
  allow();
  await retrain();
}));
element('simulate').addEventListener('click', () => {
  element('file').value = '';
  simulate();
  allow();
  retrain();
});

/** A file is not a running stream, and one cannot add faults to it. */
function allow() {
  for (const id of ['play', 'inject', 'fault', 'speed']) element(id).disabled = !stream.known;
  element('simulate').hidden = stream.known;
}

for (const id of ['machine', 'nu']) element(id).addEventListener('input', retrain);
element('threshold').addEventListener('input', () => { showNumbers(); show(); });
document.querySelector('form').addEventListener('submit', (event) => event.preventDefault());
still.addEventListener('change', () => still.matches && play(false));
new ResizeObserver(() => detector && show()).observe(element('stream'));
onThemeChange(() => detector && show());

simulate();
await new Promise((resolve) => { setTimeout(resolve); }); // the minute of stream was computed in one long task
await retrain();
if (!still.matches) play(true);
