/** A classifier that looks for rings in an image, at all places and sizes. */

import { SVC } from 'maxmargin';
import { blockAverages, scanImage } from 'maxmargin/data';
import { makeControls } from './live-controls.js';
import { randomOf } from './random.js';
import { latest, tell } from './state.js';

const side = 15;
const [across, down] = [180, 120];

/** Grey noise, with shapes: bright rings, which are looked for, and bright discs and squares, which are not. */
function draw(width, height, shapes, random, noise) {
  const data = new Uint8ClampedArray(width * height * 4).fill(255);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      let value = 70;
      for (const { kind, x: cx, y: cy, r } of shapes) {
        const [dx, dy] = [(x - cx) / r, (y - cy) / r];
        const far = kind === 'square' ? Math.max(Math.abs(dx), Math.abs(dy)) * 1.15 : Math.hypot(dx, dy);
        if (far < 1) value = kind === 'ring' && far < 0.5 ? 30 : 215;
      }
      data.fill(value + noise * (random() - 0.5), (y * width + x) * 4, (y * width + x) * 4 + 3);
    }
  }
  return new ImageData(data, width, height);
}

/** Windows with a ring in the middle, and windows without: with other shapes, or with part of a ring. */
function windows(random) {
  const between = (low, high) => low + (high - low) * random();
  const X = [];
  const y = [];
  for (let i = 0; i < 150; i++) {
    const middle = () => ({ x: between(6, 8), y: between(6, 8), r: between(5.6, 7.4) });
    const aside = () => ({ kind: 'ring', x: 7 + between(5, 10) * (random() < 0.5 ? -1 : 1), y: between(0, 14), r: between(5, 9) });
    const other = [[], [{ kind: 'disc', ...middle() }], [{ kind: 'square', ...middle() }], [aside()], [{ ...aside(), kind: 'square' }]][i % 5];
    for (const [label, shapes] of [['ring', [{ kind: 'ring', ...middle() }]], ['other', other]]) {
      X.push(blockAverages(draw(side, side, shapes, random, 60), { width: side, height: side }));
      y.push(label);
    }
  }
  return { X, y };
}

/** Shapes of many sizes that do not touch. */
function scene(random, noise) {
  const shapes = [];
  for (let tries = 0; shapes.length < 9 && tries < 400; tries++) {
    const r = 6.5 + 16 * random() ** 2;
    const shape = { kind: ['ring', 'ring', 'disc', 'square'][shapes.length % 4], x: r + (across - 2 * r) * random(), y: r + (down - 2 * r) * random(), r };
    if (shapes.every((other) => Math.hypot(other.x - shape.x, other.y - shape.y) > 1.2 * (other.r + r))) shapes.push(shape);
  }
  return { image: draw(across, down, shapes, random, noise), rings: shapes.filter(({ kind }) => kind === 'ring').length };
}

/** @param {HTMLElement} figure */
export function show(figure) {
  const body = figure.querySelector('.live-body');
  const canvas = document.createElement('canvas');
  Object.assign(canvas, { width: across, height: down });
  canvas.setAttribute('role', 'img');
  const controls = document.createElement('div');
  controls.className = 'live-controls';
  body.append(canvas, controls);
  const context = canvas.getContext('2d');
  let model;

  const run = latest(async () => {
    tell('training');
    const { scene: seed, noise, threshold, overlap } = read();
    const { image, rings } = scene(randomOf(seed), noise);
    model ??= await new SVC({ kernel: 'poly', degree: 2, coef0: 1, C: 10 }).fit(...Object.values(windows(randomOf(1))));
    let total = 0;
    const found = await scanImage(image, model, {
      ...{ width: side, label: 'ring', threshold, overlap },
      onProgress: (progress) => void (total = progress.total),
    });
    context.putImageData(image, 0, 0);
    context.strokeStyle = '#ffd400';
    context.lineWidth = 1.5;
    for (const box of found) context.strokeRect(box.x, box.y, box.width, box.height);
    const text = `Of ${total} windows, ${found.length} are marked; the picture has ${rings} rings.`;
    canvas.setAttribute('aria-label', `Rings, discs and squares in noise. ${text}`);
    tell('done', text);
  });
  const specs = [
    { name: 'scene', type: 'integer', doc: 'Another picture.' },
    { name: 'noise', type: 'number', doc: 'How much grey levels vary, of 255; 60 in the windows that the machine has learnt from.' },
    { name: 'threshold', type: 'number', doc: 'The least decision value.' },
    { name: 'overlap', type: 'number', doc: 'The largest overlap of two results; 1 keeps all.' },
  ];
  const how = { scene: [1, 30, 4, 'linear'], noise: [0, 200, 60, 'linear'], threshold: [-1, 2, 0.2, 'linear'], overlap: [0, 1, 0.1, 'linear'] };
  const read = makeControls(controls, specs, how, run);
  run();
}
