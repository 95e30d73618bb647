/** Fits to chunks whose rows the workers of an executor hold. */
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { after, before, describe, it } from 'node:test';

import { script } from './support/child.mjs';
import { blobs, flat, sparse } from './support/data.mjs';
import { fails } from './support/faults.mjs';
import { executor as entry, maxmargin, sync } from './support/maxmargin.mjs';

const { threads } = entry;
const { LowRankSVC, LowRankSVR, MaxMarginError, init, terminate } = maxmargin;

before(() => init({ onWarning: () => {} }));
after(() => terminate());

const { X, y } = blobs({ n: 600, d: 3, k: 3, apart: 1.5, seed: 5, labels: (i) => 'abc'[i] });
const target = X.map(([a, b]) => Math.sin(a) + b);
const options = { nComponents: 25, gamma: 0.5, loss: 'squaredHinge', tol: 1e-6 };
const tube = { ...options, loss: 'squaredEpsilonInsensitive' };
const sampleWeight = X.map((_, i) => [1, 2, 0, 0.5][i % 4]);
const sampleEpsilon = X.map((_, i) => (i % 2 ? 0.01 : 0.2));

/** Rows of X, y and other lists, in chunks that end at these rows. */
function cut(lists, ...ends) {
  return [...ends, lists.X.length].map((end, i) =>
    Object.fromEntries(
      Object.entries(lists).map(([name, list]) => [name, list.slice(ends[i - 1] ?? 0, end)]),
    ),
  );
}

/** A fitted model beside one that one machine fitted: the objective, the gap and what they predict. */
async function sameSolution(model, home, values) {
  const [got, want] = [model, home].map(({ fitInfo }) => fitInfo.objective);
  assert.ok(Math.abs(got - want) <= 1e-9 * Math.abs(want), `${got} is not ${want}`);
  model.dualityGaps.forEach((gap) =>
    assert.ok(gap >= 0 && gap < 1e-7 * Math.abs(want), `gap ${gap}`),
  );
  const [a, b] = await Promise.all([values(model), values(home)]);
  a.forEach((v, i) => assert.ok(Math.abs(v - b[i]) < 1e-5, `${i}: ${v}, not ${b[i]}`));
}

/**
 * Two machines, of one thread each, as an executor. `lose` hears of each job and may return true: then
 * the machine is lost before the job, and another takes its place.
 */
function machines(lose = () => false) {
  const seen = { lost: 0, jobs: [] };
  const executor = {
    name: 'machines',
    capacity: () => 2,
    async open(opening) {
      const start = () => threads({ workers: 1 }).open(structuredClone(opening), {});
      const all = [await start(), await start()];
      let free = 0;
      const places = new Map();
      return {
        reply: all[0].reply,
        async submit(job, own) {
          if (!places.has(job.group)) places.set(job.group, free++ % 2);
          const at = places.get(job.group);
          seen.jobs.push(job);
          if (lose(job)) {
            seen.lost++;
            all[at].close();
            all[at] = await start();
          }
          return structuredClone(await all[at].submit(structuredClone(job), own));
        },
        close: () => all.forEach((session) => session.close()),
      };
    },
  };
  return { executor, seen };
}

