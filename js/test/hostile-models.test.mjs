/**
 * Bytes and JSON that somebody made to do harm, for every machine, with right
 * checksums. Each gives one of our errors or a working model. Go's fuzz targets
 * (make fuzz) test the reader in Go; this file tests how the facade reads the models
 * that Go accepted.
 */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';

import fc from './support/properties.mjs';

import { blobs } from './support/data.mjs';
import { sync } from './support/maxmargin.mjs';
import { ordered } from './support/ordered.mjs';
import { change, forge, letter, respell } from './support/forging.mjs';
import { mend } from './support/model-file.mjs';
import { taught } from './support/targets.mjs';

/** The number of random cases; MAXMARGIN_FUZZ raises it. */
const runs = Number(process.env.MAXMARGIN_FUZZ ?? 80);

const { catalog } = sync;
const { X, y } = blobs({ n: 20, d: 2, apart: 1, seed: 1, labels: (i) => ['no', 'yes'][i] });
const values = X.map(([a, b]) => a - b);

const training = { classifier: [X, y], regressor: [X, values], detector: [X], transformer: [X] };
const refusals =
  /^ERR_(FORMAT|FORMAT_VERSION|FEATURE_COUNT|OPTION|OPTION_UNKNOWN|NUMERIC|MEMORY_BUDGET|PATTERN|TYPE)$/;

/** Reads all getters of a model and calls its main method. */
function use(model) {
  for (let at = model; at !== Object.prototype; at = Object.getPrototypeOf(at)) {
    for (const [name, { get }] of Object.entries(Object.getOwnPropertyDescriptors(at))) {
      if (get && name !== 'constructor') Reflect.get(model, name);
    }
  }
  String(model);
  JSON.stringify(model);
  model.getParams();
  const rows = 'transform' in model ? model.transform(X) : model.predict(X);
  assert.ok(rows);
}

/** Loads and uses a possibly hostile model: it works, or one of our errors refuses it. */
function harmless(given) {
  let model;
  try {
    model = sync.load(given);
  } catch (error) {
    assert.equal(error.name, 'MaxMarginError', error.stack);
    assert.match(error.code, refusals, error.stack);
    assert.ok(error.message.length < 600, error.message);
    return false;
  }
  try {
    use(model);
  } catch (error) {
    // Options may have been changed, too, and may need fields that the model lacks.
    assert.equal(error.name, 'MaxMarginError', error.stack);
    assert.match(
      error.code,
      /^ERR_(NOT_FITTED|FEATURE_COUNT|FUNCTION_MISSING|NUMERIC|OPTION|SHAPE|MEMORY_BUDGET|TYPE)$/,
      error.stack,
    );
  }
  model.dispose();
  return true;
}

const inJavaScript = [
  'CountVectorizer',
  'TfidfVectorizer',
  'FeatureMap',
  'GaussianMixture',
  'HiddenMarkovModel',
];

describe('hostile models', { timeout: 900_000 }, () => {
  const saved = new Map();
  before(async () => {
    await sync.init({ onWarning() {} });
    for (const [name, about] of Object.entries(catalog)) {
      const { kind, options } = about;
      const probable = options.some((option) => option.name === 'probability');
      const settings = probable ? { probability: 'sigmoid' } : {};
      const model = new sync[name]({ ...settings, ...ordered(about, y) });
      saved.set(name, model.fit(...training[taught(name, kind)]).save());
    }
    const words = X.map((_, i) => `word${i % 3} and others`);
    const texts = { CountVectorizer: words, TfidfVectorizer: words, HiddenMarkovModel: words };
    for (const name of inJavaScript) {
      const model = new sync[name](name === 'FeatureMap' ? { map: (x) => x } : {});
      saved.set(name, model.fit(texts[name] ?? X).save());
    }
    const steps = sync.makePipeline(new sync.StandardScaler(), new sync.SVC());
    saved.set('Pipeline', steps.fit(X, y).save());
  });

  for (const name of [...Object.keys(catalog), ...inJavaScript, 'Pipeline']) {
    it(`${name}: bytes with any fields changed are refused, or work`, () => {
      fc.assert(
        fc.property(fc.array(change, { minLength: 1, maxLength: 4 }), (changes) => {
          harmless(forge(saved.get(name), changes));
        }),
        { numRuns: runs },
      );
      assert.ok(harmless(saved.get(name)), 'the model itself');
    });
  }

  for (const name of inJavaScript) {
    it(`${name}: texts with any letters changed are refused, or work`, () => {
      fc.assert(
        fc.property(
          fc.array(fc.record({ at: fc.nat(1e6), letter }), { minLength: 1, maxLength: 3 }),
          (changes) => void harmless(respell(saved.get(name), changes)),
        ),
        { numRuns: 4 * runs },
      );
    });
  }

  it('a letter beyond the last code point is refused: no text can hold it', () => {
    const bytes = saved.get('HiddenMarkovModel');
    const before = Buffer.from(bytes).indexOf(',119]');
    const forged = bytes.slice();
    forged.set(Buffer.from(',1e9]'), before);
    mend(forged);
    assert.throws(() => sync.load(forged), { code: 'ERR_FORMAT', message: /damaged/ });
  });

  it('any bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
        assert.equal(harmless(bytes), false);
      }),
      { numRuns: runs },
    );
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), fc.nat(6), (bytes, count) => {
        const magic = Uint8Array.of(77, 88, 77, 71, 1, 0, count, 0);
        const whole = Uint8Array.from([...magic, ...new Uint8Array(8), ...bytes]);
        new DataView(whole.buffer).setUint32(8, whole.length, true);
        mend(whole);
        assert.equal(harmless(whole), false);
      }),
      { numRuns: runs },
    );
  });

  it('any JSON', () => {
    const parts = {
      format: fc.oneof(fc.constant('maxmargin'), fc.jsonValue()),
      version: fc.oneof(fc.constant(1), fc.jsonValue()),
      machine: fc.oneof(
        fc.constantFrom('SVC', 'Pipeline', 'KernelRidge', '__proto__'),
        fc.jsonValue(),
      ),
      options: fc.oneof(
        fc.jsonValue(),
        fc.dictionary(
          fc.constantFrom('C', 'kernel', 'classWeight', '__proto__', 'constructor'),
          fc.jsonValue(),
        ),
      ),
      steps: fc.oneof(
        fc.jsonValue(),
        fc.array(
          fc.record(
            {
              name: fc.jsonValue(),
              machine: fc.constantFrom('SVC', 'StandardScaler'),
              options: fc.jsonValue(),
            },
            { requiredKeys: [] },
          ),
          { maxLength: 3 },
        ),
      ),
      bytes: fc.oneof(fc.constantFrom('TVhNRw==', ''), fc.string(), fc.jsonValue()),
    };
    const json = fc.record(parts, { requiredKeys: ['format'] });
    fc.assert(
      fc.property(json, (given) => void harmless(given)),
      { numRuns: 4 * runs },
    );
    assert.equal({}.C, undefined);
  });

  it('JSON whose bytes are of another machine, or forged', () => {
    const json = JSON.parse(JSON.stringify(sync.load(saved.get('SVC'))));
    fc.assert(
      fc.property(
        fc.constantFrom(...saved.keys()),
        fc.array(change, { maxLength: 2 }),
        (name, changes) => {
          const bytes = Buffer.from(forge(saved.get(name), changes)).toString('base64');
          harmless({ ...json, bytes });
          harmless({ ...json, machine: name, bytes, options: {} });
        },
      ),
      { numRuns: runs },
    );
  });
});
