/**
 * Classify strings by the substrings that they share, with a string kernel: here made-up
 * sequences, some of which contain a signature.
 *
 *     node strings.mjs
 */
import { SVC, crossValidate, kernels } from 'maxmargin';
import { makeVirusSignature } from 'maxmargin/data';

const { X, y, signature } = makeVirusSignature({ samples: 160, seed: 3 });
console.log(`${X.length} strings such as ${X[0]}; the signature is ${signature}`);

for (const length of [2, 3, 4]) {
  // It counts the common substrings of this length; values are normalised, so long strings do not count more.
  const kernel = kernels.spectrum({ length, normalize: true });
  const { mean } = await crossValidate(new SVC({ kernel, C: 10 }), X, y, { folds: 5, seed: 1 });
  console.log(`pieces of ${length}: accuracy ${mean.toFixed(3)} in cross-validation`);
}
