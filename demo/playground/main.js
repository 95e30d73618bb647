/**
 * The page: the points, one or two panes that train on them, and the address
 * that holds both. Programs can read its state from attributes:
 * body[data-state] is loading, idle, training, done or error, and every pane has
 * data-phase, data-score, data-support-vectors, data-objective and, when the
 * frames of the training are there, data-frames.
 */

import { init } from 'maxmargin';
import { markPath } from '../site/marks.js';
import { makeBig } from './big.js';
import { ColumnChooser } from './columns.js';
import { fromUnit, mostClasses, toUnit } from './data.js';
import { h, svg } from './dom.js';
import { Pane } from './pane.js';
import { machineOf, needs, optionOf } from './schema.js';
import { decodeState, encodeState, FragmentError } from './share.js';
import { makeSet, nameOf, rounding, setGroups, sets } from './sets.js';

const $ = (id) => document.getElementById(id);

let data = null;
let panes = [];
let tool = 0;
let making = 0; // counts loads, so that data of an earlier load are dropped
let sharing = 0;
let written = ''; // the fragment that this page wrote last

// ---- panes -------------------------------------------------------------------

const firstState = () => ({ machine: 'SVC', options: { C: 10 }, kernel: { kernel: 'rbf', gamma: 2 }, component: 0 });

function addPane(state) {
  const pane = new Pane('ab'[panes.length], state, {
    brush: { tool: () => (data.task === 'classes' || tool === 'eraser' ? tool : 0), choose, paint, erase },
    fixed: () => panes.length > 1,
    live: () => $('auto').checked,
    changed,
    machineChanged,
    phaseChanged: showState,
    settled: shareSoon,
    stopMaking: () => { making++; for (const each of panes) each.idle('Stopped.'); },
  });
  panes.push(pane);
  pane.begin();
  $('panes').append(pane.element);
  return pane;
}

function setPanes(states) {
  while (panes.length > states.length) removePane();
  states.forEach((state, i) => (panes[i] ? panes[i].setState(state) : addPane(state)));
  showCompare();
}

function removePane() {
  const pane = panes.pop();
  pane.cancel();
  pane.element.remove();
}

function showCompare() {
  const two = panes.length > 1;
  $('panes').classList.toggle('two', two);
  $('compare').setAttribute('aria-pressed', two);
}

$('compare').addEventListener('click', () => {
  if (panes.length > 1) removePane();
  else addPane(structuredClone(panes[0].state)).setData(data, { fresh: true });
  panes[0].setData(data, { fresh: true, train: false });
  panes[0].train();
  showCompare();
  changed();
});

/** Another machine may need other points: those of a set are replaced, the user's own are interpreted differently. */
async function machineChanged(pane) {
  const { machine } = pane.state;
  const need = needs(machine);
  const has = data.task === 'classes' ? 'classes' : 'values';
  pane.begin();
  changed();
  if (data.big || panes.length > 1 || need === 'any' || need === has) return pane.setData(data, { fresh: true });
  if (data.set && data.set !== 'blank') return loadSet(need === 'classes' ? 'moons' : 'noisy', { suit: true });
  setData({ ...data, task: need === 'classes' ? 'classes' : 'curve' });
  tell(need === 'classes' ? `${machine} tells classes apart: every point has the class it was painted with.` : `${machine} predicts numbers: the points are now y over x.`);
}

function showState() {
  const phases = panes.map(({ phase }) => phase);
  const state = ['loading', 'training', 'error', 'idle'].find((phase) => phases.includes(phase)) ?? 'done';
  document.body.dataset.state = state;
}

// ---- data --------------------------------------------------------------------

/** Replaces the points on the plane. */
function setData(next) {
  making++;
  data = next;
  for (const pane of panes) pane.cancel();
  showBrushes();
  $('set').value = data.set ?? 'own';
  for (const pane of panes) pane.setData(data, { fresh: true });
  changed();
}

/** After points were added or removed. */
function change(points) {
  data = { ...data, points, set: null };
  $('set').value = 'own';
  for (const pane of panes) pane.setData(data, { train: $('auto').checked });
  changed();
}

