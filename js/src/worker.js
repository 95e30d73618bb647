/** The script of a Web Worker. */
import { operations } from './operations.js';
import { serveWebWorker } from './runtime/platform/web-worker.js';

serveWebWorker(operations);
