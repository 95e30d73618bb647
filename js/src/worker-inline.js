/** The worker of self-contained builds, which may find itself in either world. */
import { serveThread } from './platform/thread.js';
import { serveWebWorker } from './platform/web-worker.js';

const port = globalThis.process?.getBuiltinModule?.('node:worker_threads').parentPort;
if (port) serveThread(port);
else serveWebWorker();