describe('fitChunks with an executor', { timeout: 600_000 }, () => {
  it('finds what one machine finds, with the same bits for any number of workers', async () => {
    for (const [Class, labels, more, given] of [
      [LowRankSVC, y, {}, {}],
      [LowRankSVC, y, { loss: 'logistic', classWeight: { a: 2, c: 3 } }, { sampleWeight }],
      [
        LowRankSVC,
        y.map((label) => label === 'a'),
        { loss: 'modifiedHuber', classWeight: 'balanced', interceptPenalty: true },
        {},
      ],
      [LowRankSVC, y, { precision: 'int16', gamma: 'scale', fitIntercept: false }, {}],
      [LowRankSVR, target, { ...tube, epsilon: 0.05 }, { sampleEpsilon }],
      [LowRankSVR, target, { loss: 'huber', sigma: 0.3, epsilon: undefined }, { sampleWeight }],
    ]) {
      const lists = { X, y: labels, ...given };
      const made = () => new Class(Object.fromEntries(Object.entries({ ...options, ...more }).filter(([, v]) => v !== undefined))); // prettier-ignore
      const values = (model) => (Class === LowRankSVC ? model.decisionFunction(X).then((all) => all.flat?.() ?? all.data ?? all) : model.predict(X)); // prettier-ignore
      for (const ends of [[], [250, 251, 390], [250]]) {
        const home = await made().fitChunks(cut(lists, ...ends));
        const bytes = [];
        for (const workers of [1, 2, 3]) {
          const model = made();
          const executor = threads({ workers });
          assert.equal(await model.fitChunks(cut(lists, ...ends), { executor }), model);
          await sameSolution(model, home, values);
          bytes.push(await model.save());
        }
        assert.deepEqual(bytes[1], bytes[0]);
        assert.deepEqual(bytes[2], bytes[0]);
      }
    }
  });

  it('takes samples as fit does, classes that come late, and async chunks', async () => {
    const executor = threads({ workers: 2 });
    const texts = X.map((_, i) => (y[i] === 'a' ? 'aab' : 'bba') + 'ab'.repeat(i % 5));
    const { gamma, ...unscaled } = options;
    for (const [samples, own] of [
      [sparse(X), options],
      [flat(X), options],
      [texts, { ...unscaled, kernel: 'spectrum', nComponents: 4 }],
      [X.map(([p, q, r]) => ({ p, q, r })), options],
    ]) {
      const chunks = () => [
        { X: samples, y },
        { X: samples, y, more: 1 },
      ];
      const home = await new LowRankSVC(own).fitChunks(chunks());
      const model = await new LowRankSVC(own).fitChunks(chunks(), { executor });
      await sameSolution(model, home, (one) => one.decisionFunction(samples).then((all) => all.flat?.() ?? all)); // prettier-ignore
      assert.deepEqual(model.featureNames, home.featureNames);
    }
    assert.equal(gamma, 0.5);
    const order = X.map((_, i) => i).sort((i, j) => (y[i] < y[j] ? 1 : y[i] > y[j] ? -1 : i - j));
    const lists = { X: order.map((i) => X[i]), y: order.map((i) => y[i]) };
    const wide = { ...options, nComponents: 100 };
    const late = async function* () {
      for (const chunk of cut(lists, 200, 400)) yield chunk;
    };
    const home = await new LowRankSVC(wide).fitChunks(late());
    const model = await new LowRankSVC(wide).fitChunks(late(), { executor });
    assert.deepEqual(model.classes, ['a', 'b', 'c']);
    assert.ok(Math.abs(model.fitInfo.objective / home.fitInfo.objective - 1) < 1e-9);
  });

  it('goes on when workers are lost in any round, with the same bits', async () => {
    const chunks = () => cut({ X, y, sampleWeight }, 250, 251, 390);
    const whole = await new LowRankSVC(options).fitChunks(chunks(), { executor: machines().executor }); // prettier-ignore
    const wanted = await whole.save();
    for (const at of [1, 4, 5, 6, 9]) {
      let left = at;
      const { executor, seen } = machines(() => --left === 0);
      const model = await new LowRankSVC(options).fitChunks(chunks(), { executor });
      assert.equal(seen.lost, 1);
      assert.deepEqual(await model.save(), wanted);
    }
    // Rows go once again to where they are missing, and not to the others.
    let left = 6;
    const { executor, seen } = machines(() => --left === 0);
    await new LowRankSVC(options).fitChunks(chunks(), { executor });
    const again = seen.jobs.filter(({ request, buffers }) => request.step === 'answer' && Object.keys(buffers).some((name) => /\.data$/.test(name))); // prettier-ignore
    assert.equal(again.length, 1);
  });

  it('goes on when threads end in a round, and says so when that of the model ends', async () => {
    const { stdout, stderr } = await script(`
      const workers = [];
      process.on('worker', (worker) => workers.push(worker));
      const { LowRankSVC } = await import('maxmargin');
      const { threads } = await import('maxmargin/executor');
      const X = Array.from({ length: 300 }, (_, i) => [Math.sin(i * i), Math.cos(3 * i)]);
      const y = X.map(([a, b]) => (a * b > 0 ? 1 : 0));
      const chunks = [0, 100, 200].map((at) => ({ X: X.slice(at, at + 100), y: y.slice(at, at + 100) }));
      const options = { nComponents: 20, gamma: 1, loss: 'logistic', tol: 1e-6 };
      const wanted = await new LowRankSVC(options).fitChunks(chunks, { executor: threads({ workers: 2 }) });
      const killing = (ends) => {
        const far = threads({ workers: 2 });
        let left = 4;
        let before;
        return {
          name: 'killing',
          capacity: () => 2,
          async open(opening, waiting) {
            before ??= workers.length; // the thread of the model starts after those that hold chunks
            const session = await far.open(opening, waiting);
            const submit = async (job, own) => {
              const reply = session.submit(job, own);
              if (job.request.step === 'answer' && --left === 0) await Promise.all(ends(workers.slice(before)).map((worker) => worker.terminate()));
              return reply;
            };
            return { reply: session.reply, submit, close: () => { lost += session.report().lost; session.close(); } };
          },
        };
      };
      const told = [];
      let lost = 0;
      const { terminate } = await import('maxmargin');
      await terminate();
      const model = await new LowRankSVC(options).fitChunks(chunks, { executor: killing((mine) => mine.slice(0, 2)) });
      told.push(Buffer.compare(await model.save(), await wanted.save()), lost);
      await terminate();
      const other = new LowRankSVC(options);
      await other.fitChunks(chunks, { executor: killing((mine) => mine.slice(2, 3)) }).catch(({ code }) => told.push(code));
      await other.fitChunks(chunks, { executor: threads({ workers: 2 }) });
      told.push(Buffer.compare(await other.save(), await wanted.save()));
      console.log(JSON.stringify(told));
      await terminate();
    `);
    assert.deepEqual(JSON.parse(stdout || '0'), [0, 2, 'ERR_RUNTIME_CRASHED', 0], stderr);
  });

  it('fails when its executor loses a job for good, or answers rubbish, and then can fit again', async () => {
    const broken = (change) => ({
      name: 'broken',
      capacity: () => 1,
      async open(opening, waiting) {
        const session = await threads({ workers: 1 }).open(opening, waiting);
        const submit = (job, own) => change(job, () => session.submit(job, own));
        return { reply: session.reply, submit, close: () => session.close() };
      },
    });
    const answer = (then) => broken((job, go) => (job.request.step === 'answer' ? then(go) : go()));
    const hold = (then) => broken((job, go) => (job.request.step === 'hold' ? then(go) : go()));
    const lost = () => {
      throw new MaxMarginError('ERR_WORKER_LOST', '', 'two workers were lost');
    };
    const model = new LowRankSVC(options);
    for (const [executor, expected] of [
      [answer(lost), { code: 'ERR_WORKER_LOST' }],
      [hold(lost), { code: 'ERR_WORKER_LOST' }],
      [answer(async () => 7), { code: 'ERR_FUNCTION', argument: 'executor' }],
      [answer(async () => ({ value: {}, buffers: {} })), { code: 'ERR_FUNCTION', message: /'broken' to a job has no sums of chunks\[0\]/ }], // prettier-ignore
      [hold(async () => ({ value: {}, buffers: {} })), { code: 'ERR_FUNCTION', argument: 'executor' }], // prettier-ignore
      [answer(async (go) => { const { value, buffers } = await go(); return { value, buffers: { 0: buffers[0].slice(8) } }; }), { code: 'ERR_INTERNAL' }], // prettier-ignore
    ]) {
      await fails(() => model.fitChunks(cut({ X, y }), { executor }), expected);
    }
    const controller = new AbortController();
    const never = answer(() => new Promise(() => setTimeout(() => controller.abort(), 50)));
    const { signal } = controller;
    await assert.rejects(model.fitChunks(cut({ X, y }), { executor: never, signal }), { name: 'AbortError' }); // prettier-ignore
    await model.fitChunks(cut({ X, y }), { executor: threads({ workers: 1 }) });
  });

  it('refuses what fitChunks refuses, with the number of the chunk', async () => {
    const executor = threads({ workers: 2 });
    const fit = (chunks, more = {}) => () => new LowRankSVC({ ...options, ...more }).fitChunks(chunks, { executor }); // prettier-ignore
    const [first] = cut({ X, y }, 300);
    const at = { chunk: 1 };
    await fails(fit([]), { code: 'ERR_EMPTY', argument: 'chunks' });
    await fails(fit([first, { X: [[1, 2]], y: ['a'] }]), { code: 'ERR_FEATURE_COUNT', argument: 'X', details: at }); // prettier-ignore
    await fails(fit([first, { X: [[1, NaN, 3]], y: ['a'] }]), { argument: 'X', details: at });
    await fails(fit([first, { X: [[1, 2, 3]], y: ['a', 'b'] }]), { argument: 'y', details: at });
    await fails(fit([first, { X: [[1, 2, 3]], y: [1] }]), { code: 'ERR_TYPE', argument: 'y', details: at }); // prettier-ignore
    await fails(fit([first, { X: [[1, 2, 3]], y: ['a'], sampleWeight: [1] }]), { argument: 'sampleWeight', details: at }); // prettier-ignore
    await fails(fit([first, { X: [[1, 2, 3]] }]), { argument: 'y', details: at });
    await fails(fit([{ X: X.slice(0, 5), y: Array(5).fill('a') }], { nComponents: 2 }), { code: 'ERR_ONE_CLASS', argument: 'y' }); // prettier-ignore
    await fails(fit([first], { loss: 'hinge' }), { code: 'ERR_OPTION', argument: 'loss', message: /'squaredHinge', 'modifiedHuber' or 'logistic', or leave the executor out/ }); // prettier-ignore
    await fails(() => new LowRankSVR({ nComponents: 5 }).fitChunks(cut({ X, y: target }), { executor }), { code: 'ERR_OPTION', argument: 'loss', message: /'squaredEpsilonInsensitive'/ }); // prettier-ignore
    await fails(fit([first], { probability: 'sigmoid' }), { code: 'ERR_OPTION', argument: 'probability' }); // prettier-ignore
    await fails(fit([first], { warmStart: true }), { code: 'ERR_OPTION', argument: 'warmStart' });
    await fails(fit([{ file: 'a.csv' }]), {
      code: 'ERR_TYPE',
      argument: 'chunks',
      message: /target/,
    });
    await fails(fit([{ file: 'a.csv', target: 1, sep: ';' }]), { code: 'ERR_OPTION', message: /no 'sep'/ }); // prettier-ignore
    await fails(() => new LowRankSVC(options).fitChunks([first], { executor: {} }), { code: 'ERR_TYPE', argument: 'executor' }); // prettier-ignore
    await sync.init();
    await fails(() => new sync.LowRankSVC(options).fitChunks([first], { executor }), { code: 'ERR_TYPE', argument: 'executor', message: /import maxmargin/ }); // prettier-ignore
    for (const files of ['data', [7], false]) await fails(() => threads({ files }), { code: 'ERR_TYPE', argument: 'files' }); // prettier-ignore
    await fails(() => threads({ readChunk: 7 }), { code: 'ERR_TYPE', argument: 'readChunk' });
  });

  it('needs maxmargin/executor, and says so', async () => {
    const { stdout, stderr } = await script(`
      import { LowRankSVC, terminate } from 'maxmargin';
      const executor = { capacity: () => 1, open() {} };
      const chunks = [{ X: [[1], [2], [3]], y: [0, 1, 1] }];
      const fit = () => new LowRankSVC({ loss: 'logistic' }).fitChunks(chunks, { executor });
      const told = await fit().catch(({ code, message }) => [code, message]);
      await import('maxmargin/executor');
      told.push(await fit().catch(({ code }) => code));
      console.log(JSON.stringify(told));
      await terminate();
    `);
    const [code, message, after] = JSON.parse(stdout || '[]');
    assert.deepEqual([code, after], ['ERR_OPTION', 'ERR_FUNCTION'], stderr);
    assert.match(message, /add import 'maxmargin\/executor'/);
  });

  it('reports, and stops with the best solution so far', async () => {
    const executor = threads({ workers: 2 });
    const reports = [];
    const model = new LowRankSVC(options);
    await model.fitChunks(cut({ X, y }, 300), { executor, onProgress: (report) => void reports.push(report) }); // prettier-ignore
    assert.ok(reports.some(({ phase, rows }) => phase === 'features' && rows === 300));
    const newton = reports.filter(({ phase }) => phase === 'newton');
    assert.ok(newton.length > 2 && newton.every(({ rows }) => rows === 600));
    assert.ok(newton.every(({ gap }, i) => i === 0 || gap <= newton[0].gap));
    assert.ok(reports.every(({ fraction }, i) => fraction <= 1 && fraction >= (reports[i - 1]?.fraction ?? 0))); // prettier-ignore
    const stopped = new LowRankSVC(options);
    await stopped.fitChunks(cut({ X, y }, 300), { executor, onProgress: ({ iteration }) => !(iteration > 2) }); // prettier-ignore
    assert.equal(stopped.status, 'stopped');
    assert.ok((await stopped.score(X, y)) > 0.5);
    const never = new LowRankSVC(options);
    await fails(() => never.fitChunks(cut({ X, y }, 300), { executor, onProgress: () => false }), { code: 'ERR_STOPPED' }); // prettier-ignore
  });
});

