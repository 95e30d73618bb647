/** Modules of demo/, beside the packed package: what they import is what was published. */
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { project, root } from './project.mjs';

/**
 * Copies folders of demo/ into the project.
 * @param {string[]} folders
 * @returns {(path: string) => Promise<any>} imports one of their modules
 */
export function demoModules(folders) {
  const copy = mkdtempSync(join(project, 'demo-'));
  process.on('exit', () => rmSync(copy, { recursive: true, force: true }));
  writeFileSync(join(copy, 'package.json'), '{ "type": "module" }');
  for (const folder of folders)
    cpSync(join(root, 'demo', folder), join(copy, folder), { recursive: true });
  return (path) => import(pathToFileURL(join(copy, path)).href);
}
