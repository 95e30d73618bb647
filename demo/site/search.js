/** Finds sections of the site's pages by words: see js/site/search-index.mjs for the index. */

/** Guides come before the pages of single machines, those before figures and notes for developers. */
const RANK = { Machines: 0.7, Kernels: 0.7, Figures: 0.6, Inside: 0.4 };
const PER_PAGE = 3;

/**
 * The words of a question, without the plural's s: a word of the text that begins with one is found.
 *
 * @param {string} question
 */
export function wordsOf(question) {
  const found = question.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? [];
  return [...new Set(found.map((word) => (word.length > 3 ? word.replace(/(?<!s)s$/, '') : word)))];
}

/**
 * Makes an index ready for questions.
 *
 * @param {{ pages: string[][], texts: string[], sections: (string | number)[][] }} index
 */
export function open({ pages, texts, sections }) {
  const lower = texts.map((text) => text.toLowerCase());
  const entries = sections.map(([number, id, heading, ...own]) => {
    const [path, title, group] = pages[number];
    return { path, title, group, id, heading, own, names: heading.toLowerCase(), top: title.toLowerCase() };
  });

  /**
   * The sections that have all words, the best first; if there is none, those with most of them.
   *
   * @param {string} question
   * @param {number} [most]
   * @returns {{ path: string, id: string, title: string, heading: string, group: string, text: string }[]}
   */
  return function search(question, most = 12) {
    const words = wordsOf(question);
    if (words.length === 0) return [];
    const finders = words.map((word) => new RegExp(`(?<![\\p{L}\\p{N}_])${word}([\\p{L}\\p{N}_]*)`, 'gu'));
    const phrase = words.join('[\\s-]+\\p{L}{0,3}?');
    const whole = new RegExp(`(?<![\\p{L}\\p{N}_])${phrase}`, 'u');
    // Of each text: how often it has each word, a whole word counting twice.
    const counts = lower.map((text) => finders.map((finder) => count(text, finder)));
    const inWords = lower.map((text, i) => words.length > 1 && counts[i].every(Boolean) && whole.test(text));
    const found = entries.map((entry) => {
      const { names, top, own, group } = entry;
      let score = 0;
      let has = 0;
      words.forEach((_, w) => {
        const times = own.reduce((sum, i) => sum + counts[i][w], 0);
        const one = 5 * Math.sign(count(top, finders[w])) * (entry.heading === '' ? 2 : 1) + 6 * Math.sign(count(names, finders[w])) + Math.log2(1 + times);
        if (one > 0) has++;
        score += one;
      });
      if (words.length > 1 && (whole.test(names) || whole.test(top))) score += 8;
      if (own.some((i) => inWords[i])) score += 4;
      return { entry, has, score: score * (RANK[group] ?? 1) };
    });
    const needed = Math.max(1, ...found.map(({ has }) => has));
    const perPage = new Map();
    return found
      .filter(({ has }) => has === needed)
      .sort((a, b) => b.score - a.score)
      .filter(({ entry: { path } }) => {
        perPage.set(path, (perPage.get(path) ?? 0) + 1);
        return perPage.get(path) <= PER_PAGE;
      })
      .slice(0, most)
      .map(({ entry: { path, id, title, heading, group, own } }) => {
        const worth = (i) => counts[i].filter(Boolean).length + (inWords[i] ? 1 : 0);
        const best = own.reduce((a, b) => (worth(b) > worth(a) ? b : a), own[0]);
        const text = best === undefined ? '' : around(texts[best], lower[best].search(finders.find((finder) => lower[best].search(finder) >= 0) ?? /^/));
        return { path, id, title, heading, group, text };
      });
  };
}

function count(text, finder) {
  let sum = 0;
  for (const [, rest] of text.matchAll(finder)) sum += rest === '' || rest === 's' ? 2 : 1;
  return sum;
}

/** A part of a text about a place in it, from the beginning of a word to the end of one. */
function around(text, at) {
  const from = at < 90 ? 0 : text.lastIndexOf(' ', at - 50) + 1;
  const to = from + 150 >= text.length ? text.length : text.lastIndexOf(' ', from + 150);
  return `${from > 0 ? '… ' : ''}${text.slice(from, to)}${to < text.length ? ' …' : ''}`;
}
