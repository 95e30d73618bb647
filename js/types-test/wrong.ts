// Wrong code must not compile. Compiled, never run.
import {
  GridSearch,
  HalvingSearch,
  LinearSVC,
  OneClassSVM,
  RandomSearch,
  SVC,
  SVR,
  StandardScaler,
  crossValidate,
  importLibsvm,
  init,
  kernels,
  load,
  makePipeline,
  readLibsvm,
  writeLibsvm,
} from 'maxmargin';
import { RegularizationNetwork } from 'maxmargin/study';
import { SVC as BlockingSVC } from 'maxmargin/sync';

export async function wrong() {
  // @ts-expect-error an unknown option
  new SVC({ gama: 1 });
  // @ts-expect-error a function as regularizer
  new RegularizationNetwork({ regularizer: (a: number[], b: number[]) => a.length * b.length });
  // @ts-expect-error a number as text
  new SVC({ C: '1' });
  // @ts-expect-error null is not a number
  new SVC({ C: null });
  // @ts-expect-error an unknown kernel
  new SVC({ kernel: 'rbff' });
  // @ts-expect-error a kernel that is made of others
  new SVC({ kernel: 'sum' });
  // @ts-expect-error an unknown parameter
  kernels.rbf({ gama: 1 });
  // @ts-expect-error a parameter that no kernel has
  new SVC({ kernel: { kernel: 'rbf', gama: 1 } });
  // @ts-expect-error a parameter of another kernel
  new SVC({ kernel: { kernel: 'rbf', degree: 1 } });
  // @ts-expect-error a kernel without parameters
  new SVR({ kernel: { kernel: 'linear', gamma: 1 } });
  // @ts-expect-error a name of another kind
  new SVC({ kernel: { name: 'rbf' } });
  // @ts-expect-error a parameter that no composition has
  new BlockingSVC({ kernel: { kernel: 'sum', parts: [kernels.rbf()], gama: 1 } });
  // @ts-expect-error the same later
  new SVC().setParams({ kernel: { kernel: 'rbf', gama: 1 } });
  // @ts-expect-error parts are objects
  kernels.sum('rbf');
  // @ts-expect-error coefficients are needed
  kernels.fourier({});
  // @ts-expect-error the factor comes first
  kernels.scale(kernels.rbf());
  // @ts-expect-error gamma has two names only
  new SVC({ gamma: 'scales' });
  // @ts-expect-error a choice, not a flag
  new SVC({ study: { shrinking: 'yes' } });
  // @ts-expect-error an unknown rule for weights
  new SVC({ classWeight: 'unbalanced' });
  // @ts-expect-error weights are numbers
  new SVC({ classWeight: { a: '2' } });
  // @ts-expect-error an unknown shape
  new SVC({ study: { decisionFunctionShape: 'ovx' } });
  // @ts-expect-error options are an object
  new SVC('rbf');

  const model = new SVC();
  const rows = [
    [0, 1],
    [1, 0],
  ];
  // @ts-expect-error samples are rows
  await model.fit([0, 1], [1, 2]);
  // @ts-expect-error labels are needed
  await model.fit(rows);
  // @ts-expect-error labels are primitives
  await model.fit(rows, [{}, {}]);
  // @ts-expect-error an unknown setting
  await model.fit(rows, [1, 2], { sampleWeights: [1, 1] });
  // @ts-expect-error weights are numbers
  await model.fit(rows, [1, 2], { sampleWeight: ['1', '1'] });
  // @ts-expect-error a signal, not its controller
  await model.fit(rows, [1, 2], { signal: new AbortController() });
  // @ts-expect-error a flag, not a number
  await model.fit(rows, [1, 2], { transfer: 1 });
  // @ts-expect-error text in a column
  await model.fit({ a: ['1'] }, [1]);
  // @ts-expect-error steps are a loop, not a promise
  model.fitSteps(rows, [1, 2]).then();
  // @ts-expect-error an unknown shape
  await model.decisionFunction(rows, { shape: 'ovx' });
  // @ts-expect-error predict takes samples
  await model.predict('rows');
  // @ts-expect-error results cannot be set
  model.objective = 1;
  // @ts-expect-error a promise is not an array
  model.predict(rows).length;
  // @ts-expect-error bytes, not text
  await load('bytes');
  // @ts-expect-error text, not bytes
  await readLibsvm(7);
  // @ts-expect-error text, not an object
  await importLibsvm({ text: '' });
  // @ts-expect-error a setting, by name
  await importLibsvm('', 3);
  // @ts-expect-error labels in LIBSVM's format are numbers
  await writeLibsvm(rows, ['a', 'b']);
  // @ts-expect-error an unknown setting
  await init({ wasm: 'x' });
  // @ts-expect-error named labels are not numbers
  const labels: number[] = await new SVC<string>().predict(rows);
  void labels;
}