describe('chunks that are files', { timeout: 300_000 }, () => {
  const root = mkdtempSync(join(tmpdir(), 'maxmargin-rows-'));
  const folder = join(root, 'data');
  mkdirSync(folder);
  after(() => rmSync(root, { recursive: true }));
  const numbers = (name, rows, as) => writeFileSync(join(folder, name), as.from(rows.flat()));
  const lists = { X: X.map((row) => row.map(Math.fround)), y: y.map((label) => 'abc'.indexOf(label)), sampleWeight }; // prettier-ignore
  const parts = cut(lists, 250, 390);
  for (const [i, part] of parts.entries()) {
    const rows = part.X.map((row, at) => [...row, part.sampleWeight[at], part.y[at]]);
    writeFileSync(join(folder, `${i}.csv`), `p,q,r,weight,kind\n${rows.map((row) => row.join()).join('\n')}\n`); // prettier-ignore
    numbers(`${i}.f32`, rows, Float32Array);
    numbers(`${i}.f64`, rows, Float64Array);
  }
  writeFileSync(join(root, 'secret.csv'), 'p,q,r,weight,kind\n1,2,3,1,0\n');
  symlinkSync(join(root, 'secret.csv'), join(folder, 'link.csv'));
  const csv = (file, more) => ({ file, target: 'kind', sampleWeight: 'weight', ...more });
  const plain = (file, more) => ({ file, target: -1, sampleWeight: 3, columns: 5, ...more });
  const executor = threads({ workers: 2, files: [folder] });
  const fit = (chunks, more = { executor }) => new LowRankSVC(options).fitChunks(chunks, more);
  const plans = (make, ending) => [0, 1, 2].map((i) => make(`${i}.${ending}`));

  it('are opened by workers, and give the solution of their rows, mixed with such, too', async () => {
    const wanted = await fit(parts, { executor: threads({ workers: 1 }) });
    const bytes = await wanted.save();
    const flatly = (model) => model.decisionFunction(lists.X).then((all) => all.flat?.() ?? all);
    for (const chunks of [
      plans(plain, 'f32'),
      plans(plain, 'f64'),
      plans((name) => plain(join(folder, name), { format: 'float32' }), 'f32'),
      plans((name) => plain(pathToFileURL(join(folder, name))), 'f64'),
      [parts[0], plain('1.f32'), parts[2]],
      [plain('0.f64'), parts[1], plain('2.f32')],
    ]) {
      assert.deepEqual(await (await fit(chunks)).save(), bytes);
    }
    const named = await fit(plans(csv, 'csv'));
    assert.deepEqual(named.featureNames, ['p', 'q', 'r']);
    assert.ok(Math.abs(named.fitInfo.objective / wanted.fitInfo.objective - 1) < 1e-9);
    const [a, b] = [await flatly(named), await flatly(wanted)];
    a.forEach((v, i) => assert.ok(Math.abs(v - b[i]) < 1e-5));
  });

  it('go on when workers are lost, and are read anew', async () => {
    let count = 0;
    const far = threads({ workers: 1, files: [folder] });
    const losing = {
      name: 'losing',
      capacity: () => 1,
      async open(opening, waiting) {
        let session = await far.open(opening, waiting);
        return {
          reply: session.reply,
          async submit(job, own) {
            if (++count === 6) {
              session.close();
              session = await far.open(opening, waiting);
            }
            return session.submit(job, own);
          },
          close: () => session.close(),
        };
      },
    };
    const model = await fit(plans(plain, 'f32'), { executor: losing });
    assert.ok(count > 6);
    assert.deepEqual(await model.save(), await (await fit(plans(plain, 'f32'))).save());
  });

  it('come from addresses, if these are allowed', async () => {
    const asked = [];
    const server = createServer((request, response) => {
      asked.push(request.url);
      if (request.url === '/moved.f32') return void response.writeHead(302, { location: '/rows/0.f32' }).end(); // prettier-ignore
      const rows = parts[Number(/rows\/(\d)/.exec(request.url)?.[1])];
      if (!rows) return void response.writeHead(404).end();
      response.end(Buffer.from(Float32Array.from(rows.X.flatMap((row, at) => [...row, rows.sampleWeight[at], rows.y[at]])).buffer)); // prettier-ignore
    });
    await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
    after(() => server.close());
    const base = `http://127.0.0.1:${server.address().port}`;
    const near = threads({ workers: 2, files: [`${base}/rows/`] });
    const model = await fit(
      [0, 1, 2].map((i) => plain(`${base}/rows/${i}.f32`)),
      { executor: near },
    );
    assert.deepEqual(await model.save(), await (await fit(plans(plain, 'f32'))).save());
    const refused = { code: 'ERR_OPTION', argument: 'chunks', message: /may not open/ };
    const count = asked.length;
    for (const path of [
      '/other.f32',
      '/rows/../other.f32',
      '/rows/%2e%2e/other.f32',
      '/rows/..%2fother.f32',
    ]) {
      // prettier-ignore
      await fails(() => fit([plain(base + path)], { executor: near }), refused);
    }
    await fails(() => fit([plain(`http://localhost:1/rows/0.f32`)], { executor: near }), refused);
    await fails(() => fit([plain(`${base}/rows/0.f32`)]), refused);
    assert.equal(asked.length, count);
    const all = threads({ workers: 1, files: true });
    const failed = { code: 'ERR_FORMAT', argument: 'chunks' };
    await fails(() => fit([plain(`${base}/none.f32`)], { executor: all }), {
      ...failed,
      message: /404/,
    });
    await fails(() => fit([plain(`${base}/moved.f32`)], { executor: all }), failed);
  });

  it('are opened in the folders of the workers alone', async () => {
    for (const name of [
      '../secret.csv',
      'link.csv',
      join(root, 'secret.csv'),
      pathToFileURL(join(root, 'secret.csv')),
      'none.csv',
      'a\0.csv',
      '..',
      '.',
    ]) {
      // prettier-ignore
      await fails(() => fit([csv(name)]), { code: 'ERR_OPTION', argument: 'chunks', message: /may not open .*start it with the folder/ }); // prettier-ignore
    }
    await fails(() => fit([csv('0.csv')], { executor: threads({ workers: 1 }) }), { code: 'ERR_OPTION', message: /it opens none/ }); // prettier-ignore
    await fails(() => fit([plain('0.f32'), csv('none.csv')]), { message: /chunks\[1\].*none\.csv/, details: { chunk: 1 } }); // prettier-ignore
  });

  it('that do not have what they should are refused by name', async () => {
    writeFileSync(join(folder, 'short.f32'), new Uint8Array(30));
    writeFileSync(join(folder, 'empty.f32'), '');
    writeFileSync(join(folder, 'nan.csv'), 'p,q,r,weight,kind\n1,2,x,1,0\n1,2,x,1,1\n');
    writeFileSync(join(folder, 'other.csv'), 'p,q,weight,kind\n1,2,1,0\n1,2,1,1\n');
    numbers('nan.f32', [[1, NaN, 3, 1, 0]], Float32Array);
    numbers('inf.f64', [[1, Infinity, 3, 1, 0]], Float64Array);
    const named = (name) => new RegExp(name.replace('.', '\\.'));
    for (const [chunk, more] of [
      [plain('short.f32'), { code: 'ERR_FORMAT' }],
      [plain('empty.f32'), { code: 'ERR_FORMAT' }],
      [plain('0.f32', { columns: 4 }), { code: 'ERR_FORMAT' }],
      [plain('0.f32', { columns: 1e9 }), { code: 'ERR_FORMAT' }],
      [plain('0.f32', { columns: undefined }), { code: 'ERR_FORMAT' }],
      [plain('0.f32', { target: 5 }), { code: 'ERR_FORMAT' }],
      [plain('0.f32', { format: 'parquet' }), { code: 'ERR_FORMAT' }],
      [csv('0.csv', { sampleWeight: 'none' }), { code: 'ERR_FORMAT' }],
      [csv('0.csv', { target: 'none' }), {}],
      [csv('0.csv', { csv: { delimiter: 7 } }), {}],
    ]) {
      await fails(() => fit([chunk]), { message: named(chunk.file), details: { chunk: 0, file: chunk.file }, ...more }); // prettier-ignore
    }
    await fails(() => fit([csv('0.csv'), csv('other.csv')]), {
      message: /chunks\[1\].*other\.csv/,
    });
    await fails(() => fit([csv('0.csv'), csv('nan.csv')]), { message: /chunks\[1\].*nan\.csv/ });
    for (const name of ['nan.f32', 'inf.f64']) {
      await fails(() => fit([plain('0.f32'), plain(name)]), {
        message: /chunks\[1\]/,
        argument: 'X',
      });
    }
    await fails(() => fit([plain('0.f32'), { file: '1.f32', target: -1, columns: 5 }]), { argument: 'sampleWeight' }); // prettier-ignore
    await fails(() => fit([plain('0.f32'), plain('1.f32', { columns: 10 })]), { code: 'ERR_FEATURE_COUNT', details: { chunk: 1 } }); // prettier-ignore
  });

  it('of other formats are read by readChunk', async () => {
    const seen = [];
    const readChunk = async (chunk, signal) => {
      seen.push([chunk.file, chunk.format, signal?.aborted]);
      return chunk.format === 'mine' ? parts[chunk.columns] : undefined;
    };
    const own = threads({ workers: 2, files: [folder], readChunk });
    const mine = (columns) => plain('0.csv', { format: 'mine', columns });
    const model = await fit([mine(0), plain('1.f32'), mine(2)], { executor: own });
    assert.deepEqual(await model.save(), await (await fit(plans(plain, 'f32'))).save());
    assert.deepEqual(seen[0], [join(folder, '0.csv'), 'mine', false]);
    const throws = threads({ workers: 1, files: [folder], readChunk: () => { throw new TypeError('mine'); } }); // prettier-ignore
    await fails(() => fit([mine(0)], { executor: throws }), { code: 'ERR_FORMAT', message: /0\.csv: mine/ }); // prettier-ignore
  });
});
