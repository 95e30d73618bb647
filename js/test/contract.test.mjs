/** The methods that every machine has besides those of its task: clone, toJSON, fitSteps. */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';

import { blobs, xor } from './support/data.mjs';
import { fails } from './support/faults.mjs';
import { bothForms } from './support/forms.mjs';
import { maxmargin, sync } from './support/maxmargin.mjs';
import { ordered } from './support/ordered.mjs';
import { taught } from './support/targets.mjs';

const { catalog } = maxmargin;
const easy = blobs({ n: 40, d: 2, apart: 3, seed: 1 });
const hard = blobs({ n: 2000, d: 4, apart: 0.1, seed: 2 });
const hardOptions = { C: 1000, gamma: 0.05, tol: 1e-9 };

/** The training data of a machine of a kind. */
const training = (kind) =>
  ({
    classifier: [easy.X, easy.y.map((label) => ['no', 'yes'][label])],
    regressor: [easy.X, easy.X.map(([a, b]) => a - 2 * b)],
    detector: [easy.X],
    transformer: [easy.X],
  })[kind];

/** The main result of a model for rows. */
const judge = async (model, rows) =>
  'transform' in model ? model.transform(rows) : model.predict(rows);

/** One option of a machine, with a value that is not its default. */
function change(options) {
  const set = ({ name, group }, value) =>
    group ? { [group]: { [name]: value } } : { [name]: value };
  for (const option of options) {
    const { type, default: usual } = option;
    if (type === 'number' && usual > 0 && usual < Infinity) return set(option, 1.1 * usual);
    if (type === 'integer' && usual < Infinity) return set(option, usual + 1);
  }
  const choice = options.find(({ type }) => type === 'choice');
  if (choice) return set(choice, choice.choices.at(-1));
  const flag = options.find(({ type }) => type === 'boolean');
  return flag ? set(flag, !flag.default) : {};
}

