/** A kernel of strings: its values for all pairs of a few words, which can be edited. */

import { gramMatrix, kernels } from 'maxmargin';
import { kernelCatalog } from 'maxmargin/catalog';
import { makeControls } from './live-controls.js';
import { latest, tell } from './state.js';

const most = 8;
const words = ['corn', 'cork', 'acorn', 'unicorn', 'oil', 'foil', 'oily'];
const strands = ['ACGTAC', 'ACGTTC', 'TCGTAC', 'GGGTAC', 'ACGGGG', 'TTTTTT'];

const normalize = true;

/** For each kernel its first words, its controls, and its fixed options. */
const pictures = {
  spectrum: { words, controls: { length: [1, 5, 2, 'linear'], normalize } },
  boundedRange: { words, controls: { length: [1, 6, 3, 'linear'], normalize } },
  commonSubstring: { words, controls: { normalize } },
  mismatch: { words: strands, controls: { length: [2, 6, 3, 'linear'], mismatches: [0, 1, 1, 'linear'], normalize }, held: { alphabet: 'dna' } },
  weightedDegree: { words: strands, controls: { degree: [1, 6, 3, 'linear'], normalize } },
  allSubsequences: { words, controls: { normalize } },
  gapWeighted: { words, controls: { length: [1, 4, 2, 'linear'], decay: [0.05, 0.95, 0.5, 'linear'], normalize } },
};

/** @param {HTMLElement} figure @param {string} name of the kernel */
export function show(figure, name) {
  const picture = pictures[name];
  if (!picture) throw new Error(`nothing says what the picture of ${name} is`);
  const body = figure.querySelector('.live-body');
  const frame = document.createElement('div');
  frame.className = 'table';
  frame.tabIndex = 0; // it may be wider than a phone
  frame.setAttribute('role', 'group');
  frame.setAttribute('aria-label', 'Kernel values');
  const table = document.createElement('table');
  table.className = 'live-gram';
  frame.append(table);
  const controls = document.createElement('div');
  controls.className = 'live-controls';
  const label = document.createElement('label');
  label.textContent = picture.held?.alphabet === 'dna' ? 'Strings of A, C, G and T, one a line' : 'Strings, one a line';
  const text = document.createElement('textarea');
  Object.assign(text, { id: 'live-text', rows: most, spellcheck: false, value: picture.words.join('\n') });
  label.htmlFor = text.id;
  controls.append(label, text);
  body.append(frame, controls);

  const run = latest(async () => {
    tell('training');
    const all = text.value.split('\n').map((line) => line.trim()).filter(Boolean);
    const shown = all.slice(0, most);
    if (shown.length === 0) {
      table.replaceChildren();
      tell('done', 'Write a string a line.');
      return;
    }
    const K = await gramMatrix(kernels[name]({ ...picture.held, ...read() }), shown);
    fill(table, shown, K);
    const more = all.length > most ? ` The first ${most} lines are shown.` : '';
    tell('done', `Kernel values of all pairs, the stronger the colour the more alike.${more}`);
  });
  text.addEventListener('input', run);
  const read = makeControls(controls, kernelCatalog[name].options, picture.controls, run);
  run();
}

/** Shades are relative to the largest value, so that kernels with values of any size are readable. */
function fill(table, strings, K) {
  const n = strings.length;
  const largest = K.reduce((m, value) => Math.max(m, value), 0) || 1;
  const head = document.createElement('tr');
  head.append(document.createElement('td'), ...strings.map((string) => cell('th', string, 'col')));
  const rows = strings.map((string, i) => {
    const row = document.createElement('tr');
    row.append(cell('th', string, 'row'));
    for (let j = 0; j < n; j++) {
      const value = K[i * n + j];
      const td = cell('td', value === 0 ? '0' : String(Number(value.toPrecision(3))));
      td.style.setProperty('--share', `${(100 * value) / largest / 2}%`);
      row.append(td);
    }
    return row;
  });
  table.replaceChildren(head, ...rows);
}

function cell(tag, text, scope) {
  const made = document.createElement(tag);
  made.textContent = text;
  if (scope) made.scope = scope;
  return made;
}
