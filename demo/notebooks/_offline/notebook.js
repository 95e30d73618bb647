/** An offline notebook: cells that can be edited and run, and a button that saves a copy of the file. */

import * as Plot from '@observablehq/plot';
import * as data from 'maxmargin/data';
import * as plot from 'maxmargin/plot';
import { Kernel } from './cells.js';
import { inspect, show } from './show.js';

/* global maxmargin -- the package's self-contained script defines it */

// The file before any output: a saved copy is this file with the current cells.
const store = document.getElementById('cells');
const original = `<!doctype html>\n${document.documentElement.outerHTML}`;
const stored = store.textContent;

const kernel = new Kernel({
  maxmargin,
  'maxmargin/data': data,
  'maxmargin/plot': plot,
  '@observablehq/plot': Plot,
});

const list = document.getElementById('list');
const status = document.getElementById('status');
let runs = 0;
let queue = Promise.resolve();

const element = (name, properties = {}, ...children) => {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
};

const button = (text, label, act) => {
  const made = element('button', { type: 'button', textContent: text, title: label, ariaLabel: label });
  made.addEventListener('click', act);
  return made;
};

class Cell {
  constructor({ kind, source }) {
    this.kind = kind;
    this.input = element('textarea', { value: source, spellcheck: kind === 'text', rows: 1, ariaLabel: kind === 'text' ? 'Text' : 'Code' });
    this.output = element('div', { className: 'output' });
    this.output.setAttribute('aria-live', 'polite');
    this.count = element('span', { className: 'count', textContent: kind === 'text' ? '' : '[ ]' });
    const tools = element('div', { className: 'tools' },
      ...(kind === 'text' ? [] : [button('Run', 'Run this cell (Shift+Enter)', () => run(this))]),
      button('+ Code', 'Add a code cell below', () => this.add('code')),
      button('+ Text', 'Add text below', () => this.add('text')),
      button('Delete', 'Delete this cell', () => this.remove()));
    this.element = element('section', { className: `cell ${kind}` }, this.count, element('div', { className: 'body' }, this.input, tools, this.output));
    this.input.addEventListener('input', () => this.fit());
    this.input.addEventListener('keydown', (event) => this.key(event));
  }

  get source() {
    return this.input.value;
  }

  /** Makes the field as high as its text. Not every browser knows field-sizing. */
  fit() {
    this.input.rows = this.source.split('\n').length;
    if (this.kind !== 'text' || CSS.supports('field-sizing', 'content')) return;
    this.input.style.height = 'auto';
    this.input.style.height = `${this.input.scrollHeight + 2}px`;
  }

  key(event) {
    if (event.key === 'Enter' && (event.shiftKey || event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      run(this);
      if (event.shiftKey) cells[cells.indexOf(this) + 1]?.input.focus();
    } else if (event.key === 'Tab' && !event.shiftKey && this.kind === 'code' && !this.leaving) {
      event.preventDefault();
      this.input.setRangeText('  ', this.input.selectionStart, this.input.selectionEnd, 'end');
    }
    // Escape, then Tab, leaves the cell, so keyboard users can get out of it.
    this.leaving = event.key === 'Escape';
  }

  add(kind) {
    insert(new Cell({ kind, source: '' }), cells.indexOf(this) + 1).input.focus();
  }

  remove() {
    cells.splice(cells.indexOf(this), 1);
    this.element.remove();
    if (cells.length === 0) insert(new Cell({ kind: 'code', source: '' }), 0);
  }
}

const cells = [];
window.addEventListener('resize', () => cells.forEach((cell) => cell.fit()));

function insert(cell, at) {
  list.insertBefore(cell.element, cells[at]?.element ?? null);
  cells.splice(at, 0, cell);
  cell.fit();
  return cell;
}

/** Cells run one after the other, in the order in which they were started. */
function run(cell) {
  if (cell.kind === 'text') return queue;
  cell.count.textContent = '[*]';
  document.body.dataset.state = 'training';
  queue = queue.then(async () => {
    cell.output.replaceChildren();
    const display = (...values) => {
      for (const value of values) cell.output.append(show(value));
      return undefined;
    };
    const line = (...parts) => display(parts.map((part) => inspect(part)).join(' '));
    const own = { display, console: { ...console, log: line, info: line, warn: line, error: line } };
    cell.element.classList.remove('failed');
    try {
      const value = await kernel.run(cell.source, own);
      if (value !== undefined) display(value);
    } catch (error) {
      cell.element.classList.add('failed');
      display(error instanceof Error ? error : new Error(String(error)));
    }
    cell.count.textContent = `[${++runs}]`;
  });
  const mine = queue;
  mine.then(() => {
    if (mine === queue) document.body.dataset.state = 'done';
  });
  return queue;
}

function runAll() {
  status.textContent = 'Running…';
  for (const cell of cells) run(cell);
  return queue.then(() => {
    const failed = cells.filter((cell) => cell.element.classList.contains('failed')).length;
    status.textContent = failed > 0 ? `${failed} cells failed.` : 'All cells ran.';
  });
}

/** This file with the cells as they are now. */
function save() {
  const json = JSON.stringify(cells.map(({ kind, source }) => ({ kind, source })), null, 1).replaceAll('<', '\\u003c');
  const at = original.lastIndexOf(stored);
  const copy = original.slice(0, at) + json + original.slice(at + stored.length);
  const url = URL.createObjectURL(new Blob([copy], { type: 'text/html' }));
  element('a', { href: url, download: 'notebook.html' }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
  status.textContent = 'Saved as notebook.html: the whole notebook with its cells, without what they showed.';
}

for (const cell of JSON.parse(stored)) insert(new Cell(cell), cells.length);
document.getElementById('run-all').addEventListener('click', runAll);
document.getElementById('save').addEventListener('click', save);
document.getElementById('waiting').remove();
runAll();
