/**
 * The page: a table, the target, a tested model, new rows, files to download.
 * Each step depends on the one before; a new table starts again at the first.
 */

import { init } from 'maxmargin';
import { download } from 'maxmargin/files';
import { readCsv } from 'maxmargin/data';
import { toPage } from 'maxmargin/page';
import { $, attempt, el, offerText, publish, readText, setState } from '../common/page.js';
import { flats } from './flats.js';
import { every, machinesFor } from './machines.js';
import { Reasons } from './reasons.js';
import { showPredictions, showScore, showTest, showTried } from './results.js';
import { nodeScript } from './script.js';
import { study } from './study.js';
import { features, guessTarget, guessTask, inspect, readOptions, someRows, widthOf } from './table.js';

const atOnce = 60_000;  // a table of at most so many numbers is trained on without a click
const results = ['model', 'script', 'report', 'form', 'save']; // buttons that need a model
const first = 10;       // how long all machines are compared then, in seconds,
const thorough = 60;    // and after a click
const editable = 20_000; // a second file of at most so many characters goes into the text field

let text = '';     // of the table
let name = '';
let table = null;  // the result of inspect
let run = null;    // the running study, or the last one
let fitted = null; // the result of the study, with the data and choices that it used
let second = '';   // a second file that is too long for the field
let asked = 0;     // counts predictions, so that late results of earlier ones are dropped
let chosenRow = 0; // of the predictions: the one that is explained
const reasons = new Reasons();
const warnings = new Map(); // of the running study, one of each code

// ---- 1. the table ----------------------------------------------------------

async function open(newText, newName) {
  run?.cancel.abort();
  run = null;
  setState('training', `Reading ${newName}…`);
  if (/\.(xlsx?|ods|numbers)$/i.test(newName)) throw new Error(`${newName} is a spreadsheet. Save it as CSV there, and choose that file.`);
  table = await inspect(newText);
  [text, name] = [newText, newName];
  const target = guessTarget(table.columns);
  $('target').replaceChildren(...table.columns.filter(({ refused, distinct }) => !refused && distinct > 1)
    .map((column) => new Option(column.name, column.name, column.name === target, column.name === target)));
  forget();
  targetChanged();
  const { rows, columns, dialect } = table;
  const delimiter = { '\t': 'tabs', ',': 'commas', ';': 'semicolons', '|': 'bars' }[dialect.delimiter] ?? dialect.delimiter;
  $('found').textContent = `${name}: ${rows.toLocaleString('en')} rows and ${columns.length} columns, separated by ${delimiter}`
    + `${dialect.header ? '' : '; the first line has no names, so the columns are numbered'}${dialect.decimal === ',' ? '; decimal commas' : ''}.`;
  publish({ rows, columns: columns.length });
  if (rows * columns.length <= atOnce) await train(first);
  else setState('idle', 'A large table: look at steps 1 and 2, then press Train.');
}

function showColumns() {
  const target = $('target').value;
  const head = ['use', 'column', 'holds', 'gaps', 'values'];
  $('columns').replaceChildren(
    el('thead', {}, el('tr', {}, ...head.map((title) => el('th', { scope: 'col' }, title)))),
    el('tbody', {}, ...table.columns.map((column) => el('tr', { className: column.name === target ? 'target' : column.refused || column.left ? 'out' : '' },
      el('td', {}, column.name === target ? 'target' : useBox(column)),
      el('th', { scope: 'row' }, column.name),
      el('td', {}, column.type === 'category' ? `${column.distinct} categories` : column.type),
      el('td', {}, column.missing > 0 ? String(column.missing) : '–'),
      el('td', { className: column.refused ? 'why' : '' }, column.refused ? `left out: ${column.refused}` : column.summary),
    ))),
  );
}

function useBox(column) {
  if (column.refused) return 'no';
  return el('input', {
    type: 'checkbox', checked: !column.left, 'aria-label': `use ${column.name}`,
    onchange: ({ target: { checked } }) => { column.left = !checked; changed(); },
  });
}

