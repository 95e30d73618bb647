/** The link below a picture: it opens the playground with the machine and options of the picture. */

/**
 * @param {HTMLElement} figure
 * @param {Record<string, any>} words machine, kernel and options, in the plain form
 *     that the playground reads
 */
export function linkToPlayground(figure, words) {
  const link = figure.querySelector('a[href*="playground"]');
  if (link) link.hash = new URLSearchParams(words).toString();
}
