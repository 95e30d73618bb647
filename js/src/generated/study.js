// Written by go run ./core/internal/gen from core/engine/catalog. Do not edit.

import { CorrectiveBooster } from '../face/boosting.js';
import { Classifier, Regressor, Transformer } from '../face/estimators.js';
import { diagnosing, machine, updatable } from '../face/machine.js';
import { PairClassifier } from '../face/pairs.js';
import { SetClassifier } from '../face/ranking.js';
import * as specs from './specs.js';

export const Perceptron = /* @__PURE__ */ machine(Classifier, specs.machinePerceptron, [updatable]);
export const KernelPerceptron = /* @__PURE__ */ machine(Classifier, specs.machineKernelPerceptron, [updatable]);
export const AverageMarginClassifier = /* @__PURE__ */ machine(Classifier, specs.machineAverageMarginClassifier, [updatable, diagnosing]);
export const KernelFisherDiscriminant = /* @__PURE__ */ machine(Classifier, specs.machineKernelFisherDiscriminant);
export const IncompleteCholesky = /* @__PURE__ */ machine(Transformer, specs.machineIncompleteCholesky);
export const MonomialFeatures = /* @__PURE__ */ machine(Transformer, specs.machineMonomialFeatures);
export const ParzenClassifier = /* @__PURE__ */ machine(Classifier, specs.machineParzenClassifier);
export const KernelRegression = /* @__PURE__ */ machine(Regressor, specs.machineKernelRegression);
export const DecisionStump = /* @__PURE__ */ machine(Classifier, specs.machineDecisionStump);
export const LPSVC = /* @__PURE__ */ machine(Classifier, specs.machineLPSVC, [diagnosing]);
export const LPSVR = /* @__PURE__ */ machine(Regressor, specs.machineLPSVR, [diagnosing]);
export const LPMarginClassifier = /* @__PURE__ */ machine(Classifier, specs.machineLPMarginClassifier);
export const RegularizationNetwork = /* @__PURE__ */ machine(Regressor, specs.machineRegularizationNetwork);
export const ParametricTubeSVR = /* @__PURE__ */ machine(Regressor, specs.machineParametricTubeSVR);
export const LPBoostClassifier = /* @__PURE__ */ machine(CorrectiveBooster, specs.machineLPBoostClassifier, [], () => new DecisionStump());
export const OrdinalGaussianProcess = /* @__PURE__ */ machine(Classifier, specs.machineOrdinalGaussianProcess);
export const OrdinalAverageMargin = /* @__PURE__ */ machine(Classifier, specs.machineOrdinalAverageMargin);
export const ReducedOrdinalSVC = /* @__PURE__ */ machine(Classifier, specs.machineReducedOrdinalSVC);
export const SetRanker = /* @__PURE__ */ machine(SetClassifier, specs.machineSetRanker);
export const MulticlassPerceptron = /* @__PURE__ */ machine(Classifier, specs.machineMulticlassPerceptron, [updatable]);
export const MulticlassKernelPerceptron = /* @__PURE__ */ machine(Classifier, specs.machineMulticlassKernelPerceptron, [updatable]);
export const EquivalenceSVC = /* @__PURE__ */ machine(PairClassifier, specs.machineEquivalenceSVC);
