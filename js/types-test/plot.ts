// Pictures. Compiled, never run.
import {
  GaussianProcessRegressor,
  GridSearch,
  SVC,
  SVR,
  learningCurve,
  validationCurve,
  makePipeline,
  StandardScaler,
} from 'maxmargin';
import type { LearningCurve, ValidationCurve } from 'maxmargin';
import {
  convergence,
  decisionSurface,
  marginDistribution,
  plotConvergence,
  plotDecisionSurface,
  plotLearningCurve,
  plotValidationCurve,
  plotPosteriorBand,
  plotRocCurve,
  plotValidationHeatMap,
  posteriorBand,
  recordFit,
  regressionTube,
  validationHeatMap,
} from 'maxmargin/plot';
import { confusionMatrix, precisionRecallCurve, rocCurve } from 'maxmargin/metrics';
import type { DecisionSurface, PlotModule } from 'maxmargin/plot';
import { SVC as BlockingSVC } from 'maxmargin/sync';

declare const Plot: PlotModule<SVGElement>;
const X = [
  [0, 1],
  [1, 0],
];

export async function use() {
  const record = recordFit(({ gap }) => gap > 1);
  const model = await new SVC().fit(X, ['a', 'b'], { onProgress: record });
  const surface: DecisionSurface = await decisionSurface(model, X, ['a', 'b'], {
    features: [0, 'width'],
    hold: { height: 2 },
    resolution: [64, 32],
  });
  const picture: SVGElement = plotDecisionSurface(Plot, surface, {
    width: 300,
    x: { label: 'cm' },
  });
  await decisionSurface(new BlockingSVC(), X, ['a', 'b']);
  const sure = await decisionSurface(model, X, ['a', 'b'], { of: 'certainty', delta: 0.1 });
  const sureness: Float64Array | undefined = sure.certainty?.scores;
  // @ts-expect-error there is no such surface
  await decisionSurface(model, X, ['a', 'b'], { of: 'margin' });
  await decisionSurface(makePipeline(new StandardScaler(), new SVC()), X, ['a', 'b']);
  const { curve } = await regressionTube(new SVR(), X, [1, 2], { feature: 1 });
  const upper: number | undefined = curve[0].upper;
  const process = await new GaussianProcessRegressor().fit(X, [1, 2]);
  const band = await posteriorBand(process, X, [1, 2], { feature: 0, noise: true, samples: 3 });
  const deviation: number = band.curve[0].std;
  plotPosteriorBand(Plot, band);
  const { matrix } = confusionMatrix(['a'], ['b'], { normalize: 'true' });
  const shape: readonly number[] = matrix.shape;
  const scores = await model.decisionFunction(X);
  const area: number = rocCurve(['a', 'b'], scores, { positive: 'a' }).curves[0].auc;
  const average: number = precisionRecallCurve(['a', 'b'], scores).curves[0].averagePrecision;
  plotRocCurve(Plot, rocCurve(['a', 'b'], scores));
  const { margins } = await marginDistribution(model, X, ['a', 'b']);
  plotConvergence(Plot, convergence(record.reports, model.fitInfo));
  const search = await new GridSearch(new SVC(), { C: [1, 2], gamma: [1, 2] }).fit(X, ['a', 'b']);
  plotValidationHeatMap(Plot, validationHeatMap(search.results, { x: 'C', value: 'fitTime' }));
  const learning: LearningCurve = await learningCurve(new SVC(), X, ['a', 'b'], {
    trainSizes: [0.5, 1],
  });
  plotLearningCurve(Plot, learning);
  const settings = { option: 'C', values: [1, 10] };
  const validation: ValidationCurve = await validationCurve(new SVC(), X, ['a', 'b'], settings);
  plotValidationCurve(Plot, validation);

  // @ts-expect-error dates are no labels
  confusionMatrix([new Date()], ['a']);
  // @ts-expect-error scores are numbers
  rocCurve(['a', 'b'], ['a', 'b'], { positive: 'a' });
  // @ts-expect-error a surface has two features that are numbers
  await decisionSurface(model, ['a', 'b'], ['a', 'b']);
  // @ts-expect-error values are numbers
  await regressionTube(new SVR(), X, ['a', 'b'], { feature: 1 });
  // @ts-expect-error the first argument is Plot
  plotLearningCurve(learning);
  // @ts-expect-error the data are a promise
  plotDecisionSurface(Plot, decisionSurface(model, X, ['a', 'b']));
  // @ts-expect-error there are three ways to normalise
  confusionMatrix(['a'], ['b'], { normalize: 'rows' });
  void [picture, sureness, upper, shape, area, average, margins, deviation];
}
