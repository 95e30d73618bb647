// Bounds. Compiled, never run.
import { SVC, kernels } from 'maxmargin';
import { AverageMarginClassifier, countDichotomies, inGeneralPosition, rademacher } from 'maxmargin/study'; // prettier-ignore
import type { Dichotomies, RademacherComplexity } from 'maxmargin/study';
import { shatters } from 'maxmargin/study/sync';
import { SVC as BlockingSVC } from 'maxmargin/sync';
import { bounds, boundsReport, canonicalHyperplane, certainty, compareMargins, curve, dropOutliers, invert, marginLosses, marginReport, multipliers, planSgd, projectOntoHyperplane, structuralRisk, suggestC, suggestLambda } from 'maxmargin/bounds'; // prettier-ignore
import type { BoundResult, BoundsReport, Certainty, MarginReport } from 'maxmargin/bounds';

export async function use(X: number[][], y: string[]) {
  const result: BoundResult = bounds.vc({ n: 1000, dimension: 3 });
  const compressed: BoundResult = bounds.compression({ n: 100, supportVectors: 5, base: 2 });
  const n: number = invert(bounds.vc, { dimension: 3, delta: 0.01 }, 0.1);
  const { best, values } = curve(
    bounds.marginPercentile,
    { n: 100, radius: 1 },
    { errors: [0, 1], margin: new Float64Array(2) },
  );
  const formula: string = bounds.margin.formula;
  const { rows } = structuralRisk({
    n: 100,
    classes: [{ name: 'cubic', dimension: 4, errors: 2 }],
  });
  const report: BoundsReport = await boundsReport(await new SVC().fit(X, y), X, y, { delta: 0.1 });
  await boundsReport(new BlockingSVC().fit(X, y), X, y);
  await boundsReport(await new AverageMarginClassifier().fit(X, y), X, y, { radius: 2 });
  const C: number = suggestC(2);
  const lambda: number = suggestLambda({ radius: 1, norm: 10, n: 100 });
  const eta: number = planSgd(10, 1, 0.1).eta0;
  const found: Dichotomies = await countDichotomies(X, { kernel: kernels.rbf({ gamma: 1 }) });
  const shattered: boolean = shatters(X, { fitIntercept: false }).shattered;
  const complexity: RademacherComplexity = await rademacher('rbf', X, { draws: 100 });
  const general: boolean = inGeneralPosition(X).general;
  // @ts-expect-error dimension is needed
  bounds.vc({ n: 100 });
  // @ts-expect-error there is no such argument
  bounds.vc({ n: 100, dimension: 3, gamma: 1 });
  // @ts-expect-error there is no such base
  bounds.compression({ n: 100, supportVectors: 5, base: 10 });
  return [
    found,
    shattered,
    complexity,
    general,
    result,
    compressed,
    n,
    best,
    values,
    formula,
    rows,
    report,
    C,
    lambda,
    eta,
  ];
}

export async function margins(X: number[][], y: string[]) {
  const svc = await new SVC().fit(X, y);
  const report: MarginReport = await marginReport(svc, X, y, { gamma: 0.1, radius: 1 });
  const ratio: number | undefined = report.ratio;
  const steps: Float64Array = report.curve.share;
  const average = await new AverageMarginClassifier().fit(X, y);
  const least: number = (await compareMargins({ svc, average }, X, y)).svc.least;
  const { ramp, means } = await marginLosses(svc, X, y);
  const { margin } = canonicalHyperplane({ weights: [1, 2], X, y });
  const { feet } = projectOntoHyperplane({ weights: new Float64Array(2), intercept: 1, X });
  const sure: Certainty = await certainty(average, X, { training: { X, y }, delta: 0.1 });
  const shares: Float64Array = sure.terms.margin;
  const { model, removed } = await dropOutliers(svc, X, y, { alpha: 1 });
  const clean: SVC<string> = model;
  const eta: Float64Array | undefined = (await multipliers(svc, X, y)).eta;
  // @ts-expect-error the samples of the fit are needed
  await certainty(svc, X, { delta: 0.1 });
  // @ts-expect-error the target margin is a number
  await marginReport(svc, X, y, { gamma: 'scale' });
  // @ts-expect-error weights are needed
  canonicalHyperplane({ X });
  return [clean, removed, eta, ratio, steps, shares, least, ramp, means.hinge, margin, feet];
}
