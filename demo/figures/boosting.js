/** AdaBoost round by round: the weights of the samples, their margins, the errors and the bound. */
import { AdaBoostClassifier, DecisionTreeClassifier } from 'maxmargin';
import { makeMoons } from 'maxmargin/data';

import { defaults, menu, slider } from './lib/controls.js';
import { Frame, format } from './lib/frame.js';

export const controls = {
  round: slider('round', 8, [1, 60], { step: 1 }),
  rho: slider('margin ρ', 0.1, [0, 0.5], { step: 0.01 }),
  depth: slider('depth of the trees', 1, [1, 3], { step: 1 }),
  reg: menu('regularisation', 'none', { none: 'none', 'adaboostReg': 'soft margins' }),
};

export async function compute(values) {
  const { round, rho, depth, reg } = { ...defaults(controls), ...values };
  const { X, y } = makeMoons({ samples: 120, noise: 0.3, seed: 3 });
  const estimator = new DecisionTreeClassifier({ maxDepth: Number(depth) });
  const model = await new AdaBoostClassifier({ estimator, nEstimators: 60, reg, C: 0.2 }).fit(X, y);
  const rounds = await model.rounds(X, y, { rho });
  const shown = rounds[Math.min(round, rounds.length) - 1];
  const points = Array.from(y, (label, i) => ({
    ...{ x: X.data[2 * i], y: X.data[2 * i + 1], label: Number(label) },
    weight: shown.weights[i] * y.length,
  }));
  return { points, rounds, shown, rho, status: model.status };
}

export const readings = ({ shown, rounds, rho }) => [
  ['round', `${shown.round} of ${rounds.length}`],
  ['ε', format(shown.eps)],
  ['α', format(shown.alpha)],
  ['training error', format(shown.trainingError)],
  [`margin at most ${format(rho)}`, format(shown.marginError)],
  ['bound on this share', format(shown.bound)],
];

export function draw([plane, distribution, course], { points, rounds, shown, rho }) {
  const weights = new Frame(plane, { x: [-1.9, 2.9], y: [-1.5, 2], bare: true, equal: true, head: `weights before round ${shown.round}`, title: 'The samples, drawn as large as their weights are' });
  for (const point of points) weights.points([point], Math.min(14, 3 * Math.sqrt(point.weight) + 0.8));

  const margins = new Frame(distribution, { x: [-1, 1], y: [0, 1.04], xLabel: 'margin', yLabel: 'share of samples', zero: true, head: 'margins after the round', title: 'The share of the samples below each margin, after the first round and after this one' });
  const kinds = [rounds[0], shown].map(({ margins: all }, c) => {
    const sorted = Array.from(all).sort((a, b) => a - b);
    const steps = [[-1, 0]];
    sorted.forEach((margin, i) => steps.push([margin, i / sorted.length], [margin, (i + 1) / sorted.length]));
    margins.line([...steps, [1, 1]], `k${c}`);
    return `k${c}`;
  });
  margins.line([[rho, 0], [rho, 1.04]], 'k1 thin dashed');
  margins.legend([[kinds[0], 'round 1'], [kinds[1], `round ${shown.round}`]], { left: true });

  const most = Math.max(2, rounds.length);
  const errors = new Frame(course, { x: [1, most], y: [0, 1.04], xLabel: 'round', yLabel: 'share', head: 'errors and the bound', title: 'The training error, the share of margins of at most rho, and the bound on this share, round by round' });
  const curve = (name) => rounds.map((one) => [one.round, Math.min(1.04, one[name])]);
  errors.line(curve('trainingError'), 'k0');
  errors.line(curve('marginError'), 'k1');
  errors.line(curve('bound'), 'k1 thin dashed');
  errors.line([[shown.round, 0], [shown.round, 1.04]], 'level');
  errors.legend([['k0', 'training error'], ['k1', 'margin at most ρ'], ['k1 thin dashed', 'bound']]);
}
