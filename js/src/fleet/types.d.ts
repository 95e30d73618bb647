import type { Executor, Job, Opening, Plain, Reply, Waiting } from '../executor/types.js';

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
  /** Sends a message to a client or to one worker, who may be gone: then the server forgets it after the time. */
  reply(inbox: string, bytes: Bytes, milliseconds: number): Promise<unknown>;
  /**
   * Calls back with each message to a client, or to one worker; returns a function that ends this.
   * Who has to ask for them pauses at most so many milliseconds.
   */
  listen(inbox: string, hear: (bytes: Bytes) => void, rarely?: number): () => Promise<void>;
  close(): Promise<void>;
}

/** What a worker says of itself. */
export interface Presence {
  id: string;
  name: string;
  build: string;
  version: string;
  threads: number;
  /** Milliseconds without a sign of life, and others get its jobs. */
  lock: number;
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

/** Who did what. */
export interface FleetReport {
  /** Such as 'bullmq on redis'. */
  name: string;
  /** Jobs with an answer. */
  jobs: number;
  /** How often jobs were given to the queue. */
  tries: number;
  /** Answers that came after the first. */
  duplicates: number;
  /** How often a worker was lost with a job. */
  lost: number;
  /** Messages with more than one job. */
  batches: number;
  /** Bytes that this program sent and got. */
  sent: number;
  received: number;
  /** Jobs that each worker answered first, by its name. */
  workers: Record<string, number>;
  /** The builds of workers that were there and got nothing, because they are of another one. */
  refused: Record<string, string>;
}

/** @internal */
export type Value = Plain;

/** Where the queue of a fleet is. */
export interface QueueSettings {
  /**
   * Redis: `'redis://host:6379'`, options of ioredis such as `{ host, port, password }`, or one of its
   * clients with `maxRetriesPerRequest: null`. Default: this machine.
   */
  connection?: string | object;
  /** PostgreSQL in place of Redis: `'postgres://user@host/database'`, or options of a pool of pg. */
  postgres?: string | object;
  /** Clients and workers with the same name work together. Default: `'maxmargin'`. */
  queue?: string;
  /** The package bullmq, where `import('bullmq')` does not find it. */
  library?: object;
}

/** The settings of bullmq. */
export interface BullmqSettings extends QueueSettings {
  /**
   * Whether answers that come a second time must have the bytes of the first, but for times; otherwise
   * the work fails with ERR_RESULT_DIFFERS. Default: false.
   */
  audit?: boolean;
  /** So many workers may be lost with a job; then it fails with ERR_WORKER_LOST. Default: 3. */
  maxLost?: number;
  /**
   * So many milliseconds no worker, or no server, may be there while work goes on; then it fails.
   * Default: 60,000.
   */
  patience?: number;
}

/** The settings of worker. */
export interface WorkerSettings extends QueueSettings {
  /** Jobs at once, each in a thread. Default: 1. */
  threads?: number;
  /** Bytes that data from clients may take. Default: a quarter of the memory of the machine. */
  memory?: number;
  /** In reports and messages. Default: the names of the machine and the process. */
  name?: string;
  /** Folders, and beginnings of addresses, of the files that fitChunks may have it open. Default: none. */
  files?: readonly (string | URL)[];
  /**
   * So many milliseconds without a sign of life, and others get its jobs. Default: 15,000.
   */
  lock?: number;
  /** Hears of troubles with the server, which the worker outlives. */
  onProblem?: (error: unknown) => void;
}

/** Machines behind a queue. */
export interface BullmqFleet extends Executor {
  /** Who is there now, also workers of other builds. */
  workers(): Promise<Presence[]>;
  /** Who did what so far. */
  report(): FleetReport;
  /** Jobs in the queue that no worker has begun, and those that workers have. */
  counts(): Promise<{ waiting: number; active: number }>;
  /** Ends all work that is under way, and the connections. */
  close(): Promise<void>;
}

/** This process as a machine of a fleet. */
export interface BullmqWorker {
  /** Jobs done, jobs that failed, and messages that were none. */
  readonly counts: { done: number; failed: number; dropped: number };
  /** Messages that it is busy with. */
  readonly busy: number;
  /** When there was work last, by performance.now(). */
  readonly lastWork: number;
  /** Takes no further jobs. After the time, in milliseconds, gives back those that are not done. */
  close(milliseconds?: number): Promise<void>;
}
