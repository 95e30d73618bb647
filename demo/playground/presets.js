/**
 * Data sets for the plane [-1, 1] x [-1, 1], each the same every time for the
 * same seed. A point is { x, y, label }, label an index into the page's classes.
 */

/** mulberry32: a small seeded generator of uniform numbers in [0, 1). */
export function uniform(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Standard normal numbers, by the polar method of Marsaglia. */
export function normal(random) {
  let spare = null;
  return () => {
    if (spare !== null) {
      const value = spare;
      spare = null;
      return value;
    }
    for (;;) {
      const u = 2 * random() - 1;
      const v = 2 * random() - 1;
      const s = u * u + v * v;
      if (s > 0 && s < 1) {
        const scale = Math.sqrt((-2 * Math.log(s)) / s);
        spare = v * scale;
        return u * scale;
      }
    }
  };
}

function moons(random, gauss) {
  return repeat(200, (i) => {
    const t = Math.PI * random();
    const label = i % 2;
    const x = label === 0 ? Math.cos(t) : 1 - Math.cos(t);
    const y = label === 0 ? Math.sin(t) : 0.5 - Math.sin(t);
    return { x: 0.52 * (x - 0.5) + 0.06 * gauss(), y: 0.6 * (y - 0.25) + 0.06 * gauss(), label };
  });
}

function circles(random, gauss) {
  return repeat(200, (i) => {
    const label = i % 2;
    const t = 2 * Math.PI * random();
    const radius = (label === 0 ? 0.74 : 0.32) + 0.07 * gauss();
    return { x: radius * Math.cos(t), y: radius * Math.sin(t), label };
  });
}

function checkerboard(random) {
  return repeat(320, () => {
    const x = 1.84 * random() - 0.92;
    const y = 1.84 * random() - 0.92;
    return { x, y, label: (Math.floor((x + 0.92) / 0.46) + Math.floor((y + 0.92) / 0.46)) % 2 };
  });
}

function xor(random, gauss) {
  return repeat(200, (i) => {
    const [sx, sy] = [[-1, -1], [1, -1], [1, 1], [-1, 1]][i % 4];
    return { x: 0.45 * sx + 0.15 * gauss(), y: 0.45 * sy + 0.15 * gauss(), label: i % 2 };
  });
}

function gaussians(random, gauss) {
  return repeat(200, (i) => {
    const side = i % 2 === 0 ? -1 : 1;
    const [u, v] = [0.25 * gauss(), 0.25 * gauss()];
    return { x: 0.28 * side + u, y: 0.2 * side + 0.6 * v - 0.35 * u, label: i % 2 };
  });
}

function spirals(random, gauss) {
  return repeat(260, (i) => {
    const t = Math.sqrt(random());
    const angle = 3.4 * Math.PI * t + (i % 2) * Math.PI;
    const radius = 0.08 + 0.8 * t;
    return { x: radius * Math.cos(angle) + 0.018 * gauss(), y: radius * Math.sin(angle) + 0.018 * gauss(), label: i % 2 };
  });
}

function three(random, gauss) {
  return repeat(240, (i) => {
    const angle = (2 * Math.PI * (i % 3)) / 3 + Math.PI / 2;
    return { x: 0.42 * Math.cos(angle) + 0.21 * gauss(), y: 0.42 * Math.sin(angle) - 0.08 + 0.21 * gauss(), label: i % 3 };
  });
}

const repeat = (n, make) => Array.from({ length: n }, (_, i) => make(i));

/** Every preset with options that suit it. */
export const presets = {
  moons: { name: 'Two moons', make: moons, C: 10, gamma: 4 },
  circles: { name: 'Circles', make: circles, C: 10, gamma: 2 },
  xor: { name: 'Exclusive or', make: xor, C: 10, gamma: 2 },
  checkerboard: { name: 'Checkerboard', make: checkerboard, C: 100, gamma: 8 },
  gaussians: { name: 'Two Gaussians', make: gaussians, C: 1, gamma: 1 },
  spirals: { name: 'Two spirals', make: spirals, C: 100, gamma: 16 },
  three: { name: 'Three classes', make: three, C: 10, gamma: 1 },
  big: { name: '5,000 × 20', C: 1, gamma: 'scale' }, // made by makeBig
  blank: { name: 'Blank plane', make: () => [], C: 10, gamma: 4 },
};

/** The points of a preset that fall well inside the plane. */
export function makePoints(name, seed) {
  const random = uniform(seed);
  return presets[name].make(random, normal(random)).filter(({ x, y }) => Math.max(Math.abs(x), Math.abs(y)) < 0.97);
}

/**
 * Two Gaussian clouds in many dimensions, too many numbers to make in one go
 * without the page noticing: the event loop gets a turn after every 250 rows.
 *
 * @returns {Promise<{ data: Float64Array, rows: number, cols: number, labels: Uint8Array }>}
 */
export async function makeBig({ rows = 5000, cols = 20, distance = 2.4, seed = 1 } = {}) {
  const gauss = normal(uniform(seed));
  const data = new Float64Array(rows * cols);
  const labels = new Uint8Array(rows);
  const shift = distance / 2 / Math.sqrt(cols);
  for (let i = 0; i < rows; i++) {
    if (i % 250 === 249) await new Promise((resolve) => setTimeout(resolve));
    labels[i] = i % 2;
    for (let j = 0; j < cols; j++) data[i * cols + j] = gauss() + (labels[i] === 0 ? -shift : shift);
  }
  return { data, rows, cols, labels };
}
