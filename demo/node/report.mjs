/** Tables and pictures of the predictions of a classifier, as lines of text. */

import { bold, dim } from './terminal.mjs';

/** counts[i][j]: the number of samples of class i that were predicted as class j. */
export function confusionMatrix(truth, answers, classes) {
  const index = new Map(classes.map((label, i) => [label, i]));
  const counts = classes.map(() => new Array(classes.length).fill(0));
  truth.forEach((label, row) => counts[index.get(label)][index.get(answers[row])]++);
  return counts;
}

/** The confusion matrix, with each class's recall and support vectors beside it. */
export function confusionTable(counts, classes, supportCounts) {
  const cell = (text) => String(text).padStart(4);
  const header = `       ${classes.map(cell).join('')}      right   support vectors`;
  const rows = counts.map((row, i) => {
    const total = row.reduce((sum, n) => sum + n, 0);
    const cells = row.map((n, j) => {
      const text = cell(n === 0 ? '·' : n);
      return i === j ? bold(text) : n === 0 ? dim(text) : text;
    });
    const recall = `${((100 * row[i]) / total).toFixed(1)} %`;
    return `${cell(classes[i])}   ${cells.join('')}${recall.padStart(11)}${cell(supportCounts[i]).padStart(18)}`;
  });
  return [dim(header), ...rows];
}

/**
 * Images side by side, four rows of half blocks each: the upper half of a
 * character is one pixel row, the lower half the next.
 */
export function pictures(images, captions, { side = 8, threshold = 6 } = {}) {
  const ink = (image, r, c) => image[r * side + c] >= threshold;
  const block = (upper, lower) => (upper ? (lower ? '█' : '▀') : lower ? '▄' : ' ');
  const widths = captions.map((caption) => Math.max(side, caption.length) + 3);
  const lines = [];
  for (let r = 0; r < side; r += 2) {
    lines.push(images.map((image, i) => {
      let line = '';
      for (let c = 0; c < side; c++) line += block(ink(image, r, c), ink(image, r + 1, c));
      return line.padEnd(widths[i]);
    }).join(''));
  }
  lines.push(dim(captions.map((caption, i) => caption.padEnd(widths[i])).join('')));
  return lines.map((line) => line.trimEnd());
}
