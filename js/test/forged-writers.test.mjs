/**
 * Bytes that somebody edited, through everything that reads the bytes of a model without Go: the
 * writers of source text and of ONNX take anything with save(), and vectorizers load in JavaScript.
 * All others load the bytes first, which Go checks (hostile-models.test.mjs).
 */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import vm from 'node:vm';

import fc from './support/properties.mjs';

import { blobs } from './support/data.mjs';
import { change, forge } from './support/forging.mjs';
import { modules, onnx, pages, prediction, sync } from './support/maxmargin.mjs';
import { edited, texts } from './support/model-file.mjs';
import { partsOf } from './support/page-parts.mjs';
import { ordered } from './support/ordered.mjs';
import { project } from './support/project.mjs';
import { taught } from './support/targets.mjs';
import { drawn } from '../tools/draw.mjs';

/** The command line. */
const program = join(project, 'node_modules', '.bin', 'maxmargin');

/** The number of random cases of each machine; MAXMARGIN_FUZZ raises it. */
const runs = Number(process.env.MAXMARGIN_FUZZ ?? 6);

const { X, y } = blobs({ n: 20, d: 2, apart: 1, seed: 1, labels: (i) => ['no', 'yes'][i] });
const values = X.map(([a, b]) => a - b);
const training = { classifier: [X, y], regressor: [X, values], detector: [X], transformer: [X] };

/** What maxmargin/predict says of a row, or nothing if it refuses it. */
function predicted(bytes) {
  const model = prediction.open(bytes);
  const { kind, columns } = model.schema;
  const row = columns.map(() => 1);
  model[kind === 'transformer' ? 'transform' : 'predict']([row]);
  return '';
}

/** The script of every page, which no file may change. */
let script;

/** Writes a page; transformers have none. */
async function page(bytes) {
  const parts = partsOf(await pages.toPage({ save: () => bytes }));
  script ??= parts.script;
  assert.equal(parts.script, script);
  return '';
}

/** What takes the bytes of a model without having loaded them. */
const writers = {
  ...Object.fromEntries(
    ['esm', 'cjs', 'c', 'h'].map((format) => [
      format,
      (bytes) => modules.toModule({ save: () => bytes }, { format }),
    ]),
  ),
  'ONNX float32': (bytes) => onnx.exportOnnx({ save: () => bytes }),
  'maxmargin/predict': (bytes) => predicted(bytes),
  page,
  'ONNX float64': (bytes) => onnx.exportOnnx({ save: () => bytes }, { precision: 'float64' }),
};
const refusals =
  /^ERR_(FORMAT|FORMAT_VERSION|TYPE|OPTION|FEATURE_COUNT|NUMERIC|MEMORY_BUDGET|PATTERN|NONFINITE)$/;

/** Writes bytes, and says whether they were refused; anything but our errors is a failure. */
async function refuses(write, bytes) {
  let made;
  try {
    made = await write(bytes);
  } catch (error) {
    assert.equal(error.name, 'MaxMarginError', error.stack);
    assert.match(error.code, refusals, error.stack);
    assert.ok(error.message.length < 600, error.message);
    return error;
  }
  assert.equal({}.polluted, undefined);
  if (typeof made === 'string') checkSource(made);
  return undefined;
}

/** Text that somebody wants in a program. */
const evil = 'globalThis.pwned = 1';

/** Source text has no text of a file outside of literals and comments. */
function checkSource(text) {
  const bare = text
    .replaceAll(/\/\*[^]*?\*\//g, '')
    .replaceAll(/"(?:[^"\\\n]|\\.)*"/g, '""')
    .replaceAll(/\/\/.*/g, '');
  assert.doesNotMatch(bare, /pwned|polluted/);
}

/** Runs a module, and predicts with it. */
function run(text) {
  const context = vm.createContext({ module: { exports: {} } });
  vm.runInContext(text, context);
  const { predict, transform } = context.module.exports;
  try {
    (predict ?? transform)(vm.runInContext('[[0.5, 0.25]]', context));
  } catch (error) {
    assert.match(
      error.message,
      /too large|array of \d+ numbers|must be a text|below 0|whose categories are/,
    );
  }
  assert.equal(context.pwned, undefined);
  assert.equal(globalThis.pwned, undefined);
}

