// The blocking way in: the same classes, with values instead of promises. Compiled, never run.
import { SVC, importLibsvm, init, load, readLibsvm, writeLibsvm } from 'maxmargin/sync';

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

  // @ts-expect-error there is no promise
  model.predict(rows).then();
  // @ts-expect-error options are as strict as elsewhere
  new SVC({ gama: 1 });
  void [first, value, score, text, imported];
}
