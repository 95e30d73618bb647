/**
 * The regular expressions that are accepted from a model file. A file comes from anybody, and
 * an engine that backtracks takes time exponential in the length of a text for patterns
 * such as (a+)+b. So a pattern of a file must be of a kind that provably takes linear time:
 *
 *     pattern     = alternative { '|' alternative }
 *     alternative = { item } [ class ( '*' | '+' | '{' m ',}' ) [ '\b' if class is \w ] ]
 *     item        = ( class | '\b' | '\B' ) with a quantifier '?', '{m}', '{m,n}' or none
 *     class       = a character, '.', an escape of a set, or [ ... ]
 *
 * Why the time is linear. Take a global match over a text of n characters.
 *
 * 1. An attempt at one position first runs the items. Each of them matches one character at
 *    a time, and has at most n_i - m_i + 1 ways to end, so item i is entered at most
 *    W_i = product over j < i of (n_j - m_j + 1) times, and each time tests at most n_i + 1
 *    characters. The sum over i of W_i (n_i + 1) bounds the steps of an attempt before its
 *    unbounded run; it depends on the pattern alone and is at most `limit`.
 * 2. The unbounded run comes last and is greedy. When fewer than m characters are there it
 *    fails within m + 1 steps, which count as those of an item. Otherwise it goes on to the
 *    last character of its class, and the attempt succeeds: nothing comes after it, or \b
 *    does, which holds there, because the run ends in a character of \w that none of \w
 *    follows. So no step of a run is ever taken back.
 * 3. The next attempt begins where the match ended. The steps of all runs together are
 *    therefore at most n, and those of all attempts at most n + 1 times the limit.
 *
 * Alternatives are tried one after the other, so that their bounds add up. Groups, lazy
 * quantifiers, references and conditions on what follows are not of this kind.
 */

/** Steps that one attempt may take before its run. */
const limit = 256;

const boundary = /\\[bB]/y;
const set = /\\[dDsSwW]|\\[pP]\{[\w=]+\}|\[(?:[^\\\]]|\\[^])*\]|\./y;
const escaped =
  /\\(?:[ntrvf]|c[A-Za-z]|0(?!\d)|x[\dA-Fa-f]{2}|u[\dA-Fa-f]{4}|u\{[\dA-Fa-f]+\}|[\^$\\.*+?()[\]{}|/])/y;
const plain = /[^\\^$.*+?()[\]{}|]/uy;
const quantifier = /([*+?])|\{(\d+)(?:(,)(\d*))?\}/y;

/** The classes that are \w. */
const words = new Set(['\\w', '[\\w]', '[A-Za-z0-9_]', '[a-zA-Z0-9_]']);

/**
 * Whether a regular expression, of the flags g and u, is of the kind that takes linear time.
 * @param {string} pattern
 */
export function isLinear(pattern) {
  try {
    new RegExp(pattern, 'u');
  } catch {
    return false;
  }
  let at = 0;
  /** @param {RegExp} what */
  const take = (what) => {
    what.lastIndex = at;
    const found = what.exec(pattern);
    if (found) at += found[0].length;
    return found;
  };
  let steps = 0;
  let ways = 1; // the number of ways to reach this item
  while (at < pattern.length) {
    if (pattern[at] === '|') {
      at++;
      ways = 1;
      continue;
    }
    if (take(boundary)) {
      steps += ways;
      continue;
    }
    const [item] = take(set) ?? take(escaped) ?? take(plain) ?? [];
    if (item === undefined) return false;
    const [least, most] = bounds(take(quantifier));
    if (pattern[at] === '?') return false; // lazy
    const tested = most === Infinity ? least : most;
    steps += ways * (tested + 1);
    ways *= most - least + 1;
    if (most === Infinity) {
      if (words.has(item) && pattern.startsWith('\\b', at)) at += 2;
      if (at < pattern.length && pattern[at] !== '|') return false;
    }
    if (!(steps <= limit)) return false;
  }
  return steps <= limit;
}

/**
 * The smallest and the largest number of repetitions.
 * @param {RegExpExecArray | null} found
 * @returns {[least: number, most: number]}
 */
function bounds(found) {
  if (!found) return [1, 1];
  const [, sign, least, comma, most] = found;
  if (sign) return sign === '?' ? [0, 1] : [sign === '+' ? 1 : 0, Infinity];
  if (!comma) return [Number(least), Number(least)];
  return [Number(least), most === '' ? Infinity : Number(most)];
}
