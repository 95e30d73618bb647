/** Both ends of a channel to a thread of Node. */
import { Session } from '../session.js';

/** @import { Operations } from '../host.js' */
/** @import { Channel, ChannelHandlers } from '../link.js' */

/**
 * How long, in milliseconds, a thread that has worked is left alone before it is ended. Node 20
 * and 22 abort the whole process when a thread ends while V8 still optimises code that the thread
 * has run: the compiler asks for the thread's heap, which Node has forgotten already.
 */
const calm = 100;

/**
 * @param {import('node:worker_threads').Worker} worker
 * @param {ChannelHandlers} handlers
 * @returns {Channel}
 */
export function openThread(worker, { message, lost }) {
  let isBusy = true; // it starts
  let workedUntil = -Infinity;
  worker.on('message', message);
  worker.on('messageerror', (error) => lost(String(error)));
  worker.on('error', (error) => lost(String(error)));
  worker.on('exit', (code) => lost(`the worker ended with exit code ${code}`));
  return {
    post: (sent, transfer) => worker.postMessage(sent, transfer),
    close: async () => {
      worker.postMessage({ type: 'close' });
      if (isBusy || performance.now() - workedUntil < calm)
        await new Promise((resolve) => setTimeout(resolve, calm));
      return worker.terminate();
    },
    hold: (busy) => {
      if (isBusy && !busy) workedUntil = performance.now();
      isBusy = busy;
      if (busy) worker.ref();
      else worker.unref();
    },
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
