/** Child processes for the harness. They end when it ends, however that happens. */
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

/**
 * A shell that reads which groups of processes run. Its input ends with the harness, even if that
 * is killed, and then it ends the groups which are left.
 */
const GUARD = `
  groups=
  while read -r sign group; do
    case $sign in
      +) groups="$groups $group " ;;
      -) groups=$(printf %s "$groups" | sed "s/ $group / /") ;;
    esac
  done
  for group in $groups; do kill -TERM "-$group"; done
  [ -z "$groups" ] || sleep 5
  for group in $groups; do kill -KILL "-$group"; done`;

/** @type {import('node:child_process').ChildProcess | undefined} */
let guard;

function tell(text) {
  if (!guard) {
    guard = spawn('sh', ['-c', GUARD], { detached: true, stdio: ['pipe', 'ignore', 'ignore'] });
    guard.on('error', () => {}); // without a shell nothing is guarded
    guard.stdin.on('error', () => {});
    guard.stdin.unref();
    guard.unref();
  }
  guard.stdin.write(text);
}

/** start runs a command in a group of its own, which the guard knows until the command ends. */
function start([program, ...args], { cwd, env = process.env }) {
  const stdio = /** @type {const} */ (['ignore', 'pipe', 'pipe']);
  const child = spawn(program, args, { cwd, env, stdio, detached: true });
  if (child.pid !== undefined) {
    tell(`+ ${child.pid}\n`);
    child.on('close', () => tell(`- ${child.pid}\n`));
  }
  return child;
}

/**
 * lines runs a command, calls `onLine` for every line of its standard output,
 * and resolves to its exit status and its standard error.
 *
 * @param {string[]} command
 * @param {{ cwd?: string, env?: Record<string, string | undefined> }} options env replaces the environment when given
 */
export async function lines(command, options, onLine) {
  const child = start(command, options);
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
export async function output(command, options = {}) {
  const child = start(command, options);
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (chunk) => (text += chunk));
  child.stderr.setEncoding('utf8').on('data', (chunk) => (text += chunk));
  const code = await new Promise((resolve) => {
    child.on('error', (error) => {
      text += `${command[0]}: ${error.message}\n`;
      resolve(127);
    });
    child.on('close', (status, signal) => resolve(status ?? signal));
  });
  return { code, text };
}

/**
 * lasting starts a command that goes on until the harness ends, and resolves to the first line that
 * it prints, or to undefined if it ends without one.
 */
export async function lasting(command, options) {
  const child = start(command, options);
  child.stderr.resume();
  const line = await new Promise((resolve) => {
    createInterface({ input: child.stdout }).once('line', resolve);
    child.once('error', () => resolve(undefined));
    child.once('close', () => resolve(undefined));
  });
  child.unref();
  child.stdout.unref();
  child.stderr.unref();
  return line;
}
