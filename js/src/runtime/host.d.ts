import type { ErrorRecord } from '../basics/errors.js';
import type { Slices } from '../basics/slices.js';
import type { PackedTable } from '../input/inputs.js';
import type { LabelKind } from '../input/labels.js';
import type { Part } from '../model/parameters.js';
import type { InitSettings, Progress, Warning } from '../types.js';

/**
 * Where models are kept: the client of a worker, several of them, or a program in this thread.
 * Methods that return T return a promise of it where the work is done elsewhere.
 */
export interface Host {
  init(settings: InitSettings): Promise<void>;
  newModelId(): number;
  /** What warns the user; entries that share no files with this one have no other. */
  warn(warning: Warning): void;
  fit(id: number, payload: Payload, watch: Watch, start?: StoredModel): any;
  apply(op: string, model: StoredModel, payload: Payload, watch?: Watch): any;
  call(op: string, payload: Payload, watch?: Watch): any;
  /** Does what has to be done before an operation: computes what its buffers lack. */
  complete(payload: Pick<Payload, 'buffers' | 'fill' | 'first'>, watch?: Watch): any;
  release(id: number): void;
  memory(): any;
  terminate(): any;
}

/** The memory that an engine holds, in bytes. */
export interface Footprint {
  total: number;
  cache: number;
  models: { model: number; machine: string; bytes: number }[];
}

/** The arguments of an operation. The buffers are given away, unless they are shared. */
export interface Payload<Request extends object = object> {
  request: Request;
  options?: object;
  buffers?: Record<string, Uint8Array>;
  /** Computes, in the calling thread, what is not in the buffers yet. */
  fill?: () => Slices;
  /** The work whose results are still missing in the buffers, in its order. */
  first?: First[];
  /** What carries the operation out, where that is not the WebAssembly program. */
  operations?: Operations;
  /** The names of the columns of the samples, or their places in the table of the caller's, for errors. */
  names?: readonly (string | number)[];
}

/** An operation of a fitted model with samples. */
export interface SamplesRequest {
  model: number;
  table: PackedTable['shape'];
  [field: string]: unknown;
}

/** A fit of a machine of the catalogue. */
export interface FitRequest extends SamplesRequest {
  machine: string;
  steps: Part[];
  classes: { kind: LabelKind; names: string[] };
  /** The model that the fit starts from; 0: none. */
  start: number;
  update: boolean;
  features: readonly string[];
}

/** Work of another model that an operation needs the result of: a step before the machine. */
export interface First {
  /** Of the model that the work fits, if it is a fit. */
  id: number;
  /** The model that transforms, if it is no fit. */
  model?: StoredModel;
  payload: Payload;
  /** Takes the result; returns buffers that the operation lacks. */
  take(reply: Success): Record<string, Uint8Array>;
}

/**
 * A model as its host knows it: what the session has of it is a cache, which is filled
 * again from the bytes, or by the operation `load` with the payload that it has.
 */
export interface StoredModel {
  id: number;
  bytes: Uint8Array;
  /** The step of the pipeline in the bytes, when the model is that one step. */
  step?: number;
  loading?: () => Payload;
}

/**
 * The operations of a kind of model that is JavaScript. They are asked as the WebAssembly
 * program is.
 */
export interface Operations {
  /**
   * By which a worker finds its own copy of them; none where workers have no copy, or the work
   * calls functions of the caller's, which cannot cross: then it is done in the calling thread.
   */
  name?: string;
  /** JavaScript does not die. */
  death?: undefined;
  /** Starts an operation. Its answer goes to control.settle. */
  dispatch(
    op: string,
    request: object,
    options: object,
    buffers: Record<string, Uint8Array>,
    control: Control,
  ): void;
  /** Goes on with an operation that has yielded. */
  guard(enter: () => void): void;
}

/** What an operation gets with its arguments; wasm/bridge.go has the protocol. */
export interface Control {
  settle(reply: Reply): void;
  /** Returns a signal. */
  progress?(report: Progress): number;
  yield?(resume: (signal: number) => void): void;
  /** Those that the session keeps in JavaScript, by id. */
  models: Map<number, any>;
}

export type Reply = Success | { ok: false; error: ErrorRecord };

export interface Watch {
  signal?: AbortSignal;
  onProgress?: (report: Progress) => unknown;
  /** Nobody listens, but for warnings before the end. */
  quiet?: boolean;
}

/** The answer of a successful operation. */
export interface Success {
  ok: true;
  value: any;
  buffers: Record<string, Uint8Array<ArrayBuffer>>;
}

/** Gives the event loop its turn before calling back. */
export type Pause = (callback: () => void) => void;
