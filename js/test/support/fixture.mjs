/** Projects of users: a folder of js/test/environments/fixtures, installed as its lock file says. */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { project, root } from './project.mjs';

const fixtures = join(root, 'js', 'test', 'environments', 'fixtures');

/**
 * fixture copies a project and installs it. If the registry cannot be reached it
 * returns the reason to skip the tests; if CI is set it throws instead.
 *
 * @param {string} name
 * @returns {{ folder: string, skip: false | string }} a folder that is removed when the process ends
 */
export function fixture(name) {
  const folder = mkdtempSync(join(tmpdir(), `maxmargin-${name}-`));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  cpSync(join(fixtures, name), folder, { recursive: true });
  try {
    npm(['ci', '--ignore-scripts'], folder);
    return { folder, skip: false };
  } catch (error) {
    if (process.env.CI) throw error;
    return { folder, skip: `the project '${name}' could not be installed: ${error.stderr}` };
  }
}

/**
 * addPackage installs the packed tarball as well.
 *
 * @param {string} folder
 */
export function addPackage(folder) {
  const [{ filename }] = JSON.parse(readFileSync(join(project, 'pack.json'), 'utf8'));
  npm(['install', '--no-save', '--offline', '--ignore-scripts', join(project, filename)], folder);
}

function npm(args, folder) {
  const quiet = ['--loglevel=error', '--no-audit', '--no-fund'];
  execFileSync('npm', [...args, ...quiet], { cwd: folder, encoding: 'utf8', stdio: 'pipe' });
}
