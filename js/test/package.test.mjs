/** The package as a whole: what is in it, how it is imported, and that importing it does nothing. */
import assert from 'node:assert/strict';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, posix } from 'node:path';
import { describe, it } from 'node:test';

import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { publint } from 'publint';
import ts from 'typescript';

import { script } from './support/child.mjs';
import { xor } from './support/data.mjs';
import { blocks, documents } from './support/docs.mjs';
import { declarations, documents as docs, excess, tarball } from '../budgets.mjs';
import { asPublished } from '../documents.mjs';
import { IMPORT_AT_ONCE, withImports } from '../chunks.mjs';
import { slug } from '../site/markdown.mjs';
import { entry, project, root } from './support/project.mjs';
import { rebuild } from './support/rebuild.mjs';
import { drawn, inTurn } from '../tools/draw.mjs';

const installed = join(project, 'node_modules', 'maxmargin');
const require = createRequire(join(project, 'package.json'));

describe('the tarball', () => {
  const [{ filename, files, integrity, size }] = JSON.parse(
    readFileSync(join(project, 'pack.json'), 'utf8'),
  );
  const names = files.map(({ path }) => path).sort();

  it('imports the classes in few files, for each costs time, and without what people read about them', async () => {
    const { catalog } = await import(entry('main.mjs'));
    const dist = join(installed, 'dist');
    for (const [entry, most] of Object.entries({
      'index.js': 8,
      'node.js': 8,
      'sync.js': 9,
      'sync.node.js': 9,
    })) {
      const files = [...withImports(dist, entry, new Set(), IMPORT_AT_ONCE)];
      assert.ok(files.length <= most, `${entry}: ${files}`);
      // A page asks for all of them as soon as it has the first.
      const named = [...readFileSync(join(dist, entry), 'utf8').matchAll(IMPORT_AT_ONCE)];
      if (!entry.includes('node'))
        assert.equal(new Set(named.map(([, name]) => name)).size, files.length - 1);
      const texts = files.map((name) => readFileSync(join(dist, name), 'utf8'));
      const { summary } = catalog.SVC;
      assert.ok(!texts.some((text) => text.includes(summary)), entry);
      assert.ok(
        !texts.some((text) => /[^\0-\xff]/.test(text)),
        `${entry} has characters of two bytes`,
      );
    }
  });

  it('holds these files and, for types, declarations that modules of both kinds import', () => {
    const types = names.filter((name) => name.startsWith('dist/types/'));
    assert.deepEqual(
      names.filter((name) => !types.includes(name) && !/^docs\/|\/chunk-(?!auto|rest)/.test(name)),
      FILES,
    );
    const chunks = names.filter((name) => /\/chunk-(?!auto|rest)/.test(name));
    for (const name of chunks) assert.match(name, /^dist\/chunk-[A-Z0-9]{8}\.c?js$/);
    assert.ok(chunks.length > 10 && chunks.length < 50, `${chunks.length} shared files`);
    for (const name of [
      'catalog',
      'data',
      'files',
      'index',
      'metrics',
      'bounds',
      'inspect',
      'auto',
      'bullmq',
      'executor',
      'module',
      'onnx',
      'predict',
      'page',
      'webgpu',
      'plot',
      'study',
      'study.sync',
      'sync',
    ]) {
      const entry = `dist/types/${name}.d.ts`;
      assert.ok(types.includes(entry), entry);
      assert.equal(
        readFileSync(join(installed, entry), 'utf8'),
        `export * from './${name}.cjs';\n`,
      );
    }
    const rest = types.filter((name) => !/^dist\/types\/[\w.]+\.d\.ts$/.test(name));
    for (const name of rest) assert.match(name, /\.d\.cts$/);
  });

  it('holds every file that a bundle loads from beside itself', () => {
    const loads = [];
    for (const name of names.filter((path) => /\.c?js$/.test(path))) {
      const code = readFileSync(join(installed, name), 'utf8');
      const addresses = code.matchAll(/new URL\("([^"]*)", ?(?:import\.meta\.url|__moduleUrl)\)/g);
      for (const [, address] of addresses) loads.push(posix.join(posix.dirname(name), address));
    }
    for (const file of ['maxmargin.wasm', 'maxmargin-rest.wasm', 'worker.js', 'worker.node.cjs'])
      assert.ok(loads.includes(`dist/${file}`), file);
    assert.deepEqual(
      loads.filter((path) => !names.includes(path)),
      [],
    );
  });

  // It takes as long as the build.
  const skip = !process.env.MAXMARGIN_ALL && 'in make test-all and make reproduce';
  it('is the same, byte for byte, when it is built in another folder', { skip }, () => {
    assert.equal(rebuild(), integrity);
  });

  it('has types of half a megabyte, most of them comments', () => {
    const sizes = files.filter(({ path }) => path.startsWith('dist/types/'));
    const all = sizes.reduce((sum, file) => sum + file.size, 0);
    assert.equal(excess(declarations, all), '');
  });

  it('is a few megabytes at most', () => {
    assert.equal(excess(tarball, size), '');
  });

  for (const name of ['maxmargin.wasm', 'maxmargin-rest.wasm']) {
    it(`has no names of functions and lines, which only traces would need, in ${name}`, () => {
      const wasm = readFileSync(join(installed, 'dist', name));
      if (name === 'maxmargin.wasm') assert.ok(wasm.includes('ERR_OPTION'), 'it is not packed');
      assert.ok(!wasm.includes('core/machines/svm.(*SVC).Fit'));
      assert.ok(!wasm.includes('svc.go'));
      assert.ok(!wasm.includes('runtime/panic.go'));
    });
  }

  it('depends on nothing and runs no scripts', () => {
    const manifest = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'));
    for (const name of ['dependencies', 'optionalDependencies', 'scripts']) {
      assert.equal(manifest[name], undefined, name);
    }
    // Who wants a fleet installs it; nobody else gets it.
    assert.deepEqual(Object.keys(manifest.peerDependencies), ['bullmq']);
    assert.deepEqual(manifest.peerDependenciesMeta, { bullmq: { optional: true } });
    assert.equal(manifest.name, 'maxmargin');
  });

  it('is declared as the tools that read packages want it (publint)', async () => {
    const { messages } = await publint({ pkgDir: installed, strict: true });
    assert.deepEqual(messages, []);
  });

  it('has types that are right however it is resolved (are the types wrong?)', async () => {
    const packed = createPackageFromTarballData(readFileSync(join(project, filename)));
    const { exports } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'));
    // The script of the worker is used by its address only, as the module is; nobody imports it.
    const files = /^\.\/worker$|\.(wasm|js|json)$/;
    const all = Object.keys(exports).filter((path) => !files.test(path));
    const entrypoints = drawn(all, 'entries');
    const { problems } = await checkPackage(packed, { entrypoints });
    // maxmargin/inline exists only as an ES module, to be in the package once: require() loads it from Node 20.19 on.
    const known = ({ kind, entrypoint }) =>
      kind === 'CJSResolvesToESM' && ['./inline', './study/inline'].includes(entrypoint);
    assert.deepEqual(
      problems.filter((problem) => !known(problem)),
      [],
    );
  });

  it('contains no path or name of the computer that built it', () => {
    let modules = 0;
    for (const name of names) {
      const bytes = readFileSync(join(installed, name));
      assert.equal(bytes.indexOf(root), -1, `${name} contains ${root}`);
      if (!name.endsWith('.wasm')) continue;
      assert.equal(bytes.indexOf(process.env.HOME), -1, name);
      modules++;
    }
    assert.equal(modules, 2);
    assert.ok(names.length > 100, `${names.length} files`);
  });
});

