/**
 * How long a program waits at the start: from import to the first fitted model,
 * and for a second worker when the module is compiled already. Every run is a
 * separate process; medians are printed, and a median above its budget fails.
 */
import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

const runs = 7;
const budgets = { 'import to first fit': 250, 'second worker': 50 };
const dist = new URL('../../npm/dist/', import.meta.url);

/** @returns {Promise<Record<string, number>>} milliseconds */
async function measure() {
  const times = [performance.now()];
  const { SVC, init } = await import(new URL('node.js', dist).href);
  const X = new Float64Array([0, 0, 1, 1, 1, 0, 0, 1]);
  await new SVC({ C: 10 }).fit({ data: X, rows: 4, cols: 2 }, [0, 0, 1, 1]);
  times.push(performance.now());

  const wasmModule = await WebAssembly.compile(await readFile(new URL('maxmargin.wasm', dist)));
  times.push(performance.now());
  await init({ wasmModule });
  times.push(performance.now());
  return { 'import to first fit': times[1] - times[0], 'second worker': times[3] - times[2] };
}

function compare() {
  const script = fileURLToPath(import.meta.url);
  const results = Array.from({ length: runs }, () =>
    JSON.parse(execFileSync(process.execPath, [script, 'once'], { encoding: 'utf8' })),
  );
  for (const [name, budget] of Object.entries(budgets)) {
    const median = results.map((result) => result[name]).sort((a, b) => a - b)[runs >> 1];
    const verdict = median <= budget ? 'within' : 'OVER';
    console.log(`${name.padEnd(20)} ${median.toFixed(0).padStart(4)} ms, ${verdict} ${budget} ms`);
    if (!(median <= budget)) process.exitCode = 1;
  }
}

if (process.argv[2] === 'once') console.log(JSON.stringify(await measure()));
else compare();
