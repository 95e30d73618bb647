import { BlockingClassifier } from './blocking.js';

/** @import { SVCOptions } from '../generated/options.js' */
/** @import { Label } from '../types.js' */

/**
 * Support vector classification with soft margins, one versus one.
 * @template {Label} [L=Label]
 * @extends {BlockingClassifier<SVCOptions, L>}
 */
export class SVC extends BlockingClassifier {
  /** @param {SVCOptions} [options] */
  constructor(options) {
    super('SVC', options);
  }
}
