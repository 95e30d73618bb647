/** The result of a study, on the page: the score, the errors of the test rows, and the tried options. */

import { Chart } from '../common/chart.js';
import { showConfusion } from '../common/confusion.js';
import { $, el, percent, plain, strong } from '../common/page.js';

const shownTries = 6;

export function showScore(result, task, warnings) {
  const { score, guess, actual, trained, stopped, combinations, title, notes } = result;
  const tested = actual.length;
  const early = `${stopped ? 'Stopped before everything was tried. ' : ''}${notes.length > 0 ? `The best of ${combinations}: ${title}. ` : ''}`;
  $('notes').replaceChildren(...[...notes, ...warnings].map((note) => el('li', {}, note[0].toUpperCase() + note.slice(1))));
  if (task === 'classes') {
    const right = actual.filter((label, i) => label === result.predicted[i]).length;
    $('score').replaceChildren(early, strong(`${right} of ${tested} right`), ` (${percent(score)}) on rows it has not seen, after learning from ${trained}. `,
      notes.length > 0 ? '' : `To name the commonest class every time would be right for ${percent(guess, 0)}.`);
    return;
  }
  const error = actual.reduce((sum, value, i) => sum + Math.abs(value - result.predicted[i]), 0) / tested;
  $('score').replaceChildren(early, strong(`R² = ${plain(score, 3)}`), ` on ${tested} rows it has not seen, after learning from ${trained}: 1 is perfect, 0 no better than the mean. `,
    `On average a prediction is ${short(error, 3)} off.`);
}

export function showTest({ actual, predicted }, task, target) {
  $('test-head').textContent = `The ${actual.length} rows kept for the test`;
  const table = el('table', { id: 'confusion', className: 'confusion' });
  if (task === 'classes') {
    showConfusion(table, { actual, predicted, unit: 'rows' });
    $('picture').replaceChildren(el('div', { className: 'scroll', role: 'region', 'aria-label': 'Confusion matrix', tabIndex: 0 }, table));
    return;
  }
  const all = [...actual, ...predicted];
  const range = [Math.min(...all), Math.max(...all)];
  if (range[0] === range[1]) range[1] += 1;
  const chart = new Chart({
    width: Math.min(460, $('picture').clientWidth), height: 320, x: range, y: range,
    xName: `${target}, as it is`, yName: 'as predicted', label: `Predicted against actual ${target} for ${actual.length} rows`,
  });
  chart.rule({ x: range[0], y: range[0] }, { x: range[1], y: range[1] });
  chart.dots(actual.map((x, i) => ({ x, y: predicted[i] })), 'main', 3.5);
  $('picture').replaceChildren(chart.element);
}

export function showTried({ tried, measure, greater, combinations }) {
  const cost = ({ mean }) => (Number.isFinite(mean) ? (greater ? -mean : mean) : Number.MAX_VALUE);
  const rows = tried.toSorted((a, b) => cost(a) - cost(b)).slice(0, shownTries);
  const machines = rows.some(({ machine }) => machine);
  const names = machines ? ['machine', 'options'] : Object.keys(rows[0].options);
  const cells = ({ machine, options }) =>
    machines ? [machine, Object.entries(options).map(([name, value]) => `${name} ${value}`).join(', ')] : names.map((name) => String(options[name]));
  $('tried').replaceChildren(
    el('thead', {}, el('tr', {}, ...['rank', ...names, measure, '±'].map((name) => el('th', { scope: 'col' }, name)))),
    el('tbody', {}, ...rows.map((row, at) => el('tr', { className: at === 0 ? 'best' : '' },
      el('td', {}, row.error ? '–' : String(at + 1)), ...cells(row).map((text) => el('td', {}, text)),
      ...(row.error ? [el('td', { colSpan: 2 }, row.error.message)] : [el('td', {}, plain(row.mean, 3)), el('td', {}, plain(row.std, 3))]),
    ))),
  );
  const more = combinations > rows.length ? `The best ${rows.length} of ${combinations} that were tried. ` : '';
  $('tried-note').textContent = `${more}Means and standard deviations over the folds of the training rows${greater ? '' : '; less is better'}.`;
}

/**
 * @param {Record<string, ArrayLike<unknown>>} X the columns of the rows
 * @param {ArrayLike<unknown>} answers their predictions
 * @param {string} target
 * @param {{ chosen: number, choose: (row: number) => void }} what  the row that is explained, and what chooses another
 */
export function showPredictions(X, answers, target, { chosen, choose }, shown = 8) {
  const rows = Array.from({ length: Math.min(shown, answers.length) }, (_, row) => row);
  const few = Object.keys(X).slice(0, 8);
  $('predictions').replaceChildren(
    el('thead', {}, el('tr', {}, ...['row', `${target} (predicted)`, ...few].map((name) => el('th', { scope: 'col' }, name)))),
    el('tbody', {}, ...rows.map((row) => el('tr', { className: row === chosen ? 'chosen' : '' },
      el('th', { scope: 'row' }, el('button', { id: `explain-${row}`, type: 'button', 'aria-pressed': String(row === chosen), onclick: () => choose(row) }, `${row + 1}: why?`)),
      el('td', {}, typeof answers[row] === 'number' ? short(answers[row]) : String(answers[row])),
      ...few.map((name) => el('td', {}, cell(X[name][row]))),
    ))),
  );
  if (answers.length > shown) $('predictions').append(el('caption', {}, `The first ${shown} of ${answers.length.toLocaleString('en')} rows.`));
}

/** An entry of a table; a dash for a gap. */
const cell = (value) => (value == null || Number.isNaN(value) ? '–' : typeof value === 'number' ? short(value) : String(value));

export const short = (value, digits = 5) => String(Number(value.toPrecision(digits))).replace('-', '−');
