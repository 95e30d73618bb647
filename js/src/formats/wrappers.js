/** OneVsRestClassifier and OneVsOneClassifier for writers of other formats: they have no bytes, but their members do. */
import { savedBytes } from '../basics/own-bytes.js';
import { checking, opened } from '../model/opened.js';

/** @import { Committee, Member } from '../graph/one-vs.js' */
/** @import { OneVsJSON } from '../types.js' */

/** @typedef {{estimators: any[], classes: any[], toJSON(): OneVsJSON}} Wrapper */

/**
 * Whether a model is made of classifiers of two classes.
 * @param {any} model
 * @returns {model is Wrapper}
 */
export const isWrapper = (model) => /^OneVs(Rest|One)Classifier$/.test(model?.constructor?.name);

/**
 * What such a model is made of.
 * @param {string} taker the function that was given it
 * @param {Wrapper} model fitted
 * @returns {Promise<Committee & {kind: string}>} kind: the type of its labels
 */
export async function committeeOf(taker, model) {
  const { machine, classes } = model.toJSON();
  const members = model.estimators.map(async (one) => {
    if (one === 0 || one === 1) return one;
    const bytes = await savedBytes(taker, one);
    checking(() => opened(bytes));
    return bytes;
  });
  const { kind, several } = /** @type {{kind: string, several: boolean}} */ (classes);
  return { machine, kind, several, labels: model.classes, members: /** @type {Member[]} */ (await Promise.all(members)) }; // prettier-ignore
}
