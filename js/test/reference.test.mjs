/** The reference in the docs: a page for every machine and kernel, and nothing missing on it. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { describe, it } from 'node:test';

import { runDirectives } from '../site/directives.mjs';
import { renderMarkdown } from '../site/markdown.mjs';
import { Formulas } from '../site/math.mjs';
import { readSource } from '../site/source.mjs';
import { sectionsOf } from '../site/sections.mjs';
import { catalog as machines, kernelCatalog } from '../src/machines/catalog.js';
import { vectorizers } from '../src/machines/vectorizers.js';
import * as maxmargin from '../src/core.js';

/** The test reads the sources, and needs no build. */
const root = join(import.meta.dirname, '..', '..');

const { pages } = readSource(join(root, 'demo'));
const site = { pages, sections: sectionsOf(pages), imports: {} };
const formulas = new Formulas();

const pageOf = (folder, name) => {
  const source = `docs/${folder}/${name}.md`;
  const page = pages.find((candidate) => candidate.source === source);
  assert.ok(page, `there is no demo/${source}: write one, in the form of its neighbours`);
  return page;
};

/** As the build renders it: a formula that cannot be set is an error. */
const rendered = (page) =>
  renderMarkdown(runDirectives(page.body, { page, site }), {
    source: page.source,
    formulas,
    link: (href) => href,
  });

const inFolder = (folder) =>
  pages.filter(({ source }) => source.startsWith(`docs/${folder}/`) && !/\/index\./.test(source));
const nameOf = ({ source }) => posix.basename(source, '.md');
const hasCode = (html, text) => html.includes(`<code>${text}</code>`);

