/** The one client that all models share. It starts nothing until it is used. */
import { platform } from '#platform';
import { Client } from './client.js';

export const client = /* @__PURE__ */ new Client(platform);
