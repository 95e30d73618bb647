/**
 * Commands of the command line, many in one process, because to start a process takes longer than
 * most commands do. As a script this module is that process.
 */
import { fork } from 'node:child_process';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { fileURLToPath, pathToFileURL } from 'node:url';

/**
 * commandLine starts a process for the commands of a package.
 *
 * @param {string} installed the folder of the package
 * @param {string} folder where the commands run
 */
export function commandLine(installed, folder) {
  const url = pathToFileURL(join(installed, 'dist', 'cli.js')).href;
  const child = fork(fileURLToPath(import.meta.url), [url], {
    cwd: folder,
    serialization: 'advanced',
    env: { ...process.env, NODE_TEST_CONTEXT: undefined, NODE_OPTIONS: undefined },
  });
  let last = Promise.resolve();
  return {
    close: () => child.disconnect(),

    /**
     * run resolves to what a command printed and its status, after those before it.
     *
     * @param {string[]} args
     * @param {string | Buffer} stdin
     */
    run(args, stdin) {
      const answer = last.then(
        () =>
          new Promise((resolve, reject) => {
            const ended = (code) => reject(new Error(`the process ended with ${code}`));
            child.once('exit', ended);
            child.once('message', (said) => {
              child.off('exit', ended);
              resolve(said);
            });
            child.send({ args, stdin });
          }),
      );
      last = answer.catch(() => {});
      return answer;
    },
  };
}

/** perform runs the program once more, as a module of its own, between streams that are kept. */
async function perform(url, args, stdin) {
  const said = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr']) {
    process[name].removeAllListeners('error');
    process[name].write = (text, ...rest) => {
      said[name] += text;
      rest.at(-1)?.();
      return true;
    };
  }
  Object.defineProperty(process, 'stdin', { value: Readable.from([stdin]), configurable: true });
  process.argv.splice(2, Infinity, ...args);
  process.exitCode = undefined;
  await import(url);
  return { ...said, code: process.exitCode ?? 0 };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [, , url] = process.argv;
  let count = 0;
  process.on('message', async (/** @type {any} */ { args, stdin }) =>
    process.send(await perform(`${url}?${count++}`, args, Buffer.from(stdin))),
  );
}
