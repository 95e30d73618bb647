/**
 * The output of the demo. A terminal gets one progress line that is redrawn
 * and a little emphasis; a pipe or a log file gets a few plain lines without
 * control codes.
 */

const out = process.stdout;
const live = Boolean(out.isTTY) && process.env.TERM !== 'dumb';
const emphasis = live && !process.env.NO_COLOR;
const style = (code) => (text) => (emphasis ? `\x1b[${code}m${text}\x1b[0m` : String(text));

export const bold = style('1');
export const dim = style('2');

export const say = (line = '') => out.write(`${line}\n`);

export function title(text, note = '') {
  say();
  say(`  ${bold(text)}${note && `  ${dim(note)}`}`);
  say(`  ${dim('─'.repeat(72))}`);
}

/** `name` in a column of fixed width, so that the values below each other are aligned. */
export const fact = (name, value, note = '') =>
  say(`  ${name.padEnd(20)}${value}${note && `  ${dim(note)}`}`);

/**
 * A progress bar for `onProgress`.
 *
 * @returns {{ update(report: object): void, end(): void }}
 */
export function progressBar(label, width = 32) {
  const started = performance.now();
  let quarter = 0;

  const bar = (fraction) => {
    const full = Math.round(fraction * width);
    return '█'.repeat(full) + dim('░'.repeat(width - full));
  };
  const line = (fraction, tail) =>
    `  ${label.padEnd(20)}${bar(fraction)} ${`${Math.floor(fraction * 100)}`.padStart(3)} %  ${dim(tail)}`;
  const redraw = (text) => out.write(`\r\x1b[K${text}`);

  return {
    update({ fraction, phase, iteration, gap }) {
      const tail = `${phase}, iteration ${iteration}, gap ${gap.toPrecision(2)}`;
      if (live) {
        redraw(line(fraction, tail));
      } else if (fraction * 4 >= quarter + 1) {
        quarter = Math.floor(fraction * 4);
        say(line(fraction, tail));
      }
    },
    end() {
      const text = line(1, `${((performance.now() - started) / 1000).toFixed(2)} s`);
      if (live) redraw(`${text}\n`);
      else say(text);
    },
  };
}
