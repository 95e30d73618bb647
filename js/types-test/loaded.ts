// What load, a fit of a class of one's own, and a search give. Compiled, never run.
import { ConformalClassifier, GridSearch, LinearSVC, Pipeline, SVC, SVR, StandardScaler, TfidfVectorizer, load, makePipeline } from 'maxmargin'; // prettier-ignore
import type { Label, LoadSettings } from 'maxmargin';
import { Perceptron } from 'maxmargin/study';
import { load as loadNow, SVC as BlockingSVC, SVR as BlockingSVR } from 'maxmargin/sync';

type IsAny<T> = 0 extends 1 & T ? 'any' : 'typed';

export async function loaded(bytes: Uint8Array) {
  const model = await load(bytes);
  const what: IsAny<typeof model> = 'typed';
  const found: Label[] | Float64Array | Int32Array = await model.predict([[1]]);
  const answer: IsAny<Awaited<ReturnType<typeof model.predict>>> = 'typed';
  if (model instanceof SVC) model.supportIndices.length;
  if (model instanceof Pipeline) model.steps.length;
  // @ts-expect-error a model is no number
  const n: number = model;
  // @ts-expect-error there is no such property
  model.nonsense;
  // @ts-expect-error samples are rows
  await model.predict('not samples');
  const named = await load<Pipeline<SVC<'a' | 'b'>>>(bytes);
  const label: 'a' | 'b' = (await named.predict([[1]]))[0];
  return [what, found, answer, n, label];
}

export async function ofClasses(bytes: Uint8Array, settings: LoadSettings) {
  const model = await load(bytes, { classes: [SVC, SVR] });
  const either: SVC | SVR = model;
  const what: IsAny<typeof model> = 'typed';
  const found: Label[] | Float64Array | Int32Array = await model.predict([[1]]);
  if (model instanceof SVC) model.supportCounts.length;
  else model.intercept.toFixed();
  // @ts-expect-error it may be an SVR
  model.supportCounts.length;
  // @ts-expect-error it may be an SVR
  const wrong: SVC = model;
  const study = await load(bytes, { classes: [Perceptron], kernel: () => 1 });
  study.votes.length;
  const steps = await load(bytes, { classes: [Pipeline, StandardScaler, TfidfVectorizer] });
  const kind: IsAny<typeof steps> = 'typed';
  if (steps instanceof Pipeline) await steps.predict([[1]]);
  // @ts-expect-error a scaler does not predict
  await steps.predict([[1]]);
  const sets = await load(JSON.parse(''), { classes: [ConformalClassifier] });
  const status: string = sets.status;
  // Nothing is known of settings from elsewhere, or without classes.
  const any = [await load(bytes, settings), await load(bytes, { classes: [] })];
  if (any[0] instanceof Pipeline) any[0].steps.length;
  // @ts-expect-error a class of another kind
  await load(bytes, { classes: [Map] });
  // @ts-expect-error a model, and no class
  await load(bytes, { classes: [new SVC()] });
  const named: SVC<'a'> = await load<SVC<'a'>>(bytes, { classes: [SVC] });
  const now = loadNow(bytes, { classes: [BlockingSVC, BlockingSVR] });
  const at: BlockingSVC | BlockingSVR = now;
  // @ts-expect-error a File has to be waited for
  loadNow(new Blob(), { classes: [BlockingSVC] });
  return [either, what, found, wrong, kind, status, any, named, at];
}

export async function own() {
  class Mine extends SVC<'a' | 'b'> {
    extra() {
      return 1;
    }
  }
  class Line extends LinearSVC {
    extra() {
      return 1;
    }
  }
  class Values extends SVR {
    extra() {
      return 1;
    }
  }
  const mine = await new Mine().fit([[1]], ['a', 'b']);
  const label: 'a' | 'b' = (await mine.predict([[1]]))[0];
  const line = await new Line().fit([[1]], [true, false]);
  const side: boolean = (await line.predict([[1]]))[0];
  return [mine.extra(), label, line.extra(), side, (await new Values().fit([[1]], [1])).extra()];
}

export async function searched() {
  const grid = { C: [1, 10], gamma: [0.1, 'scale'], kernel: ['rbf', 'linear'] } as const;
  const search = await new GridSearch(new SVC(), grid).fit([[1]], ['a', 'b']);
  const best: [unknown, number, string[]] = [search.bestParams.C, search.bestScore, await search.bestEstimator.predict([[1]])]; // prettier-ignore
  const steps = makePipeline(new StandardScaler(), new SVC());
  const other = await new GridSearch(steps, { svc__C: new Float64Array(2) }).fit([[1]], ['a', 'b']);
  other.bestEstimator.classes?.length;
  // @ts-expect-error before a fit there may be none
  new GridSearch(new SVC(), {}).bestParams.C;
  // @ts-expect-error there is no such option
  new GridSearch(new SVC(), { gama: [1] });
  // @ts-expect-error C is a number
  new GridSearch(new SVC(), { C: ['a'] });
  // @ts-expect-error score has no such setting
  await search.bestEstimator.score([[1]], ['a'], { nonsense: 1 });
  return [best, await search.bestEstimator.score([[1]], ['a'], { sampleWeight: [1] })];
}