async function loadSet(id, { seed = 1, suit = false } = {}) {
  const mine = ++making;
  tell('');
  try {
    if (suit) suitPanes(id);
    if (id === 'big') {
      for (const pane of panes) { pane.cancel(); pane.wait('Making 5,000 rows of 20 features…'); }
      const big = await makeBig({ seed });
      if (mine === making) setData({ ...(await makeSet('blank', 1)), set: 'big', seed, names: big.names, big });
      return;
    }
    const made = await makeSet(id, seed);
    if (mine === making) setData(made);
  } catch (error) {
    if (mine === making) tell(error.message, true);
  }
}

/** Applies the options that suit a set, to machines that have them, unless the user chose a kernel. */
function suitPanes(id) {
  const { machine = 'SVC', C, gamma, nu } = sets[id];
  const { kind } = machineOf(machine);
  for (const pane of panes) {
    const { state } = pane;
    const own = machineOf(state.machine).kind;
    const fits = own === kind || (own !== 'regressor' && own !== 'classifier' && id !== 'big') || id === 'blank';
    if (!fits) {
      Object.assign(state, { machine, options: {} });
      pane.begin();
    }
    if (id === 'blank') continue;
    for (const [name, value] of [['C', C], ['nu', nu]]) {
      if (!optionOf(state.machine, name)) continue;
      if (value === undefined) delete state.options[name];
      else state.options[name] = value;
    }
    if ((state.kernel?.kernel ?? 'rbf') === 'rbf') state.kernel = gamma ? { kernel: 'rbf', gamma } : { kernel: 'rbf' };
  }
}

// ---- painting ------------------------------------------------------------------

function choose(next) {
  const radio = document.querySelector(`input[name="tool"][value="${next}"]`);
  if (!radio || radio.closest('label').hidden) return;
  tool = next;
  radio.checked = true;
}

function paint(u, v) {
  if (data.big) return loadSet('blank').then(() => paint(u, v));
  const round = rounding(data.view);
  const { x, y } = fromUnit(data.view, u, v);
  const label = tool === 'eraser' || data.task !== 'classes' ? 0 : tool;
  const names = [...data.names];
  for (let i = names.length; i <= label; i++) names.push(nameOf(names, i));
  data = { ...data, names };
  change([...data.points, { x: round.x(x), y: round.y(y), label, value: $('value').valueAsNumber }]);
}

function erase(u, v, reach) {
  const left = data.points.filter((point) => {
    const at = toUnit(data.view, point.x, point.y);
    return Math.hypot(at.x - u, at.y - v) > reach;
  });
  if (left.length < data.points.length) change(left);
}

/** A brush for each class; if points have no classes, a single brush. */
function showBrushes() {
  const classes = data.task === 'classes';
  for (const label of $('tools').querySelectorAll('label')) {
    const { value } = label.firstElementChild;
    label.hidden = !classes && value !== '0' && value !== 'eraser';
    if (value === 'eraser') continue;
    const name = classes ? String(nameOf(data.names, Number(value))) : 'point';
    label.title = `${name} (${Number(value) + 1})`;
    label.lastElementChild.textContent = name;
  }
  if (!classes && tool !== 'eraser') choose(0);
  $('valued').hidden = data.task !== 'surface';
  if (data.task !== 'surface' || data.points.length === 0) return;
  const values = data.points.map(({ value }) => value);
  const [low, high] = [Math.min(...values), Math.max(...values)];
  Object.assign($('value'), { min: low, max: high, step: (high - low) / 100 || 1, value: high });
}

function makeBrushes() {
  const shapes = [...Array(mostClasses).keys()].map((i) => [i, svg('svg', { class: `mark-${i}`, viewBox: '-8 -8 16 16', 'aria-hidden': 'true' }, svg('path', { d: markPath(i, 5.5) }))]);
  shapes.push(['eraser', svg('svg', { class: 'mark-eraser', viewBox: '-8 -8 16 16', 'aria-hidden': 'true' }, svg('g', { transform: 'rotate(-40)' }, svg('rect', { x: -6, y: -3.2, width: 12, height: 6.4, rx: 1.2 }), svg('path', { d: 'M-1.5-3.2v6.4' })))]);
  for (const [value, shape] of shapes) {
    const input = h('input', { className: 'unseen', type: 'radio', name: 'tool', value, checked: value === 0, on: { change: () => { tool = value; } } });
    $('tools').append(h('label', { title: 'Eraser (E)' }, input, shape, h('span', { className: 'unseen' }, 'Eraser')));
  }
}