// ---- 2. the target ---------------------------------------------------------

function choice() {
  return { columns: table.columns, dialect: table.dialect, target: $('target').value, task: $('task').value, machine: $('machine').value, width: widthOf(table.columns, $('target').value) };
}

function targetChanged() {
  const column = table.columns.find((one) => one.name === $('target').value);
  $('task').value = guessTask(column);
  const numeric = /number/.test(column.type);
  $('task').options[1].disabled = !numeric;
  taskChanged();
}

function taskChanged() {
  const fit = machinesFor($('task').value, table.rows);
  $('machine').replaceChildren(...fit.map(([id, { title }]) => new Option(title, id)));
  $('machine').prepend(new Option('all that suit, for a minute at most', every, true, true));
  changed();
}

/** Shows the choices, and removes results of other choices. */
function changed() {
  showColumns();
  const { target, task, columns } = choice();
  const used = features(columns, target);
  $('plan').textContent = used.length === 0
    ? 'Tick at least one column to predict from.'
    : `${target} from ${used.length === 1 ? used[0] : `${used.length} columns`}: ${task === 'classes' ? 'a classification' : 'a regression'}.`;
  $('train').disabled = used.length === 0;
  const training = run && document.body.dataset.state === 'training';
  if (training) run.cancel.abort(); // its result would be for other choices
  if (training || fitted) setState('idle', 'Changed. Press Train to see what that does.');
  run = null;
  $('stop').disabled = true;
}

// ---- training --------------------------------------------------------------

async function train(seconds = thorough) {
  run?.cancel.abort();
  const mine = { cancel: new AbortController(), stop: false };
  run = mine;
  const chosen = choice();
  warnings.clear();
  $('stop').disabled = false;
  $('progress').value = 0;
  setState('training', 'Reading the rows…');
  try {
    const read = readOptions(chosen);
    const data = await readCsv(text, read);
    const result = await study(data, chosen, {
      signal: mine.cancel.signal,
      seconds,
      onProgress({ fraction, doing }) {
        $('progress').value = fraction;
        setState('training', `${doing}…`);
        return !mine.stop;
      },
    });
    if (run !== mine) return;
    if (!result) {
      setState('idle', 'Stopped before anything was found.');
      return;
    }
    fitted?.result.model.dispose();
    fitted = { result, data, read, chosen };
    reasons.use(fitted);
    await showResult();
    $('progress').value = 1;
    if (run === mine) setState('done', result.stopped ? 'Stopped; this is the best of what was tried.'
      : `Done: ${name} is learnt, tested and ready to predict.${chosen.machine === every && seconds < thorough ? ' Press Train to compare for a minute.' : ''}`);
  } catch (error) {
    if (run === mine) setState('error', error.message);
  } finally {
    if (run === mine) $('stop').disabled = true;
  }
}

async function showResult() {
  const { result, data, read, chosen } = fitted;
  showScore(result, chosen.task, warnings.values());
  showTest(result, chosen.task, chosen.target);
  showTried(result);
  const columns = read.columns.filter((column) => !result.leftOut?.includes(column));
  $('code').textContent = nodeScript({ pipeline: result.pipeline, read: { ...read, columns }, task: chosen.task });
  for (const id of results) $(id).disabled = false;
  publish({ score: result.score, tested: result.actual.length, machine: result.machine, dropped: data.dropped.length });
  if (!$('rows').value && !second) $('rows').value = await someRows(text, chosen);
  await predict();
}

/** Removes everything that belongs to an earlier table. */
function forget() {
  fitted?.result.model.dispose();
  fitted = null;
  reasons.clear();
  chosenRow = 0;
  second = '';
  $('rows').value = '';
  $('second-name').textContent = '';
  for (const id of ['tried', 'predictions', 'confusion']) $(id)?.replaceChildren();
  for (const id of ['score', 'notes', 'tried-note', 'code']) $(id).textContent = '';
  for (const id of results) $(id).disabled = true;
}

