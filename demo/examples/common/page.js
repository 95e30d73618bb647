/** What the example pages have in common: elements, the state that programs read, and files. */

/**
 * An element with properties (or attributes, when the name has a dash or is one
 * of the few that have no property) and children: elements or text.
 */
export function el(name, properties = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) {
    if (value === undefined || value === null) continue;
    if (key === 'style') for (const [rule, to] of Object.entries(value)) element.style.setProperty(rule, to);
    else if (key in element) element[key] = value;
    else element.setAttribute(key, value);
  }
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

export const $ = (id) => document.getElementById(id);

/** body[data-state] is loading, idle, training, done or error; #status says it in words. */
export function setState(state, ...text) {
  document.body.dataset.state = state;
  if (text.length > 0) $('status').replaceChildren(...text);
}

/** Runs a task of the page, and shows its errors. */
export async function attempt(task) {
  try {
    return await task();
  } catch (error) {
    setState('error', error.message);
    return undefined;
  }
}

/** Numbers for programs that read the page: body[data-...]. */
export function publish(values) {
  for (const [name, value] of Object.entries(values)) {
    if (value === undefined) delete document.body.dataset[name];
    else document.body.dataset[name] = value;
  }
}

export const strong = (text) => el('b', {}, text);
export const percent = (share, digits = 1) => `${(100 * share).toFixed(digits)} %`;
export const signed = (value, digits = 2) => `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(digits)}`;
export const plain = (value, digits = 2) => value.toFixed(digits).replace('-', '−');

/** The text of a file of the site, unpacked if its name says so. */
export async function readText(address) {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address} could not be read: ${response.status}`);
  if (!address.endsWith('.gz')) return response.text();
  const bytes = new Uint8Array(await response.arrayBuffer());
  const packed = bytes[0] === 0x1f && bytes[1] === 0x8b; // some servers unpack such files on the way
  if (!packed) return new TextDecoder().decode(bytes);
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new Response(stream).text();
}

/** Downloads a text as a file. */
export function offerText(text, name, type = 'text/plain') {
  const url = URL.createObjectURL(new Blob([text], { type }));
  el('a', { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000); // the browser may ask the user first
}

/** Lets the browser draw before the next step. */
export const nextFrame = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
