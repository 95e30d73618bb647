/** Readers in a browser: a file that a user chose, under a strict policy. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';

import { launch } from '../support/chromium.mjs';
import { project } from '../support/project.mjs';
import { serve } from '../support/server.mjs';

const dist = join(project, 'node_modules', 'maxmargin', 'dist');
const { browser, skip } = await launch();
after(() => browser?.close());

describe('maxmargin/data', { skip, timeout: 900_000 }, () => {
  let site;
  let page;
  before(async () => {
    site = await serve({
      folders: { '/dist/': dist },
      headers: { 'Content-Security-Policy': "default-src 'none'; script-src 'self'" },
      pages: { '/': '<!doctype html><input type="file"><script type="module" src="/dist/data.js"></script>' }, // prettier-ignore
    });
    page = await browser.newPage();
    await page.goto(`${site.url}/`);
  });
  after(async () => {
    await page?.close();
    await site?.close();
  });

  it('reads a file that was chosen, without eval', async () => {
    const buffer = Buffer.from('größe;art\r\n1,5;"a"\r\n2,5;b\r\n');
    await page.setInputFiles('input', { name: 'daten.csv', mimeType: 'text/csv', buffer });
    const read = await page.evaluate(async () => {
      const data = await import('/dist/data.js');
      const [file] = document.querySelector('input').files;
      const { X, y, featureNames, dialect } = await data.readCsv(file, { target: 'art' });
      return [[...X.data], y, featureNames, dialect, data.makeMoons({ samples: 10 }).X.rows];
    });
    const dialect = { delimiter: ';', header: true, decimal: ',' };
    assert.deepEqual(read, [[1.5, 2.5], ['a', 'b'], ['größe'], dialect, 10]);
  });
});
