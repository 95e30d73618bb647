/** Images as samples, and a classifier that scans an image. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { before, describe, it } from 'node:test';

import { fails } from './support/faults.mjs';
import { maxmargin, sync } from './support/maxmargin.mjs';
import { entry } from './support/project.mjs';
import fc from './support/properties.mjs';

const data = await import(entry('data.mjs'));
const { blockAverages, colorHistogram, cropImage, scanImage, suppressNonMaxima, virtualSupportVectors } = data; // prettier-ignore

const golden = JSON.parse(readFileSync(new URL('golden/pictures.json', import.meta.url), 'utf8'));
const { width, height } = golden;
before(() => sync.init());

/** The same image in the forms that callers have. */
const forms = (rgb) => ({
  'red, green and blue': { width, height, data: rgb },
  ImageData: {
    width,
    height,
    data: Uint8ClampedArray.from({ length: (rgb.length / 3) * 4 }, (_, at) =>
      at % 4 === 3 ? (at * 7) % 256 : rgb[Math.floor(at / 4) * 3 + (at % 4)],
    ),
  },
});

describe(`pictures, as ${golden.tool}`, () => {
  for (const [i, { data: rgb, histograms, averages }] of golden.images.entries()) {
    for (const [form, image] of Object.entries(forms(rgb))) {
      it(`colour histograms of image ${i}, ${form}`, () => {
        for (const { space, bins, counts } of histograms) {
          const found = colorHistogram(image, { space, bins });
          assert.equal(found.length, bins ** 3);
          found.forEach((share, at) => {
            assert.equal(share, (counts[at] ?? 0) / (width * height), `${space} ${bins}: ${at}`);
          });
        }
        assert.deepEqual(colorHistogram(image), colorHistogram(image, { space: 'hsv', bins: 16 }));
      });

      it(`averages of blocks of image ${i}, ${form}`, () => {
        for (const { width: across, height: down, rgb: colors, gray } of averages) {
          const near = (found, want) => {
            assert.equal(found.length, want.length);
            found.forEach((v, at) => assert.ok(Math.abs(v - want[at]) <= 1e-12));
          };
          near(blockAverages(image, { width: across, height: down, color: 'rgb' }), colors);
          near(blockAverages(image, { width: across, height: down }), gray);
        }
      });
    }
  }

  it('grey images have one number for each pixel', () => {
    const grey = { width: 2, height: 2, data: [0, 255, 51, 102] };
    assert.deepEqual([...blockAverages(grey, { width: 2, height: 2 })], [0, 1, 0.2, 0.4]);
    const rgb = { width: 2, height: 2, data: grey.data.flatMap((v) => [v, v, v]) };
    assert.deepEqual(colorHistogram(grey), colorHistogram(rgb));
    const colors = { width: 1, height: 2, color: 'rgb' };
    assert.deepEqual(blockAverages(grey, colors), blockAverages(rgb, colors));
  });

  it('histograms of photographs in HSV are compared by the chi-squared kernel', async () => {
    const tinted = (r, g, b, i) => ({
      width: 4 + (i % 3),
      height: 4,
      data: Array.from({ length: (4 + (i % 3)) * 4 * 3 }, (_, at) =>
        Math.min(255, [r, g, b][at % 3] + ((at * 31 + i * 17) % 40)),
      ),
    });
    const images = Array.from({ length: 30 }, (_, i) =>
      i % 2 ? tinted(200, 60, 20, i) : tinted(20, 60, 200, i),
    );
    const y = images.map((_, i) => ['sea', 'desert'][i % 2]);
    const X = images.map((image) => colorHistogram(image, { bins: 8 }));
    const { SVC, kernels } = sync;
    const model = new SVC({ kernel: kernels.chi2(), C: 10 }).fit(X.slice(0, 20), y.slice(0, 20));
    assert.deepEqual(model.predict(X.slice(20)), y.slice(20));
  });
});

