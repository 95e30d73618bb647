/** The script of a Web Worker. */
import { serveWebWorker } from './platform/web-worker.js';

serveWebWorker();
