/** The data, and the machine that learns from them. */

import { SVC, gramMatrix, kernels, trainTestSplit } from 'maxmargin';
import { kernelAlignment, kernelNorms } from 'maxmargin/study';
import { readCsv } from 'maxmargin/data';
import { Pieces } from './pieces.js';

const seed = 1;
const batch = 300; // sequences that are predicted at once, so that Stop works in between

/** The kernels of the page, each with the number that can be chosen for it. */
export const choices = {
  weightedDegree: {
    lengths: [1, 2, 3, 5, 8, 12], usual: 5,
    make: (degree) => kernels.weightedDegree({ degree, alphabet: 'dna' }),
    about: 'Counts runs of letters that are the same in both strings at the same place, up to this length; long runs count more. For strings of one length whose places mean something.',
  },
  spectrum: {
    lengths: [1, 2, 3, 4, 6, 8], usual: 4,
    make: (length, more) => kernels.spectrum({ length, alphabet: 'dna', ...more }),
    about: 'Counts how often every piece of this length occurs in each string, wherever it is. For strings of any length.',
  },
  mismatch: {
    lengths: [3, 4, 5, 6], usual: 4,
    make: (length, more) => kernels.mismatch({ length, mismatches: 1, alphabet: 'dna', ...more }),
    about: 'As the spectrum kernel, but a piece also counts for all that differ from it in one letter. It takes longer: some seconds for 1,000 sequences, more for long pieces.',
  },
};

export const makeKernel = (name, length) => choices[name].make(length);

/** Sequences of the four letters, each once, and their classes. */
export async function readSequences(text) {
  const { texts, y } = await readCsv(text, { target: 'class', types: { id: 'text', sequence: 'text' } });
  const seen = new Set();
  const sequences = [];
  const classes = [];
  texts.sequence.forEach((sequence, row) => {
    if (!/^[ACGT]+$/.test(sequence) || seen.has(sequence)) return;
    seen.add(sequence);
    sequences.push(sequence);
    classes.push(y[row]);
  });
  return { sequences, classes };
}

export function divide({ sequences, classes }, trainRows) {
  const testSize = (sequences.length - trainRows) / sequences.length;
  return trainTestSplit(sequences, classes, { testSize, stratify: true, seed });
}

/** @param {{ kernel: object, C: number }} options */
export async function train(options, { XTrain, yTrain }, { signal, onProgress }) {
  const model = new SVC(options);
  await model.fit(XTrain, yTrain, { signal, onProgress });
  return model;
}

/** Predictions, some at a time. */
export async function predictAll(model, sequences, { signal, onProgress }) {
  const answers = [];
  for (let from = 0; from < sequences.length; from += batch) {
    signal.throwIfAborted();
    onProgress(from / sequences.length);
    answers.push(...await model.predict(sequences.slice(from, from + batch)));
  }
  return answers;
}

/** The training sequences with the largest kernel values. */
export async function nearest(kernel, { XTrain, yTrain }, sequence, howMany = 6) {
  const values = await gramMatrix(kernel, XTrain, [sequence]);
  const order = Array.from(values.keys()).sort((a, b) => values[b] - values[a]);
  return order.slice(0, howMany).map((row) => ({ sequence: XTrain[row], label: yTrain[row], value: values[row] }));
}

/**
 * The contribution of each piece of a sequence to a decision value, if the kernel counts
 * pieces at any position.
 */
export async function piecesOf(name, length, model, { yTrain }) {
  const unscaled = choices[name].make(length, { normalize: false });
  const pieces = new Pieces(name, length, model, yTrain, await kernelNorms(unscaled, model.supportVectors));
  return async (sequence, pair) => pieces.explain(sequence, (await kernelNorms(unscaled, [sequence]))[0], pair);
}

/** Kernel values among some sequences of each class, in the order of the classes. */
export async function gramOf(kernel, { XTrain, yTrain }, each = 30) {
  const classes = [...new Set(yTrain)].sort();
  const rows = classes.flatMap((label) => XTrain.filter((_, row) => yTrain[row] === label).slice(0, each));
  const labels = classes.flatMap((label) => Array(Math.min(each, yTrain.filter((one) => one === label).length)).fill(label));
  const [K, alignment] = await Promise.all([gramMatrix(kernel, rows), kernelAlignment(kernel, rows, labels, { centered: true })]);
  return { K, size: rows.length, alignment };
}
