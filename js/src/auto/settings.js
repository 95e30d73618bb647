/** The settings of autoFit, checked. */
import { saidTypes } from '../basics/kinds.js';
import { isRecord } from '../input/tables.js';
import { checkProgress, checkSignal, readSettings, wrongSetting } from '../basics/settings.js';
import { checkExecutor } from '../executor/check.js';
import { checkWorkers } from '../select/workers.js';

/** @import { AutoSettings } from './types.js' */

const names = ['target', 'task', 'order', 'seconds', 'maxFits', 'seed', 'testSize', 'scoring', 'machines', 'types', 'keep', 'ignore', 'workers', 'executor', 'resume', 'onProgress', 'signal']; // prettier-ignore

/**
 * @param {unknown} settings
 * @returns {AutoSettings & {seconds: number, maxFits: number, seed: number, testSize: number, keep: readonly string[], ignore: readonly string[]}}
 */
export function checkAutoSettings(settings) {
  const all = /** @type {AutoSettings} */ (readSettings('autoFit', settings, names));
  const { target, task, order, seed = 0, testSize = 0.2, scoring, machines } = all;
  const { maxFits = Infinity, seconds = Number.isFinite(maxFits) ? Infinity : 60 } = all;
  const texts = { target, scoring };
  for (const [name, value] of Object.entries(texts)) {
    if (value !== undefined && (typeof value !== 'string' || value === '')) {
      throw wrongSetting(name, name === 'target' ? 'the name of a column' : 'the name of a measure', value); // prettier-ignore
    }
  }
  if (task !== undefined && !['classes', 'numbers', 'order'].includes(task)) {
    throw wrongSetting('task', "'classes', 'numbers' or 'order'", task);
  }
  if (order !== undefined && (task ?? 'order') !== 'order') {
    throw wrongSetting('order', `left out with task: '${task}'`, order);
  }
  if (order !== undefined && !(Array.isArray(order) && order.length > 1)) {
    throw wrongSetting('order', 'an array of at least two classes', order);
  }
  if (!(seconds > 0)) throw wrongSetting('seconds', 'a number above 0', seconds);
  if (!(maxFits >= 1)) throw wrongSetting('maxFits', 'a whole number of at least 1', maxFits);
  if (!(Number.isSafeInteger(seed) && seed >= 0)) {
    throw wrongSetting('seed', 'a whole number from 0 to 2^53 - 1', seed);
  }
  if (!(testSize > 0 && testSize < 1)) {
    throw wrongSetting('testSize', 'a share above 0 and below 1', testSize);
  }
  const lists = { machines, keep: all.keep ?? [], ignore: all.ignore ?? [] };
  for (const [name, list] of Object.entries(lists)) {
    if (list === undefined) continue;
    if (!Array.isArray(list) || !list.every((one) => typeof one === 'string')) {
      throw wrongSetting(name, 'an array of names', list);
    }
  }
  const types = all.types ?? {};
  const wrong = isRecord(types) ? Object.values(types).find((type) => !saidTypes.includes(type)) : types; // prettier-ignore
  if (wrong !== undefined) {
    throw wrongSetting('types', `an object of one of '${saidTypes.join("', '")}' by column`, wrong);
  }
  if (all.resume !== undefined && !(all.resume instanceof Uint8Array)) {
    throw wrongSetting('resume', 'the bytes that save() returned', all.resume);
  }
  if (all.workers !== undefined) checkWorkers(all.workers);
  checkExecutor(all.executor, all.workers);
  checkSignal(all.signal);
  /** @type {AutoSettings['onProgress']} */
  const onProgress = checkProgress(all.onProgress);
  const { keep, ignore } = lists;
  return { ...all, seconds, maxFits, seed, testSize, keep, ignore, onProgress };
}
