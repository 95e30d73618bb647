/**
 * Processes that are machines of a fleet, with a package of their own that has bullmq beside it, and
 * what goes wrong in them. As a module that Node is told to import first, this one slows fits down,
 * kills the process at the fits to the first fold with a given gamma, and sets its clock wrong.
 */
import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';

const { FLEET_TEST_SLOW: slow, FLEET_TEST_POISON: poison, FLEET_TEST_SKEW: skew } = process.env;

if (skew) {
  const { now } = Date;
  Date.now = () => now() + Number(skew);
}

if (slow || poison) {
  const post = Worker.prototype.postMessage;
  Worker.prototype.postMessage = function (message, ...rest) {
    const job = ['evaluate', 'solvePart', 'spread'].includes(message?.op);
    if (!job) return post.call(this, message, ...rest);
    if (
      poison &&
      message.request.split === 0 &&
      JSON.stringify(message.options).includes(`"value":${poison}}`)
    ) {
      process.kill(process.pid, 'SIGKILL');
    }
    setTimeout(() => post.call(this, message, ...rest), Number(slow ?? 0));
    return undefined;
  };
}

/** queueProject makes a folder with the package and bullmq, and removes it at the end. */
export async function queueProject() {
  const { project, root } = await import('./project.mjs');
  const folder = mkdtempSync(join(tmpdir(), 'maxmargin-fleet-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  const modules = join(folder, 'node_modules');
  mkdirSync(modules);
  cpSync(join(project, 'node_modules', 'maxmargin'), join(modules, 'maxmargin'), {
    recursive: true,
  });
  for (const name of ['bullmq', 'ioredis', 'pg']) {
    symlinkSync(join(root, 'js', 'node_modules', name), join(modules, name));
  }
  const dist = join(modules, 'maxmargin', 'dist');
  const load = (file) => import(pathToFileURL(join(dist, file)).href);
  return { folder, cli: join(dist, 'cli.js'), load };
}

const running = new Set();
process.on('exit', endAll);

/** endAll kills the commands that still run, which would keep this process alive. */
export function endAll() {
  running.forEach((child) => child.kill('SIGKILL'));
}

/**
 * command starts a command of the package in a process of its own.
 *
 * @returns {{ child: import('node:child_process').ChildProcess, said: () => string, ended: Promise<{ code: number | null, signal: string | null, stdout: string, stderr: string }> }}
 */
export function command(
  cli,
  args,
  { slow: wait, poison: bad, skew: by, within = [], env = {} } = {},
) {
  const hook = wait || bad || by ? ['--import', import.meta.url] : [];
  const [program, ...rest] = [...within, process.execPath, ...hook, cli, ...args];
  const child = spawn(program, rest, {
    env: {
      ...process.env,
      ...{ NODE_TEST_CONTEXT: undefined, NODE_OPTIONS: undefined },
      ...(wait && { FLEET_TEST_SLOW: String(wait) }),
      ...(bad && { FLEET_TEST_POISON: String(bad) }),
      ...(by && { FLEET_TEST_SKEW: String(by) }),
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  let [stdout, stderr] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (chunk) => (stdout += chunk));
  child.stderr.setEncoding('utf8').on('data', (chunk) => (stderr += chunk));
  const ended = new Promise((resolve) =>
    child.on('close', (code, signal) => {
      running.delete(child);
      resolve({ code, signal, stdout, stderr });
    }),
  );
  return { child, said: () => stderr, ended };
}

/** until resolves when a condition holds. */
export async function until(condition, what, seconds = 20) {
  for (const end = performance.now() + 1000 * seconds; performance.now() < end;) {
    if (await condition()) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error(`${what} did not happen within ${seconds} s`);
}

/**
 * machine starts a worker and resolves when it has joined. Its lock is short, but longer than a process
 * waits for its turn on a computer that has other work, too.
 */
export async function machine(cli, where, { threads = 1, lock = 2, more = [], ...how } = {}) {
  const args = ['worker', ...where, '--threads', String(threads), '--lock', String(lock), ...more];
  const own = command(cli, args, how);
  let over;
  own.ended.then((end) => (over = end));
  await until(() => {
    if (over) throw new Error(`a worker ended: ${JSON.stringify(over)}`);
    return own.said().includes('joined');
  }, 'joining');
  return own;
}
