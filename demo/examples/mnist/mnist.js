/**
 * The page: it loads the digits, trains on 1,000 of them, then on four times as many, and so on,
 * and shows after each machine its errors, its support vectors, and how it reads a drawing.
 */

import { showBars } from '../common/bars.js';
import { Chart } from '../common/chart.js';
import { showConfusion } from '../common/confusion.js';
import { Pad } from '../common/pad.js';
import { $, attempt, el, percent, publish, setState, strong } from '../common/page.js';
import { samples } from '../common/strokes.js';
import { firstOf, imageOf, picture, readPart, showImage } from './images.js';
import { classes, learn, pairs } from './learner.js';
import { toImage } from './raster.js';

const stages = [1000, 4000, 15_000, 60_000];
const packedBytes = 11_369_320; // of the four files
const shownOfEach = 8;          // support vectors of each digit
const shownAtOnce = 24;         // of a cell of the table
const firstSample = 3;

/** Errors on the test digits in percent, as published. */
const published = [
  ['a linear classifier', 12, '*'],
  ['nearest neighbours, Euclidean', 5, '*'],
  ['neural network, one hidden layer of 300', 4.7, '*'],
  ['SVM, Gaussian kernel', 1.4, '*'],
  ['SVM, polynomial of degree 4, deskewed', 1.1, '*'],
  ['LeNet-5, a convolutional network', 0.95, '*'],
  ['virtual SVM, degree 9, shifted', 0.8, '*'],
  ['virtual SVM, degree 9, shifted by two, deskewed', 0.56, '†'],
];

const pad = new Pad($('pad'), drawn);
let parts = null;     // the digits, once they are here
let machine = null;   // the last one that was trained
let learned = [];     // { rows, error } of each stage
let found = [];       // support vectors of each pair so far
let cancel = null;    // ends the training
let reading = null;   // the predictions that are running: a promise
let waiting = null;   // the image of the next prediction: only the latest counts

const count = (number) => number.toLocaleString('en');

// ---- training --------------------------------------------------------------

async function train() {
  cancel = new AbortController();
  const { signal } = cancel;
  setState('training', 'Fetching the digits…');
  $('train').disabled = true;
  $('stop').disabled = false;
  learned = [];
  const wanted = Number($('size').value);
  await attempt(async () => {
    try {
      parts ??= await loadDigits();
      for (const rows of stages.filter((stage) => stage <= wanted)) await stage(rows, wanted, signal);
      const { seconds, rows } = machine;
      setState('done', `Trained on ${count(rows)} digits in ${seconds.toFixed(1)} s, in this tab. Draw one, or choose one below.`);
    } catch (error) {
      if (!signal.aborted) throw error;
      setState('idle', machine ? `Stopped. The machine of ${count(machine.rows)} digits stays.` : 'Stopped.');
    }
  });
  showProgress(0);
  $('train').disabled = false;
  $('stop').disabled = true;
}

async function loadDigits() {
  let arrived = 0;
  const onBytes = (bytes) => {
    arrived += bytes;
    setState('training', `Fetching the digits: ${(arrived / 1e6).toFixed(1)} of 11 MB`);
    showProgress(Math.min(1, arrived / packedBytes));
  };
  const [train, test] = await Promise.all(['train', 't10k'].map((part) => readPart(part, onBytes)));
  return { train, test };
}

/** Trains on the first rows, and shows what came of it. */
async function stage(rows, wanted, signal) {
  const name = `Learning from ${count(rows)} digits`;
  setState('training', `${name}…`);
  found = pairs.map(() => 0);
  const next = await learn(firstOf(parts.train, rows), { signal, onProgress: (report) => watch(name, report) });
  const before = machine;
  machine = next;
  await reading;
  await before?.end();
  setState('training', `${count(rows)} digits learned. Reading 10,000 others…`);
  const answers = Array.from(await machine.predict(parts.test.X));
  if (signal.aborted && rows < wanted) signal.throwIfAborted();
  found = machine.counts;
  showPairs();
  showErrors(answers);
  showHeaviest();
  if (pad.strokes.length === 0) pad.set(samples[firstSample]);
  else drawn();
}

