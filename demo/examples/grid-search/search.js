/** The page: a search that can be watched and stopped, and the boundary of any of its cells. */

import { GridSearch, SVC } from 'maxmargin';
import { makeChessBoard, makeMoons, makeRipley } from 'maxmargin/data';
import { validationHeatMap } from 'maxmargin/plot';
import { element, guarded, latest, tell } from '../../site/state.js';
import { onThemeChange } from '../../site/tokens.js';
import { drawField, fieldOf } from './boundary.js';
import { withinOneError } from './choice.js';
import { HeatMap, power } from './heat.js';

const C = [-3, -1, 1, 3, 5, 7, 9].map((k) => 2 ** k);
const gamma = [-5, -3, -1, 1, 3, 5, 7].map((k) => 2 ** k);

const sets = {
  ripley: (samples, seed) => makeRipley({ samples, seed }),
  moons: (samples, seed) => makeMoons({ samples, noise: 0.3, seed }),
  board: (samples, seed) => makeChessBoard({ samples, squares: 3, flip: 0.1, seed }),
};

let data; // { X, y } of the search
let fresh; // new samples that the search does not use
let running; // { stop: boolean, cancel: AbortController } of the running search
let field; // of the cell whose boundary is shown
let chosen; // { C, gamma } of the cell whose boundary is shown

const heat = new HeatMap(element('heat'), { xValues: C, yValues: gamma, choose });
const name = ({ C, gamma }) => `C = ${power(C)}, gamma = ${power(gamma)}`;
const percent = (share) => `${(100 * share).toFixed(1)} %`;

async function search() {
  running?.cancel.abort();
  const mine = { stop: false, cancel: new AbortController() };
  running = mine;
  const make = sets[element('data').value];
  data = make(Number(element('samples').value), 1);
  fresh = make(2000, 2);
  for (const id of ['best', 'best-score', 'simple', 'test']) element(id).textContent = '–';
  tell('training', 'Searching…');
  heat.clear();
  showProgress({ done: 0, total: 5 * C.length * gamma.length });
  element('stop').disabled = false;
  const workers = Number(element('workers').value);
  const grid = new GridSearch(new SVC(), { C, gamma }, { folds: 5, workers, seed: 1 });
  let drawn = 0;
  try {
    await grid.fit(data.X, data.y, {
      signal: mine.cancel.signal,
      onProgress: (progress) => {
        if (running !== mine) return false;
        const now = performance.now();
        if (now - drawn > 120) {
          drawn = now;
          showProgress(progress);
          heat.show(validationHeatMap(progress.results));
        }
        return !mine.stop;
      },
    });
    if (running === mine) await settle(grid, workers);
  } finally {
    grid.bestEstimator?.dispose();
    if (running === mine) element('stop').disabled = true;
  }
}

function showProgress({ done, total }) {
  element('progress').value = done / total;
  element('done').textContent = `${done} of ${total} fits`;
}

/** The result of a search that ended, or the finished part of one that was stopped. */
async function settle(grid, workers) {
  const { results } = grid;
  const best = results.find(({ rank }) => rank === 1);
  const simple = withinOneError(results);
  const done = results.flatMap(({ scores }) => scores).filter(Number.isFinite).length;
  showProgress({ done, total: 5 * results.length });
  heat.show(validationHeatMap(results), { best, simple });
  if (!best) {
    tell('idle', 'Stopped before a cell was complete.');
    return;
  }
  element('best').textContent = name(best.params);
  element('best-score').textContent = `${percent(best.mean)} ± ${percent(best.std / 2)}`;
  element('simple').textContent = name(simple.params);
  await boundary(best.params);
  const test = await Promise.all([best, simple].map(({ params }) => testScore(params)));
  element('test').textContent = `${percent(test[0])}, and ${percent(test[1])}`;
  Object.assign(document.body.dataset, {
    fits: done, best: JSON.stringify(best.params), simple: JSON.stringify(simple.params), mean: best.mean, test: test[0],
  });
  const how = grid.stopped ? 'Stopped' : 'Searched';
  tell(grid.stopped ? 'idle' : 'done', `${how} with ${workers} worker${workers > 1 ? 's' : ''}: ${done} fits. Best: ${name(best.params)}.`);
}

async function testScore(params) {
  const model = await new SVC(params).fit(data.X, data.y);
  try {
    return await model.score(fresh.X, fresh.y);
  } finally {
    model.dispose();
  }
}

const redraw = () => field && drawField(element('surface'), field);

const showChosen = latest(() => boundary(chosen));

function choose(params) {
  if (!data) return;
  chosen = params;
  heat.choose(params);
  showChosen();
}

async function boundary(params) {
  chosen = params;
  heat.choose(params);
  const model = await new SVC(params).fit(data.X, data.y);
  try {
    field = await fieldOf(model, data);
    redraw();
    const right = await model.score(data.X, data.y);
    const support = model.supportIndices.length;
    element('surface-caption').textContent =
      `${name(params)}: ${percent(right)} of the ${data.y.length} samples are on the right side, ${support} are support vectors. Judged by what they have learnt from, the strictest cells would win.`;
    Object.assign(document.body.dataset, { shown: JSON.stringify(params), support });
  } finally {
    model.dispose();
  }
}

element('controls').addEventListener('submit', (event) => {
  event.preventDefault();
  guarded(search);
});
for (const id of ['data', 'samples']) element(id).addEventListener('change', () => guarded(search));
element('stop').addEventListener('click', () => {
  if (running) running.stop = true;
});

new ResizeObserver(redraw).observe(element('surface'));
onThemeChange(redraw);
guarded(search);
