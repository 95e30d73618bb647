/** Tells whether two values are equal without keeping them. */

/** @param {number} word @param {number} by */
const turn = (word, by) => (word << by) | (word >>> (32 - by));

/**
 * The last step.
 * @param {number} hash
 */
function scatter(hash) {
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0).toString(16).padStart(8, '0');
}

/**
 * 64 bits of a value and all that is in it, as 16 hexadecimal digits. Lists count by their entries,
 * objects by what can be enumerated, in any order, estimators by their names and options, functions
 * by their texts. The first 32 bits are MurmurHash3_x86_32 (Appleby) with the seed 0, the others the
 * same with two factors of his MurmurHash3_x86_128. They find mistakes; who wants to can forge them.
 * @param {unknown} whole
 * @returns {string}
 */
export function digestOf(whole) {
  let [one, two, words] = [0, 0, 0];
  const number = new Float64Array(1);
  const halves = new Int32Array(number.buffer);
  /** The objects that the present one is in. @type {unknown[]} */
  const around = [];

  const add = (/** @type {number} */ word) => {
    one ^= Math.imul(turn(Math.imul(word, 0xcc9e2d51), 15), 0x1b873593);
    one = (Math.imul(turn(one, 13), 5) + 0xe6546b64) | 0;
    two ^= Math.imul(turn(Math.imul(word, 0x239b961b), 15), 0xab0e9789);
    two = (Math.imul(turn(two, 13), 5) + 0xe6546b64) | 0;
    words++;
  };

  const addBytes = (/** @type {Uint8Array} */ bytes) => {
    let whole = bytes;
    if (bytes.length % 4 > 0 || bytes.byteOffset % 4 > 0) {
      whole = new Uint8Array((bytes.length + 3) & ~3);
      whole.set(bytes);
    }
    add(bytes.length);
    new Int32Array(whole.buffer, whole.byteOffset, whole.length / 4).forEach(add);
  };

  const addAll = (/** @type {any} */ list) => {
    add(list.length);
    for (let i = 0; i < list.length; i++) addValue(list[i]);
  };

  const addObject = (/** @type {any} */ object) => {
    if (object instanceof Uint8Array) addBytes(object);
    else if (Array.isArray(object) || ArrayBuffer.isView(object)) addAll(object);
    else if (object instanceof Map) addAll([...object]);
    else {
      const params = object.getParams?.();
      const text = object.toString?.() ?? '';
      addValue(params && text.startsWith('[object') ? object.constructor.name : text);
      const names = [];
      // What a class of the platform has, such as an image, stands in its prototype.
      for (const name in params ?? object) names.push(name);
      addAll(names.sort().flatMap((name) => [name, (params ?? object)[name]]));
    }
  };

  const addValue = (/** @type {any} */ value) => {
    // 'true' is not true, nor 1 '1'. The second letter tells one type from the others.
    const type = typeof value;
    add(type.charCodeAt(1));
    if (type === 'number') {
      number[0] = value;
      add(halves[0]);
      add(halves[1]);
    } else if (type === 'object' && value !== null && !around.includes(value)) {
      around.push(value);
      addObject(value);
      around.pop();
    } else {
      const text = type === 'object' ? 'null' : String(value);
      add(text.length);
      for (let i = 0; i < text.length; i++) add(text.charCodeAt(i));
    }
  };

  addValue(whole);
  return scatter(one ^ (4 * words)) + scatter(two ^ (4 * words));
}