/** Shows a report of the fit: which duel, how far, how many support vectors. */
function watch(name, { phase, fraction, gap, supportVectors }) {
  const pair = Number(/pair (\d+)/.exec(phase)?.[1]) - 1;
  if (pair >= 0) {
    const [a, b] = pairs[pair];
    found[pair] = supportVectors;
    showPairs(pair);
    setState('training', `${name}: ${a} against ${b}, ${count(supportVectors)} support vectors, gap ${gap.toPrecision(2)}`);
  }
  showProgress(fraction);
}

const showProgress = (share) => { $('progress').value = share; };

// ---- what came of it -------------------------------------------------------

function showErrors(answers) {
  const { y } = parts.test;
  const wrong = answers.flatMap((answer, row) => (answer === y[row] ? [] : [row]));
  const error = wrong.length / y.length;
  learned.push({ rows: machine.rows, error });
  showCurve();
  showPublished();
  const spread = 1.96 * Math.sqrt((error * (1 - error)) / y.length);
  $('result').replaceChildren(
    strong(`${percent(error, 2)} error`), ` after ${count(machine.rows)} digits: ${wrong.length} of 10,000 are misread (± ${percent(spread, 2)} with 95 % confidence). `,
    `Training took ${machine.seconds.toFixed(1)} s. The certified gap is ${machine.gap.toExponential(2)}, at most the tolerance of 1e-3.`,
  );
  $('kept').replaceChildren(
    'Together they keep ', strong(`${count(machine.supportVectors)} of ${count(machine.rows)}`),
    ` digits (${percent(machine.supportVectors / machine.rows)}); most of them serve in several duels.`,
  );
  showConfusion($('confusion'), {
    actual: Array.from(y), predicted: answers, unit: 'digits',
    choose(rows, is, said) {
      $('cell').textContent = `${rows.length} of ${is} read as ${said}${rows.length > shownAtOnce ? `, the first ${shownAtOnce}` : ''}`;
      showDigits(rows, answers);
    },
  });
  $('cell').textContent = `${wrong.length} misread${wrong.length > shownAtOnce ? `, the first ${shownAtOnce}` : ''}`;
  showDigits(wrong, answers);
  publish({ rows: machine.rows, wrong: wrong.length, supportVectors: machine.supportVectors, gap: machine.gap });
}

/** The error over the number of training digits. */
function showCurve() {
  const chart = new Chart({
    width: 480, height: 260, x: [0, 1.08 * machine.rows], y: [0, 9.5], xName: 'training digits', yName: 'error, %',
    label: `Error on the test digits: ${learned.map(({ rows, error }) => `${percent(error, 2)} after ${count(rows)}`).join(', ')}`,
  });
  chart.line(learned.map(({ rows, error }) => ({ x: rows, y: 100 * error })), 'main');
  $('curve').replaceChildren(chart.element);
}

function showPublished() {
  const own = learned.length > 0 ? [[`this tab, SVM, Gaussian kernel, ${count(machine.rows)} digits`, 100 * learned.at(-1).error, '']] : [];
  const rows = [...published, ...own].sort((a, b) => b[1] - a[1]);
  $('published').replaceChildren(
    el('thead', {}, el('tr', {}, el('th', { scope: 'col' }, 'machine'), el('th', { scope: 'col' }, 'error'))),
    el('tbody', {}, ...rows.map(([name, error, source]) => el('tr', { className: source ? '' : 'own' },
      el('th', { scope: 'row' }, name), el('td', {}, `${source ? error : error.toFixed(2)} %${source}`)))),
  );
}