describe('entries', { timeout: 900_000 }, () => {
  const names = (module) =>
    Object.keys(module)
      .filter((name) => name !== 'default' && name !== '__esModule')
      .sort();

  it('all of them export the same', async () => {
    const main = names(await import(entry('main.mjs')));
    const { catalog } = await import(entry('main.mjs'));
    const functions = [
      'boostingBound',
      'boostingRate',
      'cFromLambda',
      'BoostedClassifier',
      'ConformalClassifier',
      'ConformalRegressor',
      'OneVsOneClassifier',
      'OneVsRestClassifier',
      'OrdinalDecoder',
      'createEngine',
      'gammaFromSigma',
      'gammaFromVariance',
      'gammaFromWidth',
      'importLiblinear',
      'importLibsvm',
      'init',
      'lambdaFromC',
      'explain',
      'influence',
      'nearestChange',
      'sensitivities',
      'leaveOneOut',
      'load',
      'lossFunction',
      'marginLossFunction',
      'memory',
      'optimalTube',
      'rankTransform',
      'separability',
      'readLibsvm',
      'sigmaFromGamma',
      'terminate',
      'varianceFromGamma',
      'widthFromGamma',
      'writeLibsvm',
    ];
    const vectorizers = [
      'ClassTfidf',
      'CountVectorizer',
      'FeatureMap',
      'GaussianMixture',
      'HiddenMarkovModel',
      'TfidfVectorizer',
      'pairKernel',
    ];
    const geometry = [
      'EmpiricalFeatureMap',
      'centerGram',
      'centroidDistances',
      'checkKernel',
      'combineExpansions',
      'compareExpansions',
      'countMonomials',
      'empiricalFeatureMap',
      'estimateGram',
      'featureDimension',
      'filterOfKernel',
      'filterPenalty',
      'fourierCoefficients',
      'kernelOfFilter',
      'kernelOfPenalty',
      'regularizerOfFilter',
      'sparseGram',
      'gramMatrix',
      'kernelAlignment',
      'kernelAngles',
      'kernelDistances',
      'kernelMetric',
      'kernelNorms',
      'kernelProjections',
      'kernelSpectrum',
      'kernelSpread',
      'projectOntoSpan',
      'freundSchapireBound',
      'mistakeBound',
      'mercerSpectrum',
      'rademacher',
      'inGeneralPosition',
      'countDichotomies',
      'fatShattering',
      'shatters',
      'vcDimension',
    ];
    const selection = [
      'GridSearch',
      'HalvingSearch',
      'RandomSearch',
      'crossValidate',
      'learningCurve',
      'validationCurve',
      'makeFolds',
      'trainTestSplit',
    ];
    const others = [
      'MaxMarginError',
      'Pipeline',
      'StructuredSVM',
      'catalog',
      'kernelCatalog',
      'kernels',
      'makePipeline',
      'makeTablePipeline',
      'ColumnTransformer',
      'TransformedTarget',
      'adaptiveWidth',
      'RegularizationPath',
      'regularizationPath',
      'assignment',
      'checkConvexity',
      'checkOptimality',
      'nearestPoints',
      'solveConvexProgram',
      'versionSpace',
      'solveLinearProgram',
      'solveQuadraticProgram',
      ...functions,
      ...vectorizers,
      ...geometry,
      ...selection,
    ];
    const expected = [...Object.keys(catalog), ...others];
    assert.deepEqual(main, expected.sort());
    for (const path of ['sync.mjs', 'inline.mjs'])
      assert.deepEqual(names(await import(entry(path))), main, path);
    for (const path of ['main.cjs', 'sync.cjs', 'inline.cjs'])
      assert.deepEqual(names(require(`./${path}`)), main, path);
  });

  it('for work has at most 95 names, and that for study has the others', async () => {
    const [all, work, study] = await Promise.all(
      ['main.mjs', 'work.mjs', 'study.mjs'].map(async (path) => names(await import(entry(path)))),
    );
    assert.ok(work.length <= 95, `${work.length} names`);
    const { catalog } = await import(entry('main.mjs'));
    assert.deepEqual([...work, ...study, 'catalog', 'kernelCatalog'].sort(), all);
    for (const [name, description] of Object.entries(catalog))
      assert.equal(description.entry, study.includes(name) ? 'maxmargin/study' : 'maxmargin', name);
  });

  it('for work and for study share the runtime, and models of both are loaded by either', async () => {
    for (const [work, study] of [
      ['maxmargin', 'maxmargin/study'],
      ['maxmargin/sync', 'maxmargin/study/sync'],
    ]) {
      const { stdout, stderr } = await script(`
        import * as work from '${work}';
        import * as study from '${study}';
        await work.init({ onWarning() {} });
        const model = await new study.KernelPerceptron().fit([[0], [1], [2], [3]], [0, 0, 1, 1]);
        const pipeline = work.makePipeline(new work.StandardScaler(), new study.Perceptron());
        await pipeline.fit([[0], [1], [2], [3]], [0, 0, 1, 1]);
        const again = await work.load(await model.save());
        console.log(again instanceof study.KernelPerceptron, [...(await again.predict([[2.6]]))][0]);
        process.exit();`);
      assert.equal(stdout.trim(), 'true 1', stderr);
    }
  });

  it('classes are called what they are exported as', async () => {
    for (const path of ['main.mjs', 'sync.mjs', 'inline.mjs']) {
      const module = await import(entry(path));
      const classes = Object.entries(module).filter(([name]) => /^[A-Z]/.test(name));
      assert.ok(classes.length > Object.keys(module.catalog).length);
      for (const [name, Class] of classes) assert.equal(Class.name, name, path);
    }
  });

  for (const [way, path] of [
    ['ES module', 'main.mjs'],
    ['ES module with everything inside', 'inline.mjs'],
  ]) {
    it(`${way}: trains and predicts`, async () => {
      const { SVC } = await import(entry(path));
      const model = await new SVC({ C: 10, gamma: 1 }).fit(xor.X, xor.y);
      assert.deepEqual(await model.predict(xor.X), xor.y);
    });
  }

  for (const [way, path] of [
    ['CommonJS', './main.cjs'],
    ['CommonJS with everything inside', './inline.cjs'],
  ]) {
    it(`${way}: trains and predicts`, async () => {
      const { SVC } = require(path);
      const model = await new SVC({ C: 10, gamma: 1 }).fit(xor.X, xor.y);
      assert.deepEqual(await model.predict(xor.X), xor.y);
    });
  }

  for (const [way, module] of [
    ['ES module', () => import(entry('sync.mjs'))],
    ['CommonJS', () => require('./sync.cjs')],
  ]) {
    it(`blocking, ${way}: trains and predicts`, async () => {
      const { init, SVC } = await module();
      await init();
      const model = new SVC({ C: 10, gamma: 1 }).fit(xor.X, xor.y);
      assert.deepEqual(model.predict(xor.X), xor.y);
    });
  }

  it('errors are of the exported class', async () => {
    const { SVC, MaxMarginError } = await import(entry('main.mjs'));
    await assert.rejects(new SVC().fit([], []), MaxMarginError);
    assert.ok(new MaxMarginError('ERR_X', 'a', 'm') instanceof Error);
  });

  // Node prints the line that threw, which was a whole file of 219 KB once, and a stack of ten lines,
  // of which none was the caller's when a worker found the error.
  it('an error that nobody catches shows what is wrong and where the program did it', async () => {
    const programs = [
      ['mjs', "import { SVC } from 'maxmargin';", 'await new SVC().fit([[1], [NaN]], [0, 1])', 'X\\[1, 0\\] is NaN'],
      ['mjs', "import { SVC } from 'maxmargin';", 'await new SVC().fit([[1], [2]], [0, 0])', 'y has only the class 0'],
      ['mjs', "import { load } from 'maxmargin';", 'await load(new Uint8Array(9))', 'not a maxmargin model'],
      ['mjs', "import { SVC, crossValidate } from 'maxmargin';", 'await crossValidate(new SVC(), [[1], [NaN], [2], [3]], [0, 1, 0, 1], { folds: 2 })', 'X\\[1, 0\\] is NaN'],
      ['mjs', "import { SVC, init } from 'maxmargin/sync'; await init();", 'new SVC().fit([[1], [NaN]], [0, 1])', 'X\\[1, 0\\] is NaN'],
      ['cjs', "const { SVC } = require('maxmargin');", "new SVC({ kernel: 'rfb' })", 'kernel must be'],
    ]; // prettier-ignore
    for (const [type, head, call, message] of programs) {
      const awaits = call.startsWith('await');
      const text = `${head}\n${awaits ? 'async ' : ''}function ask() {\n  return ${call};\n}\n${awaits ? 'await ' : ''}ask();`; // prettier-ignore
      const { stderr, code } = await script(text, { type });
      assert.equal(code, 1);
      assert.match(stderr, new RegExp(`^MaxMarginError: ${message}`, 'm'));
      assert.match(stderr, new RegExp(`at (async )?ask \\(.*script-.*:3:`), stderr);
      assert.ok(stderr.length < 6000, `${stderr.length} characters`);
    }
  });

  it('errors keep 30 lines of a stack and leave the limit of others alone', async () => {
    const { MaxMarginError } = await import(entry('main.mjs'));
    const limit = Error.stackTraceLimit;
    const deep = (levels) =>
      levels > 0 ? deep(levels - 1) : new MaxMarginError('ERR_X', 'a', 'm');
    const lines = () => deep(50).stack.split('\n').length - 1;
    try {
      for (const [given, kept] of Object.entries({ 0: 0, 10: 30, 40: 40 })) {
        Error.stackTraceLimit = Number(given);
        assert.equal(lines(), kept);
        assert.equal(Error.stackTraceLimit, Number(given));
      }
      Error.stackTraceLimit = Infinity;
      assert.ok(lines() > 50);
      delete Error.stackTraceLimit; // as in Firefox and Safari
      assert.ok(deep(1) instanceof MaxMarginError);
      assert.ok(!('stackTraceLimit' in Error));
    } finally {
      Error.stackTraceLimit = limit;
    }
  });

  it('the same module is compiled once for all instances', async () => {
    const { stdout, stderr } = await script(`
      const own = WebAssembly.compile;
      let compiled = 0;
      WebAssembly.compile = (...args) => (compiled++, own.apply(WebAssembly, args));
      const { SVC } = await import('maxmargin');
      const X = [[0], [1]], y = [0, 1];
      await Promise.all([1, 2, 3].map((C) => new SVC({ C }).fit(X, y)));
      console.log(compiled);
    `);
    assert.equal(stdout, '1\n', stderr);
  });
});

