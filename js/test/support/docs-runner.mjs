/**
 * Runs modules one after another and prints the result of each as a line of JSON:
 *
 *     node docs-runner.mjs FILE...
 *
 * Starting a process for each would take longer than all of them run.
 */
import { pathToFileURL } from 'node:url';
import { inspect } from 'node:util';

const options = { depth: 8, breakLength: Infinity, maxArrayLength: 1000, compact: true };

/** @type {{ where: string, shown: string, inspected: string, raw?: string }[]} */
let shows = [];
globalThis.__show = (where, shown, values) => {
  const text = (value, quoted) =>
    typeof value === 'string' && !quoted ? value : inspect(value, options);
  const one = values.length === 1;
  shows.push({
    where,
    shown,
    inspected: values.map((value) => text(value, one)).join(' '),
    ...(one && typeof values[0] === 'string' && { raw: values[0] }),
  });
};
for (const method of ['log', 'warn', 'error', 'info', 'table']) console[method] = () => {};

let stray = null;
process.on('unhandledRejection', (error) => (stray = error));

for (const file of process.argv.slice(2)) {
  shows = [];
  stray = null;
  let error = null;
  try {
    await import(pathToFileURL(file).href);
    await new Promise((resolve) => setImmediate(resolve));
  } catch (thrown) {
    error = thrown;
  }
  error ??= stray;
  const text = error && (error.stack ?? String(error));
  process.stdout.write(`${JSON.stringify({ file, shows, error: text })}\n`);
}
process.exit(0);
