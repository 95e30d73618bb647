/**
 * The contract between what needs work done (searches, fits, rows in chunks) and what does it: the
 * threads of this process, the calling thread, or machines behind a queue.
 */

/**
 * A value that can cross to another machine: what JSON can say, and numbers that it cannot, NaN,
 * Infinity and -0. There are no functions in it.
 */
export type Plain = any;

/** An answer of the program. */
export interface Reply {
  value: Plain;
  buffers: Record<string, Uint8Array<ArrayBuffer>>;
}

/** What is known before the first job, and is the same for all of them. */
export interface Opening {
  /** Which operations there are: of a comparison, of one fit, of one fitted model, of rows in chunks. */
  kind: 'study' | 'fit' | 'model' | 'rows';
  request: Plain;
  options: Plain;
  /** Samples, targets, splits. An executor reads them, and copies what it gives away. */
  buffers: Record<string, Uint8Array>;
}

/** A part of the work. It may be done twice, by two workers; both get the same bytes. */
export interface Job {
  /** Different for each job of a session. */
  key: string;
  request: Plain;
  options: Plain;
  buffers?: Record<string, Uint8Array>;
  /** Jobs of one group have work in common, so one worker does them faster; a hint. */
  group?: string;
}

/** What who waits for work gives with it. */
export interface Waiting {
  signal?: AbortSignal;
  /**
   * Hears how far a job is; the executor may leave reports out. If it returns false, the job shall
   * end with what it has.
   */
  onProgress?(report: { fraction: number; [more: string]: unknown }): unknown;
}

/** Where work is done. */
export interface Executor {
  /** In reports and messages, such as 'threads'. */
  readonly name: string;
  /**
   * How many jobs may be under way at once. It may change while work goes on, and is asked again
   * after each job, and each second. 0: nobody is there yet; after ten seconds without anybody the
   * work fails with ERR_NO_WORKERS.
   */
  capacity(): number | Promise<number>;
  /**
   * Makes an opening known, and has one worker check it. Fails with the error of the program if the
   * opening is wrong, and with ERR_NO_WORKERS within ten seconds if nobody is there.
   */
  open(opening: Opening, waiting: Waiting): Session | Promise<Session>;
}

/** Of threads of this process. */
export interface ThreadsSettings {
  /** How many; one for each processor by default, at most 4. */
  workers?: number;
}

/** An opening that workers know. */
export interface Session {
  /** The answer of the worker that checked the opening. */
  readonly reply: Reply;
  /**
   * Does a job. Fails with the error that the job itself threw, which is not tried again; with
   * ERR_WORKER_LOST if too many workers were lost with it; with ERR_RESULT_DIFFERS if two workers
   * gave different bytes. After an abort it fails with the reason of the signal.
   */
  submit(job: Job, waiting: Waiting): Reply | Promise<Reply>;
  /**
   * Who did what, so far: an object, whose numbers are added where some work takes several sessions.
   * Threads report { jobs, lost }.
   */
  report?(): Plain;
  /** Forgets the jobs that nobody has begun, and what workers know of the opening. */
  close(): unknown;
}
