/** The class of machines that predict labels for the rows of sequences, all together. */
import { gather, host, run } from '#host';
import { MaxMarginError } from '../basics/errors.js';
import { Classifier, deciding, fitting, steps } from './estimators.js';
import { accuracy, decodeLabels } from '../input/labels.js';
import { bytesOf, isNumbers, packSamples } from '../input/inputs.js';
import {
  checkDecisionSettings,
  checkPassing,
  checkScoreSettings,
  isList,
  readSettings,
} from '../basics/settings.js';
import { checkValues, checkWeights, float64s } from '../input/values.js';
import { attachState, stateOf } from '../model/registry.js';
import { State } from '../model/state.js';

/** @import { Steps } from '../basics/drive.js' */
/** @import { Classifiers } from '../generated/classifiers.js' */
/** @import { Reports, Returns } from '../forms.js' */
/** @import { Use } from '../input/inputs.js' */
/** @import { MachineSpec } from '../machines/options.js' */
/** @import { As, DecisionSettings, Entries, FitSettings, Label, LabelOf, Numbers, PredictSettings, Progress, ScoreSettings, Shaped, TagSettings, Tagged, TaggerFitSettings } from '../types.js' */

/** Sequences as they are packed: all rows, and how many each sequence has. */
class Sequences {
  /**
   * @param {unknown} rows
   * @param {ArrayLike<number>} lengths
   */
  constructor(rows, lengths) {
    this.rows = rows;
    this.lengths = lengths;
  }
}

/** The state of a tagger, which passes the lengths of sequences on beside their rows. */
class TaggerState extends State {
  /**
   * @param {unknown} X
   * @param {Use} use
   * @param {boolean} [update]
   */
  takeIn(X, use, update) {
    if (!(X instanceof Sequences)) return super.takeIn(X, use, update);
    const table = packSamples(X.rows, 'X', use);
    const lengths = packLengths(X.lengths);
    return { table: { ...table, buffers: { ...table.buffers, lengths } } };
  }

  /**
   * Whether X is sequences, which comparisons of machines split as a whole.
   * @param {unknown} X
   */
  takesSequences(X) {
    return isNested(X);
  }
}

/**
 * A classifier of the rows of sequences.
 * @template {object} Options
 * @template {Label} L its labels
 * @template S its samples
 * @template {'SequenceTagger'} Name
 * @extends {Classifier<Options, L, any, Name>}
 */
export class Tagger extends Classifier {
  /**
   * @param {object} spec what the machine is: a MachineSpec
   * @param {Options} [options]
   */
  constructor(spec, options) {
    super(spec);
    attachState(this, new TaggerState(/** @type {MachineSpec} */ (spec), options, host));
  }

  /**
   * Learns from sequences. Fails as a whole or not at all.
   * @template {Label} M
   * @overload
   * @param {readonly (readonly Numbers[])[]} X sequences: arrays of rows
   * @param {readonly Entries<M>[]} y an array of labels for each sequence
   * @param {FitSettings} [settings]
   * @returns {Returns<As<this, Classifiers<M, S>[Name]>>} this machine, whose labels are now known
   */
  /**
   * The same for the rows of all sequences, in any form, with their lengths in the settings; rows
   * without lengths stand alone.
   * @template {Entries<L>} Y
   * @overload
   * @param {S} X
   * @param {Y} y one label per row
   * @param {TaggerFitSettings} [settings]
   * @returns {Returns<As<this, Classifiers<LabelOf<Y, L>, S>[Name]>>} this machine, whose labels are now known
   */
  /**
   * @param {any} X
   * @param {any} y
   * @param {TaggerFitSettings} [settings]
   * @returns {any}
   */
  fit(X, y, settings) {
    return run(learning(this, X, y, settings));
  }

  /**
   * The same, step by step, as other machines do it.
   * @template {Label} M
   * @overload
   * @param {readonly (readonly Numbers[])[]} X
   * @param {readonly Entries<M>[]} y
   * @param {FitSettings} [settings]
   * @returns {Reports<Progress, As<this, Classifiers<M, S>[Name]>>}
   */
  /**
   * @template {Entries<L>} Y
   * @overload
   * @param {S} X
   * @param {Y} y
   * @param {TaggerFitSettings} [settings]
   * @returns {Reports<Progress, As<this, Classifiers<LabelOf<Y, L>, S>[Name]>>}
   */
  /**
   * @param {any} X
   * @param {any} y
   * @param {TaggerFitSettings} [settings]
   * @returns {any}
   */
  fitSteps(X, y, settings) {
    const [sequences, targets, rest] = sequencesOf(X, y, settings);
    return steps(this, sequences, targets, rest);
  }

