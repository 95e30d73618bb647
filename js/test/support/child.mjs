/** Scripts that run in a Node of their own, in the project. */
import { spawn } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { project } from './project.mjs';

let count = 0;

/**
 * script runs a module in the project and resolves to what it printed and how
 * it ended. A script that does not end within the limit is killed: `signal` is
 * then 'SIGKILL'.
 *
 * @param {string} source
 * @param {{ type?: 'mjs' | 'cjs', seconds?: number, command?: string[], flags?: string[], env?: Record<string, string> }} options
 */
export async function script(
  source,
  { type = 'mjs', seconds = 30, command = [process.execPath], flags = [], env = {} } = {},
) {
  const path = join(project, `script-${process.pid}-${count++}.${type}`);
  writeFileSync(path, source);
  try {
    const own = command[0] === process.execPath ? process.execArgv : [];
    const [program, ...args] = [...command, ...own, ...flags, path];
    const child = spawn(program, args, {
      cwd: project,
      env: { ...process.env, NODE_TEST_CONTEXT: undefined, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let stdout = '';
    let stderr = '';
    child.stdout.setEncoding('utf8').on('data', (chunk) => (stdout += chunk));
    child.stderr.setEncoding('utf8').on('data', (chunk) => (stderr += chunk));
    const timer = setTimeout(() => child.kill('SIGKILL'), seconds * 1000);
    const [code, signal] = await new Promise((resolve, reject) => {
      child.on('error', reject);
      child.on('close', (...end) => resolve(end));
    });
    clearTimeout(timer);
    return { stdout, stderr, code, signal };
  } finally {
    rmSync(path, { force: true });
  }
}
