/** The script of a thread of Node: a session behind its port. */
import { parentPort } from 'node:worker_threads';
import { operations } from './operations.js';
import { serveThread } from './runtime/platform/thread.js';

serveThread(/** @type {import('node:worker_threads').MessagePort} */ (parentPort), operations);
