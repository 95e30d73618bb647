/** The verdict on a value, by the rule of its record. Nothing else decides one. */

export const VERDICTS = [
  'same digits',
  'within the spread',
  'differs',
  'published tuning is not stated',
  'not possible here',
];

/** What a standard normal variable exceeds on either side with this probability. */
function quantile(level) {
  let [low, high] = [0, 40];
  for (let step = 0; step < 100; step++) {
    const z = (low + high) / 2;
    if (tails(z) > level) low = z;
    else high = z;
  }
  return low;
}

/** The probability of both tails beyond z, by Simpson's rule on the density. */
function tails(z) {
  const steps = 400;
  const h = Math.min(z, 12) / steps;
  let sum = 0;
  for (let i = 0; i <= steps; i++) {
    const weight = i === 0 || i === steps ? 1 : i % 2 ? 4 : 2;
    sum += weight * Math.exp(-((i * h) ** 2) / 2);
  }
  return 1 - (2 * sum * h) / 3 / Math.sqrt(2 * Math.PI);
}

/**
 * How far a value may be from the published one; null where the rule has no such distance.
 * @param {object} record
 * @param {{ value: number, sd?: number, n?: number }} found
 */
export function allowance({ published, rule }, { sd = 0, n = 1 }) {
  if (rule.kind === 'exact') return 0;
  // Halves of a unit, as decimal numbers, are not exact.
  if (rule.kind === 'digits') return (rule.unit / 2) * (1 + 1e-9);
  if (rule.kind === 'spread') return rule.spread;
  if (rule.kind !== 'test') return null;
  const theirs = rule.publishedRepetitions;
  const variance = sd ** 2 / n + (theirs === null ? 0 : (published.spread ?? sd) ** 2 / theirs);
  return quantile(rule.level) * Math.sqrt(variance);
}

/**
 * @param {object} record
 * @param {{ value: number, sd?: number, n?: number }} [found] ours; undefined if there is none
 * @returns {string | undefined} one of VERDICTS; undefined if it needs a value and there is none
 */
export function verdict(record, found) {
  const { published, rule } = record;
  if (rule.kind === 'beside') return 'not possible here';
  if (!found) return undefined;
  const { value } = found;
  const agrees =
    rule.kind === 'claim'
      ? value >= (rule.low ?? -Infinity) && value <= (rule.high ?? Infinity)
      : Math.abs(value - published.value) <= allowance(record, found);
  if (agrees) return rule.kind === 'exact' || rule.kind === 'digits' ? 'same digits' : 'within the spread'; // prettier-ignore
  return rule.tuning === 'not stated' ? 'published tuning is not stated' : 'differs';
}

/**
 * A value as text, with a decimal more than its source prints, and of a mean the standard deviation.
 * @param {object} record
 * @param {{ value: number, sd?: number }} found
 */
export function brief({ published }, { value, sd }) {
  const [, decimals = published.printed.match(/\d/) && ''] = published.printed.match(/\.(\d+)/) ?? [];
  const short = decimals == null ? NaN : Number(value.toFixed(Math.min(decimals.length + 1, 20)));
  const plain = short || value === 0 ? short : Number(value.toPrecision(4));
  return sd === undefined ? String(plain) : `${plain} ± ${Number(sd.toPrecision(2))}`;
}

/**
 * The other programs that have values on the same splits, by name and version.
 * @param {any[]} records
 * @param {Record<string, any>} values by the id of their record
 */
export function besides(records, values) {
  const names = records.flatMap(({ id }) => Object.keys(values[id]?.beside ?? {}));
  return Array.from(new Set(names));
}

/**
 * How many there are of each verdict, in their order, and of none.
 * @param {(string | undefined)[]} verdicts
 */
export function tally(verdicts) {
  const counts = Object.fromEntries([...VERDICTS, 'without a value'].map((name) => [name, 0]));
  for (const name of verdicts) counts[name ?? 'without a value'] += 1;
  return counts;
}
