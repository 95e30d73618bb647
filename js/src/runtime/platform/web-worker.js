/** A session behind the port of a Web Worker. */
import { Session } from '../session.js';
import { pause } from './browser.js';

/** @import { Operations } from '../host.js' */

/** @param {Record<string, Operations>} known */
export function serveWebWorker(known) {
  const session = new Session(
    (message, transfer) => self.postMessage(message, { transfer }),
    pause,
    known,
  );
  self.onmessage = ({ data }) => session.receive(data);
  holdLock();
}

/**
 * Holds a lock as long as the worker lives, and returns its name. Pages that came over plain
 * http have none.
 */
function holdLock() {
  const lock = `maxmargin worker ${crypto.randomUUID?.()}`;
  const held = self.navigator.locks?.request(lock, () => {
    self.postMessage({ type: 'alive', lock });
    return new Promise(() => {});
  });
  held?.catch(() => {}); // not in a page without an origin, such as one from disk
}
