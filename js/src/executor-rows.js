/**
 * What maxmargin/executor loads for fits to rows that workers hold: few programs have such. It is no
 * entry of its own.
 */
import { ChunkFiles } from './executor/chunk-files.js';
import { Rows } from './executor/rows.js';

/** @import { StationHost } from './executor/station.js' */

export { fitSpread } from './face/spread-fit.js';

/**
 * What a worker does with rows.
 * @param {StationHost} host
 * @param {ConstructorParameters<typeof ChunkFiles>} files
 */
export function rowsOf(host, ...files) {
  return new Rows(host, new ChunkFiles(...files));
}
