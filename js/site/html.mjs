/** Text inside HTML, and addresses within the site. */
import { posix } from 'node:path';

const ENTITIES = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** @param {string} text */
export function escape(text) {
  return text.replace(/[&<>"]/g, (character) => ENTITIES[character]);
}

/** @param {string} html */
export function unescape(html) {
  const characters = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", '#x27': "'" };
  return html.replace(/&(amp|lt|gt|quot|#39|#x27);/g, (_, name) => characters[name]);
}

/**
 * The address of one file of the site as seen from another; folders are named
 * with their index.html, which works without a server's help as well.
 *
 * @param {string} from path of the page, from the root of the site
 * @param {string} to path of the file, from the root of the site
 */
export function relative(from, to) {
  return posix.relative(posix.dirname(from), to);
}
