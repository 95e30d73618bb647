/**
 * One machine and its fit to the points: its form, its picture, its results in words,
 * the frames of its training, and the code that makes it.
 */

import { attachBrush } from '../site/brush.js';
import { program, snippet } from './code.js';
import { fromUnit, problem, toCsv } from './data.js';
import { download, h, svg } from './dom.js';
import { Form, refusal } from './form.js';
import { Picture } from './picture.js';
import { Player } from './player.js';
import { machineOf } from './schema.js';
import { othersOf } from './sets.js';
import { supportOf } from './support.js';
import { readingAt } from './surface.js';
import { computeFrames, hasCourse } from './timeline.js';
import { Trainer } from './trainer.js';
import { count, duration, exact, explanation, tenths, short, tiny, verdict } from './words.js';

const readings = [
  ['objective', 'objective', exact],
  ['gap', 'gap', tiny],
  ['iterations', 'iterations', (value) => value.toLocaleString('en')],
  ['support-vectors', 'support vectors', (value) => value.toLocaleString('en')],
];

export class Pane {
  #id;
  #state;
  #data = null;
  #wiring;
  #form;
  #picture;
  #player;
  #trainer = new Trainer();
  #timer = 0;
  #writing = 0;
  #model = null;
  #shown = null;
  #last = null; // surface and support vectors of the model itself
  #frames = null; // the longest delay of the page while a fit runs
  #keys = '';
  #parts = {};

