/**
 * The constant strings of a program, as the Go linker writes them into its initial memory: one
 * behind the other, without an end, the short ones before the long ones.
 *
 * Nothing says where one ends, except that the next begins where the code of a function points to.
 * Some strings have no such address, because only other memory points to them, or because the code
 * that used them was taken out; and now and then a number in the code only looks like an address.
 */
import { constants } from './instructions.mjs';
import { insist } from './tables.mjs';

/** As many zeros no string has; the constants behind the strings are full of them. */
const NOT_TEXT = Buffer.alloc(3);

/**
 * How many distances between addresses in code tell how long a string can be. The strings behind it
 * are at least as long, and strings without an address only make distances longer, so it is no
 * longer than half of these distances, unless half of the addresses are none.
 */
const NEIGHBOURS = 16;

/** The strings of a program. */
export class Strings {
  /** @type {number[]} where code says that strings begin, in their order */
  #starts;

  /**
   * @param {import('./tables.mjs').Tables} tables
   * @param {Buffer[]} bodies of all functions
   */
  constructor(tables, bodies) {
    this.tables = tables;
    this.start = tables.constantsAt; // strings are the first of them
    this.end = tables.memory.indexOf(NOT_TEXT, this.start);
    this.#starts = [...this.#inCode(bodies)].sort((a, b) => a - b);
    let longest = 0;
    for (let i = 0; i + NEIGHBOURS < this.#starts.length; i++) {
      const length = this.#longest(this.#starts[i]);
      insist(2 * length >= longest, `strings are not in the order of their lengths: ${length} follows ${longest}`); // prettier-ignore
      longest = Math.max(longest, length);
    }
  }

  /**
   * What a program needs of the strings when it has only some of its functions, and when the rest
   * of its memory is there.
   *
   * @param {Buffer[]} bodies of these functions
   * @returns {[number, number][]} the stretches of memory that it does not need
   */
  notNeeded(bodies) {
    const needed = new Set([...this.#inMemory(), ...this.#inCode(bodies)]);
    /** @type {[number, number][]} */
    const stretches = [];
    let to = this.start; // up to here all is needed, or in a stretch
    for (const at of [...needed].sort((a, b) => a - b)) {
      if (at > to) stretches.push([to, at]);
      to = Math.max(to, at + this.#longest(at));
    }
    return stretches;
  }

  /** @param {number} at where a string begins @returns {number} how long it is at most */
  #longest(at) {
    let [low, high] = [0, this.#starts.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#starts[middle] < at) low = middle + 1;
      else high = middle;
    }
    const next = this.#starts.slice(low, low + NEIGHBOURS + 1);
    if (next.length <= NEIGHBOURS) return this.end - at;
    const distances = next.slice(1).map((start, i) => start - next[i]);
    return distances.sort((a, b) => a - b)[NEIGHBOURS / 2];
  }

  /** The addresses of strings that memory has. */
  *#inMemory() {
    const { memory } = this.tables;
    for (let at = 0; at + 8 <= memory.length; at += 8) {
      const address = this.tables.word(at);
      if (address >= this.start && address < this.end) yield address;
    }
  }

  /** The addresses of strings in code. @param {Buffer[]} bodies */
  #inCode(bodies) {
    /** @type {Set<number>} */
    const found = new Set();
    for (const body of bodies) {
      constants(body, (address) => {
        if (address >= this.start && address < this.end) found.add(address);
      });
    }
    return found;
  }
}
