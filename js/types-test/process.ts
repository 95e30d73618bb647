// Gaussian processes: what predict returns depends on its settings. Compiled, never run.
import {
  GaussianProcessClassifier,
  GaussianProcessRegressor,
  KernelDensity,
  StandardScaler,
  makePipeline,
} from 'maxmargin';
import type { MarginalLikelihood } from 'maxmargin';
import { GaussianProcessRegressor as Blocking } from 'maxmargin/sync';

const X = [
  [0, 1],
  [1, 0],
];

export async function use() {
  const model = await new GaussianProcessRegressor({ normalizeY: true }).fit(X, [1, 2]);
  const only: Float64Array = await model.predict(X);
  const { mean, std } = await model.predict(X, { returnStd: true });
  const { covariance } = await model.predict(X, { returnCov: true });
  const shape: readonly number[] = covariance.shape;
  // @ts-expect-error: without returnCov there are no covariances
  void (await model.predict(X, { returnStd: true })).covariance;
  // @ts-expect-error: no such setting
  await model.predict(X, { returnVariance: true });
  const functions: Float64Array = await model.sampleY(X, { samples: 3, seed: 1 });
  const evidence: MarginalLikelihood = await model.logMarginalLikelihood({ gamma: 1 });
  await model.logMarginalLikelihood([1, 1, 1]);
  const density: number = await model.logDensity(X, [1, 2], { noise: true });
  const blocking: Float64Array = new Blocking().fit(X, [1, 2]).predict(X, { returnStd: true }).std;
  const piped = await makePipeline(new StandardScaler(), model).fit(X, [1, 2]);
  const predicted: Float64Array = await piped.predict(X);
  return [only, mean, std, shape, functions, evidence, density, blocking, predicted];
}

export async function draw() {
  const density = await new KernelDensity().fit(X);
  const points: Float64Array = await density.sample(5, { seed: 1 });
  // @ts-expect-error: how many must be said
  await density.sample();
  return points;
}

export async function classify() {
  const model = await new GaussianProcessClassifier({ gamma: 1 }).fit(X, ['a', 'b']);
  const labels: string[] = await model.predict(X);
  const probabilities: Float64Array = await model.predictProba(X);
  const evidence: MarginalLikelihood = await model.logMarginalLikelihood({ gamma: 1 });
  // @ts-expect-error: functions are drawn from regressors
  await model.sampleY(X);
  return [labels, probabilities, evidence];
}
