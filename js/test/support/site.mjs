/** Visits to pages of the built site, and what is found out there. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

import { watch } from './visit.mjs';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

export const WIDTHS = {
  desktop: { width: 1280, height: 900 },
  phone: { width: 390, height: 844 },
};

/** How long a page may take until it has done what it does by itself. */
const PATIENCE = 60_000;

/**
 * visitPage opens a page and resolves to what is wrong with it, as sentences.
 *
 * @param {import('playwright-core').Browser} browser
 * @param {string} url
 * @param {{ width: 'desktop' | 'phone', scheme?: 'light' | 'dark', scripted: boolean, audit?: 'all' | 'contrast' | 'none' }} options
 */
export async function visitPage(
  browser,
  url,
  { width, scheme = 'light', scripted, audit = 'none' },
) {
  const context = await browser.newContext({ viewport: WIDTHS[width], colorScheme: scheme });
  try {
    const page = await context.newPage();
    const { problems } = watch(page);
    await page.addInitScript(() => {
      globalThis.shifts = 0;
      new PerformanceObserver((list) => {
        for (const { value, hadRecentInput } of list.getEntries())
          if (!hadRecentInput) globalThis.shifts += value;
      }).observe({ type: 'layout-shift', buffered: true });
    });
    await page.goto(url);
    if (scripted) problems.push(...(await reachesDone(page)));
    const { overflow, shifts } = await page.evaluate(async () => {
      await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 50)));
      const { scrollWidth, clientWidth } = document.documentElement;
      return { overflow: scrollWidth - clientWidth, shifts: globalThis.shifts };
    });
    if (overflow > 0) problems.push(`it is ${overflow} pixels wider than the window`);
    if (shifts >= 0.1) problems.push(`its layout shifts by ${shifts.toFixed(3)}`);
    if (audit !== 'none') problems.push(...(await violations(page, audit)));
    return Array.from(new Set(problems), (problem) => `${width}, ${scheme}: ${problem}`);
  } finally {
    await context.close();
  }
}

async function reachesDone(page) {
  try {
    await page.waitForFunction(
      () => ['done', 'error'].includes(document.body.dataset.state),
      undefined,
      { timeout: PATIENCE },
    );
  } catch {
    return [`it is still '${await page.evaluate(() => document.body.dataset.state)}'`];
  }
  const { state, status } = await page.evaluate(() => ({
    state: document.body.dataset.state,
    status: document.querySelector('[role="status"]')?.textContent,
  }));
  return state === 'done' ? [] : [`it ended in an error: ${status}`];
}

/** What axe finds: all rules of WCAG 2 A and AA and good practice, or contrast alone. */
async function violations(page, audit) {
  await page.evaluate(axe); // as a script of the page the policy would forbid it
  const found = await page.evaluate(async (audit) => {
    const values = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
    const runOnly =
      audit === 'all' ? { type: 'tag', values } : { type: 'rule', values: ['color-contrast'] };
    const results = await globalThis.axe.run(document, { runOnly, resultTypes: ['violations'] });
    return results.violations.map(({ id, help, nodes }) => ({
      id,
      help,
      count: nodes.length,
      first: nodes[0].html.slice(0, 200),
      why: nodes[0].failureSummary?.split('\n')[1]?.trim(),
    }));
  }, audit);
  return found.map(
    ({ id, help, count, first, why }) => `${id}: ${help} (${count} times): ${first}: ${why}`,
  );
}

/**
 * Runs tasks, a few at a time.
 *
 * @template T
 * @param {(() => Promise<T>)[]} tasks
 * @param {number} atOnce
 */
export async function inParallel(tasks, atOnce) {
  const waiting = [...tasks];
  const work = async () => {
    for (let task; (task = waiting.shift());) await task();
  };
  await Promise.all(Array.from({ length: atOnce }, work));
}
