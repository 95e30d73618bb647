/** maxmargin paper */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { bullmq } from '../bullmq.js';
import * as core from '../core.js';
import { asFlag, queueFlags, queueOf } from './queue.js';
import { duration, table } from './report.js';
import { startRuntime } from './runtime.js';
import { UsageError, checkFiles, wholeNumber } from './usage.js';

/** @import { Outcome } from './report.js' */
/** @import { Terminal } from './terminal.js' */
/** @import { Values } from './usage.js' */

export const summary = 'Compute published numbers of large-margin methods again.';
export const usage = 'maxmargin paper [--only <name>] [--data <folder>] [options]';
export const notes = [
  'Each number has a rule that says when a value agrees, and a value that this package had. The status is 1 if a verdict is no longer that of the value.',
  'Data that may not be shipped are found in folders by their SHA-256; without them the value is the stored one.',
  'With a queue, the workers of its fleet do the searches, the cross-validation and the fits to many classes; values are the same to the bit.',
];

export const flags = () => ({
  Paper: [
    { name: 'only', value: '<name>', list: true, doc: 'A source, or the beginning of the name of a number. It may be given several times.' }, // prettier-ignore
    { name: 'data', value: '<folder>', list: true, doc: 'A folder with data; folders in it count, too. It may be given several times.' }, // prettier-ignore
    { name: 'most', value: '<seconds>', doc: 'Leave work alone that took longer than this.' },
    {
      name: 'workers',
      value: '<number>',
      doc: 'How many processes compute side by side. Default: 1.',
    },
    { name: 'stored', doc: 'Print the stored values, and compute nothing.' },
  ],
  Queue: queueFlags,
});

/** The flags that say where a queue is. */
const QUEUE = /** @type {const} */ (['redis', 'postgres', 'queue']);

/** Larger files are no data of ours. */
const LARGEST = 64e6;

/** The protocols and the numbers lie in files of their own, which no other command loads. */
async function load() {
  const beside = (/** @type {string} */ name) => new URL(`./${name}`, import.meta.url);
  const protocols = await import(beside('paper.js').href);
  const packed = readFileSync(beside('paper.json.br'));
  const sources = JSON.parse(brotliDecompressSync(packed).toString());
  const records = sources.flatMap((/** @type {any} */ source) => source.records);
  const values = Object.fromEntries(
    records.map((/** @type {any} */ { id, stored }) => [id, stored]),
  );
  return { ...protocols, sources, values };
}

/**
 * @param {readonly string[]} _argv
 * @param {Values} values
 * @param {string[]} files
 * @param {Terminal} terminal
 * @returns {Promise<Outcome>}
 */