/** The numbers of support vectors of the pairs; current is the one that is being learned. */
function showPairs(current = -1) {
  const most = Math.max(1, ...found);
  found.forEach((kept, pair) => {
    const cell = cells[pair];
    cell.textContent = kept > 0 ? count(kept) : '·';
    cell.style.setProperty('--share', String(kept / most));
    cell.className = pair === current ? 'right current' : kept > 0 ? 'right' : 'none';
  });
}

function makePairs() {
  const made = pairs.map(() => el('td', { className: 'none' }, '·'));
  const of = (a, b) => made[pairs.findIndex(([first, second]) => first === a && second === b)];
  $('pairs').replaceChildren(
    el('caption', {}, 'Support vectors of each pair of digits.'),
    el('thead', {}, el('tr', {}, el('td', { className: 'corner' }), ...classes.slice(1).map((digit) => el('th', { scope: 'col' }, String(digit))))),
    el('tbody', {}, ...classes.slice(0, -1).map((a) => el('tr', {}, el('th', { scope: 'row' }, String(a)),
      ...classes.slice(1).map((b) => (b > a ? of(a, b) : el('td', { className: 'corner' })))))),
  );
  return made;
}

function showHeaviest() {
  $('heaviest').replaceChildren(...classes.map((digit) => el('figure', {},
    el('div', {}, ...machine.heaviest(digit, shownOfEach).map(({ image }) => picture(image))),
    el('figcaption', {}, `labelled ${digit}`),
  )));
}

function showDigits(rows, answers) {
  const { test } = parts;
  $('misread').replaceChildren(...rows.slice(0, shownAtOnce).map((row) => {
    const [is, said] = [test.y[row], answers[row]];
    const text = is === said ? [`a ${is}`] : [`a ${is}`, el('span', {}, `read as ${said}`)];
    return el('li', {}, el('button', { type: 'button', onclick: () => lookAt(row) }, picture(imageOf(test, row)), el('p', {}, ...text)));
  }));
}

// ---- one digit -------------------------------------------------------------

function drawn() {
  const image = toImage(pad.strokes);
  $('undo').disabled = pad.strokes.length === 0;
  showImage($('seen'), image ?? []);
  if (image) ask(image);
  else {
    waiting = null;
    showNothing();
  }
}

/** Replaces the drawing by a digit of the data. */
function lookAt(row) {
  pad.set([]);
  const image = imageOf(parts.test, row);
  showImage($('seen'), image);
  ask(image, `It is a ${parts.test.y[row]}, number ${count(row + 1)} of the 10,000.`);
  $('draw').scrollIntoView({ block: 'nearest' });
}

/** Reads an image, after the one that is being read. */
function ask(image, note = '') {
  waiting = { image, note };
  if (machine) reading ??= readAll().finally(() => { reading = null; });
}

async function readAll() {
  while (waiting) {
    const next = waiting;
    waiting = null;
    const read = await attempt(() => machine.read(next.image));
    if (read && !waiting) showAnswer(read, next.note);
  }
}

function showAnswer({ answer, votes }, note) {
  $('answer').replaceChildren('It reads ', strong(String(answer)), note ? `. ${note}` : '.');
  showBars($('bars'), votes.map((won, digit) => ({ name: String(digit), share: won / 9, text: `${won} of 9`, chosen: digit === answer })));
  publish({ answer });
}

function showNothing() {
  $('answer').textContent = machine ? 'Nothing is drawn yet.' : 'Nothing is trained yet.';
  showBars($('bars'), classes.map((digit) => ({ name: String(digit), share: 0, text: '–' })));
  publish({ answer: undefined });
}

// ---- start -----------------------------------------------------------------

const cells = makePairs();
for (const digit of classes) $('sample').add(new Option(String(digit), String(digit)));
$('sample').value = String(firstSample);
$('sample').addEventListener('change', () => pad.set(samples[Number($('sample').value)]));
$('clear').addEventListener('click', () => pad.set([]));
$('undo').addEventListener('click', () => pad.undo());
$('train').addEventListener('click', train);
$('stop').addEventListener('click', () => cancel?.abort());
showNothing();
showPublished();
setState('done', 'Press Train.');