describe('forged files through every writer', { timeout: 900_000 }, () => {
  const saved = new Map();
  before(async () => {
    await sync.init({ onWarning() {} });
    for (const [name, about] of Object.entries(sync.catalog)) {
      const probable = about.options.some((option) => option.name === 'probability');
      const settings = probable ? { probability: 'sigmoid' } : {};
      const model = new sync[name]({ ...settings, ...ordered(about, y) });
      saved.set(name, model.fit(...training[taught(name, about.kind)]).save());
    }
    const words = X.map((_, i) => `word${i % 3} and others`);
    saved.set('strings', new sync.SVC({ kernel: 'spectrum' }).fit(words, y).save());
    for (const name of ['CountVectorizer', 'TfidfVectorizer'])
      saved.set(name, new sync[name]().fit(words).save());
    const steps = sync.makePipeline(new sync.StandardScaler(), new sync.SVC());
    saved.set('Pipeline', steps.fit(X, y).save());
    const table = X.map(([a], i) => ({ a, b: y[i] }));
    const mixed = sync.makePipeline(new sync.OneHotEncoder(), new sync.SVC());
    saved.set('table', mixed.fit(table, y).save());
    const columns = new sync.ColumnTransformer({
      transformers: [
        ['hot', new sync.OneHotEncoder(), ['b']],
        ['scale', new sync.StandardScaler(), ['a']],
      ],
    });
    saved.set('columns', columns.fit(table).save());
  });

  it('a flipped byte anywhere is refused', async () => {
    for (const name of ['SVC', 'Pipeline', 'TfidfVectorizer']) {
      const bytes = saved.get(name);
      for (const write of Object.values(writers).slice(-3).concat(writers.esm, sync.load)) {
        for (let at = 3; at < bytes.length; at += 1 + (bytes.length >> 5)) {
          const flipped = bytes.slice();
          flipped[at] ^= 1 << (at % 8);
          const error = await refuses(write, flipped);
          assert.match(String(error?.code), /^ERR_(FORMAT|FORMAT_VERSION|TYPE)$/, `${name}, byte ${at}`); // prettier-ignore
        }
        for (const size of [0, 3, 15, 16, 100, bytes.length - 8])
          assert.ok(await refuses(write, bytes.slice(0, size)), `${size} bytes`);
        assert.ok(await refuses(write, Uint8Array.from([...bytes, ...new Uint8Array(8)])));
      }
    }
  });

  it('no option or text of a file becomes code or a path (S1, S2)', async () => {
    const forgeries = {
      Normalizer: [{ 'option.norm': `l2(f, 2); ${evil}; normalizeL2` }, { 'option.norm': 'constructor' }],
      SVC: [
        { 'classes.kind': 'constructor', 'classes.names': `${evil}\0${evil}, 2` },
        { 'classes.kind': 'toString' },
        { 'classes.kind': '__proto__' },
        { machine: 'constructor' },
        { machine: '__proto__' },
        { 'option.kernel': 'constructor' },
        { 'option.kernel': `{"kernel":"rbf","gamma":"1; ${evil}"}` },
        { 'option.kernel': '{"kernel":"__proto__"}' },
        { 'option.kernel': `{"kernel":"anova","base":"${evil}"}` },
        { 'option.degree': `1; ${evil}` },
        { 'option.multiClass': 'constructor' },
        { 'probability.fit': 'constructor' },
        { gamma: evil },
        { intercept: evil },
        { 'dual.coef': evil },
        { features: Int32Array.of(2 ** 31 - 1) },
        { features: Int32Array.of(-1) },
        { 'support.counts': Int32Array.of(2 ** 31 - 1, 2 ** 31 - 1) }, // which took minutes as ONNX
      ],
      strings: ['gapWeighted","decay":"0.5; EVIL', 'spectrum","weights":["1); EVIL"],"alphabet":"any', 'spectrum","weights":"EVIL', 'weightedDegree","degree":"EVIL', 'mismatch","length":"EVIL', 'spectrum(x, z); EVIL', '__proto__'].map((text) => ({ 'option.kernel': `{"kernel":"${text.replace('EVIL', evil)}"}` })),
      MinMaxScaler: [{ 'option.featureRange': 'ab' }, { min: evil }, { 'option.clip': evil }],
      GaussianProcessRegressor: ['__proto__.polluted', 'constructor.prototype.polluted', 'parts.polluted', 'kernel', 'gamma.polluted'].map((name) => ({ parameterNames: '', 'parameters.names': `noise ${name} noise` })), // prettier-ignore
      KernelRidge: [{ features: Int32Array.of(0) }], // which never ended as ONNX
      CumulativeLinkModel: [{ link: 'constructor' }, { link: evil }],
      KernelDensity: [{ 'option.window': 'constructor' }, { 'option.window': evil }],
      DecisionTreeClassifier: [{ 'tree.children': new Int32Array(2).fill(1) }],
      AdaBoostClassifier: [{ 'pipeline.steps': Int32Array.of(2 ** 31 - 1) }, { 'pipeline.steps': Int32Array.of(-1) }],
      PolynomialFeatures: [{ features: Int32Array.of(2 ** 24), 'option.degree': Float64Array.of(9) }],
      TfidfVectorizer: [
        { 'facade.vectorizer': '{"machine":"TfidfVectorizer","options":{"__proto__":{"norm":1}},"learnt":{"terms":["a"],"params":{}}}' },
        { 'facade.vectorizer': '{"machine":"constructor","options":{},"learnt":{"terms":[1]}}' },
        { 'facade.vectorizer': 'null' },
      ],
    }; // prettier-ignore
    for (const [name, all] of Object.entries(forgeries)) {
      for (const changes of all) {
        const bytes = edited(saved.get(name), changes);
        for (const [writer, write] of Object.entries({ ...writers, load: sync.load })) {
          const error = await refuses(write, bytes);
          if (['load', 'h', 'maxmargin/predict', 'page'].includes(writer)) continue; // which may have no use for the field
          assert.ok(error, `${name} ${JSON.stringify(changes)} as ${writer}`);
        }
      }
    }
    assert.equal({}.polluted, undefined);
    assert.equal({}.norm, undefined);
  });

  it('columns, categories and options of vectorizers in a file become no code, and no endless work', async () => {
    const table = X.map(([a, b], i) => ({ size: a, town: ['Rome', 'Oslo'][i % 2], other: b }));
    const columns = sync.makeTablePipeline(new sync.SVC()).fit(table, y).save();
    const says = JSON.parse(texts(columns).get('facade.columns'));
    const odd = [[evil]];
    for (const changes of [
      { at: [evil, 1, 2] },
      { at: [0, 1, 1e9] },
      { count: evil },
      { count: [evil] },
      { values: [null, odd, null] },
      { values: [null, [{ toString: evil }], null] },
      { values: [null] },
      { names: [1, 2, 3] },
    ]) {
      const bytes = edited(columns, { 'facade.columns': JSON.stringify({ ...says, ...changes }) });
      for (const [writer, write] of Object.entries(writers)) {
        if (writer.startsWith('ONNX')) continue;
        assert.ok(await refuses(write, bytes), `${JSON.stringify(changes)} as ${writer}`);
      }
    }
    const pipeline = sync.makePipeline(new sync.TfidfVectorizer(), new sync.LinearSVC());
    const words = pipeline.fit(X.map((_, i) => ['good one', 'bad one'][i % 2]), X.map((_, i) => i % 2)).save(); // prettier-ignore
    const outer = JSON.parse(texts(words).get('facade.vectorizer'));
    const inner = JSON.parse(outer.vectorizer);
    for (const [options, learnt] of [
      [{ ngramRange: [1, evil] }],
      [{ ngramRange: [-1e12, 2] }],
      [{ ngramRange: evil }],
      [{ stopWords: [[evil]] }],
      [{ tokenPattern: [evil] }],
      [{ tokenPattern: '(a+)+$' }],
      [{}, { terms: [[evil], 'one'] }],
      [{}, { idf: [evil, 1, 1] }],
      [{}, { idf: [1] }],
    ]) {
      const vectorizer = { ...inner, options: { ...inner.options, ...options }, learnt: { ...inner.learnt, ...learnt } }; // prettier-ignore
      const bytes = edited(words, { 'facade.vectorizer': JSON.stringify({ ...outer, vectorizer: JSON.stringify(vectorizer) }) }); // prettier-ignore
      for (const writer of ['esm', 'cjs', 'maxmargin/predict', 'page'])
        assert.ok(await refuses(writers[writer], bytes), `${JSON.stringify({ options, learnt })} as ${writer}`); // prettier-ignore
    }
    assert.equal(globalThis.pwned, undefined);
  });

  it('labels and names with everything that can end a literal or a comment stay texts', async () => {
    const odd = [
      '*/ globalThis.pwned = 1 /*',
      '"\\\u2028\u2029`${globalThis.pwned = 1}\n</script>',
      '??/"',
      '__proto__',
    ];
    const model = new sync.SVC().fit(
      X.map(([a, b], i) => ({ [odd[0]]: a, [odd[1]]: b, [odd[2]]: i % 3, [odd[3]]: i % 2 })),
      X.map((_, i) => odd[i % 4]),
    );
    const labelled = new sync.Pipeline([['a', new sync.StandardScaler()], ['b', new sync.SVC()]]).fit(X, y); // prettier-ignore
    const renamed = edited(labelled.save(), { '0.label': odd[1], '1.label': odd[0] });
    for (const format of ['esm', 'cjs', 'c', 'h']) {
      const text = await modules.toModule(model, { format });
      checkSource(text);
      checkSource(await modules.toModule({ save: () => renamed }, { format }));
      if (format !== 'cjs') continue;
      const context = vm.createContext({ module: { exports: {} } });
      vm.runInContext(text, context);
      assert.deepEqual([...context.module.exports.classes].sort(), [...odd].sort());
      assert.deepEqual([...context.module.exports.featureNames], odd);
      assert.equal(context.pwned, undefined);
    }
    const strung = new sync.SVC({ kernel: 'spectrum' }).fit(odd, [0, 1, 0, 1]);
    checkSource(await modules.toModule(strung));
    const context = vm.createContext({ module: { exports: {} } });
    vm.runInContext(await modules.toModule(strung, { format: 'cjs' }), context);
    context.odd = odd;
    const said = vm.runInContext('module.exports.predict(Array.from(odd))', context);
    assert.deepEqual([...said], strung.predict(odd));
    assert.equal(context.pwned, undefined);
    // A page has them in its data alone.
    const title = '</title><script>globalThis.pwned = 1</script>';
    const text = await pages.toPage(model, { title, description: title, target: title, words: { reset: title } }); // prettier-ignore
    const { settings } = partsOf(text);
    assert.deepEqual(settings.fields.map(({ name }) => name), odd); // prettier-ignore
    assert.equal(settings.target, title);
    assert.doesNotMatch(text.replace(/<script[^>]*>[^]*?<\/script>/g, ''), /<\/?script/);
  });

  it('every text of every file, replaced by code', async () => {
    for (const [name, bytes] of drawn([...saved], 'texts')) {
      for (const [field, text] of texts(bytes)) {
        for (const value of [evil, `${text}; ${evil}`, 'constructor', `"*/${evil}/*`]) {
          const forged = edited(bytes, { [field]: value });
          for (const write of [writers.esm, writers.c, writers['ONNX float32'], page])
            await refuses(write, forged);
          const kept = await modules
            .toModule({ save: () => forged }, { format: 'cjs' })
            .catch(() => '');
          if (kept !== '' && !/^kernel|Gram/.test(name)) run(kept);
        }
      }
    }
  });

  for (const name of [
    ...Object.keys(sync.catalog),
    'TfidfVectorizer',
    'strings',
    'Pipeline',
    'table',
    'columns',
  ]) {
    it(`${name}: bytes with any fields changed are refused, or written`, async () => {
      const bytes = saved.get(name);
      await fc.assert(
        fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 3 }), async (changes) => {
          const forged = forge(bytes, changes);
          await refuses(writers.esm, forged);
          await refuses(page, forged);
          await refuses(writers.c, forged);
          await refuses(writers['ONNX float32'], forged);
          await refuses(writers['ONNX float64'], forged);
        }),
        { numRuns: runs },
      );
    });
  }

  it('the command line converts none of them to any format', () => {
    const folder = mkdtempSync(join(tmpdir(), 'maxmargin-forged-'));
    try {
      const file = join(folder, 'model.mxm');
      writeFileSync(file, edited(saved.get('SVC'), { 'classes.kind': 'constructor' }));
      for (const ending of ['mjs', 'c', 'onnx', 'json', 'mxm', 'model']) {
        const to = join(folder, `out.${ending}`);
        assert.throws(
          () => execFileSync(program, ['convert', file, to], { stdio: 'pipe' }), // prettier-ignore
          ({ stderr }) => /damaged|forged|later release/.test(String(stderr)),
          ending,
        );
      }
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
