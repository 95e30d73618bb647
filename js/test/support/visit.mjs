/** Pages that put their result into their title. */

/**
 * visit opens a page, waits until its title is no longer 'waiting' or a script of it fails, and
 * resolves to the title, to all problems, and to the workers that were started.
 *
 * @param {import('playwright-core').Browser} browser
 * @param {string} url
 */
export async function visit(browser, url) {
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    const { problems, scripts, workers } = watch(page);
    const failed = new Promise((resolve) => page.once('pageerror', resolve));
    await page.goto(url);
    const done = page.waitForFunction(() => document.title !== 'waiting', undefined, {
      timeout: 900_000,
    });
    await Promise.race([done, failed]);
    done.catch(() => {}); // the page closes while it waits
    return { title: await page.title(), problems, scripts, workers };
  } finally {
    await context.close();
  }
}

/**
 * downloaded resolves to the bytes of a download. The browser may have no file for them here.
 *
 * @param {import('playwright-core').Download} download
 */
export async function downloaded(download) {
  const pieces = [];
  for await (const piece of await download.createReadStream()) pieces.push(piece);
  return Buffer.concat(pieces);
}

/**
 * watch collects the problems of a page, and the addresses of its scripts and workers.
 *
 * @param {import('playwright-core').Page} page
 */
export function watch(page) {
  const problems = [];
  const [scripts, workers] = [[], []];
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(request.url());
  });
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') problems.push(message.text());
  });
  page.on('pageerror', (error) => problems.push(String(error)));
  page.on('requestfailed', (request) =>
    problems.push(`request failed: ${request.url()} ${request.failure()?.errorText}`),
  );
  page.on('response', (response) => {
    if (response.status() >= 400) problems.push(`${response.status()}: ${response.url()}`);
  });
  page.on('worker', (worker) => workers.push(worker.url()));
  return { problems, scripts, workers };
}
