/** Transformers that learn from y, too. */
const selectors = new Set(['SelectKBest']);

/**
 * Whether fit of a machine takes X and y.
 * @param {string} name
 * @param {string} kind
 */
export const takesTargets = (name, kind) =>
  kind === 'classifier' || kind === 'regressor' || selectors.has(name);

/**
 * The kind of machines whose training data a machine takes: those of a regression for a transformer
 * that learns from y.
 * @param {string} name
 * @param {string} kind
 */
export const taught = (name, kind) => (selectors.has(name) ? 'regressor' : kind);
