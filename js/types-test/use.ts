// Code of users must compile, and have these types. Compiled, never run.
import {
  AdaBoostClassifier,
  CountVectorizer,
  FeatureMap,
  GaussianMixture,
  GridSearch,
  HalvingSearch,
  HiddenMarkovModel,
  LinearSVC,
  MaxMarginError,
  RandomSearch,
  SVC,
  StandardScaler,
  crossValidate,
  importLiblinear,
  importLibsvm,
  init,
  kernels,
  load,
  makeFolds,
  makePipeline,
  readLibsvm,
  trainTestSplit,
  writeLibsvm,
} from 'maxmargin';
import type {
  FitStatus,
  Fold,
  Kernel,
  ModelJSON,
  ResultRow,
  Shaped,
  SparseRows,
  SVCOptions,
} from 'maxmargin';

/** same<A, B>() compiles only when A and B are the same type. */
type Same<A, B> =
  (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
declare function same<A, B>(proof: Same<A, B>): void;

export async function use() {
  await init();
  await init({
    wasmUrl: new URL('https://example.org/maxmargin.wasm'),
    workerUrl: '/worker.js',
    onWarning: (w) => w.code.length,
  });

  const options: SVCOptions = {
    C: 10,
    kernel: 'rbf',
    gamma: 'scale',
    degree: 3,
    coef0: 0,
    tol: 1e-3,
    cacheSize: 200,
    maxIter: Infinity,
    maxTime: 1000,
    study: { shrinking: true, solver: 'smo', decisionFunctionShape: 'ovo' },
    classWeight: 'balanced',
  };
  const model = new SVC(options);
  new SVC();
  new SVC({});
  new SVC({ gamma: 0.5, classWeight: { yes: 2 } });
  new SVC({ classWeight: new Map([[1, 2]]) });
  new SVC({ classWeight: null });

  // Samples in every form.
  const rows = [
    [0, 1],
    [1, 0],
  ];
  const typed = [Float64Array.of(0, 1), Float32Array.of(1, 0)];
  const flat = { data: new Float64Array(4), rows: 2, cols: 2 };
  const shaped = { data: new Float32Array(4), shape: [2, 2] };
  const sparse = { indptr: [0, 1, 2], indices: [0, 1], data: [1, 1], rows: 2, cols: 2 };
  for (const X of [rows, typed, flat, shaped, sparse]) await model.fit(X, [1, 2]);
  const readonlyRows: readonly (readonly number[])[] = rows;
  await model.fit(readonlyRows, [1, 2] as const);

  const table = {
    schema: { fields: [{ name: 'a' }] },
    getChildAt: () => ({ length: 2, nullCount: 0, toArray: () => new Float64Array(2) }),
  };
  const tensor = { shape: [2, 2], data: async () => new Float32Array(4) };
  const objects = [
    { a: 1, b: 2 },
    { a: 3, b: 4 },
  ];
  const columns = { a: new Float64Array(2), b: [1, 2] };
  const matrix = { rows: 2, columns: 2, to1DArray: () => [1, 2, 3, 4] };
  for (const X of [table, tensor, objects, columns, matrix]) await model.predict(X);
  await model.fit(table, [1, 2], { transfer: true });
  await model.fit(objects, { length: 2, toArray: () => ['a', 'b'] });
  await model.predict(flat, { transfer: true });
  const featureNames: string[] | undefined = model.featureNames;

  // Labels in every type.
  for (const y of [[1, 2], ['a', 'b'], [true, false], [1n, 2n], Int32Array.of(1, 2)]) {
    await model.fit(rows, y as number[]);
  }
  const named = new SVC<string>();
  same<string[], Awaited<ReturnType<typeof named.predict>>>(true);
  same<string[], typeof named.classes>(true);

  const fitted = await model.fit(rows, [1, 2], {
    sampleWeight: [1, 0.5],
    signal: new AbortController().signal,
    onProgress: ({ iteration, objective, gap, supportVectors }) => {
      const sum: number = iteration + objective + gap + supportVectors;
      return sum > 0;
    },
  });
  fitted.predict(rows);
  await model.fit(rows, [1, 2], { onProgress: () => {} });

  const values = await model.decisionFunction(rows, { shape: 'ovr' });
  const [first]: Iterable<number> = values;
  const shape: readonly number[] = values.shape;
  const score: number = await model.score(rows, [1, 2]);

  const indices: Int32Array = model.supportIndices;
  const counts: Int32Array = model.supportCounts;
  const coefficients: Float64Array = model.dualCoef;
  const intercept: Float64Array = model.intercept;
  const converged: boolean = model.fitInfo.converged;
  const ended: FitStatus = model.fitInfo.status;
  if (ended === 'infeasible' || ended === 'stalled' || ended === 'imported') void ended;
  const numbers: number[] = [model.objective, model.gap, model.fitInfo.iterations];

  for await (const { gap, phase } of model.fitSteps(rows, [1, 2], { sampleWeight: [1, 1] })) {
    const told: string = phase + gap;
    void told;
  }
  const copy: SVC = model.clone();
  same<typeof copy, typeof model>(true);
  const json: ModelJSON = model.toJSON();
  await load<SVC>(json);
  await load<SVC>(JSON.parse(JSON.stringify(model)));

  const bytes: Uint8Array = await model.save();
  const again = await load(bytes);
  await load({ arrayBuffer: async () => new ArrayBuffer(8) });
  await again.predict(rows);

  const { X, y } = await readLibsvm('1 1:1\n');
  const size: number = X.rows * X.cols;
  const text: string = await writeLibsvm(X, y);
  await model.fit(X, y);

  const exported: string = await model.exportLibsvm();
  const imported = await importLibsvm<SVC<number>>(exported, { features: 2 });
  await importLibsvm(new Uint8Array());
  const linear = await importLiblinear<LinearSVC<number>>(exported, { features: 2 });
  const linearText: string = await linear.exportLiblinear();
  await importLiblinear(new TextEncoder().encode(linearText));
  same<number[], Awaited<ReturnType<typeof imported.predict>>>(true);

  try {
    await model.predict(rows);
  } catch (error) {
    if (error instanceof MaxMarginError) {
      const parts: string = error.code + error.argument + error.message;
      const row: unknown = error.details.row;
      void [parts, row];
    }
  }
  model.dispose();
  void [
    featureNames,
    first,
    shape,
    score,
    indices,
    counts,
    coefficients,
    intercept,
    converged,
    numbers,
    size,
    text,
  ];
}

export async function select(X: number[][], y: string[]) {
  const { XTrain, yTest, train } = await trainTestSplit(X, y, { testSize: 0.3, stratify: true });
  same<number[][], typeof XTrain>(true);
  same<string[], typeof yTest>(true);
  same<Int32Array, typeof train>(true);
  same<Fold[], Awaited<ReturnType<typeof makeFolds>>>(true);
  const folds = await makeFolds(X, y, { folds: 3, groups: y, seed: 1 });
  const { mean, scores } = await crossValidate(new SVC(), X, y, { folds, scoring: 'fbeta@2' });
  same<number, typeof mean>(true);
  same<number[], typeof scores>(true);
  const search = new GridSearch(
    new SVC<string>(),
    { C: [1, 10], gamma: ['scale', 0.1], kernel: ['rbf', kernels.laplacian()] },
    { nested: true, workers: 2, scoring: (truth, found) => Number(truth[0] === found[0]) },
  );
  await search.fit(X, y, { onProgress: ({ fraction }) => fraction < 0.5 });
  same<SVC<string> | undefined, typeof search.bestEstimator>(true);
  same<ResultRow[], typeof search.results>(true);
  search.nested?.params[0]?.C;
  const saved: Uint8Array<ArrayBuffer> = search.save();
  await search.fit(X, y, { resume: saved, onProgress: () => void search.save() });
  await search.fit(X, y, { resume: Math.random() < 0.5 ? saved.buffer : null });
  // @ts-expect-error: no such metric
  await crossValidate(new SVC(), X, y, { scoring: 'precise' });
  // @ts-expect-error: lists of values
  new GridSearch(new SVC(), { C: 1 });
  same<Promise<string[]>, ReturnType<typeof search.predict>>(true);
  same<Promise<number>, ReturnType<typeof search.score>>(true);
  const random = new RandomSearch(
    new SVC<string>(),
    { C: { logUniform: [0.1, 10] }, degree: { integer: [2, 3] }, kernel: ['rbf'] },
    { candidates: 5, nested: true },
  );
  await random.fit(X, y);
  same<SVC<string> | undefined, typeof random.bestEstimator>(true);
  const halving = new HalvingSearch(new SVC<string>(), { C: [1, 10] }, { factor: 2 });
  await halving.fit(X, y);
  same<ResultRow[], (typeof halving.rounds)[0]['results']>(true);
  // @ts-expect-error: no such distribution
  new RandomSearch(new SVC(), { C: { normal: [0, 1] } });
  // @ts-expect-error: it cannot be nested
  new HalvingSearch(new SVC(), { C: [1] }, { nested: true });
}

/** Grids as people write them: what is in a variable has texts of which only the type is known. */
export function grids(anything: any, name: 'rbf' | 'laplacian', options: SVCOptions) {
  const grid = { kernel: ['rbf', 'linear'], C: [1, 10], gamma: ['scale', 0.1] };
  new GridSearch(new SVC(), grid);
  new RandomSearch(new SVC(), { ...grid, C: { logUniform: [0.1, 10] } });
  new HalvingSearch(new SVC(), grid);
  new GridSearch(new SVC(), [{ C: [1] }, { kernel: ['poly'], degree: [2, 3] }]);
  const several = [{ C: [1] }, { kernel: ['poly'], degree: [2, 3] }];
  new GridSearch(new SVC(), several);
  const rbf = kernels.rbf();
  const own = (a: number[], b: number[]) => a[0] * b[0];
  new GridSearch(new SVC(), { kernel: ['rbf', rbf, kernels.sum(rbf, rbf), own] });
  new GridSearch(new SVC(), { kernel: [{ kernel: 'poly', degree: 2 }], C: Float64Array.of(1, 2) });
  new GridSearch(new SVC(), { classWeight: [null, 'balanced', { a: 1 }] });
  new GridSearch<SVC<string>>(new SVC<string>(), grid);
  const search: GridSearch<SVC> = new GridSearch(new SVC(), grid);
  new GridSearch(anything, { whatever: [1] });
  new GridSearch(new AdaBoostClassifier(), { estimator__maxDepth: [1, 2] });
  const pipeline = makePipeline(new StandardScaler(), new SVC());
  const ofSteps = { svc__kernel: ['rbf'], svc__C: [1], standardscaler__withMean: [true] };
  new GridSearch(pipeline, ofSteps);
  new GridSearch(pipeline, { svc: [new SVC(), new LinearSVC()], svc__C: [1, 2] });
  new RandomSearch(pipeline, { svc__C: { uniform: [1, 2] }, svc__kernel: ['rbf', rbf] });
  new SVC({ kernel: name });
  new SVC({ kernel: { kernel: name, gamma: 'scale' } });
  new SVC({ kernel: { kernel: 'fourier', coefficients: [1, 0.5] } });
  new SVC({ kernel: { kernel: 'sum', parts: [rbf, { kernel: 'linear' }] } });
  new SVC({ kernel: rbf });
  new SVC({ kernel: kernels.spectrum({ length: 3 }) });
  new SVC({ ...options, C: 2 });
  new SVC(new SVC().getParams());
  return search;
}

export async function vectorize(texts: string[], rows: number[][], signal: AbortSignal) {
  const words = await new CountVectorizer({ minDf: 2 }).fit(texts, { signal });
  same<CountVectorizer, typeof words>(true);
  const counts = await words.fitTransform(texts, { onProgress: ({ fraction }) => fraction < 1 });
  same<SparseRows, typeof counts>(true);
  same<string[], ReturnType<typeof words.getFeatureNames>>(true);
  same<Promise<Uint8Array<ArrayBuffer>>, ReturnType<typeof words.save>>(true);
  const mapped = await new FeatureMap({ map: (x: number) => [x] }).fitTransform([1, 2]);
  same<Shaped<Float64Array>, typeof mapped>(true);
  const mixture = new GaussianMixture({ nComponents: 3 });
  for await (const { phase } of mixture.fitSteps(rows)) if (phase === 'done') break;
  same<Int32Array, Awaited<ReturnType<typeof mixture.predict>>>(true);
  same<Float64Array, Awaited<ReturnType<typeof mixture.scoreSamples>>>(true);
  const model = await new HiddenMarkovModel({ nStates: 2 }).fit(texts);
  same<Int32Array[], Awaited<ReturnType<typeof model.predict>>>(true);
  // @ts-expect-error: the samples are in the worker until the promise resolves
  void words.transform(texts).indptr;
}

export function composed(): Kernel {
  const rbf = kernels.rbf({ gamma: 'scale' });
  new SVC({ kernel: kernels.sum(rbf, kernels.scale(2, kernels.matern({ nu: 2.5 }))) });
  new SVC({ kernel: 'rationalQuadratic' });
  kernels.diagonalShift(0.1, kernels.tensor(kernels.columns([0], rbf), kernels.columns([1], rbf)));
  kernels.center([[1, 2]], kernels.spectral({ frequencies: [[1, 2]], powers: [1] }));
  kernels.weighted({ matrix: new Float64Array([1, 2]) });
  return kernels.columns([0, 1], kernels.normalize(kernels.fourier({ coefficients: [1, 0.5] })));
}
