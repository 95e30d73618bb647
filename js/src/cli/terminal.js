/** The terminal: a progress line, Ctrl-C, and notes on the standard error. */
import process from 'node:process';

/** Of the bar. */
const width = 24;

/** How long after Ctrl-C another one is the same: npx passes on what the terminal sent already. */
const echo = 300;

/** Work that was stopped without a result, such as a closed form half-way. */
export class Interrupted extends Error {
  name = 'Interrupted';
}

export class Terminal {
  #shown = false;
  #began = 0;
  #stoppedAt = 0;
  #works = false;
  #interactive;

  /** Whether the work was asked to stop. */
  stopped = false;

  /** @param {{json?: boolean, quiet?: boolean}} values */
  constructor({ json, quiet }) {
    this.quiet = Boolean(quiet);
    this.#interactive = Boolean(process.stderr.isTTY && !json && !quiet);
  }

  /**
   * Runs work that can be stopped: the first Ctrl-C lets it come to an end, the
   * second one ends the program.
   * @template T
   * @param {() => Promise<T>} work
   * @returns {Promise<T>}
   */
  async watch(work) {
    process.on('SIGINT', this.#interrupt);
    this.#began = performance.now();
    this.#works = true;
    try {
      return await work();
    } catch (error) {
      const code = /** @type {{code?: string}} */ (error)?.code;
      if (!this.stopped || code !== 'ERR_STOPPED') throw error;
      throw new Interrupted('stopped before there was a model; nothing was written');
    } finally {
      this.#works = false;
      this.clear();
      process.off('SIGINT', this.#interrupt);
    }
  }

  #interrupt = () => {
    const now = performance.now();
    if (this.stopped && now - this.#stoppedAt > echo) {
      this.clear();
      process.exit(130);
    }
    if (this.stopped) return;
    this.stopped = true;
    this.#stoppedAt = now;
    this.note('stopping, and keeping the result so far; Ctrl-C again to give up');
  };

  /**
   * Shows how far it is.
   * @param {number | undefined} fraction if that is known
   * @param {string} text
   * @returns {boolean} whether to go on
   */
  show(fraction, text) {
    if (this.#interactive && this.#works) {
      const seconds = ((performance.now() - this.#began) / 1000).toFixed(1);
      const line = `${fraction === undefined ? '' : bar(fraction)}${text}  ${seconds} s`;
      process.stderr.write(`\r${line.slice(0, (process.stderr.columns || 80) - 1)}\x1b[K`);
      this.#shown = true;
    }
    return !this.stopped;
  }

  /** Takes the progress line away. */
  clear() {
    if (this.#shown) process.stderr.write('\r\x1b[K');
    this.#shown = false;
  }

  /** @param {string} text */
  note(text) {
    if (this.quiet) return;
    this.clear();
    process.stderr.write(`${text}\n`);
  }
}

/** @param {number} fraction */
function bar(fraction) {
  const full = Math.round(width * Math.min(1, fraction));
  const percent = String(Math.floor(100 * fraction)).padStart(3);
  return `${'█'.repeat(full)}${'░'.repeat(width - full)} ${percent} %  `;
}

/**
 * How a fit is shown.
 * @param {Terminal} terminal
 * @returns {(progress: import('../types.js').Progress) => boolean}
 */
export function showFit(terminal) {
  // The remaining time of a single problem is not known.
  return ({ phase, iteration, gap, fraction }) =>
    terminal.show(
      phase ? fraction : undefined,
      (phase || 'training') +
        (iteration > 0 ? `, iteration ${iteration}, gap ${gap.toPrecision(2)}` : ''),
    );
}

/**
 * How many fits are shown.
 * @param {Terminal} terminal
 * @returns {(progress: import('../types.js').SearchProgress) => boolean}
 */
export function showSearch(terminal) {
  return ({ done, total, fraction }) => terminal.show(fraction, `${done} of ${total} fits`);
}
