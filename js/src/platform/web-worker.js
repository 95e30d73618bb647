/** A session behind the port of a Web Worker. */
import { Session } from '../session.js';
import { pause } from './browser.js';

export function serveWebWorker() {
  const session = new Session(
    (message, transfer) => self.postMessage(message, { transfer }),
    pause,
  );
  self.onmessage = ({ data }) => session.receive(data);
}
