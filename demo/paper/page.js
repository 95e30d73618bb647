/** The living paper in a tab: computes numbers again, with data of the site and files of the visitor. */
import * as work from 'maxmargin';
import * as study from 'maxmargin/study';
import * as metrics from 'maxmargin/metrics';
import * as data from 'maxmargin/data';
import * as bounds from 'maxmargin/bounds';
import { element, tell } from '../site/state.js';
import { fileName, notebook, script } from './program.js';
import { MODULES, Runner, VERDICTS, brief, filesOf, isRunnable, keyOf, verdict } from './run.js';

/** Files of the visitor by their SHA-256. @type {Map<string, File>} */
const dropped = new Map();

/** What a file's name stands for: its SHA-256, and where it lies if it ships. @type {Map<string, any>} */
const known = new Map();

/** @type {Map<string, any>} records by their id */
const records = new Map();

/** What is said of sources, by their id. @type {Map<string, any>} */
const sources = new Map();

const isThere = (name) => known.get(name).file !== undefined || dropped.has(known.get(name).sha256);

async function unpacked(blob, name) {
  const bytes = new Uint8Array(await blob.arrayBuffer());
  // Some servers unpack such files on the way.
  if (!name.endsWith('.gz') || bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

const context = {
  mm: { ...work, ...study, ...metrics, ...data, ...bounds },
  has: async (name) => isThere(name),
  async file(name) {
    const { file, sha256 } = known.get(name);
    if (dropped.has(sha256)) return unpacked(dropped.get(sha256), name);
    // The place of a shipped file is that in the repository: demo/data/...
    const response = await fetch(new URL(`../${file.slice('demo/'.length)}`, import.meta.url));
    if (!response.ok) throw new Error(`${name} could not be read: ${response.status}`);
    return unpacked(await response.blob(), name);
  },
};

let runner = new Runner(context);
let stopped = true;

const rowOf = (id) => document.getElementById(id);
const canCompute = (record) => isRunnable(record) && filesOf(record).every(isThere);

/** The seconds of records, each piece of work once. */
function secondsOf(list) {
  const works = new Map(list.map((record) => [keyOf(record), Number(rowOf(record.id).dataset.seconds ?? 60)])); // prettier-ignore
  return Array.from(works.values()).reduce((sum, seconds) => sum + seconds, 0);
}

const duration = (seconds) => (seconds < 1 ? 'a second' : seconds < 90 ? `${Math.ceil(seconds)} s` : `${Math.ceil(seconds / 60)} min`); // prettier-ignore

function show(record, found) {
  const row = rowOf(record.id);
  const name = verdict(record, found);
  row.dataset.verdict = name;
  row.dataset.computed = String(found.value);
  row.querySelector('.value').textContent = brief(record, found);
  row.querySelector('.verdict').textContent = `${name}, computed here${found.text ? `: ${found.text}` : ''}`; // prettier-ignore
  for (const count of document.querySelectorAll('[data-count]')) {
    const own = VERDICTS.includes(count.dataset.count) ? count.dataset.count : 'no value yet';
    count.textContent = String(document.querySelectorAll(`[data-verdict="${own}"]`).length);
  }
}

/** Computes records in turn, until somebody stops it. */
async function compute(list) {
  stopped = false;
  enable();
  let done = 0;
  const problems = [];
  const began = performance.now();
  for (const record of list) {
    tell('training', `Computing ${record.id}: ${done} of ${list.length}, ${duration(secondsOf(list.slice(done)))} to go on two cores.`); // prettier-ignore
    try {
      const found = await runner.compute(record);
      if (stopped) break;
      show(record, found);
      done++;
    } catch (error) {
      if (stopped) break;
      problems.push(`${record.id}: ${error.message}`);
    }
  }
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  const text = `${done} of ${list.length} numbers computed in ${seconds} s${stopped ? ', then stopped' : ''}.`;
  stopped = true;
  enable();
  tell(problems.length > 0 ? 'error' : 'done', [text, ...problems].join(' '));
}

async function stop() {
  stopped = true;
  runner = new Runner(context);
  await work.terminate();
}

/** Says what the buttons would compute, and how long that takes. */
function enable() {
  for (const button of document.querySelectorAll('button[data-of]')) {
    const list = chosen(button.dataset.of);
    button.disabled = !stopped || list.length === 0;
    button.textContent = list.length === 0 ? 'Needs files' : `Compute ${list.length === 1 ? '' : `${list.length} `}(${duration(secondsOf(list))})`; // prettier-ignore
  }
  element('stop').disabled = stopped;
}

/** The records that a button stands for: all, those of a source, or one. */
const chosen = (name) => Array.from(records.values()).filter((record) => (name === 'all' || record.source === name || record.id === name) && canCompute(record)); // prettier-ignore

function button(name) {
  const made = document.createElement('button');
  made.type = 'button';
  made.dataset.of = name;
  return made;
}

/** The modules of protocols/ by their names, once somebody asks for a program. */
let texts;
const modules = () => (texts ??= Promise.all(MODULES.map(async (name) => [name, await (await fetch(new URL(`protocols/${name}.js`, import.meta.url))).text()])).then(Object.fromEntries)); // prettier-ignore

/** Gives the visitor the program of a record. */
async function save(record, kind) {
  const source = sources.get(record.source);
  const site = new URL('.', import.meta.url).href;
  const [write, ending, type] = kind === 'script' ? [script, 'mjs', 'text/javascript'] : [notebook, 'ipynb', 'application/x-ipynb+json']; // prettier-ignore
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([write(record, source, await modules(), site)], { type })); // prettier-ignore
  link.download = `${fileName(record)}.${ending}`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

function program(record, kind, text) {
  const made = document.createElement('button');
  made.type = 'button';
  made.textContent = text;
  made.addEventListener('click', () => save(record, kind).catch((error) => tell('error', error.message))); // prettier-ignore
  return made;
}

/** Takes files that a record needs. */
async function take(files) {
  const wanted = new Set(Array.from(known.values(), ({ sha256 }) => sha256));
  let taken = 0;
  for (const file of files) {
    const digest = await crypto.subtle.digest('SHA-256', await file.arrayBuffer());
    const hash = Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join(''); // prettier-ignore
    if (!wanted.has(hash)) continue;
    dropped.set(hash, file);
    taken++;
  }
  enable();
  tell('done', `${taken} of ${files.length} files are known: ${chosen('all').length} numbers can be computed.`); // prettier-ignore
}

async function begin() {
  const sections = Array.from(document.querySelectorAll('.source'));
  await Promise.all(
    sections.map(async ({ id }) => {
      const response = await fetch(new URL(`records/${id}.json`, import.meta.url));
      const { records: own, ...source } = await response.json();
      sources.set(id, source);
      for (const record of own) {
        records.set(record.id, { ...record, source: id });
        for (const one of record.data) if (one.sha256 !== null) known.set(one.name, one);
      }
    }),
  );
  element('all').dataset.of = 'all';
  for (const section of sections) section.querySelector('.hint').after(button(section.id));
  for (const record of records.values()) {
    if (isRunnable(record)) rowOf(record.id).querySelector('details').append(button(record.id), program(record, 'script', 'Node script'), program(record, 'notebook', 'Notebook')); // prettier-ignore
  }
  document.addEventListener('click', ({ target }) => {
    if (target.dataset?.of !== undefined) compute(chosen(target.dataset.of));
  });
  element('stop').addEventListener('click', stop);
  element('file').addEventListener('change', ({ target }) => take(Array.from(target.files)));
  for (const type of ['dragover', 'drop'])
    addEventListener(type, (event) => event.preventDefault());
  addEventListener('dragover', () => element('drop').classList.add('over'));
  addEventListener('dragleave', (event) => event.relatedTarget || element('drop').classList.remove('over')); // prettier-ignore
  addEventListener('drop', ({ dataTransfer }) => {
    element('drop').classList.remove('over');
    take(Array.from(dataTransfer.files));
  });
  enable();
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  const details = target?.querySelector('details');
  if (details) details.open = true;
  tell('done', `Stored values. ${chosen('all').length} numbers can be computed at once, the others when you add their files.`); // prettier-ignore
}

begin().catch((error) => tell('error', error.message));
