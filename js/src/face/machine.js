/**
 * Makes the classes of machines, which differ in what the catalogue says of them: the spec, with the
 * results of fits, and methods that not all machines of a kind have. generated/classes.d.ts and
 * study.d.ts have the types and the meaning of both.
 */
import { loadable } from '#host';
import { attribute } from '../model/estimator.js';
import { register } from '../model/loadable.js';
import { fitChunks } from './chunks.js';
import { diagnose, exportLiblinear, exportLibsvm, invert, scores, update } from './estimators.js';
import { add, certify, remove } from './incremental.js';
import { densityOf, distribution, drawn, evidenceOf, pointsOf } from './process.js';

/** @import { Estimator } from '../model/estimator.js' */
/** @import { MachineSpec } from '../machines/options.js' */

/** What methods do, given the model and their arguments. @typedef {Record<string, (model: any, ...given: any[]) => unknown>} Methods */

/**
 * @param {new (spec: object, options?: object, ...more: any[]) => Estimator<any>} Base
 * @param {MachineSpec} spec
 * @param {Methods[]} [methods]
 * @param {unknown[]} more what the constructor of the base class takes
 */
export function machine(Base, spec, methods = [], ...more) {
  const Class = class extends Base {
    /** @param {object} [options] */
    constructor(options) {
      super(spec, options, ...more);
    }
  };
  Object.defineProperty(Class, 'name', { value: register(loadable, spec.name, Class, spec) });
  const define = (/** @type {string} */ name, /** @type {PropertyDescriptor & ThisType<Estimator<any>>} */ how) =>
    Object.defineProperty(Class.prototype, name, { configurable: true, ...how }); // prettier-ignore
  for (const [name, work] of methods.flatMap(Object.entries))
    define(name, {
      value(/** @type {unknown[]} */ ...given) {
        return work(this, ...given);
      },
      writable: true,
    });
  for (const { name } of spec.attributes)
    define(name, {
      get() {
        return attribute(this, name);
      },
    });
  return Class;
}

// What some machines can do beside the others of their kind. Detectors have no targets.

export const updatable = { partialFit: update };
export const incremental = { add, remove, certificate: certify };
export const gathering = { fitChunks };
export const diagnosing = { diagnostics: diagnose };
export const process = { predict: distribution, sampleY: drawn, logDensity: densityOf };
export const evidence = { logMarginalLikelihood: evidenceOf };
export const inverting = { inverseTransform: invert };
export const scoring = { scoreSamples: scores };
export const drawing = { sample: pointsOf };
export const libsvm = { exportLibsvm };
export const liblinear = { exportLiblinear };

/** @type {Methods} */
export const incrementalDetector = {
  add: (model, x, settings) => add(model, x, undefined, settings),
  remove,
  certificate: certify,
};

/** @type {Methods} */
export const diagnosingDetector = {
  diagnostics: (model, X, settings) => diagnose(model, X, undefined, settings),
};
