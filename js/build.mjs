/**
 * Builds the package into npm/dist: the WebAssembly module, the bundles, the
 * types; and beside it README.md, LICENSE and the docs.
 *
 *     node build.mjs                    the package
 *     node build.mjs --faults --out DIR its main entry with operations that fail on
 *                                       purpose, for tests of the facade
 *     node build.mjs --plain --out DIR  the same with the module as Go writes it, in one file
 */
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import * as esbuild from 'esbuild';
import { buildTypes } from './declarations/build.mjs';
import { HEAD, bundledPackages, goParts, noticesOf, npmParts } from './notices.mjs';
import { IMPORT_AT_ONCE, LINE, commonJS, forms, joined, onePlatform, squeezed, withImports } from './chunks.mjs'; // prettier-ignore
import { publishDocuments } from './documents.mjs';
import { ORIGIN } from './wasm/begin.mjs';
import { buildModule, go, plainModule } from './wasm/module.mjs';

const js = dirname(fileURLToPath(import.meta.url));
const root = dirname(js);

const { values: flags } = parseArgs({
  options: {
    faults: { type: 'boolean', default: false },
    plain: { type: 'boolean', default: false },
    out: { type: 'string' },
  },
});
const dist = flags.out ? resolve(flags.out) : join(root, 'npm', 'dist');

/** The entries that share files with the classes and with each other. */
const SHARING = ['onnx', 'module', 'page', 'inspect', 'catalog'];

/**
 * Entries that share files with no other. Those that are small are in one file each, which a page without
 * a bundler can copy.
 */
const ALONE = ['files', 'predict', 'metrics', 'bounds', 'plot', 'data', 'webgpu'];

/** What calls with the setting device load: bundlers would keep whole what it shared with the rest. */
const GPU = ['../../webgpu/shared.js', './webgpu.js'];

/**
 * Where maxmargin/inline gets what is in maxmargin.inline.js, which is a script and has no exports: so
 * the package contains the module as text once.
 */
const HANDED = `globalThis[Symbol.for('maxmargin.inline.js')]`;

rmSync(dist, { recursive: true, force: true });
mkdirSync(dist, { recursive: true });
const module = flags.plain ? plainModule() : buildModule({ faults: flags.faults });
writeFileSync(join(dist, 'maxmargin.wasm'), module.first);
writeFileSync(join(dist, 'maxmargin-rest.wasm'), module.rest);
const bundled = await buildBundles(module);
// Neither changes a declaration: make builds the usual package before.
if (flags.faults || flags.plain)
  cpSync(join(root, 'npm', 'dist', 'types'), join(dist, 'types'), { recursive: true });
else buildTypes(dist);
if (!flags.out) {
  const { homepage } = JSON.parse(readFileSync(join(root, 'npm', 'package.json'), 'utf8'));
  publishDocuments(root, join(root, 'npm'), homepage);
  cpSync(join(root, 'LICENSE'), join(root, 'npm', 'LICENSE'));
  const parts = [...goParts(), ...npmParts(bundled)];
  writeFileSync(join(root, 'npm', 'THIRD-PARTY-NOTICES'), HEAD + noticesOf(parts));
}
const { buildId, counts } = module;
console.log(
  `built ${relative(root, dist)}, build ${buildId}: ` +
    (counts
      ? `${counts.first} functions in the first file, ${counts.rest} in the second, ${counts.both} in both`
      : 'the module in one file'),
);

/** @param {Buffer} bytes */
function sha256(bytes) {
  return createHash('sha256').update(bytes).digest('hex');
}

/**
 * Writes all bundles, and resolves to the names of the npm packages inside them.
 *
 * @param {ReturnType<typeof buildModule | typeof plainModule>} module
 */
