/**
 * The contribution of each piece of a sequence to a decision value, for the kernels that
 * count pieces at any position: their functions are linear in the counts, so that
 * the sum over the support vectors gives a weight for every possible piece.
 */

const letters = 'ACGT';

/** The kernel value of two pieces that differ in 0, 1, 2 letters. */
const likeness = {
  spectrum: () => [1],
  // The number of pieces that differ from both in at most one letter.
  mismatch: (length) => [1 + 3 * length, 4, 2],
};

/** A piece as a number: two bits a letter. */
function codesOf(sequence, length) {
  const codes = [];
  const mask = 4 ** length - 1;
  let code = 0;
  for (let i = 0; i < sequence.length; i++) {
    code = ((code << 2) | letters.indexOf(sequence[i])) & mask;
    if (i >= length - 1) codes.push(code);
  }
  return codes;
}

/** All pieces that differ from one in at most so many letters, with the number of different letters. */
function* neighbours(code, length, most, from = 0, differ = 0) {
  yield [code, differ];
  if (differ === most) return;
  for (let place = from; place < length; place++) {
    for (let change = 1; change < 4; change++) yield* neighbours(code ^ (change << (2 * place)), length, most, place + 1, differ + 1);
  }
}

/** The weights of all pieces for a kernel, per pair of classes, from a trained machine. */
export class Pieces {
  #length;
  #like;
  #weights; // of each pair of classes: the sum over support vectors of their coefficient times their counts
  #intercept;

  /**
   * @param {'spectrum' | 'mismatch'} kernel
   * @param {{ supportVectors: string[], supportIndices: ArrayLike<number>, dualCoef: Float64Array & { shape: number[] }, intercept: ArrayLike<number>, classes: ArrayLike<unknown> }} model
   * @param {unknown[]} yTrain
   * @param {ArrayLike<number>} norms  of the support vectors, as kernelNorms gives them without normalize
   */
  constructor(kernel, length, model, yTrain, norms) {
    this.#length = length;
    this.#like = likeness[kernel](length);
    this.#intercept = model.intercept;
    const { supportVectors, supportIndices, dualCoef } = model;
    const classes = Array.from(model.classes);
    const pairs = classes.flatMap((_, first) => classes.slice(first + 1).map((_, rest) => [first, first + 1 + rest]));
    this.#weights = pairs.map(() => new Float64Array(4 ** length));
    const count = supportVectors.length;
    supportVectors.forEach((vector, i) => {
      const own = classes.indexOf(yTrain[supportIndices[i]]);
      const codes = codesOf(vector, length);
      pairs.forEach(([first, second], pair) => {
        if (own !== first && own !== second) return;
        // A coefficient for each of the other classes, in their order.
        const coefficient = dualCoef[(own === first ? second - 1 : first) * count + i];
        if (coefficient === 0) return;
        for (const code of codes) this.#weights[pair][code] += coefficient / norms[i];
      });
    });
  }

  /**
   * The contributions of the pieces of a sequence to the decision value of a pair of classes.
   *
   * @param {number} norm  of the sequence
   * @param {number} pair  number of the pair: the first class with each after it, then the second…
   * @returns {{ constant: number, pieces: { piece: string, times: number, amount: number }[] }}  amounts and constant add up to the value
   */
  explain(sequence, norm, pair) {
    const codes = codesOf(sequence, this.#length);
    const found = new Map();
    codes.forEach((code, at) => {
      const piece = sequence.slice(at, at + this.#length);
      const one = found.get(piece) ?? { piece, times: 0, amount: 0 };
      one.times++;
      for (const [near, differ] of neighbours(code, this.#length, this.#like.length - 1)) {
        one.amount += (this.#like[differ] * this.#weights[pair][near]) / norm;
      }
      found.set(piece, one);
    });
    const pieces = [...found.values()].sort((a, b) => b.amount - a.amount);
    return { constant: this.#intercept[pair], pieces };
  }
}