export async function run(_argv, values, files, terminal) {
  checkFiles(files, []);
  const most = values.most === undefined ? Infinity : Number(values.most);
  if (!(most >= 0)) throw new UsageError(`--most must be a number of seconds, got ${values.most}`);
  const processes = wholeNumber(values, 'workers', 1) ?? 1;
  const paper = await load();
  const chosen = choose(paper.sources, values.only);
  const folders = values.data ?? [];
  const paths = values.stored ? new Map() : hashed(folders);
  const hashes = new Map();
  for (const { records } of paper.sources) {
    for (const { data } of records) for (const { name, sha256 } of data) hashes.set(name, sha256);
  }
  const has = (/** @type {string} */ name) => paths.has(hashes.get(name));
  const began = performance.now();
  const here = !values.stored && processes === 1;
  const fleet = here ? await fleetOf(values) : undefined;
  const context = {
    ...(fleet && { how: { executor: fleet } }),
    mm: here ? await everything() : {},
    has: async (/** @type {string} */ name) => has(name),
    file: async (/** @type {string} */ name) => {
      const bytes = readFileSync(paths.get(hashes.get(name)));
      return name.endsWith('.gz') ? gunzipSync(bytes) : bytes;
    },
  };
  const runner = processes === 1 ? new paper.Runner(context) : undefined;
  const records = chosen.flatMap(({ records }) => records);
  const work = records.filter(
    (record) =>
      !values.stored &&
      paper.isRunnable(record) &&
      paper.filesOf(record).every(has) &&
      !(paper.values[record.id]?.seconds > most),
  );
  /** @type {Map<string, any>} */
  const found = new Map();
  const groups = paper.grouped(work);
  const take = async () => {
    for (let group = groups.shift(); group; group = groups.shift()) {
      if (!terminal.show(found.size / work.length, group[0].id)) return;
      if (!runner) await apart(group, values, found);
      else if (!(await together(group, runner, found))) return;
    }
  };
  try {
    await terminal.watch(() => Promise.all(Array.from({ length: processes }, take)));
  } finally {
    await fleet?.close();
  }
  const rows = records.map((record) => judge(paper, record, found.get(record.id)));
  const wrong = rows.filter(({ changed, error }) => changed || error);
  if (wrong.length > 0) process.exitCode = 1;
  const counts = paper.tally(rows.map(({ verdict }) => verdict));
  const milliseconds = performance.now() - began;
  return {
    report: { counts, computed: found.size, milliseconds, records: rows },
    text: [
      Object.entries(counts).map(([name, count]) => `${count} ${name}`).join(', '), // prettier-ignore
      ...chosen.flatMap((source) => section(paper, source, rows)),
      '',
      `${found.size} of ${records.length} numbers computed in ${duration(milliseconds)}; the others are stored values`,
      ...wrong.map(({ id, verdict, stored, error }) => `! ${id}: ${error ?? `${verdict}, which was ${stored?.verdict}`}`), // prettier-ignore
    ],
    interrupted: terminal.stopped,
  };
}

/**
 * Computes records in this process; false when somebody has stopped it.
 * @param {any[]} group
 * @param {{compute: (record: any) => Promise<any>}} runner
 * @param {Map<string, any>} found
 */
async function together(group, runner, found) {
  for (const record of group) {
    try {
      found.set(record.id, await runner.compute(record));
    } catch (error) {
      const { code, message } = /** @type {any} */ (error) ?? {};
      if (code === 'ERR_STOPPED') return false;
      if (code === 'ERR_NO_WORKERS') throw error; // nor would there be any for the next number
      found.set(record.id, { error: String(message ?? error) });
    }
  }
  return true;
}

/**
 * The fleet behind a queue, if there is to be one.
 * @param {Values} values
 */
async function fleetOf(values) {
  if (QUEUE.every((name) => values[name] === undefined)) return undefined;
  return bullmq(queueOf(values)).catch((error) => {
    throw asFlag(error);
  });
}

/**
 * Computes records in a process of their own. Ctrl-C reaches it, too.
 * @param {any[]} group
 * @param {Values} values
 * @param {Map<string, any>} found
 */
async function apart(group, values, found) {
  const ids = group.map(({ id }) => id);
  const same = { only: ids, data: values.data ?? [], ...Object.fromEntries(QUEUE.map((name) => [name, [values[name] ?? []].flat()])) }; // prettier-ignore
  const given = Object.entries(same).flatMap(([name, list]) => list.flatMap((/** @type {string} */ one) => [`--${name}`, one])); // prettier-ignore
  const argv = [process.argv[1], 'paper', '--json', ...given];
  // A status of 1 says that a verdict has changed, which the table says as well.
  const [text, said] = await new Promise((resolve) => {
    const most = { maxBuffer: 1e9 };
    execFile(process.execPath, argv, most, (_, stdout, stderr) => resolve([stdout, stderr]));
  });
  try {
    for (const row of JSON.parse(text).records)
      if (row.computed || row.error) found.set(row.id, row);
  } catch {
    for (const id of ids) found.set(id, { error: `its process has ended without an answer: ${said}` }); // prettier-ignore
  }
}

/** The package as one object. */
async function everything() {
  startRuntime();
  const parts = await Promise.all([
    import('../metrics.js'),
    import('../data.js'),
    import('../bounds.js'),
  ]);
  return Object.assign({}, core, ...parts);
}