async function buildBundles({ whole, first, rest, buildId, powersAt, begun }) {
  const { version } = JSON.parse(readFileSync(join(root, 'npm', 'package.json'), 'utf8'));
  const shared = {
    // Paths of bundled packages, which comments name, are those of this folder.
    preserveSymlinks: true,
    bundle: true,
    metafile: true,
    absWorkingDir: js,
    target: 'es2022',
    charset: 'ascii', // engines keep and read a file with other characters as two bytes a character
    legalComments: 'none',
    define: {
      __BUILD_ID__: JSON.stringify(buildId),
      __POWERS_AT__: String(powersAt),
      __BEGUN__: JSON.stringify(begun ?? null),
      __VERSION__: JSON.stringify(version),
      __WASM_SHA256__: JSON.stringify({ first: sha256(first), rest: sha256(rest) }),
    },
  };
  const wasmExec = virtual('#wasm-exec', wrapWasmExec(whole));
  const only = (name) =>
    substitute('#platform', join(js, 'src', 'runtime', 'platform', `${name}.js`));
  const form = (name) => substitute('#host', join(js, 'src', 'face', 'hosts', `${name}.js`));
  const src = (name) => join('src', `${name}.js`);

  const inlineWorker = await esbuild.build({
    ...shared,
    entryPoints: [src('worker-inline')],
    format: 'iife',
    minify: true,
    write: false,
    plugins: [wasmExec],
  });
  const packed = () => gzipSync(whole, { level: 9 }).toString('base64');
  const embedded = virtual(
    '#embedded',
    `export const wasm = ${JSON.stringify(flags.faults ? '' : packed())};
     export const worker = ${JSON.stringify(inlineWorker.outputFiles[0].text)};`,
  );

  // The formulas that maxmargin/module prints, as text.
  const functions = ['functions.js', 'letters.js'].flatMap((name) =>
    readFileSync(join(js, 'src', 'graph', name), 'utf8')
      .split(/^(?=\/\*\*\n \* .*\n(?: \* .*\n)* \*\/\nexport)/m)
      .slice(1),
  );
  const texts = virtual('#formulas', `export default ${JSON.stringify(functions.join(''))};`);
  const script = { format: 'iife', minify: true, keepNames: true };
  const page = virtual('#page', await pageParts(shared));
  const core = flags.faults ? 'core-faults' : 'core';
  const modules = {
    core: `form:${core}:promised:web`,
    'core.node': `form:${core}:promised:node`,
    'core.sync': 'form:core:blocking:web',
    'core.sync.node': 'form:core:blocking:node',
  };
  const plain = (names) => Object.fromEntries(names.map((name) => [name, `form:${name}::`]));
  const sharing = { ...modules, ...(!flags.faults && plain(SHARING)) };
  const bundles = [
    ['maxmargin.js', 'script', 'script', { ...script, globalName: 'maxmargin' }],
    [
      'maxmargin.inline.js',
      'script',
      'inline',
      { ...script, globalName: 'maxmargin', footer: { js: `${HANDED}=maxmargin;` } },
    ],
    ['maxmargin.plot.js', 'plot-script', 'web', { ...script, globalName: 'maxmarginPlot' }],
    // Bundlers copy this file unchanged.
    ['worker.js', 'worker', 'web', { format: 'iife', minify: true }],
    [
      'worker.node.cjs',
      'worker-node',
      'node',
      { format: 'cjs', platform: 'node', minifyWhitespace: true, lineLimit: LINE },
    ],
  ];
  // Tests of the facade use no other entries.
  const wanted = flags.faults ? bundles.filter(([file]) => /^worker\b/.test(file)) : bundles;
  const options = {
    ...shared,
    format: 'esm',
    splitting: true,
    chunkNames: 'chunk-[hash]',
    outdir: dist,
    external: ['node:*'],
    write: false,
    plugins: [outside(...GPU), outside('..(/face)?/rest.js', './chunk-rest.js'), wasmExec, embedded, texts, page, forms(join(js, 'src'))], // prettier-ignore
  };
  const alone = flags.faults ? [] : ALONE.map((name) => plain([name]));
  const built = await Promise.all([
    ...[sharing, ...alone].map(async (entryPoints) => {
      // Names in the stacks of errors are those of the files that entries share.
      const minifyIdentifiers = !('core' in entryPoints || flags.faults);
      const result = await esbuild.build({ ...options, entryPoints, minifyIdentifiers });
      writeModules(await joined(result, groupOf));
      return result;
    }),
    ...wanted.map(([outfile, entry, platform, own]) =>
      esbuild.build({
        ...shared,
        ...own,
        entryPoints: [src(entry)],
        outfile: join(dist, outfile),
        plugins: [outside(...GPU), wasmExec, embedded, texts, only(platform), form('promised')], // prettier-ignore
      }),
    ),
    buildBeside(shared, 'rest', ''),
    ...(flags.faults
      ? []
      : [
          ...['', '.node'].map((platform) => buildBeside(shared, 'executor', platform)),
          buildBeside(shared, 'auto', ''),
          buildBeside(shared, 'executor-rows', ''),
          buildBeside(shared, 'bullmq', '.node'),
          buildCommandLine(shared),
          buildPaper(shared),
        ]),
  ]);
  await writeEntries({ ...shared, plugins: [wasmExec, only('web'), form('promised')] });
  return bundledPackages(built.flatMap(({ metafile }) => Object.keys(metafile.inputs)));
}

