// Measures of predictions. Compiled, never run.
import { GridSearch, SVC } from 'maxmargin';
import {
  MaxMarginError,
  confusionMatrix,
  fbetaScore,
  kendallTau,
  meanAbsoluteError,
  ndcgScore,
  precisionScore,
  rankPositions,
  rocAucScore,
} from 'maxmargin/metrics';
import type { ConfusionMatrix, GainSettings } from 'maxmargin/metrics';

export function use(y: string[], predicted: string[], scores: Float64Array) {
  const one: number = precisionScore(y, predicted, { positive: 'yes' });
  const each: Float64Array = precisionScore(y, predicted, { average: 'none' });
  const mean: number = fbetaScore(y, predicted, { beta: 2, average: 'macro' });
  const table: ConfusionMatrix = confusionMatrix(y, predicted);
  const area: number = rocAucScore(y, scores);
  const tau: number = kendallTau([1, 2, 3], scores, { variant: 'a' });
  const positions: Float64Array = rankPositions(scores);
  const top: GainSettings = { k: 10, groups: y, discount: (position) => 1 / position };
  const gain: number = ndcgScore(scores, scores, top);
  new GridSearch(new SVC(), { C: [1, 10] }, { scoring: kendallTau });
  // @ts-expect-error beta is needed
  fbetaScore(y, predicted, {});
  // @ts-expect-error there is no such average
  meanAbsoluteError(scores, scores, { average: 'median' });
  const known: boolean = new MaxMarginError('ERR_TYPE', 'y', 'y') instanceof Error;
  return [one, each, mean, table, area, tau, positions, gain, known];
}
