/** sinc with three widths of the tube: the wider, the fewer support vectors. */
import { SVR } from 'maxmargin';
import { gammaFromSigma } from 'maxmargin/study';
import { makeSinc } from 'maxmargin/data';
import { regressionTube } from 'maxmargin/plot';

import { defaults, menu, slider } from './lib/controls.js';
import { Frame, format } from './lib/frame.js';

export const controls = {
  sinc: menu('sinc', 'plain', { plain: 'sin(x)/x on [−10, 10]', normalized: 'sin(πx)/(πx) on [−1, 1]' }),
  C: slider('C', 1, [0.1, 100], { log: true, step: 0.1 }),
};

export const epsilons = [0.1, 0.2, 0.5];

/** The points and the widths of the kernel, which the document does not give. */
const recipes = {
  plain: { options: { samples: 100, range: [-10, 10] }, sigma: 2 },
  normalized: { options: { samples: 100, range: [-1, 1], normalized: true }, sigma: 0.5 },
};

/** A sample counts as a support vector if its dual variable is at least this large. */
const smallest = 1e-8;

export async function compute(values) {
  const { sinc, C } = { ...defaults(controls), ...values };
  const { options, sigma } = recipes[sinc];
  const { X, y } = makeSinc(options);
  const tubes = [];
  for (const epsilon of epsilons) {
    const model = await new SVR({ gamma: gammaFromSigma(sigma), epsilon, C, tol: 1e-9 }).fit(X, y);
    const tube = await regressionTube(model, X, y, { resolution: 200 });
    tubes.push({
      ...tube,
      supportVectors: model.dualCoef.filter((coefficient) => Math.abs(coefficient) > smallest).length,
      intercept: model.intercept,
      deviation: Math.max(...tube.points.map(({ residual }) => Math.abs(residual))),
    });
  }
  return { tubes, domain: options.range };
}

export const readings = ({ tubes }) =>
  tubes.map(({ epsilon, supportVectors }) => [`support vectors, ε = ${format(epsilon)}`, String(supportVectors)]);

export function draw(panels, { tubes, domain }) {
  panels.forEach((panel, i) => {
    const { epsilon, curve, points, supportVectors } = tubes[i];
    const head = `ε = ${format(epsilon)}: ${supportVectors} support vectors`;
    const frame = new Frame(panel, { x: domain, y: [-0.8, 1.6], head, title: `sinc approximated with ${head}` });
    for (const side of [-1, 1]) frame.line(points.map(({ x, y }) => [x, y + side * epsilon]), 'thin');
    frame.line(points.map(({ x, y }) => [x, y]), 'k0');
    frame.line(curve.map(({ x, predicted }) => [x, predicted]), 'boundary dashed');
    for (const { x, y } of points) frame.dot(x, y, 'small', 1.4);
    for (const { x, y, support } of points) if (support) frame.dot(x, y, 'big', 4.5);
  });
}
