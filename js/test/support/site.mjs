/** Visits pages of the built site and reports their problems. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

import { watch } from './visit.mjs';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

export const WIDTHS = {
  desktop: { width: 1280, height: 900 },
  phone: { width: 390, height: 844 },
};

/** How long a page may take to finish its own work. */
const PATIENCE = 900_000;

/**
 * openVisitor opens a tab that visits pages one after another: a process for each
 * page would take longer than most pages do.
 *
 * @param {import('playwright-core').Browser} browser
 */
export async function openVisitor(browser) {
  const context = await browser.newContext({ viewport: WIDTHS.phone });
  const page = await context.newPage();
  const { problems } = watch(page);
  await page.addInitScript(() => {
    globalThis.shifts = 0;
    new PerformanceObserver((list) => {
      for (const { value, hadRecentInput } of list.getEntries())
        if (!hadRecentInput) globalThis.shifts += value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
  return {
    close: () => context.close(),

    /**
     * Opens a page and resolves to what is wrong with it, as sentences.
     *
     * @param {string} url
     * @param {object} options
     * @param {'desktop' | 'phone'} options.width
     * @param {'desktop' | 'phone'} [options.resize] the width that the window gets in the end
     * @param {'light' | 'dark'} [options.scheme]
     * @param {boolean} options.scripted whether the page does something by itself
     * @param {boolean} [options.audit] whether axe looks at it
     */
    async visit(url, { width, resize, scheme = 'light', scripted, audit = false }) {
      // Late messages of the previous page do not belong to this one.
      await page.goto('about:blank');
      problems.length = 0;
      await page.setViewportSize(WIDTHS[width]);
      await page.emulateMedia({ colorScheme: scheme });
      await page.goto(url);
      if (scripted) problems.push(...(await reachesDone(page)));
      problems.push(...(await overflows(page)));
      const shifts = await page.evaluate(() => globalThis.shifts);
      if (shifts >= 0.1) problems.push(`its layout shifts by ${shifts.toFixed(3)}`);
      if (audit) problems.push(...(await violations(page)));
      if (resize) {
        await page.setViewportSize(WIDTHS[resize]);
        problems.push(...(await overflows(page)).map((problem) => `${resize}: ${problem}`));
      }
      return Array.from(new Set(problems), (problem) => `${width}, ${scheme}: ${problem}`);
    },
  };
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

/** Whether the page is wider than the window, after it has drawn the next frames. */
export async function overflows(page) {
  const overflow = await page.evaluate(async () => {
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 50)));
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth - clientWidth;
  });
  return overflow > 0 ? [`it is ${overflow} pixels wider than the window`] : [];
}

/** What axe finds by the rules of WCAG 2 A and AA and of good practice. */
export async function violations(page) {
  // What is still computed enables buttons while axe looks at them.
  await page.waitForFunction(() => !document.querySelector('[aria-busy="true"]'), undefined, {
    timeout: PATIENCE,
  });
  await page.evaluate(axe); // the policy of the page forbids it as a script element
  const found = await page.evaluate(async () => {
    const values = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
    const runOnly = { type: 'tag', values };
    // A button that was just enabled still changes its colours.
    await Promise.allSettled(document.getAnimations().map(({ finished }) => finished));
    const results = await globalThis.axe.run(document, { runOnly, resultTypes: ['violations'] });
    return results.violations.map(({ id, help, nodes }) => ({
      id,
      help,
      count: nodes.length,
      first: nodes[0].html.slice(0, 200),
      why: nodes[0].failureSummary?.split('\n')[1]?.trim(),
    }));
  });
  return found.map(
    ({ id, help, count, first, why }) => `${id}: ${help} (${count} times): ${first}: ${why}`,
  );
}
