/** What a worker does in JavaScript. */
import { learningChain, learningMixture } from './generative/learning.js';
import { learningTerms } from './vectorize/learning.js';
import { LearningOperations } from './vectorize/operations.js';

/** By name, as messages ask for them. */
export const operations = Object.fromEntries(
  [learningTerms, learningMixture, learningChain].map((learning) => [
    learning.name,
    new LearningOperations(learning),
  ]),
);
