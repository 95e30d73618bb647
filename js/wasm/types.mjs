/**
 * What the Go linker writes about types, as it lies in the program's initial memory: for each
 * type a descriptor, with the names and types of its fields and methods; the names, which include
 * the tags of fields; and for each pair of an interface and a type that implements it a table of
 * methods (runtime.itab).
 *
 * The layout is that of Go 1.27: internal/abi/type.go, map.go and iface.go.
 */
import { constants } from './instructions.mjs';
import { insist } from './tables.mjs';

/** Offsets in runtime.moduledata. Except for the first, they hold offsets from the types. */
const MODULE = { types: 296, linked: 304, end: 312, itabs: 320, itabsLength: 328 };

/** Offsets in abi.Type. */
const TYPE = { flags: 20, kind: 23, string: 40, pointer: 44, size: 48 };

/**
 * Bits of its flags: an abi.UncommonType follows the descriptor; the garbage collector finds the
 * pointers of a value by the fields of its struct, because it is large (runtime.buildGCMask).
 */
const FLAG = { uncommon: 1, collectedByFields: 16 };

/** Offsets in abi.UncommonType, which types with a name or methods have. */
const UNCOMMON = { package: 0, methods: 4, start: 8, size: 16 };

/** An abi.StructField, an abi.Imethod and an abi.Method, in bytes. */
const FIELD = 24;
const INTERFACE_METHOD = 8;
const METHOD = 16;

/** Offsets in runtime.itab, and the functions of one. */
const ITAB = { interface: 0, type: 8, functions: 24 };

/** How many itabs have room in the smallest table of them: runtime.itabInitSize. */
const ITABS = 512;

/** Bits of the first byte of a name that say what follows it. */
const NAME = { tag: 2, package: 4 };

/** The addresses of functions are multiples of it: PC_F in Go's linker. */
const FUNCTION = 65536;

/** What stands for the type of a method that the linker left out. */
const LEFT_OUT = 0xffffffff;

/** The kinds of which a descriptor is longer than an abi.Type: its length, and where types stand. */
const KIND = {
  array: 17,
  channel: 18,
  function: 19,
  interface: 20,
  map: 21,
  pointer: 22,
  slice: 23,
  struct: 25,
};
const KINDS = new Map([
  [KIND.array, { size: 72, types: [48, 56] }],
  [KIND.channel, { size: 64, types: [48] }],
  [KIND.function, { size: 56, types: [] }],
  [KIND.interface, { size: 80, types: [] }],
  [KIND.map, { size: 136, types: [48, 56, 64] }],
  [KIND.pointer, { size: 56, types: [48] }],
  [KIND.slice, { size: 56, types: [48] }],
  [KIND.struct, { size: 80, types: [] }],
]);

/** The packages of kernels, which reflection compares, whether they have parameters or not. */
const KERNELS = /^maxmargin\/core\/kernel(\/seq)?$/;

/** Kinds of which a value leads to others of their types. */
const HOLDERS = [KIND.pointer, KIND.slice, KIND.map];

/** Where the package, the list of fields or methods and its length are in structs and interfaces. */
const LIST = { package: 48, start: 56, length: 64 };

/**
 * One type.
 *
 * @typedef {object} Descriptor
 * @property {number} end of the descriptor with everything that directly follows it
 * @property {Set<number>} types that it leads to
 * @property {Set<number>} names that it leads to
 * @property {number} pointer the type of pointers to it, which reflection may take; 0: none
 * @property {Set<number>} compared types of methods: the runtime compares their addresses, and reads
 *   no more of them, because nothing here calls a method by reflection
 * @property {[number, number]} head where the descriptor is without its lists
 * @property {[number, number][]} lists where its parameters and methods are
 * @property {Field[]} fields of a struct
 * @property {[number, number]} fieldList where they are
 * @property {boolean} open whether something reads what the fields of this struct are
 *
 * @typedef {object} Field
 * @property {number} type
 * @property {number} name
 * @property {boolean} tagged
 */

