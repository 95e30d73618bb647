/**
 * Draws the plane [-1, 1] x [-1, 1] with its points and the classifier's field on a
 * canvas. The setters store values, and everything is redrawn at most once for each
 * frame; costly parts (the shaded field and its lines) are made only when they
 * change.
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

  constructor(canvas) {
    this.#canvas = canvas;
    this.#context = canvas.getContext('2d', { alpha: false });
    this.#theme = readTheme(canvas);
    new ResizeObserver(() => this.#resize()).observe(canvas);
    onThemeChange(() => {
      this.#theme = readTheme(canvas);
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

  /** The position of the keyboard's cursor, as { x, y, label }, or null. */
  setCursor(cursor) {
    this.#cursor = cursor;
    this.redraw();
  }

  /** Canvas pixels (as in a pointer event's offset) to the plane. */
  toPlane(px, py) {
    return { x: (2 * px) / this.#size - 1, y: 1 - (2 * py) / this.#size };
  }

  /** The size of one canvas pixel in the plane. */
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
    this.#draw();
  }

  #draw() {
    const context = this.#context;
    context.setTransform(this.#scale, 0, 0, this.#scale, 0, 0);
    context.fillStyle = this.#theme.paper;
    context.fillRect(0, 0, this.#size, this.#size);
    if (this.#field) this.#drawField();
    else this.#drawAxes();
    this.#drawPoints();
    if (this.#cursor) this.#drawCursor();
  }

  /** One pixel for each grid point; drawing it larger blends between them. */
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
