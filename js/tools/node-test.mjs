/**
 * Runs `node --test` and folds its events into one result per test. Suites
 * (describe) are names, not results, unless they are skipped as a whole or a
 * hook of theirs fails.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { lines } from './process.mjs';

const REPORTER = new URL('./reporter.mjs', import.meta.url).pathname;

/**
 * nodeTest runs the files, `atOnce` of them at a time, and calls
 * `onGroup({name, seconds, results, notes})` after each. A list of files runs in one process. Node
 * begins in the order of the paths, and so do its reports, however many files run at once: each file
 * is imported by another whose name is its place.
 *
 * @param {{ files: (string | string[])[], atOnce: number, flags?: string[], env?: Record<string, string>, secondsPerFile: number, root: string }} job flags are those of Node
 */
export async function nodeTest({ files, atOnce, flags = [], env, secondsPerFile, root }, onGroup) {
  const folder = mkdtempSync(join(tmpdir(), 'maxmargin-tests-'));
  const parents = new Map();
  for (const [i, each] of files.entries()) {
    const path = join(folder, `${String(i).padStart(4, '0')}.test.mjs`);
    const list = [each].flat();
    writeFileSync(path, list.map((file) => `import '${pathToFileURL(file)}';\n`).join(''));
    parents.set(path, list);
  }
  const fold = new Fold(root, onGroup, parents);
  const command = [
    process.execPath,
    ...flags,
    '--test',
    `--test-concurrency=${atOnce}`,
    `--test-timeout=${secondsPerFile * 1000}`,
    `--test-reporter=${REPORTER}`,
    '--test-reporter-destination=stdout',
    ...parents.keys(),
  ];
  try {
    const { code, errors } = await lines(command, { env, cwd: root }, (text) =>
      fold.event(JSON.parse(text)),
    );
    fold.end(code, errors);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/**
 * together puts files of tests into lists, each for one process: those that use the package through
 * support/maxmargin.mjs alone, and neither change nor measure their process. A process that starts
 * loads and compiles the package anew, which takes longer than the tests of many files. The other
 * files follow.
 *
 * @param {string[]} files
 * @param {number} processes
 */
export function together(files, processes) {
  const shares = (file) => {
    const text = readFileSync(file, 'utf8');
    return text.includes(`'./support/maxmargin.mjs'`) && !OWN.test(text);
  };
  const sharing = files.filter(shares);
  const lists = Array.from({ length: Math.min(processes, sharing.length) }, (_, i) =>
    sharing.filter((_, at) => at % processes === i),
  );
  return [...lists, ...files.filter((file) => !sharing.includes(file))];
}

/** What changes a process, or measures it, or ends what others use. */
const OWN =
  /\b(?:syncBuiltinESMExports|setFlagsFromString|createEngine|terminate|globalThis|WebAssembly|beforeEach|gc|worker_threads|perf_hooks)\b|\bprocess\.(?!env\b)|support\/child\.mjs/;

export class Fold {
  /**
   * @param {string} root
   * @param {(group: any) => void} onGroup
   * @param {Map<string, string[]>} [parents] files that only import others, with these
   */
  constructor(root, onGroup, parents = new Map()) {
    this.root = root;
    this.onGroup = onGroup;
    this.parents = parents;
    this.file = undefined;
    this.early = '';
    this.failures = 0;
    this.#reset();
  }

  #reset() {
    this.milliseconds = 0;
    this.notes = [];
    this.output = '';
    this.pending = []; // results by nesting, waiting for the name of their suite
  }

  event({ ...event }) {
    const list = this.parents.get(event.file);
    // What a process prints, and that it dies, is of the file whose tests it runs, or else of the next.
    if (list) {
      const file = list.includes(this.file) ? this.file : list[0];
      if (event.type === 'output' && file !== this.file) {
        this.early += event.text;
        return;
      }
      if (event.name === event.file) event.name = file;
      event.file = file;
    }
    if (event.file !== this.file) {
      this.#flush();
      this.file = event.file;
      this.output = this.early;
      this.early = '';
    }
    if (event.type === 'output') {
      this.output += event.text;
      return;
    }
    if (event.type === 'note') {
      this.notes.push(event.text);
      return;
    }
    const { nesting, name } = event;
    // Children are reported before their parents, so the waiting results one level down are the
    // children of this one.
    const children = this.pending[nesting + 1] ?? [];
    this.pending[nesting + 1] = undefined;
    for (const child of children) child.name = `${name} > ${child.name}`;
    const failedBelow = children.some((child) => child.status === 'failed');

    const own = [];
    const container = event.suite || children.length > 0;
    if (event.skip !== undefined && event.type === 'pass') {
      if (children.length === 0) own.push({ name, status: 'skipped', reason: text(event.skip) });
    } else if (event.type === 'pass') {
      if (!container) own.push({ name, status: 'passed' });
    } else if (!failedBelow) {
      own.push({ name, status: 'failed', output: event.error });
    } else if (event.failureType === 'hookFailed') {
      // The tests below were cancelled because of this error; the first of them reports it.
      children.find((child) => child.status === 'failed').output += `\n${event.error}`;
    }
    if (nesting === 0) this.milliseconds += event.milliseconds;
    (this.pending[nesting] ??= []).push(...children, ...own);
  }

  #flush() {
    if (this.file === undefined) return;
    const all = this.pending.flatMap((level) => level ?? []);
    // Of a file with failed tests Node reports at times, when its process ends before it has read
    // all that this wrote, that the process failed as well: the tests are the reason.
    const failedTests = all.some(({ name, status }) => status === 'failed' && name !== this.file);
    const results = all.filter(
      ({ name, output }) => !(failedTests && name === this.file && /^test failed/.test(output)),
    );
    const name = this.file.startsWith(this.root)
      ? this.file.slice(this.root.length + 1)
      : this.file;
    for (const result of results) {
      // A file that dies reports itself under its path.
      if (result.name === this.file) result.name = 'the file itself';
      if (result.status === 'failed') {
        this.failures++;
        if (this.output) result.output += `\n--- output of ${name} ---\n${this.output}`;
        this.output = ''; // once is enough
      }
    }
    this.onGroup({ name, seconds: this.milliseconds / 1000, results, notes: this.notes });
    this.#reset();
  }

  end(code, errors) {
    this.#flush();
    if (code !== 0 && this.failures === 0) {
      const output = `node --test ended with status ${code}\n${errors}`;
      this.onGroup({
        name: 'node --test',
        seconds: 0,
        results: [{ name: 'run', status: 'failed', output }],
      });
    }
  }
}

const text = (skip) => (typeof skip === 'string' ? skip : '');
