/** A kernel matrix as a picture, a pixel for each value. */

let shown = null;

/** @param {HTMLCanvasElement} canvas */
export function showGram(canvas, { K, size }) {
  shown = { canvas, K, size };
  draw();
}

function draw() {
  if (!shown) return;
  const { canvas, K, size } = shown;
  canvas.width = size;
  canvas.height = size;
  const context = canvas.getContext('2d');
  const image = context.createImageData(size, size);
  const ink = rgb(getComputedStyle(canvas).getPropertyValue('--ink'));
  // The diagonal is 1, and pieces of the same gene are nearly equal: the scale ends below these few values.
  const others = K.filter((_, i) => i % (size + 1) !== 0).sort();
  const largest = Math.max(1e-9, others[Math.floor(0.995 * others.length)]);
  K.forEach((value, i) => {
    image.data.set(ink, 4 * i);
    image.data[4 * i + 3] = 255 * Math.min(1, Math.max(0, value) / largest);
  });
  context.putImageData(image, 0, 0);
}

const rgb = (hex) => [1, 3, 5].map((at) => parseInt(hex.trim().slice(at, at + 2), 16));

// Pixels keep the colours of the theme they were painted in: paint them again.
new MutationObserver(draw).observe(document.documentElement, { attributeFilter: ['data-theme'] });
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', draw);
