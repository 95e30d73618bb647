/**
 * A headless Chromium: the system's own, or the one inside @sparticuz/chromium. `make test` starts one
 * for all files (`node chromium.mjs serve`, which prints its address and goes on) and names its
 * address in MAXMARGIN_BROWSER; a test file run by itself starts its own.
 */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { chromium } from 'playwright-core';

const SYSTEM = [
  process.env.CHROMIUM,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** The path of a browser of the system, undefined if there is none. */
const installed = () => SYSTEM.find((candidate) => candidate && existsSync(candidate));

/** executable resolves to the path of the browser, once that is there. */
export async function executable() {
  const path = installed();
  if (path !== undefined) return path;
  const packed = await import('@sparticuz/chromium');
  return packed.default.executablePath();
}

/**
 * launch starts a browser, or takes the shared one, where contexts of each file are its own. If that
 * is not possible it returns the reason to skip the tests; if CI is set it throws instead.
 *
 * @param {string[]} [flags] besides the usual ones, which the shared browser does not have
 * @returns {Promise<{ browser?: import('playwright-core').Browser, skip: false | string }>}
 */
export async function launch(flags = []) {
  return trying(async () => {
    const { MAXMARGIN_BROWSER: shared } = process.env;
    const browser =
      shared && flags.length === 0
        ? await chromium.connect(shared)
        : await chromium.launch(await options(flags));
    const newContext = browser.newContext.bind(browser);
    const newPage = browser.newPage.bind(browser);
    browser.newContext = async (settings) => patient(await newContext(settings));
    browser.newPage = async (settings) => {
      const page = await newPage(settings);
      patient(page.context());
      return page;
    };
    return { browser };
  });
}

/** patient lets pages take their time: a limit only ends what hangs, on a busy machine as well. */
function patient(context) {
  context.setDefaultTimeout(900_000);
  return context;
}

/**
 * launchWithExtension starts a browser that has an extension, and waits for its background. The
 * browser of @sparticuz/chromium has no extensions, so that it takes one of the system.
 *
 * @param {string} folder of the extension
 * @returns {Promise<{ context?: import('playwright-core').BrowserContext, id?: string, skip: false | string }>} id is that of the extension
 */
export async function launchWithExtension(folder) {
  if (installed() === undefined) {
    const skip =
      "the browser of @sparticuz/chromium has no extensions; on Debian 'apt-get install chromium', elsewhere set CHROMIUM to a browser's path";
    return { skip };
  }
  const only = [`--disable-extensions-except=${folder}`, `--load-extension=${folder}`];
  return trying(async () => {
    const wanted = await options(only);
    const context = await chromium.launchPersistentContext('', {
      ...wanted,
      ignoreDefaultArgs: ['--disable-extensions'],
    });
    patient(context);
    const background = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'));
    return { context, id: new URL(background.url()).host };
  });
}

/** @param {string[]} flags */
async function options(flags) {
  // Playwright's own answer to SIGTERM keeps a test file alive that the runner wants to end.
  const args = [...FLAGS, ...flags];
  return { executablePath: await executable(), args, headless: true, handleSIGTERM: false };
}

/**
 * @template T
 * @param {() => Promise<T>} start
 * @returns {Promise<Partial<T> & { skip: false | string }>}
 */
async function trying(start) {
  try {
    return { ...(await start()), skip: false };
  } catch (error) {
    const text = String(error.message);
    const [why] = text.match(/error while loading shared libraries.*/) ?? text.split('\n');
    const remedy =
      "on Debian 'apt-get install chromium' (or at least libnss3), elsewhere set CHROMIUM to a browser's path";
    const reason = `no browser could be started (${why}); ${remedy}`;
    if (process.env.CI) throw new Error(reason, { cause: error });
    return /** @type {any} */ ({ skip: reason });
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url) && process.argv[2] === 'serve') {
  const server = await chromium.launchServer(await options([]));
  console.log(server.wsEndpoint());
}