describe('importing', { timeout: 900_000 }, () => {
  // Globals that throw when touched stand for pages rendered on a server, and for workers.
  const traps = `
    for (const name of ['window', 'document', 'self', 'Worker', 'navigator', 'location', 'localStorage']) {
      Object.defineProperty(globalThis, name, {
        configurable: true,
        get() { throw new Error('touched ' + name); },
      });
    }
    for (const name of ['compile', 'instantiate', 'compileStreaming', 'instantiateStreaming']) {
      if (WebAssembly[name]) WebAssembly[name] = () => { throw new Error('touched WebAssembly.' + name); };
    }
    globalThis.fetch = () => { throw new Error('touched fetch'); };
    const threads = process.getBuiltinModule('node:worker_threads');
    threads.Worker = class { constructor() { throw new Error('touched worker_threads'); } };
    process.getBuiltinModule('node:module').syncBuiltinESMExports();
    const before = Reflect.ownKeys(globalThis).map(String).sort().join();
  `;
  const after = `
    if (Reflect.ownKeys(globalThis).map(String).sort().join() !== before) throw new Error('left something global');
    console.log('quiet');
  `;
  const paths = [
    '',
    '/sync',
    '/inline',
    '/files',
    '/data',
    '/plot',
    '/bounds',
    '/inspect',
    '/webgpu',
    '/auto',
    '/bullmq',
    '/executor',
  ].map((end) => `maxmargin${end}`);
  for (const path of paths) {
    it(`${path} touches no window, document or Worker, and starts nothing (ES module)`, async () => {
      const { stdout, stderr } = await script(`${traps} await import('${path}'); ${after}`);
      assert.equal(stdout, 'quiet\n', stderr);
    });
    it(`${path} touches no window, document or Worker, and starts nothing (CommonJS)`, async () => {
      const { stdout, stderr } = await script(`${traps} require('${path}'); ${after}`, {
        type: 'cjs',
      });
      assert.equal(stdout, 'quiet\n', stderr);
    });
  }

  it('needs no eval', async () => {
    const { stdout, stderr } = await script(
      `
      import { SVC } from 'maxmargin';
      const model = await new SVC().fit([[0], [1]], ['a', 'b']);
      console.log(await model.predict([[0.1]]));
      `,
      { flags: ['--disallow-code-generation-from-strings'] },
    );
    assert.equal(stdout, "[ 'a' ]\n", stderr);
  });
});

