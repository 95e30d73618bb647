/** What searches and fits share their work with, in one file that is loaded when there is work to share. */
export { Runner } from '../executor/runner.js';
export { Threads } from '../executor/threads.js';
export { fitShared } from './shared-fit.js';
