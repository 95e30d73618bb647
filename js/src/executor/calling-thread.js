/** The executor of maxmargin/sync: the program in this thread, which returns values. */
import { now } from '../basics/drive.js';
import { MaxMarginError } from '../basics/errors.js';
import { Station, persist } from './station.js';

/** @import { Executor, Job, Opening, Waiting } from './types.js' */
/** @import { StationHost } from './station.js' */

/** @implements {Executor} */
export class CallingThread {
  name = 'the calling thread';
  #host;

  /** @param {StationHost} host */
  constructor(host) {
    this.#host = host;
  }

  capacity() {
    return 1;
  }

  /**
   * @param {Opening} opening
   * @param {Waiting} waiting
   */
  open(opening, waiting) {
    const station = new Station(this.#host, now);
    let closed = false;
    const worker = {
      station,
      opening: () => {
        if (closed) throw new MaxMarginError('ERR_DISPOSED', '', 'this session was closed');
        return opening;
      },
      renew: () => void (station.opened = false), // the next call starts the program anew
    };
    return {
      reply: station.open(opening, waiting),
      submit: (/** @type {Job} */ job, /** @type {Waiting} */ own) =>
        now(persist(worker, job, own)),
      close: () => {
        closed = true;
        station.close();
      },
    };
  }
}