describe('types', { timeout: 900_000 }, () => {
  const folder = join(project, 'types');
  const dom = ['es2022', 'dom']; // the declarations name what else they need
  const typeRoots = [join(root, 'js', 'node_modules', '@types')];

  /**
   * The settings that users compile with, and the files of js/types-test, or the code blocks
   * of the docs, under their names there. wrong.ts has uses that must be errors.
   */
  const programs = {
    node: {
      options: { module: 'nodenext', lib: dom },
      files: {
        'use.mts': 'use.ts',
        'inference.mts': 'inference.ts',
        'component.mts': 'component.ts',
        'engine.mts': 'engine.ts',
        'boosting.mts': 'boosting.ts',
        'geometry.mts': 'geometry.ts',
        'files.mts': 'files.ts',
        'onnx.mts': 'onnx.ts',
        'module.mts': 'module.ts',
        'webgpu.mts': 'webgpu.ts',
        'metrics.mts': 'metrics.ts',
        'bounds.mts': 'bounds.ts',
        'inspect.mts': 'inspect.ts',
        'plot.mts': 'plot.ts',
        'process.mts': 'process.ts',
        'structured.mts': 'structured.ts',
        'trust.mts': 'trust.ts',
        'data.mts': 'data.ts',
        'sync.mts': 'sync.ts',
        'why.mts': 'why.ts',
        'wrong.mts': 'wrong.ts',
        'entries.mts': 'entries.ts',
        'loaded.mts': 'loaded.ts',
      },
    },
    commonjs: {
      options: { module: 'node16', lib: dom },
      files: {
        'use.cts': 'use.ts',
        'inference.cts': 'inference.ts',
        'data.cts': 'data.ts',
        'sync.cts': 'sync.ts',
        'metrics.cts': 'metrics.ts',
        'entries.cts': 'entries.ts',
      },
    },
    // What Node 10 did, without exports; TypeScript 6 has it for the last time.
    node10: {
      options: {
        module: 'commonjs',
        moduleResolution: 'node10',
        ignoreDeprecations: '6.0',
        lib: dom,
      },
      files: { 'inference.ts': 'inference.ts', 'sync.ts': 'sync.ts', 'data.ts': 'data.ts', 'entries.ts': 'entries.ts' }, // prettier-ignore
    },
    'without-dom': {
      options: {
        module: 'nodenext',
        lib: ['es2022'],
        types: ['node'],
        typeRoots,
      },
      files: { 'use.mts': 'use.ts', 'script.mts': 'script.ts' },
    },
    bundler: {
      options: { module: 'esnext', moduleResolution: 'bundler', lib: dom },
      files: { 'use.ts': 'use.ts', 'component.ts': 'component.ts' },
    },
  };

  /** The examples in TypeScript of the docs. */
  const examples = documents()
    .flatMap((page) => blocks(page))
    .filter(({ info: [language] }) => language === 'ts');
  for (const block of examples)
    programs.node.files[`${slug(block.page)}-${block.line}.mts`] = block;

  /** The errors in each file of a program, by its name; '' has those of the declarations and the settings. */
  const checked = new Map();

  /** compile checks a program's files against the installed package, all at once. */
  function compile(name) {
    const { options, files } = programs[name];
    const own = join(folder, name);
    mkdirSync(own, { recursive: true });
    for (const [as, file] of Object.entries(files)) {
      if (typeof file === 'string') cpSync(join(root, 'js', 'types-test', file), join(own, as));
      else writeFileSync(join(own, as), `${file.given}\n${file.code}\nexport {};\n`);
    }
    const compilerOptions = {
      strict: true,
      noEmit: true,
      target: 'es2022',
      types: [],
      skipDefaultLibCheck: true, // TypeScript's own declarations
      ...options,
    };
    const config = { compilerOptions, files: Object.keys(files) };
    const parsed = ts.parseJsonConfigFileContent(config, ts.sys, own);
    const program = ts.createProgram(parsed.fileNames, parsed.options);
    for (const as of Object.keys(files))
      assert.ok(program.getSourceFile(join(own, as)), `${as} is not compiled`);
    const found = new Map();
    for (const diagnostic of [...parsed.errors, ...ts.getPreEmitDiagnostics(program)]) {
      const path = diagnostic.file?.fileName ?? '';
      const as = Object.keys(files).find((file) => path === join(own, file)) ?? '';
      const line = diagnostic.file?.getLineAndCharacterOfPosition(diagnostic.start).line ?? -1;
      const text = ts.flattenDiagnosticMessageText(diagnostic.messageText, '\n');
      found.set(as, [...(found.get(as) ?? []), `${path}:${line + 1}: ${text}`]);
    }
    return found;
  }

  it('the docs have eight programs, and none of them needs a cast', () => {
    const page = readFileSync(join(root, 'demo/docs/typescript.md'), 'utf8');
    const [, section] = page.split('## Eight programs');
    const codes = Array.from(section.matchAll(/```ts\n([^]*?)```/g), ([, code]) => code);
    assert.equal(codes.length, 8);
    for (const code of codes) {
      const casts = [];
      const visit = (node) => {
        if (ts.isAsExpression(node) || ts.isTypeAssertionExpression(node)) casts.push(node);
        if (ts.isNonNullExpression(node) || node.kind === ts.SyntaxKind.AnyKeyword)
          casts.push(node);
        ts.forEachChild(node, visit);
      };
      visit(ts.createSourceFile('program.ts', code, ts.ScriptTarget.ES2022, true));
      assert.deepEqual(
        casts.map((node) => node.getText()),
        [],
      );
      assert.doesNotMatch(code, /@ts-/);
    }
  });

  it('the eight programs run', async () => {
    const page = readFileSync(join(root, 'demo/docs/typescript.md'), 'utf8');
    const [, section] = page.split('## Eight programs');
    const target = { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 };
    const codes = Array.from(section.matchAll(/```ts\n([^]*?)```/g), ([, code]) => code);
    assert.equal(codes.length, 8);
    for (const code of codes) {
      const { outputText } = ts.transpileModule(code, { compilerOptions: target });
      const { stderr } = await script(outputText);
      assert.equal(stderr, '', code);
    }
  });

  /** check reports the errors in a file, and in the declarations that it reads. */
  function check(name, as) {
    if (!checked.has(name)) checked.set(name, compile(name));
    const found = checked.get(name);
    assert.deepEqual([...(found.get('') ?? []), ...(found.get(as) ?? [])], []);
  }

  it('are tested in examples', () => assert.ok(examples.length > 8, `${examples.length}`));

  // ES modules in Node for every commit, and one of the four other ways.
  for (const [i, [name, { files }]] of Object.entries(programs).entries()) {
    describe(`are right in ${name}`, i > 0 ? inTurn(i) : {}, () => {
      for (const as of Object.keys(files)) it(as, () => check(name, as));
    });
  }
});