  /**
   * The labels of the rows of each sequence.
   * @overload
   * @param {readonly (readonly Numbers[])[]} X sequences: arrays of rows
   * @param {PredictSettings} [settings]
   * @returns {Returns<L[][]>}
   */
  /**
   * The same for the rows of all sequences with their lengths.
   * @overload
   * @param {S} X
   * @param {TagSettings & { lengths: Entries<number> }} settings
   * @returns {Returns<L[][]>}
   */
  /**
   * The best label of each row alone.
   * @overload
   * @param {S} X
   * @param {PredictSettings} [settings]
   * @returns {Returns<L[]>}
   */
  /**
   * @param {any} X
   * @param {TagSettings} [settings]
   * @returns {any}
   */
  predict(X, settings) {
    if (settings?.lengths == null && !isNested(X)) return super.predict(X, settings);
    return run(tagging(this, X, 'predict', settings, ({ tags }) => tags));
  }

  /**
   * The labels of the rows of each sequence, and the scores of the sequences: what the rows give
   * for their labels, and the transitions from one label to the next.
   * @param {readonly (readonly Numbers[])[] | S} X
   * @param {TagSettings} [settings]
   * @returns {Returns<Tagged<L>>}
   */
  tag(X, settings) {
    return run(tagging(this, X, 'tag', settings, (tagged) => /** @type {Tagged<L>} */ (tagged)));
  }

  /**
   * The scores of the labels for each row alone, one row of X after the other.
   * @param {readonly (readonly Numbers[])[] | S} X
   * @param {DecisionSettings} [settings]
   * @returns {Returns<Shaped<Float64Array>>}
   */
  decisionFunction(X, settings) {
    const rows = isNested(X) ? X.flat(1) : X;
    return run(deciding(this, rows, () => checkDecisionSettings(settings, true)));
  }

  /**
   * The share of rows whose label is the predicted one.
   * @param {readonly (readonly Numbers[])[] | S} X
   * @param {Entries<L> | readonly Entries<L>[]} y
   * @param {TagSettings & ScoreSettings} [settings] with weights of the rows, one after the other
   * @returns {Returns<number>}
   */
  score(X, y, settings) {
    return run(judging(this, X, y, settings));
  }
}

/**
 * Whether X is sequences of rows, and not rows.
 * @param {unknown} X
 * @returns {X is unknown[][]}
 */
function isNested(X) {
  return Array.isArray(X) && X.some((part) => Array.isArray(part) && isNumbers(part[0]));
}

/**
 * All rows, all labels, and the settings without lengths.
 * @param {unknown} X
 * @param {unknown} y
 * @param {any} given
 * @returns {[unknown, unknown, unknown]}
 */
function sequencesOf(X, y, given) {
  if (isList(given)) readSettings('fit', given, ['sampleWeight', 'lengths']); // refuses it
  const { lengths, ...rest } = given ?? {};
  const settings = given == null ? given : rest;
  if (!isNested(X)) return [lengths == null ? X : new Sequences(X, lengths), y, settings];
  refuseLengths(lengths);
  const sequences = /** @type {unknown[][]} */ (X);
  if (!Array.isArray(y)) throw wrongLabels('an array of labels for each sequence');
  if (y.length !== sequences.length) throw wrongCount('y', y.length, sequences.length, 'sequences');
  sequences.forEach((rows, s) => {
    checkSequence(rows, s);
    const labels = y[s];
    if (!isNumbers(labels)) throw wrongLabels(`an array of labels for sequence ${s}`);
    if (labels.length !== rows.length) throw wrongCount(`y[${s}]`, labels.length, rows.length, 'rows'); // prettier-ignore
  });
  const flat = y.flatMap((labels) => [...labels]);
  return [joined(sequences), flat, settings];
}

/** @param {string} expected */
function wrongLabels(expected) {
  return new MaxMarginError('ERR_TYPE', 'y', `y must have ${expected}, because X is sequences`);
}

/**
 * @param {string} place
 * @param {number} got
 * @param {number} expected
 * @param {string} what
 */
