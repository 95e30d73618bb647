/**
 * Draws what a page has of figures: one, with its controls, or the small pictures of
 * the gallery. A figure is a module with
 *   controls   its controls as data (lib/controls.js),
 *   compute    computes the numbers from the values of the controls, with the package and without a page,
 *   readings   the numbers under the picture, [name, text], from the result of compute,
 *   draw       draws the picture into the panels of its place, from the same result,
 *   expected   codes of warnings that the figure causes on purpose; others are shown below.
 *
 * A figure is loaded and computed when it comes into view. The package works in one
 * worker, so figures take turns, those whose controls were moved first. A slider that
 * moves faster than its figure is computed skips values.
 */
import { init } from 'maxmargin';

import { onThemeChange } from '../../site/tokens.js';
import { format } from './frame.js';

class Plate {
  stale = true;
  moved = false;
  near = false;
  #figure;
  #loading;
  #panels;
  #readings;
  #values = {};
  #data = null;
  #warnings = [];
  #width = 0;

  constructor(place) {
    this.place = place;
    place.dataset.state = 'waiting';
    this.#panels = [...place.querySelectorAll('.panel')];
    this.#readings = place.querySelector('.readings');
    // Pictures are drawn for their current width, so that their text stays readable.
    new ResizeObserver(() => {
      if (this.#panels[0].clientWidth !== this.#width) this.draw();
    }).observe(this.#panels[0]);
  }

  /** Fetches the figure's module, once, and makes its controls. */
  load() {
    return (this.#loading ??= this.#begin());
  }

  async #begin() {
    this.#figure = await import(`../${this.place.dataset.figure}.js`);
    // A small picture has neither controls nor readings.
    const places = this.place.querySelector('.controls');
    for (const [key, control] of places ? Object.entries(this.#figure.controls) : []) {
      this.#values[key] = control.value;
      const change = (value) => {
        this.#values[key] = value;
        this.stale = this.moved = true;
        run();
      };
      places.append(control.choices ? menuOf(key, control, change) : sliderOf(key, control, change));
    }
  }

  /** Computes and draws. A control that is moved in the meantime makes it stale again. */
  async update() {
    this.stale = this.moved = false;
    this.#warnings = [];
    this.place.dataset.state = 'training';
    try {
      await Promise.all([ready, this.load()]);
      this.#data = await this.#figure.compute(this.#values);
    } catch (error) {
      this.place.dataset.state = 'error';
      throw error;
    }
    this.draw();
    this.place.dataset.state = this.stale ? 'training' : 'done';
  }

  warn({ code, message }) {
    if (!this.#figure.expected?.includes(code)) this.#warnings.push(message);
  }

  draw() {
    this.#width = this.#panels[0].clientWidth;
    if (!this.#data || this.#width === 0) return;
    this.#figure.draw(this.#panels, this.#data);
    if (!this.#readings) return;
    this.#readings.replaceChildren(
      ...this.#figure.readings(this.#data).map(([name, text]) => {
        const pair = document.createElement('div');
        pair.append(withText('dt', name), withText('dd', text));
        return pair;
      }),
    );
    this.place.querySelector('.warning')?.remove();
    if (this.#warnings.length > 0) {
      this.#readings.after(Object.assign(withText('p', this.#warnings[0]), { className: 'warning' }));
    }
  }
}

const withText = (name, text) => Object.assign(document.createElement(name), { textContent: text });

function fieldOf(label) {
  const field = document.createElement('label');
  field.className = 'knob';
  field.append(withText('span', label));
  return field;
}

function sliderOf(key, { label, value, min, max, step, log }, change) {
  const field = fieldOf(label);
  const unit = log ? Math.log10 : (v) => v;
  const input = document.createElement('input');
  const output = document.createElement('output');
  Object.assign(input, { type: 'range', name: key, min: unit(min), max: unit(max), step });
  input.value = unit(value);
  const tell = (shown) => {
    output.textContent = format(shown);
    input.setAttribute('aria-valuetext', format(shown));
  };
  tell(value);
  input.addEventListener('input', () => {
    const now = log ? 10 ** Number(input.value) : Number(input.value);
    tell(now);
    change(now);
  });
  field.append(input, output);
  return field;
}

function menuOf(key, { label, value, choices }, change) {
  const field = fieldOf(label);
  const select = document.createElement('select');
  select.name = key;
  for (const [name, text] of Object.entries(choices)) select.append(new Option(text, name, false, name === value));
  select.addEventListener('change', () => change(select.value));
  field.append(select);
  return field;
}

const plates = Array.from(document.querySelectorAll('[data-figure]'), (place) => new Plate(place));
const ready = init({ onWarning: (warning) => current?.warn(warning) });
let current;
let running = false;

async function run() {
  if (running) return;
  running = true;
  document.body.dataset.state = 'training';
  try {
    while ((current = next())) await current.update();
    document.body.dataset.state = 'done';
  } catch (error) {
    document.body.dataset.state = 'error';
    document.querySelector('main > .warning')?.remove();
    const text = `A figure could not be computed: ${error.message}`;
    document.querySelector('h1').after(Object.assign(withText('p', text), { className: 'warning', role: 'alert' }));
    throw error;
  } finally {
    running = false;
  }
}

/** The next figure to be computed: one whose control was moved if there is one, otherwise the first in view. */
function next() {
  const waiting = plates.filter(({ stale, near, moved }) => stale && (near || moved));
  return waiting.find(({ moved }) => moved) ?? waiting[0];
}

const watcher = new IntersectionObserver(
  (entries) => {
    for (const { target, isIntersecting } of entries) {
      const plate = plates.find(({ place }) => place === target);
      plate.near = isIntersecting;
      // All modules in view come at once; a failure is told when it is their turn.
      if (isIntersecting) plate.load().catch(() => {});
    }
    run();
  },
  { rootMargin: '200px' },
);
for (const { place } of plates) watcher.observe(place);
// Shadings are painted with the colours of the theme.
onThemeChange(() => plates.forEach((plate) => plate.draw()));
