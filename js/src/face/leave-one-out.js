/** How a model would predict its own samples, had it not seen them. */
import { gather, run } from '#host';
import { encodeLabels } from '../input/labels.js';
import { checkValues, float64s } from '../input/values.js';
import { Estimator } from '../model/estimator.js';
import { checkWorkSettings, readSettings, wrongSetting } from '../basics/settings.js';
import { stateOf } from '../model/registry.js';

/** @import { Steps } from '../basics/drive.js' */
/** @import { Returns } from '../forms.js' */
/** @import { LeaveOneOut, LeaveOneOutSettings } from '../types.js' */

/** What the methods are, without a constant and with one. */
const methods = {
  exact: ['exact', 'exact'],
  supportVectors: ['bound', 'bound'],
  jaakkolaHaussler: ['bound', 'estimate'],
  xiAlpha: ['bound', 'bound'],
  span: ['estimate', 'estimate'],
  radiusMargin: ['estimate', 'estimate'],
};

/**
 * The leave-one-out error of a fitted SVC or SVR: exact, by fits without each support vector that
 * start from the solution, or bounds and estimates that need no fits. Of an IncrementalSVC or an
 * IncrementalSVR it is exact to rounding: each row is removed in turn. Of an IncrementalOneClass it
 * is the share of rows that lie outside when they are left out. Kernels keep the width of the fit.
 * @param {any} model fitted
 * @param {any} X the samples of the fit
 * @param {any} [y] their labels or values; nothing for IncrementalOneClass
 * @param {LeaveOneOutSettings} [settings]
 * @returns {Returns<LeaveOneOut>}
 */
export function leaveOneOut(model, X, y, settings) {
  return run(leaving(model, X, y, settings));
}

/**
 * @param {any} model
 * @param {any} X
 * @param {any} y
 * @param {unknown} settings
 * @returns {Steps<LeaveOneOut>}
 */
function* leaving(model, X, y, settings) {
  const known = ['method', 'sampleWeight', 'signal', 'onProgress'];
  const given = readSettings('leaveOneOut', settings, known);
  const { method: asked = 'exact', sampleWeight, ...rest } = given;
  if (!Object.hasOwn(methods, String(asked))) {
    throw wrongSetting('method', `one of '${Object.keys(methods).join("', '")}'`, asked);
  }
  if (!(model instanceof Estimator))
    throw wrongSetting('model', 'a fitted SVC, SVR or an incremental machine', model);
  const method = /** @type {keyof typeof methods} */ (asked);
  const watch = checkWorkSettings('leaveOneOut', rest);
  const [rows, targets] = yield gather([X, y]);
  const state = stateOf(model);
  const [fitted, payload] = state.judge(rows, targets, { sampleWeight });
  const request = { ...payload.request, method };
  const reply = yield state.host.apply('leaveOneOut', fitted, { ...payload, request }, watch);
  const { value, buffers } = reply;
  const { fits } = value;
  const kind = /** @type {LeaveOneOut['kind']} */ (methods[method][Number(value.bias)]);
  const values = float64s(buffers.values);
  if (method === 'radiusMargin') {
    const [error, r2, w2, byC, byGamma] = float64s(buffers.ball);
    const gradient = { ...(byC === byC && { C: byC }), ...(byGamma === byGamma && { gamma: byGamma }) }; // prettier-ignore
    return { method, kind, error, fits, radius: Math.sqrt(r2), norm: Math.sqrt(w2), gradient };
  }
  if (method !== 'exact') {
    const error = values.filter((v) => v <= 0).length / values.length;
    return { method, kind, error, fits, margins: values };
  }
  if (state.spec.kind === 'detector') {
    const predictions = Int32Array.from(values, (v) => (v >= 0 ? 1 : -1));
    const error = predictions.filter((side) => side < 0).length / values.length;
    return { method, kind, error, fits, predictions, decisionValues: values };
  }
  const { labels } = fitted.classes;
  if (labels.length === 0) {
    const truth = checkValues(targets, 'y', values.length);
    const error = values.reduce((sum, v, i) => sum + (v - truth[i]) ** 2, 0) / values.length;
    return { method, kind, error, fits, predictions: values };
  }
  const found = new Int32Array(buffers.labels.buffer);
  const { indices } = encodeLabels(targets, found.length, fitted.classes);
  const error = found.filter((c, i) => c !== indices[i]).length / found.length;
  return { method, kind, error, fits, predictions: Array.from(found, (c) => labels[c]) };
}
