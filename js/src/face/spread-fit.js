/**
 * A fit to rows that no machine has all of. Workers of an executor hold the features of chunks; the
 * program that keeps the model leads. It asks all workers for sums over their rows, about one question
 * for each step of Newton's method. The sums are added in the order of the chunks, so that a model has
 * the same bits for any number of workers.
 */
import { later } from '../basics/drive.js';
import { MaxMarginError, show } from '../basics/errors.js';
import { bytesOf } from '../basics/numbers.js';
import { Runner } from '../executor/runner.js';
import { countsOf, packChunk } from '../executor/rows.js';
import { encodeLabels } from '../input/labels.js';
import { toWire } from '../machines/options.js';
import { checkChunk, checkColumns, lost, placed } from './chunk-source.js';

/** @import { ChunkRequest } from '../executor/rows.js' */
/** @import { Executor } from '../executor/types.js' */
/** @import { Steps } from '../basics/drive.js' */
/** @import { FitJob } from '../model/fit-job.js' */
/** @import { State } from '../model/state.js' */
/** @import { Host, Success } from '../runtime/host.js' */
/** @import { Label } from '../types.js' */
/** @import { Source } from './chunk-source.js' */

/**
 * What the client knows of a chunk.
 * @typedef {object} Known
 * @property {ChunkRequest} chunk
 * @property {Record<string, Uint8Array>} buffers of its rows; none of a file
 * @property {Label[]} labels of its own classes
 * @property {number[]} counts rows of each
 * @property {number[]} left those with a weight
 */

/** Chunks that one worker is asked about together. @typedef {{name: string, chunks: Known[]}} Shard */

/** What a chunk that is a file may say. */
const fileKeys = ['file', 'format', 'target', 'sampleWeight', 'columns', 'csv'];

/**
 * @param {Host} host
 * @param {State} state
 * @param {FitJob} job
 * @param {Source} source
 * @param {Executor} executor
 * @param {boolean} transfer
 * @returns {Promise<Success>}
 */
