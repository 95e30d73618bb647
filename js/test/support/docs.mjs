/**
 * The code blocks of README.md, the first page and the pages in demo/docs, made into modules
 * that can be run. Behind three backquotes stands the language, and then
 *
 *     js             a module of its own, run in Node
 *     js continue    goes on where the block before it on the page ended
 *     js browser     runs in Chromium, on the built site
 *     js environment is part of a project in js/test/environments, which its tests run; so is jsx
 *     html           is opened (js/test/browser/site.test.mjs)
 *
 * A comment behind an expression that shows a value, `// [1, 2]` or `// → value`,
 * is asserted: numbers to the digits shown; … stands for any text. Code that a block needs and
 * does not show, such as data, is written before it:
 *
 *     <!-- given
 *     const X = [[0], [1]];
 *     -->
 *
 * `<!-- given again -->` stands for what was given to a block before, the last of them on the page.
 */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

import ts from 'typescript';

import { unescape } from '../../site/html.mjs';
import { root } from './project.mjs';

/**
 * @typedef {object} Block
 * @property {string} page path of the file in the repository
 * @property {number} line of its first line of code, from 1
 * @property {string[]} info what stands behind the backquotes
 * @property {string} given code that is not shown
 * @property {string} code
 */

/** The documents, as paths in the repository. */
export function documents() {
  const docs = readdirSync(join(root, 'demo', 'docs'), { recursive: true })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => name.endsWith('.md') && !/(^|\/)_/.test(name))
    .sort();
  return ['README.md', 'demo/index.html', ...docs.map((name) => `demo/docs/${name}`)];
}

/**
 * @param {string} page
 * @returns {Block[]}
 */
export function blocks(page) {
  const text = readFileSync(join(root, page), 'utf8');
  // In HTML a block has no words for the tests, and nothing before it.
  const pre = /()<pre data-language="(\w+)">([^]*?)<\/pre>/g;
  const fence = /(?:<!-- given( again -->|\n[^]*?\n-->)\n\s*)?^```(\w.*)\n([^]*?)^```$/gm;
  let last = '';
  return Array.from(text.matchAll(page.endsWith('.html') ? pre : fence), (match) => {
    const before = text.slice(0, match.index + match[0].lastIndexOf(match[3]));
    if (match[1] && match[1] !== ' again -->') last = match[1].replace(/-->$/, '');
    return {
      page,
      line: before.split('\n').length,
      info: match[2].trim().split(/\s+/),
      given: match[1] ? last : '',
      code: page.endsWith('.html') ? unescape(match[3]) : match[3],
    };
  });
}

/**
 * The blocks of a page that belong together: each that continues, with those
 * before it.
 *
 * @param {Block[]} all
 * @returns {Block[][]}
 */
export function chains(all) {
  const made = [];
  for (const block of all) {
    if (block.info.includes('continue')) made.at(-1).push(block);
    else made.push([block]);
  }
  return made;
}

/** The name of a chain in test reports. */
export const nameOf = ([first]) => `${first.page}:${first.line}`;

/**
 * The text of a module that runs the blocks one after another. Imports are
 * gathered at its head; what is shown goes to the function `__show`, a global
 * when the module starts: (page and line, what is shown, the values).
 *
 * @param {Block[]} chain
 */
export function moduleOf(chain) {
  const imports = new Imports();
  const body = chain.flatMap((block) => [
    imports.take(block.given),
    imports.take(block.code, (text, source) => asserted(text, source, block)),
  ]);
  return `${imports}\nconst { __show } = globalThis;\n${body.join('\n')}`;
}

/** Import declarations of several blocks as one set. */
class Imports {
  /** @type {Map<string, Set<string>>} names by module */
  #named = new Map();
  /** @type {Set<string>} */
  #others = new Set();

  /** Takes a block's imports out of it; `edit` changes the rest. */
  take(code, edit = () => []) {
    const source = ts.createSourceFile('block.mjs', code, ts.ScriptTarget.Latest, true);
    const edits = edit(code, source);
    for (const statement of source.statements.filter(ts.isImportDeclaration)) {
      this.#add(statement);
      edits.push({ start: statement.getStart(), end: statement.end, text: '' });
    }
    edits.sort((a, b) => b.start - a.start);
    return edits.reduce(
      (text, { start, end, text: other }) => text.slice(0, start) + other + text.slice(end),
      code,
    );
  }

