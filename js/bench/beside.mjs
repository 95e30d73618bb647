/**
 * Values of scikit-learn beside ours: the protocols of the living paper see the package as one object,
 * and here its support vector machines are those of scikit-learn. So the splits, the scaling, the
 * folds and the measures are the very same. Protocols that fit anything else are left out.
 *
 * Run from the module root, after make build: node js/bench/beside.mjs FOLDER...
 * with --only SOURCE and --most SECONDS. It writes the field beside of demo/paper/values.
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { gunzipSync } from 'node:zlib';

import { Runner, filesOf, grouped, isRunnable } from '../../demo/paper/run.js';

const root = fileURLToPath(new URL('../../', import.meta.url));
const dist = (name) => import(join(root, 'npm', 'dist', name));
const [maxmargin, data, metrics] = await Promise.all(['node.js', 'data.js', 'metrics.js'].map(dist)); // prettier-ignore

const { values: given, positionals } = parseArgs({
  allowPositionals: true,
  options: { only: { type: 'string' }, most: { type: 'string', default: '60' } },
});

const python = spawn('/usr/bin/python3', [fileURLToPath(new URL('beside.py', import.meta.url))], { stdio: ['pipe', 'pipe', 'inherit'] }); // prettier-ignore
const lines = createInterface({ input: python.stdout })[Symbol.asyncIterator]();

/** The answer of scikit-learn. Questions are asked one after the other. */
async function ask(question) {
  python.stdin.write(`${JSON.stringify(question)}\n`);
  const { answer, error } = JSON.parse((await lines.next()).value);
  if (error) throw new Error(error);
  return answer;
}

/** A table of numbers as text. */
function packed(X) {
  const { data: flat, rows, scale = 1 } = X.data ? X : tableOf(X);
  const type = { Float64Array: 'f8', Float32Array: 'f4', Uint8Array: 'u1' }[flat.constructor.name];
  if (!type) throw new Error('no dense table');
  const bytes = Buffer.from(flat.buffer, flat.byteOffset, flat.byteLength);
  return { data: bytes.toString('base64'), type, rows, scale };
}

const tableOf = (rows) => ({ data: Float64Array.from(rows.flat()), rows: rows.length });

let fits = 0;

/** A machine of scikit-learn with the face of ours, as far as the protocols look at it. */
const machine = (name, kind) =>
  class {
    kind = kind;
    #options;
    #model;
    constructor(options = {}) {
      this.#options = options;
    }
    getParams() {
      return this.#options;
    }
    setParams(options) {
      this.#options = { ...this.#options, ...options };
      return this;
    }
    async fit(X, y, { sampleWeight } = {}) {
      const labels = y && Array.from(y);
      const { model, ...fitted } = await ask({ do: 'fit', machine: name, options: this.#options, X: packed(X), y: labels, sampleWeight }); // prettier-ignore
      fits++;
      this.#model = model;
      return Object.assign(this, fitted);
    }
    predict(X) {
      return ask({ do: 'ask', model: this.#model, method: 'predict', X: packed(X) });
    }
    decisionFunction(X) {
      return ask({ do: 'ask', model: this.#model, method: 'decision_function', X: packed(X) });
    }
    async score(X, y) {
      const told = await this.predict(X);
      const measure = kind === 'classifier' ? metrics.accuracyScore : metrics.r2Score;
      return measure(Array.from(y), told);
    }
    dispose() {
      if (this.#model !== undefined) ask({ do: 'forget', model: this.#model });
    }
  };

const mm = {
  ...data,
  ...metrics,
  crossValidate: maxmargin.crossValidate,
  GridSearch: maxmargin.GridSearch,
  SVC: machine('SVC', 'classifier'),
  NuSVC: machine('NuSVC', 'classifier'),
  OneClassSVM: machine('OneClassSVM', 'outlier'),
  SVR: machine('SVR', 'regressor'),
  NuSVR: machine('NuSVR', 'regressor'),
};

const paths = new Map();
for (const folder of positionals) {
  for (const name of readdirSync(folder, { recursive: true })) {
    const path = join(folder, name);
    if (statSync(path).isFile() && statSync(path).size < 64e6) paths.set(createHash('sha256').update(readFileSync(path)).digest('hex'), path); // prettier-ignore
  }
}

const tool = `scikit-learn ${await ask({ do: 'version' })}`;
const folder = join(root, 'demo', 'paper');
const read = (kind, name) => JSON.parse(readFileSync(join(folder, kind, name), 'utf8'));
const line = (object) => JSON.stringify(object, null, 1).replace(/\n\s*/g, ' ');

for (const name of readdirSync(join(folder, 'values'))) {
  const { id, records } = read('records', name);
  if (given.only && given.only !== id) continue;
  const values = read('values', name);
  const hashes = new Map(
    records.flatMap((one) => one.data.map((file) => [file.name, file.sha256])),
  );
  const path = (file) => paths.get(hashes.get(file));
  const runner = new Runner({
    mm,
    has: async (file) => Boolean(path(file)),
    file: async (file) => (file.endsWith('.gz') ? gunzipSync(readFileSync(path(file))) : readFileSync(path(file))), // prettier-ignore
  });
  const known = records.filter((record) => isRunnable(record) && filesOf(record).every(path) && values[record.id]?.seconds <= Number(given.most)); // prettier-ignore
  for (const group of grouped(known)) {
    const before = fits;
    for (const record of group) {
      try {
        const { value } = await runner.compute(record);
        if (fits === before) continue;
        values[record.id].beside = { [tool]: Number(value.toPrecision(12)) };
        console.log(`${record.id}: ${value}, ours ${values[record.id].value}`);
      } catch (error) {
        console.log(`${record.id}: left out, ${error.message}`);
      }
    }
    const text = Object.entries(values).map(([key, value]) => `  ${JSON.stringify(key)}: ${line(value)}`); // prettier-ignore
    writeFileSync(join(folder, 'values', name), `{\n${text.join(',\n')}\n}\n`);
  }
}
python.stdin.end();
await maxmargin.terminate();
