/** What makes the last line of `make test`: the counting of test events, what is drawn, and that nothing stays behind. */
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { describe, it } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';

import { check } from '../tools/data.mjs';
import { commitNumber, drawn, turn, wasmPackages } from '../tools/draw.mjs';
import { Fold as GoFold, readers } from '../tools/go-test.mjs';
import { Fold as NodeFold, nodeTest, together } from '../tools/node-test.mjs';
import { shared } from './support/data.mjs';
import { near } from './support/near.mjs';
import { root } from './support/project.mjs';

const brief = ({ name, results }) => ({
  name,
  results: results.map(({ name, status }) => `${name} ${status}`),
});

describe('near', () => {
  it('refuses lists that are empty, shorter or far', () => {
    near([1, 2], [1, 2 + 1e-10]);
    for (const [got, want] of [
      [[], []],
      [[1], [1, 2]],
      [[1, 2], [1]],
      [
        [1, 2],
        [1, 2.1],
      ],
      [[NaN], [1]],
    ]) {
      assert.throws(() => near(got, want), { code: 'ERR_ASSERTION' });
    }
  });
});

describe('the list of data beside the checkout', () => {
  it('names each file that is missing, or another one', () => {
    const folder = mkdtempSync(join(tmpdir(), 'maxmargin-data-'));
    try {
      mkdirSync(join(folder, 'sets'));
      writeFileSync(join(folder, 'sets', 'right'), 'abc');
      writeFileSync(join(folder, 'sets', 'changed'), 'abd');
      const abc = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad';
      const list = `# A head.\n\n# An archive.\n${['right', 'changed', 'absent'].map((name) => `${abc}  sets/${name}\n`).join('')}`;
      assert.deepEqual(check(list, folder), [
        {
          origin: 'An archive.',
          files: 3,
          wrong: ['sets/changed is another file', 'sets/absent is missing'],
        },
      ]);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('is true of the folder', { skip: shared('libsvm').skip }, () => {
    const list = readFileSync(join(root, 'core/internal/facts/data.sha256'), 'utf8');
    const sets = check(list, join(root, '..', 'shared', 'data'));
    assert.ok(sets.length > 10);
    for (const { origin, wrong } of sets) assert.deepEqual(wrong, [], origin);
  });
});

describe('go test events', () => {
  function fold(events, code = 0) {
    const groups = [];
    const folding = new GoFold((group) => groups.push(group));
    for (const event of events) folding.event(event);
    folding.end(code, 'standard error');
    return groups;
  }
  const P = { Package: 'maxmargin/core/x' };

  it('counts leaves, not the parents of subtests', () => {
    const [group] = fold([
      { ...P, Action: 'run', Test: 'TestA' },
      { ...P, Action: 'run', Test: 'TestA/one' },
      { ...P, Action: 'run', Test: 'TestA/two' },
      { ...P, Action: 'output', Test: 'TestA/two', Output: '    x_test.go:7: no data\n' },
      { ...P, Action: 'pass', Test: 'TestA/one' },
      { ...P, Action: 'skip', Test: 'TestA/two' },
      { ...P, Action: 'pass', Test: 'TestA' },
      { ...P, Action: 'pass', Elapsed: 1.5 },
    ]);
    assert.deepEqual(brief(group).results, ['TestA/one passed', 'TestA/two skipped']);
    assert.equal(group.results[1].reason, 'no data');
    assert.equal(group.seconds, 1.5);
  });

  it('counts a fuzz target once, with all its seeds', () => {
    const [group] = fold([
      { ...P, Action: 'run', Test: 'FuzzA' },
      { ...P, Action: 'run', Test: 'FuzzA/seed#0' },
      { ...P, Action: 'output', Test: 'FuzzA/seed#0', Output: 'broken\n' },
      { ...P, Action: 'fail', Test: 'FuzzA/seed#0' },
      { ...P, Action: 'fail', Test: 'FuzzA' },
      { ...P, Action: 'fail', Elapsed: 0 },
    ]);
    assert.deepEqual(brief(group).results, ['FuzzA failed']);
    assert.match(group.results[0].output, /broken/);
  });

  it('counts a parent that fails by itself', () => {
    const [group] = fold([
      { ...P, Action: 'run', Test: 'TestA' },
      { ...P, Action: 'run', Test: 'TestA/one' },
      { ...P, Action: 'pass', Test: 'TestA/one' },
      { ...P, Action: 'fail', Test: 'TestA' },
      { ...P, Action: 'fail' },
    ]);
    assert.deepEqual(brief(group).results.sort(), ['TestA failed', 'TestA/one passed']);
  });

  it('counts a test that never ended, and shows what the dying program printed', () => {
    const [group] = fold([
      { ...P, Action: 'run', Test: 'TestA' },
      { ...P, Action: 'output', Output: 'exit status 2\n' },
      { ...P, Action: 'fail' },
    ]);
    assert.deepEqual(brief(group).results, ['TestA failed']);
    assert.match(group.results[0].output, /exit status 2/);
  });

  it('counts a package that does not compile', () => {
    const [group] = fold(
      [
        {
          ImportPath: 'maxmargin/core/x [test]',
          Action: 'build-output',
          Output: 'x.go:1: syntax error\n',
        },
        { ImportPath: 'maxmargin/core/x [test]', Action: 'build-fail' },
        { ...P, Action: 'fail', FailedBuild: 'maxmargin/core/x [test]' },
      ],
      1,
    );
    assert.deepEqual(brief(group).results, ['build failed']);
    assert.match(group.results[0].output, /syntax error/);
  });

  it('counts a go command that fails without any event', () => {
    assert.deepEqual(fold([], 1).map(brief), [{ name: 'go test', results: ['run failed'] }]);
  });

  it('ignores packages without tests', () => {
    assert.deepEqual(
      fold([
        { ...P, Action: 'output', Output: '? no test files\n' },
        { ...P, Action: 'skip' },
      ]),
      [],
    );
  });
});

describe('tests of Go that read data', () => {
  it('are those that call a reader, or a function that does', () => {
    const texts = [
      'package a\n\nfunc TestReads(t *testing.T) {\n\tfacts.Libsvm(t, "iris")\n}\n\nfunc TestGolden(t *testing.T) {\n\tfacts.Golden(t, "a.json", &v)\n}\n',
      'package a\n\nfunc (s set) load(t *testing.T) {\n\tread(t)\n}\n\nfunc TestByAnother(t *testing.T) {\n\tset{}.load(t)\n}\n',
      'package a\n\nfunc read(t *testing.T) {\n\tfacts.CSVC()\n}\n\nfunc TestOther(t *testing.T) { spread(t) }\n',
    ];
    assert.deepEqual(readers(texts).sort(), ['TestByAnother', 'TestReads']);
    assert.deepEqual(readers(texts.slice(1, 2)), []);
    assert.equal(readers(texts, true).length, 4);
  });
});

describe('node test events', () => {
  function fold(events, code = 0) {
    const groups = [];
    const folding = new NodeFold('/root', (group) => groups.push(group));
    for (const event of events) folding.event({ file: '/root/a.mjs', milliseconds: 10, ...event });
    folding.end(code, 'standard error');
    return groups;
  }

  it('counts tests, and names them by their suites', () => {
    const [group] = fold(
      [
        { type: 'pass', name: 'one', nesting: 2 },
        { type: 'fail', name: 'two', nesting: 2, error: 'wrong' },
        { type: 'fail', name: 'inner', nesting: 1, suite: true, error: '1 subtest failed' },
        { type: 'pass', name: 'three', nesting: 1, skip: 'no data' },
        { type: 'fail', name: 'outer', nesting: 0, suite: true, error: '1 subtest failed' },
      ],
      1,
    );
    assert.equal(group.name, 'a.mjs');
    assert.deepEqual(brief(group).results, [
      'outer > inner > one passed',
      'outer > inner > two failed',
      'outer > three skipped',
    ]);
    assert.equal(group.results[2].reason, 'no data');
  });

  it('counts a suite that is skipped as a whole, and one whose hook fails', () => {
    const [group] = fold(
      [
        { type: 'pass', name: 'page', nesting: 0, suite: true, skip: 'no browser' },
        { type: 'fail', name: 'hooked', nesting: 0, suite: true, error: 'before failed' },
      ],
      1,
    );
    assert.deepEqual(brief(group).results, ['page skipped', 'hooked failed']);
  });

  it('shows why the tests below a failed hook were cancelled', () => {
    const [group] = fold(
      [
        { type: 'fail', name: 'one', nesting: 1, error: 'cancelled' },
        {
          type: 'fail',
          name: 'hooked',
          nesting: 0,
          suite: true,
          error: 'before failed',
          failureType: 'hookFailed',
        },
      ],
      1,
    );
    assert.deepEqual(brief(group).results, ['hooked > one failed']);
    assert.match(group.results[0].output, /before failed/);
  });

  it('counts a file that dies, with its output', () => {
    const [group] = fold(
      [
        { type: 'output', text: 'SyntaxError: no\n' },
        { type: 'fail', name: '/root/a.mjs', nesting: 0, error: 'test failed' },
      ],
      1,
    );
    assert.deepEqual(brief(group).results, ['the file itself failed']);
    assert.match(group.results[0].output, /SyntaxError: no/);
  });

  // This made the gate fail once, in the test of files that run at once.
  it('does not count a file besides its failed tests', () => {
    const [group] = fold(
      [
        { type: 'fail', name: 'one', nesting: 0, error: 'one is wrong' },
        { type: 'fail', name: '/root/a.mjs', nesting: 0, error: 'test failed' },
      ],
      1,
    );
    assert.deepEqual(brief(group).results, ['one failed']);
    const [late] = fold(
      [
        { type: 'fail', name: 'one', nesting: 0, error: 'one is wrong' },
        { type: 'fail', name: '/root/a.mjs', nesting: 0, error: 'test timed out after 60000ms' },
      ],
      1,
    );
    assert.deepEqual(brief(late).results, ['one failed', 'the file itself failed']);
  });

  it('passes notes on', () => {
    const [group] = fold([
      { type: 'note', text: '12 ms' },
      { type: 'pass', name: 'one', nesting: 0 },
    ]);
    assert.deepEqual(group.notes, ['12 ms']);
  });

  it('reports each file as a group of its own', () => {
    const groups = fold([
      { type: 'pass', name: 'one', nesting: 0 },
      { type: 'pass', name: 'one', nesting: 0, file: '/root/b.mjs' },
    ]);
    assert.deepEqual(
      groups.map((group) => group.name),
      ['a.mjs', 'b.mjs'],
    );
  });

  it('counts a failing run without failing tests', () => {
    assert.deepEqual(fold([], 1).map(brief), [{ name: 'node --test', results: ['run failed'] }]);
  });
});

describe('files of tests that run at once', () => {
  it('are reported one after the other, each with its own tests, output and notes', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'maxmargin-harness-'));
    try {
      // The first file ends last.
      const text = (name, milliseconds, ending) => `
        import { it } from 'node:test';
        for (const part of ['one', 'two'])
          it('${name} ' + part, async (t) => {
            await new Promise((resolve) => setTimeout(resolve, ${milliseconds}));
            t.diagnostic('note: ${name}');
          });
        it('${name} three', () => { console.log('says ${name}'); ${ending} });
      `;
      writeFileSync(join(folder, 'a.mjs'), text('slow', 600, `throw new Error('slow is wrong')`));
      writeFileSync(join(folder, 'b.mjs'), text('quick', 1, `throw new Error('quick is wrong')`));
      const groups = [];
      const files = ['a.mjs', 'b.mjs'].map((name) => join(folder, name));
      const env = { ...process.env };
      delete env.NODE_TEST_CONTEXT;
      await nodeTest({ files, atOnce: 2, env, secondsPerFile: 60, root: folder }, (group) =>
        groups.push(group),
      );
      assert.deepEqual(
        groups.map(({ name, notes }) => ({ name, notes })),
        [
          { name: 'a.mjs', notes: ['slow', 'slow'] },
          { name: 'b.mjs', notes: ['quick', 'quick'] },
        ],
      );
      groups.forEach((group, i) => {
        const name = ['slow', 'quick'][i];
        assert.deepEqual(brief(group).results, [
          `${name} one passed`,
          `${name} two passed`,
          `${name} three failed`,
        ]);
        const { output } = group.results[2];
        assert.match(output, new RegExp(`${name} is wrong`));
        assert.match(output, new RegExp(`says ${name}`));
        assert.doesNotMatch(output, new RegExp(['quick', 'slow'][i]));
      });
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it('begin in their order, and those of a list share a process', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'maxmargin-harness-'));
    try {
      const write = (name, rest = '') => {
        const path = join(folder, name);
        const text = `
          import { it } from 'node:test';
          it('works', (t) => t.diagnostic('note: ' + process.pid));
          ${rest}`;
        writeFileSync(path, text);
        return path;
      };
      const dying = `it('dies', async () => { await new Promise((resolve) => setTimeout(resolve, 50)); process.exit(3); });`;
      const files = [write('z.mjs'), [write('c.mjs'), write('d.mjs', dying)]];
      const groups = [];
      const env = { ...process.env };
      delete env.NODE_TEST_CONTEXT;
      await nodeTest({ files, atOnce: 1, env, secondsPerFile: 60, root: folder }, (group) =>
        groups.push(group),
      );
      assert.deepEqual(groups.map(brief), [
        { name: 'z.mjs', results: ['works passed'] },
        { name: 'c.mjs', results: ['works passed'] },
        { name: 'd.mjs', results: ['works passed', 'the file itself failed'] },
      ]);
      const [[own], [one], [other]] = groups.map(({ notes }) => notes);
      assert.equal(one, other);
      assert.notEqual(own, one);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it('share a process if they neither change nor measure it', () => {
    const folder = mkdtempSync(join(tmpdir(), 'maxmargin-harness-'));
    try {
      const use = `import { sync } from './support/maxmargin.mjs';\n`;
      const texts = {
        changes: `${use}globalThis.fetch = undefined;`,
        ends: `${use}await sync.terminate();`,
        env: `${use}process.env.CI;`,
        loads: `import { entry } from './support/project.mjs';`,
        measures: `${use}process.memoryUsage();`,
        plain: use,
        spawns: `${use}import { script } from './support/child.mjs';`,
        usual: use,
      };
      const files = Object.entries(texts).map(([name, text]) => {
        writeFileSync(join(folder, name), text);
        return join(folder, name);
      });
      const names = (list) => list.map((each) => (Array.isArray(each) ? names(each) : basename(each))); // prettier-ignore
      const alone = ['changes', 'ends', 'loads', 'measures', 'spawns'];
      assert.deepEqual(names(together(files, 2)), [['env', 'usual'], ['plain'], ...alone]);
      assert.deepEqual(names(together(files, 9)), [['env'], ['plain'], ['usual'], ...alone]);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});

describe('what is drawn', () => {
  const commits = ['1001', '1002', '1003', '1004'];

  it('has its turn once in four commits, and always where nothing is drawn', () => {
    for (const place of [0, 1, 2, 3, 70, 'kernels.test.mjs', 'windows.test.mjs']) {
      assert.equal(commits.filter((number) => turn(place, number)).length, 1, place);
      assert.ok(turn(place, ''));
    }
  });

  it('of a list is the first of it, and of the others all in four commits', () => {
    const list = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
    const runs = commits.map((number) => drawn(list, 'a list', number));
    for (const run of runs) assert.equal(run[0], 'a');
    assert.deepEqual(runs.flatMap((run) => run.slice(1)).sort(), list.slice(1));
    assert.deepEqual(drawn(list, 'a list', ''), list);
  });

  it('follows from the number of the commit, or its hash where the earlier ones are missing', async () => {
    const git = (answers) => async (args) => ({ text: `${answers[args.join(' ')]}\n` });
    const count = { 'rev-parse --is-shallow-repository': 'false', 'rev-list --count HEAD': '1425' };
    assert.equal(await commitNumber(git(count)), '1425');
    const hash = { 'rev-parse --is-shallow-repository': 'true', 'rev-parse HEAD': 'ff00ff00aa' };
    assert.equal(await commitNumber(git(hash)), String(0xff00ff00));
    assert.equal(await commitNumber(git({})), '1');
  });

  it('in WebAssembly leaves out no package with code of its own, and no package for ever', () => {
    const test = 'x_test.go';
    const listed = (files) => [
      { path: 'maxmargin/core/base/lanes', files: [...files, test], imports: [] },
      { path: 'maxmargin/core/kernel', files: [test], imports: ['maxmargin/core/base/lanes'] },
      ...Array.from({ length: 9 }, (_, i) => ({
        path: `maxmargin/core/machines/m${i}`,
        files: [test],
        imports: ['maxmargin/core/base/lanes'],
      })),
      { path: 'maxmargin/core/untested', files: ['x.go'], imports: [] },
    ];
    const [native, wasm] = [listed(['dots.go']), listed(['dots.go', 'dots_wasm.s'])];
    const seen = new Set();
    for (const number of commits) {
      const { run, left } = wasmPackages(native, wasm, number);
      assert.deepEqual(run.slice(0, 2), ['maxmargin/core/base/lanes', 'maxmargin/core/kernel']);
      assert.ok(run.length < 6, run.join());
      assert.equal(run.length + left.length, 11);
      for (const path of run) seen.add(path);
    }
    assert.equal(seen.size, 11);
    assert.deepEqual(wasmPackages(native, wasm, '').left, []);
  });
});

describe('the runner', () => {
  for (const signal of ['SIGTERM', 'SIGKILL'])
    it(`ends what it started, and what that started, when it gets ${signal}`, async () => {
      const { href } = new URL('../tools/process.mjs', import.meta.url);
      const source = `
        import { lines } from '${href}';
        await lines(['sh', '-c', 'sleep 600 & echo $!; echo $$; wait'], {}, (line) => console.log(line));`;
      const runner = spawn(process.execPath, ['--input-type=module', '-e', source]);
      let said = '';
      runner.stdout.setEncoding('utf8').on('data', (text) => (said += text));
      while (said.trim().split('\n').length < 2) await wait(20);
      const pids = said.trim().split('\n').map(Number);
      const alive = () => pids.filter(runs);
      assert.deepEqual(alive(), pids);
      runner.kill(signal);
      // The limit only ends what hangs.
      for (let tries = 0; alive().length > 0 && tries < 1200; tries++) await wait(50);
      assert.deepEqual(alive(), []);
    });

  it('can end before what lasts, which then ends', async () => {
    const { href } = new URL('../tools/process.mjs', import.meta.url);
    const source = `
      import { lasting } from '${href}';
      console.log(await lasting(['sh', '-c', 'echo $$; sleep 600'], {}));
      console.log(String(await lasting(['true'], {})));`;
    const args = ['--input-type=module', '-e', source];
    const said = execFileSync(process.execPath, args, { encoding: 'utf8' });
    const [pid, none] = said.trim().split('\n');
    assert.equal(none, 'undefined');
    for (let tries = 0; runs(pid) && tries < 1200; tries++) await wait(50);
    assert.ok(!runs(pid));
  });

  /** Whether a process runs, and has not just ended without anybody who asks for its status. */
  function runs(pid) {
    try {
      const state = execFileSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' });
      return !state.startsWith('Z');
    } catch {
      return false;
    }
  }
});
