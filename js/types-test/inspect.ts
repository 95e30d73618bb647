// The functions of maxmargin/inspect must have these types. Compiled, never run.
import { SVC, makeFolds } from 'maxmargin';
import {
  bootstrapError,
  closestOppositePair,
  crossValidatePredict,
  partialDependence,
  permutationImportance,
  reduce,
  report,
  selectBySRM,
} from 'maxmargin/inspect';
import type {
  BootstrapError,
  ModelReport,
  PartialDependence,
  PermutationImportance,
  ReduceSettings,
  Reduced,
  ReportJSON,
  ReportSettings,
} from 'maxmargin/inspect';

export async function inspect(X: number[][], y: string[]) {
  const model = await new SVC().fit(X, y);
  const error: BootstrapError = await bootstrapError(new SVC(), X, y, { folds: 50, seed: 1 });
  const own: PermutationImportance = await permutationImportance(model, X, y, { repeats: 3 });
  await permutationImportance(model, X, y, { scoring: 'f1Macro' });
  const curve: PartialDependence = await partialDependence(model, X, [0, 1], { grid: 5 });
  await crossValidatePredict(new SVC(), X, y, {
    folds: await makeFolds(X),
    method: 'predictProba',
  });
  const width: number = closestOppositePair(X, y).gamma;
  const risk = await selectBySRM([{ estimator: new SVC(), dimension: 3 }], X, y);
  const chosen: number = risk.best;
  const settings: ReportSettings = { task: 'classification', train: { X, y }, date: new Date() };
  const page: ModelReport = await report(model, X, y, settings);
  const data: ReportJSON = page.json;
  // @ts-expect-error: no such task
  await report(model, X, y, { task: 'guessing' });
  await partialDependence(model, X, ['a']);
  await crossValidatePredict(new SVC(), X, y, { folds: 4, seed: 2 });
  // @ts-expect-error: features are a list
  await partialDependence(model, X, 'a');
  // @ts-expect-error: no such setting
  await permutationImportance(model, X, y, { rounds: 3 });
  return [
    error.e632plus,
    own.means[0],
    curve.averages[0],
    width,
    chosen,
    page.html,
    data.scores[0].low,
  ];
}

export async function fewer() {
  const model = await new SVC().fit([[0], [1]], ['a', 'b']);
  const settings: ReduceSettings = { vectors: 50, maxError: 0.1, X: [[0]] };
  const reduced: Reduced<typeof model> = await reduce(model, settings);
  const labels: string[] = await reduced.model.predict([[0]]);
  const errors: Float64Array = reduced.errors;
  const numbers: (number | undefined)[] = [reduced.vectors, reduced.difference];
  // @ts-expect-error a number of vectors
  await reduce(model, { vectors: 'few' });
  return [labels, errors, numbers];
}