export async function fitSpread(host, state, job, source, executor, transfer) {
  const { specs, spec, options, machine } = state;
  const { id, watch } = job;
  const { signal } = watch;
  const classifies = spec.kind === 'classifier';
  const perRow = ['sampleWeight', ...specs.flatMap(({ row }) => row ?? [])];
  // The weights of classes follow when all classes are known.
  const early = toWire(specs.filter(({ type }) => type !== 'classWeight'), options, []); // prettier-ignore
  /** @type {string[]} */
  let features = [];
  let columns = 0;
  /** @type {Record<string, boolean>} */
  const given = {};
  let rows = 0;
  let stopped = false;

  const hear = (/** @type {any} */ report) => {
    if (report.code) return void job.hear(report);
    stopped ||= job.hear({ ...report, rows }) === false;
    return !stopped;
  };
  const stage = (/** @type {string} */ phase, /** @type {number} */ at, more = {}) =>
    hear({ phase, iteration: 0, objective: 0, gap: Infinity, supportVectors: 0, fraction: at / 3, ...more }); // prettier-ignore
  const phase =
    (/** @type {string} */ name, /** @type {number} */ at) => (/** @type {any} */ report) =>
      report.code ? hear(report) : stage(name, at + Math.min(1, report.fraction || 0));

  /**
   * @param {any} chunk as the caller gave it
   * @param {number} number
   * @returns {Known}
   */
  const know = (chunk, number) => {
    try {
      if (chunk?.file != null) {
        const file = fileOf(chunk);
        checkGiven(given, file, perRow, number);
        return { chunk: { number, file }, buffers: {}, labels: [], counts: [], left: [] };
      }
      checkChunk(chunk);
      const { table, names, buffers, labels = [] } = packChunk(chunk, { classifies, perRow, features }, transfer); // prettier-ignore
      if (number === 0) features = names ?? [];
      columns ||= table.cols;
      if (table.layout !== 'strings') checkColumns(table.cols, columns);
      checkGiven(given, buffers, perRow, number);
      const counts = countsOf(buffers, Math.max(1, labels.length), table.rows);
      return { chunk: { number, table, rows: table.rows }, buffers, labels, ...counts };
    } catch (error) {
      throw placed(error, number);
    }
  };

  const first = await later(source.next(signal));
  if (first === undefined) {
    throw new MaxMarginError('ERR_EMPTY', 'chunks', 'chunks has no chunk; it needs at least one with rows to learn from'); // prettier-ignore
  }
  const head = know(first, 0);
  const { sketch, like, warnings } = await sketchOf(head);

  /** @param {Known} known */
  async function sketchOf({ chunk, buffers }) {
    const fit = { model: id, machine, classes: { kind: 'number', names: [] } };
    const request = { classifies, perRow, features, fit, chunk };
    const opening = { kind: /** @type {const} */ ('rows'), request, options: early, buffers };
    const runner = new Runner(executor, opening, later, signal);
    try {
      return await later(
        runner.open(
          ({ value, buffers: { sketch: made } }) => {
            ({ cols: columns, features } = value);
            return { ...value, sketch: new Uint8Array(made) };
          },
          phase('landmarks', 0),
        ),
      );
    } catch (error) {
      throw placed(error, 0);
    } finally {
      runner.close();
    }
  }

  const request = { classifies, perRow, features, like };
  const runner = new Runner(
    executor,
    { kind: 'rows', request, options: {}, buffers: { sketch } },
    later,
    signal,
  );
  /** @type {Known[]} */
  const all = [];
  /** @type {Shard[]} */
  const shards = [];
  let longest = 0;

  /** The next chunk: only one is waited for. @type {Promise<Known | undefined>} */
  let turn = Promise.resolve(head);
  const take = () => {
    const own = turn;
    turn = own.then(async (before) => {
      const chunk = before && (await later(source.next(signal)));
      return chunk && know(chunk, before.chunk.number + 1);
    });
    turn.catch(() => {}); // who takes it gets the error
    return own;
  };

  /**
   * Has a worker hold the next chunk.
   * @param {Shard} shard
   * @returns {Steps<void>}
   */
  function* hold(shard) {
    const known = yield take();
    if (!known) {
      over = true;
      return;
    }
    const { chunk, buffers } = known;
    all[chunk.number] = known;
    shard.chunks.push(known);
    /** @type {Success} */
    let reply;
    try {
      const asked = { request: { step: 'hold', chunk }, options: {}, buffers, group: shard.name };
      reply = yield* runner.submit(asked, phase('features', 1));
    } catch (error) {
      throw placed(error, chunk.number);
    }
    const { value } = reply;
    if (!(value?.rows > 0 && value.longest >= 0))
      throw wrong('does not say how many rows there are');
    if (chunk.file) Object.assign(known, { labels: value.labels ?? [], counts: value.counts, left: value.left, chunk: { ...chunk, rows: value.rows } }); // prettier-ignore
    rows += value.rows;
    longest = Math.max(longest, value.longest);
    stage('features', 1);
    if (stopped) throw stoppedEarly();
  }
  let over = false;

  /**
   * Asks a worker about the chunks of a shard.
   * @param {Shard} shard
   * @param {Record<string, Uint8Array>} asked
   * @param {(number: number, sums: Uint8Array) => void} got
   * @returns {Steps<void>}
   */
  function* answer({ name, chunks }, asked, got) {
    const classes = chunks.map(({ chunk, labels }) => [
      `${chunk.number}.classes`,
      numbersOf(labels),
    ]);
    const job = {
      request: { step: 'answer', chunks: chunks.map(({ chunk }) => chunk) },
      options: {},
      buffers: { ...asked, ...Object.fromEntries(classes) },
      group: name,
    };
    const heard = (/** @type {any} */ report) => void (report.code && hear(report));
    const sent = new Set();
    /** @type {Success} */
    let reply;
    for (;;) {
      try {
        reply = yield* runner.submit(job, heard);
        break;
      } catch (/** @type {any} */ error) {
        // A worker that has taken over the work of another lacks rows that no file has.
        const { code, argument, details } = error ?? {};
        if (code !== 'ERR_INTERNAL' || argument !== 'chunks' || !details?.chunks?.length)
          throw error;
        for (const number of details.chunks) {
          const own = Object.entries(all[number]?.buffers ?? {});
          if (own.length === 0 || sent.has(number)) throw error;
          sent.add(number);
          const named = own.map(([part, bytes]) => [`${number}.${part}`, bytes]);
          job.buffers = { ...job.buffers, ...Object.fromEntries(named) };
        }
      }
    }
    for (const { chunk } of chunks) {
      const sums = reply.buffers[chunk.number];
      if (!sums) throw wrong(`has no sums of chunks[${chunk.number}]`);
      got(chunk.number, sums);
    }
  }

  const wrong = (/** @type {string} */ how) =>
    new MaxMarginError(
      'ERR_FUNCTION',
      'executor',
      `the reply of the executor ${show(executor.name)} to a job ${how}`,
    );

  /** @type {Map<Label, number>} */
  let places = new Map();
  const numbersOf = (/** @type {Label[]} */ labels) =>
    bytesOf(Int32Array.from(labels, (label) => Number(places.get(label))));
  const step = (
    /** @type {object} */ own,
    /** @type {Record<string, Uint8Array>} */ buffers = {},
  ) => host.call('spread', { request: { model: id, ...own }, buffers });

  try {
    await later(runner.open(() => {}));
    await later(
      runner.share((/** @type {Shard | undefined} */ freed) => {
        if (over) return undefined;
        const shard = freed ?? { name: `shard ${shards.length}`, chunks: [] };
        if (!freed) shards.push(shard);
        return { own: shard, steps: hold(shard) };
      }),
    );
    const { classes, counts, left } = settle(all, classifies);
    places = new Map(classes.labels.map((label, at) => [label, at]));
    const names = classes.labels.map(String);
    const table = { layout: 'dense', rows, cols: columns };
    const fit = { model: id, machine, table, classes: { kind: classes.kind, names }, features }; // prettier-ignore
    const leading = { step: 'lead', model: id, fit, rows, longest };
    const known = { sketch, counts: bytesOf(counts), left: bytesOf(left) };
    await host.call('spread', { request: leading, options: toWire(specs, options, names), buffers: known }, { signal, onProgress: hear }); // prettier-ignore
    for (;;) {
      const { value, buffers: asked } = await step({ step: 'next', stop: stopped });
      if (!(asked.questions?.byteLength > 0)) break;
      if (value.iteration > 0) stage('newton', 2, value);
      /** @type {Uint8Array[]} */
      const answers = [];
      const waiting = shards.filter(({ chunks }) => chunks.length > 0);
      await later(
        runner.share(() => {
          const shard = waiting.shift();
          return shard && { own: shard, steps: answer(shard, asked, (number, sums) => (answers[number] = sums)) }; // prettier-ignore
        }),
      );
      for (const sums of answers) await step({ step: 'take' }, { sums });
    }
    const reply = await /** @type {any} */ (host).create('spread', id, { request: { step: 'finish', model: id, fit } }, watch); // prettier-ignore
    reply.value.warnings = [...(warnings ?? []), ...(reply.value.warnings ?? [])];
    return reply;
  } catch (error) {
    throw lost(error);
  } finally {
    runner.close();
  }
}

