/** The page: options, a machine trained with them, its errors, and one sequence in detail. */

import { showBars } from '../common/bars.js';
import { showConfusion } from '../common/confusion.js';
import { $, attempt, el, percent, plain, publish, readText, setState, signed, strong } from '../common/page.js';
import { drawEffects, effectsOf } from './effects.js';
import { showGram } from './gram.js';
import { choices, divide, gramOf, makeKernel, nearest, piecesOf, predictAll, readSequences, train } from './splice.js';

const listed = 40;  // sequences of a cell that can be chosen
const length = 60;

let data = null;
let run = null;     // the latest training: its cancel, and its result
let looked = 0;     // counts the shown sequences, so that late results of earlier ones are dropped

// ---- options ---------------------------------------------------------------

function showLengths() {
  const { lengths, usual, about } = choices[$('kernel').value];
  $('length').replaceChildren(...lengths.map((one) => new Option(String(one), String(one), one === usual, one === usual)));
  $('about').textContent = about;
}

// ---- training --------------------------------------------------------------

async function start() {
  run?.cancel.abort();
  const [name, long] = [$('kernel').value, Number($('length').value)];
  const mine = { cancel: new AbortController(), kernel: makeKernel(name, long), explain: null };
  run = mine;
  const { signal } = mine.cancel;
  $('stop').disabled = false;
  publish({ wrong: undefined });
  setState('training', 'Dividing the sequences…');
  try {
    mine.parts = await divide(data, Number($('rows').value));
    const { XTrain, XTest, yTest } = mine.parts;
    setState('training', `Learning from ${XTrain.length.toLocaleString('en')} sequences…`);
    mine.model = await train({ kernel: mine.kernel, C: Number($('C').value) }, mine.parts, {
      signal,
      onProgress: ({ fraction }) => { $('progress').value = 0.6 * (fraction ?? 0); },
    });
    setState('training', `Judging ${XTest.length.toLocaleString('en')} others…`);
    mine.answers = await predictAll(mine.model, XTest, { signal, onProgress: (share) => { $('progress').value = 0.6 + 0.35 * share; } });
    if (name !== 'weightedDegree') mine.explain = await piecesOf(name, long, mine.model, mine.parts);
    showErrors(mine, yTest);
    const gram = await gramOf(mine.kernel, mine.parts);
    if (run !== mine) return;
    showGram($('gram'), gram);
    $('alignment').textContent = `Alignment of the matrix with the classes (the cosine between the two, centred): ${gram.alignment.toFixed(3)}.`;
    await look($('sequence').value);
    if (run !== mine) return;
    $('progress').value = 1;
    setState('done', `Trained in this tab, on ${XTrain.length.toLocaleString('en')} sequences; ${mine.model.supportIndices.length.toLocaleString('en')} of them are support vectors.`);
  } catch (error) {
    if (run !== mine) return;
    $('progress').value = 0;
    if (signal.aborted) setState('idle', 'Stopped. What is shown is of the machine before.');
    else setState('error', error.message);
  } finally {
    if (run === mine) $('stop').disabled = true;
  }
}

let shown = null; // the run whose results are on the page

function showErrors(result, yTest) {
  shown?.model.dispose();
  shown = result;
  const { answers, parts: { XTest } } = result;
  const wrong = yTest.filter((label, i) => label !== answers[i]).length;
  const commonest = yTest.filter((label) => label === 'N').length;
  $('error').replaceChildren(
    strong(`${wrong} of ${yTest.length.toLocaleString('en')} wrong`), ` (${percent(wrong / yTest.length)}). `,
    `To say N to everything would be wrong for ${percent(1 - commonest / yTest.length, 0)}.`,
  );
  publish({ wrong, tested: yTest.length });
  const offer = (rows, title) => {
    const options = rows.slice(0, listed).map((row) => new Option(`number ${row + 1}: ${yTest[row]}, taken for ${answers[row]}`, String(row)));
    $('which').replaceChildren(...options);
    $('which').title = title;
    choose();
  };
  showConfusion($('confusion'), {
    actual: yTest, predicted: answers, unit: 'sequences',
    choose(rows, is, said) {
      offer(rows, `${is} taken for ${said}`);
      $('one-head').scrollIntoView({ block: 'start' });
    },
  });
  const rowsOf = (label) => yTest.flatMap((is, row) => (is === label && answers[row] === label ? [row] : []));
  const first = rowsOf('EI').length > 0 ? rowsOf('EI') : yTest.map((_, row) => row);
  $('which').replaceChildren(...first.slice(0, listed).map((row) => new Option(`number ${row + 1}: ${yTest[row]}, taken for ${answers[row]}`, String(row))));
  $('sequence').value = XTest[first[0]];
}

