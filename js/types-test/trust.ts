// How far to trust a model. Compiled, never run.
import { ConformalClassifier, ConformalRegressor, GridSearch, KernelRidge, OneVsOneClassifier, OneVsRestClassifier, SVC, leaveOneOut, load } from 'maxmargin'; // prettier-ignore
import { coverageError, f1Score, hammingLoss } from 'maxmargin/metrics';
import { BoostedClassifier, adaptiveWidth, separability } from 'maxmargin/study';
import type { LabelSets, SetOptions, Shaped } from 'maxmargin';
import type { Boosting, Separability } from 'maxmargin/study';

export async function sets() {
  const options: SetOptions = { level: 0.9, classWise: true, method: 'full' };
  const X = [[0], [1]];
  const conformal = new ConformalClassifier<string>(new SVC(), options);
  await (await conformal.fit(X, ['a', 'b'])).calibrate(X, ['a', 'b']);
  const labels: string[][] = await conformal.predictSets(X, { level: 0.8 });
  const p: Shaped<Float64Array> = await conformal.predictPValues(X);
  const status: 'calibrated' | 'tooFewSamples' = conformal.status;
  const band = new ConformalRegressor(new KernelRidge(), {
    difficulty: new KernelRidge(),
    beta: 1,
  });
  const ends: Float64Array = await (await band.fit(X, [1, 2])).predictIntervals(X);
  // @ts-expect-error there are two methods
  new ConformalClassifier(new SVC(), { method: 'half' });
  // @ts-expect-error intervals have no classes
  new ConformalRegressor(new KernelRidge(), { classWise: true });
  return [labels, p, status, ends];
}

export async function boosted() {
  const own = {
    fit: (_X: string[], _y: string[], _how: { sampleWeight: Float64Array }) => own,
    predict: (X: string[]) => X,
    getParams: () => ({}),
    setParams: () => own,
  };
  const model = await new BoostedClassifier<string>(own, { nEstimators: 3, rho: 0 }).fit(
    ['a'],
    ['b'],
  );
  const labels: string[] = await model.predict(['a']);
  const { bounds, status }: Boosting = model.boosting;
  const again: BoostedClassifier = await load(JSON.parse('{}'), { classes: [BoostedClassifier] });
  // @ts-expect-error it is nEstimators
  new BoostedClassifier(own, { rounds: 3 });
  return [labels, bounds, status, again];
}

export async function several() {
  const X = [[0], [1]];
  const y: LabelSets = [['a'], ['a', 'b']];
  const model = await new OneVsRestClassifier<string[]>(new SVC()).fit(X, y);
  const found: string[][] = await model.predict(X);
  const scores: Shaped<Float64Array> = await model.decisionFunction(X, { shape: 'ovr' });
  await model.fit(X, { data: [1, 0], rows: 2, cols: 1 });
  const search = new GridSearch(model, { estimator__C: [1, 2] }, { scoring: 'f1Samples' });
  const best: string[][] = await (await search.fit(X, y)).predict(X);
  const pairs = await new OneVsOneClassifier<number>(new SVC()).fit(X, [1, 2]);
  const label: number[] = await pairs.predict(X);
  const again = await load(JSON.parse(JSON.stringify(pairs)), { classes: [OneVsOneClassifier] });
  const same: OneVsOneClassifier = again;
  // @ts-expect-error pairs have no probabilities
  await pairs.predictProba(X);
  const measures: number[] = [
    f1Score(y, found, { average: 'samples' }),
    hammingLoss([[1, 0]], [[1, 1]]),
    coverageError(y, scores, { classes: ['a', 'b'] }),
  ];
  return [best, label, same, measures];
}

export async function proofs() {
  const found: Separability = await separability([[0], [1]], ['a', 'b'], { fitIntercept: false });
  const witness: Float64Array | undefined = found.witness;
  // @ts-expect-error there are no limits of iterations
  await separability([[0], [1]], [0, 1], { maxIter: 5 });
  return [witness, found.margin];
}

export async function without() {
  const model = await new SVC().fit([[0], [1]], ['a', 'b']);
  const { error, kind, gradient } = await leaveOneOut(model, [[0], [1]], ['a', 'b'], {
    method: 'span',
  });
  const byC: number | undefined = gradient?.C;
  const what: 'exact' | 'bound' | 'estimate' = kind;
  // @ts-expect-error there is no such method
  await leaveOneOut(model, [[0], [1]], ['a', 'b'], { method: 'loo' });
  return [error, byC, what];
}

export async function wide() {
  const svc = new SVC({ loss: 'squaredHinge' });
  const { gamma, path } = await adaptiveWidth(svc, [[0], [1]], ['a', 'b'], { gammas: [1, 2] });
  const tried: number[] = path.map((step) => step.gamma);
  // @ts-expect-error the widths are called gammas
  await adaptiveWidth(svc, [[0], [1]], ['a', 'b'], { widths: [1] });
  return [gamma, tried];
}