/** The types of a program. */
export class Types {
  /** @type {Map<number, Descriptor>} by their addresses */
  #types = new Map();
  /** @type {Map<number, number[]>} the types of each itab, by its address */
  #itabs = new Map();
  /** @type {Map<number, number>} the end of each name, by its address */
  #names = new Map();
  /** @type {Set<number>} the packages of methods that other packages cannot see */
  #packages = new Set();

  /** @param {import('./tables.mjs').Tables} tables */
  constructor(tables) {
    this.tables = tables;
    this.memory = tables.memory;
    const at = (/** @type {number} */ offset) => tables.word(tables.moduleData + offset);
    this.start = at(MODULE.types);
    this.end = at(MODULE.end);
    const linked = this.start + at(MODULE.linked);
    const itabs = this.start + at(MODULE.itabs);
    insist(itabs + at(MODULE.itabsLength) === this.end, 'itabs are not behind the types');

    for (let type = this.start + 8; type < linked;) {
      type = this.#type((type + 7) & ~7).end; // an address is a multiple of 8
    }
    for (let itab = itabs; itab < this.end;) {
      const types = [ITAB.interface, ITAB.type].map((offset) => tables.word(itab + offset));
      this.#itabs.set(itab, types);
      insist(
        types.every((type) => this.#isType(type)),
        `the itab at ${itab} has no types`,
      );
      itab += ITAB.functions + 8 * tables.word(types[0] + LIST.length);
    }
    for (const types of this.#itabs.values()) for (const type of types) this.#type(type);
    // A Map goes on to the entries that are added meanwhile.
    for (const { types, pointer, compared, fields } of this.#types.values()) {
      for (const type of [...types, ...compared]) this.#type(type);
      if (pointer) this.#type(pointer);
      for (const { type } of fields) this.#type(type);
    }
    for (const at of this.#types.keys()) this.#openAround(at);
    for (const { open, fields } of this.#types.values()) if (open) this.#openWithin(fields);
    for (const [at, type] of this.#types) {
      if (this.memory[at + TYPE.flags] & FLAG.collectedByFields) type.open = true;
    }
  }

  /**
   * Opens a struct that has one with tags within it.
   * @param {number} at
   * @returns {boolean} whether it is open
   */
  #openAround(at) {
    const type = this.#type(at);
    const isArray = this.memory[at + TYPE.kind] === KIND.array;
    const inner = isArray
      ? [this.tables.word(at + TYPE.size)]
      : type.fields.map(({ type }) => type);
    for (const each of inner) if (this.#openAround(each)) type.open = true;
    return type.open;
  }

  /**
   * Opens the structs in fields that reflection looks at. Options, results, kernels and messages
   * are structs with tags, those that hold such structs, and kernels. Reflection goes from them to what
   * fields with tags hold or point to, and to structs within.
   * @param {Field[]} fields
   */
  #openWithin(fields) {
    for (const { type, tagged } of fields) this.#openAt(type, tagged);
  }

  /**
   * @param {number} at
   * @param {boolean} through whether also behind pointers, and in lists and maps
   */
  #openAt(at, through) {
    const type = this.#type(at);
    const kind = this.memory[at + TYPE.kind];
    if (kind === KIND.struct && !type.open) {
      type.open = true;
      this.#openWithin(type.fields);
    }
    if (kind !== KIND.array && !(through && HOLDERS.includes(kind))) return;
    for (const held of type.types) this.#openAt(held, through);
  }

  /**
   * What a program does not need of the types when it has only some of its functions, and the rest
   * of its memory. When in doubt, something counts as needed.
   *
   * The functions must not search types by their names (reflect.typesByString), because the names
   * of some types will be missing; call no method by reflection; and look at the fields of no struct
   * that is not open. The runtime reads all itabs when the program starts, so the types in them keep
   * their hash.
   *
   * @param {Buffer[]} bodies of these functions
   * @param {Buffer[]} others the bodies of the functions that it does not have
   * @returns {[number, number][]} the stretches of memory that it does not need
   */
  notNeeded(bodies, others) {
    const dictionaries = this.#dictionaries(bodies, others);
    const needed = this.#reached(this.#roots(bodies, dictionaries));
    const names = new Set(this.#packages);
    const hashed = new Set([...this.#itabs.values()].flat());
    const stretches = [...dictionaries];
    for (const [at, type] of this.#types) {
      const { lists, head, fields, fieldList } = type;
      const needs = needed.has(at);
      if (needs) for (const name of type.names) names.add(name);
      else stretches.push(...lists, ...(hashed.has(at) ? [] : [head]));
      if (needs && type.open) for (const { name } of fields) names.add(name);
      else stretches.push(fieldList);
    }
    for (const [at, end] of this.#names) {
      if (!names.has(at)) stretches.push(/** @type {[number, number]} */ ([at, end]));
    }
    return stretches;
  }

  /**
   * What nothing reads: fields of structs that are not open, with names that only these have.
   * @returns {[number, number][]} the stretches of memory
   */
  unread() {
    const closed = [...this.#types.values()].filter(({ open }) => !open);
    const names = new Set(this.#packages);
    for (const { names: own, fields, open } of this.#types.values()) {
      for (const name of own) names.add(name);
      if (open) for (const { name } of fields) names.add(name);
    }
    const unnamed = [...this.#names].filter(([at]) => !names.has(at));
    return [...closed.map(({ fieldList }) => fieldList), ...unnamed];
  }

  /**
   * The dictionaries that only other functions use. The compiler makes one for each instance of a
   * generic type or function: a constant of the addresses of functions, of further dictionaries, of
   * types and of itabs. Code points to its beginning or into it. Nothing says where a constant ends,
   * except that the next one begins where code or memory points to; so what counts is what lies
   * between two such addresses, up to the last type, if it is made of such addresses alone.
   *
   * @param {Buffer[]} bodies
   * @param {Buffer[]} others
   * @returns {[number, number][]} where they are, in their order
   */
  #dictionaries(bodies, others) {
    const { memory, tables } = this;
    const start = tables.constantsAt;
    const end = tables.namesAt; // the tables of functions are behind the constants
    insist(start < end, 'the constants are not before the tables of functions');
    /** @type {Set<number>} those to which functions or other memory lead */
    const used = new Set([start]);
    /** @type {Map<number, number>} what constants lead to, by where the address stands */
    const links = new Map();
    /** @type {Set<number>} where constants begin */
    const begins = new Set();
    const see = (/** @type {number} */ address, /** @type {(address: number) => void} */ then) => {
      if (address < start || address >= end || address % 8 !== 0) return;
      begins.add(address);
      then(address);
    };
    const use = (/** @type {number} */ address) => used.add(address);
    for (const body of bodies) constants(body, (address) => see(address, use));
    for (const body of others) constants(body, (address) => see(address, () => {}));
    for (let at = 0; at + 8 <= memory.length; at += 8) {
      const inside = at >= start && at < end;
      see(tables.word(at), inside ? (address) => links.set(at, address) : use);
    }
    const order = [...begins.add(start)].sort((a, b) => a - b);
    const endOf = new Map(order.map((at, i) => [at, order[i + 1] ?? end]));
    // A Set goes on to the constants that are added meanwhile.
    for (const at of used) {
      for (let word = at; word < /** @type {number} */ (endOf.get(at)); word += 8) {
        const to = links.get(word);
        if (to !== undefined) used.add(to);
      }
    }
    /** @type {[number, number][]} */
    const found = [];
    for (const at of order) {
      if (used.has(at)) continue;
      let last = 0;
      for (let word = at; word < /** @type {number} */ (endOf.get(at)); word += 8) {
        const address = tables.word(word);
        if (this.#types.has(address) || this.#itabs.has(address)) last = word;
        else if (!links.has(word) && address % FUNCTION !== 0) break;
      }
      if (last > 0) found.push([at, last + 8]);
    }
    return found;
  }

  /**
   * The types whose addresses occur in memory, and those that code points to or into.
   * @param {Buffer[]} bodies
   * @param {[number, number][]} except stretches of memory
   */
  #roots(bodies, except) {
    const starts = [...this.#types.keys(), ...this.#itabs.keys()].sort((a, b) => a - b);
    /** @type {Set<number>} */
    const roots = new Set();
    const add = (/** @type {number} */ address) => {
      if (address < this.start || address >= this.end) return;
      let [low, high] = [0, starts.length];
      while (high - low > 1) {
        const middle = (low + high) >> 1;
        if (starts[middle] <= address) low = middle;
        else high = middle;
      }
      for (const type of this.#itabs.get(starts[low]) ?? [starts[low]]) roots.add(type);
    };
    for (const body of bodies) constants(body, add);
    except = [...except, ...this.#tablesOfItabs()].sort(([a], [b]) => a - b);
    let next = 0;
    for (let at = 0; at + 8 <= this.memory.length; at += 8) {
      while (next < except.length && at >= except[next][1]) next++;
      const excepted = next < except.length && at >= except[next][0];
      const word = this.tables.word(at);
      const begins = this.#types.has(word) || this.#itabs.has(word); // other numbers are no addresses
      if (begins && !excepted && (at < this.start || at >= this.end)) add(word);
    }
    return roots;
  }

  /**
   * The tables in which the runtime looks itabs up (runtime.itabTableType): how many have room, how
   * many there are, and their addresses, at random places. The runtime compares the addresses of
   * types, and reads no more of them than their hashes.
   * @returns {[number, number][]}
   */
  #tablesOfItabs() {
    /** @type {[number, number][]} */
    const found = [];
    for (let at = 0; at + 16 <= this.memory.length; at += 8) {
      const [room, count] = [this.tables.word(at), this.tables.word(at + 8)];
      const end = at + 16 + 8 * room;
      if (room < ITABS || count === 0 || count > room || end > this.memory.length) continue;
      let itabs = 0;
      let others = 0;
      for (let entry = at + 16; entry < end && others === 0; entry += 8) {
        const itab = this.tables.word(entry);
        if (this.#itabs.has(itab)) itabs++;
        else if (itab !== 0) others++;
      }
      if (others === 0 && itabs === count) found.push([at, end]);
    }
    return found;
  }

  /**
   * The types that a program gets to from some.
   * @param {Set<number>} reached
   */
  #reached(reached) {
    // A Set goes on to the types that are added meanwhile.
    for (const at of reached) {
      const { types, pointer, fields, open } = this.#type(at);
      for (const type of types) reached.add(type);
      if (open) for (const { type } of fields) reached.add(type);
      const closed = this.memory[at + TYPE.kind] === KIND.struct && !open;
      if (pointer && !closed) reached.add(pointer);
    }
    return reached;
  }

  /** @param {number} at the address of an abi.Type @returns {Descriptor} */
  #type(at) {
    const known = this.#types.get(at);
    if (known) return known;
    const { memory, tables } = this;
    const kind = memory[at + TYPE.kind];
    const flags = memory[at + TYPE.flags];
    const { size, types } = KINDS.get(kind) ?? { size: TYPE.size, types: [] };
    /** @type {Descriptor} */
    const type = {
      end: at + size,
      types: new Set(),
      names: new Set([this.#name(at + TYPE.string)]),
      pointer: 0,
      compared: new Set(),
      head: [at, at + size],
      lists: [],
      fields: [],
      fieldList: [at, at],
      open: false,
    };
    this.#types.set(at, type);
    const typeAt = (/** @type {number} */ to) => {
      insist(this.#isType(to), `the type at ${at} leads to ${to}`);
      return to;
    };
    const leads = (/** @type {number} */ to) => type.types.add(typeAt(to));
    const compares = (/** @type {number} */ to) => type.compared.add(typeAt(to));
    for (const offset of types) leads(tables.word(at + offset));
    const pointer = tables.number(at + TYPE.pointer);
    if (pointer) type.pointer = typeAt(this.start + pointer);
    let uncommon = 0;
    if (flags & FLAG.uncommon) {
      uncommon = type.end;
      type.end += UNCOMMON.size;
      if (tables.number(uncommon + UNCOMMON.package)) {
        const name = this.#name(uncommon + UNCOMMON.package);
        type.names.add(name);
        type.open = KERNELS.test(this.#textOf(name));
      }
    }
    /** @param {number} start @param {number} count @param {number} each @param {(at: number) => void} read */
    const list = (start, count, each, read) => {
      const end = start + count * each;
      for (let item = start; item < end; item += each) read(item);
      if (count === 0) return;
      type.end = Math.max(type.end, end);
      if (each === FIELD) type.fieldList = [start, end];
      else type.lists.push([start, end]);
    };
    const offset = (/** @type {number} */ from) => this.start + tables.number(from);
    if (kind === KIND.function) {
      const parameters = memory.readUInt16LE(at + TYPE.size);
      const results = memory.readUInt16LE(at + TYPE.size + 2) & 0x7fff; // the top bit: `...`
      list(type.end, parameters + results, 8, (item) => leads(tables.word(item)));
    }
    if (kind === KIND.interface || kind === KIND.struct) {
      if (tables.word(at + LIST.package))
        type.names.add(this.#nameAt(tables.word(at + LIST.package)));
      const [start, count] = [LIST.start, LIST.length].map((offset) => tables.word(at + offset));
      if (kind === KIND.struct) {
        list(start, count, FIELD, (item) => {
          const name = this.#nameAt(tables.word(item));
          const tagged = (memory[name] & NAME.tag) !== 0;
          type.fields.push({ type: typeAt(tables.word(item + 8)), name, tagged });
          type.open ||= tagged;
        });
      } else {
        list(start, count, INTERFACE_METHOD, (item) => {
          type.names.add(this.#name(item));
          compares(offset(item + 4));
        });
      }
    }
    if (uncommon) {
      const count = memory.readUInt16LE(uncommon + UNCOMMON.methods);
      list(uncommon + tables.number(uncommon + UNCOMMON.start), count, METHOD, (item) => {
        type.names.add(this.#name(item));
        const method = tables.number(item + 4);
        if (method !== 0 && method !== LEFT_OUT) compares(this.start + method);
      });
    }
    return type;
  }

  /** @param {number} at where the offset of a name is @returns {number} the address of the name */
  #name(at) {
    return this.#nameAt(this.start + this.tables.number(at));
  }

  /** @param {number} at the address of a name @returns {number} the same */
  #nameAt(at) {
    insist(at > this.start && at < this.end, `there is no name at ${at}`);
    if (this.#names.has(at)) return at;
    const bits = this.memory[at];
    let end = this.#text(at + 1);
    if (bits & NAME.tag) end = this.#text(end);
    if (bits & NAME.package) {
      this.#packages.add(this.#name(end));
      end += 4;
    }
    this.#names.set(at, end);
    return at;
  }

  /** @param {number} at the address of a name */
  #textOf(at) {
    let start = at + 1;
    while (this.memory[start++] > 127);
    return this.memory.toString('utf8', start, this.#text(at + 1));
  }

  /** @param {number} at where a text is, behind its length @returns {number} its end */
  #text(at) {
    let length = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = this.memory[at++];
      length |= (byte & 127) << shift;
      if (byte < 128) return at + length;
    }
  }

  /** @param {number} at */
  #isType(at) {
    return at > this.start && at < this.end && at % 8 === 0;
  }
}