/** What every page of the reference has. */
function whole(page, name, group) {
  const lacks = `demo/${page.source} lacks`;
  assert.equal(page.title, name);
  assert.equal(page.group, group);
  assert.match(page.body, /^```js\n/m, `${lacks} an example`);
  assert.match(page.body, new RegExp(`\\b${name}\\b`), `${lacks} the name ${name}`);
  assert.match(page.body, /^## When to use it$/m, `${lacks} the heading "When to use it"`);
  assert.match(page.body, /^Source: \[/m, `${lacks} a link to the source`);
}

for (const name of Object.keys(machines)) {
  it(`machine ${name} has a page, with all options and all results of a fit`, () => {
    const page = pageOf('machines', name);
    whole(page, name, 'Machines');
    assert.match(page.body, /\$\$/, `demo/${page.source} lacks a formula`);
    const html = rendered(page);
    // The points of a plane have no categories.
    const pictured = name.endsWith('Encoder') || html.includes(`data-machine="${name}"`);
    assert.ok(
      pictured,
      `demo/${page.source} has no picture: add <!-- build: live machine ${name} -->`,
    );
    const { prototype } = maxmargin[name];
    for (const method of [
      'partialFit',
      'diagnostics',
      'inverseTransform',
      'exportLibsvm',
      'exportLiblinear',
    ]) {
      const said = new RegExp(`<td>(?:<[a-z]+>)*${method}(?:</[a-z]+>)*</td>`).test(html);
      assert.equal(said, Object.hasOwn(prototype, method), method);
    }
    assert.ok(
      hasCode(html, machines[name].entry),
      `demo/${page.source} lacks <!-- build: machine ${name} -->, which names the entry`,
    );
    for (const option of machines[name].options) {
      const shown = option.group ? `${option.group}.${option.name}` : option.name;
      assert.ok(hasCode(html, shown), `its tables lack the option ${shown}`);
    }
    for (const attribute of machines[name].attributes) {
      assert.ok(hasCode(html, attribute.name), `its tables lack ${attribute.name}`);
    }
  });
}

for (const name of Object.keys(vectorizers)) {
  it(`vectorizer ${name} has a page, with all options`, () => {
    const page = pageOf('machines', name);
    whole(page, name, 'Machines');
    const html = rendered(page);
    for (const { name: option } of vectorizers[name].options) {
      assert.ok(hasCode(html, option), `it does not name the option ${option}`);
    }
  });
}

for (const name of Object.keys(kernelCatalog)) {
  it(`kernel ${name} has a page, with its formula and all parameters`, () => {
    const page = pageOf('kernels', name);
    whole(page, name, 'Kernels');
    assert.match(page.body, /^\$\$k\(/m, 'it has no formula');
    assert.match(page.body, /\*\*Positive definite\*\*/, 'it does not say when it is a kernel');
    const html = rendered(page);
    assert.ok(
      html.includes(`data-kernel="${name}"`),
      `demo/${page.source} has no picture: add <!-- build: live kernel ${name} -->`,
    );
    for (const option of kernelCatalog[name].options) {
      assert.ok(hasCode(html, option.name), `its table lacks the parameter ${option.name}`);
    }
  });
}

it('kernels with names of their own that are made of others are on a page', () => {
  const prose = inFolder('kernels').map(({ body }) => body);
  for (const name of Object.keys(maxmargin.kernels)) {
    if (Object.hasOwn(kernelCatalog, name)) continue;
    const said = prose.some((body) => body.includes(`kernels.${name}(`));
    assert.ok(said, `no page in demo/docs/kernels shows kernels.${name}(...)`);
  }
  for (const name of ['precomputed', 'own']) whole(pageOf('kernels', name), name, 'Kernels');
});

it('has no page of a machine or kernel that does not exist', () => {
  const named = { ...machines, ...vectorizers };
  for (const page of inFolder('machines')) {
    assert.ok(Object.hasOwn(named, nameOf(page)), `demo/${page.source}: there is no such machine`);
  }
  const known = { ...kernelCatalog, precomputed: 1, own: 1 };
  for (const page of inFolder('kernels')) {
    assert.ok(Object.hasOwn(known, nameOf(page)), `demo/${page.source}: there is no such kernel`);
  }
});

describe('the indexes', () => {
  it('list every machine and kernel', () => {
    for (const [folder, names] of [
      ['machines', [...Object.keys(machines), ...Object.keys(vectorizers)]],
      ['kernels', [...Object.keys(kernelCatalog), 'precomputed', 'own']],
    ]) {
      const html = rendered(pageOf(folder, 'index'));
      for (const name of names) {
        assert.ok(html.includes(`href="${name}.html"`), `${folder}/index.md does not list ${name}`);
      }
    }
  });
});

/** The links of a Markdown file lead to files. */
function checkLinks(path) {
  const text = readFileSync(join(root, path), 'utf8');
  let links = 0;
  for (const [, href] of text.matchAll(/\]\(([^)\s#]+)(?:#[^)]*)?\)/g)) {
    if (/^[a-z]+:/.test(href)) continue;
    links++;
    const file = posix.join(posix.dirname(path), href);
    assert.ok(existsSync(join(root, file)), `${path} links to ${file}`);
  }
  return links;
}

it('links to existing files', () => {
  for (const folder of ['machines', 'kernels', 'inside']) {
    let links = 0;
    for (const page of inFolder(folder)) links += checkLinks(posix.join('demo', page.source));
    assert.ok(links > 5, `${links} links in ${folder}`);
  }
  checkLinks('README.md');
});

it('ARCHITECTURE.md is a map: short, with links to every page about the inside', () => {
  checkLinks('ARCHITECTURE.md');
  const text = readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8');
  const words = text.split(/\s+/).length;
  assert.ok(words <= 2000, `it has ${words} words`);
  for (const { source } of inFolder('inside')) {
    assert.ok(text.includes(`(demo/${source})`), `the index does not name ${source}`);
  }
});

describe('formulas in text', () => {
  const html = (text) => renderMarkdown(text, { source: 'x.md', formulas, link: (href) => href });

  it('may end in an escaped character, as a norm does', () => {
    assert.match(
      html(String.raw`The margin is $1/\|w\|$ on either side.`),
      /<mn>1<\/mn>.*‖.*on either/,
    );
    assert.match(html(String.raw`It costs $5 or \$6.`), /costs \$5 or \$6/);
  });
});
