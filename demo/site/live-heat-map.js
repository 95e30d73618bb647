/** A square matrix as a picture: one colour for positive values, another for negative ones. */

import { onThemeChange, readTheme } from './tokens.js';

export class HeatMap {
  #canvas;
  #values = new Float64Array(0);
  #side = 0;

  /** @param {HTMLCanvasElement} canvas */
  constructor(canvas) {
    this.#canvas = canvas;
    onThemeChange(() => this.#draw());
    new ResizeObserver(() => this.#draw()).observe(canvas);
  }

  /** @param {Float64Array} values row by row */
  set(values, side) {
    this.#values = values;
    this.#side = side;
    this.#draw();
  }

  #draw() {
    const canvas = this.#canvas;
    const side = this.#side;
    const size = canvas.clientWidth;
    const context = canvas.getContext('2d', { alpha: false });
    canvas.width = canvas.height = Math.max(1, Math.round(size * (devicePixelRatio || 1)));
    const { paper, rgb } = readTheme(canvas);
    context.fillStyle = paper;
    context.fillRect(0, 0, canvas.width, canvas.height);
    const most = this.#values.reduce((m, value) => Math.max(m, Math.abs(value)), 0) || 1;
    const at = (i) => Math.round((i * canvas.width) / side);
    for (let i = 0; i < side; i++) {
      for (let j = 0; j < side; j++) {
        const share = this.#values[i * side + j] / most;
        const ink = rgb.classes[share < 0 ? 1 : 0];
        const mixed = rgb.paper.map((c, k) => Math.round(c + Math.abs(share) * (ink[k] - c)));
        context.fillStyle = `rgb(${mixed.join(' ')})`;
        context.fillRect(at(j), at(i), at(j + 1) - at(j), at(i + 1) - at(i));
      }
    }
  }
}
