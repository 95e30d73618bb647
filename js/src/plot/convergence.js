/** The course of objective and gap during a fit. */
import { wrongSetting } from '../basics/settings.js';

/** @import { FitInfo, Progress } from '../types.js' */
/** @import { Convergence, FitRecorder } from './types.js' */

/**
 * A function for onProgress that keeps the reports, in `reports`.
 * @param {(report: Progress) => unknown} [onProgress] also gets the reports, and may stop the fit
 * @returns {FitRecorder}
 */
export function recordFit(onProgress) {
  if (onProgress !== undefined && typeof onProgress !== 'function') {
    throw wrongSetting('onProgress', 'a function', onProgress);
  }
  /** @type {FitRecorder['reports']} */
  const reports = [];
  let began = 0;
  const record = (/** @type {Progress} */ report) => {
    const now = performance.now();
    if (reports.length === 0) began = now;
    reports.push({ ...report, seconds: (now - began) / 1000 });
    return onProgress?.(report);
  };
  return Object.assign(record, { reports });
}

/**
 * The reports of a fit, from a recorder, from onProgress or fitSteps, with the end.
 * @param {readonly (Progress & {seconds?: number})[]} reports
 * @param {FitInfo} [fitInfo] of the model: how the fit ended
 * @returns {Convergence}
 */
export function convergence(reports, fitInfo) {
  if (!Array.isArray(reports)) {
    throw wrongSetting('reports', 'an array of reports, as recordFit keeps them', reports);
  }
  const going = reports.filter(({ phase }) => phase !== 'done');
  const phases = [...new Set(going.map(({ phase }) => phase))];
  const steps = going.map(({ phase, iteration, objective, gap, supportVectors, seconds }) => ({
    ...{ phase, iteration, objective, gap, supportVectors, seconds },
  }));
  const last = reports[reports.length - 1];
  const end = endOf(last, fitInfo);
  // Of a single phase the end is its last step; of several it is their sum.
  if (end && phases.length < 2) {
    const { iteration, objective, gap, supportVectors, seconds } = end;
    phases[0] ??= 'fit';
    steps.push({ phase: phases[0], iteration, objective, gap, supportVectors, seconds });
  }
  return { steps, phases, end };
}

/**
 * @param {(Progress & {seconds?: number}) | undefined} last
 * @param {FitInfo} [fitInfo]
 * @returns {Convergence['end']}
 */
function endOf(last, fitInfo) {
  if (fitInfo) {
    const { status, iterations, objective, gap, supportVectors } = fitInfo;
    return { status, iteration: iterations, objective, gap, supportVectors, seconds: undefined };
  }
  if (last?.phase !== 'done') return undefined;
  const { iteration, objective, gap, supportVectors, seconds } = last;
  return { status: undefined, iteration, objective, gap, supportVectors, seconds };
}
