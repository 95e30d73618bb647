/** What goes wrong with a fleet, with its queue in memory, for the examples of its errors. */
import { Fleet } from '../../src/fleet/fleet.js';
import { QueueTransport } from '../../src/fleet/queue.js';
import { FleetWorker } from '../../src/fleet/worker.js';
import { Hub } from './hub.mjs';

const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** A thread that answers with the number of its worker, or dies. */
const bench = (at, dies) => () => ({
  open: () => ({ value: {}, buffers: {} }),
  async do() {
    if (dies) throw Object.assign(new Error('died'), { name: 'MaxMarginError', code: 'ERR_RUNTIME_CRASHED' }); // prettier-ignore
    await pause(20);
    return { value: at, buffers: {} };
  },
  close() {},
});

/** provoke rejects with the error of a fault: 'differs', 'lost' or 'library'. */
export async function provoke(fault) {
  if (fault === 'library') return QueueTransport.open({ queue: 'q', build: 'b', library: {} });
  const ends = [];
  const hub = new Hub({ double: fault === 'differs' ? 1 : 0 });
  for (const at of [0, 1]) {
    const own = { name: `machine-${at}`, build: 'b', version: '1', threads: 1, beat: 10 };
    const worker = new FleetWorker(hub.transport(), { ...own, bench: bench(at, fault === 'lost') });
    ends.push(() => worker.close(0));
    await worker.start();
  }
  const fleet = new Fleet(hub.transport(), { build: 'b', audit: true, beat: 10 });
  ends.push(() => fleet.close());
  try {
    const session = await fleet.open({ kind: 'model', request: {}, options: {}, buffers: {} }, {});
    for (let i = 1; ; i++) {
      await session.submit({ key: String(i), request: {}, options: {} }, {});
      await pause(50);
    }
  } finally {
    for (const end of ends.reverse()) await end();
  }
}
