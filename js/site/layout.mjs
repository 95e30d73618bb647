/** The common layout of every page. */
import { posix } from 'node:path';

import { policy } from '../../demo/policy.mjs';
import { escape, relative } from './html.mjs';
import { sidebar } from './sections.mjs';
import { importMap } from './vendor.mjs';

const THEMES = {
  light: [
    'Light',
    '<circle r="3.2"/><path d="M0-7v2M0 5v2M-7 0h2M5 0h2M-5-5l1.4 1.4M3.6 3.6 5 5M-5 5l1.4-1.4M3.6-3.6 5-5"/>',
  ],
  system: ['As the system', '<circle r="6"/><path class="half" d="M0-6a6 6 0 0 1 0 12z"/>'],
  dark: ['Dark', '<path d="M5.5 2.2A6 6 0 1 1-2.2-5.5 4.8 4.8 0 0 0 5.5 2.2z"/>'],
};

/**
 * @param {import('./source.mjs').Page} page
 * @param {string} content the inside of <main>
 * @param {import('./build.mjs').Site} site
 */
export function layout(page, content, site) {
  const at = (path) => escape(relative(page.path, path));
  const here = page.path === 'index.html';
  const title = here ? page.title : `${page.title} · maxmargin`;
  const map = importMap(site.imports, page.path);
  const aside = sidebar(page, site, at);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${escape(policy(map))}">
<title>${escape(title)}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="description" content="${escape(page.description)}">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="${at('site/icon.svg')}" type="image/svg+xml">
<script src="${at('site/theme.js')}"></script>
<link rel="stylesheet" href="${at('site/style.css')}">
${content.includes('<math') ? `<link rel="stylesheet" href="${at('vendor/math.css')}">\n` : ''}${page.style
    .map((name) => `<link rel="stylesheet" href="${escape(name)}">\n`)
    .join('')}<script type="importmap">${map}</script>
${page.trains ? preloads(site, at) : ''}<script type="module" src="${at('site/page.js')}"></script>
${aside ? `<script type="module" src="${at('site/search-box.js')}"></script>\n` : ''}${page.script
    .map((name) => `<script type="module" src="${escape(name)}"></script>\n`)
    .join('')}</head>
<body${page.script.length > 0 ? ' data-state="loading"' : ''}${page.wide ? ' class="wide"' : ''}>
<a class="skip" href="#main">Skip to the content</a>
<header class="site">
  <a class="brand" href="${at('index.html')}"${here ? ' aria-current="page"' : ''}><img src="${at('site/icon.svg')}" alt="" width="28" height="28">maxmargin</a>
  <nav aria-label="Site">
    <ul>${navigation(page, site, at)}</ul>
  </nav>
  ${aside ? searchBox(at) : ''}${themeSwitch()}
</header>
${aside ? `<div class="beside">\n${aside}\n` : ''}<main id="main" tabindex="-1">
${content.trim()}
</main>
${aside ? '</div>\n' : ''}<footer class="site">
  <p>Everything on these pages happens in this tab, in a worker beside the page: <a href="${at('docs/privacy.html')}">no data leaves it</a>. maxmargin is MIT licensed; <a href="${at('THIRD-PARTY-NOTICES.txt')}">the work of others</a> inside it and data sets have <a href="${at('data/README.html')}">licences of their own</a>.</p>
</footer>
</body>
</html>
`;
}

/** Without these links the module would be asked for when all scripts are there. */
function preloads(site, at) {
  const script = site.imports.maxmargin;
  const module = posix.join(posix.dirname(script), 'maxmargin.wasm');
  return (
    `<link rel="modulepreload" href="${at(script)}">\n` +
    `<link rel="preload" href="${at(module)}" as="fetch" type="application/wasm" crossorigin>\n`
  );
}

function navigation(page, site, at) {
  return site.sections
    .map(({ name, path }) => {
      const current = page.path === path ? 'page' : page.section === name ? 'true' : null;
      const mark = current ? ` aria-current="${current}"` : '';
      return `<li><a href="${at(path)}"${mark}>${name}</a></li>`;
    })
    .join('');
}

/** Hidden without scripts; search-box.js answers. */
function searchBox(at) {
  return `<search class="search" data-root="${at('index.html').replace(/index\.html$/, '')}">
    <input type="search" id="search" placeholder="Search the docs" aria-label="Search the docs" aria-keyshortcuts="/" aria-controls="found-pages" autocomplete="off" spellcheck="false"><kbd aria-hidden="true">/</kbd>
    <p class="unseen" role="status"></p>
    <ul id="found-pages" aria-label="Pages that were found" hidden></ul>
  </search>
  `;
}

/** Hidden until theme.js knows the chosen theme; its space is reserved. */
function themeSwitch() {
  const choices = Object.entries(THEMES).map(
    ([value, [name, shape]]) =>
      `<label title="${name}"><input class="unseen" type="radio" name="theme" value="${value}"><svg viewBox="-8 -8 16 16" aria-hidden="true">${shape}</svg><span class="unseen">${name}</span></label>`,
  );
  return `<fieldset class="theme"><legend class="unseen">Colours</legend>${choices.join('')}</fieldset>`;
}
