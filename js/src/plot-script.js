/** maxmargin.plot.js, for plain pages: the pictures, and what they draw of predictions. */
export * from './plot.js';
export { confusionMatrix } from './metrics/confusion-matrix.js';
export { precisionRecallCurve } from './metrics/precision-recall-curve.js';
export { rocCurve } from './metrics/roc-curve.js';
