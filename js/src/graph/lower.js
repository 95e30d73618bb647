/** Lowers fitted models of all kinds to graphs. */
import { everything } from './families.js';
import { lowerWith } from './lowering.js';
import { joined } from './parts.js';

/** @typedef {import('./lowering.js').Lowered} Lowered */

/** @param {Uint8Array} bytes of a model, checked */
export const lower = (bytes) => lowerWith(bytes, joined(everything));
