/** The parts of a page of maxmargin/page. */
import assert from 'node:assert/strict';

/**
 * partsOf takes a page apart; its elements may be there once only.
 * @param {string} text
 */
export function partsOf(text) {
  const only = (tag) => {
    const found = [...text.matchAll(new RegExp(`<${tag}(?: [^>]*)?>([^]*?)</${tag.split(' ')[0]}`, 'gi'))]; // prettier-ignore
    return found.map(([, inside]) => inside);
  };
  const [data, script, ...more] = only('script');
  const [style, ...styles] = only('style');
  assert.deepEqual([...more, ...styles], []);
  assert.equal(text.match(/<\/?script/gi).length, 4);
  const [, policy] = text.match(/http-equiv="Content-Security-Policy"\s+content="([^"]*)"/);
  const settings = JSON.parse(data);
  return { policy: policy.replaceAll('&#39;', "'"), script, style, settings };
}
