/**
 * Whether a string survives being written into a model: it is well-formed, and
 * without the NUL that separates names there.
 * @param {string} text
 */
export function isText(text) {
  return !/\0|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/.test(text);
}