/** The published files, without declarations. */
const FILES = [
  'LICENSE',
  'README.md',
  'THIRD-PARTY-NOTICES',
  'dist/auto.js',
  'dist/auto.node.cjs',
  'dist/auto.node.js',
  'dist/bounds.cjs',
  'dist/bounds.js',
  'dist/bullmq.node.cjs',
  'dist/bullmq.node.js',
  'dist/catalog.cjs',
  'dist/catalog.js',
  'dist/chunk-auto.cjs',
  'dist/chunk-auto.js',
  'dist/chunk-rest.cjs',
  'dist/chunk-rest.js',
  'dist/cli.js',
  'dist/core.js',
  'dist/core.node.cjs',
  'dist/core.node.js',
  'dist/core.sync.js',
  'dist/core.sync.node.cjs',
  'dist/core.sync.node.js',
  'dist/data.cjs',
  'dist/data.js',
  'dist/executor-rows.cjs',
  'dist/executor-rows.js',
  'dist/executor.js',
  'dist/executor.node.cjs',
  'dist/executor.node.js',
  'dist/files.cjs',
  'dist/files.js',
  'dist/index.js',
  'dist/inline.js',
  'dist/inspect.cjs',
  'dist/inspect.js',
  'dist/maxmargin-rest.wasm',
  'dist/maxmargin.inline.js',
  'dist/maxmargin.js',
  'dist/maxmargin.plot.js',
  'dist/maxmargin.wasm',
  'dist/metrics.cjs',
  'dist/metrics.js',
  'dist/module.cjs',
  'dist/module.js',
  'dist/node.cjs',
  'dist/node.js',
  'dist/onnx.cjs',
  'dist/onnx.js',
  'dist/page.cjs',
  'dist/page.js',
  'dist/paper.js',
  'dist/paper.json.br',
  'dist/plot.cjs',
  'dist/plot.js',
  'dist/predict.cjs',
  'dist/predict.js',
  'dist/study.js',
  'dist/study.node.cjs',
  'dist/study.node.js',
  'dist/study.sync.js',
  'dist/study.sync.node.cjs',
  'dist/study.sync.node.js',
  'dist/sync.js',
  'dist/sync.node.cjs',
  'dist/sync.node.js',
  'dist/webgpu.cjs',
  'dist/webgpu.js',
  'dist/worker.js',
  'dist/worker.node.cjs',
  'package.json',
];

