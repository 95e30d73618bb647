/** The part of a set of declarations that its entries reach, with no import that is not used. */
import { join, relative, sep } from 'node:path';

import ts from 'typescript';

/**
 * @param {string} folder of the declarations
 * @param {string[]} entries their names
 * @returns {Map<string, string>} what is left of each file, by its name
 */
export function reached(folder, entries) {
  const program = ts.createProgram(
    entries.map((name) => join(folder, name)),
    { module: ts.ModuleKind.NodeNext, noEmit: true, types: [] },
  );
  const checker = program.getTypeChecker();
  const within = (source) => source.fileName.startsWith(`${folder}/`);
  const kept = new Set();
  const waiting = [];

  /** Keeps the declarations of a symbol, and the statements that pass it on. */
  function keep(symbol) {
    for (const declaration of symbol?.declarations ?? []) {
      const statement = ts.findAncestor(
        declaration,
        (node) => node.parent && ts.isSourceFile(node.parent),
      );
      if (!statement || !within(statement.getSourceFile()) || kept.has(statement)) continue;
      if (ts.isImportDeclaration(statement)) continue;
      kept.add(statement);
      waiting.push(statement);
    }
    if (symbol && symbol.flags & ts.SymbolFlags.Alias)
      keep(checker.getImmediateAliasedSymbol(symbol));
  }
  for (const name of entries) {
    const source = program.getSourceFile(join(folder, name));
    for (const statement of source.statements)
      if (ts.isExportDeclaration(statement)) kept.add(statement);
    for (const symbol of checker.getExportsOfModule(checker.getSymbolAtLocation(source)))
      keep(symbol);
  }
  while (waiting.length > 0) {
    const visit = (node) => {
      if (ts.isIdentifier(node)) keep(checker.getSymbolAtLocation(node));
      ts.forEachChild(node, visit);
    };
    visit(waiting.pop());
  }

  const texts = new Map();
  for (const source of program.getSourceFiles()) {
    const statements = source.statements.filter((statement) => kept.has(statement));
    if (!within(source) || statements.length === 0) continue;
    const name = relative(folder, source.fileName).replaceAll(sep, '/');
    texts.set(name, written(source, statements));
  }
  return texts;
}

/**
 * A file of these statements, with the imports that they need: one for each module, in place of
 * import('...').
 * @param {ts.SourceFile} source
 * @param {ts.Statement[]} statements
 */
function written(source, statements) {
  const passedOn = new Map();
  for (const statement of statements) {
    const module = moduleOfSame(statement);
    if (module) passedOn.set(statement.name.text, module);
  }
  const own = statements.filter((statement) => !passedOn.has(statement.name?.text));
  const declared = new Set(own.map((statement) => statement.name?.text));
  const imported = new Map([...passedOn, ...importsOf(source)]);
  /** @type {Map<string, Set<string>>} the names by module */
  const needed = new Map();
  const need = (module, name) => needed.set(module, (needed.get(module) ?? new Set()).add(name));
  let body = '';
  for (const statement of own) {
    const edits = [];
    const visit = (node) => {
      if (ts.isIdentifier(node) && imported.has(node.text) && !namesMember(node))
        need(imported.get(node.text), node.text);
      if (ts.isImportTypeNode(node) && !node.isTypeOf && ts.isIdentifier(node.qualifier)) {
        const module = node.argument.literal.text;
        const name = node.qualifier.text;
        if (!declared.has(name) && (imported.get(name) ?? module) === module) {
          need(module, name);
          edits.push([node.getStart(source), node.qualifier.getEnd(), name]);
        }
      }
      ts.forEachChild(node, visit);
    };
    visit(statement);
    body += edited(source.text, statement.getFullStart(), statement.getEnd(), edits);
  }
  const exported = new Map();
  for (const [name, module] of passedOn)
    exported.set(module, [...(exported.get(module) ?? []), name]);
  const lists = (words, from) =>
    Array.from(from, ([module, names]) => {
      const list = [...names].sort().join(', ');
      return module.startsWith('* ')
        ? `${words} * as ${list} from '${module.slice(2)}';\n`
        : `${words} { ${list} } from '${module}';\n`;
    });
  // A file that has neither imports nor exports of its own is no module, and one without
  // `export {}` exports everything.
  const end = own.every(isExported) ? '\n' : '\nexport {};\n';
  // The libraries of TypeScript that a file needs, whatever its users compile with.
  const libs = source.libReferenceDirectives.map(({ fileName }) => `/// <reference lib="${fileName}" />\n`); // prettier-ignore
  return [
    ...libs,
    ...lists('import', needed),
    ...lists('export type', exported),
    body.trim(),
    end,
  ].join('');
}

const isExported = (statement) =>
  ts.isExportDeclaration(statement) ||
  statement.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);

/**
 * The names that a file imports, and from which modules; with * before it, if the name is that of
 * the whole module.
 * @param {ts.SourceFile} source
 */
function importsOf(source) {
  const names = new Map();
  for (const statement of source.statements) {
    if (!ts.isImportDeclaration(statement)) continue;
    const module = statement.moduleSpecifier.text;
    const bindings = statement.importClause?.namedBindings;
    for (const { name } of bindings?.elements ?? []) names.set(name.text, module);
    if (bindings && ts.isNamespaceImport(bindings)) names.set(bindings.name.text, `* ${module}`);
  }
  return names;
}

/**
 * The module of X in `export type X = import('module').X`, with the same parameters if any.
 * @param {ts.Statement} statement
 */
function moduleOfSame(statement) {
  if (!ts.isTypeAliasDeclaration(statement) || !ts.isImportTypeNode(statement.type)) return;
  const { argument, qualifier, typeArguments = [] } = statement.type;
  const parameters = statement.typeParameters ?? [];
  const same =
    qualifier?.text === statement.name.text &&
    typeArguments.length === parameters.length &&
    typeArguments.every((type, i) => type.getText() === parameters[i].name.text);
  return same ? argument.literal.text : undefined;
}

/** Whether an identifier is the name of a member or parameter, which no import explains. */
function namesMember({ parent, text }) {
  return (
    (ts.isPropertySignature(parent) ||
      ts.isPropertyDeclaration(parent) ||
      ts.isMethodSignature(parent) ||
      ts.isMethodDeclaration(parent) ||
      ts.isParameter(parent) ||
      ts.isGetAccessor(parent)) &&
    parent.name?.text === text
  );
}

/** Part of a text with some of its places replaced. */
function edited(text, start, end, edits) {
  let out = '';
  let at = start;
  for (const [from, to, by] of edits.toSorted(([a], [b]) => a - b)) {
    out += text.slice(at, from) + by;
    at = to;
  }
  return out + text.slice(at, end);
}