// ---- one sequence ----------------------------------------------------------

function choose() {
  $('sequence').value = shown.parts.XTest[Number($('which').value)];
  attempt(() => look($('sequence').value));
}

async function look(text) {
  const sequence = text.toUpperCase().replace(/[^A-Z]/g, '');
  const mine = ++looked;
  if (!shown) return;
  if (!/^[ACGT]+$/.test(sequence) || sequence.length !== length) {
    const stranger = sequence.match(/[^ACGT]/)?.[0];
    $('verdict').textContent = stranger
      ? `${stranger} is none of the letters A, C, G and T.`
      : `${sequence.length} letters; the machine has learnt from strings of ${length}.`;
    return;
  }
  const { model, kernel, parts, explain } = shown;
  const [{ answer, margin, change, rival, pair, sign }, like] = await Promise.all([effectsOf(model, sequence), nearest(kernel, parts, sequence)]);
  const explained = await explain?.(sequence, pair);
  if (mine !== looked) return;
  showPieces(explained, sign, answer, rival);
  $('verdict').replaceChildren('It says ', strong(answer), `, by ${plain(margin)} before the next class.`);
  $('letters').replaceChildren(drawEffects(sequence, change));
  $('nearest').replaceChildren(
    el('thead', {}, el('tr', {}, ...['class', 'kernel', 'sequence'].map((name) => el('th', { scope: 'col' }, name)))),
    el('tbody', {}, ...like.map((near) => el('tr', {},
      el('th', { scope: 'row' }, near.label),
      el('td', {}, near.value.toFixed(3)),
      el('td', {}, ...Array.from(near.sequence, (letter, i) => (letter === sequence[i] ? strong(letter) : letter))),
    ))),
  );
  publish({ answer });
}

/** The pieces that add most to the decision value of the prediction, and those that subtract most. */
function showPieces(explained, sign, answer, rival) {
  $('pieces-part').hidden = !explained;
  if (!explained) return;
  const signedPieces = explained.pieces.map(({ piece, times, amount }) => ({ piece, times, amount: sign * amount })).sort((a, b) => b.amount - a.amount);
  const most = Math.max(...signedPieces.map(({ amount }) => Math.abs(amount)), 1e-9);
  const shownPieces = [...signedPieces.slice(0, 5), ...signedPieces.slice(-5)];
  showBars($('pieces'), shownPieces.map(({ piece, times, amount }) => ({
    name: times > 1 ? `${piece} × ${times}` : piece, share: 0.5 + amount / (2 * most), text: signed(amount), chosen: amount > 0,
  })), 0.5);
  const sum = signedPieces.reduce((total, { amount }) => total + amount, 0);
  $('pieces-sum').textContent = `All ${signedPieces.length} pieces add up to ${signed(sum)}; with the constant ${signed(sign * explained.constant)} that is ${signed(sum + sign * explained.constant)} for ${answer} against ${rival}.`;
}

// ---- wiring ----------------------------------------------------------------

$('kernel').addEventListener('change', showLengths);
$('options').addEventListener('submit', (event) => event.preventDefault());
$('train').addEventListener('click', start);
$('stop').addEventListener('click', () => run?.cancel.abort());
$('which').addEventListener('change', choose);
$('sequence').addEventListener('input', () => attempt(() => look($('sequence').value)));

showLengths();
attempt(async () => {
  data = await readSequences(await readText('../../data/splice.csv.gz'));
  await start();
});
