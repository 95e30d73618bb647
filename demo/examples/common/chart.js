/**
 * Small charts of lines and points, as SVG that takes its colours from the theme.
 * Observable Plot writes a style element into its pictures, which the policy of
 * the site forbids.
 */

const svg = 'http://www.w3.org/2000/svg';
const margin = { left: 46, right: 12, top: 14, bottom: 40 };

function shape(name, attributes, text) {
  const element = document.createElementNS(svg, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  if (text !== undefined) element.textContent = text;
  return element;
}

/** Round numbers within a range, about as many as requested. */
export function ticks(from, to, about = 5) {
  const rough = (to - from) / about || 1;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((size) => size >= rough) ?? rough;
  const digits = Math.max(0, -Math.floor(Math.log10(step)));
  const first = Math.ceil(from / step - 1e-9);
  const count = Math.floor(to / step + 1e-9) - first + 1;
  return Array.from({ length: count }, (_, i) => Number(((first + i) * step).toFixed(digits)));
}

/** An empty chart: axes with ticks and names, and functions from numbers to positions. */
export class Chart {
  /** @param {{ width: number, height: number, x: [number, number], y: [number, number], xName: string, yName: string, label: string }} what */
  constructor({ width, height, x, y, xName, yName, label }) {
    const [right, bottom] = [width - margin.right, height - margin.bottom];
    this.element = shape('svg', { class: 'chart', width, height, viewBox: `0 0 ${width} ${height}`, role: 'img', 'aria-label': label });
    this.x = (value) => margin.left + ((value - x[0]) / (x[1] - x[0])) * (right - margin.left);
    this.y = (value) => bottom - ((value - y[0]) / (y[1] - y[0])) * (bottom - margin.top);
    for (const tick of ticks(...y)) {
      this.#add('path', { class: 'rule', d: `M${margin.left} ${this.y(tick)}H${right}` });
      this.#add('text', { x: margin.left - 6, y: this.y(tick) + 4, 'text-anchor': 'end' }, String(tick).replace('-', '−'));
    }
    for (const tick of ticks(...x, Math.max(2, Math.floor(width / 90)))) {
      this.#add('text', { x: this.x(tick), y: bottom + 16, 'text-anchor': 'middle' }, String(tick).replace('-', '−'));
    }
    this.#add('text', { x: right, y: height - 4, 'text-anchor': 'end' }, `${xName} →`);
    this.#add('text', { x: 2, y: 10 }, `↑ ${yName}`);
  }

  #add(name, attributes, text) {
    return this.element.appendChild(shape(name, attributes, text));
  }

  /** @param {{ x: number, y: number, spread?: number }[]} points  spread is drawn as a band around the line */
  line(points, className, name) {
    const path = (values) => values.map(([x, y]) => `${this.x(x).toFixed(1)} ${this.y(y).toFixed(1)}`).join('L');
    if (points.some(({ spread }) => spread)) {
      const upper = points.map(({ x, y, spread }) => [x, y + spread]);
      const lower = points.map(({ x, y, spread }) => [x, y - spread]).reverse();
      this.#add('path', { class: `band ${className}`, d: `M${path([...upper, ...lower])}Z` });
    }
    this.#add('path', { class: `line ${className}`, d: `M${path(points.map(({ x, y }) => [x, y]))}` });
    this.dots(points, className);
    const last = points.at(-1);
    if (name) this.#add('text', { class: `name ${className}`, x: this.x(last.x), y: this.y(last.y) + 18, 'text-anchor': 'end' }, name);
  }

  dots(points, className, radius = 3) {
    for (const { x, y } of points) this.#add('circle', { class: `dot ${className}`, cx: this.x(x).toFixed(1), cy: this.y(y).toFixed(1), r: radius });
  }

  /** The straight line between two points. */
  rule(from, to) {
    this.#add('path', { class: 'ideal', d: `M${this.x(from.x)} ${this.y(from.y)}L${this.x(to.x)} ${this.y(to.y)}` });
  }
}
