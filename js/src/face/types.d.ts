/** Types of what is made of other estimators: pipelines and searches. */
import type { Classifiers } from '../generated/classifiers.js';
import type { Entries, Label, LabelOf, ListOf, Samples, SearchFitSettings } from '../types.js';
import type { BoostedClassifier } from './boosted.js';
import type { ConformalClassifier, ConformalRegressor } from './conformal.js';
import type { OneVsOneClassifier, OneVsRestClassifier } from './one-vs.js';
import type { Classifier, Detector, Model, Regressor, Transformer } from './estimators.js';
import type { Pipeline } from './pipeline.js';
import type { Vectorizer } from './vectorizers.js';

/** A step before the last. */
export type Before = Transformer<any, any> | Vectorizer<any, any>;

/** A last step. */
export type Machine =
  Classifier<any, any, any, any> | Regressor<any, any> | Detector<any, any> | Transformer<any, any>;

/** Machines of any class that predict. */
type Predicting =
  | Classifier<any, Label, Samples, keyof Classifiers<any, any>>
  | Regressor<any, Samples>
  | Detector<any, Samples>;

/** A model that predicts, of any class. */
export type AnyMachine = Predicting | Pipeline<Predicting, Samples>;

/** What load can make. */
export type Loadable =
  | Model<any, any>
  | ConformalClassifier
  | ConformalRegressor
  | OneVsRestClassifier
  | OneVsOneClassifier
  | BoostedClassifier;

/** A class of it. */
export type LoadableClass = abstract new (...given: any[]) => Loadable;

/** What load makes, by the class that it was told of: only the file knows the labels. */
export type LoadedBy<Class> = Class extends { readonly prototype: infer M }
  ? M extends Classifier<any, any, any, infer Name>
    ? Classifiers<Label, Samples>[Name]
    : M extends Pipeline<any, any>
      ? Pipeline<Predicting, Samples>
      : M
  : never;

/** What predict of a last step returns; transformers have none. */
export type PredictedBy<Last> = Last extends { predict(...given: any): infer Answer }
  ? Answer
  : never;

/** The columns of a table that a transformer gets. */
export type ColumnChoice =
  | 'number'
  | 'category'
  | 'text'
  | string
  | number
  | readonly (string | number)[]
  | ((column: { name?: string; index: number; kind: 'number' | 'category' | 'text' }) => boolean);

/** A part of a ColumnTransformer. */
export type ColumnPart = Transformer<any, any> | Pipeline<any, any> | 'drop' | 'passthrough';

/** A name, what transforms, and the columns that it gets: a vectorizer gets one. */
export type ColumnGroup = readonly [
  name: string,
  transformer: ColumnPart | Vectorizer<any, any>,
  columns: ColumnChoice,
];

/** What a column of a table is said to be; `'date:dmy'` are dates that begin with the day. */
export type ColumnKind =
  'number' | 'boolean' | 'category' | 'text' | 'date' | 'date:dmy' | 'date:mdy' | 'date:ymd';

/** The options of a ColumnTransformer. */
export interface ColumnOptions {
  /** What becomes of columns that no transformer gets. Default: 'drop'. */
  remainder?: ColumnPart;
  /** What columns are, by name, where a transformer asks for all of a kind. By default the values tell. */
  types?: Record<string, ColumnKind>;
  /** The answer is sparse if that of a transformer is, and a smaller share of all entries than this is not zero in the first rows of training. Default: 0.3. */
  sparseThreshold?: number;
}

/** A regressor, or a pipeline that ends in one. */
export type AnyRegressor = Regressor<any, any> | Pipeline<any, any>;

/** Functions of the caller that values of y go through, and predictions come back by. */
export interface TargetFunctions {
  func(value: number): number;
  inverse(value: number): number;
}

