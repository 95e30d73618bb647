/** Made-up flats, lists of them, and the machine that learns an order from these. */

import { RankSVC, StandardScaler, makePipeline } from 'maxmargin';
import { kendallTau } from 'maxmargin/metrics';

import { randomOf } from '../../site/random.js';

/** What is known of a flat: name, unit, and how a number is written. */
export const features = [
  { name: 'rent', unit: '€' },
  { name: 'size', unit: 'm²' },
  { name: 'way to work', unit: 'min' },
  { name: 'floor', unit: '' },
  { name: 'balcony', unit: '' },
  { name: 'noise', unit: 'dB' },
];

/** Flats by a seed. Rent grows with the size, and falls with the way. */
export function makeFlats(count, seed = 1) {
  const random = randomOf(seed);
  return Array.from({ length: count }, () => {
    const size = Math.round(28 + 80 * random());
    const way = Math.round(5 + 50 * random());
    const rent = 10 * Math.round((250 + 6 * size - 2 * way + 600 * random()) / 10);
    return [rent, size, way, Math.floor(6 * random()), random() < 0.5 ? 1 : 0, Math.round(35 + 35 * random())];
  });
}

/** Tastes to begin with: how much a unit of each feature is worth, in units of its deviation. */
export const tastes = {
  'as cheap as possible': [-1, 0, 0, 0, 0, 0],
  'much space for the money': [-1, 1.5, 0, 0, 0, 0],
  'near and quiet': [-0.3, 0, -1, 0, 0, -1],
  'high up, with a balcony': [-0.4, 0, 0, 1, 1.2, 0],
};

/** The flats at some places in the order of a taste, the best first. */
export function orderBy(taste, flats, places) {
  const scaled = deviations(flats);
  const worth = (place) => taste.reduce((sum, weight, j) => sum + (weight * flats[place][j]) / scaled[j], 0);
  return [...places].sort((a, b) => worth(b) - worth(a));
}

function deviations(rows) {
  return features.map((_, j) => {
    const mean = rows.reduce((sum, row) => sum + row[j], 0) / rows.length;
    return Math.sqrt(rows.reduce((sum, row) => sum + (row[j] - mean) ** 2, 0) / rows.length);
  });
}

/**
 * Learns from lists, each in the order of somebody, the best first. Only flats of the same list are
 * compared with each other.
 *
 * @param {number[][]} flats
 * @param {number[][]} lists places of flats
 * @returns {Promise<{ utilities: number[], weights: number[], tau: number }>} the utility of every
 *   flat; that of one deviation of each feature; and the mean over the lists of the agreement
 *   of the utilities with the order
 */
export async function learnOrder(flats, lists, { C = 10, signal } = {}) {
  const scaler = new StandardScaler();
  const ranker = new RankSVC({ kernel: 'linear', C });
  const model = makePipeline(scaler, ranker);
  await scaler.fit(flats);
  const rows = lists.flat();
  const relevance = lists.flatMap((list) => list.map((_, i) => list.length - i));
  const groups = lists.flatMap((list, query) => list.map(() => query));
  await model.fit(rows.map((place) => flats[place]), relevance, { groups, signal });
  const utilities = Array.from(await model.predict(flats));
  const units = features.map((_, j) => features.map((__, i) => (i === j ? 1 : 0)));
  const learner = model.namedSteps.ranksvc;
  const zero = (await learner.predict([features.map(() => 0)]))[0];
  const weights = Array.from(await learner.predict(units), (value) => value - zero);
  model.dispose();
  const taus = lists.map((list) => kendallTau(list.map((_, i) => -i), list.map((place) => utilities[place])));
  return { utilities, weights, tau: taus.reduce((sum, tau) => sum + tau, 0) / taus.length };
}
