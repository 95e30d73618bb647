/** Rows that join models and leave them; core/machines/svm compares many random changes with fits. */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';

import { blobs } from './support/data.mjs';
import { fails } from './support/faults.mjs';
import { forms } from './support/forms.mjs';
import { sync } from './support/maxmargin.mjs';
import { near } from './support/near.mjs';

before(() => sync.init());

/** @param {number[]} v */
const variance = (v) => {
  const mean = v.reduce((a, b) => a + b) / v.length;
  return v.reduce((sum, x) => sum + (x - mean) ** 2, 0) / v.length;
};

for (const [way, api] of forms(import.meta.url)) {
  describe(`incremental machines, ${way}`, { timeout: 900_000 }, () => {
    const { X, y } = blobs({ n: 90, k: 3, d: 3, apart: 1, labels: (i) => 'abc'[i] });
    const two = y.map((label) => label === 'a');
    const numbers = X.map(([a, b, c]) => Math.sin(a) + b * c);
    const options = { gamma: 0.3, C: 2 };
    const exact = { ...options, tol: 1e-10 };

    /** Changes a model in many ways, and compares it with fits to the rows that it then has. */
    async function follow(model, fresh, targets, values) {
      let rows = X.map((_, i) => i).slice(0, 60);
      const of = (list, at) => at.map((i) => list[i]);
      const compare = async (what) => {
        const own = fresh();
        if (targets) await own.fit(of(X, rows), of(targets, rows));
        else await own.fit(of(X, rows));
        near(await values(model), await values(own), 1e-8, what);
        const { rows: n, gap, violation, distance } = await model.certificate();
        assert.equal(n, rows.length);
        assert.ok(gap < 1e-9 && violation < 1e-9, `${what}: gap ${gap}, violation ${violation}`);
        assert.equal(distance, Math.sqrt(2 * gap));
      };
      const add = (at, one) => {
        rows.push(...at);
        const x = one ? X[at[0]] : of(X, at);
        if (!targets) return model.add(x);
        return model.add(x, one ? targets[at[0]] : of(targets, at));
      };
      const remove = (index) => {
        const gone = [index].flat();
        rows = rows.filter((_, p) => !gone.includes(p));
        return model.remove(index);
      };
      if (targets) await model.fit(of(X, rows), of(targets, rows));
      else await model.fit(of(X, rows));
      await compare('fitted');
      assert.equal(await add([60], true), model);
      await compare('a row added');
      await add([61, 62, 63, 5, 5]);
      await compare('rows added, and one of them twice');
      assert.equal(await remove(0), model);
      await compare('a row removed');
      await remove([40, 3, 17]);
      await compare('rows removed');
      for (let i = 64; i < 76; i++) {
        await add([i], true);
        await remove((i * 7) % rows.length);
      }
      await compare('a window that moves');
      return rows;
    }

    it('an SVC is that of the rows which it has', async () => {
      const model = new api.IncrementalSVC(options);
      await follow(
        model,
        () => new api.SVC(exact),
        two,
        (m) => m.decisionFunction(X),
      );
      const [first, second] = [model.supportIndices.length, model.nFeatures];
      assert.ok(first > 5 && first < 62 && second === 3);
      assert.equal(model.fitInfo.supportVectors, first);
    });

    it('one of three classes, too, by pairs and against the rest', async () => {
      for (const multiClass of ['ovo', 'ovr']) {
        const shape = multiClass === 'ovo' ? { shape: 'ovo' } : {};
        await follow(
          new api.IncrementalSVC({ ...options, multiClass, classWeight: 'balanced' }),
          () => new api.SVC({ ...exact, multiClass, classWeight: 'balanced' }),
          y,
          (m) => m.decisionFunction(X, shape),
        );
      }
    });

    it('new classes join it, wherever they stand among the others', async () => {
      // Four classes, of which the model knows two, three, and then all; some in a call with others.
      const labels = X.map((_, i) => 'dbca'[i % 4]);
      const at = (wanted) => labels.flatMap((label, i) => (wanted.includes(label) ? [i] : []));
      for (const multiClass of ['ovo', 'ovr', 'dag']) {
        for (const classWeight of [null, 'balanced', { b: 2, d: 0.5 }]) {
          const own = { ...options, multiClass, classWeight };
          const model = new api.IncrementalSVC({ ...own, classWeight: null });
          let rows = at('bd').slice(0, 30);
          const pick = (list, from) => list.map((i) => from[i]);
          await model.fit(pick(rows, X), pick(rows, labels));
          model.setParams({ classWeight });
          const compare = async (what) => {
            const fresh = new api.SVC({ ...exact, multiClass, classWeight });
            await fresh.fit(pick(rows, X), pick(rows, labels));
            assert.deepEqual(model.classes, fresh.classes, what);
            const shape = multiClass === 'ovr' ? {} : { shape: 'ovo' };
            near(await model.decisionFunction(X, shape), await fresh.decisionFunction(X, shape), 1e-6, what); // prettier-ignore
            const same = await fresh.predict(X);
            const alike = (await model.predict(X)).filter((label, i) => label === same[i]);
            assert.ok(alike.length >= 85, what); // rows on two margins are ties
            assert.ok((await model.certificate()).gap < 1e-9, what);
          };
          for (const [wanted, count] of [
            ['c', 1],
            ['bc', 12],
            ['a', 20],
            ['abcd', 6],
          ]) {
            const joining = at(wanted)
              .filter((i) => !rows.includes(i))
              .slice(0, count);
            if (count === 1) await model.add(X[joining[0]], labels[joining[0]]);
            else await model.add(pick(joining, X), pick(joining, labels));
            rows = [...rows, ...joining];
            await compare(`${multiClass}, ${classWeight}, ${wanted}`);
          }
          await model.remove([5, 40]);
          rows = rows.filter((_, i) => i !== 5 && i !== 40);
          await compare(`${multiClass}, ${classWeight}, without two`);
          const again = await api.load(await model.save());
          assert.deepEqual(again.classes, ['a', 'b', 'c', 'd']);
          near(await again.decisionFunction(X), await model.decisionFunction(X), 1e-12);
        }
      }
    });

    it('labels are of any type, one alone or several', async () => {
      const labels = two.map((one) => (one ? 7n : 3n));
      const model = await new api.IncrementalSVC(options).fit(X.slice(0, 50), labels.slice(0, 50));
      await model.add(X[50], labels[50]);
      await model.add(X.slice(51, 53), labels.slice(51, 53));
      await model.add(X[53], 9n);
      assert.deepEqual(model.classes, [3n, 7n, 9n]);
      assert.equal((await model.certificate()).rows, 54);
    });

    it('a new class has the kernel and the weights of the fit', async () => {
      const model = await new api.IncrementalSVC().fit(X.slice(0, 40), two.slice(0, 40).map(Number)); // prettier-ignore
      const gamma = 1 / (3 * variance(X.slice(0, 40).flat())); // 'scale'
      const others = X.slice(40, 60).map((row) => row.map((v) => 3 * v + 10));
      await model.add(others, others.map(() => 2), { sampleWeight: others.map((_, i) => 1 + (i % 2)) }); // prettier-ignore
      const all = [...X.slice(0, 40), ...others];
      const fresh = await new api.SVC({ gamma, tol: 1e-11 }).fit(all, [...two.slice(0, 40).map(Number), ...others.map(() => 2)], { sampleWeight: all.map((_, i) => (i < 40 ? 1 : 1 + (i % 2))) }); // prettier-ignore
      near(await model.decisionFunction(X, { shape: 'ovo' }), await fresh.decisionFunction(X, { shape: 'ovo' }), 1e-6); // prettier-ignore
    });

    it('an SVR and a one-class machine, too', async () => {
      const predict = (m) => m.predict(X);
      await follow(new api.IncrementalSVR(options), () => new api.SVR(exact), numbers, predict);
      const tubeless = { ...options, epsilon: 0 };
      await follow(new api.IncrementalSVR(tubeless), () => new api.SVR({ ...tubeless, tol: 1e-10 }), numbers, predict); // prettier-ignore
      const region = { nu: 0.3, gamma: 0.3 };
      await follow(new api.IncrementalOneClass(region), () => new api.OneClassSVM({ ...region, tol: 1e-11 }), undefined, (m) => m.decisionFunction(X)); // prettier-ignore
    });

    it('weights of rows count, and options take effect with the next change', async () => {
      const weight = X.map((_, i) => (i % 4) / 2);
      const model = await new api.IncrementalSVC(options).fit(X.slice(0, 50), two.slice(0, 50), { sampleWeight: weight.slice(0, 50) }); // prettier-ignore
      await model.add(X.slice(50), two.slice(50), { sampleWeight: weight.slice(50) });
      const whole = await new api.SVC(exact).fit(X, two, { sampleWeight: weight });
      near(await model.decisionFunction(X), await whole.decisionFunction(X), 1e-8);
      await model.setParams({ C: 7 }).remove(89);
      const later = await new api.SVC({ ...exact, C: 7 }).fit(X.slice(0, 89), two.slice(0, 89), { sampleWeight: weight.slice(0, 89) }); // prettier-ignore
      near(await model.decisionFunction(X), await later.decisionFunction(X), 1e-8);
    });

    it('loaded models go on, and files have nothing of what left', async () => {
      const secret = [12.345678901, -9.87654321, 3.14159];
      const model = await new api.IncrementalSVC(options).fit([...X, secret], [...two, true]);
      const holds = (bytes) => {
        const view = new Uint8Array(new Float64Array(secret).buffer);
        const text = Buffer.from(bytes);
        return text.includes(Buffer.from(view.subarray(0, 8)));
      };
      assert.ok(holds(await model.save()));
      await model.remove(90);
      const bytes = await model.save();
      assert.ok(!holds(bytes));
      const again = await api.load(bytes);
      await again.add(X[0], two[0]);
      await again.remove([90, 89]);
      await model.remove(89);
      near(await again.decisionFunction(X), await model.decisionFunction(X), 1e-10);
      const json = api.load ? await api.load(JSON.parse(JSON.stringify(again))) : again;
      await json.add(X[89], two[89]);
      assert.equal((await json.certificate()).rows, 90);
    });

    it('sparse rows, strings and columns with names join, too', async () => {
      const sparse = { indptr: [0, 1, 2, 3, 5], indices: [0, 1, 2, 0, 2], data: [1, 2, 3, 4, 5], rows: 4, cols: 3 }; // prettier-ignore
      const model = await new api.IncrementalSVC(options).fit(sparse, [0, 1, 0, 1]);
      await model.add([1, 1, 1], 1);
      await model.add({ indptr: [0, 1], indices: [1], data: [3], rows: 1, cols: 3 }, [0]);
      assert.equal((await model.certificate()).rows, 6);
      const texts = await new api.IncrementalSVC({ kernel: api.kernels.spectrum({ length: 2 }) }).fit(['abab', 'bcbc', 'abba'], [0, 1, 0]); // prettier-ignore
      await texts.add('cbcb', 1);
      await texts.add(['baba', 'bccb'], [0, 1]);
      assert.deepEqual(await texts.predict(['abab', 'cbcb']), [0, 1]);
      const named = X.map(([a, b, c]) => ({ a, b, c }));
      const table = await new api.IncrementalSVC(options).fit(named.slice(0, 50), two.slice(0, 50)); // prettier-ignore
      await table.add(named[50], two[50]);
      await table.add(named.slice(51, 53), two.slice(51, 53));
      assert.equal((await table.certificate()).rows, 53);
    });

    it('a change leaves a whole model: its samples, its file, and what a new worker gets', async () => {
      const sparse = (rows) => ({
        indptr: rows.reduce(
          (ends, row) => [...ends, ends.at(-1) + row.filter(Boolean).length],
          [0],
        ),
        indices: rows.flatMap((row) => row.flatMap((v, j) => (v ? [j] : []))),
        data: rows.flatMap((row) => row.filter(Boolean)),
        rows: rows.length,
        cols: 3,
      });
      const dense = (matrix) =>
        Array.from({ length: matrix.rows }, (_, i) => {
          const row = [0, 0, 0];
          for (let p = matrix.indptr[i]; p < matrix.indptr[i + 1]; p++) row[matrix.indices[p]] = matrix.data[p]; // prettier-ignore
          return row;
        });
      const shaped = (numbers) =>
        Array.from({ length: numbers.shape[0] }, (_, i) => [...numbers.slice(3 * i, 3 * i + 3)]);
      const holes = X.map((row, i) => row.map((v, j) => ((i + j) % 3 === 0 ? 0 : v)));
      const words = X.map((row) => row.map((v) => (v > 0.5 ? 'ab' : 'c')).join('') + 'é𝔘'.slice(0, 1 + (row[0] > 0))); // prettier-ignore
      const cases = {
        dense: { all: X, give: (rows) => rows, read: shaped },
        sparse: { all: holes, give: sparse, read: dense },
        'dense, then sparse': { all: holes, give: (rows, i) => (i === 0 ? rows : sparse(rows)), read: dense }, // prettier-ignore
        bytes: { all: X.map((row) => row.map((v) => Math.round(20 * v + 60) & 255)), give: (rows) => ({ data: Uint8Array.from(rows.flat()), rows: rows.length, cols: 3 }), read: shaped, gamma: 1e-3 }, // prettier-ignore
        strings: { all: words, give: (rows) => rows, read: (strings) => [...strings], kernel: api.kernels.spectrum({ length: 2 }) }, // prettier-ignore
      };
      for (const [name, { all, give, read, kernel, gamma = 0.3 }] of Object.entries(cases)) {
        const own = kernel ? { kernel, C: 2 } : { gamma, C: 2 };
        const model = await new api.IncrementalSVC(own).fit(give(all.slice(0, 50), 0), two.slice(0, 50)); // prettier-ignore
        let rows = all.slice(0, 50);
        const check = async (what) => {
          const vectors = read(model.supportVectors);
          const want = Array.from(model.supportIndices, (i) => rows[i]);
          assert.ok(vectors.length > 3);
          assert.deepEqual(vectors, want, `${name}: ${what}`);
          const file = await model.save();
          assert.deepEqual(await model.save(), file);
          const again = await api.load(file);
          assert.deepEqual(read(again.supportVectors), want);
          assert.deepEqual(again.dualCoef, model.dualCoef);
          assert.deepEqual(again.supportCounts, model.supportCounts);
          assert.deepEqual(await again.decisionFunction(all), await model.decisionFunction(all));
          const { rows: count, gap } = await again.certificate();
          assert.ok(count === rows.length && gap < 1e-9, `${name}: ${what}: ${count} rows, ${gap}`);
        };
        await model.add(give(all.slice(50, 53), 1), two.slice(50, 53));
        rows.push(...all.slice(50, 53));
        await model.remove([7, 52, 0]); // changes after which nobody has asked for the samples
        rows = rows.filter((_, i) => ![7, 52, 0].includes(i));
        await check('changed twice');
        await model.remove(3);
        rows.splice(3, 1);
        await model.add(give(all.slice(60, 62), 2), two.slice(60, 62));
        rows.push(...all.slice(60, 62));
        await api.terminate?.(); // the worker has nothing any more
        await model.remove(1);
        rows.splice(1, 1);
        await check('changed in a new worker');
      }
    });

    it('the step of a pipeline that has rows added to it is whole, too', async () => {
      const steps = [['scale', new api.StandardScaler()], ['svc', new api.IncrementalSVC(options)]]; // prettier-ignore
      const pipeline = await new api.Pipeline(steps).fit(X, two);
      const { svc: step } = pipeline.namedSteps;
      const before = await pipeline.decisionFunction(X);
      await step.add(X.slice(0, 4), two.slice(0, 4));
      assert.equal((await step.certificate()).rows, 94);
      const again = await api.load(await step.save());
      assert.deepEqual(again.supportVectors, step.supportVectors);
      near(await pipeline.decisionFunction(X), before, 0);
    });

    it('leave-one-out errors are those of fits without each row', async () => {
      for (const labels of [two, y]) {
        const model = await new api.IncrementalSVC(options).fit(X, labels);
        const before = await model.decisionFunction(X);
        const want = await api.leaveOneOut(await new api.SVC(exact).fit(X, labels), X, labels);
        const got = await api.leaveOneOut(model, X, labels);
        assert.deepEqual([got.kind, got.predictions], ['exact', want.predictions]);
        near(await model.decisionFunction(X), before, 0);
      }
      const model = await new api.IncrementalSVR(options).fit(X, numbers);
      const want = await api.leaveOneOut(await new api.SVR(exact).fit(X, numbers), X, numbers);
      near((await api.leaveOneOut(model, X, numbers)).predictions, want.predictions, 1e-7);
      await fails(() => api.leaveOneOut(model, X.slice(1), numbers.slice(1)), { code: 'ERR_OPTION', argument: 'X', message: /rows that the model has now/ }); // prettier-ignore
      await fails(() => api.leaveOneOut(model, X, numbers, { method: 'span' }), { code: 'ERR_OPTION', argument: 'method' }); // prettier-ignore
    });

    it('of one class it is what models without each row say of it, and the share outside', async () => {
      const region = { nu: 0.3, gamma: 0.3 };
      const model = await new api.IncrementalOneClass(region).fit(X.slice(0, 40));
      await model.add(X.slice(40, 42));
      await model.remove([0, 1]);
      const rows = X.slice(2, 42);
      const got = await api.leaveOneOut(model, rows);
      assert.equal(got.kind, 'exact');
      assert.ok(got.decisionValues instanceof Float64Array && got.predictions instanceof Int32Array); // prettier-ignore
      let outside = 0;
      for (const [i, row] of rows.entries()) {
        const rest = rows.filter((_, at) => at !== i);
        const own = await new api.OneClassSVM({ ...region, tol: 1e-11 }).fit(rest);
        const [value] = await own.decisionFunction([row]);
        const [side] = await own.predict([row]);
        near([got.decisionValues[i]], [value], 1e-8, `row ${i}`);
        assert.equal(got.predictions[i], side, `row ${i}`);
        outside += Number(side < 0);
      }
      assert.equal(got.error, outside / 40);
      assert.ok(outside > 0 && outside < 40 && got.fits < 40, `${outside} outside, ${got.fits} changes`); // prettier-ignore
      await fails(() => api.leaveOneOut(model, rows, undefined, { method: 'span' }), { code: 'ERR_OPTION', argument: 'method' }); // prettier-ignore
      await fails(() => api.leaveOneOut(model, X), { code: 'ERR_OPTION', argument: 'X', message: /rows that the model has now/ }); // prettier-ignore
      const one = await new api.IncrementalOneClass(region).fit(X.slice(0, 1));
      await fails(() => api.leaveOneOut(one, X.slice(0, 1)), { code: 'ERR_EMPTY', argument: 'X', message: /nothing can be learnt from none; add others first/ }); // prettier-ignore
      const fresh = new api.IncrementalOneClass(region);
      await fails(() => api.leaveOneOut(fresh, X), { code: 'ERR_NOT_FITTED' });
    });

    it('bad changes are refused and change nothing', async () => {
      const fresh = new api.IncrementalSVC(options);
      await fails(() => fresh.add(X[0], true), { code: 'ERR_NOT_FITTED' });
      await fails(() => fresh.remove(0), { code: 'ERR_NOT_FITTED' });
      await fails(() => fresh.certificate(), { code: 'ERR_NOT_FITTED' });
      const model = await new api.IncrementalSVC(options).fit(X, y);
      const before = await model.decisionFunction(X);
      const refuses = (run, code, argument, message = []) => fails(run, { code, argument, message }); // prettier-ignore
      await refuses(() => model.add(X[0], 4), 'ERR_TYPE', 'y', /strings/);
      await refuses(() => model.add(X[0], null), 'ERR_TYPE', 'y');
      await refuses(() => model.add([1, 2], 'd'), 'ERR_FEATURE_COUNT', 'X');
      assert.deepEqual(model.classes, ['a', 'b', 'c']);
      await refuses(() => model.add([1, 2], 'a'), 'ERR_FEATURE_COUNT', 'X');
      await refuses(() => model.add([1, NaN, 2], 'a'), 'ERR_NONFINITE', 'X');
      await refuses(() => model.add(X.slice(0, 2), ['a']), 'ERR_SHAPE', 'y');
      await refuses(() => model.add(X[0], 'a', { classes: ['a'] }), 'ERR_OPTION_UNKNOWN');
      await refuses(() => model.remove(90), 'ERR_OPTION', 'index', /no row 90.*0 to 89/);
      await refuses(() => model.remove([3, 3]), 'ERR_OPTION', 'index', /twice/);
      for (const index of [-1, 1.5, NaN, ['1'], 'first', null, undefined, {}]) {
        await refuses(() => model.remove(index), 'ERR_TYPE', 'index');
      }
      const last = y.flatMap((label, i) => (label === 'b' ? [i] : []));
      await refuses(() => model.remove(last), 'ERR_ONE_CLASS', 'index', /'b'|last rows/);
      await refuses(() => model.remove(1, { onProgress: 3 }), 'ERR_TYPE', 'onProgress');
      const ended = AbortSignal.abort(new Error('enough'));
      await assert.rejects(async () => model.remove(1, { signal: ended }), /enough/);
      await assert.rejects(async () => model.add(X[0], 'a', { signal: ended }), /enough/);
      model.setParams({ gamma: 5 });
      await refuses(() => model.remove(1), 'ERR_OPTION', 'kernel', /set it back/);
      model.setParams({ gamma: 0.3, multiClass: 'ovr' });
      await refuses(() => model.remove(1), 'ERR_OPTION', 'multiClass');
      model.setParams({ multiClass: 'ovo' });
      assert.equal(await model.remove([]), model, 'nobody has a row: nothing leaves');
      near(await model.decisionFunction(X), before, 0);
      await model.remove(1);
      assert.equal((await model.certificate()).rows, 89);

      const gram = X.slice(0, 4).map((a) => X.slice(0, 4).map((b) => a[0] * b[0] + 1));
      const given = await new api.IncrementalSVC({ kernel: 'precomputed' }).fit(gram, [0, 1, 0, 1]);
      await refuses(() => given.remove(1), 'ERR_OPTION', 'kernel', /precomputed/);
      await refuses(() => given.add(gram[0], 1), 'ERR_OPTION', 'kernel');
      // It said that X were other rows than those of the model.
      await refuses(() => api.leaveOneOut(given, gram, [0, 1, 0, 1]), 'ERR_OPTION', 'kernel', /precomputed kernel the model keeps none/); // prettier-ignore
      const region = await new api.IncrementalOneClass().fit(X.slice(0, 2));
      await refuses(() => region.remove([0, 1]), 'ERR_EMPTY', 'index', /all rows/);
      await refuses(() => new api.IncrementalSVC({ kernel: 'sigmoid', gamma: 1, coef0: -1 }).fit(X, y), 'ERR_NUMERIC', 'kernel'); // prettier-ignore
    });
  });
}