const rows = [
  [0, 1],
  [1, 0],
];

export async function wrongSamples() {
  const model = new SVC();
  // @ts-expect-error text in the place of numbers
  await model.fit([['a', 'b']], [1]);
  // @ts-expect-error text among numbers
  await model.fit([[1, 'b']], [1]);
  // @ts-expect-error dates are no rows
  await model.fit([new Date()], [1]);
  // @ts-expect-error dates are no numbers
  await model.fit([[new Date()]], [1]);
  // @ts-expect-error text in an object
  await model.fit([{ length: 1, species: 'setosa' }], [1]);
  // @ts-expect-error the radial basis function does not compare strings
  await new SVC({ kernel: 'rbf' }).fit(['ACGT', 'TTAG'], [1, 2]);
  // @ts-expect-error linear machines compare rows
  await new LinearSVC().fit(['ACGT', 'TTAG'], [1, 2]);
  // @ts-expect-error a kernel of strings compares strings
  await new SVC({ kernel: 'spectrum' }).fit(rows, [1, 2]);
  // @ts-expect-error the same as an object
  await new SVC({ kernel: kernels.gapWeighted() }).fit(rows, [1, 2]);
  // @ts-expect-error the same in maxmargin/sync
  new BlockingSVC({ kernel: 'spectrum' }).fit(rows, [1, 2]);
  // @ts-expect-error what is predicted is compared, too
  await new SVC({ kernel: 'spectrum' }).predict(rows);
  // @ts-expect-error a function compares what it is for
  await new SVC({ kernel: (a: Set<string>, b: Set<string>) => a.size + b.size }).fit(rows, [1, 2]);
  // @ts-expect-error a matrix has no named columns
  await new SVC({ kernel: 'precomputed' }).fit([{ a: 1 }, { a: 2 }], [1, 2]);
  // @ts-expect-error one sum, one kind of samples
  kernels.sum(kernels.rbf(), kernels.spectrum());
  // @ts-expect-error columns are those of rows
  kernels.columns([0], kernels.spectrum());
  // @ts-expect-error the samples of a machine stay of one kind
  model.setParams({ kernel: 'spectrum' });
  // @ts-expect-error a scaler takes numbers
  await makePipeline(new StandardScaler(), new SVC()).fit(['a', 'b'], [1, 2]);
  // @ts-expect-error a search takes what its machine takes
  await new GridSearch(new SVC(), { C: [1] }).fit(['a', 'b'], [1, 2]);
  // @ts-expect-error and so does a cross-validation
  await crossValidate(new SVC(), ['a', 'b'], [1, 2]);
}