/** A grey image of noise with bright discs with dark centres at some places. */
function scene(across, down, rings, seed) {
  let state = seed;
  const noise = () => (state = (1103515245 * state + 12345) % 2 ** 31) / 2 ** 31;
  const pixels = new Uint8ClampedArray(across * down * 4).fill(255);
  for (let y = 0; y < down; y++) {
    for (let x = 0; x < across; x++) {
      let value = 60 + 60 * noise();
      for (const { x: cx, y: cy, r } of rings) {
        const d = Math.hypot(x - cx, y - cy) / r;
        if (d < 1) value = d < 0.5 ? 20 : 235;
      }
      pixels.fill(value, (y * across + x) * 4, (y * across + x) * 4 + 3);
    }
  }
  return { width: across, height: down, data: pixels };
}

const side = 15;
const training = () => {
  const X = [];
  const y = [];
  for (let i = 0; i < 60; i++) {
    const ring = { x: 7 + (i % 3) - 1, y: 7 + (Math.floor(i / 3) % 3) - 1, r: 6.5 };
    X.push(scene(side, side, [ring], i + 1));
    y.push('ring');
    X.push(scene(side, side, i % 2 ? [{ ...ring, x: ring.x + 6 + (i % 5) }] : [], i + 500));
    y.push('other');
  }
  return { X: X.map((image) => blockAverages(image, { width: side, height: side })), y };
};

describe('scanImage', { timeout: 900_000 }, () => {
  const { X, y } = training();
  const poly = { kernel: 'poly', degree: 2, coef0: 1, gamma: 1 / side ** 2, C: 10 };
  const rings = [
    { x: 30, y: 25, r: 7 },
    { x: 90, y: 60, r: 14 },
  ];
  const image = scene(130, 90, rings, 9);
  const how = { width: side, label: 'ring', threshold: 1 };

  it('finds what it was trained on, at other places and sizes', async () => {
    for (const model of [await new maxmargin.SVC(poly).fit(X, y), new sync.SVC(poly).fit(X, y)]) {
      const found = await scanImage(image, model, how);
      assert.deepEqual(model.classes, ['other', 'ring']);
      assert.equal(found.length, 2, JSON.stringify(found));
      for (const { x, y: top, r } of rings) {
        const hit = found.find(
          (box) =>
            Math.hypot(box.x + box.width / 2 - x, box.y + box.height / 2 - top) < 0.5 * r &&
            box.width > 1.5 * r &&
            box.width < 3.2 * r,
        );
        assert.ok(hit, JSON.stringify({ found, x, top }));
      }
    }
  });

  it('gives every window the decision value that the model gives its crop', async () => {
    const model = new sync.SVC(poly).fit(X, y);
    const all = { ...how, maxSize: side, step: 5, threshold: -Infinity, overlap: 1 };
    const found = await scanImage(image, model, all);
    assert.equal(found.length, 24 * 16);
    const crops = found.map((box) => cropImage(image, box.x, box.y, side, side));
    const values = model.decisionFunction(
      crops.map((crop) => blockAverages(crop, { width: side, height: side })),
    );
    found.forEach(({ score }, i) => assert.ok(Math.abs(score - values[i]) < 1e-9));
    const others = await scanImage(image, model, { ...all, label: 'other' });
    assert.deepEqual(
      others.map(({ score }) => -score).reverse(),
      found.map(({ score }) => score),
    );
    const half = await scanImage(image, model, { ...all, maxSize: side * 1.25 });
    assert.ok(half.some((box) => Math.abs(box.width - side * 1.25) < 0.2));
  });

  it('takes features of its own, reports, and ends when it is told to', async () => {
    const seen = [];
    const model = { decisionFunction: async (rows) => rows.map(([first]) => first) };
    const features = (window) => [window.data.length];
    const found = await scanImage(image, model, {
      ...{ width: 20, height: 10, features, overlap: 1, scaleFactor: 2 },
      onProgress: (report) => void seen.push(report),
    });
    assert.ok(found.every(({ score }) => score === 20 * 10 * 4));
    assert.equal(seen.at(-1).fraction, 1);
    assert.equal(seen.at(-1).windows, found.length);
    const controller = new AbortController();
    const { signal } = controller;
    const scan = scanImage(image, model, {
      features,
      signal,
      onProgress: () => controller.abort(),
    });
    await assert.rejects(scan, { name: 'AbortError' });
    const stopped = scanImage(image, model, { features, onProgress: () => false });
    await assert.rejects(stopped, { code: 'ERR_STOPPED' });
  });

  it('an image that is smaller than a window has none', async () => {
    const model = new sync.SVC(poly).fit(X, y);
    assert.deepEqual(await scanImage(scene(10, 10, [], 1), model, how), []);
  });
});

