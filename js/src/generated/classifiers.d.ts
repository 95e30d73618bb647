// Written by go run ./core/internal/gen from core/catalog. Do not edit.

import type { Label } from '../types.js';
import type {
  SVC,
  NuSVC,
  LinearSVC,
  SGDClassifier,
  Perceptron,
  KernelPerceptron,
  AverageMarginClassifier,
  NearestCentroid,
  KNeighborsClassifier,
  FisherDiscriminant,
  KernelFisherDiscriminant,
  ParzenClassifier,
  DecisionTreeClassifier,
  DecisionStump,
  AdaBoostClassifier,
  LPSVC,
  LPMarginClassifier,
  LSSVC,
  KernelSGDClassifier,
  LPBoostClassifier,
  GaussianProcessClassifier,
  OrdinalAverageMargin,
  OrdinalSVC,
  CumulativeLinkModel,
  SVOR,
  ReducedOrdinalSVC,
  SetRanker,
  SequenceTagger,
  MulticlassSVC,
  MulticlassPerceptron,
  MulticlassKernelPerceptron,
  EquivalenceSVC,
  LowRankSVC,
} from './classes.js';

/** The classifiers by name, with labels L and samples S. */
export interface Classifiers<L extends Label, S> {
  SVC: SVC<L, S>;
  NuSVC: NuSVC<L, S>;
  LinearSVC: LinearSVC<L>;
  SGDClassifier: SGDClassifier<L>;
  Perceptron: Perceptron<L>;
  KernelPerceptron: KernelPerceptron<L, S>;
  AverageMarginClassifier: AverageMarginClassifier<L, S>;
  NearestCentroid: NearestCentroid<L, S>;
  KNeighborsClassifier: KNeighborsClassifier<L, S>;
  FisherDiscriminant: FisherDiscriminant<L>;
  KernelFisherDiscriminant: KernelFisherDiscriminant<L, S>;
  ParzenClassifier: ParzenClassifier<L>;
  DecisionTreeClassifier: DecisionTreeClassifier<L>;
  DecisionStump: DecisionStump<L>;
  AdaBoostClassifier: AdaBoostClassifier<L>;
  LPSVC: LPSVC<L, S>;
  LPMarginClassifier: LPMarginClassifier<L>;
  LSSVC: LSSVC<L, S>;
  KernelSGDClassifier: KernelSGDClassifier<L, S>;
  LPBoostClassifier: LPBoostClassifier<L>;
  GaussianProcessClassifier: GaussianProcessClassifier<L, S>;
  OrdinalAverageMargin: OrdinalAverageMargin<L, S>;
  OrdinalSVC: OrdinalSVC<L, S>;
  CumulativeLinkModel: CumulativeLinkModel<L>;
  SVOR: SVOR<L, S>;
  ReducedOrdinalSVC: ReducedOrdinalSVC<L, S>;
  SetRanker: SetRanker<L>;
  SequenceTagger: SequenceTagger<L>;
  MulticlassSVC: MulticlassSVC<L, S>;
  MulticlassPerceptron: MulticlassPerceptron<L>;
  MulticlassKernelPerceptron: MulticlassKernelPerceptron<L, S>;
  EquivalenceSVC: EquivalenceSVC<L, S>;
  LowRankSVC: LowRankSVC<L, S>;
}
