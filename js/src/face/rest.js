/** What few programs need, in one file that is loaded when it is needed. */
export { boost, decide } from './boost-steps.js';
export { SetScores } from '../metrics/named-sets.js';
