/** The worker of self-contained builds, which runs in browsers and in Node. */
import { operations } from './operations.js';
import { serveThread } from './runtime/platform/thread.js';
import { serveWebWorker } from './runtime/platform/web-worker.js';

const port = globalThis.process?.getBuiltinModule?.('node:worker_threads').parentPort;
if (port) serveThread(port, operations);
else serveWebWorker(operations);
