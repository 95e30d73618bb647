/** Runs the notebook module with Observable's runtime, and reports when all its cells have a value. */

import { Inspector, Runtime } from '../vendor/observable.js';
import { element, tell } from '../site/state.js';
import define from './regression.observable.js';

const waiting = new Set();

/** Observable's inspector, which shows values; this one also counts the cells without a value. */
class Cell {
  constructor(name) {
    this.name = name;
    const frame = document.createElement('div');
    frame.className = 'observable-cell';
    frame.dataset.cell = name;
    element('cells').append(frame);
    this.inspector = new Inspector(frame);
    waiting.add(name);
  }

  pending() {
    waiting.add(this.name);
    tell('training', 'Cells are running…');
    this.inspector.pending();
  }

  fulfilled(value, name) {
    this.inspector.fulfilled(value, name);
    waiting.delete(this.name);
    if (waiting.size === 0) tell('done', 'All cells have a value.');
  }

  rejected(error, name) {
    if (error?.name === 'AbortError') return; // a newer fit has replaced this one
    this.inspector.rejected(error, name);
    tell('error', `${this.name}: ${error.message}`);
  }
}

define(new Runtime(), (name) => new Cell(name));
