// Geometry in feature space, as users write it, must compile. Compiled, never run.
import { checkKernel, gramMatrix, kernels, SVC } from 'maxmargin';
import {
  centerGram,
  compareExpansions,
  countMonomials,
  empiricalFeatureMap,
  estimateGram,
  featureDimension,
  filterOfKernel,
  filterPenalty,
  kernelAlignment,
  kernelDistances,
  kernelMetric,
  kernelOfFilter,
  kernelOfPenalty,
  kernelSpectrum,
  RegularizationNetwork,
  regularizerOfFilter,
  sparseGram,
} from 'maxmargin/study';
import type { KernelLike, KernelReport, SparseRows } from 'maxmargin';
import type { Evidence } from 'maxmargin/study';
import * as sync from 'maxmargin/sync';
import * as studySync from 'maxmargin/study/sync';

export async function geometry() {
  const X = [
    [0, 1],
    [1, 0],
  ];
  const words = [new Set(['a']), new Set(['b'])];
  const own = (a: Set<string>, b: Set<string>) => [...a].filter((v) => b.has(v)).length;
  const P = (w: number) => Math.exp(-w * w);
  const kernel = kernelOfFilter(P, { highest: 8, period: 40 });
  new SVC({ kernel: kernelOfPenalty((w) => 1 + w * w) });
  new RegularizationNetwork({ kernel, regularizer: await regularizerOfFilter(kernel, P) });
  const filter: Float64Array = await filterOfKernel(kernel, [0, 1], { reach: 16 });
  const cost: number = studySync.filterPenalty(kernel, { X: [[0]], coefficients: filter }, P);
  await filterPenalty(kernel, { X: [[0]], coefficients: [cost] }, P);
  const rows: SparseRows = await sparseGram(kernels.bspline(), X);
  // @ts-expect-error a filter is a function
  kernelOfFilter([1, 2]);
  // @ts-expect-error no support
  await sparseGram('rbf', X, rows);
  const all: KernelLike[] = ['rbf', kernels.linear(), own, { stationary: (r) => -r, dimension: 2 }];
  for (const kernel of all) await gramMatrix(kernel, X);
  const K = await gramMatrix(own, words, null, { onProgress: ({ fraction }) => fraction });
  const shape: readonly number[] = centerGram(K).shape;
  const one: number = studySync.kernelAlignment('rbf', X, ['a', 'b'], { centered: true });
  await kernelAlignment('rbf', X, K);
  const map = await empiricalFeatureMap('rbf', X, { components: 1 });
  const coordinates: Float64Array = await map.transform(X);
  const { vectors } = await kernelSpectrum('rbf', X, { vectors: true });
  const { angle } = await compareExpansions(
    'rbf',
    { X, coefficients: [1, 1] },
    { X, coefficients: [1, 2] },
  );
  const report: KernelReport = await checkKernel({ dotProduct: Math.tanh }, undefined, {
    range: 2,
  });
  const evidence: readonly Evidence[] = sync.checkKernel('precomputed', X).evidence;
  const count: bigint = countMonomials(10, 3, { upTo: true });
  const features: bigint | number | undefined = featureDimension(kernels.rbf(), 3);
  const { fits } = estimateGram(100, { features: 4 });
  await kernelDistances('rbf', X, X);
  await kernelMetric('rbf', X, { step: 1e-4 });
  await kernelDistances('spectrum', ['ACGT'], ['TTAG']);
  // @ts-expect-error a kernel of vectors does not compare strings
  await kernelDistances('rbf', ['ACGT'], ['TTAG']);
  // @ts-expect-error a kernel of strings does not compare rows
  await gramMatrix(kernels.spectrum(), X);
  // @ts-expect-error a function compares what it is for
  await gramMatrix(own, X);
  // @ts-expect-error the same samples as those that the map was made of
  await map.transform(['ACGT']);
  // @ts-expect-error an unknown kernel
  await gramMatrix('rbff', X);
  // @ts-expect-error there is no such dimension
  await gramMatrix({ stationary: (r: number) => r, dimension: 4 }, X);
  return { shape, one, coordinates, vectors, angle, report, evidence, count, features, fits };
}
