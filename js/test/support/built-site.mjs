/**
 * The site, built with the packed package. `make test` builds it once (`node built-site.mjs
 * <folder>`) and names the folder in MAXMARGIN_SITE; a test file run by itself builds its own.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { build } from '../../site/build.mjs';
import { project } from './project.mjs';

/** @param {string} folder */
async function make(folder) {
  const from = join(project, 'node_modules', 'maxmargin');
  const { pages } = await build({ out: join(folder, 'site'), from });
  const about = pages.map(({ path, section, group, markdown, script }) => ({
    ...{ path, section, group, markdown, script },
  }));
  writeFileSync(join(folder, 'pages.json'), JSON.stringify(about));
}

async function ownSite() {
  const own = mkdtempSync(join(tmpdir(), 'maxmargin-site-'));
  process.on('exit', () => rmSync(own, { recursive: true, force: true }));
  await make(own);
  return own;
}

const asScript = process.argv[1] === fileURLToPath(import.meta.url);
if (asScript) await make(process.argv[2]);

const folder = asScript ? process.argv[2] : (process.env.MAXMARGIN_SITE ?? (await ownSite()));

/** The folder of the built site. Nothing may change it. */
export const siteFolder = join(folder, 'site');

/** Its pages. */
export const pages = JSON.parse(readFileSync(join(folder, 'pages.json'), 'utf8'));
