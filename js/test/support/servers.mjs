/**
 * A Redis and a PostgreSQL of the tests' own, on free ports of the loopback in temporary folders, which
 * end with the tests. They come from Debian's packages redis-server and postgresql.
 *
 *     node js/test/support/servers.mjs install   installs these where it can: as root, with apt
 */
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createConnection, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The path of a program, in PATH or one of the folders. */
function find(name, folders = []) {
  const all = [...folders, ...(process.env.PATH ?? '').split(delimiter)];
  return all.map((folder) => join(folder, name)).find((path) => existsSync(path));
}

const versions = '/usr/lib/postgresql';
const bins = existsSync(versions)
  ? readdirSync(versions)
      .sort((a, b) => b - a)
      .map((version) => join(versions, version, 'bin'))
  : [];

const programs = {
  redis: () => find('redis-server'),
  postgres: () => find('initdb', bins) && find('postgres', bins),
};

const packages = { redis: 'redis-server', postgres: 'postgresql' };

/** The reason to skip the tests of a server, or false. */
export function missing(name) {
  if (programs[name]()) return false;
  return `${packages[name]} is not installed; on Debian 'apt-get install ${packages[name]}'`;
}

const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

async function freePort() {
  const server = createServer();
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return port;
}

async function listening(port, child, host = '127.0.0.1') {
  for (let i = 0; i < 600; i++) {
    if (child.exitCode !== null) throw new Error(`a server ended with ${child.exitCode}`);
    const open = await new Promise((resolve) => {
      const socket = createConnection(port, host);
      socket.once('connect', () => resolve(true) ?? socket.destroy());
      socket.once('error', () => resolve(false));
    });
    if (open) return;
    await pause(50);
  }
  throw new Error('a server does not listen');
}

/** What still runs ends with this process, whatever happens. */
const running = new Set();
process.on('exit', () => running.forEach((end) => end()));

function keep(child, folder) {
  const end = () => {
    child.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  };
  running.add(end);
  return () => {
    running.delete(end);
    end();
  };
}

async function ended(child) {
  if (child.exitCode === null && child.signalCode === null) {
    await new Promise((resolve) => child.once('exit', resolve));
  }
}

/**
 * startRedis resolves to a Redis: its port, kill(signal), stop(lose) and start(), which keep or lose its
 * data, and close(). It writes each change to its disk at once, or with `fsync: 'everysec'`, its usual
 * setting, each second.
 */
export async function startRedis({ fsync = 'always', host = '127.0.0.1' } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'maxmargin-redis-'));
  const port = await freePort();
  let child;
  let close;
  const start = async () => {
    const settings = {
      ...{ port, bind: host, dir: folder, appendonly: 'yes', appendfsync: fsync },
      ...{ save: '', 'maxmemory-policy': 'noeviction', daemonize: 'no', 'protected-mode': 'no' },
    };
    const args = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, String(value)]);
    child = spawn(programs.redis(), args, { stdio: 'ignore' });
    close = keep(child, folder);
    await listening(port, child, host);
  };
  await start();
  return {
    port,
    url: `redis://${host}:${port}`,
    start,
    kill: (signal) => child.kill(signal),
    async stop({ lose = false } = {}) {
      child.kill('SIGKILL');
      await ended(child);
      if (lose) rmSync(join(folder, 'appendonlydir'), { recursive: true, force: true });
    },
    async close() {
      close();
      await ended(child);
    },
  };
}

/** startPostgres resolves to a PostgreSQL: its url, and close(). */
export async function startPostgres() {
  const folder = mkdtempSync(join(tmpdir(), 'maxmargin-postgres-'));
  const port = await freePort();
  // It does not run as root.
  let who = {};
  if (process.getuid?.() === 0) {
    const id = (flag) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
    who = { uid: id('-u'), gid: id('-g') };
    chownSync(folder, who.uid, who.gid);
  }
  const data = join(folder, 'data');
  const args = ['-D', data, '-U', 'postgres', '-A', 'trust', '-N', '-E', 'UTF8'];
  execFileSync(find('initdb', bins), args, { ...who, stdio: 'ignore', cwd: folder });
  let child;
  let close;
  const start = async () => {
    const settings = ['-p', String(port), '-k', folder, '-h', '127.0.0.1', '-c', 'fsync=off'];
    const options = { ...who, stdio: 'ignore', cwd: folder };
    child = spawn(find('postgres', bins), ['-D', data, ...settings], options);
    close = keep(child, folder);
    await listening(port, child);
  };
  await start();
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    start,
    async stop() {
      child.kill('SIGQUIT');
      await ended(child);
    },
    async close() {
      child.kill('SIGQUIT');
      await Promise.race([ended(child), pause(5000)]);
      close();
    },
  };
}

function install() {
  const wanted = Object.keys(programs).filter((name) => !programs[name]());
  if (wanted.length === 0) return 'the servers of queues are there';
  const names = wanted.map((name) => packages[name]).join(' and ');
  if (process.getuid?.() !== 0 || !find('apt-get')) {
    return `not installed, as this is not root on Debian: ${names}`;
  }
  // Debian starts no server then.
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' };
  const apt = (...args) => spawnSync('apt-get', args, { env, stdio: 'ignore', timeout: 300_000 });
  const add = () =>
    apt('install', '-y', '--no-install-recommends', ...wanted.map((name) => packages[name]));
  if (add().status !== 0) {
    apt('update');
    add();
  }
  const left = wanted.filter((name) => !programs[name]());
  return left.length === 0 ? `installed ${names}` : `could not be installed: ${left.join()}`;
}

if (process.argv[1] === fileURLToPath(import.meta.url) && process.argv[2] === 'install') {
  console.log(install());
}
