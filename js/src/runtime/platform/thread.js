/** Both ends of a channel to a thread of Node. */
import { Session } from '../session.js';

/** @import { Operations } from '../host.js' */
/** @import { Channel, ChannelHandlers } from '../link.js' */

/**
 * @param {import('node:worker_threads').Worker} worker
 * @param {ChannelHandlers} handlers
 * @returns {Channel}
 */
export function openThread(worker, { message, lost }) {
  worker.on('message', message);
  worker.on('messageerror', (error) => lost(String(error)));
  worker.on('error', (error) => lost(String(error)));
  worker.on('exit', (code) => lost(`the worker ended with exit code ${code}`));
  return {
    post: (sent, transfer) => worker.postMessage(sent, transfer),
    close: () => worker.terminate(),
    hold: (busy) => (busy ? worker.ref() : worker.unref()),
  };
}

/**
 * Puts a session behind the port. It pauses by setImmediate, since a
 * MessageChannel starves in threads of Node.
 * @param {import('node:worker_threads').MessagePort} port
 * @param {Record<string, Operations>} known
 */
export function serveThread(port, known) {
  const session = new Session(
    (message, transfer) => port.postMessage(message, transfer),
    setImmediate,
    known,
  );
  port.on('message', (message) => session.receive(message));
}
