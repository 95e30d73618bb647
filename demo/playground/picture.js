/**
 * The canvas of a pane: points, the machine's values on the plane, and its support
 * vectors. The setters store values, and everything is redrawn at most once for each
 * frame; costly parts (the shading and its lines) are made only when they change.
 */

import { mark } from '../site/marks.js';
import { onThemeChange, readTheme } from '../site/tokens.js';
import { toUnit } from './data.js';
import { boundaryPaths, levelPaths, shadeHeat, shadeRegions } from './ground.js';
import { Cloud } from './cloud.js';

export class Picture {
  #canvas;
  #context;
  #size = 0;
  #scale = 1;
  #frame = 0;
  #theme;
  #data = null;
  #shown = null;
  #ground = null;
  #support = null;
  #working = [];
  #cursor = null;
  #cloud = null;
  #drawn;

  /** @param {(keys: ReturnType<Picture['keys']>) => void} drawn is called after each drawing, with the keys of the legend */
  constructor(canvas, drawn) {
    this.#canvas = canvas;
    this.#drawn = drawn;
    this.#context = canvas.getContext('2d', { alpha: false });
    this.#theme = readTheme(document.body);
    new ResizeObserver(() => this.#resize()).observe(canvas);
    onThemeChange(() => {
      this.#theme = readTheme(document.body);
      this.#cloud?.setTheme(this.#theme);
      this.#shade();
      this.redraw();
    });
    this.#resize();
  }

  /** Other points: the surface of the old ones is removed, unless it is still useful. */
  setData(data, keep = false) {
    const many = data.big && data.big !== this.#data?.big;
    this.#data = data;
    if (many) this.#cloud = new Cloud(data.big, this.#theme);
    if (!data.big) this.#cloud = null;
    if (!keep) {
      this.#shown = this.#ground = null;
    }
    this.#support = null;
    this.#working = [];
    this.redraw();
  }

  /** The result of surface(), or null. */
  setSurface(shown) {
    this.#shown = shown;
    this.#shade();
    this.redraw();
  }

  /** The result of supportOf(), or null, and the rows of the working set. */
  setSupport(support, working = []) {
    this.#support = support;
    this.#working = working;
    this.redraw();
  }

  /** The decision values of the many rows. */
  setDecision(values) {
    this.#cloud?.setDecision(values);
    this.redraw();
  }

  /** The position of the keyboard's cursor, as { x, y, label } in the unit plane, or null. */
  setCursor(cursor) {
    this.#cursor = cursor;
    this.redraw();
  }

  /** Canvas pixels (as in a pointer event's offset) to the unit plane. */
  toPlane(px, py) {
    return { x: (2 * px) / this.#size - 1, y: 1 - (2 * py) / this.#size };
  }

  /** The size of one canvas pixel in the unit plane. */
  get pixel() {
    return 2 / this.#size;
  }

  /** What the picture shows, for its legend: names, and for colours of numbers the lowest and the highest. */
  keys() {
    const shown = this.#shown;
    const support = this.#support;
    const keys = [];
    if (this.#cloud) return this.#cloud.spread ? ['boundary'] : keys; // its dashed lines have numbers
    if (shown?.form === 'regions') keys.push('boundary', ...(shown.margins ? ['margin'] : []));
    if (shown?.form === 'curve') keys.push('function', ...(shown.widths ? [shown.around] : []));
    if (shown?.form === 'heat') keys.push({ low: shown.low, high: shown.high }, 'equal values', ...(shown.low < 0 && shown.high > 0 ? ['0'] : []));
    if (support?.rows.size > 0) keys.push(support.name);
    if (support?.bounded.size > 0) keys.push('at its bound');
    if (this.#working.length > 0) keys.push('worked on');
    return keys;
  }

  redraw() {
    this.#frame ||= requestAnimationFrame(() => {
      this.#frame = 0;
      this.#draw();
      this.#drawn(this.keys());
    });
  }

  get #radius() {
    const crowd = this.#data?.points.length > 600 ? 0.6 : 1;
    return crowd * Math.max(3.5, this.#size / 132);
  }

  #resize() {
    this.#size = this.#canvas.clientWidth;
    this.#scale = Math.min(3, devicePixelRatio || 1);
    this.#canvas.width = this.#canvas.height = Math.round(this.#size * this.#scale);
    this.#cloud?.reset();
    this.#draw();
  }

  #draw() {
    const context = this.#context;
    const size = this.#size;
    context.setTransform(this.#scale, 0, 0, this.#scale, 0, 0);
    context.fillStyle = this.#theme.paper;
    context.fillRect(0, 0, size, size);
    if (this.#cloud) {
      if (this.#cloud.draw(context, size, this.#scale)) this.redraw();
      return;
    }
    if (this.#ground) this.#drawGround();
    else this.#drawGrid();
    this.#drawAxes();
    if (this.#shown?.form === 'curve') this.#drawCurve();
    if (this.#data) this.#drawPoints();
    if (this.#cursor) this.#drawCursor();
  }

  #shade() {
    const shown = this.#shown;
    this.#ground = null;
    if (!shown || shown.form === 'curve') return;
    this.#ground = shown.form === 'regions'
      ? { layer: shadeRegions(shown, this.#theme), ...boundaryPaths(shown) }
      : { layer: shadeHeat(shown, this.#theme), ...levelPaths(shown) };
    this.#ground.side = shown.form === 'regions' ? shown.field.side : shown.side;
  }

  #drawGround() {
    const context = this.#context;
    const size = this.#size;
    const { layer, strong, faint, side } = this.#ground;
    context.imageSmoothingEnabled = true;
    context.imageSmoothingQuality = 'high';
    context.drawImage(layer, 0.5, 0.5, side - 1, side - 1, 0, 0, size, size);
    context.save();
    context.lineJoin = 'round';
    context.strokeStyle = this.#theme.ink;
    this.#strokeUnit(strong, 2.25);
    context.globalAlpha = 0.55;
    this.#strokeUnit(faint, 1.25, this.#shown.form === 'regions' ? [5, 5] : []);
    context.restore();
  }

  /** Strokes a path given in the unit square. */
  #strokeUnit(path, width, dash = []) {
    const scaled = new Path2D();
    scaled.addPath(path, new DOMMatrix().scale(this.#size));
    this.#context.lineWidth = width;
    this.#context.setLineDash(dash);
    this.#context.stroke(scaled);
  }

  #drawGrid() {
    const context = this.#context;
    context.strokeStyle = this.#theme.faint;
    context.lineWidth = 1;
    context.setLineDash([]);
    context.beginPath();
    for (let i = 1; i < 8; i++) {
      const at = Math.round((i * this.#size) / 8) + 0.5;
      context.moveTo(at, 0);
      context.lineTo(at, this.#size);
      context.moveTo(0, at);
      context.lineTo(this.#size, at);
    }
    context.stroke();
  }

  /** The ends of both axes, in the corners. */
  #drawAxes() {
    if (!this.#data) return;
    const context = this.#context;
    const size = this.#size;
    const { view, columns } = this.#data;
    const text = (value, x, y, align) => {
      context.textAlign = align;
      context.strokeText(value, x, y);
      context.fillText(value, x, y);
    };
    context.font = `11px ${this.#theme.font}`;
    context.fillStyle = this.#theme.muted;
    context.strokeStyle = this.#theme.paper;
    context.lineWidth = 3;
    context.setLineDash([]);
    context.lineJoin = 'round';
    const number = (value) => String(Number(value.toPrecision(3))).replace('-', '−');
    text(number(view.x[0]), 6, size - 7, 'left');
    text(`${columns[0]} ${number(view.x[1])}`, size - 6, size - 7, 'right');
    text(`${columns[1]} ${number(view.y[1])}`, 6, 15, 'left');
    text(number(view.y[0]), 6, size - 22, 'left');
  }

  #drawCurve() {
    const context = this.#context;
    const { xs, ys, widths } = this.#shown;
    const { view } = this.#data;
    const line = (side, reverse = false) => {
      for (let k = 0; k < xs.length; k++) {
        const i = reverse ? xs.length - 1 - k : k;
        context.lineTo(...this.#toPixels(toUnit(view, xs[i], side === 0 ? ys[i] : ys[i] + side * widths[i])));
      }
    };
    context.save();
    context.lineJoin = 'round';
    if (widths) {
      context.beginPath();
      line(1);
      line(-1, true);
      context.closePath();
      context.globalAlpha = 0.16;
      context.fillStyle = this.#theme.classes[1];
      context.fill();
      context.globalAlpha = 0.7;
      context.strokeStyle = this.#theme.ink;
      context.setLineDash([5, 5]);
      context.lineWidth = 1.25;
      for (const side of [1, -1]) {
        context.beginPath();
        line(side);
        context.stroke();
      }
    }
    context.globalAlpha = 1;
    context.setLineDash([]);
    context.strokeStyle = this.#theme.classes[1];
    context.lineWidth = 2.5;
    context.beginPath();
    line(0);
    context.stroke();
    context.restore();
  }

  /**
   * A support vector has a ring; one at its bound a double one. The disc behind it
   * grows with its dual variable.
   */
  #drawPoints() {
    const context = this.#context;
    const { paper, ink, classes } = this.#theme;
    const { points, view, task } = this.#data;
    const radius = this.#radius;
    const support = this.#support;
    context.setLineDash([]);
    if (support) {
      context.fillStyle = ink;
      context.globalAlpha = 0.16;
      points.forEach(({ x, y }, i) => {
        if (!support.rows.has(i)) return;
        context.beginPath();
        context.arc(...this.#toPixels(toUnit(view, x, y)), radius + 3 + 9 * Math.sqrt(support.size[i]), 0, 2 * Math.PI);
        context.fill();
      });
      context.globalAlpha = 1;
    }
    const colour = task === 'surface' ? this.#valueColour() : null;
    context.strokeStyle = paper;
    context.lineWidth = 1.25;
    points.forEach((point) => {
      context.fillStyle = colour ? colour(point.value) : classes[task === 'classes' ? point.label : 0];
      context.strokeStyle = colour ? ink : paper;
      mark(context, task === 'classes' ? point.label : 0, ...this.#toPixels(toUnit(view, point.x, point.y)), radius);
      context.fill();
      context.stroke();
    });
    if (support) {
      context.strokeStyle = ink;
      for (const i of support.rows) {
        const [px, py] = this.#toPixels(toUnit(view, points[i].x, points[i].y));
        for (const extra of support.bounded.has(i) ? [2.5, 5.5] : [3]) {
          context.lineWidth = support.bounded.has(i) ? 1 : 1.75;
          context.beginPath();
          context.arc(px, py, radius + extra, 0, 2 * Math.PI);
          context.stroke();
        }
      }
    }
    if (this.#working.length > 0) this.#drawWorking();
  }

  /** A square around each sample of the working set, if there are few. */
  #drawWorking() {
    const context = this.#context;
    context.strokeStyle = this.#theme.alarm;
    context.lineWidth = 2;
    const half = this.#radius + 8;
    for (const i of this.#working.slice(0, 200)) {
      const point = this.#data.points[i];
      const [px, py] = this.#toPixels(toUnit(this.#data.view, point.x, point.y));
      context.strokeRect(px - half, py - half, 2 * half, 2 * half);
    }
  }

  #valueColour() {
    const shown = this.#shown?.form === 'heat' ? this.#shown : null;
    const values = this.#data.points.map(({ value }) => value);
    const low = shown?.low ?? values.reduce((a, b) => Math.min(a, b), Infinity);
    const high = shown?.high ?? values.reduce((a, b) => Math.max(a, b), -Infinity);
    const [from, to] = [this.#theme.rgb.classes[0], this.#theme.rgb.classes[1]];
    return (value) => {
      const t = high > low ? Math.max(0, Math.min(1, (value - low) / (high - low))) : 0.5;
      const [near, share] = t < 0.5 ? [from, 1 - 2 * t] : [to, 2 * t - 1];
      return `rgb(${this.#theme.rgb.paper.map((paper, c) => Math.round(paper + share * (near[c] - paper))).join(' ')})`;
    };
  }

  #drawCursor() {
    const context = this.#context;
    const [px, py] = this.#toPixels(this.#cursor);
    context.setLineDash([]);
    context.lineWidth = 1.5;
    context.strokeStyle = this.#theme.ink;
    context.beginPath();
    for (const [dx, dy] of [[1, 0], [-1, 0], [0, 1], [0, -1]]) {
      context.moveTo(px + 9 * dx, py + 9 * dy);
      context.lineTo(px + 18 * dx, py + 18 * dy);
    }
    context.stroke();
    if (this.#cursor.label === null) return;
    context.fillStyle = this.#theme.classes[this.#cursor.label];
    mark(context, this.#cursor.label, px, py, this.#radius);
    context.fill();
  }

  #toPixels({ x, y }) {
    return [((x + 1) / 2) * this.#size, ((1 - y) / 2) * this.#size];
  }
}
