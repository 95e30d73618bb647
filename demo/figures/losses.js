/** Losses for regression: the loss of an error, its influence, and the density of the noise. */
import { lossFunction } from 'maxmargin';

import { defaults, menu, slider } from './lib/controls.js';
import { Frame, format } from './lib/frame.js';
import { span } from './lib/planes.js';

export const controls = {
  epsilon: slider('half-width ε of the tubes', 0.8, [0, 1.5]),
  sigma: slider('σ of Huber’s loss', 1, [0.1, 2]),
  show: menu('curve', 'loss', { loss: 'loss', influence: 'influence (its slope)', density: 'density of the noise' }),
};

export const kinds = {
  'ε-insensitive': ({ epsilon }) => ({ loss: 'epsilonInsensitive', epsilon }),
  'squared ε-insensitive': ({ epsilon }) => ({ loss: 'gaussian', epsilon }),
  Laplacian: () => ({ loss: 'laplacian' }),
  Gaussian: () => ({ loss: 'gaussian' }),
  Huber: ({ sigma }) => ({ loss: 'huber', sigma }),
};

export async function compute(values) {
  const given = { ...defaults(controls), ...values };
  const errors = span(-3, 3, 601);
  return {
    show: given.show,
    curves: Object.entries(kinds).map(([name, options]) => {
      const kind = lossFunction(options(given));
      return {
        ...{ name, isRobust: kind.isRobust, isSparse: kind.isSparse },
        points: errors.map((error) => [error, kind[given.show](error)]),
      };
    }),
  };
}

export const readings = ({ curves }) => [
  ['bounded influence', curves.filter(({ isRobust }) => isRobust).map(({ name }) => name).join(', ')],
  ['sparse', curves.filter(({ isSparse }) => isSparse).map(({ name }) => name).join(', ') || 'none without a tube'],
];

const ranges = { loss: [-0.15, 4], influence: [-2.2, 2.2], density: [-0.02, 0.55] };

export function draw([panel], { show, curves }) {
  const frame = new Frame(panel, { x: [-3, 3], y: ranges[show], xLabel: 'error y − f(x)', yLabel: show, zero: true, title: `The ${show} of five losses for regression` });
  curves.forEach(({ points }, c) => frame.line(points, `k${c}`));
  frame.legend(curves.map(({ name }, c) => [`k${c}`, name]), { left: show === 'influence', middle: show === 'loss' });
}