for (const [way, api] of bothForms) {
  const { SVC, SVR, load } = api;
  before(() => api === sync && sync.init());

  describe(`every machine, ${way}`, { timeout: 900_000 }, () => {
    for (const [name, { kind, options }] of Object.entries(catalog)) {
      const data = training(taught(name, kind));
      const order = ordered({ options }, data[1]);
      const changed = { ...order, ...change(options) };

      it(`${name}: a clone has the options and no fit`, async () => {
        const model = await new api[name](changed).fit(...data);
        const copy = model.clone();
        assert.ok(copy instanceof api[name]);
        assert.deepEqual(copy.getParams(), model.getParams());
        await fails(() => judge(copy, easy.X), { code: 'ERR_NOT_FITTED' });
        await copy.fit(...data);
        assert.deepEqual(await judge(copy, easy.X), await judge(model, easy.X));
      });

      it(`${name}: JSON and back, fitted and not`, async () => {
        const model = new api[name](changed);
        const unfitted = await load(JSON.parse(JSON.stringify(model)));
        assert.ok(unfitted instanceof api[name]);
        assert.deepEqual(unfitted.getParams(), model.getParams());
        await fails(() => judge(unfitted, easy.X), { code: 'ERR_NOT_FITTED' });

        await model.fit(...data);
        const again = await load(JSON.parse(JSON.stringify(model)));
        assert.ok(again instanceof api[name]);
        assert.deepEqual(again.getParams(), model.getParams());
        assert.deepEqual(await judge(again, easy.X), await judge(model, easy.X));
        assert.deepEqual(await again.save(), await model.save());
      });

      it(`${name}: the last step has the result`, async () => {
        const model = new api[name](order);
        let last;
        for await (const report of model.fitSteps(...data)) last = report;
        const { iterations, objective, gap } = model.fitInfo;
        assert.deepEqual(
          [last.phase, last.fraction, last.iteration, last.objective, last.gap],
          ['done', 1, iterations, objective, gap],
        );
        const fitted = await new api[name](order).fit(...data);
        assert.deepEqual(await judge(model, easy.X), await judge(fitted, easy.X));
      });
    }
  });

  describe(`clones, ${way}`, () => {
    it('are independent', async () => {
      const model = new SVC({ C: 2, classWeight: { no: 3 } });
      const copy = model.clone().setParams({ C: 5 });
      assert.deepEqual([model.getParams().C, copy.getParams().C], [2, 5]);
      assert.equal(String(copy), "SVC({C: 5, classWeight: {'no': 3}})");
    });

    it('are of the class that the user derived', () => {
      class Mine extends SVC {}
      assert.ok(new Mine({ C: 3 }).clone() instanceof Mine);
    });
  });

  describe(`JSON, ${way}`, { timeout: 900_000 }, () => {
    let model;
    before(async () => {
      model = await new SVC({ C: Infinity, gamma: 1, classWeight: new Map([[1, 2]]) }).fit(
        xor.X,
        xor.y,
      );
    });
    const json = () => JSON.parse(JSON.stringify(model));

    it('shows the options that were given', () => {
      const { format, version, machine, options, bytes } = json();
      assert.deepEqual(
        { format, version, machine, options },
        {
          format: 'maxmargin',
          version: 1,
          machine: 'SVC',
          options: { C: 'Infinity', gamma: 1, classWeight: { 1: 2 } },
        },
      );
      assert.equal(Buffer.from(bytes, 'base64').subarray(0, 4).toString(), 'MXMG');
      assert.deepEqual(JSON.parse(JSON.stringify(new SVC())).options, {});
    });

    it('keeps infinity and the weights of classes', async () => {
      const again = await load(json());
      assert.equal(again.getParams().C, Infinity);
      assert.equal(String(again), "SVC({C: Infinity, gamma: 1, classWeight: {'1': 2}})");
      await again.fit(xor.X, xor.y);
      assert.deepEqual(await again.decisionFunction(xor.X), await model.decisionFunction(xor.X));
    });

    it('has the options for the next fit; its bytes have those of the last fit', async () => {
      const next = await new SVC({ C: 1 }).fit(xor.X, xor.y);
      next.setParams({ C: 7 });
      assert.equal((await load(JSON.parse(JSON.stringify(next)))).getParams().C, 7);
      assert.equal((await load(await next.save())).getParams().C, 1);
    });

    it('of many bytes', async () => {
      const { X, y } = blobs({ n: 900, d: 12, apart: 0.5, seed: 3 });
      const large = await new SVC().fit(X, y);
      assert.ok((await large.save()).length > 3 << 13);
      const again = await load(JSON.parse(JSON.stringify(large)));
      assert.deepEqual(await again.save(), await large.save());
    });

    it('that is not a model, or was changed, is refused', async () => {
      const { bytes } = json();
      const refused = {
        'another format': { format: 'other' },
        'an unknown machine': { machine: 'SVN' },
        'a key of Object.prototype for a machine': { machine: 'constructor' },
        'no machine': { machine: undefined },
        'an unknown option': { options: { gama: 1 } },
        'an option out of range': { options: { C: -1 } },
        'options that are none': { options: null },
        'bytes that are no text': { bytes: [77] },
        'bytes that are no base64': { bytes: '*' },
        'bytes cut short': { bytes: bytes.slice(0, 400) },
        'the bytes of another machine': { machine: 'SVR', options: {} },
        'no bytes and bad options': { bytes: undefined, options: { C: '1' } },
      };
      for (const [what, change] of Object.entries(refused)) {
        const changed = { ...json(), ...change };
        const error = await fails(() => load(changed), { code: 'ERR_FORMAT' });
        assert.match(error.argument, /json|bytes/, what);
      }
      await fails(() => load({ ...json(), version: 2 }), {
        code: 'ERR_FORMAT_VERSION',
        argument: 'json',
        message: /update/,
      });
    });

    it('of a model that was disposed of is an error', async () => {
      const gone = new SVC();
      gone.dispose();
      await fails(() => JSON.stringify(gone), { code: 'ERR_DISPOSED' });
    });
  });

  describe(`steps, ${way}`, { timeout: 900_000 }, () => {
    it('report progress, and leaving the loop keeps the best solution so far', async () => {
      const model = new SVC(hardOptions);
      const iterations = [];
      for await (const { iteration, fraction, phase } of model.fitSteps(hard.X, hard.y)) {
        assert.equal(typeof phase, 'string');
        assert.ok(fraction >= 0 && fraction < 1);
        iterations.push(iteration);
        if (iterations.length === 3) break;
      }
      assert.equal(iterations.length, 3);
      assert.ok(iterations[2] > iterations[0], `${iterations}`);
      assert.equal(model.status, 'stopped');
      assert.equal((await model.predict(hard.X)).length, 2000);
    });

    it('start the fit at the first step', async () => {
      const model = new SVC();
      const steps = model.fitSteps(easy.X, easy.y);
      await fails(() => model.predict(easy.X), { code: 'ERR_NOT_FITTED' });
      await model.fit(xor.X, xor.y); // nothing is under way
      await steps.return();
      assert.deepEqual(Array.from(await model.predict(xor.X)).length, 4);
    });

    it('report errors in the data at the first step', async () => {
      const model = new SVC();
      await fails(() => model.fitSteps([[NaN], [1]], [0, 1]).next(), {
        code: 'ERR_NONFINITE',
        argument: 'X',
      });
      await fails(() => model.fitSteps(easy.X, [1]).next(), { code: 'ERR_SHAPE', argument: 'y' });
      await model.fit(easy.X, easy.y);
    });

    it('end when onProgress returns false or throws', async () => {
      const model = new SVC(hardOptions);
      for await (const report of model.fitSteps(hard.X, hard.y, { onProgress: () => false })) {
        void report;
      }
      assert.equal(model.status, 'stopped');
      const own = new Error('own');
      const onProgress = () => {
        throw own;
      };
      const run = async () => {
        for await (const report of model.fitSteps(hard.X, hard.y, { onProgress })) void report;
      };
      await assert.rejects(run, (error) => error === own);
      assert.equal(model.status, 'stopped');
    });

    it('are aborted by a signal, and the earlier fit stays', async () => {
      const model = await new SVC(hardOptions).fit(easy.X, easy.y);
      const expected = await model.predict(easy.X);
      const abort = new AbortController();
      const reason = new Error('enough');
      const run = async () => {
        for await (const report of model.fitSteps(hard.X, hard.y, { signal: abort.signal })) {
          void report;
          abort.abort(reason);
        }
      };
      await assert.rejects(run, (error) => error === reason);
      assert.deepEqual(await model.predict(easy.X), expected);
    });

    it('pass on an error in the loop, and the fit stops', async () => {
      const model = new SVC(hardOptions);
      const own = new Error('own');
      const run = async () => {
        for await (const report of model.fitSteps(hard.X, hard.y)) {
          void report;
          throw own;
        }
      };
      await assert.rejects(run, (error) => error === own);
      assert.equal(model.status, 'stopped');
    });

    it('do not block other models', async () => {
      const other = await new SVC().fit(easy.X, easy.y);
      const expected = await other.predict(easy.X);
      const model = new SVC(hardOptions);
      let steps = 0;
      for await (const report of model.fitSteps(hard.X, hard.y)) {
        void report;
        assert.deepEqual(await other.predict(easy.X), expected);
        await fails(() => model.fit(easy.X, easy.y), { code: 'ERR_BUSY' });
        if (++steps === 2) break;
      }
      assert.equal(steps, 2);
    });

    it('are ended by dispose', async () => {
      const model = new SVC(hardOptions);
      const steps = model.fitSteps(hard.X, hard.y);
      await steps.next();
      model.dispose();
      const rest = async () => {
        while (!(await steps.next()).done);
      };
      await fails(rest, { code: 'ERR_DISPOSED' });
    });

    it('work for a regressor and a detector', async () => {
      const y = hard.X.map(([a, b]) => a * b);
      const regressor = new SVR({ C: 100, epsilon: 1e-4 });
      for await (const report of regressor.fitSteps(hard.X, y)) {
        void report;
        break;
      }
      assert.equal(regressor.status, 'stopped');
      assert.equal((await regressor.predict(hard.X)).length, 2000);
    });
  });
}

