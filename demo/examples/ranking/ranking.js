/** The page: lists that the user orders on the left, what a machine learns from them on the right. */

import { showBars } from '../common/bars.js';
import { $, attempt, el, plain, publish, setState, signed, strong } from '../common/page.js';
import { features, learnOrder, makeFlats, orderBy, tastes } from './flats.js';

const [inList, shown] = [7, 12];
const flats = makeFlats(60);
const free = flats.map((_, place) => place); // not yet in a list
let lists = [];
let running = new AbortController();

const say = (value, { unit, name }) => (name === 'balcony' ? (value ? 'yes' : '–') : `${value}${unit && ` ${unit}`}`);
const head = (...more) =>
  el('thead', {}, el('tr', {}, el('td'), ...features.map(({ name }) => el('th', { scope: 'col' }, name)), ...more));
const cells = (place) => features.map((feature, j) => el('td', {}, say(flats[place][j], feature)));

// ---- lists -----------------------------------------------------------------

function addList() {
  const places = free.splice(0, inList);
  if (places.length === 0) return;
  lists.push(orderBy(tastes[$('taste').value], flats, places));
  $('more').disabled = free.length < inList + shown;
  showLists();
  learn();
}

function showLists() {
  $('lists').replaceChildren(...lists.map((list, query) => {
    const rows = list.map((place, at) => rowOf(query, place, at));
    const table = el('table', { className: 'flats' }, head(el('td')), el('tbody', {}, ...rows));
    return el('div', { className: 'scroll', role: 'region', 'aria-label': `List ${query + 1}`, tabIndex: 0 }, table);
  }));
}

function rowOf(query, place, at) {
  const arrow = (text, name, to) =>
    el('button', { type: 'button', 'aria-label': `${name}, place ${at + 1}`, disabled: to < 0 || to >= lists[query].length, onclick: () => move(query, at, to, name) }, text);
  const row = el('tr', { draggable: true }, el('th', { scope: 'row' }, `${at + 1}`), ...cells(place),
    el('td', { className: 'arrows' }, arrow('↑', 'up', at - 1), arrow('↓', 'down', at + 1)));
  row.addEventListener('dragstart', (event) => {
    event.dataTransfer.setData('text/plain', `${query} ${at}`);
    row.classList.add('dragged');
  });
  row.addEventListener('dragend', () => row.classList.remove('dragged'));
  row.addEventListener('dragover', (event) => {
    event.preventDefault();
    row.classList.add('over');
  });
  row.addEventListener('dragleave', () => row.classList.remove('over'));
  row.addEventListener('drop', (event) => {
    event.preventDefault();
    const [from, start] = event.dataTransfer.getData('text/plain').split(' ').map(Number);
    if (from === query) move(query, start, at);
    else row.classList.remove('over');
  });
  return row;
}

/** @param {string} [button] that moved it, which keeps the focus */
function move(query, from, to, button) {
  const [place] = lists[query].splice(from, 1);
  lists[query].splice(to, 0, place);
  showLists();
  if (button) {
    const row = $('lists').children[query].querySelectorAll('tbody tr')[to];
    const same = row.querySelector(`[aria-label^="${button}"]`);
    (same.disabled ? row.querySelector('button:not(:disabled)') : same).focus();
  }
  learn();
}

// ---- the machine -----------------------------------------------------------

async function learn() {
  running.abort();
  running = new AbortController();
  const { signal } = running;
  setState('training', 'Learning…');
  try {
    const learnt = await learnOrder(flats, lists, { signal });
    if (signal.aborted) return;
    const pairs = lists.reduce((sum, list) => sum + (list.length * (list.length - 1)) / 2, 0);
    const most = Math.max(...learnt.weights.map(Math.abs));
    showBars($('weights'), features.map(({ name }, j) => ({ name, share: 0.5 + learnt.weights[j] / (2 * most), text: signed(learnt.weights[j]) })), 0.5);
    $('agreement').replaceChildren('Its order and yours: Kendall’s tau ', strong(plain(learnt.tau)), `, learnt from ${pairs} pairs.`);
    const others = [...free].sort((a, b) => learnt.utilities[b] - learnt.utilities[a]);
    const rows = others.slice(0, shown).map((place, at) => el('tr', {}, el('th', { scope: 'row' }, `${at + 1}`), ...cells(place), el('td', {}, plain(learnt.utilities[place]))));
    $('others').replaceChildren(head(el('th', { scope: 'col' }, 'utility')), el('tbody', {}, ...rows));
    publish({ tau: learnt.tau, pairs, weights: learnt.weights.join(' '), first: others[0] });
    setState('done', 'Trained in this tab. Change the order, and it learns anew.');
  } catch (error) {
    if (!signal.aborted) setState('error', error.message);
  }
}

// ---- wiring ----------------------------------------------------------------

$('taste').addEventListener('change', () => {
  lists = lists.map((list) => orderBy(tastes[$('taste').value], flats, list));
  showLists();
  learn();
});
$('more').addEventListener('click', addList);
attempt(async () => addList());
