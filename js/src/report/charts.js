/** Pictures of a report, as SVG with the colours of the page. */
import { html } from './markup.js';
import { short } from './numbers.js';

/** @import { Markup } from './markup.js' */

/** A line with the name that its legend has. @typedef {{name: string, x: number[], y: number[], dots?: boolean}} Line */

/** As many lines as there are colours; further ones are left out, and the page says so. */
export const mostLines = 7;

const size = { width: 420, height: 300, left: 56, right: 12, top: 10, bottom: 44 };

/**
 * @param {[low: number, high: number]} domain
 * @param {number} from
 * @param {number} to
 */
function scale([low, high], from, to) {
  const span = high - low || 1;
  return (/** @type {number} */ v) =>
    (from + ((v - low) / span) * (to - from)).toFixed(1).replace(/\.0$/, '');
}

/**
 * Round numbers within a domain.
 * @param {[low: number, high: number]} domain
 */
function ticks([low, high]) {
  const rough = (high - low) / 5 || 1;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * ([1, 2, 5, 10].find((m) => m * power >= rough) ?? 10);
  const list = [];
  for (let k = Math.ceil(low / step - 1e-9); k * step <= high + step * 1e-9; k++)
    list.push(k * step);
  return list;
}

/**
 * @param {{title: string, across: string, up: string, x: [number, number], y: [number, number]}} of
 * @param {(sx: (v: number) => string, sy: (v: number) => string) => unknown} draw
 * @param {unknown} [legend]
 */
function figure({ title, across, up, x, y }, draw, legend) {
  const { width, height, left, right, top, bottom } = size;
  const [sx, sy] = [scale(x, left, width - right), scale(y, height - bottom, top)];
  const [floor, ceiling] = [height - bottom, top];
  return html`<figure>
    <figcaption>${title}</figcaption>
    <svg viewBox="0 0 ${width} ${height}" role="img" aria-label="${title}">
      <g class="axis">
        ${ticks(x).map(
          (v) =>
            html`<path d="M${sx(v)} ${floor}V${ceiling}" /><text
                x="${sx(v)}"
                y="${floor + 16}"
                text-anchor="middle"
                >${short(Number(v.toPrecision(12)))}</text
              >`,
        )}${ticks(y).map(
          (v) =>
            html`<path d="M${left} ${sy(v)}H${width - right}" /><text
                x="${left - 6}"
                y="${sy(v)}"
                dy="4"
                text-anchor="end"
                >${short(Number(v.toPrecision(12)))}</text
              >`,
        )}
        <text x="${(left + width - right) / 2}" y="${height - 6}" text-anchor="middle">
          ${across}
        </text>
        <text transform="translate(13 ${(floor + ceiling) / 2}) rotate(-90)" text-anchor="middle">
          ${up}
        </text>
      </g>
      ${draw(sx, sy)}</svg
    >${legend}
  </figure>`;
}

/** @type {[number, number]} */
const share = [0, 1];

/**
 * @param {{title: string, across: string, up: string, diagonal?: boolean}} of
 * @param {Line[]} lines of shares
 * @returns {Markup}
 */
export function curves({ diagonal = false, ...of }, lines) {
  const shown = lines.slice(0, mostLines);
  const legend = html`<ul class="legend">
    ${shown.map(
      ({ name }, at) =>
        html`<li>
          <svg viewBox="0 0 24 8" aria-hidden="true"><path class="s${at}" d="M0 4H24" /></svg
          >${name}
        </li>`,
    )}${lines.length > shown.length && html`<li>${lines.length - shown.length} more are not drawn</li>`}
  </ul>`;
  return figure(
    { ...of, x: share, y: share },
    (sx, sy) => [
      diagonal && html`<path class="guide" d="M${sx(0)} ${sy(0)}L${sx(1)} ${sy(1)}" />`,
      shown.map(({ x, y, dots }, at) => [
        html`<path class="s${at}" d="M${x.map((v, i) => `${sx(v)} ${sy(y[i])}`).join('L')}" />`,
        dots &&
          x.map((v, i) => html`<circle class="d${at}" cx="${sx(v)}" cy="${sy(y[i])}" r="3.5" />`),
      ]),
    ],
    legend,
  );
}

