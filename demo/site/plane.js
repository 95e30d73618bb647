/**
 * Draws on the canvas. Two pictures: the plane [-1, 1] x [-1, 1] with its points
 * and the classifier's field, and, for data of many dimensions, a picture of all
 * rows at once. Everything is redrawn once per frame at most, from what the
 * setters left; what is costly to make (the shaded field, its lines) is made
 * when it changes.
 */

import { mark } from './marks.js';
import { onThemeChange, readTheme } from './tokens.js';

export class Plane {
  #canvas;
  #context;
  #size = 0;
  #scale = 1;
  #frame = 0;
  #theme;

  #points = [];
  #support = new Set();
  #field = null;
  #shade = null;
  #lines = null;
  #cursor = null;
  #many = null;
  #cloud = null;

  constructor(canvas) {
    this.#canvas = canvas;
    this.#context = canvas.getContext('2d', { alpha: false });
    this.#theme = readTheme(canvas);
    new ResizeObserver(() => this.#resize()).observe(canvas);
    onThemeChange(() => {
      this.#theme = readTheme(canvas);
      this.#cloud = null;
      this.#shadeField();
      this.redraw();
    });
    this.#resize();
  }

  /** The points, and which of them (by index) are support vectors. */
  setPoints(points, support = new Set()) {
    this.#points = points;
    this.#support = support;
    this.redraw();
  }

  setField(field) {
    this.#field = field;
    this.#shadeField();
    this.redraw();
  }

  /** Where the keyboard's cursor is, as { x, y, label }, or null. */
  setCursor(cursor) {
    this.#cursor = cursor;
    this.redraw();
  }

  /**
   * The picture of many dimensions, or null for the plane: `{ data, cols, labels }`
   * shows the first two features as a cloud; with `decision` as well, how the
   * decision values of both classes are spread.
   */
  setMany(many) {
    this.#many = many;
    this.#cloud = null;
    this.redraw();
  }

  /** Canvas pixels (as in a pointer event's offset) to the plane. */
  toPlane(px, py) {
    return { x: (2 * px) / this.#size - 1, y: 1 - (2 * py) / this.#size };
  }

  /** How much of the plane one canvas pixel is. */
  get pixel() {
    return 2 / this.#size;
  }

  redraw() {
    this.#frame ||= requestAnimationFrame(() => {
      this.#frame = 0;
      this.#draw();
    });
  }

  /** The radius of a point's mark. */
  get #radius() {
    return Math.max(3.5, this.#size / 132);
  }

