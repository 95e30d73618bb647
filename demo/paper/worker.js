/** Computes numbers in a thread of its own. Its first message says where the package and the files are. */
import { Runner } from './run.js';
import { unpacked } from './unpacked.js';

const bytesOf = async (blob) => new Uint8Array(await blob.arrayBuffer());

/** @param {{ entries: string[], files: Record<string, string | File> }} message files: by name, addresses or files of the visitor */
async function start({ entries, files }) {
  const parts = await Promise.all(entries.map((entry) => import(entry)));
  const mm = Object.assign({}, ...parts);
  // This thread may block, so it has the program itself.
  await mm.init({ worker: false });
  return new Runner({
    mm,
    has: async (name) => Object.hasOwn(files, name),
    async file(name) {
      if (typeof files[name] !== 'string') return unpacked(await bytesOf(files[name]), name);
      const response = await fetch(files[name]);
      if (!response.ok) throw new Error(`${name} could not be read: ${response.status}`);
      return unpacked(await bytesOf(response), name);
    },
  });
}

let started;

onmessage = async ({ data }) => {
  started ??= start(data);
  if (data.entries) return;
  try {
    postMessage({ found: await (await started).compute(data.record) });
  } catch (error) {
    postMessage({ error: error.message });
  }
};
