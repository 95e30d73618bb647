// What users write must compile, and have these types. Compiled, never run.
import { MaxMarginError, SVC, importLibsvm, init, load, readLibsvm, writeLibsvm } from 'maxmargin';
import type { SVCOptions } from 'maxmargin';

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
    shrinking: true,
    classWeight: 'balanced',
    decisionFunctionShape: 'ovo',
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
  const numbers: number[] = [model.objective, model.gap, model.fitInfo.iterations];

  const bytes: Uint8Array = await model.save();
  const again = await load(bytes);
  await again.predict(rows);

  const { X, y } = await readLibsvm('1 1:1\n');
  const size: number = X.rows * X.cols;
  const text: string = await writeLibsvm(X, y);
  await model.fit(X, y);

  const exported: string = await model.exportLibsvm();
  const imported = await importLibsvm(exported, { features: 2 });
  await importLibsvm(new Uint8Array());
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
