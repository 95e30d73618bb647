/**
 * The options that a machine needs for labels that are texts: their order, if it learns one.
 * @param {{ options: { type: string }[] }} about the machine in the catalogue
 * @param {unknown[] | undefined} labels
 */
export function ordered({ options }, labels) {
  const asks = options.some(({ type }) => type === 'classOrder');
  return asks && typeof labels?.[0] === 'string' ? { order: [...new Set(labels)].sort() } : {};
}
