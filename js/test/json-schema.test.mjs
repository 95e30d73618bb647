/** The JSON Schema of what a model takes, judged by ajv: it accepts what predict accepts. */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import Ajv from 'ajv/dist/2020.js';

import fc from './support/properties.mjs';
import { maxmargin, prediction, sync } from './support/maxmargin.mjs';

const { jsonSchemaOf, open } = prediction;
const { SVC, SVR, makePipeline, makeTablePipeline } = sync;

before(() => sync.init({ onWarning: () => {} }));

const table = (row) => Array.from({ length: 24 }, (_, i) => row(i));
const y = table((i) => i % 2 === 1);
const people = table((i) => ({
  sex: i % 2 ? 'f' : 'm',
  member: i % 3 === 0,
  age: i % 5 ? 20 + i : null,
  fare: i % 7,
}));
const numbers = people.map(({ fare }, i) => ({ fare, id: i / 10 }));
const notes = table((i) => ({ note: i % 2 ? `good day ${i}` : `dark road ${i}`, size: i % 4 }));

/** Strict, so that a keyword that is no keyword is an error. */
const ajv = new Ajv({ strictSchema: true, allowUnionTypes: true, ownProperties: true });
const validator = (model) => ajv.compile(jsonSchemaOf(model));

const groups = () =>
  new sync.ColumnTransformer([
    ['kinds', new sync.OneHotEncoder(), ['sex']],
    ['filled', makePipeline(new sync.SimpleImputer(), new sync.StandardScaler()), ['age']],
    ['numbers', new sync.StandardScaler(), ['fare']],
  ]);
const words = () =>
  new sync.ColumnTransformer([
    ['words', new sync.TfidfVectorizer(), 'note'],
    ['numbers', new sync.StandardScaler(), ['size']],
  ]);

/** Models, and the rows that they were fitted to. */
const models = {
  'a table': () => [makeTablePipeline(new SVC()).fit(people, y), people],
  'groups of columns': () => [makePipeline(groups(), new SVC()).fit(people, y), people],
  'a tree of a table': () => [makePipeline(groups(), new sync.DecisionTreeClassifier()).fit(people, y), people], // prettier-ignore
  names: () => [new SVR().fit(numbers, numbers.map(({ id }) => id)), numbers], // prettier-ignore
  vectors: () => [new SVC().fit(numbers.map(Object.values), y), numbers.map(Object.values)],
  'arrays with categories': () => {
    const rows = people.map(({ sex, fare }) => [fare, sex, fare / 2]);
    const parts = [['kinds', new sync.OneHotEncoder(), [1]], ['numbers', new sync.StandardScaler(), [2]]]; // prettier-ignore
    return [makePipeline(new sync.ColumnTransformer(parts), new SVC()).fit(rows, y), rows];
  },
  'texts beside numbers': () => [makePipeline(words(), new SVC()).fit(notes, y), notes],
  texts: () => {
    const texts = notes.map(({ note }) => note);
    return [makePipeline(new sync.TfidfVectorizer(), new sync.LinearSVC()).fit(texts, y), texts];
  },
  strings: () => {
    const strings = table((i) => (i % 2 ? 'abab' : 'bbba') + 'ab'[i % 2]);
    return [new SVC({ kernel: sync.kernels.spectrum() }).fit(strings, y), strings];
  },
};

/** JSON as people send it, near to what models take. */
const value = fc.oneof(
  fc.constantFrom('f', 'm', 'good day', null, true, false, {}, [1]),
  fc.double({ min: -1e6, max: 1e6, noNaN: true }),
);

/** Whether predict takes a row; other errors than refusals are thrown. */
function takes(model, row) {
  try {
    model.predict([row]);
    return true;
  } catch (error) {
    assert.equal(error.name, 'MaxMarginError', error.stack);
    return false;
  }
}

