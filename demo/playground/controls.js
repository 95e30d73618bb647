/**
 * A control for one option, made from its description in the catalogue. Each control
 * takes a value and reports the next one: `undefined` is the default.
 */

import { h } from './dom.js';
import { sliderOf } from './schema.js';

const format = (value) => (value === Infinity ? '∞' : String(value));

/** The typed value: a number, Infinity, or NaN, which the package refuses with a message. */
function parse(text) {
  const trimmed = text.trim().replace(',', '.');
  if (trimmed === '') return undefined;
  if (/^(∞|inf|infinity)$/i.test(trimmed)) return Infinity;
  return Number(trimmed);
}

/**
 * @param {object} option of the catalogue
 * @param {any} value undefined for the default
 * @param {{ id: string, change: (value: any) => void, explain: (text: string) => void }} about
 */
export function optionControl(option, value, { id, change, explain }) {
  const parts = makers[option.type]?.(option, value, id, (next) => change(same(next, option.default) ? undefined : next));
  if (!parts) return null;
  const about = `${option.doc} Default: ${format(option.default)}${option.unit ? ` ${option.unit}` : ''}.`;
  const show = () => explain(`${option.name}: ${about}`);
  return h('div', { className: `field ${parts.length === 1 ? 'single' : ''}`, title: about, data: { option: option.name }, on: { focusin: show, pointerenter: show } },
    h('label', { htmlFor: id }, option.name), ...parts);
}

const same = (a, b) => a === b || (Array.isArray(a) && JSON.stringify(a) === JSON.stringify(b));

function choice(option, value, id, change) {
  const select = h('select', { id, on: { change: () => change(select.value) } }, ...option.choices.map((name) => new Option(name, name)));
  select.value = value ?? option.default;
  return [select];
}

function number(option, value, id, change) {
  const field = h('input', { id, type: 'text', inputMode: 'decimal', className: 'number', autocomplete: 'off', value: format(value ?? option.default ?? '') });
  const range = sliderOf(option);
  field.addEventListener('change', () => change(parse(field.value)));
  if (!range) {
    field.addEventListener('input', () => change(parse(field.value)));
    return [field];
  }
  const to = range.log ? Math.log10 : Number;
  const from = range.log ? (at) => Number((10 ** at).toPrecision(2)) : (at) => Number(Number(at).toPrecision(6));
  const slider = h('input', { type: 'range', min: to(range.min), max: to(range.max), step: range.step, 'aria-label': `${option.name}${range.log ? ', logarithmic' : ''}` });
  const follow = () => {
    const at = parse(field.value);
    if (!Number.isNaN(at) && at !== undefined) slider.value = to(at);
    slider.setAttribute('aria-valuetext', field.value);
  };
  slider.addEventListener('input', () => {
    field.value = format(from(slider.valueAsNumber));
    slider.setAttribute('aria-valuetext', field.value);
    change(from(slider.valueAsNumber));
  });
  field.addEventListener('input', () => { follow(); change(parse(field.value)); });
  follow();
  return [slider, field];
}

/** A choice of words, one of which stands for a number. */
function numberOrChoice(option, value, id, change) {
  const numeric = typeof (value ?? option.default) === 'number';
  const start = numeric ? value : 1;
  const controls = number({ ...option, default: 1 }, start, `${id}-number`, change);
  controls.at(-1).setAttribute('aria-label', option.name);
  const own = h('span', { className: 'pair', hidden: !numeric }, ...controls);
  const select = h('select', {
    id,
    on: {
      change() {
        own.hidden = select.value !== 'number';
        change(select.value === 'number' ? (parse(controls.at(-1).value) ?? 1) : select.value);
      },
    },
  }, ...option.choices.map((name) => new Option(name, name)), new Option('a number', 'number'));
  select.value = numeric ? 'number' : (value ?? option.default);
  return [h('span', { className: 'stacked' }, select, own)];
}

function flag(option, value, id, change) {
  const box = h('input', { id, type: 'checkbox', checked: value ?? option.default, on: { change: () => change(box.checked) } });
  return [box];
}

/** Numbers between commas or spaces; rows of them between semicolons. */
function text(read, write) {
  return (option, value, id, change) => {
    const field = h('input', { id, type: 'text', autocomplete: 'off', value: write(value ?? option.default ?? []), on: { input: () => change(read(field.value)) } });
    return [field];
  };
}

const readList = (line) => line.split(/[\s,]+/).filter(Boolean).map(Number);
const writeList = (values) => values.join(', ');
const list = text(readList, writeList);
const table = text((lines) => lines.split(';').filter((line) => line.trim()).map(readList), (rows) => rows.map((row) => row.join(' ')).join('; '));

function classWeight(option, value, id, change) {
  const select = h('select', { id, on: { change: () => change(select.value === 'balanced' ? 'balanced' : null) } }, new Option('all the same', ''), new Option('balanced', 'balanced'));
  select.value = value ?? '';
  return [select];
}

const makers = {
  number, integer: number, odd: number, choice, boolean: flag, 'numberOrChoice': numberOrChoice,
  numbers: list, indices: list, interval: list, rows: table, matrix: table, 'classWeight': classWeight,
};
