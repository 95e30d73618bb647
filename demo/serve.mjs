/**
 * A small static server for the built site. The site is plain files and runs from
 * any web server, in any folder of it; this one also sends the policy of
 * the pages as a header, which binds their workers too.
 *
 *   node serve.mjs [port] [folder]     port 8080, or the next free one; dist/
 */

import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, normalize, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

import { policy } from './policy.mjs';

const root = resolve(process.argv[3] ?? fileURLToPath(new URL('dist', import.meta.url))) + sep;

const types = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.csv': 'text/csv; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.map': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.woff2': 'font/woff2',
};

/** The file behind a request path, or null when it would lie outside of the folder. */
function locate(pathname) {
  const path = normalize(join(root, decodeURIComponent(pathname)));
  if (!path.startsWith(root)) return null;
  return pathname.endsWith('/') ? join(path, 'index.html') : path;
}

/** A page outside of the common layout contains everything that it needs, and its own policy if any. */
async function headersOf(path) {
  if (extname(path) !== '.html') return { 'content-security-policy': policy() };
  const [, map] = (await readFile(path, 'utf8')).match(/<script type="importmap">(.*?)<\/script>/s) ?? [];
  return map ? { 'content-security-policy': `${policy(map)}; frame-ancestors 'none'` } : {};
}

const server = createServer(async (request, response) => {
  const refuse = (status, text) => response.writeHead(status, { 'content-type': 'text/plain' }).end(`${text}\n`);
  if (request.method !== 'GET' && request.method !== 'HEAD') return refuse(405, 'Only GET and HEAD.');
  try {
    const { pathname } = new URL(request.url, 'http://localhost');
    const path = locate(pathname);
    const info = path && (await stat(path));
    if (info?.isDirectory()) return response.writeHead(301, { location: `${pathname}/` }).end();
    if (!info?.isFile()) return refuse(404, 'Not found.');
    response.writeHead(200, {
      'content-type': types[extname(path)] ?? 'application/octet-stream',
      'content-length': info.size,
      ...(await headersOf(path)),
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-cache',
    });
    if (request.method === 'HEAD') return response.end();
    createReadStream(path).pipe(response);
  } catch (error) {
    if (error instanceof URIError) return refuse(400, 'Malformed address.');
    refuse(error.code === 'ENOENT' || error.code === 'ENOTDIR' ? 404 : 500, 'Not found.');
  }
});

const wanted = Number(process.argv[2] ?? process.env.PORT ?? 8080);
server.on('error', (error) => {
  if (error.code !== 'EADDRINUSE') throw error;
  server.listen(0, 'localhost');
});
server.on('listening', () => console.log(`The site is at http://localhost:${server.address().port}/  (Ctrl-C ends it)`));
server.listen(wanted, 'localhost');

// Without a built site there is nothing to serve, so the program says so and ends.
await stat(join(root, 'index.html')).catch(() => {
  console.error(`${join(root, 'index.html')} is missing: run \`make site\` first.`);
  process.exit(1);
});
