// Rounds of boosters have these types. Compiled, never run.
import { AdaBoostClassifier } from 'maxmargin';
import { DecisionStump, LPBoostClassifier } from 'maxmargin/study';
import type { BoostingRound, CorrectiveRound } from 'maxmargin/study';

export async function boosting() {
  const X = [[0], [1], [2]];
  const y = ['in', 'out', 'in'];
  const model = new LPBoostClassifier({ estimator: new DecisionStump(), nu: 0.2, tol: 1e-8 });
  await model.fit(X, y);
  const rounds: CorrectiveRound[] = await model.rounds(X, y);
  const edge: number = rounds[0].edge;
  const weights: Float64Array = rounds[0].weights;
  const others: BoostingRound[] = await new AdaBoostClassifier().rounds(X, y);
  // @ts-expect-error a round of LPBoost has no bound
  const bound: number = rounds[0].bound;
  return { edge, weights, others, bound, objectives: model.objectives.length };
}
