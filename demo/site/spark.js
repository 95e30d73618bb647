/**
 * The gap over time, as a small line on a logarithmic scale, with the tolerance
 * the solver aims for as a dashed line.
 */

const ns = 'http://www.w3.org/2000/svg';
const width = 400;
const height = 56;
const labelSpace = 56;

export class Spark {
  #svg;
  #goal;
  #samples = [];

  constructor(svg, goal) {
    this.#svg = svg;
    this.#goal = goal;
    this.clear();
  }

  clear() {
    this.#samples = [];
    this.#draw();
  }

  /** One report: milliseconds since the start, and the gap. */
  add(time, gap) {
    this.#samples.push([time, Math.max(gap, this.#goal / 10)]); // an exact 0 has no logarithm
    this.#draw();
  }

  #draw() {
    const samples = this.#samples;
    const gaps = samples.map(([, gap]) => gap);
    const top = Math.log10(Math.max(2, ...gaps));
    const bottom = Math.log10(Math.min(this.#goal, ...gaps));
    const end = Math.max(1, samples.at(-1)?.[0] ?? 1);
    const x = (time) => (time / end) * (width - labelSpace);
    const y = (gap) => 4 + ((top - Math.log10(gap)) / (top - bottom)) * (height - 8);

    const parts = [
      node('line', { class: 'goal', x1: 0, x2: width - labelSpace, y1: y(this.#goal), y2: y(this.#goal) }),
      node('text', { x: width, y: y(this.#goal) + 3, 'text-anchor': 'end' }, `tol ${this.#goal}`),
    ];
    if (samples.length > 0) {
      const d = samples.map(([time, gap], i) => `${i === 0 ? 'M' : 'L'}${x(time).toFixed(1)} ${y(gap).toFixed(1)}`).join('');
      const [time, gap] = samples.at(-1);
      parts.push(node('path', { class: 'line', d }), node('circle', { class: 'end', r: 3, cx: x(time), cy: y(gap) }));
    }
    this.#svg.setAttribute('viewBox', `0 0 ${width} ${height}`);
    this.#svg.replaceChildren(...parts);
  }
}

function node(name, attributes, text = '') {
  const element = document.createElementNS(ns, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.textContent = text;
  return element;
}
