/** Handwritten words, news texts, genes. */
import { of, parse, pick, random, stratified, summary, tableOf, textOf } from './help.js';

/** Letters of handwritten words: 16 x 8 pixels each, of a part. @param {string} text */
function letters(text) {
  const parts = {};
  const rows = text.trim().split('\n').slice(1).map((line) => line.split(',')); // prettier-ignore
  for (const name of ['train', 'test']) {
    const own = rows.filter(([split]) => split === name);
    const data = new Float64Array(own.length * 128);
    const lengths = [];
    let last;
    own.forEach(([, word, , , pixels], i) => {
      if (word !== last) lengths.push(0);
      last = word;
      lengths[lengths.length - 1] += 1;
      for (let p = 0; p < 128; p++) data[128 * i + p] = (parseInt(pixels[p >> 2], 16) >> (3 - (p & 3))) & 1; // prettier-ignore
    });
    parts[name] = { X: { data, rows: own.length, cols: 128 }, y: own.map((row) => row[3]), lengths }; // prettier-ignore
  }
  return parts;
}

/** Letters wrong in percent. */
export async function ocr({ machine }, context) {
  const { mm } = context;
  const { train, test } = await parse(context, 'structured/ocr-taskar.csv.gz', letters);
  const chain = machine !== 'multiclass';
  const model = chain ? new mm.SequenceTagger(machine === 'perceptron' ? { algorithm: 'perceptron' } : { C: 0.1, tol: 0.01 }) : new mm.MulticlassSVC({ kernel: 'linear', C: 0.03 }); // prettier-ignore
  const settings = (part) => (chain ? [{ lengths: part.lengths }] : []);
  await model.fit(train.X, train.y, ...settings(train));
  const wrong = 1 - (await model.score(test.X, test.y, ...settings(test)));
  model.dispose();
  return {
    value: 100 * wrong,
    sd: 100 * Math.sqrt((wrong * (1 - wrong)) / test.y.length),
    n: 1,
  };
}

/** The rows of an ARFF file whose first column is quoted text. */
async function texts(context, name) {
  const { data } = { data: await textOf(context, name) };
  const lines = data.slice(data.toLowerCase().indexOf('@data') + 5).trim().split('\n'); // prettier-ignore
  const rows = lines
    .map((line) => /^'((?:[^'\\]|\\.)*)',\s*(\d)/.exec(line.trim()))
    .filter(Boolean);
  return { X: rows.map(([, text]) => text.replace(/\\n/g, ' ').replace(/\\(.)/g, '$1')), y: rows.map(([, , label]) => Number(label)) }; // prettier-ignore
}

/** Break-even points of corn. */
export async function reuters({ machine }, context) {
  const { mm } = context;
  const [train, test] = [await texts(context, 'text/ReutersCorn-train.arff.gz'), await texts(context, 'text/ReutersCorn-test.arff.gz')]; // prettier-ignore
  const words = new mm.TfidfVectorizer();
  const X = await words.fitTransform(train.X);
  const Z = await words.transform(test.X);
  const [, kind, number] = /^(?:SVM )?(poly|rbf|k-NN)\s*\.?([\d.]*)/.exec(machine.replace('rbf .', 'rbf 0.')); // prettier-ignore
  let scores;
  if (kind === 'k-NN') {
    const model = await new mm.KNeighborsClassifier({ nNeighbors: 30 }).fit(X, train.y);
    scores = Array.from(await model.decisionFunction(Z));
  } else {
    const options = kind === 'poly' ? { kernel: 'poly', degree: Number(number), gamma: 1, coef0: 1 } : { gamma: Number(number) }; // prettier-ignore
    const model = await new mm.SVC({ ...options, C: 1 }).fit(X, train.y);
    scores = Array.from(await model.decisionFunction(Z));
  }
  const found = mm.breakEven(test.y, scores);
  return { value: 100 * (found.value ?? found) };
}

/** Three-fold errors of ten draws of folds. */
async function threeFolds(y, errorOf) {
  const errors = [];
  for (let seed = 1; seed <= 10; seed++) {
    let wrong = 0;
    for (const fold of stratified(y, 3, random(seed))) wrong += await errorOf(fold);
    errors.push(wrong / y.length);
  }
  return summary(errors);
}

/** Promoter genes as 228 indicators. */
export async function promoters(_, context) {
  const text = await textOf(context, 'strings/promotergene.csv');
  const lines = text.trim().split('\n').map((line) => line.trim().replaceAll('"', '').split(',')); // prettier-ignore
  const rows = lines.filter((cells) => cells.some((cell) => /^[acgt]+$/i.test(cell) && cells.length > 2) || /^[acgt]{57}$/i.test(cells[cells.length - 1])); // prettier-ignore
  const y = rows.map((cells) => cells[0]);
  const genes = rows.map((cells) => cells.slice(1).join('').toLowerCase());
  if (new Set(y).size !== 2 || genes.some((gene) => gene.length !== 57)) throw new Error('promotergene.csv has other rows'); // prettier-ignore
  const X = tableOf(genes.map((gene) => Array.from(gene).flatMap((letter) => Array.from('acgt', (one) => Number(one === letter))))); // prettier-ignore
  return threeFolds(y, async ({ train, test }) => {
    const model = await new context.mm.SVC({ C: 60, gamma: 0.01 }).fit(pick(X, train), of(y, train)); // prettier-ignore
    const right = await model.score(pick(X, test), of(y, test));
    model.dispose();
    return Math.round(test.length * (1 - right));
  });
}

/** Forty news texts by a string kernel. */
export async function stringKernel(_, context) {
  const lines = (await textOf(context, 'strings/reuters-kernlab-acq-crude.tsv')).trim().split('\n');
  const rows = lines.map((line) => line.split('\t')).filter(([label]) => label === 'acq' || label === 'crude'); // prettier-ignore
  const [y, X] = [rows.map(([label]) => label), rows.map((cells) => cells[cells.length - 1])];
  if (y.length !== 40) throw new Error(`40 texts are wanted, ${y.length} are there`);
  return threeFolds(y, async ({ train, test }) => {
    const kernel = context.mm.kernels.spectrum({ length: 5 });
    const model = await new context.mm.SVC({ kernel, C: 1 }).fit(of(X, train), of(y, train));
    const right = await model.score(of(X, test), of(y, test));
    model.dispose();
    return Math.round(test.length * (1 - right));
  });
}
