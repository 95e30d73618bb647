/** The page: headlines on the left are classified while the user types; below are the test results. */

import { showBars } from '../common/bars.js';
import { Chart } from '../common/chart.js';
import { showConfusion } from '../common/confusion.js';
import { $, attempt, el, offerText, percent, plain, publish, readText, setState, signed, strong } from '../common/page.js';
import { curveOf, explain, makeModel, predictUnseen, readHeadlines, stopWords, strongestWords, wordsOf } from './topics.js';

const reach = 1.5;     // decision values from -reach to reach fill the bars
const loudest = 0.6;   // words of this weight or more get the strongest mark
const examples = $('lines').value;

let data = null;
let model = null;
let running = new AbortController(); // of the work that the last change of an option started

const options = () => ({ C: Number($('C').value), stop: $('stop').checked });

// ---- lines -----------------------------------------------------------------

/** One line: its topic, its values, and the text with its words marked. */
async function judge(line) {
  const { classes } = model;
  const explained = await explain(model, line);
  const winner = explained.values.indexOf(Math.max(...explained.values));
  return { line, topic: classes[winner], winner, ...explained };
}

function marked({ line, winner, weights }, withNumbers) {
  const parts = [];
  let end = 0;
  for (const { word, shown, index } of wordsOf(line)) {
    parts.push(line.slice(end, index));
    end = index + shown.length;
    const weight = weights(word, winner);
    if (weight === undefined) {
      parts.push(options().stop && stopWords.includes(word) ? shown : el('span', { className: 'word unknown' }, shown));
      continue;
    }
    const number = withNumbers ? el('sub', {}, signed(weight)) : null;
    const share = String(Math.min(1, Math.abs(weight) / loudest));
    parts.push(el('span', { className: `word ${weight < 0 ? 'against' : 'for'}`, title: `${shown}: ${signed(weight)}`, style: { '--share': share } }, shown, number));
  }
  return [...parts, line.slice(end)];
}

const turns = new Map(); // of each place in the page: the number of its latest question

/** Shows the answers to some lines, unless a later question has been asked for the same place. */
async function show(place, lines, draw) {
  const turn = (turns.get(place) ?? 0) + 1;
  turns.set(place, turn);
  const judged = await Promise.all(lines.map(judge));
  if (turns.get(place) === turn) draw(judged);
}

function sortLines() {
  if (!model) return;
  const lines = $('lines').value.split('\n').map((line) => line.trim()).filter(Boolean);
  attempt(() => show('answers', lines, showTopics));
  showLine();
}

function showTopics(judged) {
  $('answers').replaceChildren(...judged.map((one) => el('li', {}, strong(one.topic), el('span', {}, ...marked(one, false)))));
  publish({ topics: judged.map(({ topic }) => topic).join(' ') });
}

/** The line that the cursor is in, in detail. */
function showLine() {
  if (!model) return;
  const { value, selectionStart } = $('lines');
  const from = value.lastIndexOf('\n', selectionStart - 1) + 1;
  const line = value.slice(from).split('\n')[0].trim();
  if (!line) {
    $('line').textContent = 'Nothing is written here yet.';
    showBars($('bars'), Array.from(model.classes, (name) => ({ name, share: 0.5, text: '–' })), 0.5);
    attempt(() => show('line', [], () => {}));
    return;
  }
  attempt(() => show('line', [line], ([one]) => showWords(one)));
}

function showWords(one) {
  $('line').replaceChildren(...marked(one, true), ' → ', strong(one.topic));
  showBars($('bars'), Array.from(model.classes, (name, k) => ({
    name, share: 0.5 + one.values[k] / (2 * reach), text: plain(one.values[k]), chosen: k === one.winner,
  })), 0.5);
}

// ---- the machine -----------------------------------------------------------

