/** A static file server for the browser tests. */
import { createReadStream, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, normalize, sep } from 'node:path';

const TYPES = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.cjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.wasm': 'application/wasm',
  '.csv': 'text/csv; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.gz': 'application/gzip',
};

/**
 * serve answers GET requests from folders by URL prefix (the longest prefix
 * wins) and from `pages`, documents by path: HTML, unless the path ends otherwise.
 *
 * @param {{ folders?: Record<string, string>, pages?: Record<string, string>, port?: number, headers?: Record<string, string> }} site
 * @returns {Promise<{ url: string, close: () => Promise<void> }>} url has no slash at its end
 */
export async function serve({ folders = {}, pages = {}, port = 0, headers = {} }) {
  const prefixes = Object.keys(folders).sort((a, b) => b.length - a.length);

  const server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url, 'http://host').pathname);
    const answer = (status, type, body) => {
      response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store', ...headers });
      response.end(body);
    };
    if (request.method !== 'GET') return answer(405, TYPES['.txt'], 'only GET');
    if (Object.hasOwn(pages, path))
      return answer(200, TYPES[extname(path)] ?? TYPES['.html'], pages[path]);

    const prefix = prefixes.find((candidate) => path.startsWith(candidate));
    if (prefix === undefined) return answer(404, TYPES['.txt'], 'not found');
    const folder = normalize(folders[prefix] + sep);
    let file = normalize(join(folder, path.slice(prefix.length)));
    if (!file.startsWith(folder)) return answer(403, TYPES['.txt'], 'outside the folder');
    try {
      if (statSync(file).isDirectory()) file = join(file, 'index.html');
      const { size } = statSync(file);
      const type = TYPES[extname(file)] ?? 'application/octet-stream';
      response.writeHead(200, {
        'content-type': type,
        'content-length': size,
        'cache-control': 'no-store',
        ...headers,
      });
      createReadStream(file).pipe(response);
    } catch {
      answer(404, TYPES['.txt'], 'not found');
    }
  });

  await new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      }),
  };
}
