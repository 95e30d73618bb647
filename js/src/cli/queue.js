/** The flags that say where a queue is, for the commands about fleets. */
import { UsageError } from './usage.js';

/** @import { Flag, Values } from './usage.js' */

/** @type {Flag[]} */
export const queueFlags = [
  {
    name: 'redis',
    value: '<url>',
    doc: 'Redis, as redis://user:password@host:6379, or rediss:// with TLS. It needs the packages bullmq and ioredis.',
  },
  {
    name: 'postgres',
    value: '<url>',
    doc: 'PostgreSQL in its place, as postgres://user:password@host/database. It needs bullmq and pg.',
  },
  { name: 'queue', value: '<name>', doc: 'Its name, which programs and workers share (default maxmargin).' }, // prettier-ignore
];

/** The settings of maxmargin/bullmq for these flags. @param {Values} values */
export function queueOf({ redis, postgres, queue }) {
  if ((redis === undefined) === (postgres === undefined)) {
    throw new UsageError('say where the queue is: --redis redis://HOST:6379, or --postgres postgres://USER@HOST/DATABASE'); // prettier-ignore
  }
  const where = redis === undefined ? { postgres } : { connection: redis };
  return { ...where, ...(queue !== undefined && { queue }) };
}

/**
 * An error about a setting, as one about its flag.
 * @param {any} error
 */
export function asFlag(error) {
  if (error?.code !== 'ERR_OPTION') return error;
  const flag = error.argument === 'connection' ? 'redis' : error.argument;
  return new UsageError(error.message.replace(error.argument, `--${flag}`));
}

/**
 * Bytes, as in 512MB or 4GB.
 * @param {string | undefined} text
 */
export function bytesOf(text) {
  if (text === undefined) return undefined;
  const [, number, unit] = /^(\d+(?:\.\d+)?)\s*(MB|GB|TB|MiB|GiB)$/i.exec(text) ?? [];
  const powers = { mb: 1e6, gb: 1e9, tb: 1e12, mib: 2 ** 20, gib: 2 ** 30 };
  const bytes = Number(number) * powers[/** @type {keyof typeof powers} */ (unit?.toLowerCase())];
  if (bytes >= 128e6) return bytes;
  throw new UsageError(`--memory must be at least 128MB, such as 512MB or 4GB, got ${text}`);
}