/**
 * The group of a file that entries share. A group has what is loaded by all forms of the classes, by
 * those that wait or by those that block. What other entries load, too, is apart, and so is what files
 * load that are loaded later: bundlers divide by whole files. What only browsers or only Node load
 * stays alone.
 * @param {Set<string>} loadedBy entries, and files that are loaded when they are needed
 * @returns {string | undefined} its name
 */
function groupOf(loadedBy) {
  const has = (/** @type {string[]} */ names) => names.every((name) => loadedBy.has(`${name}.js`));
  const forms = [['core', 'core.node'], ['core.sync', 'core.sync.node']].map(has); // prettier-ignore
  if (!forms.includes(true)) return undefined;
  const others = SHARING.some((name) => has([name]));
  const later = [...loadedBy].some((name) => name.startsWith('chunk-'));
  return `${forms} ${later ? 'later' : !forms.includes(false) && others}`;
}

/**
 * Writes modules and their twins for CommonJS: all but those for browsers, which Node does not read.
 * @param {Map<string, import('./chunks.mjs').Module>} modules by the names of their files
 */
function writeModules(modules) {
  for (const [name, { code: text, inputs }] of modules) {
    const path = join(dist, name);
    const head = bundledPackages(inputs)
      .map((name) => `${licences(name)}\n`)
      .join('');
    const code = squeezed(text);
    writeFileSync(path, head + code);
    const forBrowsers = inputs.some((name) => /:web$/.test(name));
    if (!forBrowsers) writeFileSync(path.replace(/\.js$/, '.cjs'), head + commonJS(code));
  }
}

/**
 * Writes the entries for work and for study in all forms: lists of what they pass on from the file
 * that has the code of both.
 * @param {esbuild.BuildOptions} options to read their names with
 */
async function writeEntries(options) {
  /** @type {string[][]} */
  const inlined = [];
  const entries = [
    ['index', ['index', 'node', 'sync', 'sync.node']],
    ['study', ['study', 'study.node', 'study.sync', 'study.sync.node']],
  ];
  for (const [entry, [web, node, sync, syncNode]] of entries) {
    const { outputs } = (
      await esbuild.build({
        ...options,
        entryPoints: [join('src', `${entry}.js`)],
        format: 'esm',
        write: false,
        outfile: 'names.js',
      })
    ).metafile;
    const blocking = [...Object.values(outputs)[0].exports].sort();
    const promised = flags.faults && entry === 'index' ? [...blocking, 'provoke'] : blocking;
    inlined.push(promised);
    const list = (names, core) => `export {\n  ${names.join(',\n  ')},\n} from './${core}';\n`;
    // A page asks for all files as soon as it has the first.
    const atOnce = (core) => {
      const files = [...withImports(dist, core, new Set(), IMPORT_AT_ONCE)].slice(1);
      return files.map((file) => `import './${file}';\n`).join('');
    };
    const assigned = (names, core) =>
      `'use strict';\nconst core = require('./${core}');\n` +
      names.map((name) => `exports.${name} = core.${name};\n`).join('');
    const texts = {
      [`${web}.js`]: atOnce('core.js') + list(promised, 'core.js'),
      [`${node}.js`]: list(promised, 'core.node.js'),
      [`${node}.cjs`]: assigned(promised, 'core.node.cjs'),
      [`${sync}.js`]: atOnce('core.sync.js') + list(blocking, 'core.sync.js'),
      [`${syncNode}.js`]: list(blocking, 'core.sync.node.js'),
      [`${syncNode}.cjs`]: assigned(blocking, 'core.sync.node.cjs'),
    };
    for (const [file, text] of Object.entries(texts)) writeFileSync(join(dist, file), text);
  }
  if (flags.faults) return;
  const [work, study] = inlined;
  const taken = (names, from) => `export const {\n  ${names.join(',\n  ')},\n} = ${from};\n`;
  const script = `import './maxmargin.inline.js';\nconst script = ${HANDED};\ndelete ${HANDED};\n`;
  const text = script + taken(work, 'script') + taken(study, 'script.study');
  writeFileSync(join(dist, 'inline.js'), text);
}

