/**
 * Projects of users: a folder of js/test/environments/fixtures, installed as its lock file says.
 * `make test` installs most of them beside earlier tests (`node fixture.mjs <folder>`) and names the
 * folder in MAXMARGIN_FIXTURES; a test file run by itself installs its own.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { project, root } from './project.mjs';
import { turn } from '../../tools/draw.mjs';

const fixtures = join(root, 'js', 'test', 'environments', 'fixtures');

/**
 * Where installed projects are kept for later runs, a gigabyte in all: in the folder maxmargin of
 * the user's cache, if somebody has made it.
 */
const cache = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'maxmargin');

/**
 * outOfTurn is the reason to leave a framework out of `make test`, if it is not its turn: it takes
 * long to install and to build with. Bundlers, which it uses, are there each time.
 *
 * @param {'nextjs' | 'sveltekit'} name
 */
export const outOfTurn = (name) => !turn(name) && 'not its turn; make test-environments runs it';

/** The projects that `make test` uses. A project has one test that changes it. */
const USUAL = ['bundlers', 'nextjs', 'notebook', 'runtimes', 'sveltekit', 'workerd'].filter(
  (name) => !['nextjs', 'sveltekit'].includes(name) || turn(name),
);

/**
 * fixture copies a project and installs it. If the registry cannot be reached it
 * returns the reason to skip the tests; if CI is set it throws instead.
 *
 * @param {string} name
 * @returns {{ folder: string, skip: false | string }} a folder that is removed after the tests
 */
export function fixture(name) {
  const { MAXMARGIN_FIXTURES: early } = process.env;
  if (early && existsSync(join(early, name))) return { folder: join(early, name), skip: false };
  const folder = mkdtempSync(join(tmpdir(), `maxmargin-${name}-`));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  try {
    install(name, folder);
    return { folder, skip: false };
  } catch (error) {
    if (process.env.CI) throw error;
    return { folder, skip: `the project '${name}' could not be installed: ${error.stderr}` };
  }
}

/** install copies a project, and what was installed from its lock file before, or installs and keeps it. */
function install(name, folder) {
  cpSync(join(fixtures, name), folder, { recursive: true });
  const lock = readFileSync(join(folder, 'package-lock.json'));
  const { version, platform, arch } = process;
  const hash = createHash('sha256').update(lock).update([version, platform, arch].join());
  const key = `${name}-${hash.digest('hex').slice(0, 16)}`;
  const kept = join(cache, key);
  const copy = (from, to) => execFileSync('cp', ['-a', '--reflink=auto', from, to]);
  if (existsSync(kept)) return copy(kept, join(folder, 'node_modules'));
  npm(['ci', '--ignore-scripts'], folder);
  if (!existsSync(cache)) return undefined;
  // Another run may do the same: whoever comes first, what is there is whole.
  const own = mkdtempSync(join(cache, 'new-'));
  copy(join(folder, 'node_modules'), join(own, key));
  for (const old of readdirSync(cache))
    if (old.startsWith(`${name}-`) && old !== key)
      rmSync(join(cache, old), { recursive: true, force: true });
  if (!existsSync(kept)) renameSync(join(own, key), kept);
  rmSync(own, { recursive: true, force: true });
  return undefined;
}

/**
 * addPackage puts the package there as npm has unpacked it in the empty project.
 *
 * @param {string} folder
 */
export function addPackage(folder) {
  const place = join('node_modules', 'maxmargin');
  cpSync(join(project, place), join(folder, place), { recursive: true });
}

function npm(args, folder) {
  const quiet = ['--loglevel=error', '--no-audit', '--no-fund'];
  execFileSync('npm', [...args, ...quiet], { cwd: folder, encoding: 'utf8', stdio: 'pipe' });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const name of USUAL) {
    const folder = mkdtempSync(join(process.argv[2], 'new-'));
    try {
      install(name, folder);
      renameSync(folder, join(process.argv[2], name));
    } catch {
      // The test installs it again, and says what is wrong.
    }
  }
}
