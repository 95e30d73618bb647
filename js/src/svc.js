import { PromisedClassifier } from './promised.js';

/** @import { SVCOptions } from './generated/options.js' */
/** @import { Label } from './types.js' */

/**
 * Support vector classification with soft margins, one versus one.
 * @template {Label} [L=Label]
 * @extends {PromisedClassifier<SVCOptions, L>}
 */
export class SVC extends PromisedClassifier {
  /** @param {SVCOptions} [options] */
  constructor(options) {
    super('SVC', options);
  }
}
