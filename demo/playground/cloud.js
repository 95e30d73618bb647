/**
 * Rows of many dimensions in one picture: two of their features as a cloud while
 * they are trained on, then how the decision values of both classes are spread.
 */

export class Cloud {
  #many;
  #theme;
  #layer = null;
  #drawn = 0;
  #decision = null;

  /** @param {import('./big.js').Big} many */
  constructor(many, theme) {
    this.#many = many;
    this.#theme = theme;
  }

  setTheme(theme) {
    this.#theme = theme;
    this.reset();
  }

  /** Whether it shows how the decision values are spread. */
  get spread() { return this.#decision !== null; }

  setDecision(values) {
    this.#decision = values;
  }

  reset() {
    this.#layer = null;
  }

  /** Draws some rows, and returns whether there are more: drawing all at once would block the page. */
  draw(context, size, scale) {
    if (this.#decision) {
      this.#drawSpread(context, size);
      return false;
    }
    const { X: { data, cols }, labels } = this.#many;
    if (!this.#layer) this.#begin(context, scale);
    const pen = this.#layer.getContext('2d');
    const end = Math.min(labels.length, this.#drawn + 400);
    for (let i = this.#drawn; i < end; i++) {
      pen.fillStyle = this.#theme.classes[labels[i]];
      pen.fillRect(size / 2 + (size / 8) * data[i * cols] - 1.25, size / 2 - (size / 8) * data[i * cols + 1] - 1.25, 2.5, 2.5);
    }
    this.#drawn = end;
    context.drawImage(this.#layer, 0, 0, size, size);
    this.#caption(context, `${labels.length.toLocaleString('en')} rows, two of their ${cols} features`);
    return end < labels.length;
  }

  #begin(context, scale) {
    this.#layer = new OffscreenCanvas(context.canvas.width, context.canvas.height);
    const pen = this.#layer.getContext('2d');
    pen.scale(scale, scale);
    pen.globalAlpha = 0.5;
    this.#drawn = 0;
  }

  /** Two histograms of the decision value, one class up and the other down. */
  #drawSpread(context, size) {
    const { labels } = this.#many;
    const { ink, muted, classes } = this.#theme;
    const bins = 80;
    const limit = 2.75;
    const counts = [new Uint32Array(bins), new Uint32Array(bins)];
    this.#decision.forEach((value, i) => {
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
    for (const [level, name] of [[-1, '−1'], [0, '0'], [1, '+1']]) context.fillText(name, toX(level), size * 0.9 + 20);
    this.#caption(context, 'Rows along the decision value, √ of their number');
  }

  #caption(context, text) {
    context.font = `13px ${this.#theme.font}`;
    context.textBaseline = 'top';
    context.textAlign = 'left';
    context.fillStyle = this.#theme.paper;
    context.fillRect(8, 8, context.measureText(text).width + 12, 24);
    context.fillStyle = this.#theme.muted;
    context.fillText(text, 14, 14);
    context.textBaseline = 'alphabetic';
  }
}
