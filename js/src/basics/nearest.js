/**
 * The candidate that was probably meant by a name: one that contains it, or is contained, or the closest
 * by edit distance; undefined when more than a third of a long name would differ.
 * @param {string} name
 * @param {readonly string[]} candidates
 * @returns {string | undefined}
 */
export function nearest(name, candidates) {
  const short = name.slice(0, 64).toLowerCase();
  const { length } = short;
  let best;
  // Below this: at most two letters or a third of the name, and not all of it.
  let bestDistance = Math.min(length, Math.max(3, (length + 1) / 3));
  for (const candidate of candidates) {
    const other = candidate.toLowerCase();
    const contains = Math.min(length, other.length) > 2 && (other.includes(short) || short.includes(other)); // prettier-ignore
    const distance = Math.min(editDistance(short, other), contains ? 2 : Infinity);
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
  let row = Array.from(` ${b}`, (_, j) => j);
  let left = 0;
  [...a].forEach((letter, i) => {
    row = row.map((above, j) => {
      const changed = row[j - 1] - Number(letter === b[j - 1]);
      return (left = j > 0 ? 1 + Math.min(above, left, changed) : i + 1);
    });
  });
  return row[b.length];
}
