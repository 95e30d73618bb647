import type { Job, Opening, Plain, Reply, Waiting } from '../executor/types.js';

/** Bytes of a message or of a piece of data. */
export type Bytes = Uint8Array<ArrayBuffer>;

/** What a worker gets of the queue. */
export interface Delivery {
  /** Different for each message. */
  id: string;
  bytes: Bytes;
  /** How many workers had the message before, and were lost with it. */
  lost: number;
}

/**
 * Does what a message asks for. The message is done when the promise is settled; with false, the
 * queue gives it to another worker, and does not count this one as lost.
 */
export type Handler = (delivery: Delivery) => Promise<boolean>;

/** A worker's end of the queue. */
export interface Intake {
  /** Takes no further messages. Resolves once those that it has are settled. */
  close(): Promise<void>;
}

/**
 * A queue and a store that clients and workers reach. All calls may fail, and may be done twice.
 * What is stored goes away after a time, counted by the clock of the server.
 */
export interface Transport {
  /** In reports and messages, such as 'redis'. */
  readonly name: string;
  /** A text that the server keeps with its data: another one says that it has lost them. */
  epoch(): Promise<string>;
  put(key: string, bytes: Bytes, milliseconds: number): Promise<unknown>;
  get(key: string): Promise<Bytes | undefined>;
  /** Keeps what is stored under a key for longer, and tells whether there is anything. */
  touch(key: string, milliseconds: number): Promise<boolean>;
  forget(key: string): Promise<unknown>;
  /** Tells that a worker is there. */
  announce(worker: string, bytes: Bytes, milliseconds: number): Promise<unknown>;
  /** Tells that a worker has gone. */
  leave(worker: string): Promise<unknown>;
  /** What the workers who are there have announced, those of other builds, too. */
  present(): Promise<Bytes[]>;
  /** Gives a message to the workers of one build, once if it is given again. */
  push(id: string, bytes: Bytes): Promise<unknown>;
  /** Takes messages back that no worker has begun. */
  recall(ids: string[]): Promise<unknown>;
  /** Those of the messages that neither wait nor are with a worker. */
  missing(ids: string[]): Promise<string[]>;
  counts(): Promise<{ waiting: number; active: number }>;
  /** Takes messages from the queue, so many at a time. */
  work(atOnce: number, handler: Handler, problem: (error: unknown) => void): Promise<Intake>;
  /** Sends a message to a client, who may be gone: then the server forgets it after the time. */
  reply(inbox: string, bytes: Bytes, milliseconds: number): Promise<unknown>;
  /** Calls back with each message to a client; returns a function that ends this. */
  listen(inbox: string, hear: (bytes: Bytes) => void): () => Promise<void>;
  close(): Promise<void>;
}

/** What a worker says of itself. */
export interface Presence {
  id: string;
  name: string;
  build: string;
  version: string;
  threads: number;
  /** Jobs that it has done, and those of the last minute. */
  done: number;
  lately: number;
  /** Messages that it is busy with. */
  busy: number;
  /** Milliseconds since it began. */
  age: number;
}

/** What does the work in one thread, such as a Station. */
export interface Bench {
  open(opening: Opening): Reply | Promise<Reply>;
  do(job: Job, waiting: Waiting): Reply | Promise<Reply>;
  close(): unknown;
}

/** How a worker took part. */
export interface WorkerReport {
  name: string;
  build: string;
  threads: number;
  jobs: number;
}

/** Who did what. */
export interface FleetReport {
  /** Such as 'bullmq on redis'. */
  name: string;
  workers: WorkerReport[];
  /** Workers of other builds that were there, which were given nothing. */
  refused: string[];
  /** Jobs with an answer. */
  jobs: number;
  /** How often jobs were given to the queue. */
  tries: number;
  /** Answers that came after the first. */
  duplicates: number;
  /** Jobs whose worker was lost. */
  lost: number;
  /** Messages with more than one job. */
  batches: number;
  /** Bytes that this client sent and got. */
  sent: number;
  received: number;
}

/** @internal */
export type Value = Plain;
