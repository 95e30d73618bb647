/** The rooms of js/src and the floors they stand on, as js/src/README.md has them. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, normalize, relative } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { parse } from 'acorn';

const src = fileURLToPath(new URL('../src', import.meta.url));

/** Names of rooms and single files, with their floors; a file's own row goes before its room's. */
function readFloors() {
  const floors = new Map();
  for (const line of readFileSync(join(src, 'README.md'), 'utf8').split('\n')) {
    const [, floor, names] = /^\|\s*(\d+)\s*\|([^|]+)\|/.exec(line) ?? [];
    if (floor === undefined) continue;
    for (const [, name] of names.matchAll(/`([^`]+)`/g)) floors.set(name, Number(floor));
  }
  return floors;
}

const floors = readFloors();

function placeOf(file) {
  if (floors.has(file)) return file;
  return file.includes('/') ? `${file.split('/')[0]}/` : 'entries';
}

const isModule = (name) => name.endsWith('.js');

const files = readdirSync(src, { recursive: true }).filter(
  (name) => isModule(name) && statSync(join(src, name)).isFile(),
);

/** What #host stands for, in either form of the package. */
const hosts = files.filter((file) => dirname(file) === join('face', 'hosts'));

/** The files of ours that a file imports values from, statically or when it needs them. */
function importsOf(file) {
  const found = new Set();
  const see = (source) => {
    if (source?.value === '#host') hosts.forEach((host) => found.add(host));
    if (!/^\.\.?\//.test(source?.value ?? '')) return;
    found.add(normalize(join(dirname(file), source.value)));
  };
  const visit = (node) => {
    if (!node || typeof node !== 'object') return;
    if (Array.isArray(node)) return node.forEach(visit);
    if (/^(Import|Export(Named|All))(Declaration|Expression)$/.test(node.type)) see(node.source);
    for (const child of Object.values(node)) visit(child);
  };
  visit(parse(readFileSync(join(src, file), 'utf8'), { ecmaVersion: 2024, sourceType: 'module' }));
  return [...found];
}

const graph = new Map(files.map((file) => [file, importsOf(file)]));

/** A circle of imports through a file, or undefined. */
function circle(start) {
  const seen = new Set();
  const walk = (file, path) => {
    for (const next of graph.get(file) ?? []) {
      if (next === start) return [...path, next];
      if (seen.has(next)) continue;
      seen.add(next);
      const found = walk(next, [...path, next]);
      if (found) return found;
    }
  };
  return walk(start, [start]);
}

describe('the rooms of js/src', () => {
  it('are all in the table, and the table names nothing else', () => {
    const there = new Set(files.map(placeOf));
    const unknown = [...there].filter((name) => !floors.has(name));
    assert.deepEqual(unknown, [], 'rooms without a row in js/src/README.md');
    const gone = [...floors.keys()].filter((name) => !there.has(name));
    assert.deepEqual(gone, [], 'rows of js/src/README.md without files');
  });

  it('import from their own room and from lower floors', () => {
    const climbing = [];
    for (const [file, imports] of graph) {
      const from = placeOf(file);
      for (const target of imports) {
        if (relative('.', target).startsWith('..')) continue; // outside of src
        const to = placeOf(target);
        const room = (name) => name.split('/')[0];
        const inside =
          from === to || (from === `${room(to)}/` && floors.get(to) <= floors.get(from));
        if (!inside && floors.get(to) >= floors.get(from)) climbing.push(`${file} -> ${target}`);
      }
    }
    assert.deepEqual(climbing, []);
  });

  it('form no circles', () => {
    const circles = files.map(circle).filter(Boolean);
    assert.deepEqual(circles, []);
  });

  it('are checked: a circle and an import from a higher floor are found', () => {
    assert.ok(graph.get('index.js').length > 10, 'imports are read');
    assert.equal(hosts.length, 2);
    for (const host of hosts) assert.ok(graph.get(join('face', 'estimators.js')).includes(host));
    graph.set('a.js', ['b.js']).set('b.js', ['a.js']);
    assert.deepEqual(circle('a.js'), ['a.js', 'b.js', 'a.js']);
    graph.delete('a.js');
    graph.delete('b.js');
  });
});