/** Estimators that work in JavaScript: options, samples whose work takes many slices, and few. */
const words = Array.from({ length: 20_000 }, (_, i) =>
  Array.from({ length: 30 }, (_, j) => `w${(i * 7919 + j * j * 104729) % 5003}`).join(' '),
);
const points = Array.from({ length: 4000 }, (_, i) => [Math.sin(i), Math.cos(i * i), (i % 17) / 9]);
const strings = Array.from({ length: 1500 }, (_, i) =>
  Array.from({ length: 40 }, (_, j) => 'abcd'[(i * j * j + (i % 7)) % 4]).join(''),
);
const slow = { tol: 0, nInit: 1, maxIter: 100_000, maxTime: 20_000 };
const map = (x) => {
  let sum = 0;
  for (let i = 0; i < 3000; i++) sum += Math.sin(x[0] + i);
  return [sum, x[1]];
};
const inJavaScript = {
  CountVectorizer: { X: words, keeps: false },
  TfidfVectorizer: { X: words, keeps: false },
  FeatureMap: { options: { map }, X: points, keeps: false },
  GaussianMixture: { options: { nComponents: 4, ...slow }, X: points, keeps: true },
  HiddenMarkovModel: { options: { nStates: 4, ...slow }, X: strings, keeps: true },
};

