/**
 * The page: a drawing on the left, the prediction of the machine on the right,
 * and below the training data and the results on the test digits.
 */

import { showBars } from '../common/bars.js';
import { showConfusion } from '../common/confusion.js';
import { $, attempt, el, percent, publish, setState, strong } from '../common/page.js';
import { Pad } from '../common/pad.js';
import { pixels, showParts, showPixels } from './pixels.js';
import { toDigit } from './raster.js';
import { Reader, readDigits, rowOf } from './reader.js';
import { samples } from '../common/strokes.js';

const firstSample = 3;
const shownAtOnce = 24; // of a cell of the table

const reader = new Reader();
const pad = new Pad($('pad'), drawn);
let digits = null;
let reading = false;  // whether a prediction is running
let waiting = null;   // the pixels of the next prediction: only the latest count

// ---- the drawing -----------------------------------------------------------

function drawn() {
  const digit = toDigit(pad.strokes);
  showPixels($('seen'), digit ?? []);
  $('undo').disabled = pad.strokes.length === 0;
  if (digit) ask(digit);
  else {
    waiting = null;
    showNothing();
  }
}

/** Predicts these pixels, after the running prediction. */
async function ask(digit, note = '') {
  waiting = { digit, note };
  if (reading || !digits) return;
  reading = true;
  while (waiting) {
    const next = waiting;
    waiting = null;
    const answer = await attempt(() => reader.read(next.digit));
    if (!answer || waiting || $('seen').childElementCount === 0) continue;
    showAnswer(answer, next.note);
    await attempt(() => showWhy(next.digit, answer));
  }
  reading = false;
}

function showNothing() {
  $('answer').textContent = 'Nothing is drawn yet.';
  showBars($('bars'), samples.map((_, digit) => ({ name: String(digit), share: 0, text: '–' })));
  for (const part of ['nearest', 'parts', 'carriers']) $(part).replaceChildren();
  $('because').textContent = 'Nothing is drawn yet.';
  publish({ because: undefined });
  publish({ answer: undefined, alpha: undefined });
}

function showAnswer({ answer, classes, shares, nearest }, note) {
  $('answer').replaceChildren('It reads ', strong(String(answer)), note ? `. ${note}` : '.');
  showBars($('bars'), Array.from(classes, (digit, i) => ({
    name: String(digit), share: shares[i], text: percent(shares[i]), chosen: digit === answer,
  })));
  $('nearest').replaceChildren(...nearest.map((near) => el('li', {},
    pixels(near.pixels),
    el('p', {}, strong(`a ${near.digit}`), el('span', {}, `k = ${near.likeness.toFixed(2)}`), el('span', {}, `α = ${near.alpha.toFixed(2)}`)),
  )));
  publish({ answer, alpha: Math.max(...nearest.map(({ alpha }) => alpha)).toFixed(6) });
}

/** Why it reads this digit and not the second most probable one. */
async function showWhy(digit, { answer, classes, shares }) {
  const order = Array.from(classes.keys()).sort((a, b) => shares[b] - shares[a]);
  const rival = order.map((i) => classes[i]).find((other) => other !== answer);
  const { parts, value, vectors } = await reader.why(digit, answer, rival);
  if (waiting || $('seen').childElementCount === 0) return;
  showParts($('parts'), parts);
  const turned = vectors.filter(({ without }) => without * value < 0).length;
  $('because').replaceChildren(
    'Of ', strong(String(answer)), ' and ', strong(String(rival)), ', the most probable of the others, the value is ', strong(signed(value)),
    value > 0 ? ` in favour of ${answer}. ` : `: this pair alone speaks for ${rival}. `,
    turned === 0 ? 'No single one of the digits below decides it: without any of them the sign stays.'
      : `Without ${turned === 1 ? 'one' : `any one of ${turned}`} of the digits below, its sign would be the other.`,
  );
  $('carriers').replaceChildren(...vectors.map((vector) => el('li', {},
    pixels(vector.pixels),
    el('p', {}, strong(`a ${vector.digit}`), el('span', {}, `adds ${signed(vector.term)}`), el('span', {}, `without: ${signed(vector.without)}`)),
  )));
  publish({ because: value.toFixed(6) });
}

const signed = (value) => `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(2)}`;

// ---- test digits -----------------------------------------------------------

/** Replaces the drawing by a digit of the data. */
function lookAt(row, answer) {
  pad.set([]);
  const values = rowOf(digits.test.X, row);
  showPixels($('seen'), values);
  const { y } = digits.test;
  ask(values, `It is a ${y[row]}, number ${row + 1} of the 500${y[row] === answer ? '' : ', misread'}.`);
  $('draw').scrollIntoView({ block: 'nearest' });
}

function showDigits(rows, answers) {
  $('misread').replaceChildren(...rows.slice(0, shownAtOnce).map((row) => {
    const [is, said] = [digits.test.y[row], answers[row]];
    const text = is === said ? [`a ${is}`] : [`a ${is}`, el('span', {}, `read as ${said}`)];
    return el('li', {}, el('button', { type: 'button', onclick: () => lookAt(row, said) }, pixels(rowOf(digits.test.X, row)), el('p', {}, ...text)));
  }));
}

async function examine() {
  const { X, y } = digits.test;
  const answers = Array.from(await reader.predict(X));
  const wrong = y.flatMap((digit, row) => (digit === answers[row] ? [] : [row]));
  const right = y.length - wrong.length;
  const kept = reader.labels.length;
  $('held-out').replaceChildren(
    strong(`${right} of ${y.length} right`), ` (${percent(right / y.length)}). `,
    `${kept.toLocaleString('en')} of the ${digits.train.y.length.toLocaleString('en')} training digits are support vectors.`,
  );
  showConfusion($('confusion'), {
    actual: y, predicted: answers, unit: 'digits',
    choose(rows, is, said) {
      const some = rows.length > shownAtOnce ? `, the first ${shownAtOnce}` : '';
      $('cell').textContent = `${rows.length} of ${is} read as ${said}${some}`;
      showDigits(rows, answers);
    },
  });
  showDigits(wrong, answers);
  $('cell').textContent = `The ${wrong.length} it misreads`;
  publish({ right, wrong: wrong.length, supportVectors: kept });
}

// ---- start -----------------------------------------------------------------

for (const digit of samples.keys()) $('sample').add(new Option(String(digit), String(digit)));
$('sample').value = String(firstSample);
$('sample').addEventListener('change', () => pad.set(samples[Number($('sample').value)]));
$('clear').addEventListener('click', () => pad.set([]));
$('undo').addEventListener('click', () => pad.undo());
showNothing();

attempt(async () => {
  const read = await readDigits('../../data/digits.csv.gz');
  setState('training', 'Learning from 1,297 digits…');
  await reader.fit(read.train, ({ fraction }) => {
    setState('training', `Learning from 1,297 digits… ${percent(fraction ?? 0, 0)}`);
  });
  digits = read;
  await examine();
  pad.set(pad.strokes.length > 0 ? pad.strokes : samples[firstSample]);
  setState('done', 'Trained in this tab. Draw, or choose a digit below.');
});
