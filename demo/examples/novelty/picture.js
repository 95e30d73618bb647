/** The stream and its scores on a canvas, which is redrawn as a whole. */

/**
 * @param {HTMLCanvasElement} canvas
 * @param {{ channels: number[][], names: string[], faulty: boolean[], from: number, span: number,
 *   scores: { at: number, score: number }[], threshold: number, unit: (index: number) => string }} state
 */
export function drawStream(canvas, { channels, names, faulty, from, span, scores, threshold, unit }) {
  const ratio = devicePixelRatio || 1;
  const [width, height] = [canvas.clientWidth, canvas.clientHeight];
  if (canvas.width !== Math.round(width * ratio)) {
    canvas.width = Math.round(width * ratio);
    canvas.height = Math.round(height * ratio);
  }
  const style = getComputedStyle(canvas);
  const colour = (name) => style.getPropertyValue(name).trim();
  const context = canvas.getContext('2d');
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.clearRect(0, 0, width, height);
  context.font = `12px ${style.fontFamily}`;
  const toX = (index) => ((index - from) / span) * width;
  const until = Math.min(channels[0].length, from + span);

  context.globalAlpha = 0.2;
  context.fillStyle = colour('--class-1');
  for (let i = from, start = -1; i <= until; i++) {
    const inside = i < until && faulty[i];
    if (inside && start < 0) start = i;
    if (!inside && start >= 0) {
      context.fillRect(toX(start), 0, toX(i) - toX(start), height - 18);
      start = -1;
    }
  }
  context.globalAlpha = 1;

  // Sensors: each in a band of its own, a column of pixels from its least to its largest value.
  const top = 0.58 * height;
  const band = top / channels.length;
  channels.forEach((values, c) => {
    let reach = 0;
    for (let i = from; i < until; i++) reach = Math.max(reach, Math.abs(values[i] - names[c].centre));
    reach = Math.max(reach, names[c].usual);
    const middle = (c + 0.5) * band;
    const toY = (value) => middle - ((value - names[c].centre) / reach) * 0.44 * band;
    context.strokeStyle = colour(`--class-${[0, 2, 3][c % 3]}`);
    context.lineWidth = 1.2;
    context.beginPath();
    for (let i = from; i < until; i++) context[i === from ? 'moveTo' : 'lineTo'](toX(i), toY(values[i]));
    context.stroke();
    context.fillStyle = colour('--muted');
    context.fillText(names[c].name, 8, c * band + 15);
  });

  // Scores.
  const [low, high] = [-6, 4];
  const bottom = height - 20;
  const toY = (score) => top + 12 + ((high - Math.min(high, Math.max(low, score))) / (high - low)) * (bottom - top - 14);
  context.strokeStyle = colour('--line');
  context.beginPath();
  context.moveTo(0, top + 2);
  context.lineTo(width, top + 2);
  context.stroke();
  context.strokeStyle = colour('--alarm');
  context.setLineDash([5, 4]);
  context.beginPath();
  context.moveTo(0, toY(threshold));
  context.lineTo(width, toY(threshold));
  context.stroke();
  context.setLineDash([]);
  const shown = scores.filter(({ at }) => at > from && at <= from + span);
  context.strokeStyle = colour('--ink');
  context.lineWidth = 1.6;
  context.beginPath();
  shown.forEach(({ at, score }, i) => context[i === 0 ? 'moveTo' : 'lineTo'](toX(at), toY(score)));
  context.stroke();
  context.fillStyle = colour('--alarm');
  for (const { at, score } of shown) {
    if (score >= threshold) continue;
    context.fillRect(toX(at) - 2.5, bottom - 6, 5, 6);
  }
  context.fillStyle = colour('--muted');
  context.fillText('score', 8, top + 18);
  context.textAlign = 'center';
  for (let part = 1; part < 4; part++) context.fillText(unit(from + (span * part) / 4), (width * part) / 4, height - 6);
  context.textAlign = 'left';
}
