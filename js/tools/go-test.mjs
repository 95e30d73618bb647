/**
 * Runs `go test -json` and folds its events into one result per leaf test.
 * Subtests count and their parents do not; the seeds of a fuzz target count as
 * the one target they belong to.
 */
import { lines } from './process.mjs';

/**
 * goTest runs go test with the given arguments and calls
 * `onGroup({name, seconds, results})` after each package.
 *
 * @param {{ args: string[], env?: Record<string, string>, root: string }} job
 */
export async function goTest({ args, env, root }, onGroup) {
  const fold = new Fold(onGroup);
  const { code, errors } = await lines(
    ['go', 'test', '-json', ...args],
    { env, cwd: root },
    (text) => {
      // The go command prints some of its own errors as plain text among the events.
      if (text.startsWith('{')) fold.event(JSON.parse(text));
      else fold.stray += text + '\n';
    },
  );
  fold.end(code, errors);
}

/**
 * readers names the tests of a package that read data which the repository has not: those that call
 * a reader of package facts, or a function that does.
 *
 * @param {string[]} texts of its test files
 * @param {boolean} own whether it is package facts, all of whose tests count
 */
export function readers(texts, own = false) {
  const functions = texts.flatMap((text) =>
    text.split(/^(?=func )/m).map((code) => {
      const [, name] = code.match(/^func (?:\([^)]*\) )?(\w+)/) ?? [];
      return { name, code };
    }),
  );
  const reads = new Set();
  const read = ({ code }) =>
    own || READER.test(code) || [...reads].some((name) => calls(code, name));
  for (let before = -1; before < reads.size;) {
    before = reads.size;
    for (const each of functions) if (each.name && read(each)) reads.add(each.name);
  }
  return [...reads].filter((name) => /^(Test|Fuzz)/.test(name));
}

/** What package facts has beside readers of data. */
const READER = /\bfacts\.(?!(?:Classes|Either|For|Golden|Scale|Widen)\b)[A-Z]/;

const calls = (code, name) => new RegExp(`\\b${name}\\(`).test(code.replace(/^func .*/, ''));

export class Fold {
  constructor(onGroup) {
    this.onGroup = onGroup;
    this.packages = new Map(); // import path -> { tests: Map(name -> {status, output}), output }
    this.buildOutput = new Map();
    this.stray = '';
    this.failures = 0;
  }

  event({ Action, Package, ImportPath, Test, Output, Elapsed, FailedBuild }) {
    if (Action === 'build-output') {
      this.buildOutput.set(ImportPath, (this.buildOutput.get(ImportPath) ?? '') + Output);
      return;
    }
    if (Package === undefined) return;
    if (!this.packages.has(Package)) this.packages.set(Package, { tests: new Map(), output: '' });
    const pkg = this.packages.get(Package);

    if (Test === undefined) {
      if (Action === 'output') pkg.output += Output;
      else if (Action === 'pass' || Action === 'fail' || Action === 'skip') {
        this.#close(Package, pkg, Action, Elapsed ?? 0, FailedBuild);
      }
      return;
    }
    const name = unit(Test);
    if (!pkg.tests.has(name)) pkg.tests.set(name, { status: undefined, output: '' });
    const test = pkg.tests.get(name);
    if (Action === 'output') test.output += Output;
    else if (Test === name && (Action === 'pass' || Action === 'fail' || Action === 'skip')) {
      test.status = { pass: 'passed', fail: 'failed', skip: 'skipped' }[Action];
    }
  }

  #close(name, pkg, action, seconds, failedBuild) {
    const results = [];
    for (const [test, { status, output }] of pkg.tests) {
      const below = [...pkg.tests].filter(([other]) => other.startsWith(test + '/'));
      if (status === undefined) {
        results.push({ name: test, status: 'failed', output: output + '\n(did not finish)' });
      } else if (below.length === 0) {
        const reason = status === 'skipped' ? skipReason(output) : undefined;
        results.push({ name: test, status, reason, output });
      } else if (
        status === 'failed' &&
        !below.some(([, child]) => child.status !== 'passed' && child.status !== 'skipped')
      ) {
        // The parent failed by itself, after or between its subtests.
        results.push({ name: test, status, output });
      }
    }
    const failed = results.some((result) => result.status === 'failed');
    if (action === 'fail' && !failed) {
      const output = (this.buildOutput.get(failedBuild) ?? '') + pkg.output;
      results.push({ name: failedBuild ? 'build' : 'package', status: 'failed', output });
    } else if (action === 'fail') {
      // The last output of a crashing test binary belongs to no test.
      const dying = results.find((result) => result.output?.endsWith('(did not finish)'));
      if (dying) dying.output += '\n' + pkg.output;
    }
    this.failures += results.filter((result) => result.status === 'failed').length;
    this.packages.delete(name);
    if (results.length > 0) this.onGroup({ name, seconds, results });
  }

  end(code, errors) {
    for (const [name, pkg] of this.packages) this.#close(name, pkg, 'fail', 0);
    if (code !== 0 && this.failures === 0) {
      const builds = [...this.buildOutput.values()].join('');
      const output = `go test ended with status ${code}\n${builds}${this.stray}${errors}`;
      this.onGroup({
        name: 'go test',
        seconds: 0,
        results: [{ name: 'run', status: 'failed', output }],
      });
    }
  }
}

/** unit is the test that an event counts for: seeds of a fuzz target count for the target. */
const unit = (test) => (test.startsWith('Fuzz') ? test.split('/')[0] : test);

/** skipReason takes t.Skip's message out of a test's output: "    file_test.go:12: why". */
function skipReason(output) {
  const reasons = [...output.matchAll(/^\s+\S+_test\.go:\d+: (.*)$/gm)].map((match) => match[1]);
  return reasons.at(-1) ?? '';
}
