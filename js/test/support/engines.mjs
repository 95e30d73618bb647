/**
 * Browsers that are not built on Chromium, as Debian packages them: Firefox, driven over WebDriver
 * BiDi, and WebKit, the engine of Safari, driven over WebDriver.
 */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';

import { fixture } from './fixture.mjs';

/**
 * A tab of a browser. Expressions are JavaScript text and have values that JSON can hold.
 *
 * @typedef {object} Tab
 * @property {(url: string) => Promise<void>} open
 * @property {(expression: string) => Promise<any>} evaluate
 * @property {(path: string) => Promise<void>} screenshot writes a picture of the tab
 * @property {() => Promise<string[]>} problems errors of the page and of its console since it was opened
 */

/**
 * @typedef {object} Browser
 * @property {Tab} tab
 * @property {() => Promise<void>} close
 */

const firsts = (/** @type {(string | undefined)[]} */ paths) =>
  paths.find((path) => path && existsSync(path));

const FIREFOX = firsts([process.env.FIREFOX, '/usr/bin/firefox-esr', '/usr/bin/firefox']);
const DRIVER = firsts([process.env.WEBKIT_DRIVER, '/usr/bin/WebKitWebDriver']);
const MINI = firsts(
  ['4.1', '4.0', '6.0'].map((v) => `/usr/lib/${triplet()}/webkit2gtk-${v}/MiniBrowser`),
);
const DISPLAY = firsts(['/usr/bin/Xvfb']);

function triplet() {
  return process.arch === 'arm64' ? 'aarch64-linux-gnu' : 'x86_64-linux-gnu';
}

/** The engines, each with a function that starts it, or the reason why it cannot be started here. */
export const engines = {
  Firefox: {
    skip: FIREFOX ? false : "Firefox is not installed; on Debian 'apt-get install firefox-esr'",
    start: firefox,
  },
  WebKit: {
    skip:
      DRIVER && MINI && (process.env.DISPLAY || DISPLAY)
        ? false
        : "WebKit is not installed; on Debian 'apt-get install webkit2gtk-driver xvfb'",
    start: webkit,
  },
};

/** @returns {Promise<Browser>} */
async function firefox() {
  const { folder, skip } = fixture('firefox');
  if (skip) throw new Error(skip);
  const modules = join(folder, 'node_modules', 'puppeteer-core', 'lib', 'esm', 'puppeteer');
  const { default: puppeteer } = await import(
    pathToFileURL(join(modules, 'puppeteer-core.js')).href
  );
  const browser = await puppeteer.launch({ browser: 'firefox', executablePath: FIREFOX });
  const page = await browser.newPage();
  let problems = [];
  page.on('console', (message) => {
    if (['error', 'warn'].includes(message.type())) problems.push(message.text());
  });
  page.on('pageerror', (error) => problems.push(String(error)));
  page.on('requestfailed', (request) => {
    // A page that is left for the next one ends what it was still fetching.
    if (request.failure()?.errorText === 'NS_BINDING_ABORTED') return;
    problems.push(`request failed: ${request.url()}`);
  });
  return {
    tab: {
      open: async (url) => {
        problems = [];
        await page.goto(url);
      },
      evaluate: (expression) => page.evaluate(expression),
      screenshot: async (path) => void (await page.screenshot({ path })),
      problems: async () => problems,
    },
    close: () => browser.close(),
  };
}

/** @returns {Promise<Browser>} */
async function webkit() {
  const ends = [];
  const close = async () => {
    for (const end of ends.reverse()) await end();
  };
  try {
    const env = { ...process.env };
    if (!env.DISPLAY) {
      // Xvfb chooses a display that is free, and writes its number to the file 3.
      const screen = spawn(DISPLAY, ['-displayfd', '3', '-screen', '0', '1280x1000x24'], {
        stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
      });
      ends.push(() => screen.kill());
      const [number] = await new Promise((resolve, reject) => {
        screen.on('error', reject);
        screen.on('exit', () => reject(new Error('Xvfb ended')));
        screen.stdio[3].once('data', (text) => resolve(String(text).match(/\d+/)));
      });
      env.DISPLAY = `:${number}`;
    }
    const port = await freePort();
    const driver = spawn(DRIVER, [`--port=${port}`], { env, stdio: 'ignore' });
    ends.push(() => driver.kill());
    const url = `http://127.0.0.1:${port}/session`;
    const call = async (method, path, body) => {
      const answer = await fetch(url + path, { method, body: body && JSON.stringify(body) });
      const { value } = await answer.json();
      if (answer.ok) return value;
      throw new Error(`${value.error}: ${value.message}`);
    };
    const options = { binary: MINI, args: ['--automation'] };
    const wanted = {
      capabilities: { alwaysMatch: { 'webkitgtk:browserOptions': options } },
    };
    const { sessionId: id } = await patiently(() => call('POST', '', wanted));
    ends.push(() => call('DELETE', `/${id}`).catch(() => {}));
    const evaluate = (expression) =>
      call('POST', `/${id}/execute/sync`, { script: `return (${expression});`, args: [] });
    return {
      tab: {
        open: (address) => call('POST', `/${id}/url`, { url: address }),
        evaluate,
        screenshot: async (path) => {
          await writeFile(path, Buffer.from(await call('GET', `/${id}/screenshot`), 'base64'));
        },
        // WebDriver does not tell of them. The pages of the tests put an error into their title.
        problems: async () => [],
      },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** A port that nobody listens at. */
async function freePort() {
  const server = createServer();
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/**
 * Tries for some seconds: a driver needs a while until it listens.
 *
 * @template T
 * @param {() => Promise<T>} attempt
 * @returns {Promise<T>}
 */
async function patiently(attempt) {
  for (let left = 50; ; left--) {
    try {
      return await attempt();
    } catch (error) {
      if (left === 0 || !/fetch failed/.test(String(error))) throw error;
      await sleep(200);
    }
  }
}

/**
 * Waits until an expression is true in a tab.
 *
 * @param {Tab} tab
 * @param {string} expression
 * @param {number} [seconds]
 */
export async function until(tab, expression, seconds = 900) {
  const end = performance.now() + seconds * 1000;
  while (!(await tab.evaluate(`Boolean(${expression})`))) {
    if (performance.now() > end) throw new Error(`not within ${seconds} s: ${expression}`);
    await sleep(50);
  }
}
