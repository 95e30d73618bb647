/** Scores of classes as bars: a list of name, bar and number. */

import { el } from './page.js';

/**
 * @param {HTMLElement} list  a dl, which gets one row per class
 * @param {{ name: string, share: number, text: string, chosen?: boolean }[]} rows  shares from 0 to 1
 * @param {number} start  where bars begin: 0, or 0.5 for numbers that may be negative
 */
export function showBars(list, rows, start = 0) {
  // The rows stay while their numbers change, so that bars grow instead of jumping.
  if (list.children.length !== rows.length) list.replaceChildren(...rows.map(makeRow));
  rows.forEach(({ name, share, text, chosen }, i) => {
    const row = list.children[i];
    row.classList.toggle('chosen', Boolean(chosen));
    row.querySelector('dt').textContent = name;
    row.querySelector('.amount').textContent = text;
    const end = Math.min(1, Math.max(0, share));
    const fill = row.querySelector('.bar-fill');
    fill.style.setProperty('--from', `${100 * Math.min(start, end)}%`);
    fill.style.setProperty('--share', String(Math.abs(end - start)));
  });
}

function makeRow() {
  const fill = el('span', { className: 'bar-fill' });
  return el('div', {}, el('dt'), el('dd', {}, el('span', { className: 'bar-track' }, fill), el('span', { className: 'amount' })));
}
