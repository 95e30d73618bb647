/** The script of a Web Worker. */
import { serveWebWorker } from './runtime/platform/web-worker.js';

serveWebWorker();
