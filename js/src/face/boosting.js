/** The classes of boosters: ensembles whose members learn one after the other. */
import { gather, host, run } from '#host';
import { Classifier, deciding } from './estimators.js';
import { EnsembleState } from './ensemble-state.js';
import { checkPredictSettings, readSettings, wrongSetting } from '../basics/settings.js';
import { packPerRow, packTargets } from '../input/targets.js';
import { attachState, stateOf } from '../model/registry.js';
import {
  correctiveRoundsOf,
  correctiveStagesOf,
  roundsOf,
  stagesOf,
} from '../formulas/boosting.js';

/** @import { Steps } from '../basics/drive.js' */
/** @import { Classifiers } from '../generated/classifiers.js' */
/** @import { BoostingRound, CorrectiveRound } from '../formulas/boosting.js' */
/** @import { Returns } from '../forms.js' */
/** @import { MachineSpec } from '../machines/options.js' */
/** @import { Entries, Label, PredictSettings } from '../types.js' */

/**
 * An ensemble of copies of an estimator.
 * @template {object} Options
 * @template {Label} L its labels
 * @template S its samples
 * @template {keyof Classifiers<any, any>} Name
 * @extends {Classifier<Options, L, S, Name>}
 */
export class Ensemble extends Classifier {
  /**
   * @param {object} spec what the machine is: a MachineSpec
   * @param {Options | undefined} options
   * @param {() => any} usual makes the estimator by default
   */
  constructor(spec, options, usual) {
    super(spec);
    attachState(this, new EnsembleState(/** @type {MachineSpec} */ (spec), options, host, usual));
  }

  /**
   * The members: copies of the estimator, each fitted in its round. They predict on their own.
   * @returns {Classifier<any, L, S, any>[]}
   */
  get estimators() {
    const state = /** @type {EnsembleState} */ (stateOf(this));
    return /** @type {Classifier<any, L, S, any>[]} */ (state.members());
  }
}

/**
 * An ensemble that can be looked at round by round.
 * @template {object} Options
 * @template {Label} L
 * @template S
 * @template {keyof Classifiers<any, any>} Name
 * @extends {Ensemble<Options, L, S, Name>}
 */
export class Staged extends Ensemble {
  /**
   * The class label of every row, by the members up to each round.
   * @param {S} X
   * @param {PredictSettings} [settings]
   * @returns {Returns<L[][]>} a list of labels for each round
   */
  stagedPredict(X, settings) {
    return run(
      staging(this, X, settings, 'stagedPredict', (stages, fitted) =>
        stages.map(({ classes }) =>
          Array.from(classes, (c) => /** @type {L} */ (fitted.classes.labels[c])),
        ),
      ),
    );
  }

  /**
   * The share of rows whose label the members up to each round predict.
   * @param {S} X
   * @param {Entries<L>} y
   * @returns {Returns<Float64Array>} a number for each round
   */
  stagedScore(X, y) {
    return run(scoring(this, X, y));
  }
}

/**
 * An ensemble in which a round adds a member and leaves the coefficients of the others as they are.
 * @template {object} Options
 * @template {Label} L
 * @template S
 * @template {keyof Classifiers<any, any>} Name
 * @extends {Staged<Options, L, S, Name>}
 */
export class Booster extends Staged {
  /**
   * The course of the fit on the samples that it was made of: for each round the weighted error,
   * the coefficient, the weights before it, the margins after it, the training error, the share of
   * samples whose margin is at most rho, and the bound on this share.
   * @param {S} X the samples of the fit
   * @param {Entries<L>} y their labels
   * @param {{rho?: number, sampleWeight?: Entries<number> | null}} [settings] with the weights of
   *   the fit, if it had some
   * @returns {Returns<BoostingRound[]>}
   */
  rounds(X, y, settings) {
    return run(following(this, X, y, settings));
  }
}

/**
 * An ensemble in which every round changes the coefficients of all members.
 * @template {object} Options
 * @template {Label} L
 * @template S
 * @template {keyof Classifiers<any, any>} Name
 * @extends {Staged<Options, L, S, Name>}
 */
export class CorrectiveBooster extends Staged {
  /**
   * The course of the fit on the samples that it was made of: for each round the weighted error and
   * the edge of the member, the objective, the margin rho, all coefficients, the weights before it,
   * the margins after it, the training error, and the share of samples whose margin is less than
   * rho.
   * @param {S} X the samples of the fit
   * @param {Entries<L>} y their labels
   * @returns {Returns<CorrectiveRound[]>}
   */
  rounds(X, y) {
    return run(correcting(this, X, y));
  }
}

