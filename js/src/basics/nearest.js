/**
 * The candidate closest to a name by edit distance, or undefined when none is
 * near enough to be a plausible slip of the keyboard.
 * @param {string} name
 * @param {readonly string[]} candidates
 * @returns {string | undefined}
 */
export function nearest(name, candidates) {
  const short = name.slice(0, 64).toLowerCase();
  let best;
  let bestDistance = 1 + Math.max(2, Math.floor(short.length / 2));
  for (const candidate of candidates) {
    const distance = editDistance(short, candidate.toLowerCase());
    if (distance < bestDistance) [best, bestDistance] = [candidate, distance];
  }
  return best;
}

/**
 * Levenshtein's distance: insertions, deletions and substitutions.
 * @param {string} a
 * @param {string} b
 */
function editDistance(a, b) {
  let previous = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const current = [i];
    for (let j = 1; j <= b.length; j++) {
      const substitute = previous[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1);
      current[j] = Math.min(substitute, previous[j] + 1, current[j - 1] + 1);
    }
    previous = current;
  }
  return previous[b.length];
}
