import { checkDrawing, coloursOf, documentOf, draw, short } from './figure.js';

/** @import { Convergence, DrawOptions, PlotModule } from '../types.js' */

/** How many phases have a colour each; more are drawn in one. */
const most = 7;

/**
 * Draws the objective above and the gap below, in one container.
 * @template E
 * @param {PlotModule<E>} Plot
 * @param {Convergence} history
 * @param {DrawOptions} [options] of Plot.plot, for both; height of both together
 * @returns {E}
 */
export function plotConvergence(Plot, history, options = {}) {
  checkDrawing(Plot, history, 'steps', 'convergence');
  const { steps, phases } = history;
  const few = phases.length <= most;
  const colours = coloursOf(few ? phases : ['phases']);
  const stroke = few ? 'phase' : colours.range[0];
  const { height = 420, title, subtitle, caption, ...rest } = options;
  const panel = (
    /** @type {'objective' | 'gap'} */ field,
    /** @type {object} */ own,
    /** @type {object} */ outer,
  ) => {
    // A gap of 0 has no place on a logarithmic scale.
    const shown = field === 'gap' ? steps.filter(({ gap }) => gap > 0) : steps;
    const place = { x: 'iteration', y: field };
    return draw(
      Plot,
      {
        width: 640,
        height: height / 2,
        figure: true, // both, or neither: pages indent figures
        marginLeft: 72,
        ariaLabel: `${field} over iterations`,
        ...own,
        marks: [
          Plot.line(shown, { ...place, z: 'phase', stroke, strokeWidth: 2 }),
          Plot.dot(shown, { ...place, fill: stroke, r: 2.5 }),
        ],
      },
      { ...rest, ...outer },
    );
  };
  const box = documentOf(options).createElement('div');
  const x = { domain: [0, Math.max(1, ...steps.map(({ iteration }) => iteration))] };
  box.append(
    panel(
      'objective',
      {
        x: { ...x, label: null },
        y: { label: 'objective of the phase', nice: true, grid: true },
        color: { ...colours, legend: few && phases.length > 1 },
      },
      { title, subtitle },
    ),
    panel(
      'gap',
      {
        x: { ...x, label: 'iterations' },
        y: {
          type: 'log',
          label: 'gap, the largest violation left',
          grid: true,
          ticks: logTicks(steps.map(({ gap }) => gap).filter((gap) => gap > 0)),
          tickFormat: short,
        },
        color: colours,
      },
      { caption },
    ),
  );
  return box;
}

/**
 * Powers of ten, and some of their multiples where the values span few.
 * @param {number[]} values
 */
function logTicks(values) {
  if (values.length === 0) return [];
  const [low, high] = [Math.min(...values), Math.max(...values)];
  for (const multiples of [[1], [1, 3], [1, 2, 5], [1, 2, 3, 4, 5, 6, 7, 8, 9]]) {
    const ticks = [];
    for (let power = Math.floor(Math.log10(low)); power <= Math.log10(high); power++) {
      ticks.push(...multiples.map((multiple) => multiple * 10 ** power));
    }
    const shown = ticks.filter((tick) => tick >= low && tick <= high);
    if (shown.length > 2) return shown;
  }
  return low < high ? [low, high] : [low];
}