// ---- the address ---------------------------------------------------------------

/** A message to the user that belongs to no pane. */
function tell(text, wrong = false) {
  $('notice').textContent = text;
  $('notice').classList.toggle('wrong', wrong);
}

/** After points, machines or options have changed: a message was about what was there before. */
function changed() {
  tell('');
  shareSoon();
}

function shareSoon() {
  clearTimeout(sharing);
  sharing = setTimeout(writeAddress, 400);
}

async function writeAddress() {
  clearTimeout(sharing);
  const fragment = await encodeState({ data, panes: panes.map(({ state }) => state) });
  if (fragment === null) return false;
  written = `#${fragment}`;
  history.replaceState(null, '', written);
  return true;
}

$('share').addEventListener('click', async () => {
  if (!(await writeAddress())) return tell('These are too many points for an address: give the data as CSV and the program instead.', true);
  try {
    await navigator.clipboard.writeText(location.href);
    tell('The link is copied: it holds the points, the machine and its options.');
  } catch {
    tell('The link is in the address bar: it holds the points, the machine and its options.');
  }
});

async function readAddress() {
  const fragment = location.hash.slice(1);
  if (fragment === '') return loadSet('moons');
  try {
    const state = await decodeState(fragment);
    setPanes(state.panes);
    if (state.data.set) await loadSet(state.data.set, { seed: state.data.seed });
    else setData(state.data);
  } catch (error) {
    if (!(error instanceof FragmentError)) throw error;
    setPanes([firstState()]);
    await loadSet('moons');
    tell(`This link cannot be read: ${error.message}. Here is a fresh page.`, true);
  }
}

// ---- wiring ----------------------------------------------------------------------

const columns = new ColumnChooser($('columns'), {
  chosen(next, note) {
    const classes = next.task === 'classes';
    const mixed = panes.some(({ state }) => !['any', classes ? 'classes' : 'values'].includes(needs(state.machine)));
    if (mixed) setPanes([{ machine: classes ? 'SVC' : 'SVR', options: {}, kernel: { kernel: 'rbf' }, component: 0 }]);
    setData(next);
    tell(`${next.points.length.toLocaleString('en')} points of your file${note ? ` (${note})` : ''}. They stay in this tab.`);
  },
  failed: (message) => tell(message, true),
});

$('file').addEventListener('change', () => {
  if ($('file').files[0]) columns.open($('file').files[0]);
  $('file').value = '';
});
$('open').addEventListener('click', () => $('file').click());
addEventListener('dragover', (event) => { if (event.dataTransfer?.types.includes('Files')) event.preventDefault(); });
addEventListener('drop', (event) => {
  const [file] = event.dataTransfer?.files ?? [];
  if (!file) return;
  event.preventDefault();
  columns.open(file);
});

for (const [title, ids] of setGroups) $('set').append(h('optgroup', { label: title }, ...ids.map((id) => new Option(sets[id].name, id))));
$('set').append(new Option('Your own points', 'own'));
$('set').lastElementChild.disabled = true;
$('set').addEventListener('change', () => { columns.close(); loadSet($('set').value, { suit: true }); });
$('sample').addEventListener('click', () => { if (data.set) loadSet(data.set, { seed: data.seed + 1 }); else loadSet('moons', { seed: 2, suit: true }); });
$('clear').addEventListener('click', () => { columns.close(); setData({ ...data, big: undefined, set: null, points: [] }); });
addEventListener('hashchange', () => { if (location.hash !== written) readAddress(); });

makeBrushes();
addPane(firstState());
showCompare();
init({ onWarning() {} }).then(readAddress).catch((error) => {
  tell(error.message, true);
  document.body.dataset.state = 'error';
});