for (const [way, api] of bothForms) {
  describe(`settings and signals of work in JavaScript, ${way}`, { timeout: 900_000 }, () => {
    before(() => api === sync && sync.init());

    for (const [name, { options, X, keeps }] of Object.entries(inJavaScript)) {
      const make = (more) => new api[name]({ ...options, ...more });
      const few = X.slice(0, 20);
      /** A fitted model, and a function that tells whether its fit is unchanged. */
      const earlier = async () => {
        const model = make();
        await model.fit(few);
        const rows = await model.transform(few);
        return { model, same: async () => assert.deepEqual(await model.transform(few), rows) };
      };

      it(`${name}: the error for a misspelt setting names the right one`, async () => {
        const model = make();
        for (const method of ['fit', 'fitTransform', 'transform']) {
          if (method === 'transform') await model.fit(few);
          const error = await fails(async () => model[method](few, { singal: null }), {
            code: 'ERR_OPTION_UNKNOWN',
            argument: 'singal',
          });
          assert.equal(error.details.nearest, 'signal');
          for (const bad of [{ signal: 1 }, { onProgress: 'x' }, 7]) {
            await fails(async () => model[method](few, bad), { code: 'ERR_TYPE' });
          }
        }
      });

      it(`${name}: a signal aborts before and during the work, not after; the earlier fit stays`, async () => {
        const reason = new Error('enough');
        const { model, same } = await earlier();
        for (const method of ['fit', 'fitTransform', 'transform']) {
          const signal = AbortSignal.abort(reason);
          await assert.rejects(
            async () => model[method](few, { signal }),
            (e) => e === reason,
          );
          await same();
        }
        for (const method of ['fit', 'fitTransform']) {
          const abort = new AbortController();
          const onProgress = () => abort.abort(reason);
          await assert.rejects(
            async () => model[method](X, { signal: abort.signal, onProgress }),
            (e) => e === reason,
          );
          await same();
        }
        const abort = new AbortController();
        await model.fit(few, { signal: abort.signal });
        abort.abort(reason);
        assert.ok(await model.transform(few));
      });

      it(`${name}: progress is reported, and an error of onProgress is passed on`, async () => {
        const { model, same } = await earlier();
        const own = new Error('own');
        const reports = [];
        const onProgress = (report) => {
          reports.push(report);
          throw own;
        };
        await assert.rejects(
          async () => model.fit(X, { onProgress }),
          (e) => e === own,
        );
        assert.equal(reports.length, 1);
        const [{ phase, fraction }] = reports;
        assert.ok(phase.length > 2 && fraction >= 0 && fraction <= 1, JSON.stringify(reports));
        await same();
      });

      it(`${name}: onProgress that returns false ends it`, async () => {
        const { model, same } = await earlier();
        let calls = 0;
        const fit = async () => model.fit(X, { onProgress: () => ++calls > 1e9 });
        if (keeps) {
          await fit();
          assert.deepEqual([model.status, model.converged], ['stopped', false]);
          assert.equal(model.fitInfo.iterations, model.nIter);
        } else {
          await fails(fit, { code: 'ERR_STOPPED' });
          await same();
        }
        assert.equal(calls, 1);
      });

      it(`${name}: as the first step of a pipeline it gets the signal and onProgress of the pipeline`, async () => {
        const y = X.map((_, i) => i % 2);
        const pipe = api.makePipeline(make(), new api.LinearSVC());
        await pipe.fit(few, y.slice(0, 20));
        const values = await pipe.decisionFunction(few);
        const reason = new Error('enough');
        const abort = new AbortController();
        const phases = [];
        const onProgress = ({ phase }) => {
          phases.push(phase);
          abort.abort(reason);
        };
        await assert.rejects(
          async () => pipe.fit(X, y, { signal: abort.signal, onProgress }),
          (e) => e === reason,
        );
        assert.match(phases.join(), /^(documents|vocabulary|counts|map|expectation-maximisation)$/);
        assert.deepEqual(await pipe.decisionFunction(few), values);
      });

      it(`${name}: one fit at a time, which dispose ends`, async () => {
        const model = make();
        const seen = [];
        const fit = async () =>
          model.fit(X, {
            onProgress: () => {
              seen.push(fails(async () => model.fit(few), { code: 'ERR_BUSY' }));
              model.dispose();
            },
          });
        await fails(fit, { code: 'ERR_DISPOSED' });
        assert.equal(seen.length, 1);
        await seen[0];
        await fails(async () => model.fit(few), { code: 'ERR_DISPOSED' });
      });
    }
  });
}

