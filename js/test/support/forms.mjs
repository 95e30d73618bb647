/**
 * The two forms of the package, by what they do: they drive the same generators. Where the form
 * itself is tested, every case runs in both of them.
 */
import { turn } from '../../tools/draw.mjs';
import { maxmargin, sync } from './maxmargin.mjs';

/** @type {[string, any][]} */
export const bothForms = [
  ['in a worker', maxmargin],
  ['blocking', sync],
];

/**
 * The forms for the cases of a file: blocking, and when it is the turn of the file, in a worker too.
 * @param {string} file
 */
export const forms = (file) => bothForms.slice(turn(file.replace(/.*\//, '')) ? 0 : 1);
