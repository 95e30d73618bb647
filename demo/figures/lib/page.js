/**
 * A page of figures. Each is a module with
 *   controls   its controls as data (lib/controls.js),
 *   compute    computes the numbers from the values of the controls, with the package and without a page,
 *   readings   the numbers under the picture, [name, text], from the result of compute,
 *   draw       draws the picture into the panels of its section, from the same result,
 *   expected   codes of warnings that the figure causes on purpose; others are shown below.
 *
 * The package works in one worker, so figures take turns: visible ones first, and
 * among them those whose controls were moved. A slider that moves faster than its
 * figure is computed skips values.
 */
import { init } from 'maxmargin';

import { onThemeChange } from '../../site/tokens.js';
import { format } from './frame.js';

/** @param {Record<string, object>} figures  by the data-figure of their sections */
export async function show(figures) {
  const status = document.querySelector('[role="status"]');
  const plates = Object.entries(figures).map(([name, figure]) => new Plate(name, figure));
  let running = false;
  let drawn = 0;
  let current;
  await init({ onWarning: (warning) => current?.warn(warning) });

  const run = async () => {
    if (running) return;
    running = true;
    document.body.dataset.state = 'training';
    try {
      for (let plate; (plate = next(plates)); ) {
        status.textContent = `Computing ${drawn + 1} of ${plates.length}: ${plate.title}.`;
        current = plate;
        if (await plate.update()) drawn = Math.min(drawn + 1, plates.length - 1);
      }
      drawn = 0;
      const more = document.querySelector('.controls') ? ', and drawn anew when a slider moves' : '';
      status.textContent = `All ${plates.length} figures are drawn${more}.`;
      document.body.dataset.state = 'done';
    } catch (error) {
      status.textContent = `A figure could not be computed: ${error.message}`;
      document.body.dataset.state = 'error';
      throw error;
    } finally {
      running = false;
    }
  };

  const watcher = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        plates.find(({ section }) => section === target).near = isIntersecting;
      }
      run();
    },
    { rootMargin: '300px' },
  );
  for (const plate of plates) {
    watcher.observe(plate.section);
    plate.onChange = run;
  }
  // Shadings are painted with the colours of the theme.
  onThemeChange(() => plates.forEach((plate) => plate.draw()));
}

/** The next figure to be computed: a visible one if there is one, otherwise any. */
function next(plates) {
  const waiting = plates.filter(({ stale }) => stale);
  return waiting.find(({ moved, near }) => moved && near) ?? waiting.find(({ near }) => near) ?? waiting[0];
}

class Plate {
  stale = true;
  moved = false;
  near = false;
  onChange = () => {};
  #figure;
  #panels;
  #readings;
  #values = {};
  #data = null;
  #warnings = [];
  #width = 0;

  constructor(name, figure) {
    this.section = document.querySelector(`[data-figure="${name}"]`);
    this.#figure = figure;
    this.#panels = [...this.section.querySelectorAll('.panel')];
    this.#readings = this.section.querySelector('.readings');
    this.title = this.section.querySelector('h2').textContent;
    // A card that shows a figure has neither controls nor readings.
    const places = this.section.querySelector('.controls');
    for (const [key, control] of places ? Object.entries(figure.controls) : []) {
      this.#values[key] = control.value;
      const change = (value) => {
        this.#values[key] = value;
        this.stale = this.moved = true;
        this.onChange();
      };
      places.append(control.choices ? menuOf(key, control, change) : sliderOf(key, control, change));
    }
    this.section.dataset.state = 'waiting';
    // Pictures are drawn for their current width, so that their text stays readable.
    new ResizeObserver(() => {
      if (this.#panels[0].clientWidth !== this.#width) this.draw();
    }).observe(this.#panels[0]);
  }

  /** Computes and draws; returns false if a control was moved in the meantime. */
  async update() {
    this.stale = this.moved = false;
    this.#warnings = [];
    this.section.dataset.state = 'training';
    try {
      this.#data = await this.#figure.compute(this.#values);
    } catch (error) {
      this.section.dataset.state = 'error';
      throw error;
    }
    this.draw();
    this.section.dataset.state = this.stale ? 'training' : 'done';
    return !this.stale;
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
    this.section.querySelector('.warning')?.remove();
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
