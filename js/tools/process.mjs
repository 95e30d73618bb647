/** Child processes for the harness. */
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

/**
 * lines runs a command, calls `onLine` for every line of its standard output,
 * and resolves to its exit status and its standard error.
 *
 * @param {string[]} command
 * @param {{ cwd?: string, env?: Record<string, string | undefined> }} options env replaces the environment when given
 */
export async function lines([program, ...args], { cwd, env = process.env }, onLine) {
  const child = spawn(program, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (chunk) => (errors += chunk));
  const exited = new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code, signal) => resolve(code ?? signal));
  });
  const reading = (async () => {
    for await (const line of createInterface({ input: child.stdout })) onLine(line);
  })();
  const [code] = await Promise.all([exited, reading]);
  return { code, errors };
}

/** output runs a command and resolves to its exit status and its whole output. */
export async function output([program, ...args], { cwd, env = process.env } = {}) {
  const child = spawn(program, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (chunk) => (text += chunk));
  child.stderr.setEncoding('utf8').on('data', (chunk) => (text += chunk));
  const code = await new Promise((resolve) => {
    child.on('error', (error) => {
      text += `${program}: ${error.message}\n`;
      resolve(127);
    });
    child.on('close', (status, signal) => resolve(status ?? signal));
  });
  return { code, text };
}
