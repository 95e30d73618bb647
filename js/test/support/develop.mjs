/** Servers of tools, in processes of their own. */
import { spawn } from 'node:child_process';

/** Without NODE_ENV, which would change what tools build, and without colours in the output. */
export const env = { ...process.env, NODE_ENV: undefined, NO_COLOR: '1', FORCE_COLOR: undefined };

/**
 * develop starts a server and waits until it prints its address.
 *
 * @param {string[]} command
 * @param {string} folder where it runs
 * @param {Record<string, string>} [more] for its environment
 */
export async function develop([program, ...args], folder, more = {}) {
  const server = spawn(program, args, { cwd: folder, env: { ...env, ...more } });
  let said = '';
  const ended = new Promise((resolve) => server.on('exit', resolve));
  const url = await new Promise((resolve, reject) => {
    const read = (chunk) => {
      said += chunk;
      const [found] = said.match(/http:\/\/(localhost|127\.0\.0\.1):\d+/) ?? [];
      if (found) resolve(found);
    };
    server.stdout.setEncoding('utf8').on('data', read);
    server.stderr.setEncoding('utf8').on('data', read);
    server.on('error', reject);
    ended.then((code) => reject(new Error(`${args[0]} ended with ${code}: ${said}`)));
  });
  return {
    url,
    said: () => said,
    close: () => {
      server.kill();
      return ended;
    },
  };
}
