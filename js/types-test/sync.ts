// maxmargin/sync: the same classes, with values instead of promises. Compiled, never run.
import {
  CountVectorizer,
  GaussianMixture,
  GridSearch,
  SVC,
  crossValidate,
  gramMatrix,
  importLibsvm,
  init,
  load,
  makePipeline,
  readLibsvm,
  StandardScaler,
  terminate,
  writeLibsvm,
} from 'maxmargin/sync';

export async function use() {
  await init();
  const rows = [
    [0, 1],
    [1, 0],
  ];
  const model = new SVC({ C: 1 }).fit(rows, [1, 2], { onProgress: ({ gap }) => gap > 1 });
  const labels = model.predict(rows);
  const first = labels[0];
  const value: number = model.decisionFunction(rows)[0];
  const score: number = model.score(rows, [1, 2]);
  for (const { gap } of model.fitSteps(rows, [1, 2])) if (gap < 1) break;
  load(model.toJSON());
  const bytes: Uint8Array = model.save();
  load<SVC<number>>(bytes).predict(rows);
  const { X, y } = readLibsvm('1 1:1\n');
  const text: string = writeLibsvm(X, y);
  const imported: number[] = importLibsvm<SVC<number>>(model.exportLibsvm()).predict(rows);

  const mean: number = crossValidate(model, rows, [1, 2]).mean;
  const best: number[] | undefined = new GridSearch(new SVC<number>(), { C: [1] })
    .fit(rows, [1, 2])
    .bestEstimator?.predict(rows);
  const kernelValues: Float64Array = gramMatrix('rbf', rows);
  const piped: string[] = makePipeline(new StandardScaler(), new SVC<string>())
    .fit(rows, ['a', 'b'])
    .predict(rows);
  const fitted: SVC = model.fit(rows, [1, 2]);
  const nothing: void = terminate();

  const { indptr } = new CountVectorizer().fit(['a word']).transform(['a word']);
  const mixture: Int32Array = new GaussianMixture().fit(rows).predict(rows);
  for (const { phase } of new GaussianMixture().fitSteps(rows)) if (phase === 'done') break;

  // @ts-expect-error reading a file needs a promise
  load(new Blob());
  // @ts-expect-error there is no promise
  model.predict(rows).then();
  // @ts-expect-error options are as strict as elsewhere
  new SVC({ gama: 1 });
  void [
    first,
    value,
    score,
    text,
    imported,
    mean,
    best,
    kernelValues,
    piped,
    fitted,
    nothing,
    indptr,
    mixture,
  ];
}
