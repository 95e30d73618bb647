/**
 * The test runner behind `make test`.
 *
 *     node js/tools/test.mjs [lint] [go] [race] [wasm] [js] [plain] [browser] [environments]
 *
 * Runs the named suites (all of them by default) one after another, prints a
 * line per package or file with its counts and time, the twenty that took longest, the
 * time of each suite and how many cores were busy meanwhile, then the skipped tests by
 * name, the failed ones with their output, and as the very last line `N passed, N failed,
 * N skipped`. The status is non-zero when one failed.
 */
import { cpus } from 'node:os';

import { drawn, suites } from './suites.mjs';

/** The largest shown part of the output of a failed test. */
const LINES = 60;

const names = process.argv.slice(2);
for (const name of names) {
  if (!Object.hasOwn(suites, name)) {
    console.error(`no suite '${name}'; there are ${Object.keys(suites).join(', ')}`);
    process.exit(2);
  }
}

const total = { passed: 0, failed: 0, skipped: 0 };
const skipped = [];
const failed = [];
const times = [];
const groups = [];
const start = performance.now();
console.log(drawn);

const order = names.length > 0 ? names : Object.keys(suites);
for (const [i, name] of order.entries()) {
  const { title, run } = suites[name];
  const suiteStart = performance.now();
  const busyBefore = busy();
  const before = { ...total };
  console.log(`\n${title}`);
  const onGroup = (group) => {
    groups.push({ name: group.name, title, seconds: group.seconds });
    const count = { passed: 0, failed: 0, skipped: 0 };
    for (const result of group.results) {
      count[result.status]++;
      total[result.status]++;
      const where = `${title}: ${group.name}: ${result.name}`;
      if (result.status === 'skipped') skipped.push({ where, reason: result.reason });
      if (result.status === 'failed') failed.push({ where, output: result.output });
    }
    const mark = count.failed > 0 ? 'FAIL' : 'ok  ';
    console.log(
      `  ${mark} ${group.name.padEnd(40)} ${tally(count).padEnd(36)} ${seconds(group.seconds)}`,
    );
    for (const note of group.notes ?? []) console.log(`       ${note}`);
  };
  try {
    await run(onGroup, order.slice(i + 1));
  } catch (error) {
    onGroup({
      name: 'the runner',
      seconds: 0,
      results: [{ name: 'run', status: 'failed', output: error.stack }],
    });
  }
  const count = Object.fromEntries(
    Object.keys(total).map((key) => [key, total[key] - before[key]]),
  );
  if (count.passed + count.failed + count.skipped === 0) {
    onGroup({
      name: title,
      seconds: 0,
      results: [{ name: 'run', status: 'failed', output: 'no test ran' }],
    });
  }
  const taken = (performance.now() - suiteStart) / 1000;
  times.push({ title, count, taken, cores: (busy() - busyBefore) / taken });
}

console.log('\nSlowest');
for (const group of groups.sort((a, b) => b.seconds - a.seconds).slice(0, 20))
  console.log(
    `       ${group.name.padEnd(40)} ${group.title.padEnd(36)} ${seconds(group.seconds)}`,
  );

console.log('\nTime');
for (const { title, count, taken, cores } of times) {
  const use = `${cores.toFixed(1)} of ${cpus().length} cores busy`;
  console.log(`       ${title.padEnd(40)} ${tally(count).padEnd(36)} ${seconds(taken)}, ${use}`);
}
console.log(`       ${'all'.padEnd(77)} ${seconds((performance.now() - start) / 1000)}`);

if (skipped.length > 0) {
  console.log('\nSkipped');
  for (const { where, reason } of skipped) console.log(`  ${where}${reason ? ` (${reason})` : ''}`);
}
if (failed.length > 0) {
  console.log('\nFailed');
  for (const { where, output } of failed) {
    console.log(`  ${where}`);
    const lines = (output ?? '').trimEnd().split('\n');
    for (const line of lines.slice(0, LINES)) console.log(`    | ${line}`);
    if (lines.length > LINES) console.log(`    | (and ${lines.length - LINES} more lines)`);
  }
}
console.log(`\n${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`);
process.exitCode = total.failed > 0 ? 1 : 0;

/** The seconds that all cores of this machine have worked, for these tests and for anything else. */
function busy() {
  const all = cpus().map(({ times: { user, nice, sys, irq } }) => user + nice + sys + irq);
  return all.reduce((sum, milliseconds) => sum + milliseconds, 0) / 1000;
}

/** tally prints only the counts that are not zero, so that it never looks like the last line. */
function tally(count) {
  const parts = Object.entries(count).filter(([, number]) => number > 0);
  return parts.map(([status, number]) => `${String(number).padStart(4)} ${status}`).join(' ');
}

function seconds(value) {
  return `${value.toFixed(1).padStart(6)} s`;
}