  #resize() {
    this.#size = this.#canvas.clientWidth;
    this.#scale = Math.min(3, devicePixelRatio || 1);
    this.#canvas.width = this.#canvas.height = Math.round(this.#size * this.#scale);
    this.#cloud = null;
    this.#draw();
  }

  #draw() {
    const context = this.#context;
    context.setTransform(this.#scale, 0, 0, this.#scale, 0, 0);
    context.fillStyle = this.#theme.paper;
    context.fillRect(0, 0, this.#size, this.#size);
    if (this.#many) {
      if (this.#many.decision) this.#drawSpread();
      else this.#drawCloud();
      return;
    }
    if (this.#field) this.#drawField();
    else this.#drawAxes();
    this.#drawPoints();
    if (this.#cursor) this.#drawCursor();
  }

  /** One pixel per grid place; drawing it larger blends between them. */
  #shadeField() {
    const field = this.#field;
    this.#shade = this.#lines = null;
    if (!field) return;
    const { side, winner, lead } = field;
    const image = new ImageData(side, side);
    const { paper, classes } = this.#theme.rgb;
    for (let i = 0; i < side * side; i++) {
      const ink = classes[winner[i]];
      const strength = this.#theme.shade * (1 - Math.exp(-1.1 * lead[i]));
      for (let c = 0; c < 3; c++) image.data[4 * i + c] = paper[c] + strength * (ink[c] - paper[c]);
      image.data[4 * i + 3] = 255;
    }
    this.#shade = new OffscreenCanvas(side, side);
    this.#shade.getContext('2d').putImageData(image, 0, 0);
  }

  #drawField() {
    const context = this.#context;
    const size = this.#size;
    const { side } = this.#field;
    this.#lines ??= {
      boundaries: pathOf(this.#field.boundaries(), side),
      margins: pathOf(this.#field.margins(), side),
    };
    context.imageSmoothingEnabled = true;
    context.imageSmoothingQuality = 'high';
    context.drawImage(this.#shade, 0.5, 0.5, side - 1, side - 1, 0, 0, size, size);
    context.save();
    context.lineJoin = 'round';
    context.strokeStyle = this.#theme.ink;
    this.#strokeUnit(this.#lines.boundaries, 2.25);
    context.globalAlpha = 0.55;
    this.#strokeUnit(this.#lines.margins, 1.25, [5, 5]);
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

  #drawAxes() {
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

  #drawPoints() {
    const context = this.#context;
    const { classes, paper, ink } = this.#theme;
    const radius = this.#radius;
    context.setLineDash([]);
    context.strokeStyle = paper;
    context.lineWidth = 1.25;
    for (const point of this.#points) {
      context.fillStyle = classes[point.label];
      mark(context, point.label, ...this.#toPixels(point), radius);
      context.fill();
      context.stroke();
    }
    context.strokeStyle = ink;
    context.lineWidth = 1.5;
    for (const i of this.#support) {
      context.beginPath();
      context.arc(...this.#toPixels(this.#points[i]), radius + 3.5, 0, 2 * Math.PI);
      context.stroke();
    }
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

  /** The cloud grows by some rows per frame: all of them at once would be felt. */
  #drawCloud() {
    const { data, cols, labels } = this.#many;
    const size = this.#size;
    this.#cloud ??= this.#newCloud();
    const { layer, pen } = this.#cloud;
    const end = Math.min(labels.length, this.#cloud.drawn + 400);
    for (let i = this.#cloud.drawn; i < end; i++) {
      pen.fillStyle = this.#theme.classes[labels[i]];
      pen.fillRect(size / 2 + (size / 8) * data[i * cols] - 1.25, size / 2 - (size / 8) * data[i * cols + 1] - 1.25, 2.5, 2.5);
    }
    this.#cloud.drawn = end;
    this.#context.drawImage(layer, 0, 0, size, size);
    this.#caption(`${labels.length.toLocaleString('en')} rows, two of their ${cols} features`);
    if (end < labels.length) this.redraw();
  }

  #newCloud() {
    const layer = new OffscreenCanvas(this.#canvas.width, this.#canvas.height);
    const pen = layer.getContext('2d');
    pen.scale(this.#scale, this.#scale);
    pen.globalAlpha = 0.5;
    return { layer, pen, drawn: 0 };
  }

  /** Two histograms of the decision value, one class up and the other down. */
  #drawSpread() {
    const context = this.#context;
    const { decision, labels } = this.#many;
    const { ink, muted, classes } = this.#theme;
    const size = this.#size;
    const bins = 80;
    const limit = 2.75;
    const counts = [new Uint32Array(bins), new Uint32Array(bins)];
    decision.forEach((value, i) => {
      const bin = Math.floor(((value + limit) / (2 * limit)) * bins);
      if (bin >= 0 && bin < bins) counts[labels[i]][bin]++;
    });
    const tallest = Math.max(1, ...counts[0], ...counts[1]);
    const middle = size / 2;
    const height = size * 0.34;
    const toX = (value) => ((value + limit) / (2 * limit)) * size;

    counts.forEach((row, label) => {
      context.fillStyle = classes[label];
      row.forEach((count, bin) => {
        const h = Math.sqrt(count / tallest) * height;
        context.fillRect((bin * size) / bins + 0.5, label === 1 ? middle - h - 1 : middle + 1, size / bins - 1, h);
      });
    });

    context.strokeStyle = ink;
    for (const level of [-1, 0, 1]) {
      context.globalAlpha = level === 0 ? 1 : 0.55;
      context.lineWidth = level === 0 ? 2.25 : 1.25;
      context.setLineDash(level === 0 ? [] : [5, 5]);
      context.beginPath();
      context.moveTo(toX(level), size * 0.1);
      context.lineTo(toX(level), size * 0.9);
      context.stroke();
    }
    context.globalAlpha = 1;
    context.font = `13px ${this.#theme.font}`;
    context.textAlign = 'center';
    context.fillStyle = muted;
    for (const [level, name] of [[-1, '−1'], [0, '0'], [1, '+1']]) {
      context.fillText(name, toX(level), size * 0.9 + 20);
    }
    this.#caption('Rows along the decision value, √ of their number');
  }

  #caption(text) {
    const context = this.#context;
    context.font = `13px ${this.#theme.font}`;
    context.textBaseline = 'top';
    context.textAlign = 'left';
    context.fillStyle = this.#theme.paper;
    context.fillRect(8, 8, context.measureText(text).width + 12, 24);
    context.fillStyle = this.#theme.muted;
    context.fillText(text, 14, 14);
    context.textBaseline = 'alphabetic';
  }

  #toPixels({ x, y }) {
    return [((x + 1) / 2) * this.#size, ((1 - y) / 2) * this.#size];
  }
}

/** Lines in grid units as one path in the unit square. */
function pathOf(lines, side) {
  const path = new Path2D();
  for (const line of lines) {
    line.forEach(([column, row], i) => path[i === 0 ? 'moveTo' : 'lineTo'](column / (side - 1), row / (side - 1)));
  }
  return path;
}
