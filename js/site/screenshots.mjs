/**
 * Pictures of the built site's pages, at desktop and phone width, light and dark,
 * in build/screenshots:
 *
 *     node js/site/screenshots.mjs [page...]     all, or those whose path contains a word
 *
 * Those that README shows are kept in demo/screenshots with `--keep`.
 */
import { mkdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

import { launch } from '../test/support/chromium.mjs';
import { serve } from '../test/support/server.mjs';
import { build } from './build.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));

const WIDTHS = {
  desktop: { width: 1280, height: 900 },
  phone: { width: 390, height: 844 },
};

/** The pictures in README and the docs: pages by the names of their pictures. */
const KEPT = { playground: 'playground/index.html' };

/** How long a page may take to draw its first pictures. */
const PATIENCE = 60_000;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { keep: { type: 'boolean', default: false }, out: { type: 'string' } },
});

const { pages, out } = await build();
const site = await serve({ folders: { '/site/': out } });
const { browser, skip } = await launch();
if (skip) throw new Error(skip);
try {
  if (values.keep) {
    for (const [name, path] of Object.entries(KEPT)) {
      const file = join(root, 'demo', 'screenshots', `${name}.png`);
      await picture(path, 'desktop', 'light', file, {}, 4000); // includes work after the page is done
    }
  } else {
    const folder = resolve(values.out ?? join(root, 'build', 'screenshots'));
    const wanted = ({ path }) =>
      positionals.length === 0 || positionals.some((word) => path.includes(word));
    for (const { path } of pages.filter(wanted)) {
      for (const width of Object.keys(WIDTHS)) {
        for (const scheme of ['light', 'dark']) {
          const name = path.replace(/(\/index)?\.html$/, '').replaceAll('/', '-');
          const file = join(folder, `${name}-${width}-${scheme}.png`);
          await picture(path, width, scheme, file, { fullPage: true });
        }
      }
      console.log(path);
    }
  }
} finally {
  await browser.close();
  await site.close();
}

async function picture(path, width, colorScheme, file, options = {}, rest = 300) {
  const page = await browser.newPage({ viewport: WIDTHS[width], colorScheme });
  try {
    page.on('pageerror', (error) => console.error(`${path}: ${error}`));
    await page.goto(`${site.url}/site/${path}`);
    await page.waitForFunction(
      () => ['done', 'error', undefined].includes(document.body.dataset.state),
      undefined,
      { timeout: PATIENCE },
    );
    await page.waitForTimeout(rest); // until the next frames are drawn
    mkdirSync(dirname(file), { recursive: true });
    await page.screenshot({ path: file, ...options });
  } finally {
    await page.close();
  }
}
