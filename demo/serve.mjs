/**
 * A small static server for the demo page: this folder at /, the built package
 * at /maxmargin/. The page itself is plain files and runs from any web server
 * that lays them out in the same way.
 *
 *   node serve.mjs [port]        port 8080, or the next free one
 */

import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import { extname, join, normalize, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = (path) => fileURLToPath(new URL(path, import.meta.url));
const mounts = [
  ['/maxmargin/', folder('../npm/dist/')],
  ['/', folder('./')],
];

const types = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.map': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
};

/** The file behind a request path, or null when it would lie outside its folder. */
function locate(pathname) {
  const [prefix, root] = mounts.find(([prefix]) => pathname.startsWith(prefix));
  const path = normalize(join(root, decodeURIComponent(pathname.slice(prefix.length)) || 'index.html'));
  return path.startsWith(root) && !path.split(sep).includes('node_modules') ? path : null;
}

/**
 * What the page may do: nothing but its own files. WebAssembly needs
 * 'wasm-unsafe-eval'; an import map is an inline script and passes by its hash.
 */
async function contentSecurityPolicy(path) {
  const html = extname(path) === '.html' ? await readFile(path, 'utf8') : '';
  const hashes = [...html.matchAll(/<script type="importmap">(.*?)<\/script>/gs)]
    .map(([, text]) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`);
  return [
    "default-src 'none'",
    ["script-src 'self' 'wasm-unsafe-eval'", ...hashes].join(' '),
    "worker-src 'self'",
    "connect-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

const server = createServer(async (request, response) => {
  const refuse = (status, text) => response.writeHead(status, { 'content-type': 'text/plain' }).end(`${text}\n`);
  if (request.method !== 'GET' && request.method !== 'HEAD') return refuse(405, 'Only GET and HEAD.');
  try {
    const path = locate(new URL(request.url, 'http://localhost').pathname);
    const info = path && (await stat(path));
    if (!info?.isFile()) return refuse(404, 'Not found.');
    response.writeHead(200, {
      'content-type': types[extname(path)] ?? 'application/octet-stream',
      'content-length': info.size,
      'content-security-policy': await contentSecurityPolicy(path),
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
server.on('listening', () => console.log(`The demo is at http://localhost:${server.address().port}/  (Ctrl-C ends it)`));
server.listen(wanted, 'localhost');

// Without the package the page has nothing to show: say so before a browser does.
await stat(join(mounts[0][1], 'index.js')).catch(() => {
  console.error('npm/dist/index.js is missing: run `make build` first.');
  process.exit(1);
});