it('a file, a blob and a response are loaded, unless they are too large to be read', async () => {
  const model = await new maxmargin.SVC({ C: 10, gamma: 1 }).fit(xor.X, xor.y);
  const blob = new Blob([await model.save()]);
  for (const kept of [blob, new Response(blob)]) {
    assert.deepEqual(await (await maxmargin.load(kept)).predict(xor.X), xor.y);
  }
  await fails(() => maxmargin.load(new Blob(['<!doctype html>'])), { code: 'ERR_FORMAT' });
  const huge = { size: 2 ** 40, arrayBuffer: () => assert.fail('it was read') };
  await fails(() => maxmargin.load(huge), { code: 'ERR_MEMORY_BUDGET', argument: 'bytes' });
});

it('blocking steps pause between requests, and another fit may run between them', async () => {
  await sync.init();
  const model = new sync.SVC(hardOptions);
  const steps = model.fitSteps(hard.X, hard.y);
  const first = steps.next().value;
  const other = new sync.SVC({ C: 10, gamma: 1 }).fit(xor.X, xor.y);
  assert.deepEqual(other.predict(xor.X), xor.y);
  await new Promise((resolve) => setTimeout(resolve, 200));
  assert.ok(steps.next().value.iteration > first.iteration);
  const { done } = steps.return(model);
  assert.equal(done, true);
  assert.equal(model.status, 'stopped');
});
