/**
 * Cells that share their names: a top-level declaration of one cell is visible in the next.
 *
 * A cell becomes an async function over a scope. Top-level declarations become
 * assignments to names of that scope, imports become look-ups among the modules that
 * the notebook contains, and the cell returns the value of its last expression.
 */

import { parse } from 'acorn';

const AsyncFunction = (async () => {}).constructor;

/** A cell as the body of an async function, and the names that it gives values to. */
export function compile(code) {
  const tree = parse(code, { ecmaVersion: 'latest', sourceType: 'module', allowAwaitOutsideFunction: true });
  const names = [];
  const hoisted = [];
  const edits = [];
  const text = ({ start, end }) => code.slice(start, end);
  for (const node of tree.body) {
    if (node.type === 'ImportDeclaration') {
      const from = `__import(${JSON.stringify(node.source.value)})`;
      const parts = node.specifiers.map((specifier) => {
        names.push(specifier.local.name);
        const { imported } = specifier;
        const member = imported ? `[${JSON.stringify(imported.name ?? imported.value)}]` : specifier.type === 'ImportDefaultSpecifier' ? '.default' : '';
        return `${specifier.local.name} = ${from}${member};`;
      });
      edits.push([node.start, node.end, parts.join(' ') || `${from};`]);
    } else if (node.type.startsWith('Export')) {
      throw new SyntaxError('a cell cannot export: its names are there in other cells anyway');
    } else if (node.type === 'VariableDeclaration') {
      const parts = node.declarations.map(({ id, init }) => {
        namesOf(id, names);
        return `(${text(id)} = ${init ? text(init) : 'undefined'});`;
      });
      edits.push([node.start, node.end, parts.join(' ')]);
    } else if (node.type === 'FunctionDeclaration') {
      names.push(node.id.name);
      hoisted.push(`__scope.${node.id.name} = ${node.id.name};`);
    } else if (node.type === 'ClassDeclaration') {
      names.push(node.id.name);
      edits.push([node.start, node.end, `${node.id.name} = ${text(node)};`]);
    }
  }
  const last = tree.body.at(-1);
  if (last?.type === 'ExpressionStatement') {
    edits.push([last.start, last.end, `return (${text(last.expression)}\n);`]);
  }
  let body = code;
  for (const [start, end, instead] of edits.sort((a, b) => b[0] - a[0])) body = body.slice(0, start) + instead + body.slice(end);
  return { body: `${hoisted.join(' ')}${body}`, names };
}

/** The names in a pattern such as { a, b: [c, ...d] }. */
function namesOf(pattern, names) {
  if (!pattern) return; // an empty place in an array pattern
  if (pattern.type === 'Identifier') names.push(pattern.name);
  else if (pattern.type === 'ObjectPattern') for (const part of pattern.properties) namesOf(part.value ?? part.argument, names);
  else if (pattern.type === 'ArrayPattern') for (const part of pattern.elements) namesOf(part, names);
  else namesOf(pattern.left ?? pattern.argument, names);
}

/** The state of a notebook, and the method that runs cells in it. */
export class Kernel {
  #scope = Object.create(null);
  #modules;

  /** @param {Record<string, object>} modules by the names that cells import them under */
  constructor(modules) {
    this.#modules = modules;
  }

  #import = (name) => {
    const found = this.#modules[name];
    if (!found) throw new Error(`this notebook carries no module '${name}'; there are ${Object.keys(this.#modules).join(', ')}`);
    return found;
  };

  /**
   * @param {string} code
   * @param {Record<string, unknown>} own names that only this run sees, such as `display`
   * @returns {Promise<unknown>} the value of the last expression
   */
  async run(code, own = {}) {
    const { body, names } = compile(code);
    for (const name of names) if (!(name in this.#scope)) this.#scope[name] = undefined;
    // Only `with` makes the names of the scope variables of the cell.
    const cell = new AsyncFunction('__scope', '__import', '__own', `with (__own) with (__scope) {${body}\n}`);
    return cell(this.#scope, this.#import, { __proto__: null, ...own });
  }
}
