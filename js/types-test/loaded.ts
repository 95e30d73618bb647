// What load, a fit of a class of one's own, and a search give. Compiled, never run.
import { GridSearch, LinearSVC, Pipeline, SVC, SVR, StandardScaler, load, makePipeline } from 'maxmargin'; // prettier-ignore
import type { Label } from 'maxmargin';

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
