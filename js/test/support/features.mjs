/** Which features of engines a published file uses, and since when each engine has them. */
import { createRequire } from 'node:module';

import { parse } from 'acorn';

import { readBodies } from '../../wasm/file.mjs';
import { readCode } from '../../wasm/instructions.mjs';

const compat = createRequire(import.meta.url)('@mdn/browser-compat-data');
const { builtins } = compat.javascript;

/** Interfaces whose objects come without their name being written. */
const INTERFACES = ['AbortSignal', 'Blob', 'ReadableStream', 'Response'];

/** Syntax: the entry below `javascript`, and the nodes of the tree that need it. */
const SYNTAX = [
  ['operators.optional_chaining', (n) => n.type === 'ChainExpression'],
  ['operators.nullish_coalescing', (n) => n.operator === '??'],
  ['operators.nullish_coalescing_assignment', (n) => n.operator === '??='],
  ['operators.logical_or_assignment', (n) => n.operator === '||='],
  ['operators.logical_and_assignment', (n) => n.operator === '&&='],
  ['operators.exponentiation', (n) => n.operator === '**'],
  ['operators.import_meta', (n) => n.type === 'MetaProperty' && n.meta.name === 'import'],
  ['operators.import', (n) => n.type === 'ImportExpression'],
  ['operators.spread.spread_in_object_literals', inObject],
  ['classes.public_class_fields', (n) => n.type === 'PropertyDefinition' && !isPrivate(n.key)],
  ['classes.private_class_fields', (n) => n.type === 'PropertyDefinition' && isPrivate(n.key)],
  ['classes.private_class_methods', (n) => n.type === 'MethodDefinition' && isPrivate(n.key)],
  ['classes.private_class_fields_in', (n) => n.operator === 'in' && isPrivate(n.left)],
  ['classes.static.class_fields', (n) => n.type === 'PropertyDefinition' && n.static],
  ['classes.static.initialization_blocks', (n) => n.type === 'StaticBlock'],
  ['statements.for_await_of', (n) => n.type === 'ForOfStatement' && n.await],
  ['statements.async_generator_function', (n) => n.async && n.generator],
  ['statements.try_catch.optional_catch_binding', (n) => n.type === 'CatchClause' && !n.param],
  ['statements.using', (n) => n.type === 'VariableDeclaration' && /using/.test(n.kind)],
  ['statements.export.namespace', (n) => n.type === 'ExportAllDeclaration' && n.exported],
  ['statements.import.import_attributes', (n) => n.attributes?.length > 0],
  ['grammar.numeric_separators', (n) => n.type === 'Literal' && /^\d+_/.test(n.raw)],
  ['builtins.BigInt', (n) => n.type === 'Literal' && n.bigint !== undefined],
  ['builtins.Error.cause', (n) => n.type === 'Property' && n.key.name === 'cause'],
  ['builtins.RegExp.dotAll', (n) => n.regex?.flags.includes('s')],
  ['builtins.RegExp.hasIndices', (n) => n.regex?.flags.includes('d')],
  ['builtins.RegExp.sticky', (n) => n.regex?.flags.includes('y')],
  ['builtins.RegExp.unicodeSets', (n) => n.regex?.flags.includes('v')],
  ['regular_expressions.lookbehind_assertion', (n) => /\(\?<[=!]/.test(n.regex?.pattern ?? '')],
  ['regular_expressions.named_capturing_group', (n) => /\(\?<\w/.test(n.regex?.pattern ?? '')],
  ['regular_expressions.unicode_character_class_escape', (n) => /\\p\{/i.test(n.regex?.pattern)],
];

function isPrivate(node) {
  return node.type === 'PrivateIdentifier';
}

function inObject(node) {
  return (
    node.type === 'ObjectExpression' && node.properties.some((p) => p.type === 'SpreadElement')
  );
}

/** Instructions of WebAssembly after those of its first version: the last opcode of each, and its entry. */
const INSTRUCTIONS = [
  [0x11, null],
  [0x13, 'tail-calls'],
  [0x15, 'typedFunctionReferences'],
  [0x1b, null],
  [0x1c, 'reference-types'],
  [0x1f, 'exceptionsFinal'],
  [0x24, null],
  [0x26, 'reference-types'],
  [0xbf, null],
  [0xc4, 'sign-extension-operations'],
  [0xd2, 'reference-types'],
  [0xfc07, 'non-trapping-float-to-int-conversions'],
  [0xfc0e, 'bulk-memory-operations'],
  [0xfc11, 'reference-types'],
  [0xfdff, 'fixed-width-SIMD'],
];

/**
 * Calls visit with every node of a program.
 *
 * @param {any} node
 * @param {(node: any) => void} visit
 */
function walk(node, visit) {
  if (Array.isArray(node)) return node.forEach((child) => walk(child, visit));
  if (typeof node?.type !== 'string') return undefined;
  visit(node);
  for (const child of Object.values(node)) if (Object(child) === child) walk(child, visit);
  return undefined;
}

const has = (object, name) => Object.hasOwn(object, name);

/**
 * The features of a script or module, by what they are called. One member may be that of several
 * built-in objects; which of them a program means cannot be seen, so any of them will do.
 *
 * @param {string} text
 * @param {'module' | 'script'} sourceType
 * @returns {Map<string, any[]>} the entries of which the engine needs one
 */
export function featuresOf(text, sourceType) {
  const found = new Map();
  const names = new Set(INTERFACES);
  const members = new Set();
  const settings = { allowHashBang: true, allowReturnOutsideFunction: true };
  walk(parse(text, { ecmaVersion: 'latest', sourceType, ...settings }), (node) => {
    for (const [key, needs] of SYNTAX) if (needs(node)) found.set(key, [entryOf(key)]);
    if (node.type === 'Identifier') names.add(node.name);
    if (node.type !== 'MemberExpression' || node.computed) return;
    const { name } = node.property;
    const owner = node.object.name;
    const known = [builtins, compat.api].find(
      (all) => has(all, owner) && has(all[owner], '__compat'),
    );
    if (!known) return void members.add(name);
    const entry = known[owner][`${name}_static`] ?? known[owner][name];
    if (entry?.__compat) found.set(`${owner}.${name}`, [entry]);
  });
  const objects = [...Object.values(builtins)];
  for (const name of names) {
    for (const all of [builtins, compat.api]) {
      if (!has(all, name) || !all[name].__compat) continue;
      found.set(name, [all[name]]);
      if (all === compat.api) objects.push(all[name]);
    }
  }
  for (const name of members) {
    const entries = objects.filter((o) => has(o, name) && o[name].__compat).map((o) => o[name]);
    if (entries.length > 0) found.set(`.${name}`, entries);
  }
  return found;
}

/**
 * @param {Buffer} wasm
 * @returns {Map<string, any[]>} the features of a module of WebAssembly
 */
export function featuresOfWasm(wasm) {
  const found = new Map();
  const add = (key) => key && found.set(key, [compat.webassembly[key]]);
  const opcodes = new Set();
  for (const body of readBodies(wasm)) {
    for (const { opcode } of readCode(body).code) opcodes.add(opcode);
  }
  for (const opcode of opcodes) {
    const range = INSTRUCTIONS.find(([last]) => opcode <= last);
    if (!range) throw new Error(`the table has no instruction ${opcode.toString(16)}`);
    add(range[1]);
  }
  return found;
}

function entryOf(key) {
  return key.split('.').reduce((entry, name) => entry[name], compat.javascript);
}

/** A version as numbers that can be compared. */
export const numbersOf = (version) => version.replace('≤', '').split('.').map(Number);

/** Compares versions such as 16.4. */
export function compareVersions(a, b) {
  const [left, right] = [numbersOf(a), numbersOf(b)];
  return left[0] - right[0] || (left[1] ?? 0) - (right[1] ?? 0);
}

/**
 * The first version of an engine that has one of some entries, without a setting.
 *
 * @param {any[]} entries
 * @param {'chrome' | 'firefox' | 'safari' | 'nodejs'} engine
 * @returns {string | undefined} undefined if the table does not say it
 */
export function firstVersion(entries, engine) {
  return entries
    .flatMap(({ __compat: { support } }) => [support[engine] ?? []].flat())
    .filter(({ version_added: added, flags }) => typeof added === 'string' && !flags)
    .map(({ version_added: added }) => added)
    .filter((added) => added !== 'preview')
    .sort(compareVersions)[0];
}