describe('suppressNonMaxima', () => {
  const box = fc.record({
    x: fc.integer({ min: 0, max: 20 }),
    y: fc.integer({ min: 0, max: 20 }),
    width: fc.integer({ min: 1, max: 10 }),
    height: fc.integer({ min: 1, max: 10 }),
    score: fc.double({ min: 0, max: 1, noNaN: true }),
  });
  /** Counts the unit squares. */
  const overlap = (a, b) => {
    const has = (r, x, y) => x >= r.x && x < r.x + r.width && y >= r.y && y < r.y + r.height;
    let [both, any] = [0, 0];
    for (let x = 0; x < 31; x++) {
      for (let y = 0; y < 31; y++) {
        both += has(a, x, y) && has(b, x, y) ? 1 : 0;
        any += has(a, x, y) || has(b, x, y) ? 1 : 0;
      }
    }
    return both / any;
  };

  it('keeps boxes that overlap little, and drops each other one for a better one', () => {
    fc.assert(
      fc.property(
        fc.array(box, { maxLength: 12 }),
        fc.constantFrom(0, 0.2, 0.5),
        (boxes, limit) => {
          const kept = suppressNonMaxima(boxes, { overlap: limit });
          kept.forEach((a, i) => {
            for (const b of kept.slice(i + 1)) {
              assert.ok(overlap(a, b) <= limit && a.score >= b.score);
            }
          });
          for (const other of boxes) {
            if (kept.includes(other)) continue;
            assert.ok(kept.some((a) => a.score >= other.score && overlap(a, other) > limit));
          }
        },
      ),
      { numRuns: 60 },
    );
  });
});

describe('wrong images and settings', () => {
  const image = { width: 2, height: 1, data: [1, 2] };
  const model = { decisionFunction: (rows) => rows.map(() => 1), classes: ['a', 'b', 'c'] };
  it('are refused with what to do', async () => {
    await fails(() => colorHistogram('photo.png'), { code: 'ERR_TYPE', argument: 'image', message: /getImageData/ }); // prettier-ignore
    await fails(() => colorHistogram({ ...image, width: 0 }), {
      code: 'ERR_TYPE',
      argument: 'image',
    });
    await fails(() => blockAverages({ ...image, width: 3 }), { code: 'ERR_SHAPE', argument: 'image', message: /3 x 1 pixels/ }); // prettier-ignore
    await fails(() => blockAverages({ ...image, data: [1, NaN] }), { code: 'ERR_OPTION', argument: 'image', message: /NaN at 1/ }); // prettier-ignore
    await fails(() => blockAverages(image, { width: 0 }), {
      code: 'ERR_OPTION',
      argument: 'width',
    });
    await fails(() => colorHistogram(image, { bins: 65 }), {
      code: 'ERR_OPTION',
      argument: 'bins',
    });
    await fails(() => cropImage(image, 1, 0, 2, 1), { code: 'ERR_OPTION', argument: 'width', message: /2 x 1/ }); // prettier-ignore
    await fails(() => scanImage(image, {}), { code: 'ERR_TYPE', argument: 'model' });
    await fails(() => scanImage(image, model), { code: 'ERR_OPTION', argument: 'model', message: /two classes/ }); // prettier-ignore
    const two = { ...model, classes: ['a', 'b'] };
    await fails(() => scanImage(image, two, { label: 'c' }), {
      code: 'ERR_OPTION',
      argument: 'label',
    });
    const short = { decisionFunction: () => [] };
    await fails(() => scanImage(image, short, { width: 1 }), {
      code: 'ERR_SHAPE',
      argument: 'model',
    });
  });
});

