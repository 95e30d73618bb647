/**
 * The square for drawing: strokes by pointer or by keyboard, as positions on a
 * square of side 1. It is an SVG, so that its colours follow the theme.
 */

const svg = 'http://www.w3.org/2000/svg';
const near = 0.008; // positions closer than this to the last one are left out
const arrows = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export class Pad {
  #element;
  #group;
  #pen;
  #changed;
  #paths = [];
  #cursor = { x: 0.35, y: 0.2 };
  #down = false; // whether the pen of the keyboard is on the paper
  #pointer = null;

  /** @type {import('./strokes.js').Stroke[]} */
  strokes = [];

  /** @param {(drawing: boolean) => void} changed  called after each change; true while a stroke goes on */
  constructor(element, changed) {
    this.#element = element;
    this.#group = element.querySelector('g');
    this.#pen = element.querySelector('#pen');
    this.#changed = changed;
    element.addEventListener('pointerdown', (event) => this.#start(event));
    element.addEventListener('pointermove', (event) => this.#move(event));
    for (const name of ['pointerup', 'pointercancel']) element.addEventListener(name, (event) => this.#end(event));
    element.addEventListener('keydown', (event) => this.#key(event));
    element.addEventListener('blur', () => this.#lift());
    this.#showPen();
  }

  /** Replaces all strokes by others. */
  set(strokes) {
    this.#lift();
    this.strokes = strokes.map((stroke) => [...stroke]);
    this.#redraw();
    this.#changed(false);
  }

  undo() {
    this.set(this.strokes.slice(0, -1));
  }

  #begin(position) {
    this.strokes.push([position]);
    this.#paths.push(this.#group.appendChild(document.createElementNS(svg, 'path')));
    this.#draw(this.strokes.length - 1);
    this.#changed(true);
  }

  #extend(position) {
    const stroke = this.strokes.at(-1);
    const { x, y } = stroke.at(-1);
    if (Math.hypot(position.x - x, position.y - y) < near) return;
    stroke.push(position);
    this.#draw(this.strokes.length - 1);
    this.#changed(true);
  }

  // ---- pointer -------------------------------------------------------------

  #start(event) {
    if (event.button !== 0 || this.#pointer !== null) return;
    this.#lift();
    this.#pointer = event.pointerId;
    this.#element.setPointerCapture(event.pointerId);
    this.#begin(this.#at(event));
  }

  #move(event) {
    if (event.pointerId !== this.#pointer) return;
    const between = event.getCoalescedEvents?.() ?? [];
    for (const one of between.length > 0 ? between : [event]) this.#extend(this.#at(one));
  }

  #end(event) {
    if (event.pointerId !== this.#pointer) return;
    this.#pointer = null;
    this.#changed(false);
  }

  #at({ clientX, clientY }) {
    const { left, top, width, height } = this.#element.getBoundingClientRect();
    return { x: clamp((clientX - left) / width), y: clamp((clientY - top) / height) };
  }

  // ---- keyboard ------------------------------------------------------------

  #key(event) {
    const { key } = event;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (key in arrows) {
      const [dx, dy] = arrows[key];
      const step = event.shiftKey ? 0.02 : 0.05;
      this.#cursor = { x: clamp(this.#cursor.x + dx * step), y: clamp(this.#cursor.y + dy * step) };
      if (this.#down) this.#extend(this.#cursor);
    } else if (key === ' ') {
      if (this.#down) this.#lift();
      else {
        this.#down = true;
        this.#begin(this.#cursor);
      }
    } else if (key === 'Backspace') this.undo();
    else if (key === 'Delete') this.set([]);
    else return;
    event.preventDefault();
    this.#showPen();
  }

  #lift() {
    if (!this.#down) return;
    this.#down = false;
    this.#showPen();
    this.#changed(false);
  }

  // ---- drawing -------------------------------------------------------------

  #showPen() {
    this.#pen.setAttribute('transform', `translate(${100 * this.#cursor.x} ${100 * this.#cursor.y})`);
    this.#pen.classList.toggle('down', this.#down);
  }

  #redraw() {
    this.#paths = this.strokes.map(() => document.createElementNS(svg, 'path'));
    this.#group.replaceChildren(...this.#paths);
    this.strokes.forEach((_, i) => this.#draw(i));
  }

  #draw(i) {
    const places = this.strokes[i].map(({ x, y }) => `${(100 * x).toFixed(1)} ${(100 * y).toFixed(1)}`);
    // A path of one position is visible only if it has a length, so a dot becomes a short line.
    this.#paths[i].setAttribute('d', `M${places.join('L')}${places.length === 1 ? 'h.01' : ''}`);
  }
}

const clamp = (share) => Math.min(1, Math.max(0, share));
