/** The types that users of maxmargin/plot see. */
import type { Certainty, CertaintyLimits } from '../bounds/types.js';
import type { FitStatus, Label, Numbers, Progress, ResultRow } from '../types.js';

/** Observable Plot, as `import * as Plot from '@observablehq/plot'` gives it. E is what it draws. */
export interface PlotModule<E = unknown> {
  plot(options?: any): E;
  areaY(...given: any[]): any;
  barX(...given: any[]): any;
  cell(...given: any[]): any;
  contour(...given: any[]): any;
  dot(...given: any[]): any;
  frame(...given: any[]): any;
  identity: any;
  line(...given: any[]): any;
  rectY(...given: any[]): any;
  binX(...given: any[]): any;
  ruleX(...given: any[]): any;
  ruleY(...given: any[]): any;
  text(...given: any[]): any;
}

/**
 * Options of Plot.plot, which replace those of the picture: size, title, caption, scales (x, y,
 * color, ...) option by option. Marks are drawn on top.
 */
export interface DrawOptions {
  width?: number;
  height?: number;
  title?: unknown;
  caption?: unknown;
  marks?: readonly unknown[];
  [option: string]: unknown;
}

/**
 * The values of the features that are not drawn: one value per column, or some by name or
 * number.
 */
export type Hold = Numbers | Readonly<Record<string | number, number>>;

export interface SurfaceSettings extends CertaintyLimits {
  /**
   * What is drawn: the decision function, or how certain predictions are, by `certainty` of
   * maxmargin/bounds. Then X and y are the samples of the fit.
   */
  of?: 'decision' | 'certainty';
  /** Columns to draw, by number or name; needed if there are more than two. */
  features?: readonly [number | string, number | string];
  /** Values of the other columns; their means by default. */
  hold?: Hold;
  /** Cells across and down, 128 by default. */
  resolution?: number | readonly [number, number];
  /** Ranges of the two features; by default those of X and a margin. */
  domain?: { readonly x?: readonly [number, number]; readonly y?: readonly [number, number] };
  /**
   * Values to draw lines at: -1, 0 and 1 for two classes, 0 for a detector, and tenths of the largest
   * score for certainty.
   */
  levels?: Numbers;
  /** Rejects with its reason when it aborts. */
  signal?: AbortSignal | null;
}

/** A sample on a surface. */
export interface SurfacePoint {
  /** Its row in X. */
  row: number;
  x: number;
  y: number;
  /** Its class, its value, or, for a detector, its side: 'inside' or 'outside'. */
  label: Label | undefined;
  /** The same as predicted. */
  predicted: Label;
  /** Whether it is a support vector: known where X holds the rows of the fit. */
  support: boolean;
}

export interface DecisionSurface {
  kind: 'classifier' | 'regressor' | 'detector';
  /** The two columns that are drawn, and what they are called. */
  features: [number, number];
  names: [string, string];
  /** Ranges that are shown. */
  x: [number, number];
  y: [number, number];
  /**
   * The places of the values: width x height cells, row after row from y1, that fill x1 to x2
   * and y1 to y2. They reach one cell beyond the ranges that are shown.
   */
  grid: { x1: number; y1: number; x2: number; y2: number; width: number; height: number };
  /**
   * Decision values at the centres of the cells, for a regressor its predictions; none for more
   * than two classes. Of certainty its scores, with the sign of the decision values.
   */
  values: Float64Array | undefined;
  /** How certain predictions are at the centres of the cells. */
  certainty?: Certainty;
  /** The classes, or inside and outside: values that are positive where the class is predicted. */
  regions: { label: Label; values: Float64Array }[];
  /** Values at which lines are drawn. */
  levels: number[];
  points: SurfacePoint[];
}

export interface TubeSettings {
  /** The column to draw, by number or name; needed if there are several. */
  feature?: number | string;
  /** Values of the other columns; their means by default. */
  hold?: Hold;
  /** Half-width of the tube; by default that of the model, if it has one. */
  epsilon?: number;
  /** Points of the curve, 256 by default. */
  resolution?: number;
  /** Range of the feature; by default that of X and a margin. */
  domain?: readonly [number, number];
  /** Rejects with its reason when it aborts. */
  signal?: AbortSignal | null;
}

export interface RegressionTube {
  feature: number;
  name: string;
  epsilon: number | undefined;
  /** The predictions along the feature; without an epsilon there is no lower and upper. */
  curve: { x: number; predicted: number; lower: number | undefined; upper: number | undefined }[];
  points: {
    row: number;
    x: number;
    y: number;
    predicted: number;
    residual: number;
    /** Whether it lies outside the tube. */
    outside: boolean;
    support: boolean;
  }[];
}

