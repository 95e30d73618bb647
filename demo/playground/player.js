/** The slider over the iterations of a training, with its play button and chart. */

import { drawChart } from './chart.js';
import { h, svg } from './dom.js';

const pace = 260; // milliseconds per frame

export class Player {
  #host;
  #show;
  #frames = [];
  #count = 0;
  #chosen = -1;
  #playing = 0;
  #slider;
  #play;
  #label;
  #chart;

  /** @param {(frame: object | null) => void} show */
  constructor(host, id, show) {
    this.#host = host;
    this.#show = show;
    this.#play = h('button', { id: `${id}-play`, type: 'button', className: 'small', disabled: true, on: { click: () => this.#toggle() } }, 'Play');
    this.#slider = h('input', { id: `${id}-iteration`, type: 'range', min: 0, max: 0, step: 1, value: 0, disabled: true, 'aria-label': 'Iteration', on: { input: () => { this.#halt(); this.#choose(this.#slider.valueAsNumber); } } });
    this.#label = h('span', { className: 'at' }, 'iteration –');
    this.#chart = svg('svg', { class: 'chart', viewBox: '0 0 400 120', role: 'img', 'aria-label': 'Objective and gap over the iterations' });
    host.append(h('div', { className: 'transport' }, this.#play, this.#slider, this.#label), this.#chart);
  }

  /** Frames will come. */
  begin() {
    this.#host.setAttribute('aria-busy', 'true');
  }

  clear() {
    this.#end();
    this.#halt();
    this.#frames = [];
    this.#chosen = -1;
    this.#slider.disabled = this.#play.disabled = true;
    this.#label.textContent = 'iteration –';
    this.#chart.replaceChildren();
  }

  /** Adds the next frame; count is the number of all frames. */
  add(frame, count) {
    this.#frames.push(frame);
    this.#count = count;
    if (this.#frames.length < count) {
      this.#label.textContent = `${Math.round((100 * this.#frames.length) / count)} %`;
      return;
    }
    this.#end();
    this.#slider.max = count - 1;
    this.#slider.value = count - 1;
    this.#slider.disabled = this.#play.disabled = count < 2;
    this.#chosen = count - 1;
    this.#draw();
  }

  fail(message) {
    this.#end();
    this.#label.textContent = message;
  }

  #end() {
    this.#host.removeAttribute('aria-busy');
  }

  #choose(index) {
    this.#chosen = index;
    this.#slider.value = index;
    this.#draw();
    this.#show(this.#frames[index]);
  }

  #draw() {
    const { k } = this.#frames[this.#chosen];
    const text = `iteration ${k.toLocaleString('en')}`;
    this.#label.textContent = text;
    this.#slider.setAttribute('aria-valuetext', text);
    drawChart(this.#chart, this.#frames, this.#chosen);
  }

  #toggle() {
    if (this.#playing) return this.#halt();
    if (this.#chosen === this.#frames.length - 1) this.#choose(0);
    this.#play.textContent = 'Pause';
    this.#playing = setInterval(() => {
      this.#choose(this.#chosen + 1);
      if (this.#chosen === this.#frames.length - 1) this.#halt();
    }, pace);
  }

  #halt() {
    clearInterval(this.#playing);
    this.#playing = 0;
    this.#play.textContent = 'Play';
  }
}