/**
 * @param {{title: string, across: string, up: string, guide: 'diagonal' | 'zero'}} of
 * @param {number[]} x
 * @param {number[]} y
 * @returns {Markup}
 */
export function scatter({ guide, ...of }, x, y) {
  const both = guide === 'diagonal' ? [...x, ...y] : undefined;
  const [across, up] = [widened(both ?? x), widened(both ?? [...y, 0])];
  return figure({ ...of, x: across, y: up }, (sx, sy) => [
    both
      ? html`<path
          class="guide"
          d="M${sx(across[0])} ${sy(up[0])}L${sx(across[1])} ${sy(up[1])}"
        />`
      : html`<path class="guide" d="M${sx(across[0])} ${sy(0)}H${sx(across[1])}" />`,
    x.map((v, i) => html`<circle class="point" cx="${sx(v)}" cy="${sy(y[i])}" r="2.5" />`),
  ]);
}

/** @param {number[]} values @returns {[number, number]} */
function widened(values) {
  const [low, high] = values.reduce(([a, b], v) => [Math.min(a, v), Math.max(b, v)], [Infinity, -Infinity]); // prettier-ignore
  const margin = 0.04 * (high - low) || Math.abs(low) || 1;
  return [low - margin, high + margin];
}

/**
 * @param {{title: string, across: string, zero?: boolean}} of
 * @param {number[]} edges
 * @param {number[]} counts
 * @returns {Markup}
 */
export function bars({ zero = false, ...of }, edges, counts) {
  const x = /** @type {[number, number]} */ ([edges[0], edges[edges.length - 1]]);
  const y = /** @type {[number, number]} */ ([0, Math.max(...counts)]);
  return figure({ ...of, up: 'rows', x, y }, (sx, sy) => [
    counts.map((count, b) => {
      const [left, right] = [Number(sx(edges[b])), Number(sx(edges[b + 1]))];
      return count > 0 && html`<path class="bar" d="M${left + 0.5} ${sy(0)}V${sy(count)}H${right - 0.5}V${sy(0)}Z"/>`; // prettier-ignore
    }),
    zero && x[0] < 0 && x[1] > 0 && html`<path class="guide" d="M${sx(0)} ${sy(0)}V${sy(y[1])}" />`,
  ]);
}

/**
 * A bar for each name, with the standard deviation.
 * @param {string} title
 * @param {string} across
 * @param {{name: string, mean: number, std: number}[]} rows
 * @returns {Markup}
 */
export function nameBars(title, across, rows) {
  const [width, line, left, right] = [640, 22, 190, 60];
  const height = rows.length * line + 34;
  const low = Math.min(0, ...rows.map(({ mean, std }) => mean - std));
  const high = Math.max(1e-9, ...rows.map(({ mean, std }) => mean + std));
  const sx = scale([low, high], left, width - right);
  return html`<figure class="wide">
    <figcaption>${title}</figcaption>
    <svg viewBox="0 0 ${width} ${height}" role="img" aria-label="${title}">
      ${rows.map(({ name, mean, std }, at) => {
        const y = at * line + 4;
        const shown = [...name].length > 26 ? `${[...name].slice(0, 25).join('')}…` : name;
        return html`<text x="${left - 8}" y="${y + 13}" text-anchor="end"
            ><title>${name}</title>${shown}</text
          ><path class="bar" d="M${sx(0)} ${y}H${sx(mean)}V${y + line - 6}H${sx(0)}Z" /><path
            class="whisker"
            d="M${sx(mean - std)} ${y + (line - 6) / 2}H${sx(mean + std)}"
          /><text x="${Number(sx(Math.max(mean + std, 0))) + 6}" y="${y + 13}"
            >${short(mean)}</text
          >`;
      })}
      <path class="guide" d="M${sx(0)} 0V${rows.length * line}" />
      <text x="${(left + width - right) / 2}" y="${height - 6}" text-anchor="middle">
        ${across}
      </text>
    </svg>
  </figure>`;
}