/**
 * The sources with the numbers that were asked for.
 * @param {any[]} sources
 * @param {string[]} [only]
 */
function choose(sources, only) {
  if (!only) return sources;
  for (const name of only) {
    const known = sources.some(({ id, records }) => id === name || records.some((/** @type {any} */ record) => record.id.startsWith(name))); // prettier-ignore
    if (!known) throw new UsageError(`--only: there is no ${name}; sources are ${sources.map(({ id }) => id).join(', ')}`); // prettier-ignore
  }
  // The whole name of a number is not the beginning of others.
  const whole = new Set(sources.flatMap(({ records }) => records.map((/** @type {any} */ { id }) => id))); // prettier-ignore
  return sources
    .map((source) => ({
      ...source,
      records: source.records.filter((/** @type {any} */ { id }) => only.some((name) => source.id === name || (whole.has(name) ? id === name : id.startsWith(name)))), // prettier-ignore
    }))
    .filter(({ records }) => records.length > 0);
}

/**
 * The paths of all files in folders by their SHA-256.
 * @param {string[]} folders
 */
function hashed(folders) {
  /** @type {Map<string, string>} */
  const paths = new Map();
  for (const folder of folders) {
    if (!existsSync(folder)) throw new UsageError(`--data: there is no folder ${folder}`);
    for (const name of readdirSync(folder, { recursive: true })) {
      const path = join(folder, String(name));
      const { size, ...stat } = statSync(path, { throwIfNoEntry: false }) ?? {};
      if (!('mode' in stat) || size === undefined || size > LARGEST) continue;
      if (statSync(path).isFile()) paths.set(createHash('sha256').update(readFileSync(path)).digest('hex'), path); // prettier-ignore
    }
  }
  return paths;
}

/**
 * A number, what it is now, and what it was.
 * @param {any} paper
 * @param {any} record
 * @param {any} found
 */
function judge(paper, record, found) {
  const known = paper.values[record.id];
  const stored = known && { ...known, verdict: paper.verdict(record, known) };
  const now = found && !found.error ? found : known;
  const verdict = paper.verdict(record, now);
  const { id, place, what, published, read, rule } = record;
  return {
    ...{ id, place, what, published, read, rule: rule.says, verdict },
    ...(now && { value: now.value, sd: now.sd, n: now.n, text: now.text, seconds: now.seconds }),
    ...(known?.cause && { cause: known.cause }),
    ...(known?.beside && { beside: known.beside }),
    ...(stored && { stored: { value: stored.value, verdict: stored.verdict, date: stored.date, build: stored.build } }), // prettier-ignore
    computed: Boolean(found && !found.error),
    changed: Boolean(found && stored && verdict !== stored.verdict),
    ...(found?.error && { error: found.error }),
  };
}

/**
 * The table of a source.
 * @param {any} paper
 * @param {any} source
 * @param {ReturnType<typeof judge>[]} rows
 */
function section(paper, { title, authors, year, records }, rows) {
  const own = new Set(records.map((/** @type {any} */ { id }) => id));
  const tools = paper.besides(records, paper.values);
  const cells = rows
    .filter(({ id }) => own.has(id))
    .map(({ id, published, read, value, sd, verdict, computed, beside }) => [
      id.slice(id.indexOf('/') + 1),
      `${published.printed}${read === 'recalled' ? ' (recalled)' : ''}`,
      value === undefined ? '' : paper.brief({ published }, { value, sd }),
      ...tools.map((/** @type {string} */ tool) => (beside?.[tool] === undefined ? '' : paper.brief({ published }, { value: beside[tool] }))), // prettier-ignore
      `${verdict ?? 'no value yet'}${computed ? '' : value === undefined ? '' : ', stored'}`,
    ]);
  return ['', `${authors}: ${title} (${year})`, ...table(['number', 'published', 'here', ...tools, 'verdict'], cells)]; // prettier-ignore
}