function wrongCount(place, got, expected, what) {
  return new MaxMarginError(
    'ERR_SHAPE',
    'y',
    `${place} has ${got} entries for ${expected} ${what} of X; there must be one for each`,
    { expected, got },
  );
}

/** @param {unknown} lengths */
function refuseLengths(lengths) {
  if (lengths == null) return;
  throw new MaxMarginError(
    'ERR_OPTION',
    'lengths',
    'X is an array of sequences, which have their own lengths; leave lengths out',
  );
}

/**
 * @param {unknown} rows
 * @param {number} sequence
 */
function checkSequence(rows, sequence) {
  if (Array.isArray(rows) && rows.length > 0) return;
  const empty = Array.isArray(rows);
  throw new MaxMarginError(
    empty ? 'ERR_EMPTY' : 'ERR_TYPE',
    'X',
    `X[${sequence}] ${empty ? 'has no rows' : 'is no array of rows'}; every sequence must be an array of at least one row`,
    { sequence },
  );
}

/** @param {unknown[][]} sequences */
function joined(sequences) {
  return new Sequences(
    sequences.flat(1),
    sequences.map(({ length }) => length),
  );
}

/**
 * The lengths as they cross; Go checks them.
 * @param {ArrayLike<number>} given
 */
function packLengths(given) {
  return bytesOf(checkValues(given, 'lengths', given.length));
}

/**
 * @param {Tagger<any, any, any, any>} model
 * @param {unknown} X
 * @param {unknown} y
 * @param {unknown} settings
 */
function* learning(model, X, y, settings) {
  const [sequences, targets, rest] = sequencesOf(X, y, settings);
  if (!(sequences instanceof Sequences)) return yield* fitting(model, sequences, targets, rest);
  const [rows, labels] = yield gather([sequences.rows, targets]);
  return yield* fitting(model, new Sequences(rows, sequences.lengths), labels, rest);
}

/**
 * @template T
 * @param {Tagger<any, any, any, any>} model
 * @param {unknown} X
 * @param {string} method
 * @param {unknown} given
 * @param {(tagged: {tags: Label[][], scores: Float64Array}) => T} read
 * @returns {Steps<T>}
 */
function* tagging(model, X, method, given, read) {
  const known = ['lengths', 'transfer', 'signal', 'onProgress'];
  const settings = readSettings(method, given, known);
  let { rows, lengths } = /** @type {{rows: unknown, lengths: any}} */ ({
    rows: X,
    lengths: settings.lengths,
  });
  if (isNested(X)) {
    refuseLengths(lengths);
    /** @type {unknown[]} */ (X).forEach(checkSequence);
    ({ rows, lengths } = joined(/** @type {unknown[][]} */ (X)));
  }
  [rows] = yield gather([rows]);
  const { transfer, watch } = checkPassing(settings);
  const request = { machine: '', count: 0, seed: 0, noise: false, question: 'tags' };
  const state = stateOf(model);
  const [fitted, payload] = state.apply('predict', rows, request, transfer);
  const { rows: n } = payload.request.table;
  const ends = lengths ?? Array(n).fill(1);
  const buffers = { ...payload.buffers, parameters: packLengths(ends) };
  const reply = yield state.host.apply('process', fitted, { ...payload, buffers }, watch);
  const indices = Int32Array.from(float64s(reply.buffers.values));
  const labels = decodeLabels(fitted.classes, new Uint8Array(indices.buffer));
  let from = 0;
  const tags = Array.from(ends, (length) => labels.slice(from, (from += Number(length))));
  return read({ tags, scores: float64s(reply.buffers.mean) });
}

/**
 * @param {Tagger<any, any, any, any>} model
 * @param {any} X
 * @param {unknown} y
 * @param {unknown} settings
 * @returns {Steps<number>}
 */
function* judging(model, X, y, settings) {
  const { how, lengths, sampleWeight } = checkScoreSettings(settings, ['sampleWeight', 'lengths']);
  /** @type {TagSettings} */
  const given = { ...how, ...(lengths != null && { lengths }) };
  const [, targets] = sequencesOf(X, y, given);
  const tags = /** @type {any[]} */ (yield model.predict(X, given));
  const [labels] = yield gather([targets]);
  const weights = checkWeights(sampleWeight, labels.length);
  return accuracy(stateOf(model).fitted.classes, tags.flat(), labels, weights);
}