/**
 * Entries that contain their own code, and import the package beside them.
 * @param {esbuild.BuildOptions} shared
 * @param {string} name
 * @param {'' | '.node'} platform
 */
async function buildBeside(shared, name, platform) {
  const result = await esbuild.build({
    ...shared,
    format: 'esm',
    write: false,
    minifyIdentifiers: true, // 18,000 bytes of the tarball
    entryPoints: [join('src', name === 'rest' ? 'face' : '', `${name}.js`)],
    external: ['node:*', 'bullmq'],
    // Lists of the files that entries share name chunk-*.js.
    outfile: join(dist, `${name === 'rest' ? 'chunk-' : ''}${name}${platform}.js`),
    plugins: [
      outside('..?/core.js', `./core${platform}.js`),
      outside('../inspect.js', './inspect.js'),
      outside('../metrics.js', './metrics.js'),
      outside('../data/read-csv.js', './data.js'),
      outside('./executor-rows.js', './executor-rows.js'),
      outside('./face/rest.js', './chunk-rest.js'),
    ],
  });
  const [{ path, text }] = result.outputFiles;
  const code = squeezed(text);
  if (name === 'auto') {
    const { factory, entryOf } = onePlatform(code, './core.js', './chunk-auto.js');
    writeFileSync(path.replace(/auto\.js$/, 'chunk-auto.js'), factory);
    writeFileSync(path.replace(/auto\.js$/, 'chunk-auto.cjs'), commonJS(factory));
    writeFileSync(path, entryOf('./core.js'));
    writeFileSync(path.replace(/\.js$/, '.node.js'), entryOf('./core.node.js'));
    writeFileSync(path.replace(/\.js$/, '.node.cjs'), commonJS(entryOf('./core.node.js')));
    return result;
  }
  writeFileSync(path, code);
  if (platform || ['executor-rows', 'rest'].includes(name)) writeFileSync(path.replace(/\.js$/, '.cjs'), commonJS(code)); // prettier-ignore
  return result;
}

/**
 * The bundle of the command line contains its own code, and imports the package beside it.
 * @param {esbuild.BuildOptions} shared
 */
function buildCommandLine(shared) {
  return esbuild.build({
    ...shared,
    format: 'esm',
    platform: 'node',
    minifyWhitespace: true,
    minifyIdentifiers: true,
    lineLimit: LINE,
    banner: { js: `#!/usr/bin/env node\n${licences('d3-dsv')}` },
    entryPoints: [join('src', 'cli', 'main.js')],
    outfile: join(dist, 'cli.js'),
    plugins: [
      outside('../core.js', './core.node.js'),
      outside('../catalog.js', './catalog.js'),
      outside('../onnx.js', './onnx.js'),
      outside('../inspect.js', './inspect.js'),
      outside('../module.js', './module.js'),
      outside('../page.js', './page.js'),
      outside('../auto.js', './auto.node.js'),
      outside('../bullmq.js', './bullmq.node.js'),
      ...['metrics', 'data', 'bounds'].map((name) => outside(`../${name}.js`, `./${name}.js`)),
    ],
  });
}

/**
 * The living paper for the command line: its protocols, which import nothing of the package, and
 * its records and values, packed.
 * @param {esbuild.BuildOptions} shared
 */
function buildPaper(shared) {
  const folder = join(root, 'demo', 'paper');
  const all = (name) =>
    readdirSync(join(folder, name)).map((file) => JSON.parse(readFileSync(join(folder, name, file), 'utf8'))); // prettier-ignore
  const values = Object.assign({}, ...all('values'));
  // Without what the command does not print, which the repository and the site have. A value beside its
  // record packs better than under its name.
  const sources = all('records').map(({ id, title, authors, year, records }) => {
    const short = records.map(({ protocol: _protocol, data, ...record }) => {
      const files = data.flatMap(({ name, sha256 }) => (sha256 === null ? [] : [{ name, sha256 }]));
      return { ...record, data: files, stored: values[record.id] };
    });
    return { id, title, authors, year, records: short };
  });
  writeFileSync(join(dist, 'paper.json.br'), brotliCompressSync(JSON.stringify(sources)));
  const entryPoints = [join(folder, 'run.js')];
  return esbuild.build({ ...shared, format: 'esm', minify: true, entryPoints, outfile: join(dist, 'paper.js') }); // prettier-ignore
}

