/**
 * Runs `node --test` and folds its events into one result per test. Suites
 * (describe) are names, not results, unless they are skipped as a whole or a
 * hook of theirs fails.
 */
import { lines } from './process.mjs';

const REPORTER = new URL('./reporter.mjs', import.meta.url).pathname;

/**
 * nodeTest runs the files, `atOnce` of them at a time, and calls
 * `onGroup({name, seconds, results, notes})` after each. Node reports one file after the
 * other, in their order, however many run at once.
 *
 * @param {{ files: string[], atOnce: number, env?: Record<string, string>, secondsPerFile: number, root: string }} job
 */
export async function nodeTest({ files, atOnce, env, secondsPerFile, root }, onGroup) {
  const fold = new Fold(root, onGroup);
  const command = [
    process.execPath,
    '--test',
    `--test-concurrency=${atOnce}`,
    `--test-timeout=${secondsPerFile * 1000}`,
    `--test-reporter=${REPORTER}`,
    '--test-reporter-destination=stdout',
    ...files,
  ];
  const { code, errors } = await lines(command, { env, cwd: root }, (text) =>
    fold.event(JSON.parse(text)),
  );
  fold.end(code, errors);
}

export class Fold {
  constructor(root, onGroup) {
    this.root = root;
    this.onGroup = onGroup;
    this.file = undefined;
    this.failures = 0;
    this.#reset();
  }

  #reset() {
    this.milliseconds = 0;
    this.notes = [];
    this.output = '';
    this.pending = []; // results by nesting, waiting for the name of their suite
  }

  event(event) {
    if (event.file !== this.file) {
      this.#flush();
      this.file = event.file;
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