export interface BandSettings {
  /** The column to draw, by number or name; needed if there are several. */
  feature?: number | string;
  /** Values of the other columns; their means by default. */
  hold?: Hold;
  /** Half-width of the band in standard deviations, 2 by default. */
  width?: number;
  /** Whether the band is that of an observation, with noise, and not of the function. Default: false. */
  noise?: boolean;
  /** How many functions are drawn from the process, 0 by default. */
  samples?: number;
  /** Seed of these functions, 0 by default. */
  seed?: number;
  /** Points of the curve, 256 by default. */
  resolution?: number;
  /** Range of the feature; by default that of X and a margin. */
  domain?: readonly [number, number];
  /** Rejects with its reason when it aborts. */
  signal?: AbortSignal | null;
}

export interface PosteriorBand {
  feature: number;
  name: string;
  width: number;
  noise: boolean;
  /** The mean along the feature, the standard deviation of the function, the edges of the band. */
  curve: { x: number; mean: number; std: number; lower: number; upper: number }[];
  /** Points of the functions that were drawn, with the number of the function. */
  samples: { sample: number; x: number; y: number }[];
  points: { row: number; x: number; y: number }[];
}

export interface MarginSettings {
  /** Half-width of the tube of a regressor; by default that of the model. */
  epsilon?: number;
}

export interface MarginDistribution {
  kind: 'classifier' | 'regressor' | 'detector';
  /**
   * For a classifier y f(x), with several classes the least of its two-class problems; for a
   * regressor epsilon - |y - f(x)|; for a detector f(x). Negative values are on the wrong side.
   */
  margins: Float64Array;
  rows: { row: number; margin: number; label: Label | undefined }[];
  /** Where the margin of a classifier ends: 1. */
  edge: number | undefined;
}

/** A function for onProgress that keeps the reports, with seconds since the first. */
export interface FitRecorder {
  (report: Progress): unknown;
  readonly reports: (Progress & { seconds: number })[];
}

/** A step of a fit. */
export interface ConvergenceStep {
  /** Of the whole fit. */
  iteration: number;
  objective: number;
  gap: number;
  supportVectors: number;
  /** Since the first report, if a recorder kept it. */
  seconds: number | undefined;
}

export interface Convergence {
  /** Objective, gap and support vectors are those of the phase. */
  steps: (ConvergenceStep & { phase: string })[];
  /** In their order. */
  phases: string[];
  /** How the fit ended: the objective is the sum over its phases. The status is known from fitInfo. */
  end: (ConvergenceStep & { status: FitStatus | undefined }) | undefined;
}

export interface ExplanationSettings {
  /** Of a waterfall: the row of the explanation, 0 by default. */
  row?: number;
  /** The output, for models of several classes: its number in `outputs`, 0 by default. */
  output?: number;
  /** How many features are shown, 10 by default; a waterfall adds up the others. */
  count?: number;
}

/** A feature on the way from the base to the value. */
export interface WaterfallStep {
  feature: string;
  /** What it adds. */
  value: number;
  from: number;
  to: number;
}

export interface ExplanationWaterfall {
  /** The value at the baseline, where the way begins. */
  base: number;
  /** The value of the row, where it ends. */
  value: number;
  /** What a positive value speaks for. */
  of?: Label | [Label, Label];
  row: number;
  /** The largest first. */
  steps: WaterfallStep[];
}

/** What a feature adds in one row. */
export interface SwarmDot {
  feature: string;
  /** The place of the feature, 0 for the one with the largest mean. */
  place: number;
  row: number;
  value: number;
  /** From -1 to 1: where it lies across the line, so that it covers no other. */
  offset: number;
  /** The value of the feature, and the same from 0, its least, to 1, its largest; where X is given. */
  x?: number;
  shade?: number;
}

export interface ExplanationBeeswarm {
  /** What a positive value speaks for. */
  of?: Label | [Label, Label];
  /** By the mean size of what they add, the largest first. */
  features: { feature: string; mean: number }[];
  dots: SwarmDot[];
}

export interface HeatMapSettings {
  /** Options on the axes; by default the two that vary, C across. */
  x?: string;
  y?: string;
  /** The shown value: 'mean' by default. */
  value?: keyof ResultRow & string;
}

export interface ValidationHeatMap {
  /** The options on the axes. */
  x: string;
  y: string;
  /** Their values, in order. */
  xValues: unknown[];
  yValues: unknown[];
  value: string;
  /** Where other options vary too, a cell is its row of the best rank. */
  cells: {
    x: unknown;
    y: unknown;
    /** NaN where the search did not finish, or the fit failed. */
    value: number;
    std: number;
    /** Whether it is the best of the search. */
    best: boolean;
    row: ResultRow;
  }[];
}
