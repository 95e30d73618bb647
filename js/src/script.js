/** The package as a script: its global has the names of maxmargin, and those of maxmargin/study below `study`. */
export * from './index.js';
export * as study from './study.js';