async function train() {
  running.abort();
  running = new AbortController();
  const { signal } = running;
  setState('training', 'Learning from 240 headlines…');
  try {
    const next = makeModel(options());
    await next.fit(data.headlines, data.topics, { signal });
    model?.dispose();
    model = next;
    sortLines();
    showStrongest();
    const answers = await predictUnseen(options(), data, {
      signal,
      onProgress: (share) => setState('training', `Judging headlines it has not seen… ${percent(share, 0)}`),
    });
    showScore(answers);
    setState('training', 'Learning from fewer of them, for the curve…');
    const curve = await curveOf(options(), data, signal);
    showCurve(curve.rows);
    setState('done', 'Trained in this tab. Type a headline.');
  } catch (error) {
    if (!signal.aborted) setState('error', error.message);
  }
}

function showScore(answers) {
  const { topics, headlines } = data;
  const right = topics.filter((topic, i) => topic === answers[i]).length;
  $('score').replaceChildren(strong(`${right} of ${topics.length} right`), ` (${percent(right / topics.length)}) in ten-fold cross-validation; guessing would give 25 %.`);
  publish({ right, headlines: topics.length });
  const list = (rows, title) => {
    $('cell').textContent = title;
    $('mistakes').replaceChildren(...rows.slice(0, 8).map((row) => el('li', {}, headlines[row])));
  };
  showConfusion($('confusion'), {
    actual: topics, predicted: answers, unit: 'headlines',
    choose: (rows, is, said) => list(rows, `${rows.length} of ${is}, sorted as ${said}${rows.length > 8 ? ': the first 8' : ''}`),
  });
  const wrong = topics.flatMap((topic, i) => (topic === answers[i] ? [] : [i]));
  list(wrong, `Sorted wrongly: ${wrong.length}, the first 8`);
}

function showCurve(rows) {
  const chart = new Chart({
    width: Math.min(560, $('curve').clientWidth), height: 280,
    x: [0, rows.at(-1).trainSize], y: [0, 1.05], xName: 'headlines learnt from', yName: 'accuracy',
    label: `Learning curve: from ${percent(rows[0].mean, 0)} with ${rows[0].trainSize} headlines to ${percent(rows.at(-1).mean, 0)} with ${rows.at(-1).trainSize}`,
  });
  chart.line(rows.map(({ trainSize, trainMean }) => ({ x: trainSize, y: trainMean })), 'known', 'on those it learnt from');
  chart.line(rows.map(({ trainSize, mean, std }) => ({ x: trainSize, y: mean, spread: std })), 'main', 'on others');
  $('curve').replaceChildren(chart.element);
}

function showStrongest() {
  const lists = strongestWords(model);
  const most = Math.max(...lists.flatMap(({ words }) => words.map(({ weight }) => weight)));
  $('strongest').replaceChildren(...lists.map(({ topic, words }) => {
    const bars = el('dl', { className: 'bars' });
    showBars(bars, words.map(({ word, weight }) => ({ name: word, share: weight / most, text: plain(weight) })));
    return el('section', {}, el('h3', {}, topic), bars);
  }));
}

// ---- wiring ----------------------------------------------------------------

$('lines').addEventListener('input', sortLines);
for (const name of ['keyup', 'click', 'focus']) $('lines').addEventListener(name, showLine);
for (const id of ['C', 'stop']) $(id).addEventListener('change', train);
$('fill').addEventListener('click', () => { $('lines').value = examples; sortLines(); });
$('save').addEventListener('click', () => attempt(async () => {
  const quote = (text) => `"${text.replaceAll('"', '""')}"`;
  const lines = $('lines').value.split('\n').map((line) => line.trim()).filter(Boolean);
  const judged = await Promise.all(lines.map(judge));
  offerText(`headline,topic\n${judged.map(({ line, topic }) => `${quote(line)},${topic}`).join('\n')}\n`, 'headlines.csv', 'text/csv');
}));

$('lines').setSelectionRange(0, 0); // the first line is the one shown
attempt(async () => {
  data = await readHeadlines(await readText('../../data/headlines.csv'));
  await train();
});
