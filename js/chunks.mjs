/**
 * The ES modules of the package and their CommonJS twins. Entries share files, in which a module lies
 * once: what depends on the form (promises or blocking) or on the platform lies there once for each.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import * as acorn from 'acorn';
import * as esbuild from 'esbuild';

/**
 * Which of `#host` and `#platform` a module needs, itself or through others.
 * @param {string} file
 * @param {Map<string, Set<string>>} known
 * @returns {Set<string>}
 */
function needsOf(file, known) {
  const found = known.get(file);
  if (found) return found;
  const needs = new Set();
  known.set(file, needs);
  const text = readFileSync(file, 'utf8');
  for (const [, path] of text.matchAll(/^(?:import|export)\b[^;']*\bfrom '([^']+)';/gm)) {
    if (path.startsWith('#')) needs.add(path);
    if (!path.startsWith('.')) continue;
    for (const need of needsOf(resolve(dirname(file), path), known)) needs.add(need);
  }
  return needs;
}

/**
 * Lets one build have several forms and platforms: entries are named `form:NAME:HOST:PLATFORM`, and
 * a module that needs one of both is another module for each.
 * @param {string} src
 * @returns {import('esbuild').Plugin}
 */
export function forms(src) {
  const known = new Map();
  const hosted = (/** @type {string} */ name) => join(src, 'face', 'hosts', `${name}.js`);
  const placed = (/** @type {string} */ name) => join(src, 'runtime', 'platform', `${name}.js`);
  const resolved = (
    /** @type {string} */ path,
    /** @type {string} */ host,
    /** @type {string} */ platform,
  ) => {
    const needs = needsOf(path, known);
    const suffix =
      needs.has('#host') || path === hosted(host)
        ? `?${host}:${platform}`
        : needs.has('#platform') || path === placed(platform)
          ? `?:${platform}`
          : '';
    return { path, suffix, pluginData: { host, platform } };
  };
  return {
    name: 'forms',
    setup(build) {
      build.onResolve({ filter: /^form:/ }, ({ path }) => {
        const [, name, host, platform] = path.split(':');
        return resolved(join(src, `${name}.js`), host, platform);
      });
      build.onResolve(
        { filter: /^(\.|#host$|#platform$)/ },
        ({ path, resolveDir, importer, pluginData }) => {
          if (!importer.startsWith(src)) return undefined; // within a package
          const { host, platform } = pluginData;
          const own = { '#host': hosted(host), '#platform': placed(platform) };
          return resolved(own[path] ?? resolve(resolveDir, path), host, platform);
        },
      );
      build.onLoad({ filter: /\.js$/ }, ({ path, pluginData }) =>
        path.startsWith(src)
          ? { contents: contentsOf(path), resolveDir: dirname(path), pluginData }
          : undefined,
      );
    },
  };
}

/** @param {string} code */
function parsed(code) {
  /** @type {acorn.Token[]} */
  const tokens = [];
  /** @type {acorn.Comment[]} */
  const comments = [];
  const { body } = acorn.parse(code, {
    ecmaVersion: 'latest',
    sourceType: 'module',
    onToken: tokens,
    onComment: comments,
  });
  return { body, tokens, comments };
}

/**
 * A file of a build.
 * @typedef {object} Module
 * @property {string} code
 * @property {string[]} inputs the files that it was made from
 */

/**
 * The files of a build by their names, with one file for each group of those that entries share. A
 * program without a bundler waits about a millisecond for each file that it loads, whatever its size.
 * @param {esbuild.BuildResult & {outputFiles: esbuild.OutputFile[], metafile: esbuild.Metafile}} result
 * @param {(loadedBy: Set<string>) => string | undefined} groupOf from the names of the entries that
 *   load a file, and of files that are loaded later; undefined: it stays alone
 * @returns {Promise<Map<string, Module>>}
 */
export async function joined({ outputFiles, metafile }, groupOf) {
  const outputs = new Map(Object.entries(metafile.outputs).map(([path, own]) => [basename(path), own])); // prettier-ignore
  const modules = new Map(
    outputFiles.map(({ path, text }) => {
      const inputs = Object.keys(outputs.get(basename(path)).inputs);
      return [basename(path), { code: text, inputs }];
    }),
  );
  /** @type {Map<string, Set<string>>} */
  const loadedBy = new Map();
  const load = (/** @type {string} */ name, /** @type {string} */ entry) => {
    const entries = loadedBy.get(name) ?? new Set();
    if (entries.has(entry)) return;
    loadedBy.set(name, entries.add(entry));
    for (const { path, kind } of outputs.get(name)?.imports ?? [])
      if (kind === 'import-statement' && outputs.has(basename(path))) load(basename(path), entry);
  };
  for (const [name, { entryPoint }] of outputs) if (entryPoint) load(name, name);
  const shared = [...outputs.keys()].filter((name) => !outputs.get(name).entryPoint);
  /** @type {Map<string, string[]>} */
  const groups = new Map();
  for (const name of shared) {
    const group = groupOf(loadedBy.get(name));
    if (group) groups.set(group, [...(groups.get(group) ?? []), name]);
  }
  for (const names of groups.values()) {
    const exports = new Map(names.map((name) => [name, outputs.get(name).exports]));
    const { path, code, renamed } = await joinedFile(modules, exports);
    const inputs = names.flatMap((name) => modules.get(name).inputs);
    for (const name of names) modules.delete(name);
    for (const own of modules.values()) own.code = redirected(own.code, path, renamed);
    modules.set(path, { code, inputs });
  }
  return modules;
}

/**
 * One file with the code of several.
 * @param {Map<string, Module>} modules
 * @param {Map<string, string[]>} exports of each file
 * @returns {Promise<{path: string, code: string, renamed: Map<string, Map<string, string>>}>} renamed
 *   has the names of the exports there, by the names of the files
 */
async function joinedFile(modules, exports) {
  const taken = new Set();
  const renamed = new Map();
  for (const [file, names] of exports) {
    const own = names.map((name) => {
      let free = name;
      for (let i = 2; taken.has(free); i++) free = `${name}_${i}`;
      taken.add(free);
      return /** @type {[string, string]} */ ([name, free]);
    });
    renamed.set(file, new Map(own));
  }
  const passedOn = [...renamed].map(([file, names]) => {
    const list = [...names].map(([name, free]) => asName(name, free));
    return `export { ${list.join(', ')} } from './${file}';\n`;
  });
  const { outputFiles } = await esbuild.build({
    stdin: { contents: passedOn.join('') },
    bundle: true,
    format: 'esm',
    target: 'esnext', // the files have their target already
    charset: 'ascii',
    write: false,
    plugins: [
      {
        name: 'joined',
        setup({ onResolve, onLoad }) {
          onResolve({ filter: /./ }, ({ path }) =>
            exports.has(basename(path))
              ? { path: basename(path), namespace: 'joined', sideEffects: false }
              : { path, external: true },
          );
          onLoad({ filter: /./, namespace: 'joined' }, ({ path }) => ({
            contents: modules.get(path).code,
          }));
        },
      },
    ],
  });
  const [{ text: code }] = outputFiles;
  const hash = createHash('sha256').update(code).digest('hex').slice(0, 8).toUpperCase();
  return { path: `chunk-${hash}.js`, code, renamed };
}

/** @param {string} name @param {string} other */
const asName = (name, other) => (name === other ? name : `${name} as ${other}`);

/**
 * A module that imports from one file what it imported from several.
 * @param {string} code
 * @param {string} path of that file
 * @param {Map<string, Map<string, string>>} renamed the exports of the several files, and their names there
 */
function redirected(code, path, renamed) {
  /** @type {string[]} */
  const taken = [];
  let rest = code;
  for (const node of parsed(code).body.reverse()) {
    const names = node.type === 'ImportDeclaration' && renamed.get(basename(node.source.value));
    if (!names) continue;
    for (const { imported, local } of node.specifiers)
      taken.push(asName(names.get(imported.name), local.name));
    rest = rest.slice(0, node.start) + rest.slice(node.end);
  }
  if (taken.length === 0) return rest;
  return `import { ${taken.join(', ')} } from './${path}';\n${rest}`;
}

/** Characters that two tokens between them cannot do without a space. */
const apart = /^([\w$\u0080-\uffff][\w$\u0080-\uffff\\#]|\+\+|--|\/[/*]|<!|->|\d\.)$/;

/** Node prints the line that threw an error which nobody caught, so lines are short. */
export const LINE = 360;

/**
 * A module without comments and spaces, but for the comments that tell bundlers what they can drop.
 * esbuild would drop these, too. After LINE characters a line ends as soon as it can.
 * @param {string} code as esbuild writes it, with all semicolons
 */
export function squeezed(code) {
  const { tokens, comments } = parsed(code);
  const marks = comments.filter(({ value }) => /^\s*@__(PURE|NO_SIDE_EFFECTS)__\s*$/.test(value));
  const parts = [];
  let end = 0;
  let column = 0;
  const put = (/** @type {string} */ text) => {
    column += text.length;
    parts.push(text);
  };
  for (const token of tokens) {
    if (token.type.label === 'eof') break;
    const gap = token.start - end;
    const mark = gap > 0 && marks.find(({ start }) => start >= end && start < token.start);
    if (mark) put(`/*${mark.value.trim()}*/`);
    else if (gap > 0 && apart.test(code[end - 1] + code[token.start])) put(' ');
    put(code.slice(token.start, token.end));
    end = token.end;
    // A line may end after these without changing what the program does.
    if (column > LINE && [';', '{'].includes(token.type.label)) {
      put('\n');
      column = 0;
    }
  }
  return `${parts.join('')}\n`;
}

/**
 * The CommonJS twin of a module. Its imports are at its beginning and its exports at its end, of
 * variables that keep their values, as esbuild writes them.
 * @param {string} code
 */
export function commonJS(code) {
  let text = code;
  const head = text.includes('import.meta.url')
    ? `const __moduleUrl=require("node:url").pathToFileURL(__filename).href;`
    : '';
  const nameOf = (/** @type {any} */ node) => node.name ?? JSON.stringify(node.value);
  const pairs = (/** @type {[any, any][]} */ list) =>
    `{${list.map(([key, value]) => (nameOf(key) === nameOf(value) ? nameOf(key) : `${nameOf(key)}:${nameOf(value)}`)).join(',')}}`;
  for (const node of parsed(code).body.reverse()) {
    let twin;
    if (node.type === 'ImportDeclaration') {
      const path = String(node.source.value).replace(/^(\.\/.*)\.js$/, '$1.cjs');
      const required = `require(${JSON.stringify(path)});`;
      const named = node.specifiers.map((one) => {
        if (one.type !== 'ImportSpecifier') throw new Error(`${path} is not imported by names`);
        return /** @type {[any, any]} */ ([one.imported, one.local]);
      });
      twin = named.length === 0 ? required : `const${pairs(named)}=${required}`;
    } else if (node.type === 'ExportNamedDeclaration') {
      if (node.declaration || node.source) throw new Error('an export that is no list of names');
      twin = `module.exports=${pairs(node.specifiers.map(({ exported, local }) => [exported, local]))};`;
    } else if (/^Export/.test(node.type)) throw new Error(`a ${node.type}`);
    if (twin !== undefined) text = text.slice(0, node.start) + twin + text.slice(node.end);
  }
  const later = text.replace(
    /\bimport\("(\.\/[^"]*)\.js"\)/g,
    'Promise.resolve().then(()=>require("$1.cjs"))',
  );
  return `"use strict";${head}${later.replaceAll('import.meta.url', '__moduleUrl')}`;
}

/**
 * Divides a module that imports another one, which there is for each platform: its own code, once, as a
 * function of what it imports from there, and an entry for each platform that calls it.
 * @param {string} code as squeezed writes it
 * @param {string} other the path of the module that differs
 * @param {string} shared where the function will lie
 * @returns {{factory: string, entryOf: (other: string) => string}}
 */
export function onePlatform(code, other, shared) {
  const { body } = parsed(code);
  const textOf = (/** @type {any} */ node) => code.slice(node.start, node.end);
  const isImport = (/** @type {any} */ node) => node.type === 'ImportDeclaration';
  const differs = (/** @type {any} */ node) => isImport(node) && node.source.value === other;
  const taken = /** @type {any[]} */ (body).filter(differs).flatMap(({ specifiers }) => specifiers);
  const given = /** @type {any[]} */ (body).filter(({ type }) => type === 'ExportNamedDeclaration').flatMap(({ specifiers }) => specifiers); // prettier-ignore
  const kept = body.filter((node) => !differs(node) && node.type !== 'ExportNamedDeclaration');
  const [imports, own] = [true, false].map((first) => kept.filter((node) => isImport(node) === first).map(textOf).join('')); // prettier-ignore
  const renamed = taken.map(({ imported, local }) => `${imported.name}:${local.name}`);
  const made = given.map(({ exported, local }) => `${exported.name}:${local.name}`);
  const names = taken.map(({ imported }) => imported.name).join(',');
  const exported = given.map(({ exported: { name } }) => name).join(',');
  return {
    factory: `${imports}const make=({${renamed}})=>{${own}return{${made}};};export{make};\n`,
    entryOf: (path) =>
      `import{${names}}from"${path}";import{make}from"${shared}";const{${exported}}=make({${names}});export{${exported}};\n`,
  };
}

/** @param {string} path of a module */
function contentsOf(path) {
  const text = readFileSync(path, 'utf8');
  return /webgpu.(?:shaders|kernels)\.js$/.test(path) ? withShortShaders(text) : text;
}

/** A shader that is written in a module: all between the marks, or a text of one line. */
const SHADERS = [/(?<=\/\* wgsl \*\/ )`[^]*?`;(?=\n)/g, /(?<=\bwgsl: )(?:'[^']*'|`[^`]*`)/g];

/**
 * A module whose templates are shaders, with no white space in them that a shader does not need.
 * @param {string} text
 */
export function withShortShaders(text) {
  const short = (/** @type {string} */ shader) =>
    shader.replaceAll(/\s+/g, ' ').replaceAll(/ ?([-+*/%<>=(){},;:&|]) ?/g, '$1');
  return SHADERS.reduce((all, pattern) => all.replaceAll(pattern, short), text);
}

/**
 * A module and all that it imports, itself or through others.
 * @param {string} dist
 * @param {string} name of its file
 * @param {Set<string>} [all]
 * @param {RegExp} [imports] which of them; all, or what it needs at once
 */
export function withImports(dist, name, all = new Set(), imports = EVERY_IMPORT) {
  if (all.has(name)) return all;
  all.add(name);
  const code = readFileSync(join(dist, name), 'utf8');
  for (const [, path] of code.matchAll(imports)) withImports(dist, path, all, imports);
  return all;
}

/** Also those that are loaded when they are needed. */
const EVERY_IMPORT = /\b(?:from|import) ?\(?["']\.\/([^"']*)["']/g;

/** Those without which a module does not begin. */
export const IMPORT_AT_ONCE = /\b(?:from|import) ?["']\.\/([^"']*)["']/g;
