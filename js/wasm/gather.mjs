/**
 * Puts what a runtime._func refers to one behind the other: tables from program counters to values,
 * and maps of the pointers in a frame. The linker writes them function by function, with those between
 * them that strip.mjs clears, and a runtime._func has the distance of each from the first. Smaller
 * distances compress better, and so do tables without gaps. What is equal is stored once.
 *
 * This happens before the program runs for the first time: the runtime remembers distances.
 */
import { editMemory } from './file.mjs';
import { FUNC, NO_FUNCDATA, NO_PCDATA, Tables, insist } from './tables.mjs';

/** Maps of pointers begin at multiples of it. */
const ALIGNED = 4;

/**
 * @param {Buffer} wasm
 * @param {Set<number>} first the places of functions whose tables come first
 * @returns {Buffer}
 */
export function gather(wasm, first) {
  return editMemory(wasm, (memory) => {
    const tables = new Tables(memory);
    const functions = tables.functions();
    const records = [
      ...functions.filter(({ place }) => first.has(place)),
      ...functions.filter(({ place }) => !first.has(place)),
    ].map(({ at }) => ({ at, ...tables.shape(at) }));
    gatherTables(tables, records);
    gatherMaps(tables, records);
  });
}

/** @param {Tables} tables @param {any[]} records */
function gatherTables(tables, records) {
  const { memory, tablesAt, functionsAt } = tables;
  /** @type {Map<string, number>} where a table goes, by its bytes */
  const places = new Map();
  let end = NO_PCDATA + 1;
  for (const { at, pcdata, npcdata } of records) {
    const entries = Array.from({ length: npcdata }, (_, i) => pcdata + 4 * i);
    for (const entry of [at + FUNC.pcsp, ...entries]) {
      const offset = tables.number(entry);
      if (offset === NO_PCDATA) continue;
      const start = tablesAt + offset;
      const table = memory.toString('latin1', start, tables.walk(start));
      const place = places.get(table) ?? end;
      if (place === end) end += table.length;
      places.set(table, place);
      memory.writeUInt32LE(place, entry);
    }
  }
  insist(tablesAt + end <= functionsAt, 'there are more tables than there were');
  memory.fill(0, tablesAt, functionsAt);
  for (const [table, place] of places) memory.write(table, tablesAt + place, 'latin1');
}

/**
 * Those whose length is known. The others stay where they are: what lies between the beginning of one
 * and that of the next is left alone.
 * @param {Tables} tables @param {any[]} records
 */
function gatherMaps(tables, records) {
  const { memory, dataAt, bucketsAt } = tables;
  const entries = records.flatMap(({ funcdata, nfuncdata }) =>
    Array.from({ length: nfuncdata }, (_, kind) => ({ kind, entry: funcdata + 4 * kind }))
      .filter(({ entry }) => tables.number(entry) !== NO_FUNCDATA)
      .map(({ kind, entry }) => {
        const start = dataAt + tables.number(entry);
        return { entry, start, length: tables.lengthOf(kind, start) };
      }),
  );
  const begins = [...new Set(entries.map(({ start }) => start)), bucketsAt].sort((a, b) => a - b);
  const next = new Map(begins.map((start, i) => [start, begins[i + 1]]));
  /** @type {[number, number][]} */
  const staying = entries
    .filter(({ length }) => length === 0)
    .map(({ start }) => /** @type {[number, number]} */ ([start, next.get(start)]))
    .sort(([a], [b]) => a - b);
  const moved = entries.filter(({ length }) => length > 0);
  const bytes = moved.map(({ start, length }) => memory.toString('latin1', start, start + length));
  for (const { start, length } of moved) memory.fill(0, start, start + length);
  /** @type {Map<string, number>} where a map goes, by its bytes */
  const places = new Map();
  let end = dataAt;
  moved.forEach(({ entry }, i) => {
    const map = bytes[i];
    let place = places.get(map);
    if (place === undefined) {
      place = end;
      while (staying.length && place + map.length > staying[0][0]) {
        place = Math.max(place, (staying.shift()?.[1] + ALIGNED - 1) & -ALIGNED);
      }
      end = (place + map.length + ALIGNED - 1) & -ALIGNED;
      places.set(map, place);
      memory.write(map, place, 'latin1');
    }
    memory.writeUInt32LE(place - dataAt, entry);
  });
  insist(end <= bucketsAt, 'there are more maps than there were');
}
