// What is wrong must not compile. Compiled, never run.
import { SVC, importLibsvm, init, kernels, load, readLibsvm, writeLibsvm } from 'maxmargin';

export async function wrong() {
  // @ts-expect-error an unknown option
  new SVC({ gama: 1 });
  // @ts-expect-error a number as text
  new SVC({ C: '1' });
  // @ts-expect-error null is no number
  new SVC({ C: null });
  // @ts-expect-error an unknown kernel
  new SVC({ kernel: 'rbff' });
  // @ts-expect-error a kernel that is made of others
  new SVC({ kernel: 'sum' });
  // @ts-expect-error an unknown parameter
  kernels.rbf({ gama: 1 });
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
  // @ts-expect-error an unknown way to weigh
  new SVC({ classWeight: 'unbalanced' });
  // @ts-expect-error weights are numbers
  new SVC({ classWeight: { a: '2' } });
  // @ts-expect-error an unknown shape
  new SVC({ decisionFunctionShape: 'ovx' });
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
  // @ts-expect-error a promise is no array
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
