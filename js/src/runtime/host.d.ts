import type { Slices } from '../basics/slices.js';
import type { Progress } from '../types.js';

/** Where models are kept: the client of a worker, or a program in this thread. */
export interface Host {
  newModelId(): number;
  release(id: number): void;
}

/** The arguments of an operation. The buffers are given away, unless they are shared. */
export interface Payload {
  request: object;
  options?: object;
  buffers?: Record<string, Uint8Array>;
  /** Computes what is not in the buffers yet. */
  fill?: () => Slices;
}

export interface Watch {
  signal?: AbortSignal;
  onProgress?: (report: Progress) => unknown;
}

/** The answer of a successful operation. */
export interface Success {
  ok: true;
  value: any;
  buffers: Record<string, Uint8Array<ArrayBuffer>>;
}

/** Gives the event loop its turn before calling back. */
export type Pause = (callback: () => void) => void;
