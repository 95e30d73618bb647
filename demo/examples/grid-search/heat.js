/** The cells of a heat map as buttons in a grid: arrow keys go from one to the next. */

/** 2^k as a short text. */
export const power = (value) => {
  const k = Math.log2(value);
  return k < 0 ? `1/${2 ** -k}` : String(value);
};

/** The strength of the colour of a cell: differences between good cells must be visible. */
const shareOf = (mean, low, high) => (high > low ? ((mean - low) / (high - low)) ** 3 : 1);

export class HeatMap {
  #cells = new Map(); // by 'C gamma'
  #order;
  #columns;

  /**
   * @param {HTMLElement} grid
   * @param {{ xValues: number[], yValues: number[], choose: (params: { C: number, gamma: number }) => void }} settings
   */
  constructor(grid, { xValues, yValues, choose }) {
    this.#columns = xValues.length;
    const row = (...cells) => {
      const line = document.createElement('div');
      line.setAttribute('role', 'row');
      line.append(...cells);
      return line;
    };
    const head = (role, text, label) => {
      const cell = document.createElement('div');
      cell.setAttribute('role', role);
      cell.textContent = text;
      if (label) cell.setAttribute('aria-label', label);
      return cell;
    };
    const up = [...yValues].reverse();
    grid.replaceChildren(
      ...up.map((gamma) => row(
        head('rowheader', power(gamma), `gamma ${power(gamma)}`),
        ...xValues.map((C) => {
          const cell = head('gridcell', '');
          const button = document.createElement('button');
          button.type = 'button';
          button.tabIndex = -1;
          button.setAttribute('aria-pressed', 'false');
          button.addEventListener('click', () => choose({ C, gamma }));
          cell.append(button);
          this.#cells.set(`${C} ${gamma}`, button);
          return cell;
        }),
      )),
      row(head('columnheader', 'γ \\ C', 'gamma in rows, C in columns'), ...xValues.map((C) => head('columnheader', power(C), `C ${power(C)}`))),
    );
    this.#order = [...this.#cells.values()];
    this.#order[0].tabIndex = 0;
    grid.addEventListener('keydown', (event) => this.#move(event));
  }

  #move(event) {
    const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -this.#columns, ArrowDown: this.#columns }[event.key];
    const at = this.#order.indexOf(event.target);
    const next = this.#order[at + step];
    if (!step || !next) return;
    event.preventDefault();
    this.#order[at].tabIndex = -1;
    next.tabIndex = 0;
    next.focus();
  }

  /**
   * @param {{ cells: { x: number, y: number, row: any }[] }} map
   * @param {{ best?: object, simple?: object }} marks rows
   */
  show({ cells }, { best, simple } = {}) {
    const known = cells.map(({ row }) => row.mean).filter(Number.isFinite);
    const [low, high] = [Math.min(...known), Math.max(...known)];
    for (const { x, y, row } of cells) {
      const button = this.#cells.get(`${x} ${y}`);
      const done = row.scores.filter(Number.isFinite).length;
      const whole = Number.isFinite(row.mean);
      const text = whole ? (100 * row.mean).toFixed(1) : done > 0 ? `${done}/${row.scores.length}` : '';
      const share = whole ? shareOf(row.mean, low, high).toFixed(2) : '0';
      const said = whole ? `accuracy ${text} percent` : `${done} of ${row.scores.length} folds done`;
      const label = `C ${power(x)}, gamma ${power(y)}: ${said}${row === best ? ', the best' : ''}`;
      const look = [whole ? '' : 'partial', row === best ? 'best' : row === simple ? 'simple' : ''].join(' ').trim();
      // Most cells do not change from one report to the next.
      if (button.textContent !== text) button.textContent = text;
      if (button.className !== look) button.className = look;
      if (button.ariaLabel !== label) button.ariaLabel = label;
      if (button.style.getPropertyValue('--share') !== share) button.style.setProperty('--share', share);
    }
  }

  /** Clears all cells, for a new search. */
  clear() {
    for (const button of this.#order) {
      button.textContent = '';
      button.className = 'partial';
      button.style.setProperty('--share', '0');
    }
  }

  /** @param {{ C: number, gamma: number }} params */
  choose({ C, gamma }) {
    for (const [place, button] of this.#cells) button.setAttribute('aria-pressed', String(place === `${C} ${gamma}`));
  }
}