/**
 * What the members predict: a class for each row and member.
 * @param {Staged<any, any, any, any>} model
 * @param {unknown} X
 * @param {unknown} settings
 * @param {string} method
 */
function* votes(model, X, settings, method) {
  const how = checkPredictSettings(settings, method);
  const classes = yield* deciding(model, X, () => [{ shape: 'members' }, how]);
  const { fitted } = stateOf(model);
  return {
    fitted,
    votes: {
      classes,
      alphas: /** @type {Float64Array} */ (fitted.attribute('alphas')),
      order: /** @type {Int32Array} */ (fitted.field('class.order')),
    },
  };
}

/**
 * @typedef {object} Found
 * @property {import('../model/fitted.js').Fitted} fitted
 * @property {import('../formulas/boosting.js').Votes} votes
 */

/**
 * What the ensemble predicts after each round.
 * @param {Staged<any, any, any, any>} model
 * @param {Found} found
 */
function stagesAfter(model, { fitted, votes: given }) {
  if (!(model instanceof CorrectiveBooster)) return stagesOf(given);
  const alphas = /** @type {Float64Array} */ (fitted.attribute('roundAlphas'));
  return correctiveStagesOf(given, alphas);
}

/**
 * @template T
 * @param {Staged<any, any, any, any>} model
 * @param {unknown} X
 * @param {unknown} settings
 * @param {string} method
 * @param {(stages: {classes: Int32Array}[], fitted: import('../model/fitted.js').Fitted) => T} read
 * @returns {Steps<T>}
 */
function* staging(model, X, settings, method, read) {
  const found = yield* votes(model, X, settings, method);
  return read(stagesAfter(model, found), found.fitted);
}

/**
 * @param {Staged<any, any, any, any>} model
 * @param {unknown} X
 * @param {unknown} y
 * @returns {Steps<Float64Array>}
 */
function* scoring(model, X, y) {
  const [rows, targets] = yield gather([X, y]);
  const found = yield* votes(model, rows, undefined, 'stagedScore');
  const all = stagesAfter(model, found);
  const labels = classesOf(found, targets);
  return Float64Array.from(all, ({ classes }) => {
    const right = labels.reduce((sum, label, i) => sum + (classes[i] === label ? 1 : 0), 0);
    return right / labels.length;
  });
}

/**
 * @param {Found} found
 * @param {unknown} y
 */
function classesOf({ fitted, votes: { classes, alphas } }, y) {
  const packed = packTargets('classifier', y, classes.length / alphas.length, fitted.classes);
  return new Int32Array(packed.buffers.labels.slice().buffer);
}

/**
 * @param {Booster<any, any, any, any>} model
 * @param {unknown} X
 * @param {unknown} y
 * @param {unknown} given
 * @returns {Steps<BoostingRound[]>}
 */
function* following(model, X, y, given) {
  const { rho, sampleWeight } = readSettings('rounds', given, ['rho', 'sampleWeight']);
  const values = stateOf(model).fitted.options();
  const margin = rho ?? values.get('rho')[0];
  if (!(typeof margin === 'number' && margin >= 0 && margin < 1)) {
    throw wrongSetting('rho', 'a number in [0,1)', rho);
  }
  const [rows, targets] = yield gather([X, y]);
  const found = yield* votes(model, rows, undefined, 'rounds');
  const labels = classesOf(found, targets);
  const packed = packPerRow({ sampleWeight }, labels.length);
  const soft = values.get('reg') === 'none' ? 0 : values.get('C')[0];
  return roundsOf({
    ...found.votes,
    labels,
    weights: packed.sampleWeight && new Float64Array(packed.sampleWeight.buffer),
    rho: margin,
    soft,
  });
}

/**
 * @param {CorrectiveBooster<any, any, any, any>} model
 * @param {unknown} X
 * @param {unknown} y
 * @returns {Steps<CorrectiveRound[]>}
 */
function* correcting(model, X, y) {
  const [rows, targets] = yield gather([X, y]);
  const found = yield* votes(model, rows, undefined, 'rounds');
  const labels = classesOf(found, targets);
  const kept = ['errors', 'edges', 'objectives', 'rhos', 'roundAlphas', 'roundWeights'];
  const shares = ['trainingErrors', 'marginErrors'];
  const fit = Object.fromEntries(
    [...kept, ...shares].map((name) => [
      name,
      /** @type {Float64Array} */ (found.fitted.attribute(name)),
    ]),
  );
  const samples = fit.roundWeights.length / fit.edges.length;
  if (samples !== labels.length) {
    throw wrongSetting('X', `the ${samples} rows of the fit`, `${labels.length} rows`);
  }
  return correctiveRoundsOf({ ...found.votes, labels, fit });
}
