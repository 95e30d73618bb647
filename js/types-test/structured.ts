// Sequences and structured labels. Compiled, never run.
import { SequenceTagger } from 'maxmargin';
import { planSgd } from 'maxmargin/bounds';
import { StructuredSVM } from 'maxmargin/study';
import { SequenceTagger as Blocking } from 'maxmargin/sync';

const X = [
  [
    [0, 1],
    [1, 0],
  ],
  [[1, 1]],
];
const y = [['a', 'b'], ['a']];

export async function tag() {
  const model = await new SequenceTagger({ C: 10 }).fit(X, y);
  const words: string[][] = await model.predict(X);
  const { tags, scores } = await model.tag(X);
  const first: string = tags[0][0];
  const score: Float64Array = scores;
  const other = await new SequenceTagger().fit(X.flat(), y.flat(), { lengths: [2, 1] });
  const same: string[][] = await other.predict(X.flat(), { lengths: [2, 1] });
  const alone: string[] = await other.predict(X.flat());
  const steps: Float64Array = model.transitions;
  const blocking: string[][] = new Blocking().fit(X, y).predict(X);
  // @ts-expect-error: no such algorithm
  new SequenceTagger({ algorithm: 'viterbi' });
  return [words, first, score, same, alone, steps, blocking];
}

export async function structured() {
  const model = new StructuredSVM({
    features: (x: number, y: boolean) => [y ? x : -x],
    argmax: (x, w) => w[0] * x > 0,
    lossArgmax: (x, y, w) => (y ? 1 : -1) * w[0] * x > 0.5,
    loss: (a, b) => (a === b ? 0 : 1),
    algorithm: 'sgd',
    ...planSgd(1, 1, 0.5),
  });
  await model.fit([1, 2], [true, false], { sampleWeight: [1, 2] });
  const labels: boolean[] = model.predict([3]);
  const weights: Float64Array = model.weights;
  // @ts-expect-error: the samples are numbers
  model.predict(['3']);
  return [labels, weights];
}
