/** The page: the reader labels headlines, one at a time, and a machine labels the others. */

import { readCsv } from 'maxmargin/data';
import { Chart } from '../common/chart.js';
import { $, attempt, el, percent, publish, readText, setState, strong } from '../common/page.js';
import { learn, nextOf, readVectors } from './learner.js';

const first = 4; // topics that the page begins with, two headlines of each

let headlines = [];
let topics = []; // what the author of each headline meant
let vectors = null;
const labels = new Map(); // the reader's: topic by headline
let state = null; // what the machine said last
let asked = -1;
let curve = [];
let turn = 0;

// ---- learning --------------------------------------------------------------

/** Learns from the labels, and draws what changed; returns false where a later call came first. */
async function update() {
  const mine = ++turn;
  const start = performance.now();
  // Asked after the answers have changed, the width would have the browser lay out the page twice.
  const width = Math.min(560, $('curve').clientWidth);
  if (new Set(labels.values()).size < 2) {
    state = null;
    showLabels();
    $('score').textContent = 'Two topics are needed, with one headline each.';
    ask();
    return false;
  }
  const next = await learn(vectors, labels);
  if (mine !== turn) return false;
  state = next;
  showAnswers();
  const ms = performance.now() - start;
  ask();
  showLabels();
  showScore(ms, width);
  return true;
}

/** Which answers are right, of the headlines without a label. */
function score() {
  const open = headlines.flatMap((_, i) => (labels.has(i) ? [] : [i]));
  const right = open.filter((i) => state.classes[state.answers[i]] === topics[i]).length;
  return { right, open: open.length };
}

function ask() {
  asked = state ? nextOf(state.shares, state.classes.length, labels, $('rule').value) : headlines.findIndex((_, i) => !labels.has(i));
  $('asked').textContent = asked < 0 ? 'All are labelled.' : headlines[asked];
  const known = [...new Set(labels.values())];
  const share = (topic) => (state && asked >= 0 ? state.shares[asked * state.classes.length + state.classes.indexOf(topic)] : 0);
  const same = [...$('topics').children].map(({ value }) => value);
  if (known.length !== same.length || known.some((topic, k) => topic !== same[k]))
    $('topics').replaceChildren(...known.map((topic) => el('button', { type: 'button', value: topic }, topic, el('small', {}))));
  for (const button of $('topics').children) {
    button.disabled = asked < 0;
    button.lastChild.textContent = state && asked >= 0 ? ` ${percent(share(button.value), 0)}` : '';
  }
}

/** Labels the headline that is asked for, and goes on. */
function give(topic) {
  if (asked < 0) return undefined;
  labels.set(asked, topic);
  return attempt(update);
}

// ---- the page --------------------------------------------------------------

function showAnswers() {
  const { classes, shares, answers } = state;
  const items = $('answers').children;
  for (let i = 0; i < headlines.length; i++) {
    const [topic, share] = items[i].children;
    const said = labels.get(i) ?? classes[answers[i]];
    const sure = labels.has(i) ? 'yours' : percent(shares[i * classes.length + answers[i]], 0);
    if (topic.textContent !== said) topic.textContent = said;
    if (share.textContent !== sure) share.textContent = sure;
  }
}

function showLabels() {
  $('labels').replaceChildren(...[...labels].reverse().map(([row, topic]) =>
    el('li', {}, strong(topic), el('span', {}, headlines[row]), el('button', { type: 'button', value: String(row), 'aria-label': `Forget: ${headlines[row]}` }, 'Forget'))));
}

function showScore(ms, width) {
  const { right, open } = score();
  const known = new Set(labels.values()).size;
  $('score').replaceChildren(strong(`${right} of ${open} others right`), ` (${percent(right / Math.max(1, open), 0)}) with ${labels.size} labels of ${known} topics. ${headlines.length} predictions, ${ms.toFixed(0)} ms after the click.`);
  publish({ labels: labels.size, right, open, ms: ms.toFixed(1), topics: known });
  if (curve.at(-1)?.x >= labels.size) curve = curve.filter(({ x }) => x < labels.size);
  curve.push({ x: labels.size, y: right / Math.max(1, open) });
  const chart = new Chart({
    width, height: 220, x: [0, Math.max(40, labels.size)], y: [0, 1.05], xName: 'labels', yName: 'right',
    label: `Share of the other headlines that are right: ${percent(right / Math.max(1, open), 0)} with ${labels.size} labels`,
  });
  chart.line(curve, 'main', 'right');
  $('curve').replaceChildren(chart.element);
}

async function begin() {
  labels.clear();
  curve = [];
  const names = [...new Set(topics)].slice(0, first);
  for (const name of names) topics.flatMap((topic, i) => (topic === name ? [i] : [])).slice(0, 2).forEach((i) => labels.set(i, name));
  await update();
}

/** The author's labels for some headlines, one after the other, as if a person gave them. */
async function label(times) {
  for (let i = 0; i < times && asked >= 0; i++) await give(topics[asked]);
}

$('topics').addEventListener('click', ({ target }) => {
  const button = target.closest('button');
  if (button) give(button.value);
});
$('another').addEventListener('submit', (event) => {
  event.preventDefault();
  const name = $('name').value.trim();
  if (!name) return;
  $('name').value = '';
  give(name);
});
$('labels').addEventListener('click', ({ target }) => {
  if (!target.value) return;
  labels.delete(Number(target.value));
  attempt(update);
});
$('rule').addEventListener('change', ask);
$('one').addEventListener('click', () => label(1));
$('ten').addEventListener('click', () => label(10));
$('again').addEventListener('click', () => attempt(begin));

attempt(async () => {
  const [bytes, ...texts] = await Promise.all([
    fetch('../../data/headline-vectors.bin').then((response) => {
      if (!response.ok) throw new Error(`The vectors could not be read: ${response.status}`);
      return response.arrayBuffer();
    }),
    ...['headlines', 'more-headlines'].map((name) => readText(`../../data/${name}.csv`)),
  ]);
  vectors = readVectors(bytes);
  for (const text of texts) {
    const { texts: { headline }, y } = await readCsv(text, { target: 'topic', types: { headline: 'text' } });
    headlines.push(...headline);
    topics.push(...y);
  }
  $('answers').replaceChildren(...headlines.map((headline) => el('li', {}, el('b', {}), el('small', {}), el('span', {}, headline))));
  await begin();
  setState('done', 'Ready: label the headline below, or let the page do it.');
});
