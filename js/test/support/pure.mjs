/**
 * Entries that need no WebAssembly module. `make test` has those of the packed package here; a test file
 * that is run alone has their source, which needs no build.
 */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const { MAXMARGIN_PROJECT: project } = process.env;

/** @param {string} name */
const entry = (name) =>
  project
    ? import(pathToFileURL(join(project, `${name}.mjs`)).href)
    : import(`../../src/${name}.js`);

export const bounds = await entry('bounds');
export const data = await entry('data');
export const metrics = await entry('metrics');
export const plot = await entry('plot');
