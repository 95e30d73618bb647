/** How much of the package a bundler keeps in a program that uses a part of it. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';

import { excess, oneMachineMore, programs } from '../budgets.mjs';
import { bundleSize } from '../bundles.mjs';
import { vectorizers } from '../src/machines/vectorizers.js';
import { bundled } from './support/bundled.mjs';
import { entry, project } from './support/project.mjs';

describe('load in a bundle', { timeout: 900_000 }, () => {
  const dist = pathToFileURL(join(project, 'node_modules', 'maxmargin', 'dist'));
  const settings = { wasmUrl: `${dist}/maxmargin.wasm`, workerUrl: `${dist}/worker.node.cjs` };
  const X = [[0], [1], [2], [3]];
  const y = ['a', 'a', 'b', 'b'];
  const words = ['x one', 'x one', 'x two', 'x two'];
  const rows = ['red', 'red', 'blue', 'blue'].map((colour, size) => ({ colour, size }));

  /** A program with these classes, and load. */
  async function program(classes) {
    const api = await import(
      bundled(`{ ${['init', 'load', 'terminate', ...classes].join(', ')} }`)
    );
    await api.init(settings);
    return api;
  }

  const cases = {
    SVC: ['SVC', ({ SVC }) => new SVC().fit(X, y), X],
    'a Pipeline': [
      'StandardScaler',
      ({ StandardScaler, SVC, makePipeline }) =>
        makePipeline(new StandardScaler(), new SVC()).fit(X, y),
      X,
      ['Pipeline', 'SVC'],
    ],
    'a vectorizer': ['CountVectorizer', ({ CountVectorizer }) => new CountVectorizer().fit(words)],
    'a Pipeline with a vectorizer': [
      'TfidfVectorizer',
      ({ LinearSVC, TfidfVectorizer, makePipeline }) =>
        makePipeline(new TfidfVectorizer(), new LinearSVC()).fit(words, y),
      ['one', 'two'],
      ['Pipeline', 'LinearSVC'],
    ],
    'columns of a table': [
      'OneHotEncoder',
      ({ ColumnTransformer, OneHotEncoder, SVC, makePipeline }) =>
        makePipeline(
          new ColumnTransformer([['c', new OneHotEncoder(), ['colour']]]),
          new SVC(),
        ).fit(rows, y),
      rows,
      ['Pipeline', 'ColumnTransformer', 'SVC'],
    ],
    'columns with texts': [
      'ColumnTransformer',
      ({ ColumnTransformer, TfidfVectorizer, SVC, makePipeline }) =>
        makePipeline(
          new ColumnTransformer([['t', new TfidfVectorizer(), 'colour']]),
          new SVC(),
        ).fit(rows, y),
      rows,
      ['Pipeline', 'TfidfVectorizer', 'SVC'],
    ],
    'an encoder': [
      'OrdinalEncoder',
      ({ OrdinalEncoder, DecisionTreeClassifier, makePipeline }) =>
        makePipeline(new OrdinalEncoder(), new DecisionTreeClassifier()).fit(rows, y),
      rows,
      ['Pipeline', 'DecisionTreeClassifier'],
    ],
    'a TransformedTarget': [
      'SVR',
      ({ SVR, TransformedTarget }) =>
        new TransformedTarget({ regressor: new SVR(), transformer: 'standard' }).fit(
          X,
          [1, 2, 3, 4],
        ),
      X,
      ['TransformedTarget'],
    ],
    'an ensemble': [
      'LinearSVC',
      ({ AdaBoostClassifier, LinearSVC }) =>
        new AdaBoostClassifier({ estimator: new LinearSVC() }).fit(X, y),
      X,
      ['AdaBoostClassifier'],
    ],
  };
  for (const [what, [lacking, fit, samples, others = []]] of Object.entries(cases)) {
    it(`reads ${what} with its classes, and says that ${lacking} is missing`, async () => {
      const full = await import(entry('main.mjs'));
      const model = await fit(full);
      const bytes = await model.save();
      const json = JSON.parse(JSON.stringify(model));
      const whole = await program([lacking, ...others]);
      const missing = await program(others);
      const unfitted = { ...json };
      delete unfitted.bytes;
      for (const given of [bytes, json, unfitted]) {
        const again = await whole.load(given);
        assert.equal(again.constructor.name, model.constructor.name);
        assert.equal(String(again), String(model));
        if (samples && given !== unfitted)
          assert.deepEqual(await again.predict(samples), await model.predict(samples));
        if (given === unfitted && samples === undefined) continue;
        await assert.rejects(missing.load(given), {
          code: 'ERR_CLASS_MISSING',
          message: new RegExp(
            `holds a ${lacking}, .*import { ${lacking} } from 'maxmargin'.*\\[${lacking}\\]`,
          ),
        });
      }
      await Promise.all([whole.terminate(), missing.terminate()]);
    });
  }

  it('reads conformal predictors, and says where classes for study are', async () => {
    const full = await import(entry('main.mjs'));
    const { ConformalClassifier, Perceptron, SVC } = full;
    const conformal = new ConformalClassifier(await new SVC().fit(X, y), { level: 0.5 });
    await conformal.calibrate(X, y);
    const json = JSON.parse(JSON.stringify(conformal));
    const [whole, missing] = [
      await program(['ConformalClassifier', 'SVC']),
      await program(['SVC']),
    ];
    const again = await whole.load(json);
    assert.deepEqual(await again.predict(X), await conformal.predict(X));
    await assert.rejects(missing.load(json), {
      code: 'ERR_CLASS_MISSING',
      message: /holds a ConformalClassifier/,
    });
    const study = await (await new Perceptron().fit(X, y)).save();
    await assert.rejects(missing.load(study), {
      message: /import { Perceptron } from 'maxmargin\/study'/,
    });
    await assert.rejects(missing.load({ ...json, machine: 'Nobody' }), { code: 'ERR_FORMAT' });
    await Promise.all([whole.terminate(), missing.terminate()]);
  });

  it('keeps the classes that it is told of', async () => {
    const { SVC } = await import(entry('main.mjs'));
    const bytes = await (await new SVC().fit(X, y)).save();
    const { init, read, terminate } = await import(
      bundled(
        '{ init, terminate }',
        "import { SVC, load } from 'maxmargin'; export const read = (bytes) => load(bytes, { classes: [SVC] });",
      )
    );
    await init(settings);
    assert.deepEqual(await (await read(bytes)).predict(X), y);
    await terminate();
    const { load } = await import(entry('main.mjs'));
    for (const classes of [SVC, ['SVC'], null])
      await assert.rejects(load(bytes, { classes }), { code: 'ERR_OPTION', argument: 'classes' });
  });

  it('refuses a model of another class than those that it is told of', async () => {
    const full = await import(entry('main.mjs'));
    const { ConformalClassifier, NuSVC, Pipeline, SVC, StandardScaler, TfidfVectorizer, load } =
      full;
    const svc = await new SVC().fit(X, y);
    const steps = await full.makePipeline(new StandardScaler(), new SVC()).fit(X, y);
    const sets = await new ConformalClassifier(svc, { level: 0.5 }).calibrate(X, y);
    const words = await new TfidfVectorizer().fit(['one two', 'two']);
    const files = [
      [SVC, await svc.save()],
      [SVC, svc.toJSON()],
      [SVC, new SVC().toJSON()],
      [Pipeline, await steps.save()],
      [TfidfVectorizer, await words.save()],
      [ConformalClassifier, sets.toJSON()],
    ];
    for (const [Class, file] of files) {
      const model = await load(file, { classes: [NuSVC, Class] });
      assert.ok(model instanceof Class);
      assert.ok((await load(file, { classes: [] })) instanceof Class);
      await assert.rejects(load(file, { classes: [NuSVC, StandardScaler] }), {
        code: 'ERR_CLASS_MISSING',
        argument: 'classes',
        details: { machine: Class.name },
        message: `this file holds a ${Class.name}, which is not among the classes; add it, or leave classes out`,
      });
    }
    class Mine extends SVC {}
    await assert.rejects(load(await svc.save(), { classes: [Mine] }), {
      code: 'ERR_CLASS_MISSING',
    });
  });

  it('knows the names of all classes that files hold', async () => {
    const full = await import(entry('main.mjs'));
    const machines = Object.keys(full.catalog);
    assert.ok(machines.length > 60);
    const { load, terminate } = await program([]);
    const holders = ['ColumnTransformer', 'TransformedTarget'];
    for (const machine of [...machines, ...Object.keys(vectorizers), ...holders]) {
      const where = full.catalog[machine]?.entry ?? 'maxmargin';
      await assert.rejects(load({ format: 'maxmargin', version: 1, machine }), {
        code: 'ERR_CLASS_MISSING',
        message: new RegExp(`import { ${machine} } from '${where}'`),
      });
    }
    await terminate();
  });
});

describe('a program with', { timeout: 900_000 }, () => {
  for (const budget of programs) {
    it(`${budget.name} takes at most ${budget.bytes / 1000} KB`, async () => {
      const bytes = await bundleSize(budget.imports, budget.from, project);
      assert.equal(excess(budget, bytes), '');
    });
  }

  it('one machine more takes little more', async () => {
    const [one, two, all] = await Promise.all(
      ['{ SVC }', '{ SVC, KernelPCA }', '*'].map((names) =>
        bundleSize(names, 'maxmargin', project),
      ),
    );
    assert.ok(two > one, 'the machine is in it');
    assert.equal(excess(oneMachineMore, two - one), '');
    assert.ok(all > 2 * one, 'what is not used is left out');
  });
});
