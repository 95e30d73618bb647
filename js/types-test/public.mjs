/**
 * The golden report of the public types: for each entry of the package what it exports, and the
 * types that this is made of, without comments and sorted, so that a review sees what is added,
 * changed or removed.
 *
 *     node public.mjs --write   writes the report of npm/dist/types into the folder public
 */
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import ts from 'typescript';

export const folder = fileURLToPath(new URL('public', import.meta.url));

const printer = ts.createPrinter({ removeComments: true });

/**
 * The text for each entry, by its name. Of what another entry before it has in the same words it has
 * the exported names only; index comes first.
 * @param {string} types the folder of the declarations
 * @returns {Map<string, string>}
 */
export function publicTypes(types) {
  const names = readdirSync(types)
    .filter((name) => name.endsWith('.d.ts')) // of an entry: the others are *.d.cts only
    .map((name) => name.slice(0, -'.d.ts'.length))
    .sort((a, b) => Number(b === 'index') - Number(a === 'index') || (a < b ? -1 : 1));
  const files = names.map((name) => join(types, `${name}.d.cts`));
  const program = ts.createProgram(files, { module: ts.ModuleKind.Node16, target: ts.ScriptTarget.ES2022, lib: ['lib.es2022.d.ts', 'lib.dom.d.ts'], types: [] }); // prettier-ignore
  const checker = program.getTypeChecker();
  /** @type {Set<string>} */
  const told = new Set();
  return new Map(
    names.map((name, i) => {
      const source = program.getSourceFile(files[i]);
      const symbol = source && checker.getSymbolAtLocation(source);
      if (!symbol) throw new Error(`${name} is no module`);
      const lines = declarationsOf(checker, checker.getExportsOfModule(symbol), types);
      const fresh = lines.map((line) => (told.has(line) ? line.replace(/:[^]*/, '') : line));
      for (const line of lines) told.add(line);
      return [name, `${fresh.filter((line) => !/^\(\w+\)$/.test(line)).join('\n')}\n`];
    }),
  );
}

/**
 * The declarations of exports, and of the types of ours that they name, each as text.
 * @param {ts.TypeChecker} checker
 * @param {ts.Symbol[]} exported
 * @param {string} types
 */
function declarationsOf(checker, exported, types) {
  /** @param {ts.Symbol} symbol */
  const meant = (symbol) =>
    symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
  /** Names under which a symbol is exported. @type {Map<ts.Symbol, string[]>} */
  const queue = new Map();
  for (const each of exported) {
    const symbol = meant(each);
    queue.set(symbol, [...(queue.get(symbol) ?? []), each.name]);
  }
  const lines = [];
  for (const [symbol, names] of queue) {
    for (const declaration of symbol.declarations ?? []) {
      const file = declaration.getSourceFile();
      if (!file.fileName.startsWith(types.replaceAll('\\', '/'))) continue;
      const node = ts.isVariableDeclaration(declaration) ? declaration.parent.parent : declaration;
      if (ts.isSourceFile(node) || ts.isTypeParameterDeclaration(node)) continue;
      lines.push(`${names.length ? names.sort().join(', ') : `(${symbol.name})`}: ${printed(node, file)}`); // prettier-ignore
      visit(declaration);
    }
  }
  return lines.sort();

  /** @param {ts.Node} node */
  function visit(node) {
    if (ts.isIdentifier(node)) {
      const found = checker.getSymbolAtLocation(node);
      const symbol = found && meant(found);
      const atTop = symbol?.declarations?.some(
        (each) =>
          !ts.isSourceFile(each) &&
          (ts.isSourceFile(each.parent) || ts.isVariableDeclaration(each)),
      );
      if (symbol && atTop && !queue.has(symbol)) queue.set(symbol, []);
    }
    ts.forEachChild(node, visit);
  }
}

/**
 * @param {ts.Node} node
 * @param {ts.SourceFile} file
 */
function printed(node, file) {
  return printer
    .printNode(ts.EmitHint.Unspecified, node, file)
    .replace(/^export (declare )?/, '')
    .replaceAll(/^ +/gm, (spaces) => '\t'.repeat(spaces.length / 4))
    .replaceAll(/\bimport\("[^"]*"\)\./g, '');
}

if (process.argv[2] === '--write') {
  const report = publicTypes(fileURLToPath(new URL('../../npm/dist/types', import.meta.url)));
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  for (const [name, text] of report) writeFileSync(join(folder, `${name}.d.ts.txt`), text);
}
