/** Asks for the columns of a file, with a guess to start from. */

import { choose, inspect } from './csv.js';
import { h } from './dom.js';

export class ColumnChooser {
  #host;
  #wiring;

  /** @param {{ chosen: (data: object, note: string) => void, failed: (message: string) => void }} wiring */
  constructor(host, wiring) {
    this.#host = host;
    this.#wiring = wiring;
  }

  close() {
    this.#host.hidden = true;
  }

  /** @param {File} file */
  async open(file) {
    try {
      const bytes = new Uint8Array(await file.arrayBuffer());
      const found = await inspect(bytes);
      this.#show(file.name, bytes, found);
    } catch (error) {
      this.close();
      this.#wiring.failed(`${file.name}: ${error.message}`);
    }
  }

  #show(name, bytes, { rows, numeric, targets, guess }) {
    const fields = {};
    const take = async () => {
      const picked = Object.fromEntries(Object.entries(fields).map(([key, select]) => [key, select.value]));
      try {
        if (picked.x === picked.y) throw new Error('choose two different columns for the axes');
        if (picked.target !== '' && [picked.x, picked.y].includes(picked.target)) throw new Error(`${picked.target} is an axis already; choose another target`);
        const { data, note } = await choose(bytes, picked);
        this.#wiring.chosen(data, note);
      } catch (error) {
        this.#wiring.failed(`${name}: ${error.message}`);
      }
    };
    const field = (key, label, options) => {
      fields[key] = h('select', { id: `column-${key}`, on: { change: take } }, ...options);
      fields[key].value = guess[key];
      return h('span', { className: 'pick' }, h('label', { htmlFor: `column-${key}` }, label), fields[key]);
    };
    const named = (names) => names.map((column) => new Option(column, column));
    this.#host.replaceChildren(
      h('span', {}, h('b', {}, name), `, ${rows.toLocaleString('en')} rows`),
      field('x', 'Across', named(numeric)),
      field('y', 'Up', [new Option('none: a curve', ''), ...named(numeric)]),
      field('target', 'To predict', [new Option('nothing', ''), ...named(targets)]),
      h('button', { type: 'button', className: 'small', on: { click: () => this.close() } }, 'Close'),
    );
    this.#host.hidden = false;
    take();
  }
}
