/**
 * The state of the page in the fragment of its address: `#1.` and the state as
 * JSON, deflated, in base64url. A plain form for links by hand is read, too:
 * `#machine=SVC&kernel=rbf&C=10&set=moons`.
 */

import { mostClasses } from './data.js';
import { hasKernel, machineOf, makeMachine, newKernel, unfit } from './schema.js';
import { sets } from './sets.js';
import { kernelCatalog } from 'maxmargin/catalog';

const version = '1';
const mostPoints = 5000;
const mostBytes = 4_000_000;

/** The error of a fragment that cannot be read, with a message for the user. */
export class FragmentError extends Error {}

/** @returns {Promise<string | null>} null when the points are too many for an address */
export async function encodeState({ data, panes }) {
  if (data.points.length > mostPoints) return null;
  const { set, seed, task, names, columns, target, view, points } = data;
  const plain = set
    ? { set, seed }
    : { task, names, columns, target, view: [view.x, view.y], points: points.flatMap(({ x, y, label, value }) => [x, y, label, value]) };
  const state = { data: plain, panes: panes.map(({ machine, options, kernel, component }) => ({ machine, options, kernel, component })) };
  const json = JSON.stringify(state, (_, value) => (value === Infinity ? 'Infinity' : value));
  const bytes = await through(new TextEncoder().encode(json), new CompressionStream('deflate-raw'));
  return `${version}.${btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')}`;
}

/** The content of a fragment: { data, panes }, where data is the name and seed of a set or has points. */
export async function decodeState(fragment) {
  if (/^[a-z]+=/i.test(fragment)) return check(fromWords(new URLSearchParams(fragment)));
  const [found, body] = fragment.split('.');
  if (found !== version || !body) throw new FragmentError(/^\d+$/.test(found) && body ? `it is of version ${found}, this page reads version ${version}` : 'it is not one of this page');
  let state;
  try {
    const bytes = Uint8Array.from(atob(body.replaceAll('-', '+').replaceAll('_', '/')), (character) => character.charCodeAt(0));
    const text = new TextDecoder('utf-8', { fatal: true }).decode(await through(bytes, new DecompressionStream('deflate-raw'), mostBytes));
    state = JSON.parse(text, (_, value) => (value === 'Infinity' ? Infinity : value));
  } catch {
    throw new FragmentError('it is damaged, or was cut off when it was copied');
  }
  return check(state);
}

function fromWords(params) {
  const machine = params.get('machine') ?? 'SVC';
  const kernel = params.has('kernel') && Object.hasOwn(kernelCatalog, params.get('kernel')) && !unfit(params.get('kernel')) ? newKernel(params.get('kernel')) : { kernel: 'rbf' };
  const options = {};
  for (const [name, text] of params) {
    if (['machine', 'kernel', 'set', 'seed'].includes(name)) continue;
    const value = text === 'true' ? true : text === 'false' ? false : text.trim() !== '' && !Number.isNaN(Number(text)) ? Number(text) : text;
    if (kernelCatalog[kernel.kernel].options.some((option) => option.name === name)) kernel[name] = value;
    else options[name] = value;
  }
  const regressor = machineOf(machine)?.kind === 'regressor';
  const usual = kernelCatalog[kernel.kernel].nonNegative ? 'ordinal' : regressor ? 'noisy' : machineOf(machine)?.kind === 'detector' ? 'cloud' : 'moons';
  const set = params.get('set') ?? usual;
  return { data: { set, seed: Number(params.get('seed') ?? 1) }, panes: [{ machine, options, kernel, component: 0 }] };
}

/** Checks everything in a state except the options, which the package's constructors check. */
function check(state) {
  const must = (holds, what) => { if (!holds) throw new FragmentError(what); };
  const { data, panes } = state ?? {};
  must(data && Array.isArray(panes) && panes.length >= 1 && panes.length <= 2, 'it does not hold what this page writes');
  if (data.set !== undefined) {
    must(Object.hasOwn(sets, data.set), `it names a data set that is not here: ${String(data.set).slice(0, 40)}`);
    must(Number.isSafeInteger(data.seed) && data.seed >= 0, 'its seed is no whole number');
  } else {
    checkPoints(data, must);
  }
  for (const pane of panes) {
    must(typeof pane?.machine === 'string' && machineOf(pane.machine), `it names a machine that is not here: ${String(pane?.machine).slice(0, 40)}`);
    must(typeof pane.options === 'object' && pane.options !== null && !Array.isArray(pane.options), 'it has no options');
    must(pane.component === undefined || (Number.isSafeInteger(pane.component) && pane.component >= 0), 'its component is no whole number');
    pane.kernel ??= { kernel: 'rbf' };
    if (hasKernel(pane.machine)) checkKernel(pane.kernel, must);
    for (const name of Object.keys(pane.options)) must(!['kernel', 'gamma', 'degree', 'coef0'].includes(name), `${name} belongs to the kernel`);
    try {
      makeMachine(pane);
    } catch (error) {
      throw new FragmentError(error.message);
    }
  }
  return state;
}

function checkKernel(kernel, must, depth = 1) {
  must(depth <= 6 && typeof kernel?.kernel === 'string' && Object.hasOwn(kernelCatalog, kernel.kernel), 'it has a kernel that is not here');
  must(!unfit(kernel.kernel), `the kernel ${kernel.kernel} ${unfit(kernel.kernel)}`);
  for (const part of kernel.parts ?? []) checkKernel(part, must, depth + 1);
}

function checkPoints(data, must) {
  const { task, names, columns, target, view, points } = data;
  const finite = (value) => typeof value === 'number' && Number.isFinite(value);
  must(['classes', 'curve', 'surface'].includes(task), 'its points have no task');
  must(Array.isArray(names) && names.length <= mostClasses && new Set(names.map((name) => typeof name)).size <= 1 && names.every((name) => ['string', 'number', 'boolean'].includes(typeof name)), 'its classes have no names');
  must(Array.isArray(columns) && columns.length === 2 && [...columns, target].every((name) => typeof name === 'string'), 'its columns have no names');
  must(Array.isArray(view) && view.length === 2 && view.every((range) => Array.isArray(range) && range.length === 2 && range.every(finite) && range[0] < range[1]), 'it shows no part of the plane');
  must(Array.isArray(points) && points.length % 4 === 0 && points.length <= 4 * mostPoints && points.every(finite), 'its points are not numbers');
  for (let i = 2; i < points.length; i += 4) must(Number.isSafeInteger(points[i]) && points[i] >= 0 && points[i] < Math.max(1, names.length), 'its points have no class');
  data.points = Array.from({ length: points.length / 4 }, (_, i) => ({ x: points[4 * i], y: points[4 * i + 1], label: points[4 * i + 2], value: points[4 * i + 3] }));
  data.view = { x: view[0], y: view[1] };
  data.set = null;
  data.seed = 1;
}

/** Bytes through a stream, up to a limit: a small fragment must not fill the memory. */
async function through(bytes, stream, limit = Infinity) {
  const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader();
  const chunks = [];
  let length = 0;
  for (let { done, value } = await reader.read(); !done; { done, value } = await reader.read()) {
    length += value.length;
    if (length > limit) throw new FragmentError('it is too large');
    chunks.push(value);
  }
  return new Uint8Array(await new Blob(chunks).arrayBuffer());
}