describe('jsonSchemaOf', () => {
  for (const [name, make] of Object.entries(models)) {
    it(`accepts what predict accepts, and no more: ${name}`, () => {
      const [model, rows] = make();
      const opened = open(model.save());
      const isValid = validator(opened);
      assert.deepEqual(jsonSchemaOf(model), jsonSchemaOf(opened));
      const fitting = rows.filter((row) => takes(opened, row));
      assert.ok(fitting.length > 0);
      for (const row of rows) assert.equal(isValid(row), takes(model, row), JSON.stringify(row));
      const odd = Array.isArray(rows[0])
        ? fc.array(value, { maxLength: 4 })
        : typeof rows[0] === 'string'
          ? value
          : fc.record(Object.fromEntries(Object.keys(rows[0]).map((key) => [key, value])), { requiredKeys: [] }); // prettier-ignore
      const near = fc
        .tuple(fc.constantFrom(...fitting), fc.nat(), value)
        .map(([row, at, other]) => {
          if (typeof row === 'string') return row;
          const keys = Object.keys(row);
          const copy = structuredClone(row);
          copy[keys[at % keys.length]] = other;
          return copy;
        });
      const schema = opened.schema;
      let [accepted, refused] = [0, 0];
      fc.assert(
        fc.property(fc.oneof(odd, near), (row) => {
          // An encoder may take categories that it does not know; the schema names those it knows.
          const strange = schema.columns.some(({ name, place, categories }) => {
            const own = Object(row)[name ?? place];
            return categories && own !== undefined && own !== null && typeof own !== 'object' && !categories.includes(own); // prettier-ignore
          });
          if (strange) return assert.equal(isValid(row), false, JSON.stringify(row));
          const fits = takes(model, row);
          assert.equal(takes(opened, row), fits, JSON.stringify(row));
          assert.equal(isValid(row), fits, `${JSON.stringify(row)} ${JSON.stringify(isValid.errors)}`); // prettier-ignore
          accepted += Number(fits);
          refused += Number(!fits);
        }),
        { numRuns: 300 },
      );
      assert.ok(accepted > 5 && refused > 5, `${accepted} accepted, ${refused} refused`);
    });
  }

  it('is the schema of a row with names', () => {
    assert.deepEqual(jsonSchemaOf(models['groups of columns']()[0]), {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      title: 'What the classifier takes',
      type: 'object',
      properties: {
        sex: { enum: ['f', 'm'] },
        age: { type: ['number', 'null'] },
        fare: { type: 'number' },
      },
      required: ['sex', 'fare'],
      additionalProperties: true,
    });
  });

  it('is the schema of an array, of a text', () => {
    const { items, minItems, maxItems } = jsonSchemaOf(models.vectors()[0]);
    assert.deepEqual({ items, minItems, maxItems }, { items: { type: 'number' }, minItems: 2, maxItems: 2 }); // prettier-ignore
    assert.deepEqual(jsonSchemaOf(models['arrays with categories']()[0]).prefixItems, [
      {},
      { enum: ['f', 'm'] },
      { type: 'number' },
    ]);
    assert.equal(jsonSchemaOf(models.strings()[0]).type, 'string');
  });

  it('takes models of all entries, bytes and JSON', async () => {
    const [model] = models['a table']();
    const bytes = model.save();
    const given = [model, bytes, open(bytes), JSON.parse(JSON.stringify(model)), await maxmargin.load(bytes)]; // prettier-ignore
    for (const one of given) assert.deepEqual(jsonSchemaOf(one), jsonSchemaOf(bytes));
    assert.throws(() => jsonSchemaOf({}), { code: 'ERR_TYPE', argument: 'bytes' });
    const own = new SVC({ kernel: (a, b) => a.x * b.x }).fit(
      table((i) => ({ x: i - 12 })),
      y,
    );
    assert.throws(() => jsonSchemaOf(own), {
      code: 'ERR_TYPE',
      message: /a function of the caller/,
    });
  });

  it('survives names that objects have of their own', () => {
    const rows = table((i) => Object.fromEntries([['__proto__', i], ['constructor', i % 3], ['a.b', i % 2]])); // prettier-ignore
    const model = new SVC().fit(rows, y);
    const isValid = validator(model);
    assert.ok(isValid(rows[0]));
    assert.ok(!isValid({ constructor: 1, 'a.b': 1 }));
    assert.deepEqual(open(model).predict(rows), Array.from(model.predict(rows)));
  });
});