/**
 * The script and the style of the pages of maxmargin/page, as the exports of a module.
 * @param {esbuild.BuildOptions} shared
 */
async function pageParts(shared) {
  const parts = { script: 'page-script.js', style: join('page', 'style.css') };
  const made = Object.entries(parts).map(async ([name, file]) => {
    const entryPoints = [join('src', file)];
    const options = { ...shared, entryPoints, format: 'iife', minify: true, write: false };
    const text = (await esbuild.build(options)).outputFiles[0].text.trim();
    const hash = createHash('sha256').update(text).digest('base64');
    return `export const ${name} = ${JSON.stringify({ text, hash })};`;
  });
  return (await Promise.all(made)).join('\n');
}

/**
 * The notice that the licence of a package requires, because the package is in the bundle.
 * @param {string} name
 */
function licences(name) {
  const text = readFileSync(join(js, 'node_modules', name, 'LICENSE'), 'utf8').trim();
  return `/*\nWith ${name} inside:\n\n${text}\n*/`;
}

/**
 * The toolchain's wasm_exec.js as a module whose globals are properties of a given scope
 * object. The scope has all globals, so the substitutes that wasm_exec.js has for missing
 * globals are left out; so are the functions that the program does not import, and the arguments of a
 * program that began when it was built.
 * @param {Buffer} wasm
 */
function wrapWasmExec(wasm) {
  const goroot = go(['env', 'GOROOT']).trim();
  const file = readFileSync(join(goroot, 'lib', 'wasm', 'wasm_exec.js'), 'utf8');
  const [start, end] = ['\tconst enosys = ', '\tconst encoder = '].map((line) =>
    file.indexOf(line),
  );
  const known = start >= 0 && end > start;
  if (!known && !flags.plain) throw new Error('wasm_exec.js is not as Go 1.27 has it');
  const imports = WebAssembly.Module.imports(new WebAssembly.Module(wasm));
  const wanted = new Set(imports.map(({ name }) => name));
  const met = new Set();
  const source = (known ? file.slice(0, start) + file.slice(end) : file)
    .replace(ORIGIN, 'const timeOrigin = 0;')
    .replace(/^\t{4}_gotest: \{\n.*?^\t{4}\},\n/ms, '')
    .replace(/^\t{3}const testCallExport = .*?^\t{3}\}\n/ms, '')
    .replace(/^\t{5}"([\w/.]+)": \(.*?^\t{5}\},\n/gms, (text, name) => {
      if (wanted.has(name)) met.add(name);
      return wanted.has(name) ? text : '';
    });
  const short = flags.plain
    ? source
    : source
        .replace(
          /^\t{3}\/\/ Pass command line .*?exports\.run\(argc, argv\)/ms,
          'this._inst.exports.run()',
        )
        .replace(/^\t{3}this\.(argv|env) = .*\n/gm, '');
  if (!flags.plain && /\bargv\b/.test(short)) throw new Error('wasm_exec.js has other arguments');
  const lost = imports.filter(({ module, name }) => module === 'gojs' && !met.has(name));
  if (lost.length > 0) throw new Error(`wasm_exec.js has no ${lost[0].name}`);
  return `export function makeGo(globalThis) {
  const { fs, crypto, performance, setTimeout, clearTimeout, console } = globalThis;
  ${short}
  return globalThis.Go;
}`;
}

/**
 * @param {string} name
 * @param {string} contents
 * @returns {esbuild.Plugin}
 */
function virtual(name, contents) {
  const filter = new RegExp(`^${name}$`);
  return {
    name,
    setup(build) {
      build.onResolve({ filter }, () => ({ path: name, namespace: name }));
      build.onLoad({ filter, namespace: name }, () => ({ contents, loader: 'js' }));
    },
  };
}

/**
 * @param {string} name
 * @param {string} path
 * @returns {esbuild.Plugin}
 */
function substitute(name, path) {
  return {
    name,
    setup(build) {
      build.onResolve({ filter: new RegExp(`^${name}$`) }, () => ({ path }));
    },
  };
}

/**
 * Leaves an import to the file beside the bundle.
 * @param {string} name with ? after what may be missing
 * @param {string} path
 * @returns {esbuild.Plugin}
 */
function outside(name, path) {
  return {
    name,
    setup(build) {
      build.onResolve({ filter: new RegExp(`^${name.replaceAll('.', '\\.')}$`) }, () => ({
        path,
        external: true,
      }));
    },
  };
}
