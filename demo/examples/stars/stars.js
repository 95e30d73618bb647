/** The page: a review and its stars above, thresholds one can drag below, and what errors cost. */

import { showBars } from '../common/bars.js';
import { showConfusion } from '../common/confusion.js';
import { $, attempt, el, percent, plain, publish, readText, setState, signed, strong } from '../common/page.js';
import { bestThresholds, explain, judgeUnseen, makeOrdinal, meanCost, readReviews, starsOf, weightsOf } from './ratings.js';

const svg = 'http://www.w3.org/2000/svg';
const most = 5;
const loudest = 0.8; // parts of a utility of this size or more get the strongest mark
const namesOf = (stars) => `${stars} star${stars === 1 ? '' : 's'}`;

let data = null;
let model = null;
let unseen = null; // of every review, by machines that were trained without it
let thresholds = [];
let mine = null; // the utility of the review that is being written
let running = new AbortController(); // of the work that the last change of C started

const shape = (name, attributes, text = '') => {
  const element = document.createElementNS(svg, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  element.textContent = text;
  return element;
};

// ---- the review ------------------------------------------------------------

let turn = 0;

async function judge() {
  if (!model) return;
  const text = $('review').value.trim();
  const own = ++turn;
  const explained = text ? await explain(model, text) : { utility: null, words: [] };
  if (own !== turn) return;
  mine = explained.words.some(({ part }) => part !== undefined) ? explained.utility : null;
  $('line').replaceChildren(...(text ? marked(text, explained.words) : ['Nothing is written here yet.']));
  showAnswer();
  drawAxis();
}

function marked(text, words) {
  const parts = [];
  let end = 0;
  for (const { shown, index, part } of words) {
    parts.push(text.slice(end, index));
    end = index + shown.length;
    const share = { '--share': String(Math.min(1, Math.abs(part ?? 0) / loudest)) };
    if (part === undefined) parts.push(el('span', { className: 'word unknown' }, shown));
    else parts.push(el('span', { className: `word ${part < 0 ? 'against' : 'for'}`, title: `${shown}: ${signed(part)}`, style: share }, shown, el('sub', {}, signed(part))));
  }
  return [...parts, text.slice(end)];
}

function showAnswer() {
  const [stars] = mine === null ? [0] : starsOf([mine], thresholds);
  $('stars').textContent = '★'.repeat(stars) + '☆'.repeat(most - stars);
  $('stars').setAttribute('aria-label', stars ? namesOf(stars) : 'not known');
  $('utility').replaceChildren(...(mine === null ? ['none of its words is known'] : [strong(namesOf(stars)), `, utility ${plain(mine)}`]));
  publish({ stars: String(stars) });
}

// ---- the axis --------------------------------------------------------------

let scale = null;

function drawAxis() {
  if (!unseen) return;
  const axis = $('axis');
  const [width, height, left, top] = [axis.clientWidth, axis.clientHeight, 34, 22];
  const all = [...unseen.utilities, ...thresholds, ...(mine === null ? [] : [mine])];
  const [low, high] = [Math.min(...all) - 0.1, Math.max(...all) + 0.1];
  scale = { low, high, left, right: width - 10 };
  const x = (value) => left + ((value - low) / (high - low)) * (scale.right - left);
  const lane = (stars) => height - 12 - ((stars - 0.5) * (height - top - 12)) / most;
  const said = starsOf(unseen.utilities, thresholds);
  axis.setAttribute('viewBox', `0 0 ${width} ${height}`);
  const parts = [];
  for (let stars = 1; stars <= most; stars++) {
    parts.push(shape('line', { class: 'lane', x1: left, x2: scale.right, y1: lane(stars), y2: lane(stars) }));
    parts.push(shape('text', { x: 2, y: lane(stars) + 5 }, `${stars} ★`));
  }
  unseen.utilities.forEach((utility, i) => {
    const wrong = said[i] !== data.stars[i] ? ' wrong' : '';
    // A little up or down, so that equal utilities are told apart.
    parts.push(shape('circle', { class: `dot${wrong}`, cx: x(utility), cy: lane(data.stars[i]) + ((i * 7) % 5) * 4 - 8, r: 4 }));
  });
  thresholds.forEach((threshold, t) => {
    const group = shape('g', { class: 'threshold', 'data-threshold': t });
    const at = { x1: x(threshold), x2: x(threshold), y1: top - 4, y2: height - 4 };
    group.append(shape('line', at), shape('line', { ...at, class: 'grip' }), shape('text', { x: x(threshold), y: 13 }, `${t + 1}|${t + 2}`));
    parts.push(group);
  });
  if (mine !== null) {
    const [stars] = starsOf([mine], thresholds);
    parts.push(shape('circle', { class: 'mine', cx: x(mine), cy: lane(stars), r: 8 }));
  }
  axis.replaceChildren(...parts);
}

function drag(event) {
  const grip = event.target.closest('[data-threshold]');
  if (!grip) return;
  event.preventDefault();
  const t = Number(grip.dataset.threshold);
  const axis = $('axis');
  axis.setPointerCapture(event.pointerId);
  const move = ({ clientX }) => {
    const at = clientX - axis.getBoundingClientRect().left;
    moveThreshold(t, scale.low + ((at - scale.left) / (scale.right - scale.left)) * (scale.high - scale.low));
  };
  axis.addEventListener('pointermove', move);
  const end = () => axis.removeEventListener('pointermove', move);
  axis.addEventListener('pointerup', end, { once: true });
  axis.addEventListener('pointercancel', end, { once: true });
}

/** A threshold pushes its neighbours, because they ascend. */
function moveThreshold(t, to) {
  setThresholds(thresholds.map((own, i) => (i < t ? Math.min(own, to) : i > t ? Math.max(own, to) : to)));
}

function setThresholds(to) {
  thresholds = to;
  const all = [...unseen.utilities, ...thresholds];
  const [low, high] = [Math.min(...all), Math.max(...all)];
  thresholds.forEach((threshold, t) => {
    const input = $(`threshold${t}`);
    [input.min, input.max, input.value] = [low, high, threshold];
    input.parentElement.querySelector('output').textContent = plain(threshold);
  });
  drawAxis();
  showAnswer();
  showCosts();
}

// ---- what errors cost ------------------------------------------------------

function showCosts() {
  const { stars } = data;
  const power = Number($('cost').value);
  const said = starsOf(unseen.utilities, thresholds);
  const middle = stars.map(() => 3);
  const rows = [
    ['with the thresholds above', said, 'chosen'],
    ['ordinal machine, own thresholds in each fold', unseen.ordinal],
    ['classifier without order', unseen.unordered],
    ['three stars, whatever is written', middle],
  ];
  const head = [el('td'), ...['right', 'off by 1', 'off by more', 'mean cost'].map((text) => el('th', { scope: 'col' }, text))];
  const share = (answers, of) => percent(answers.filter((own, i) => of(Math.abs(own - stars[i]))).length / stars.length, 0);
  const body = rows.map(([name, answers, className = '']) =>
    el('tr', { className }, el('th', { scope: 'row' }, name), ...[
      share(answers, (d) => d === 0),
      share(answers, (d) => d === 1),
      share(answers, (d) => d > 1),
      meanCost(stars, answers, power).toFixed(3),
    ].map((text) => el('td', {}, text))),
  );
  $('costs').replaceChildren(el('thead', {}, el('tr', {}, ...head)), el('tbody', {}, ...body));
  publish({ cost: meanCost(stars, said, power), machine: meanCost(stars, unseen.ordinal, power), unordered: meanCost(stars, unseen.unordered, power) });
  showConfusion($('confusion'), { actual: stars, predicted: said, unit: 'reviews', names: namesOf, choose: showReviews });
}

function showReviews(rows, given, said) {
  $('cell').textContent = `${rows.length} of ${namesOf(given)}, read as ${said}${rows.length > 8 ? ': the first 8' : ''}`;
  $('mistakes').replaceChildren(...rows.slice(0, 8).map((row) => el('li', {}, data.reviews[row])));
}

// ---- the machine -----------------------------------------------------------

async function train() {
  running.abort();
  running = new AbortController();
  const { signal } = running;
  const C = Number($('C').value);
  setState('training', 'Learning from 120 reviews…');
  try {
    const next = makeOrdinal(C);
    await next.fit(data.reviews, data.stars, { signal });
    const judged = await judgeUnseen(C, data, {
      signal,
      onProgress: (done) => setState('training', `Judging reviews it has not seen… ${percent(done, 0)}`),
    });
    model?.dispose();
    [model, unseen] = [next, judged];
    useOwnThresholds();
    await judge();
    await showStrongest();
    const right = unseen.ordinal.filter((own, i) => own === data.stars[i]).length;
    publish({ right });
    setState('done', 'Trained in this tab. Write a review, or drag a threshold.');
  } catch (error) {
    if (!signal.aborted) setState('error', error.message);
  }
}

function useOwnThresholds() {
  setThresholds(Array.from(model.namedSteps.ordinalsvc.thresholds));
}

async function showStrongest() {
  const all = await weightsOf(model);
  const top = Math.abs(all[0].weight);
  const bottom = Math.abs(all.at(-1).weight);
  const lists = [['more stars', all.slice(0, 10)], ['fewer stars', all.slice(-10).reverse()]];
  $('strongest').replaceChildren(...lists.map(([name, words]) => {
    const bars = el('dl', { className: 'bars' });
    showBars(bars, words.map(({ word, weight }) => ({ name: word, share: Math.abs(weight) / Math.max(top, bottom), text: signed(weight) })));
    return el('section', {}, el('h3', {}, name), bars);
  }));
}

// ---- wiring ----------------------------------------------------------------

$('sliders').append(...Array.from({ length: most - 1 }, (_, t) => {
  const input = el('input', { id: `threshold${t}`, type: 'range', step: 'any', oninput: () => moveThreshold(t, Number(input.value)) });
  return el('label', { htmlFor: input.id }, el('span', {}, `between ${t + 1} and ${t + 2}: `, el('output', {})), input);
}));
$('review').addEventListener('input', () => attempt(judge));
$('axis').addEventListener('pointerdown', drag);
$('C').addEventListener('change', train);
$('cost').addEventListener('change', showCosts);
$('own-thresholds').addEventListener('click', useOwnThresholds);
$('best').addEventListener('click', () => setThresholds(bestThresholds(unseen.utilities, data.stars, Number($('cost').value), most)));
new ResizeObserver(drawAxis).observe($('axis'));

attempt(async () => {
  data = await readReviews(await readText('../../data/reviews.csv'));
  await train();
});
