/**
 * The Content-Security-Policy of the site: a page may use files of the site only. Each page
 * contains this policy, so that it holds on any static server; serve.mjs sends it
 * as a header as well, which also binds the workers.
 */
import { createHash } from 'node:crypto';

/**
 * WebAssembly needs 'wasm-unsafe-eval'; an import map is an inline script and
 * is allowed by its hash.
 *
 * @param {string} [importMap]
 */
export function policy(importMap) {
  const hash = importMap && `'sha256-${createHash('sha256').update(importMap).digest('base64')}'`;
  return [
    "default-src 'none'",
    ["script-src 'self' 'wasm-unsafe-eval'", hash].filter(Boolean).join(' '),
    "worker-src 'self'",
    "connect-src 'self'",
    "style-src 'self'",
    "font-src 'self'",
    "img-src 'self' data: blob:",
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
}
