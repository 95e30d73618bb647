/**
 * maxmargin/data: turns files and images into samples, and makes data sets for trials. The results of
 * readers and generators go into fit(X, y) as they are. Nothing here needs the WebAssembly
 * module.
 */
export { MaxMarginError } from './basics/errors.js';
export { makeBaskets } from './data/make-baskets.js';
export { makeBlobs } from './data/make-blobs.js';
export { makeRingnorm, makeTwonorm, makeWaveform } from './data/make-breiman.js';
export { makeChessBoard } from './data/make-chess-board.js';
export { makeCircles } from './data/make-circles.js';
export { makeCubicOrdinal } from './data/make-cubic-ordinal.js';
export { makeMoons } from './data/make-moons.js';
export { makeOrdinalSquare } from './data/make-ordinal-square.js';
export { makeRipley } from './data/make-ripley.js';
export { makeSinc } from './data/make-sinc.js';
export { makeSpirals } from './data/make-spirals.js';
export { makeThreeBalls } from './data/make-three-balls.js';
export { makeTwentyOnePoints } from './data/make-twenty-one-points.js';
export { makeTwoGaussians } from './data/make-two-gaussians.js';
export { makeVirusSignature } from './data/make-virus-signature.js';
export { readArff } from './data/read-arff.js';
export { readCsv } from './data/read-csv.js';
export { readCsvChunks } from './data/read-csv-chunks.js';
export { blockAverages } from './pictures/block-averages.js';
export { colorHistogram } from './pictures/color-histogram.js';
export { cropImage } from './pictures/image.js';
export { scanImage, suppressNonMaxima } from './pictures/scan-image.js';
export { virtualSupportVectors } from './pictures/virtual-support-vectors.js';

/** @typedef {import('./data/read-arff.js').ArffData} ArffData */
/** @typedef {import('./data/read-arff.js').ArffOptions} ArffOptions */
/** @typedef {import('./data/read-csv-chunks.js').ChunkOptions} ChunkOptions */
/** @typedef {import('./data/read-csv-chunks.js').ChunkProgress} ChunkProgress */
/** @typedef {import('./data/read-csv.js').CsvData} CsvData */
/** @typedef {import('./data/read-csv.js').CsvTable} CsvTable */
/** @typedef {import('./data/read-csv.js').CsvOptions} CsvOptions */
/** @typedef {import('./data/read-csv.js').Dialect} Dialect */
/** @typedef {import('./data/samples.js').DenseSamples} DenseSamples */
/** @typedef {import('./data/source.js').TextSource} TextSource */
/** @typedef {import('./data/table.js').ColumnType} ColumnType */
/** @typedef {import('./data/table.js').Data} Data */
/** @typedef {import('./data/table.js').DataColumn} DataColumn */
/** @typedef {import('./data/table.js').SparseSamples} SparseSamples */
/** @typedef {import('./pictures/block-averages.js').BlockSettings} BlockSettings */
/** @typedef {import('./pictures/color-histogram.js').HistogramSettings} HistogramSettings */
/** @typedef {import('./pictures/image.js').ImageLike} ImageLike */
/** @typedef {import('./pictures/scan-image.js').Found} Found */
/** @typedef {import('./pictures/scan-image.js').ScanProgress} ScanProgress */
/** @typedef {import('./pictures/scan-image.js').ScanSettings} ScanSettings */
/** @typedef {import('./pictures/scan-image.js').Scorer} Scorer */
/** @typedef {import('./pictures/virtual-support-vectors.js').ShiftSettings} ShiftSettings */
