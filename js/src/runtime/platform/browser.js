/** The common parts of all browser builds: fetching, Web Workers, turns of the event loop. */
import { verified } from '../integrity.js';
import { compile, loadError } from '../runtime.js';

/** @import { Channel, ChannelHandlers } from '../link.js' */
/** @import { Pause } from '../host.js' */

/**
 * @param {URL} url
 * @returns {Promise<WebAssembly.Module>}
 */
export async function fetchModule(url) {
  const response = await request(url);
  const type = response.headers.get('content-type')?.split(';')[0].trim() ?? '';
  if (type === 'application/wasm' && 'compileStreaming' in WebAssembly) {
    const bytes = response.clone().arrayBuffer();
    return verified(bytes, compile(Promise.resolve(response), String(url)), String(url));
  }
  // A server that does not know the type sends a general one. A server that sends text has most
  // likely sent a page in place of a missing file.
  if (type !== 'application/wasm' && type !== 'application/octet-stream' && type !== '') {
    const remedy = url.pathname.includes('/.vite/deps/')
      ? "tell Vite to leave this package alone: optimizeDeps: { exclude: ['maxmargin'] }"
      : 'check that the file is there and that the server sends .wasm as application/wasm, ' +
        'or say where it is with init({ wasmUrl })';
    throw loadError(`${url} came as ${type}, not application/wasm; ${remedy}`, {
      url: String(url),
      type,
    });
  }
  const bytes = response.arrayBuffer();
  return verified(
    bytes,
    bytes.then((whole) => compile(whole, String(url))),
    String(url),
  );
}

/** @param {URL} url */
async function request(url) {
  let remedy = 'put maxmargin.wasm there, or say where it is with init({ wasmUrl })';
  if (url.protocol === 'file:') {
    remedy = 'pages opened from disk cannot fetch: use maxmargin/inline or maxmargin.inline.js';
  } else if (url.origin !== globalThis.location?.origin) {
    remedy += '; another origin must allow it with the header Access-Control-Allow-Origin';
  }
  let response;
  try {
    response = await fetch(url);
  } catch (cause) {
    throw loadError(
      `${url} could not be fetched (${cause}); ${remedy}`,
      { url: String(url) },
      cause,
    );
  }
  if (!response.ok) {
    throw loadError(
      `${url} could not be fetched: the server answered ${response.status}; ${remedy}`,
      { url: String(url), status: response.status },
    );
  }
  return response;
}

/**
 * @param {Worker} worker
 * @param {ChannelHandlers} handlers
 * @returns {Channel}
 */
export function openWebWorker(worker, { message, lost }) {
  const closing = new AbortController();
  worker.onmessage = ({ data }) => {
    if (data.type === 'alive') outlive(data.lock, closing.signal, lost);
    message(data);
  };
  worker.onmessageerror = () => lost('a message could not be read');
  worker.onerror = (event) => {
    event.preventDefault();
    lost(event.message || 'its script could not be loaded');
  };
  return {
    post: (sent, transfer) => worker.postMessage(sent, transfer),
    close() {
      closing.abort();
      worker.terminate();
    },
    hold() {},
  };
}

/**
 * Tells when something else has ended the worker. There is no event for this, but the lock that
 * the worker held becomes free.
 * @param {string} lock
 * @param {AbortSignal} signal
 * @param {ChannelHandlers['lost']} lost
 */
function outlive(lock, signal, lost) {
  globalThis.navigator.locks
    .request(lock, { signal }, () => lost('the worker was ended from outside'))
    .catch(() => {}); // it was closed
}

/**
 * A worker from a URL. Browsers refuse those from other origins, such as a CDN,
 * but not a script of our own that imports them.
 * @param {URL} url
 */
export function startWorker(url) {
  const own = url.protocol === 'data:' || url.origin === globalThis.location?.origin;
  return own ? new Worker(url) : workerFromSource(`importScripts(${JSON.stringify(url.href)})`);
}

/** @param {string} source */
export function workerFromSource(source) {
  const url = URL.createObjectURL(new Blob([source], { type: 'text/javascript' }));
  const worker = new Worker(url);
  // The worker may not have read the URL yet; after a minute it has.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
  return worker;
}

/** @type {MessageChannel | undefined} */
let turns;

/** @type {(() => void)[]} */
const waiting = [];

/**
 * Calls back at the next turn of the event loop. A message arrives at once, while timers wait
 * for 4 ms or more.
 * @type {Pause}
 */
export function pause(callback) {
  if (!turns) {
    turns = new MessageChannel();
    turns.port1.onmessage = () => waiting.shift()?.();
  }
  waiting.push(callback);
  turns.port2.postMessage(undefined);
}
