// The types of labels and samples come from what is passed. Compiled, never run.
import {
  GridSearch,
  KernelRidge,
  LinearSVC,
  LowRankSVC,
  LowRankSVR,
  OneClassSVM,
  Pipeline,
  SGDClassifier,
  SVC,
  SVR,
  StandardScaler,
  crossValidate,
  kernels,
  load,
  makePipeline,
} from 'maxmargin';
import { threads } from 'maxmargin/executor';
import { Perceptron, RegularizationNetwork } from 'maxmargin/study';
import type {
  Baseline,
  Chunk,
  ChunkSettings,
  Label,
  Matrix,
  SVCOptions,
  Samples,
  Shaped,
  SparseMatrix,
  Strings,
  Verdict,
} from 'maxmargin';
import * as sync from 'maxmargin/sync';

/** same<A, B>() compiles only when A and B are the same type. */
type Same<A, B> =
  (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
declare function same<A, B>(proof: Same<A, B>): void;

const rows = [
  [0, 1],
  [1, 0],
];

export async function labels() {
  const named = await new SVC().fit(rows, ['no', 'yes']);
  same<SVC<string>, typeof named>(true);
  same<string[], typeof named.classes>(true);
  same<string[], Awaited<ReturnType<typeof named.predict>>>(true);
  await named.score(rows, ['no', 'yes']);
  const numbered = await new LinearSVC({ C: 1 }).fit(rows, [1, 2]);
  same<LinearSVC<number>, typeof numbered>(true);
  const flags = await new SVC().fit(rows, [true, false]);
  same<boolean[], typeof flags.classes>(true);
  const typed = await new SVC().fit(rows, Int32Array.of(1, 2));
  same<number[], typeof typed.classes>(true);
  const literal = await new SVC().fit(rows, ['no', 'yes'] as const);
  same<('no' | 'yes')[], Awaited<ReturnType<typeof literal.predict>>>(true);
  const answers: ('no' | 'yes')[] = ['no', 'yes'];
  const exact = await new SVC().fit(rows, answers);
  same<SVC<'no' | 'yes'>, typeof exact>(true);
  // A tensor does not tell TypeScript what it holds, and neither does a fit whose result is dropped.
  const tensor = await new SVC().fit(rows, { shape: [2], dataSync: () => [1, 2] });
  same<Label[], typeof tensor.classes>(true);
  const wide = new SVC();
  await wide.fit(rows, [1, 2]);
  same<Label[], typeof wide.classes>(true);
  const told = new SVC<string>({ kernel: 'linear' });
  await told.fit(rows, ['no', 'yes']);
  same<string[], typeof told.classes>(true);

  for await (const { gap } of new SVC().fitSteps(rows, [1, 2])) if (gap < 1) break;
  const online = await new SGDClassifier().partialFit(rows, [1, 1], { classes: [1, 2] });
  same<SGDClassifier<number>, typeof online>(true);
  const batch = await new Perceptron().partialFit(rows, ['a', 'b'] as const, { classes: ['c'] });
  same<('a' | 'b' | 'c')[], typeof batch.classes>(true);
  same<Float64Array, Awaited<ReturnType<SVR['predict']>>>(true);
  same<Int32Array, Awaited<ReturnType<OneClassSVM['predict']>>>(true);
}

export async function chunks() {
  const flags = await new LowRankSVC().fitChunks([{ X: rows, y: [true, false] }]);
  same<LowRankSVC<boolean>, typeof flags>(true);
  const settings: ChunkSettings = {
    transfer: true,
    onProgress: ({ rows = 0, phase }) => rows < 1e6 || phase !== 'features',
  };
  const parts: Chunk<Samples, readonly ('no' | 'yes')[]>[] = [
    { X: rows, y: ['no', 'yes'], sampleWeight: [1, 2] },
  ];
  async function* later() {
    yield* parts;
  }
  const named = await new LowRankSVC({ C: 10 }).fitChunks(later(), settings);
  same<LowRankSVC<'no' | 'yes'>, typeof named>(true);
  const lines = await new LowRankSVC({ kernel: 'spectrum' }).fitChunks([{ X: ['ab'], y: [1] }]);
  same<LowRankSVC<number, Strings>, typeof lines>(true);
  const line: LowRankSVR = await new LowRankSVR().fitChunks([
    { X: rows, y: Float64Array.of(1, 2), sampleEpsilon: [0.1, 0.2] },
  ]);
  const executor = threads({ files: ['rows'], readChunk: () => undefined });
  const file = { file: 'rows/1.f32', target: -1, columns: 3 };
  const spread = await new LowRankSVC().fitChunks([file, { ...file, sampleWeight: 0 }], {
    executor,
  });
  same<LowRankSVC, typeof spread>(true);
  const mixed = await new LowRankSVC().fitChunks([...parts, file], { executor });
  same<LowRankSVC<'no' | 'yes'>, typeof mixed>(true);
  // @ts-expect-error a file has no y
  await new LowRankSVR().fitChunks([{ file: 'a.csv', y: 'kind' }], { executor });
  // @ts-expect-error maxmargin/sync has no workers that open files
  new sync.LowRankSVC().fitChunks([file]);
  const blocking = new sync.LowRankSVC().fitChunks(new Set(parts));
  same<('no' | 'yes')[], typeof blocking.classes>(true);
  // @ts-expect-error maxmargin/sync waits for nothing
  new sync.LowRankSVC().fitChunks(later());
  // @ts-expect-error each chunk needs its targets
  await new LowRankSVR().fitChunks([{ X: rows }]);
  // @ts-expect-error weights come with the chunks
  await new LowRankSVR().fitChunks([{ X: rows, y: [1, 2] }], { sampleWeight: [1, 1] });
  // @ts-expect-error other machines need all rows
  await new SVC().fitChunks(parts);
  return line;
}

export async function samples() {
  same<SVC<Label, Samples>, SVC>(true);
  const strings = new SVC({ kernel: 'spectrum' });
  same<SVC<Label, Strings>, typeof strings>(true);
  await strings.fit(['ACGT', 'TTAG'], [1, 2]);
  await new SVR({ kernel: kernels.spectrum({ length: 2 }) }).fit(['ACGT', 'TTAG'], [1, 2]);
  const sum = kernels.sum(kernels.spectrum(), kernels.scale(2, kernels.mismatch()));
  await new OneClassSVM({ kernel: sum }).fit(['ACGT', 'TTAG']);
  await new KernelRidge({ kernel: { kernel: 'spectrum', length: 2 } }).fit(['ACGT'], [1]);

  await new RegularizationNetwork({ kernel: 'rbf', regularizer: kernels.laplacian() }).fit(
    [[1]],
    [1],
  );
  await new RegularizationNetwork({ kernel: 'spectrum', regularizer: 'mismatch' }).fit(['A'], [1]);

  const sets = new SVC({ kernel: (a: Set<string>, b: Set<string>) => a.size + b.size });
  same<SVC<Label, readonly Set<string>[]>, typeof sets>(true);
  await sets.fit([new Set(['a']), new Set(['b'])], [1, 2]);
  const anything = new SVC({ kernel: (a, b) => a * b });
  same<SVC<Label, readonly any[]>, typeof anything>(true);
  const given = new SVC({ kernel: 'precomputed' });
  same<SVC<Label, Matrix>, typeof given>(true);

  const kept: Shaped<Float64Array> | SparseMatrix = new SVC().supportVectors;
  const keptStrings = strings.supportVectors;
  if (Array.isArray(keptStrings)) same<string[], typeof keptStrings>(true);

  // Machines that compare rows are of one type, whatever their kernel.
  let model: SVC<string> = new SVC<string>();
  model = await new SVC({ kernel: 'poly', degree: 2 }).fit(rows, ['no', 'yes']);
  model = await new SVC({ kernel: kernels.laplacian() }).fit(rows, ['no', 'yes']);
  model.setParams({ kernel: kernels.rbf() });
  const options: SVCOptions = { C: 1, kernel: 'rbf' };
  const unfitted = new SVC(options);
  same<SVC, typeof unfitted>(true);
  if (unfitted instanceof SVC) await unfitted.fit(rows, [1, 2]);
  class Own extends SVC<string> {
    readonly title = 'own';
  }
  void kept;
  same<string[], Own['classes']>(true);
}

export async function composed() {
  const piped = await makePipeline(new StandardScaler(), new SVC()).fit(rows, ['no', 'yes']);
  same<Pipeline<SVC<string>>, typeof piped>(true);
  same<string[], Awaited<ReturnType<typeof piped.predict>>>(true);
  same<string[], typeof piped.classes>(true);
  await piped.score(rows, ['no', 'yes']);
  const steps = new Pipeline([
    ['scale', new StandardScaler()],
    ['svr', new SVR()],
  ]);
  const regression = await steps.fit(rows, [1, 2]);
  same<Float64Array, Awaited<ReturnType<typeof regression.predict>>>(true);
  const alone = await new Pipeline([['svc', new SVC({ kernel: 'spectrum' })]]).fit(['a'], [1]);
  same<Pipeline<SVC<number, Strings>, Strings>, typeof alone>(true);
  await makePipeline(new StandardScaler(), new OneClassSVM()).fit(rows);

  const search = await new GridSearch(new SVC(), { C: [1, 10] }).fit(rows, ['no', 'yes']);
  same<SVC<string>, typeof search.bestEstimator>(true);
  same<number, typeof search.bestScore>(true);
  same<Verdict | undefined, typeof search.verdict>(true);
  same<Baseline | undefined, typeof search.baseline>(true);
  const pipelines = await new GridSearch(
    makePipeline(new StandardScaler(), new LinearSVC()),
    { linearsvc__C: [1, 10] },
    { workers: 2 },
  ).fit(rows, [true, false], { onProgress: ({ fraction }) => fraction < 0.5 });
  same<Pipeline<LinearSVC<boolean>>, typeof pipelines.bestEstimator>(true);
  const values = await new GridSearch(new SVR(), { C: [1] }).fit(rows, [1, 2]);
  same<SVR, typeof values.bestEstimator>(true);
  await new GridSearch(new OneClassSVM(), { nu: [0.1] }, { scoring: () => 1 }).fit(rows);
  await crossValidate(new SVC({ kernel: 'spectrum' }), ['a', 'b'], [1, 2]);
  await crossValidate(new OneClassSVM(), rows, null, { scoring: () => 1 });

  const loaded = await load(new Uint8Array());
  const found: Label[] | Float64Array | Int32Array = await loaded.predict(rows);
  const strings = await load<SVC<string, Strings>>(new Uint8Array());
  const dna: string[] = await strings.predict(['ACGT']);
  await load<Pipeline<SVC<string>>>(new Uint8Array());
  void [found, dna];
}

export function blocking() {
  const named = new sync.SVC().fit(rows, ['no', 'yes']);
  same<sync.SVC<string>, typeof named>(true);
  same<string[], ReturnType<typeof named.predict>>(true);
  const piped = sync.makePipeline(new sync.StandardScaler(), new sync.SVC()).fit(rows, [1n, 2n]);
  same<bigint[], ReturnType<typeof piped.predict>>(true);
  const search = new sync.GridSearch(new sync.SVC(), { C: [1] }).fit(rows, ['no', 'yes']);
  same<string[], ReturnType<NonNullable<typeof search.bestEstimator>['predict']>>(true);
  new sync.SVC({ kernel: 'spectrum' }).fit(['ACGT', 'TTAG'], [1, 2]);
}