/** The options of a TransformedTarget. */
export interface TargetOptions {
  /** What y goes through: 'standard' gives it mean 0 and variance 1, 'quantile' a normal distribution; 'log', 'log1p' and 'sqrt' are functions of each value; or a transformer that can be undone, or functions. Default: 'none'. */
  transformer?:
    | 'none'
    | 'standard'
    | 'quantile'
    | 'log'
    | 'log1p'
    | 'sqrt'
    | Transformer<any, any>
    | TargetFunctions;
}

/** Whatever can be fitted to samples X. */
export interface Fittable<X = any> {
  fit(X: X, ...more: any[]): unknown;
}

/** The samples that an estimator is fitted to. */
export type SamplesFor<E> = E extends Fittable<infer X> ? X : unknown;

/** The steps of a pipeline that takes samples S and ends in a machine. */
export type Steps<Last, S> =
  | readonly [
      [name: string, first: Before & Fittable<S>],
      ...[name: string, step: Before][],
      [name: string, last: Last],
    ]
  | readonly [[name: string, last: Last & Fittable<S>]];

/** The same without names. */
export type UnnamedSteps<Last, S> =
  [first: Before & Fittable<S>, ...steps: Before[], last: Last] | [last: Last & Fittable<S>];

/** The arguments of the method fit, or fitSteps, of a machine with samples S in place of its own. */
export type FitArguments<Last extends Machine, S> =
  Parameters<Last['fit']> extends [any, ...infer More] ? [X: S, ...More] : any[];

/** The same of score, which detectors do not have. */
export type ScoreArguments<Last, S> = Last extends {
  score(X: any, ...more: infer More): unknown;
}
  ? [X: S, ...More]
  : never;

/** What y is for an estimator. A detector needs none, unless a scorer of the caller's does. */
export type TargetsFor<E extends Fittable> =
  Parameters<E['fit']> extends [any, infer Y, ...any[]] ? Y : Entries<unknown> | null | undefined;

/** The grids of an estimator. */
export type GridOf<E> = E extends { setParams(options: infer O): any }
  ? {
      readonly [K in keyof O]?: ArrayLike<
        O[K] | (O[K] extends infer V ? (V extends string ? string : never) : never)
      >;
    }
  : Record<string, ArrayLike<unknown>>;

/** Refuses what E lacks. */
export type Checked<E, G> = G extends readonly unknown[]
  ? { [I in keyof G]: Checked<E, G[I]> }
  : E extends Pipeline<infer Last, any>
    ? { [K in keyof G]: StepOf<Last, K, G[K]> }
    : E extends { setParams(options: infer O): any }
      ? { [K in keyof G]: K extends keyof O ? ListOf<O[K], G[K]> : never }
      : unknown;

type StepOf<Last, K, List> = K extends `${infer Step}__${infer Option}`
  ? Last extends Classifier<infer O, any, any, infer Name>
    ? Step extends Lowercase<Name>
      ? Option extends keyof O
        ? ListOf<O[Option], List>
        : never
      : unknown
    : unknown
  : ArrayLike<{ getParams(): unknown; setParams(options: any): unknown }>;

/** The arguments of the method fit of a search. */
export type SearchArguments<E extends Fittable> =
  Parameters<E['fit']> extends [any, any, ...any[]]
    ? [X: SamplesFor<E>, y: TargetsFor<E>, settings?: SearchFitSettings]
    : [X: SamplesFor<E>, y?: TargetsFor<E>, settings?: SearchFitSettings];

/** The arguments of its method predict. */
export type PredictArguments<E> = E extends { predict(...given: infer Given): unknown }
  ? Given
  : never;

/** An estimator once it has been fitted to Y: a classifier predicts the labels in Y. */
export type FittedTo<E, Y> =
  E extends Classifier<any, infer L extends Label, infer S, infer Name>
    ? Classifiers<LabelOf<Y, L>, S>[Name]
    : E extends Pipeline<infer Last, infer S>
      ? FittedPipeline<Last, Y, S>
      : E;

/** The same of a pipeline; written out in its methods, TypeScript 7 finds a circle in them. */
export type FittedPipeline<Last extends Machine, Y, S> = Pipeline<FittedTo<Last, Y>, S>;
