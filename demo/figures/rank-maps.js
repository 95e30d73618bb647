/** Ranks all over the unit square, learnt from few samples by four machines. */
import { OrdinalSVC, SVC, SVR } from 'maxmargin';
import { OrdinalDecoder } from 'maxmargin/study';
import { makeOrdinalSquare } from 'maxmargin/data';
import { inversionRate } from 'maxmargin/metrics';

import { defaults, menu, slider } from './lib/controls.js';
import { Frame, format } from './lib/frame.js';
import { rowsOf } from './lib/planes.js';
import { gridOf, shadeRanks } from './lib/surface.js';

export const controls = {
  samples: menu('samples', '25', { 5: '5', 10: '10', 15: '15', 20: '20', 25: '25', 45: '45' }),
  draw: slider('draw', 1, [1, 20], { step: 1 }),
};

const [x, y, side] = [[0, 1], [0, 1], 60];
const order = [1, 2, 3, 4, 5];

/** The kernel (<x, z> + 1)^2 and C of the document; maxTime, because the hard margins of pairs can take long. */
const shared = { kernel: 'poly', degree: 2, gamma: 1, coef0: 1, C: 1e6 };
const study = { solver: 'interiorPoint' };
const tube = () => new SVR({ ...shared, epsilon: 0.5, study });
const machines = {
  'ordered classes': () => new OrdinalSVC({ ...shared, tol: 1e-3, maxTime: 3000 }),
  'pairs of classes': () => new SVC({ ...shared, study }),
  'SVR on the ranks': () => new OrdinalDecoder(tube(), { order }),
  'SVR on exp(rank)': () => new OrdinalDecoder(tube(), { order, representation: 'exp' }),
};

export async function compute(values) {
  const { samples, draw } = { ...defaults(controls), ...values };
  const { X, y: ranks } = makeOrdinalSquare({ samples: 1000, seed: draw });
  const m = Number(samples);
  // The first samples in a row that have all ranks.
  const seen = (from) => new Set(ranks.subarray(from, from + m)).size;
  let first = 0;
  while (seen(first) < 5) first++;
  const rows = rowsOf(X);
  const part = (list, inside) => Array.from(list).filter((_, i) => inside === (i >= first && i < first + m));
  const [known, places, truth] = [part(ranks, true), part(rows, false), part(ranks, false)];
  const maps = [];
  for (const [name, make] of Object.entries(machines)) {
    const model = make();
    await model.fit(part(rows, true), known);
    const predicted = Array.from(await model.predict(places));
    const regions = Array.from(await model.predict(gridOf(x, y, side)));
    maps.push({ name, regions, inversions: inversionRate(truth, predicted) });
    (model.regressor ?? model).dispose();
  }
  const grid = rowsOf(gridOf(x, y, side));
  const exact = grid.map(([a, b]) => 1 + [-1, -0.1, 0.25, 1].filter((theta) => 10 * (a - 0.5) * (b - 0.5) > theta).length);
  maps.push({ name: 'without noise', regions: exact });
  return { maps, points: part(rows, true).map(([a, b], i) => ({ x: a, y: b, rank: known[i] })) };
}

export const readings = ({ maps }) =>
  maps.filter(({ inversions }) => inversions !== undefined)
    .map(({ name, inversions }) => [`${name}: inversions`, `${format(100 * inversions)} %`]);

export function draw(panels, { maps, points }) {
  maps.forEach(({ name, regions }, i) => {
    const frame = new Frame(panels[i], { x, y, bare: true, head: name, title: `Five ranks on the unit square: ${name}` });
    shadeRanks(frame, side, regions, 5);
    for (const point of points) frame.text(point.x, point.y, String(point.rank), { anchor: 'middle', dy: 4 });
  });
}
