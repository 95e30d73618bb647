/**
 * What a search, a cross-validation or a curve has found so far, as bytes with which another process
 * goes on. They are JSON:
 *
 *     { format: 'maxmargin-search', version: 1, of: { X: '8f…', y: 'c0…', … }, greater: [true],
 *       tables: [['03…', [['0 2', { scores: [0.9], … }], …]]], check: 'e1…' }
 *
 * `of` says by digests what was compared. A table has the digest of its points, and an outcome for
 * each point and split that is done. Failed fits are not among them: who goes on tries them again.
 */
import { digestOf } from '../basics/digest.js';
import { MaxMarginError } from '../basics/errors.js';
import { perRow } from '../generated/rows.js';
import { packSamples } from '../input/inputs.js';
import { entriesOf } from '../input/tables.js';
import { wrongSetting } from '../basics/settings.js';

/** @import { Params } from '../types.js' */
/** @import { Comparison } from './compare.js' */
/** @import { Outcome } from './table.js' */

const version = 1;
const ofRows = 'weights or groups';

/** Digests of what decides the scores, by its names in messages. @typedef {Record<string, string>} Digests */

/** Outcomes by point and split. @typedef {Map<string, Outcome>} OutcomeMap */

/**
 * What a file has.
 * @typedef {object} SavedSearch
 * @property {Digests} of
 * @property {boolean[]} greater of each measure: greater scores are better
 * @property {Map<string, OutcomeMap>} tables by the digests of their points
 */

/** Results that are being filled in. @typedef {(Outcome | undefined)[][]} Outcomes */

export class Checkpoint {
  /** @type {SavedSearch | undefined} */
  #before;
  /** @type {Digests | undefined} */
  #of;
  /** @type {boolean[]} */
  #greater = [];
  /** The tables, with the digests of their points. @type {Map<Outcomes, string>} */
  #tables = new Map();

  /** @param {unknown} given what save returned, or nothing */
  constructor(given) {
    if (given == null) return;
    this.#before = read(given);
    this.#of = this.#before.of;
    this.#greater = this.#before.greater;
  }

