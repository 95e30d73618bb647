/** The living paper in a tab: computes numbers again, with data of the site and files of the visitor. */
import { Crew, size } from './crew.js';
import { element, tell } from '../site/state.js';
import { fileName, notebook, script } from './program.js';
import { MODULES, VERDICTS, brief, filesOf, isRunnable, keyOf, verdict } from './run.js';

/** Files of the visitor by their SHA-256. @type {Map<string, File>} */
const dropped = new Map();

/** What a file's name stands for: its SHA-256, and where it lies if it ships. @type {Map<string, any>} */
const known = new Map();

/** @type {Map<string, any>} records by their id */
const records = new Map();

/** What is said of sources, by their id. @type {Map<string, any>} */
const sources = new Map();

const isThere = (name) => known.get(name).file !== undefined || dropped.has(known.get(name).sha256);

/** Where the files are that are there: those that ship lie in the site, at their place below demo/. */
function filesNow() {
  const there = Array.from(known.values()).filter(({ name }) => isThere(name));
  return Object.fromEntries(there.map(({ name, file, sha256 }) => [name, dropped.get(sha256) ?? new URL(`../${file.slice('demo/'.length)}`, import.meta.url).href])); // prettier-ignore
}

/** Made with the first number, and anew when there are other files. @type {Crew | undefined} */
let crew;
let crewFiles = 0;
let stopped = true;

const rowOf = (id) => document.getElementById(id);
const canCompute = (record) => isRunnable(record) && filesOf(record).every(isThere);

/** About how many seconds records take: each piece of work once, in several threads. */
function secondsOf(list) {
  const works = new Map(list.map((record) => [keyOf(record), Number(rowOf(record.id).dataset.seconds ?? 60)])); // prettier-ignore
  const all = Array.from(works.values());
  return Math.max(0, ...all, all.reduce((sum, seconds) => sum + seconds, 0) / size);
}

const duration = (seconds) => (seconds < 1 ? 'a second' : seconds < 90 ? `${Math.ceil(seconds)} s` : `${Math.ceil(seconds / 60)} min`); // prettier-ignore

function show(record, found) {
  const row = rowOf(record.id);
  const name = verdict(record, found);
  row.dataset.verdict = name;
  row.dataset.computed = String(found.value);
  row.querySelector('.value').textContent = brief(record, found);
  const cell = row.querySelector('.verdict');
  const noted = cell.querySelector('.hint') !== null;
  cell.firstChild.textContent = `${name}, computed here${found.text && !noted ? `: ${found.text}` : ''}`; // prettier-ignore
  for (const count of document.querySelectorAll('[data-count]')) {
    const own = VERDICTS.includes(count.dataset.count) ? count.dataset.count : 'no value yet';
    count.textContent = String(document.querySelectorAll(`[data-verdict="${own}"]`).length);
  }
}

/** Computes records, until somebody stops it. */
async function compute(list) {
  stopped = false;
  enable();
  const left = new Set(list);
  const problems = [];
  const began = performance.now();
  const say = () => tell('training', `Computing: ${list.length - left.size} of ${list.length}, about ${duration(secondsOf(Array.from(left)))} to go.`); // prettier-ignore
  say();
  if (crew && crewFiles !== dropped.size) {
    crew.stop();
    crew = undefined;
  }
  crewFiles = dropped.size;
  crew ??= new Crew(filesNow());
  await crew.compute(list, (record, { found, error }) => {
    if (stopped) return;
    left.delete(record);
    if (found) show(record, found);
    else problems.push(`${record.id}: ${error}`);
    say();
  });
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  const done = list.length - left.size - problems.length;
  const text = `${done} of ${list.length} numbers computed in ${seconds} s${stopped ? ', then stopped' : ''}.`;
  stopped = true;
  enable();
  tell(problems.length > 0 ? 'error' : 'done', [text, ...problems].join(' '));
}

function stop() {
  stopped = true;
  crew?.stop();
  crew = undefined;
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
