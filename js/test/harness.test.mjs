/** The counting of test events, which makes the last line of `make test`. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';

import { Fold as GoFold } from '../tools/go-test.mjs';
import { Fold as NodeFold, nodeTest } from '../tools/node-test.mjs';
import { near } from './support/near.mjs';

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
});
