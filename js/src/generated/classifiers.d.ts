// Written by go run ./core/internal/gen from core/engine/catalog. Do not edit.

import type { Label } from '../types.js';
import type {
  SVC,
  NuSVC,
  LinearSVC,
  SGDClassifier,
  NearestCentroid,
  KNeighborsClassifier,
  FisherDiscriminant,
  DecisionTreeClassifier,
  AdaBoostClassifier,
  LSSVC,
  KernelSGDClassifier,
  GaussianProcessClassifier,
  OrdinalSVC,
  CumulativeLinkModel,
  SVOR,
  SequenceTagger,
  MulticlassSVC,
  LowRankSVC,
  IncrementalSVC,
  HistGradientBoostingClassifier,
} from './classes.js';
import type {
  Perceptron,
  KernelPerceptron,
  AverageMarginClassifier,
  KernelFisherDiscriminant,
  ParzenClassifier,
  DecisionStump,
  LPSVC,
  LPMarginClassifier,
  LPBoostClassifier,
  OrdinalGaussianProcess,
  OrdinalAverageMargin,
  ReducedOrdinalSVC,
  SetRanker,
  MulticlassPerceptron,
  MulticlassKernelPerceptron,
  EquivalenceSVC,
} from './study.js';

/** The classifiers by name, with labels L and samples S. */
export interface Classifiers<L extends Label, S> {
  SVC: SVC<L, S>;
  NuSVC: NuSVC<L, S>;
  LinearSVC: LinearSVC<L>;
  SGDClassifier: SGDClassifier<L>;
  NearestCentroid: NearestCentroid<L, S>;
  KNeighborsClassifier: KNeighborsClassifier<L, S>;
  FisherDiscriminant: FisherDiscriminant<L>;
  DecisionTreeClassifier: DecisionTreeClassifier<L>;
  AdaBoostClassifier: AdaBoostClassifier<L>;
  LSSVC: LSSVC<L, S>;
  KernelSGDClassifier: KernelSGDClassifier<L, S>;
  GaussianProcessClassifier: GaussianProcessClassifier<L, S>;
  OrdinalSVC: OrdinalSVC<L, S>;
  CumulativeLinkModel: CumulativeLinkModel<L>;
  SVOR: SVOR<L, S>;
  SequenceTagger: SequenceTagger<L>;
  MulticlassSVC: MulticlassSVC<L, S>;
  LowRankSVC: LowRankSVC<L, S>;
  IncrementalSVC: IncrementalSVC<L, S>;
  HistGradientBoostingClassifier: HistGradientBoostingClassifier<L>;
  Perceptron: Perceptron<L>;
  KernelPerceptron: KernelPerceptron<L, S>;
  AverageMarginClassifier: AverageMarginClassifier<L, S>;
  KernelFisherDiscriminant: KernelFisherDiscriminant<L, S>;
  ParzenClassifier: ParzenClassifier<L>;
  DecisionStump: DecisionStump<L>;
  LPSVC: LPSVC<L, S>;
  LPMarginClassifier: LPMarginClassifier<L>;
  LPBoostClassifier: LPBoostClassifier<L>;
  OrdinalGaussianProcess: OrdinalGaussianProcess<L, S>;
  OrdinalAverageMargin: OrdinalAverageMargin<L, S>;
  ReducedOrdinalSVC: ReducedOrdinalSVC<L, S>;
  SetRanker: SetRanker<L>;
  MulticlassPerceptron: MulticlassPerceptron<L>;
  MulticlassKernelPerceptron: MulticlassKernelPerceptron<L, S>;
  EquivalenceSVC: EquivalenceSVC<L, S>;
}
