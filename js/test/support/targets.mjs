/** Transformers that learn from y, too. */
const selectors = new Set(['SelectKBest']);

/**
 * Whether fit of a machine takes X and y.
 * @param {string} name
 * @param {string} kind
 */
export const takesTargets = (name, kind) =>
  kind === 'classifier' || kind === 'regressor' || selectors.has(name);
