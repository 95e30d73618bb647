/**
 * Fit a curve to noisy values, with the tube that suits the noise:
 *
 *     node regression.mjs
 */
import { NuSVR, SVR } from 'maxmargin';
import { optimalTube } from 'maxmargin/study';
import { makeSinc } from 'maxmargin/data';

const sigma = 0.2;
const draws = 10; // one sample says little about which tube is best
const clean = makeSinc({ samples: 150 });

const { epsilon, nu } = optimalTube('gaussian', { sigma });
const shared = { C: 1, gamma: 0.1 };
const machines = {
  'no tube': new SVR({ epsilon: 0, ...shared }),
  [`epsilon = ${epsilon.toFixed(3)}`]: new SVR({ epsilon, ...shared }),
  [`nu = ${nu.toFixed(2)}`]: new NuSVR({ nu, ...shared }), // needs no sigma
  'too wide': new SVR({ epsilon: 0.5, ...shared }),
};

for (const [name, model] of Object.entries(machines)) {
  let [support, error] = [0, 0];
  for (let seed = 1; seed <= draws; seed++) {
    const { X, y } = makeSinc({ samples: 150, noise: sigma, seed });
    const f = await (await model.fit(X, y)).predict(X);
    support += model.supportIndices.length / draws;
    error += Math.sqrt(f.reduce((sum, value, i) => sum + (value - clean.y[i]) ** 2, 0) / f.length) / draws;
  }
  console.log(`${name.padEnd(16)} ${support.toFixed(0).padStart(3)} of 150 support vectors, ${error.toFixed(4)} from the true curve`);
}
