/**
 * A fit of one problem whose kernel rows several workers compute. One of them solves it; it tells
 * the others which rows it will probably need, and takes those that they have finished. The samples
 * and the rows lie in memory that all share: core/servers says how. Rows have the same bits whoever
 * computes them, so the model is that of a fit by one worker.
 */
import { copiesOf } from '../runtime/transfer.js';

/** @import { Client } from '../runtime/client.js' */
/** @import { Payload, Success } from '../runtime/host.js' */
/** @import { FitJob } from '../model/fit-job.js' */

/** The machines whose solver asks for rows ahead. */
const machines = ['SVC', 'NuSVC', 'SVR', 'NuSVR', 'OneClassSVM', 'SVDD'];

/** Fits to fewer samples take less time than a worker takes to start. */
const fewest = 2000;

/** Words of the shared memory: core/servers/shared.go. */
const [bell, ended, lost] = [0, 1, 2];

/**
 * The bytes of the shared memory, at least those of servers.Bytes in core/servers/shared.go: words,
 * and for each sample three indices, two numbers, and one in each of 24 rows.
 * @param {number} samples
 */
const bytesFor = (samples) => 1024 + (3 * 4 + 2 * 8 + 24 * 8) * (samples + 1);

/**
 * Whether workers can compute rows for a fit of one problem.
 * @param {Payload} payload
 */
export function canServe({ request }) {
  const { machine, table } = /** @type {any} */ (request);
  return (
    typeof SharedArrayBuffer === 'function' && machines.includes(machine) && table.rows >= fewest
  );
}

/**
 * @param {Client} client that keeps the model
 * @param {FitJob} job whose `workers` says how many take part
 * @returns {Promise<Success>}
 */
export async function fitServed(client, { id, payload, watch, start, workers }) {
  await client.complete(payload, watch);
  const { rows } = /** @type {any} */ (payload.request).table;
  const shared = new Uint8Array(new SharedArrayBuffer(bytesFor(rows)));
  const words = new Int32Array(shared.buffer);
  const copy = copiesOf(payload.buffers ?? {});
  /** @param {number} word */
  const set = (word) => {
    words[word] = 1;
    Atomics.add(words, bell, 1);
    Atomics.notify(words, bell);
  };
  const servers = Array.from({ length: workers - 1 }, () => client.sibling());
  // What a server has begun when it fails, the solver computes itself.
  const serving = servers.map((server) =>
    server.call('serveRows', { ...payload, buffers: { ...copy(), shared } }).then(
      () => client.takeBack(server),
      () => {
        set(lost);
        server.close();
      },
    ),
  );
  Object.assign(payload, { buffers: { ...copy(), shared }, fill: undefined, first: [] });
  try {
    return await client.fit(id, payload, watch, start);
  } finally {
    set(ended);
    await Promise.all(serving);
  }
}