describe('virtual support vectors', () => {
  const model = { supportIndices: Int32Array.of(1) };
  // The second image is 1 2 3 / 4 5 6.
  const X = [
    [9, 9, 9, 9, 9, 9],
    [1, 2, 3, 4, 5, 6],
  ];
  const side = { width: 3, height: 2 };
  const moved = [
    [1, 2, 3, 4, 5, 6],
    [0, 1, 2, 0, 4, 5],
    [2, 3, 0, 5, 6, 0],
    [0, 0, 0, 1, 2, 3],
    [4, 5, 6, 0, 0, 0],
  ];

  it('are moved by a pixel to each side, and keep their labels', () => {
    const table = { data: Float32Array.from(X.flat()), rows: 2, cols: 6 };
    for (const form of [X, table, { ...table, data: X.flat() }]) {
      const made = virtualSupportVectors(model, form, ['a', 'b'], side);
      assert.deepEqual(made.X, { data: Float64Array.from(moved.flat()), rows: 5, cols: 6 });
      assert.deepEqual(made.y, ['b', 'b', 'b', 'b', 'b']);
    }
    const far = virtualSupportVectors(model, X, [0, 1], { ...side, shifts: [[-2, 1]], background: 7 }); // prettier-ignore
    assert.deepEqual([...far.X.data.subarray(6)], [7, 7, 7, 3, 7, 7]);
    const out = virtualSupportVectors(model, X, [0, 1], { ...side, shifts: [[0, 2]] });
    assert.deepEqual([...out.X.data.subarray(6)], [0, 0, 0, 0, 0, 0]);
  });

  it('stay bytes with their scale, so that the second fit is that of the numbers they mean', async () => {
    const table = { data: Uint8Array.from(X.flat()), rows: 2, cols: 6, scale: 0.5 };
    const made = virtualSupportVectors(model, table, [0, 1], side);
    assert.deepEqual(made.X, { ...table, data: Uint8Array.from(moved.flat()), rows: 5 });
    const settings = { ...side, shifts: [[-2, 1]] };
    const bytes = virtualSupportVectors(model, table, [0, 1], { ...settings, background: 255 });
    assert.deepEqual([...bytes.X.data.subarray(6)], [255, 255, 255, 3, 255, 255]);
    for (const background of [-1, 0.5, 256]) {
      const numbers = virtualSupportVectors(model, table, [0, 1], { ...settings, background });
      assert.ok(numbers.X.data instanceof Float64Array);
      assert.equal(numbers.X.data[6], background);
      assert.equal(numbers.X.scale, 0.5);
    }
    const both = { supportIndices: Int32Array.of(0, 1) };
    const many = virtualSupportVectors(both, table, [0, 1], side);
    const values = { data: Float64Array.from(many.X.data, (v) => v / 2), rows: 10, cols: 6 };
    const options = { gamma: 0.1, C: 2 };
    const objective = async (samples) =>
      (await new maxmargin.SVC(options).fit(samples, many.y)).objective;
    assert.ok(Math.abs((await objective(many.X)) - (await objective(values))) < 1e-3);
  });

  it('of sparse samples are the same, sparse', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 5 }),
        fc.integer({ min: 1, max: 5 }),
        fc.array(fc.tuple(fc.integer({ min: -3, max: 3 }), fc.integer({ min: -3, max: 3 })), { maxLength: 4 }), // prettier-ignore
        fc.infiniteStream(fc.integer({ min: 0, max: 2 })),
        (width, height, pairs, numbers) => {
          const cols = width * height;
          const dense = Float64Array.from({ length: 3 * cols }, () => numbers.next().value);
          const entries = Array.from(dense.keys()).filter((at) => dense[at] !== 0);
          const sparse = {
            rows: 3,
            cols,
            data: Float64Array.from(entries, (at) => dense[at]),
            indices: Int32Array.from(entries, (at) => at % cols),
            indptr: Int32Array.from({ length: 4 }, (_, i) => entries.filter((at) => at < i * cols).length), // prettier-ignore
          };
          const of = { supportIndices: Int32Array.of(2, 0) };
          const settings = { width, height, shifts: pairs.filter((pair) => pair.some(Boolean)) };
          const y = [3, 4, 5];
          const want = virtualSupportVectors(of, { data: dense, rows: 3, cols }, y, settings);
          const got = virtualSupportVectors(of, sparse, y, settings);
          const full = new Float64Array(want.X.data.length);
          for (let i = 0; i < got.X.rows; i++) {
            for (let at = got.X.indptr[i]; at < got.X.indptr[i + 1]; at++) {
              full[i * cols + got.X.indices[at]] = got.X.data[at];
              if (at > got.X.indptr[i]) assert.ok(got.X.indices[at] > got.X.indices[at - 1]);
            }
          }
          assert.deepEqual(full, want.X.data);
          assert.deepEqual(got.y, want.y);
          assert.deepEqual(got.y.slice(0, 2), [5, 3]);
        },
      ),
    );
  });

  it('teach a machine that things may be elsewhere', async () => {
    // A bright square of 3 x 3 pixels, or a cross, in an image of 8 x 8.
    const image = (cross, x, y) =>
      Array.from({ length: 64 }, (_, at) => {
        const [right, down] = [(at % 8) - x, Math.floor(at / 8) - y];
        const inside = right >= 0 && right < 3 && down >= 0 && down < 3;
        return Number(inside && (!cross || right === 1 || down === 1));
      });
    const labels = ['square', 'cross'];
    const images = (places) => places.flatMap(([x, y]) => [image(false, x, y), image(true, x, y)]);
    const known = images([[2, 2], [3, 3]]); // prettier-ignore
    const other = images([[1, 2], [4, 3], [3, 2], [2, 3], [3, 4], [2, 1]]); // prettier-ignore
    const of = (rows) => rows.map((_, i) => labels[i % 2]);
    const settings = { gamma: 0.3, C: 10 };
    const first = await new maxmargin.SVC(settings).fit(known, of(known));
    const more = virtualSupportVectors(first, known, of(known));
    assert.equal(more.X.rows, 5 * first.supportIndices.length);
    const second = await new maxmargin.SVC(settings).fit(more.X, more.y);
    assert.ok((await first.score(other, of(other))) < 1);
    assert.equal(await second.score(other, of(other)), 1);
  });

  it('say what is wrong', async () => {
    const call = (...given) => () => virtualSupportVectors(...given); // prettier-ignore
    const y = [0, 1];
    await fails(call({}, X, y, side), { code: 'ERR_TYPE', argument: 'model' });
    await fails(call(model, 'photo', y, side), { code: 'ERR_TYPE', argument: 'X' });
    await fails(call(model, X.slice(0, 1), [0], side), { code: 'ERR_SHAPE', argument: 'X', message: /row 1/ }); // prettier-ignore
    await fails(call(model, X, [0], side), { code: 'ERR_SHAPE', argument: 'y' });
    await fails(call(model, X, y), { code: 'ERR_SHAPE', argument: 'width', message: /6 numbers/ });
    await fails(call(model, X, y, { ...side, height: 3 }), {
      code: 'ERR_SHAPE',
      argument: 'width',
    });
    await fails(call(model, X, y, { ...side, shifts: [[0, 0]] }), { code: 'ERR_OPTION', argument: 'shifts' }); // prettier-ignore
    await fails(call(model, X, y, { ...side, background: NaN }), { code: 'ERR_OPTION', argument: 'background' }); // prettier-ignore
    const sparse = { data: Float64Array.of(1), indices: Int32Array.of(0), indptr: Int32Array.of(0, 0, 1), rows: 2, cols: 6 }; // prettier-ignore
    await fails(call(model, sparse, y, { ...side, background: 1 }), { code: 'ERR_OPTION', argument: 'background' }); // prettier-ignore
  });
});
