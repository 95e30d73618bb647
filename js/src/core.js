/** What the entries for work and for study share: one file of the package has all of it. */
export * from './index.js';
export * from './study.js';
export { host } from '#host';
