/** The form of a pane: its machine, its kernel and its options, from the package's catalogue. */

import { optionControl } from './controls.js';
import { h } from './dom.js';
import { hasKernel, kernelGroups, machineGroups, machineOf, needs, newKernel, optionGroups, unfit } from './schema.js';
import { kernelCatalog } from 'maxmargin/catalog';

const deepest = 3; // kernels within kernels

/**
 * @param {HTMLElement} host is filled
 * @param {string} id prefix of ids
 * @param {object} state of the pane, whose machine, options and kernel are written to
 * @param {{ changed: () => void, machineChanged: () => void, allowed: (machine: string) => string | undefined }} wiring
 *   allowed gives the reason why a machine cannot be chosen
 */
export class Form {
  #host;
  #id;
  #state;
  #wiring;
  #hint = h('p', { className: 'hint' });
  #open = new Set();

  constructor(host, id, state, wiring) {
    this.#host = host;
    this.#id = id;
    this.#state = state;
    this.#wiring = wiring;
    host.addEventListener('submit', (event) => event.preventDefault());
    this.render();
  }

  /** Builds the form anew, for another state. */
  render(state = this.#state) {
    this.#state = state;
    const { machine } = state;
    const { main, solver, more } = optionGroups(machine);
    const focused = this.#host.contains(document.activeElement) ? document.activeElement.id : null;
    this.#hint.textContent = 'Point at an option, or tap its name, to read what it does.';
    this.#host.replaceChildren(
      this.#machineField(),
      hasKernel(machine) ? h('div', { className: 'kernels' }, ...this.#kernelFields(state.kernel ?? { kernel: 'rbf' }, `${this.#id}-kernel`, 1, (next) => this.#setKernel(next))) : '',
      ...this.#controls(main),
      this.#details('Solver and stopping', solver),
      this.#details('More options', more),
      this.#hint,
    );
    if (focused) document.getElementById(focused)?.focus();
  }

  /** Marks the option that an error is about. */
  blame(name) {
    for (const field of this.#host.querySelectorAll('[data-option]')) {
      const wrong = field.dataset.option === name;
      for (const input of field.querySelectorAll('input, select')) {
        if (wrong) input.setAttribute('aria-invalid', 'true');
        else input.removeAttribute('aria-invalid');
      }
    }
  }

  #machineField() {
    const id = `${this.#id}-machine`;
    const select = h('select', {
      id,
      on: {
        change: () => {
          this.#state.machine = select.value;
          this.#state.options = {};
          this.#state.component = 0;
          if (hasKernel(select.value)) this.#state.kernel ??= { kernel: 'rbf' };
          this.render();
          this.#wiring.machineChanged();
        },
      },
    }, ...machineGroups.map(([title, machines]) => h('optgroup', { label: title }, ...machines.map(({ name }) => {
      const reason = this.#wiring.allowed(name);
      const option = new Option(reason ? `${name} (${reason})` : name, name);
      option.disabled = Boolean(reason);
      return option;
    }))));
    select.value = this.#state.machine;
    return h('div', { className: 'field single' }, h('label', { htmlFor: id }, 'Machine'), select);
  }

  #setKernel(next) {
    this.#state.kernel = next;
    this.#wiring.changed();
  }

  #kernelFields(kernel, id, depth, change) {
    const select = h('select', {
      id,
      on: {
        change: () => {
          change(newKernel(select.value));
          this.render();
        },
      },
    }, ...kernelGroups.map(([title, kernels]) => h('optgroup', { label: title }, ...kernels.map(({ name, arity }) => {
      const reason = unfit(name) ?? (depth >= deepest && arity >= 0 ? 'deep enough' : undefined);
      const option = new Option(reason ? `${name} (${reason})` : name, name);
      option.disabled = Boolean(reason);
      return option;
    }))));
    select.value = kernel.kernel;
    const spec = kernelCatalog[kernel.kernel];
    const formula = () => this.#explain(`${spec.name}: ${spec.formula}. Positive definite: ${spec.definite}.`);
    const label = depth === 1 ? 'Kernel' : 'of';
    const fields = [h('div', { className: 'field single', on: { focusin: formula, pointerenter: formula } }, h('label', { htmlFor: id }, label), select)];
    for (const option of spec.options) {
      fields.push(optionControl(option, kernel[option.name], {
        id: `${id}-${option.name}`,
        explain: (text) => this.#explain(text),
        change: (value) => {
          const next = { ...kernel, [option.name]: value };
          if (value === undefined) delete next[option.name];
          kernel = next;
          change(next);
        },
      }));
    }
    if (kernel.parts) fields.push(this.#parts(kernel, id, depth, (next) => { kernel = next; change(next); }));
    return fields.filter(Boolean);
  }

  #parts(kernel, id, depth, change) {
    const spec = kernelCatalog[kernel.kernel];
    let parts = kernel.parts;
    const set = (next) => { parts = next; kernel = { ...kernel, parts }; change(kernel); };
    const rows = parts.map((part, i) => h('fieldset', {}, h('legend', { className: 'unseen' }, `Part ${i + 1} of ${kernel.kernel}`),
      ...this.#kernelFields(part, `${id}-${i}`, depth + 1, (next) => set(parts.with(i, next))),
      parts.length > 1 && h('button', { type: 'button', className: 'small', 'aria-label': `Remove part ${i + 1}`, on: { click: () => { set(parts.toSpliced(i, 1)); this.render(); } } }, 'Remove')));
    const add = spec.arity === 0 && parts.length < 4 && h('button', { type: 'button', className: 'small', on: { click: () => { set([...parts, { kernel: 'rbf' }]); this.render(); } } }, 'Add a kernel');
    return h('div', { className: 'parts' }, ...rows, add);
  }

  #controls(options) {
    const { machine, options: values } = this.#state;
    return options.map((option) => optionControl(option, values[option.name], {
      id: `${this.#id}-${option.name}`,
      explain: (text) => this.#explain(text),
      change: (value) => {
        if (this.#state.machine !== machine) return; // a field that another machine removes reports once more
        if (value === undefined) delete this.#state.options[option.name];
        else this.#state.options[option.name] = value;
        this.#wiring.changed();
      },
    })).filter(Boolean);
  }

  #details(title, options) {
    if (options.length === 0) return '';
    const used = options.some(({ name }) => name in this.#state.options);
    const details = h('details', { open: used || this.#open.has(title), on: { toggle: () => this.#open[details.open ? 'add' : 'delete'](title) } },
      h('summary', {}, title), h('div', { className: 'fields' }, ...this.#controls(options)));
    return details;
  }

  #explain(text) {
    this.#hint.textContent = text;
  }
}

/** The reason why a machine cannot take the points; undefined if it can. */
export function refusal(name, data, fixed) {
  if (data.big) return machineOf(name).kind === 'classifier' ? undefined : 'not for 5,000 × 20';
  if (!fixed || needs(name) === 'any') return undefined;
  const has = data.task === 'classes' ? 'classes' : 'values';
  return needs(name) === has ? undefined : `needs ${needs(name)}`;
}