  /**
   * Takes down what is compared. It must be what was compared before.
   * @param {Comparison} comparison whose splits are known
   */
  begin(comparison) {
    const [of, before] = [digestsOf(comparison), this.#of];
    this.#of = undefined;
    for (const part in of) {
      if (before && before[part] !== of[part]) {
        throw unusable('ERR_OPTION', `was saved with different ${part}`, 'the same');
      }
    }
    this.#of = of;
    this.#greater = Object.assign(comparison.greater, this.#greater);
  }

  /**
   * Keeps a table, which save will write.
   * @param {Params[]} points
   * @param {Outcomes} outcomes
   */
  add(points, outcomes) {
    this.#tables.set(outcomes, digestOf(points));
  }

  /**
   * Fills in what was known before.
   * @param {Outcomes} outcomes of a table that was added
   * @param {number[][]} splits of each point that are asked for
   */
  recall(outcomes, splits) {
    const known = this.#before?.tables.get(/** @type {string} */ (this.#tables.get(outcomes)));
    splits.forEach((own, at) => {
      for (const split of own) outcomes[at][split] ??= known?.get(`${at} ${split}`);
    });
  }

  /**
   * The outcomes so far, and those that were known before.
   * @returns {Uint8Array<ArrayBuffer>}
   */
  save() {
    if (!this.#of) {
      throw new MaxMarginError(
        'ERR_NOT_FITTED',
        '',
        'there are no scores yet; save a search in onProgress or after fit(X, y)',
      );
    }
    const tables = new Map(this.#before?.tables);
    for (const [outcomes, points] of this.#tables) {
      const known = new Map(tables.get(points));
      outcomes.forEach((own, at) =>
        own.forEach((outcome, split) => {
          if (outcome && !outcome.error) known.set(`${at} ${split}`, outcome);
        }),
      );
      tables.set(points, known);
    }
    const state = {
      format: 'maxmargin-search',
      version,
      of: this.#of,
      greater: this.#greater,
      tables,
    };
    const text = JSON.stringify(state, toJSON);
    return new TextEncoder().encode(`${text.slice(0, -1)},"check":"${digestOf(text)}"}`);
  }
}

/**
 * That of a function, whose reports alone can save it: without any there is none.
 * @param {import('./compare.js').Given} given
 * @param {unknown} resume
 */
export const checkpointOf = ({ onProgress }, resume) =>
  onProgress || resume != null ? new Checkpoint(resume) : undefined;

/**
 * @param {Comparison} comparison
 * @returns {Digests}
 */
function digestsOf({ estimator, study, X, y, given, how, points, splits }) {
  const { scorings, names, chosen, trainScores, warmStarts } = how;
  return {
    ...(study ? packedDigests(study) : givenDigests(X, y, given)),
    'estimator or options': digestOf(estimator),
    candidates: digestOf(points),
    'folds or seed': digestOf(splits),
    'scoring, refit, trainScores or warmStarts': digestOf([
      scorings,
      names,
      chosen,
      trainScores,
      warmStarts,
    ]),
  };
}

/**
 * Numbers are the same in whatever form they come.
 * @param {import('./study.js').Study} study
 */
function packedDigests({ table, classes, buffers }) {
  const { labels, values, ...others } = /** @type {Record<string, Uint8Array>} */ (buffers);
  for (const name in table.buffers) delete others[name];
  return {
    X: digestOf([table.shape, table.buffers]),
    y: digestOf([classes.labels, labels, values]),
    [ofRows]: digestOf(others),
  };
}

/**
 * @param {any} X
 * @param {any} y
 * @param {any} given
 */
function givenDigests(X, y, given) {
  const listOf = (/** @type {any} */ list) => list && entriesOf(list);
  return {
    X: digestOf(Array.isArray(X) ? X : packSamples(X, 'X', { operation: 'predict' })),
    y: digestOf(listOf(y)),
    [ofRows]: digestOf(['groups', ...perRow].map((name) => listOf(given[name]))),
  };
}

/**
 * What JSON lacks: maps become lists of entries, and some numbers texts.
 * @param {string} _name
 * @param {any} value
 */
function toJSON(_name, value) {
  if (value instanceof Map) return [...value];
  if (Object.is(value, -0)) return '-0';
  return typeof value === 'number' && !Number.isFinite(value) ? String(value) : value;
}

/**
 * The inverse for numbers.
 * @param {string} _name
 * @param {unknown} value
 */
function fromJSON(_name, value) {
  const isNumber = typeof value === 'string' && /^(-0|NaN|-?Infinity)$/.test(value);
  return isNumber ? Number(value) : value;
}

/**
 * @param {unknown} given
 * @returns {SavedSearch}
 */
function read(given) {
  if (!(given instanceof Uint8Array || given instanceof ArrayBuffer)) {
    throw wrongSetting(
      'resume',
      'the bytes that save() of a search or of a report on progress returned',
      given,
    );
  }
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(given);
    const { check, ...state } = JSON.parse(text, fromJSON);
    if (digestOf(JSON.stringify(state, toJSON)) !== check) throw new TypeError('its check differs');
    if (state.version !== version) {
      const versions = `has version ${state.version}, and this release reads ${version}`;
      throw unusable('ERR_FORMAT_VERSION', versions, 'the release that saved it');
    }
    const { of, greater, tables } = state;
    return { of: { ...of }, greater: [...greater], tables: new Map(tables.map(readTable)) };
  } catch (cause) {
    if (cause instanceof MaxMarginError) throw cause;
    const { message } = /** @type {Error} */ (cause);
    throw unusable('ERR_FORMAT', `is damaged, or no saved search: ${message}`, 'a copy', cause);
  }
}

/**
 * @param {[points: string, known: [place: string, outcome: Outcome][]]} table
 * @returns {[points: string, known: OutcomeMap]}
 */
function readTable([points, known]) {
  for (const [, { scores, trainScores }] of known) void [...scores, ...trainScores];
  return [points, new Map(known)];
}

/**
 * @param {string} code
 * @param {string} why
 * @param {string} way to go on
 * @param {unknown} [cause]
 */
function unusable(code, why, way, cause) {
  return new MaxMarginError(
    code,
    'resume',
    `resume ${why}; go on with ${way}, or leave resume out to begin anew`,
    { why, way },
    cause,
  );
}
