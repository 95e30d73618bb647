/** Rows that join a model and leave it, with the exact solution for those that it has. */
import { isArrayOrView } from '../basics/numbers.js';
import { gather, run } from '#host';
import { bytesOf } from '../input/inputs.js';
import { Changed } from '../model/changed.js';
import { FitJob } from '../model/fit-job.js';
import { checkWorkSettings, readSettings, wrongSetting } from '../basics/settings.js';
import { stateOf } from '../model/registry.js';

/** @import { Steps } from '../basics/drive.js' */
/** @import { Returns } from '../forms.js' */
/** @import { Estimator } from '../model/estimator.js' */
/** @import { Fitted } from '../model/fitted.js' */
/** @import { Certificate } from '../types.js' */

/**
 * @template {Estimator<any>} T
 * @param {T} model
 * @param {unknown} x one row, or several
 * @param {unknown} y its target, or theirs
 * @param {unknown} settings
 * @returns {Returns<T>}
 */
export function add(model, x, y, settings) {
  return run(adding(model, x, y, settings));
}

/**
 * @template {Estimator<any>} T
 * @param {T} model
 * @param {unknown} index
 * @param {unknown} settings
 * @returns {Returns<T>}
 */
export function remove(model, index, settings) {
  return run(removing(model, index, settings));
}

/**
 * @param {Estimator<any>} model
 * @param {unknown} settings
 * @returns {Returns<Certificate>}
 */
export function certify(model, settings) {
  return run(certifying(model, settings));
}

/**
 * Whether x is one row: a string, or numbers without a shape.
 * @param {any} x
 */
function isRow(x) {
  return typeof x === 'string' || (isArrayOrView(x) && !('shape' in x) && typeof x[0] === 'number');
}

/**
 * @template {Estimator<any>} T
 * @param {T} model
 * @param {unknown} x
 * @param {unknown} y
 * @param {unknown} given
 * @returns {Steps<T>}
 */
function* adding(model, x, y, given) {
  const state = stateOf(model);
  const { fitted } = state;
  const known = ['sampleWeight', 'signal', 'onProgress', 'transfer'];
  const settings = readSettings('add', given, known);
  const single = ['string', 'number', 'boolean', 'bigint'].includes(typeof y);
  const samples = isRow(x) || single ? [x] : x;
  const [rows, targets] = yield gather([samples, single ? [y] : y]);
  const classes = state.spec.kind === 'classifier' ? withNew(targets, fitted) : undefined;
  const job = state.beginUpdate(rows, targets, { ...settings, ...(classes && { classes }) });
  Object.assign(job.payload.request, { change: true });
  return yield* changing(model, job, fitted, []);
}

/**
 * Waits for a change, and adopts the model that it leads to.
 * @template {Estimator<any>} T
 * @param {T} model
 * @param {FitJob} job
 * @param {Fitted} former
 * @param {ArrayLike<number>} removed the rows that leave
 * @returns {Steps<T>}
 */
function* changing(model, job, former, removed) {
  const state = stateOf(model);
  const { spec, host } = state;
  try {
    const { value, buffers } = yield host.fit(job.id, job.payload, job.watch, former);
    const fitted = new Changed(job.id, former, buffers.model, removed, () => spec, value);
    fitted.reader = former.reader;
    state.fitted = fitted;
    job.warn(fitted.info.warnings);
  } finally {
    state.endFit();
  }
  return model;
}

/**
 * The classes of a model together with those of labels; undefined if they have no new one.
 * @param {any} y
 * @param {Fitted} fitted
 * @returns {unknown[] | undefined}
 */
function withNew(y, { classes: { kind, labels } }) {
  if (!isArrayOrView(y)) return undefined; // packTargets says what is wrong
  const all = new Set([...labels, ...Array.from(y)]);
  const same = [...all].every((label) => typeof label === kind);
  return same && all.size > labels.length ? [...all] : undefined;
}

/**
 * @template {Estimator<any>} T
 * @param {T} model
 * @param {unknown} index
 * @param {unknown} given
 * @returns {Steps<T>}
 */
function* removing(model, index, given) {
  const watch = checkWorkSettings('remove', given);
  const state = stateOf(model);
  state.checkFree({});
  const { fitted } = state;
  const removed = readRows(index);
  if (removed.length === 0) return model;
  const { classes, featureNames = [] } = fitted;
  const names = classes.labels.map(String);
  const id = state.host.newModelId();
  const { machine, steps, options } = state.recipe(names);
  const request = {
    model: id,
    machine,
    steps,
    table: { layout: 'dense', rows: 0, cols: 0 },
    classes: { kind: classes.kind, names },
    start: fitted.id,
    update: true,
    change: true,
    features: featureNames,
  };
  // A copy: what is sent to a worker is no longer here.
  const payload = { request, options, buffers: { removed: bytesOf(removed.slice()) } };
  const job = state.occupy(new FitJob(id, payload, watch, fitted, fitted.reader));
  return yield* changing(model, job, fitted, removed);
}

/**
 * @param {any} index
 * @returns {Int32Array}
 */
function readRows(index) {
  const list = typeof index === 'number' ? [index] : index;
  if (!isArrayOrView(list)) {
    throw wrongSetting('index', 'the index of a row, or an array of some', index);
  }
  const wrong = Array.from(list).find((i) => !Number.isInteger(i) || i < 0 || i >= 2 ** 31);
  if (wrong === undefined) return Int32Array.from(list);
  throw wrongSetting('index', 'whole numbers from 0 on', wrong);
}

/**
 * @param {Estimator<any>} model
 * @param {unknown} given
 * @returns {Steps<Certificate>}
 */
function* certifying(model, given) {
  const watch = checkWorkSettings('certificate', given);
  const { fitted, host } = stateOf(model);
  const { value } = yield host.apply('certify', fitted, { request: { model: fitted.id } }, watch);
  return value;
}