/**
 * The classes of all chunks, how many rows each has, and how many of them have a weight.
 * @param {Known[]} all
 * @param {boolean} classifies
 */
function settle(all, classifies) {
  /** @type {import('../input/labels.js').Classes} */
  let classes = { kind: 'number', labels: [] };
  if (classifies) {
    const [{ labels: own }] = all;
    const other = all.find(({ labels }) => typeof labels[0] !== typeof own[0]);
    if (other) {
      throw placed(new MaxMarginError('ERR_TYPE', 'y', `y has labels such as ${show(other.labels[0])}, but those of the first chunk are ${typeof own[0]}s; all must be of one type`), other.chunk.number); // prettier-ignore
    }
    const labels = [...new Set(all.flatMap((chunk) => chunk.labels))];
    ({ classes } = encodeLabels(labels, labels.length));
  }
  const [counts, left] = ['counts', 'left'].map((which) => {
    const sums = new Float64Array(Math.max(1, classes.labels.length));
    for (const known of all) {
      known[/** @type {'counts'} */ (which)].forEach((count, at) => {
        sums[classifies ? classes.labels.indexOf(known.labels[at]) : 0] += count;
      });
    }
    return sums;
  });
  return { classes, counts, left };
}

/**
 * A chunk that is a file, as plain values.
 * @param {any} chunk
 */
function fileOf(chunk) {
  const unknown = Object.keys(chunk).find((key) => !fileKeys.includes(key));
  if (unknown !== undefined) {
    throw new MaxMarginError('ERR_OPTION', 'chunks', `a chunk that is a file has no ${show(unknown)}; it takes ${fileKeys.join(', ')}`); // prettier-ignore
  }
  const { file, target } = chunk;
  if (!(typeof file === 'string' || file instanceof URL)) {
    throw new MaxMarginError('ERR_TYPE', 'chunks', `file must be a path or an address, got ${show(file)}`); // prettier-ignore
  }
  if (target === undefined) {
    throw new MaxMarginError('ERR_TYPE', 'chunks', `the file ${show(String(file))} needs a target: the name or the place of the column that is to be learnt`); // prettier-ignore
  }
  return { ...chunk, file: String(file) };
}

/**
 * All chunks have what the first one has.
 * @param {Record<string, boolean>} given what the first has
 * @param {Record<string, unknown>} buffers
 * @param {string[]} perRow
 * @param {number} number
 */
function checkGiven(given, buffers, perRow, number) {
  for (const name of perRow) {
    if (number === 0) given[name] = name in buffers;
    if ((given[name] ?? name in buffers) === name in buffers) continue;
    const [has, lacks] = given[name] ? ['the first', 'this one'] : ['this', 'the first'];
    throw new MaxMarginError('ERR_TYPE', name, `${has} chunk has ${name}, but ${lacks} has not; give it with all chunks, or with none`); // prettier-ignore
  }
}

function stoppedEarly() {
  return new MaxMarginError(
    'ERR_STOPPED',
    'onProgress',
    'onProgress stopped the fit before there was a model to keep; let it run to its end, or fit fewer rows',
  );
}
