/** The predictions for the samples of each class, as a table whose cells can be chosen. */

import { confusionMatrix } from 'maxmargin/metrics';
import { el } from './page.js';

/**
 * @param {HTMLTableElement} table
 * @param {{ actual: ArrayLike<unknown>, predicted: ArrayLike<unknown>, unit: string,
 *   names?: (label: unknown) => string, choose?: (rows: number[], actual: unknown, predicted: unknown) => void }} what
 *   unit is the plural name of samples; choose gets the rows of a cell
 */
export function showConfusion(table, { actual, predicted, unit, names = String, choose }) {
  const { labels, cells } = confusionMatrix(actual, predicted);
  const most = Math.max(1, ...cells.map(({ count }) => count));
  const head = el('tr', {}, el('td', { className: 'corner' }), ...labels.map((label) => el('th', { scope: 'col' }, names(label))));
  const rows = labels.map((label) => {
    const own = cells.filter((cell) => cell.actual === label);
    return el('tr', {}, el('th', { scope: 'row' }, names(label)), ...own.map(cellOf));
  });
  const caption = table.caption ?? el('caption', {}, 'Down: what it is. Across: what the machine says.');
  table.replaceChildren(caption, el('thead', {}, head), el('tbody', {}, ...rows));

  function cellOf({ actual: is, predicted: said, count }) {
    const wrong = is !== said;
    const cell = el('td', { className: count === 0 ? 'none' : wrong ? 'wrong' : 'right', style: { '--share': String(count / most) } });
    if (count === 0 || !choose) {
      cell.textContent = count === 0 ? '·' : String(count);
      return cell;
    }
    const label = `${count} ${unit} of ${names(is)} taken for ${names(said)}: show`;
    const rowsOf = () => Array.from(actual, (_, i) => i).filter((i) => actual[i] === is && predicted[i] === said);
    cell.append(el('button', { type: 'button', 'aria-label': label, onclick: () => choose(rowsOf(), is, said) }, String(count)));
    return cell;
  }
}