  /**
   * @param {string} id prefix of the ids of its elements
   * @param {object} state { machine, options, kernel, component }
   * @param {object} wiring brush: the settings of attachBrush besides hover; changed(): the state changed;
   *   machineChanged(pane): another machine, which may need other points; fixed(): whether the points
   *   are shared with another pane; settled(): the training of the pane has ended
   */
  constructor(id, state, wiring) {
    this.#id = id;
    this.#state = state;
    this.#wiring = wiring;
    this.element = this.#build();
    this.#picture = new Picture(this.#parts.canvas, (keys) => this.#showKeys(keys));
    this.#player = new Player(this.#parts.player, id, (frame, last) => this.#showFrame(frame, last));
    this.#form = new Form(this.#parts.form, id, state, {
      changed: () => this.#optionsChanged(),
      machineChanged: () => this.#wiring.machineChanged(this),
      allowed: (machine) => this.#data && refusal(machine, this.#data, this.#wiring.fixed()),
    });
    attachBrush(this.#parts.canvas, this.#picture, {
      ...wiring.brush,
      hover: (x, y) => this.#hover(x, y),
    });
  }

  get state() { return this.#state; }
  get phase() { return this.element.dataset.phase; }
  get progressed() { return this.#parts.iterations.textContent; }

  /** Other or changed points; the picture keeps its surface as long as it is still useful. */
  setData(data, { fresh = false, train = true } = {}) {
    this.#data = data;
    this.#player.clear();
    this.#picture.setData(data, !fresh);
    if (fresh) this.#form.render();
    this.#showCode();
    if (train) this.trainSoon(fresh ? 0 : 90);
  }

  /**
   * Trains after a moment, so that a stroke or a slider does not start a fit for each
   * event, in a separate task after other work of the page.
   */
  trainSoon(delay = 90) {
    if (delay === 0) this.#setPhase('training', 'Training…', true);
    this.#timer ||= setTimeout(() => this.train(), delay);
  }

  /** Other options for the same machine: the form shows them. */
  setState(state) {
    this.#state = state;
    this.#form.render(state);
    this.#showAbout();
  }

  train() {
    clearTimeout(this.#timer);
    this.#timer = 0;
    const data = this.#data;
    const state = structuredClone(this.#state);
    const { X, y } = problem(data, state.machine);
    this.#player.clear();
    this.#publish({});
    this.#form.blame(null);
    this.#last = null;
    const why = refusal(state.machine, data, true) ?? lacking(state.machine, X, y);
    if (why) {
      this.#trainer.cancel();
      this.#picture.setSurface(null);
      this.#showReadings({});
      this.#shown = null;
      this.#setPhase('idle', why);
      return;
    }
    this.#setPhase('training', [`Training on ${count(X.rows, 'row')}…`], !data.big);
    this.#frames?.end();
    this.#frames = watchFrames();
    this.#trainer.train({ state, data }, {
      progress: (report) => this.#showReadings({ ...report, iterations: report.iteration }),
      stopped: (kept) => this.#setPhase('idle', kept ? 'Stopped; looking at what was found so far…' : 'Stopped before anything was found.'),
      fitted: (outcome) => this.#fitted(outcome, state),
      surface: (shown, last) => {
        this.#shown = shown;
        this.#picture.setSurface(shown);
        if (!last) return;
        this.#last.shown = shown;
        this.#settle();
      },
      decision: (values) => {
        if (values) this.#picture.setDecision(values);
        this.#settle();
      },
      failed: (error) => {
        this.#picture.setSurface(null);
        this.#shown = null;
        this.#showReadings({});
        this.#form.blame(error.argument);
        this.#setPhase('error', error.message);
      },
    });
  }

  stop() { return this.#trainer.stop(); }

  cancel() {
    clearTimeout(this.#timer);
    this.#timer = 0;
    this.#trainer.cancel();
    this.#player.clear();
  }

  setCursor() { this.#picture.setCursor(null); }

  /** While data are being made. */
  wait(text) { this.#setPhase('training', text); }

  idle(text) { this.#setPhase('idle', text); }

  // ---- results -------------------------------------------------------------

  #fitted(outcome, state) {
    const { model, X, y, predicted, milliseconds, changed, stopped, signal } = outcome;
    const data = this.#data;
    if (this.#model !== model) this.#model?.dispose();
    this.#model = model;
    const support = data.big ? null : supportOf(model, state, X.rows);
    const longest = this.#frames.end();
    this.#last = { support, outcome, state, stopped };
    const { head, rest, score } = verdict({ model, predicted, X, y, state, data, support: data.big ? supportOf(model, state, X.rows) : support });
    const { objective, gap, iterations, supportVectors } = model.fitInfo;
    const iterates = hasCourse(state.machine);
    this.#showReadings({ objective, gap: iterates ? gap : undefined, iterations: iterates ? iterations : undefined, supportVectors: supportVectors || undefined });
    this.#publish({ score: score?.toFixed(4), supportVectors, objective });
    this.#showComponents(model, state);
    if (!data.big) this.#picture.setSupport(support);
    const status = model.fitInfo.converged || stopped ? '' : ` ${unfinished[model.status] ?? 'Not converged.'}`;
    const did = changed ? `Changed by ${count(changed, 'point')} in ${tenths(milliseconds)}` : `${stopped ? 'Stopped after' : 'Trained in'} ${duration(milliseconds)}`;
    const took = `${did}${data.big && longest > 0 ? `; longest frame ${duration(longest)}` : ''}.`;
    this.#last.words = [h('b', {}, head), rest, h('br'), took, status];
    if (data.big) this.#write(this.#last.words);
    this.#last.signal = signal;
  }

  /** The surface is finished; the frames of the training are computed next, in the background. */
  async #settle() {
    const { outcome, state, stopped, words } = this.#last;
    const framed = !this.#data.big && hasCourse(state.machine);
    if (framed) this.#player.begin();
    this.#setPhase(stopped ? 'idle' : 'done', words);
    this.#parts.download.disabled = false;
    this.#wiring.settled();
    this.#test(this.#last);
    if (!framed) return;
    const frames = [];
    try {
      await computeFrames({ ...outcome, state, data: this.#data }, (frame, of) => {
        frames.push(frame);
        this.#player.add(frame, of);
        this.element.dataset.frames = frames.length === of ? of : '';
      });
    } catch (error) {
      if (!outcome.signal.aborted) this.#player.fail(error.message);
    }
  }

  /** Says how good the model is on other points of the set, which it has not seen. */
  async #test({ outcome: { model, signal }, state }) {
    const { kind } = machineOf(state.machine);
    const others = kind === 'classifier' || kind === 'regressor' ? await othersOf(this.#data) : null;
    if (!others || signal.aborted) return;
    try {
      const { X, y } = problem(others, state.machine);
      const { head } = verdict({ model, predicted: await model.predict(X), X, y, state, data: others });
      if (signal.aborted) return;
      this.#parts.status.append(` On ${count(others.points.length, 'other')} of the same kind: `, h('b', {}, head), '.');
      this.element.dataset.tested = head;
    } catch (error) {
      if (!signal.aborted) throw error;
    }
  }

  /** A frame of the training, or null for the model itself. */
  #showFrame(frame) {
    const last = this.#last;
    if (!last) return;
    const own = !frame || !frame.shown;
    this.#shown = own ? last.shown : frame.shown;
    this.#picture.setSurface(this.#shown);
    this.#picture.setSupport(own ? last.support : frame.support, frame && !own ? frame.working : []);
    if (!frame) return;
    this.#showReadings({ objective: frame.objective, gap: frame.gap, iterations: frame.k, supportVectors: frame.support?.rows.size });
  }

  #showReadings(values) {
    for (const [id, , format] of readings) {
      const key = id === 'support-vectors' ? 'supportVectors' : id;
      this.#parts[id].textContent = values[key] === undefined ? '–' : format(values[key]);
    }
  }

  /** The legend has what the picture shows, and nothing else. */
  #showKeys(keys) {
    const text = JSON.stringify(keys);
    if (text === this.#keys) return;
    this.#keys = text;
    this.#parts.keys.replaceChildren(...keys.flatMap(entries));
  }

  /** Machines with several functions show one at a time. */
  #showComponents(model, state) {
    const { component } = this.#parts;
    const several = machineOf(state.machine).kind === 'transformer' && !this.#data.big;
    const columns = several ? (model.eigenvalues?.length ?? model.nFeatures) : 0;
    component.parentElement.hidden = columns < 2;
    component.replaceChildren(...Array.from({ length: columns }, (_, i) => new Option(`${model.eigenvalues ? 'component' : 'column'} ${i + 1}`, i)));
    component.value = Math.min(state.component ?? 0, Math.max(0, columns - 1));
  }

  // ---- words ---------------------------------------------------------------

  /** The note that a fit is running appears after a delay, because most fits end before it could be read. */
  #setPhase(phase, text, later = false) {
    this.element.dataset.phase = phase;
    this.#parts.start.disabled = phase === 'training';
    this.#parts.stop.disabled = phase !== 'training';
    clearTimeout(this.#writing);
    if (later) this.#writing = setTimeout(() => this.#write(text), 150);
    else this.#write(text);
    if (phase !== 'training') this.#frames?.end();
    this.#wiring.phaseChanged();
  }

  #write(text) { this.#parts.status.replaceChildren(...[text].flat()); }

  /** Numbers for programs. */
  #publish(values) {
    delete this.element.dataset.tested;
    for (const name of ['score', 'supportVectors', 'objective', 'frames']) {
      if (values[name] === undefined) delete this.element.dataset[name];
      else this.element.dataset[name] = values[name];
    }
    this.#parts.download.disabled = values.supportVectors === undefined;
  }

  #hover(x, y) {
    const { reading } = this.#parts;
    if (x === null || !this.#shown || this.#data.big) {
      reading.textContent = '';
      return;
    }
    const at = fromUnit(this.#data.view, x, y);
    reading.textContent = readingAt(this.#shown, this.#data, at.x, at.y);
  }

  #optionsChanged() {
    this.#showCode();
    this.#showAbout();
    this.#wiring.changed();
    this.#player.clear();
    if (this.#wiring.live()) this.trainSoon();
  }

  #showCode() { this.#parts.snippet.textContent = snippet(this.#state, this.#data); }

  #showAbout() {
    this.#parts.player.hidden = !hasCourse(this.#state.machine);
    this.#parts.about.replaceChildren(...explanation(this.#state));
  }

  // ---- elements --------------------------------------------------------------

  #build() {
    const id = (name) => `${this.#id}-${name}`;
    const p = this.#parts;
    const say = (button, text) => {
      const before = button.textContent;
      button.textContent = text;
      setTimeout(() => { button.textContent = before; }, 1200);
    };
    p.canvas = h('canvas', {
      id: id('canvas'), tabIndex: 0, role: 'application', width: 660, height: 660,
      'aria-label': 'Plane to paint points into. Arrow keys move the cursor, Space paints, Backspace erases, 1 to 6 and E choose the brush.',
    });
    p.keys = h('span', { className: 'keys' });
    p.reading = h('output', { id: id('reading') });
    p.component = h('select', { id: id('component'), on: { change: () => { this.#state.component = Number(p.component.value); this.#wiring.changed(); this.train(); } } });
    p.form = h('form', { id: id('options'), className: 'options', 'aria-label': `Options of ${this.#id.toUpperCase()}`, autocomplete: 'off' });
    p.start = h('button', { id: id('start'), type: 'button', className: 'primary', on: { click: () => this.train() } }, 'Train');
    p.stop = h('button', { id: id('stop'), type: 'button', disabled: true, on: { click: () => this.stop() || this.#wiring.stopMaking() } }, 'Stop');
    p.status = h('p', { id: id('status'), className: 'status', role: 'status' }, 'Loading…');
    p.player = h('div', { className: 'player' });
    p.snippet = h('pre', { id: id('snippet'), tabIndex: 0, 'aria-label': 'Code' });
    p.about = h('div', { className: 'about' });
    p.copy = h('button', {
      type: 'button',
      on: {
        click: async () => {
          try {
            await navigator.clipboard.writeText(program(this.#state, this.#data, 'inline'));
            say(p.copy, 'Copied');
          } catch {
            getSelection().selectAllChildren(p.snippet); // without a clipboard: the user only has to press the copy key
          }
        },
      },
    }, 'Copy program');
    p.download = h('button', { id: id('download'), type: 'button', disabled: true, on: { click: async () => download('model.mxm', await this.#model.save()) } }, 'Model');
    for (const [name] of readings) p[name] = h('dd', { id: id(name) }, '–');

    return h('section', { className: 'pane', id: id('pane'), 'aria-label': `Machine ${this.#id.toUpperCase()}`, data: { phase: 'loading' } },
      h('div', { className: 'stage' }, p.canvas,
        h('div', { className: 'legend' }, p.keys, p.reading),
        h('div', { className: 'field component', hidden: true }, h('label', { htmlFor: id('component') }, 'Shown'), p.component)),
      h('div', { className: 'side' },
        h('div', { className: 'card' }, p.status,
          h('dl', { className: 'readings' }, ...readings.map(([name, label]) => h('div', {}, h('dt', {}, label), p[name]))),
          p.player),
        h('div', { className: 'actions' }, p.start, p.stop),
        p.form),
      h('div', { className: 'extra' },
        h('div', { className: 'card code' }, p.snippet,
          h('div', { className: 'take' }, p.copy,
            h('button', { id: id('program'), type: 'button', on: { click: () => download('train.mjs', program(this.#state, this.#data, 'inline'), 'text/javascript') } }, 'Program'),
            h('button', { id: id('program-csv'), type: 'button', on: { click: () => download('train-csv.mjs', program(this.#state, this.#data, 'csv'), 'text/javascript') } }, 'Program for CSV'),
            h('button', { id: id('csv'), type: 'button', on: { click: () => download('points.csv', toCsv(this.#data, this.#state.machine), 'text/csv') } }, 'Data as CSV'),
            p.download)),
        p.about));
  }

  /** Shows the parts that depend only on the state, before training. */
  begin() { this.#showAbout(); }
}

/** The reason why a machine cannot be fitted to the points; null if there is none. */
function lacking(machine, X, y) {
  const { kind } = machineOf(machine);
  if (kind === 'classifier' && new Set(y).size < 2) return 'Paint points of two classes or more: choose a colour, then click or drag.';
  if (X.rows < 2) return 'Paint some points: click or drag on the plane.';
  return null;
}

const unfinished = {
  'iterationLimit': 'The limit of iterations came first (maxIter).',
  'timeLimit': 'The limit of time came first (maxTime).',
  infeasible: 'The data cannot be separated: no such machine exists.',
};

const line = (name, ...more) => svg('svg', { viewBox: '0 0 22 10', 'aria-hidden': 'true' }, ...more, svg('path', { class: name, d: 'M1 5h20' }));
const ring = (name, ...parts) => svg('svg', { class: name, viewBox: '-8 -8 16 16', 'aria-hidden': 'true' }, ...parts);
const band = () => line('margin', svg('path', { class: 'band', d: 'M1 5h20' }));
const vector = () => ring('ring', svg('circle', { r: 5.5 }), svg('circle', { class: 'dot', r: 2.8 }));
const square = (name) => ring(name, svg('rect', { x: -6, y: -6, width: 12, height: 12 }));

/** How the legend draws each key of a picture. */
const shapes = {
  boundary: () => line('boundary'),
  margin: () => line('margin'),
  function: () => line('function'),
  tube: band,
  '2 standard deviations': band,
  'equal values': () => line('level'),
  0: () => line('boundary'),
  'support vector': vector,
  landmark: vector,
  'at its bound': () => ring('ring double', svg('circle', { r: 7.2 }), svg('circle', { r: 4.6 }), svg('circle', { class: 'dot', r: 2.4 })),
  'worked on': () => square('working'),
};

/** The entries of the legend for a key: a name, or the ends of a scale of colours. */
const entries = (key) => (typeof key === 'string'
  ? [h('span', {}, shapes[key](), key)]
  : ['low', 'high'].map((end) => h('span', {}, square(end), short(key[end]))));

/** The duration of the page's longest frame, to show that it stays responsive. */
function watchFrames() {
  let last = 0;
  let longest = 0;
  let frame = requestAnimationFrame(function next(now) {
    if (last > 0) longest = Math.max(longest, now - last);
    last = now;
    frame = requestAnimationFrame(next);
  });
  return {
    end() {
      cancelAnimationFrame(frame);
      return longest;
    },
  };
}