export function wrongGrids() {
  // @ts-expect-error an unknown option
  new GridSearch(new SVC(), { gama: [1] });
  // @ts-expect-error an unknown option in one of several grids
  new GridSearch(new SVC(), [{ C: [1] }, { gama: [1] }]);
  // @ts-expect-error an unknown kernel
  new GridSearch(new SVC(), { kernel: ['rbff'] });
  // @ts-expect-error a kernel that is made of others
  new GridSearch(new SVC(), { kernel: ['linear', 'sum'] });
  // @ts-expect-error an unknown parameter of a kernel
  new GridSearch(new SVC(), { kernel: [{ kernel: 'rbf', gama: 1 }] });
  // @ts-expect-error an unknown choice
  new GridSearch(new LinearSVC(), { loss: ['hing'] });
  // @ts-expect-error an unknown choice beside numbers
  new GridSearch(new SVC(), { gamma: [1, 'scales'] });
  // @ts-expect-error an unknown rule
  new GridSearch(new SVC(), { classWeight: ['balancd'] });
  // @ts-expect-error a text in the place of a number
  new GridSearch(new SVC(), { C: ['1'] });
  // @ts-expect-error an unknown option
  new RandomSearch(new SVC(), { gama: { uniform: [1, 2] } });
  // @ts-expect-error an unknown choice
  new RandomSearch(new SVC(), { kernel: ['rbff'] });
  // @ts-expect-error an unknown option
  new HalvingSearch(new SVC(), [{ gama: [1] }]);
  // @ts-expect-error an unknown choice
  new HalvingSearch(new SVC(), { kernel: ['rbff'] });
  const pipeline = makePipeline(new StandardScaler(), new SVC());
  // @ts-expect-error an unknown option of a step
  new GridSearch(pipeline, { svc__CC: [1] });
  // @ts-expect-error an unknown choice of a step
  new GridSearch(pipeline, { svc__kernel: ['rbff'] });
  // @ts-expect-error a step is an estimator
  new GridSearch(pipeline, { svc: [1] });
  // @ts-expect-error options of pipelines say of which step they are
  new GridSearch(pipeline, { C: [1] });
  // @ts-expect-error an unknown option of a step
  new RandomSearch(pipeline, { svc__CC: { uniform: [1, 2] } });
}

export async function wrongLabels() {
  const unsure: { y?: string[] } = {};
  // @ts-expect-error labels are needed
  await new SVC().fit(rows);
  // @ts-expect-error labels that there may not be
  await new SVC().fit(rows, unsure.y);
  // @ts-expect-error dates are no labels
  await new SVC().fit(rows, [new Date()]);
  // @ts-expect-error values are numbers
  await new SVR().fit(rows, ['a', 'b']);
  // @ts-expect-error a detector has no labels
  await new OneClassSVM().fit(rows, [1, 2]);
  // @ts-expect-error labels are needed in a pipeline
  await makePipeline(new StandardScaler(), new SVC()).fit(rows);
  // @ts-expect-error labels are needed in a search
  await new GridSearch(new SVC(), { C: [1] }).fit(rows);
  // @ts-expect-error a saved search as text
  await new GridSearch(new SVC(), { C: [1] }).fit(rows, [1, 2], { resume: 'text' });
  // @ts-expect-error a saved cross-validation as text
  await crossValidate(new SVC(), rows, [1, 2], { resume: 'text' });
  // @ts-expect-error labels are needed in a cross-validation
  await crossValidate(new SVC(), rows);

  const named = await new SVC().fit(rows, ['no', 'yes']);
  // @ts-expect-error the labels are strings
  await named.score(rows, [1, 2]);
  // @ts-expect-error a score compares with labels
  await named.score(rows);
  // @ts-expect-error another fit has labels of the same type
  await named.fit(rows, [1, 2]);
  // @ts-expect-error the labels are strings
  const numbers: number[] = await named.predict(rows);
  const exact = await new SVC().fit(rows, ['no', 'yes'] as const);
  // @ts-expect-error there is no such label
  await exact.score(rows, ['no', 'maybe']);
  const piped = await makePipeline(new StandardScaler(), new SVC()).fit(rows, ['no', 'yes']);
  // @ts-expect-error the labels are strings
  await piped.score(rows, [1, 2]);
  const before = new GridSearch(new SVC(), { C: [1] });
  // @ts-expect-error before the fit there is no best estimator
  await before.bestEstimator.predict(rows);
  // @ts-expect-error before the fit there are no best options
  before.bestParams.C;
  const search = await before.fit(rows, ['no', 'yes']);
  // @ts-expect-error the labels are strings
  await search.bestEstimator.score(rows, [1, 2]);
  void numbers;
}