describe('the documents of the package', () => {
  const read = (name) => readFileSync(join(installed, name), 'utf8');
  const [{ files }] = JSON.parse(readFileSync(join(project, 'pack.json'), 'utf8'));
  const pages = files.filter(({ path }) => path.startsWith('docs/'));
  const names = ['README.md', ...pages.map(({ path }) => path)];

  it('are all pages of the docs but those about the inside', () => {
    const sources = documents()
      .filter((page) => /^demo\/docs\/(?!inside\/)/.test(page))
      .map((page) => page.replace(/^demo\//, ''));
    assert.deepEqual(names.slice(1).sort(), sources.sort());
  });

  it('are small', () => {
    const size = pages.reduce((sum, page) => sum + page.size, 0);
    assert.equal(excess(docs, size), '');
  });

  it('have links to pages and headings that are in the package, and nowhere else', () => {
    const headings = (name) =>
      Array.from(withoutCode(read(name)).matchAll(/^#+ (.*)$/gm), ([, text]) => slug(text));
    const broken = [];
    let count = 0;
    for (const name of names) {
      for (const [, address] of withoutCode(read(name)).matchAll(/\]\(([^)\s]*)\)/g)) {
        if (/^https?:/.test(address)) continue;
        count++;
        const [path, fragment] = address.split('#');
        const target = path ? posix.join(posix.dirname(name), path) : name;
        if (!names.includes(target) || (fragment && !headings(target).includes(fragment)))
          broken.push(`${name}: ${address}`);
      }
    }
    assert.ok(count > 500, `${count}`);
    assert.deepEqual(broken, []);
  });

  it('have no pictures, no comments and nothing of the repository', () => {
    for (const name of names) {
      const text = withoutCode(read(name));
      assert.doesNotMatch(text, /<!--|!\[|^---$|^Source:/m, name);
      assert.match(text, /^# /, name);
    }
    assert.ok(read('README.md').includes('[Choosing a machine](docs/choosing-a-machine.md)'));
    assert.match(read('docs/machines/SVC.md'), /`catalog\.SVC` of `maxmargin\/catalog`/);
    assert.match(
      read('docs/index.md'),
      /^- \[Getting started\]\(getting-started\.md\): Five lines/m,
    );
  });

  it('README.md leads to the pages of the site where package.json names it', () => {
    const text = 'See [Data](demo/docs/data.md#files), [`x[0]`](demo/docs/a/b.md) and [A](A.md).';
    const there = new Set(['docs/data.md', 'docs/a/b.md']);
    assert.equal(
      asPublished(text, 'README.md', there, 'https://example.org/maxmargin/'),
      'See [Data](https://example.org/maxmargin/docs/data.html#files), [`x[0]`](https://example.org/maxmargin/docs/a/b.html) and A.\n',
    );
    assert.equal(
      asPublished(text, 'README.md', there),
      'See [Data](docs/data.md#files), [`x[0]`](docs/a/b.md) and A.\n',
    );
    const code =
      '```js continue\nrows[0](x); // [a](b.md)\n```\n\n[Data](../data.md), [C](../../../core/c.go)\n';
    assert.equal(
      asPublished(code, 'demo/docs/a/b.md', there),
      '```js\nrows[0](x); // [a](b.md)\n```\n\n[Data](../data.md), C\n',
    );
  });
});

/** Markdown without blocks and spans of code. */
function withoutCode(text) {
  return text.replaceAll(/^```[^]*?^```$/gm, '').replaceAll(/`[^`\n]*`/g, '');
}