// ---- 4. new rows -----------------------------------------------------------

let predictions = null;

async function predict() {
  if (!fitted) return;
  const mine = ++asked;
  const { result, chosen } = fitted;
  try {
    const { X } = await readCsv(second || $('rows').value, { table: true });
    const answers = Array.from(await result.model.predict(X));
    if (mine !== asked) return;
    predictions = { answers, target: chosen.target };
    chosenRow = Math.min(chosenRow, answers.length - 1);
    const show = () => showPredictions(X, answers, chosen.target, { chosen: chosenRow, choose });
    const choose = (row) => {
      chosenRow = row;
      show();
      $(`explain-${row}`)?.focus();
      attempt(() => reasons.chooseOf(X, row));
    };
    show();
    publish({ predicted: answers.slice(0, 20).join(' ') });
    await reasons.chooseOf(X, chosenRow);
  } catch (error) {
    if (mine !== asked) return;
    reasons.clear();
    $('predictions').replaceChildren(el('tbody', {}, el('tr', {}, el('td', {}, error.message))));
    publish({ predicted: undefined });
  }
}

// ---- wiring ----------------------------------------------------------------

const openFile = (file) => attempt(async () => open(await file.text(), file.name));
const openExample = () => attempt(async () => open(await readText('../../data/iris.csv'), 'iris.csv'));

$('file').addEventListener('change', () => {
  const [file] = $('file').files;
  $('file').value = ''; // the same file may be chosen again, once it is corrected
  if (file) openFile(file);
});
$('example').addEventListener('click', openExample);
$('flats').addEventListener('click', () => attempt(() => open(flats(), 'flats.csv')));
// A file that is dropped beside the frame must not replace the page.
for (const type of ['dragover', 'drop']) addEventListener(type, (event) => event.preventDefault());
addEventListener('dragover', () => $('drop').classList.add('over'));
addEventListener('dragleave', (event) => event.relatedTarget || $('drop').classList.remove('over'));
addEventListener('drop', ({ dataTransfer }) => {
  $('drop').classList.remove('over');
  if (dataTransfer.files.length > 0) openFile(dataTransfer.files[0]);
});

$('options').addEventListener('submit', (event) => event.preventDefault());
$('target').addEventListener('change', () => { $('rows').value = ''; targetChanged(); });
$('task').addEventListener('change', taskChanged);
$('machine').addEventListener('change', changed);
$('train').addEventListener('click', () => attempt(() => train()));
$('stop').addEventListener('click', () => { if (run) run.stop = true; });

$('rows').addEventListener('input', () => { second = ''; $('second-name').textContent = ''; predict(); });
$('second').addEventListener('change', () => attempt(async () => {
  const [file] = $('second').files;
  $('second').value = '';
  if (!file) return;
  const given = await file.text();
  second = given.length > editable ? given : '';
  $('rows').value = second ? `${given.slice(0, 400)}\n…` : given;
  $('second-name').textContent = file.name;
  await predict();
}));
$('save').addEventListener('click', () => {
  if (!predictions) return;
  const field = (value) => (/[",\n]/.test(String(value)) ? `"${String(value).replaceAll('"', '""')}"` : value);
  offerText(`${[predictions.target, ...predictions.answers].map(field).join('\n')}\n`, 'predictions.csv', 'text/csv');
});
$('model').addEventListener('click', () => attempt(() => download(fitted.result.model, 'model.mxm')));
$('report').addEventListener('click', () => attempt(async () => offerText((await fitted.result.report()).html, 'report.html', 'text/html')));
$('form').addEventListener('click', () => attempt(async () => {
  const { result, chosen: { target } } = fitted;
  offerText(await toPage(result.model, { title: `What is ${target}?`, target }), 'predict.html', 'text/html');
}));
$('script').addEventListener('click', () => offerText($('code').textContent, 'train.mjs', 'text/javascript'));

init({ onWarning: ({ code, message }) => warnings.set(code, message) });
openExample();
