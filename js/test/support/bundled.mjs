/** Programs as a bundler makes them of the installed package. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import * as esbuild from 'esbuild';

import { project } from './project.mjs';

let count = 0;

/**
 * The URL of a module with these names of the package, and with nothing that they do not use.
 * @param {string} names such as { SVC }
 * @param {string} [code] that the program has beside them
 */
export function bundled(names, code = '') {
  const outfile = join(project, `bundled-${process.pid}-${count++}.mjs`);
  esbuild.buildSync({
    stdin: { contents: `export ${names} from 'maxmargin';${code}`, resolveDir: project },
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'node',
    outfile,
  });
  return pathToFileURL(outfile).href;
}