  #add(statement) {
    const from = statement.moduleSpecifier.text;
    const named = statement.importClause?.namedBindings;
    if (statement.importClause?.name || !named || !ts.isNamedImports(named)) {
      this.#others.add(statement.getText());
      return;
    }
    if (!this.#named.has(from)) this.#named.set(from, new Set());
    for (const element of named.elements) this.#named.get(from).add(element.getText());
  }

  toString() {
    const named = Array.from(
      this.#named,
      ([from, names]) => `import { ${[...names].join(', ')} } from '${from}';`,
    );
    return [...this.#others, ...named].join('\n');
  }
}

/** Comments that are values: prose behind an expression is left alone. */
const VALUE =
  /^(→ ?(?<told>.*)|(?<bare>[[{'].*|-?[\d.]+(e[+-]?\d+)?n?(…|\.\.\.)?|\w*Array\(\d+\) ?\[.*|true|false|null|undefined))$/;

/** Passes each value that the code shows to __show. */
function asserted(text, source, block) {
  const edits = [];
  const visit = (node) => {
    ts.forEachChild(node, visit);
    if (!ts.isExpressionStatement(node)) return;
    const [comment] = ts.getTrailingCommentRanges(text, node.end) ?? [];
    if (comment?.kind !== ts.SyntaxKind.SingleLineCommentTrivia) return;
    const match = VALUE.exec(text.slice(comment.pos + 2, comment.end).trim());
    if (!match) return;
    const shown = JSON.stringify(match.groups.told ?? match.groups.bare);
    const line = block.line + source.getLineAndCharacterOfPosition(node.getStart()).line;
    const where = JSON.stringify(`${block.page}:${line}`);
    const print = /^console\.log$/.test(node.expression.expression?.getText() ?? '');
    const values = print
      ? node.expression.arguments.map((argument) => argument.getText()).join(', ')
      : node.expression.getText();
    const call = `;__show(${where}, ${shown}, [${values}]);`;
    edits.push({ start: node.getStart(), end: node.end, text: call });
  };
  visit(source);
  return edits;
}

const NUMBER = /-?\d+(?:\.\d+)?(?:e[+-]?\d+)?/g;

/**
 * Whether a value agrees with the comment behind it.
 *
 * @param {string} shown
 * @param {{ inspected: string, raw?: string }} value as util.inspect writes it, and of a string itself
 */
export function agrees(shown, { inspected, raw }) {
  if (raw !== undefined && like(shown, raw)) return true;
  const typed = /^\w+(\(\d+\))? (?=[[{])/;
  return like(shown, inspected) || like(shown, inspected.replace(typed, ''));
}

function like(shown, value) {
  const [wanted, got] = [shown, value].map(tight);
  if (/…|\.\.\./.test(wanted)) {
    const pattern = wanted.split(/…|\.\.\./).map((part) => part.replace(/[^\w\s]/g, '\\$&'));
    return new RegExp(`^${pattern.join('.*')}$`, 's').test(got);
  }
  if (wanted.replace(NUMBER, '0') !== got.replace(NUMBER, '0')) return false;
  const numbers = got.match(NUMBER) ?? [];
  return (wanted.match(NUMBER) ?? []).every((text, i) => rounds(numbers[i], text));
}

/** Whether a number rounds to another one, to the decimals that the other shows. */
function rounds(got, shown) {
  const [mantissa, exponent = '0'] = shown.split('e');
  const decimals = mantissa.split('.')[1]?.length ?? 0;
  if (decimals === 0) return Number(got) === Number(shown);
  const unit = 10 ** (Number(exponent) - decimals);
  return Math.abs(Number(got) - Number(shown)) <= unit * 0.500001;
}

/** Ignores differences of blanks and quotes. */
function tight(text) {
  return text
    .replaceAll('"', "'")
    .replace(/\s*([[\]{}(),:])\s*/g, '$1')
    .trim();
}
