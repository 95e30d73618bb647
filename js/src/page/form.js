/** What runs in a page: it makes the form, and says what the model answers. */
import { readRow } from './row.js';

/** @import { Field } from './fields.js' */
/** @import { Settings } from './write.js' */

/** More fields than these become a single one, for a row. */
const mostFields = 60;

/** More bars are not drawn. */
const mostBars = 12;

/** @typedef {{predict(X: any): any[], predictProba(X: any): number[][], decisionFunction(X: any): any[], classes: any[], hasProbabilities: boolean}} Model */

/**
 * An element with properties, attributes whose names have a dash, and children.
 * @param {string} tag
 * @param {Record<string, any>} given
 * @param {...(Node | string)} children
 * @returns {any}
 */
function make(tag, given, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(given)) {
    if (name.includes('-')) element.setAttribute(name, value);
    else Reflect.set(element, name, value);
  }
  element.append(...children);
  return element;
}

/** @param {string} id @returns {any} */
const byId = (id) => document.getElementById(id);

/** @param {(file: any) => Model} open */
export function show(open) {
  /** @type {Settings} */
  const { bytes, kind, samples, count, fields, perClass, additive, target, unit, words } = JSON.parse(byId('page').textContent); // prettier-ignore
  const model = open({ format: 'maxmargin', bytes });
  const locale = document.documentElement.lang;
  const format = (/** @type {Intl.NumberFormatOptions} */ how) => {
    const { format: of } = new Intl.NumberFormat(locale, how);
    return (/** @type {number} */ value) => of(value).replace('-', '−');
  };
  const short = format({ maximumSignificantDigits: 4 });
  const percent = format({ style: 'percent', maximumFractionDigits: 1 });
  const say = (/** @type {keyof typeof words} */ word, /** @type {Record<string, any>} */ given) =>
    words[word].replaceAll(/\{(\w+)\}/g, (_, name) => String(given[name] ?? ''));
  const shown = (/** @type {any} */ value) => typeof value === 'number' ? short(value) : value === null ? words.missing : String(value); // prettier-ignore
  const within = (/** @type {number} */ value) => `${short(value)}${unit && ` ${unit}`}`;

  const isPasted = fields.length > mostFields;
  const controls = isPasted ? [pasted()] : fields.map(control);
  const form = byId('form');
  byId('fields').append(...controls.map(({ box }) => box));
  form.addEventListener('submit', (/** @type {Event} */ event) => event.preventDefault());
  form.addEventListener('input', answer);
  // The values are those of the start only after the event.
  form.addEventListener('reset', () => setTimeout(answer));
  answer();

  /** @param {Field} field @param {number} i */
  function control({ name, kind: type, categories, gap, start, hint, order = '' }, i) {
    const id = `field${i}`;
    const given = { id, required: !gap && type !== 'text', ...(hint && { 'aria-describedby': `${id}-hint` }) }; // prettier-ignore
    /** @type {any} */
    let element;
    if (categories) {
      const options = categories.map((value, c) => make('option', { value: c, textContent: String(value), defaultSelected: value === start })); // prettier-ignore
      if (gap) options.unshift(make('option', { value: '', textContent: words.missing, defaultSelected: start === null })); // prettier-ignore
      element = make('select', given, ...options);
    } else if (type === 'text') {
      element = make('textarea', {
        ...given,
        rows: fields.length > 1 ? 3 : 8,
        defaultValue: start,
      });
    } else {
      const kind = order ? (order.endsWith('T') ? 'datetime-local' : 'date') : 'number';
      element = make('input', { ...given, type: kind, step: 'any', placeholder: gap ? words.missing : '', defaultValue: start ?? '' }); // prettier-ignore
    }
    const label = make('label', { htmlFor: id }, name || words.text);
    const box = make('div', { className: type === 'text' ? 'field wide' : 'field' }, label, element); // prettier-ignore
    if (hint) {
      const [low, high] = Array.isArray(hint) ? hint.map(short) : [];
      const text = Array.isArray(hint) ? say('ends', { low, high }) : say('about', { middle: short(hint.middle), spread: short(hint.spread) }); // prettier-ignore
      box.append(make('small', { id: `${id}-hint` }, text));
    }
    const read = () => {
      const { value } = element;
      if (type === 'text') return value;
      if (value === '') return gap && !element.validity.badInput ? null : undefined;
      return categories ? categories[Number(value)] : order ? value : Number(value);
    };
    return { box, read };
  }

  /** One field for a whole row. */
  function pasted() {
    const names = fields.map(({ name }) => name);
    const start = fields.some((field) => field.start === null && !field.gap) ? '' : fields.map((field) => quoted(field.start)).join(','); // prettier-ignore
    const label = make('label', { htmlFor: 'row' }, say('row', { count: fields.length }));
    const element = make('textarea', {
      id: 'row',
      rows: 8,
      defaultValue: start,
      spellcheck: false,
    });
    const list = make('details', {}, make('summary', {}, words.columns), make('p', {}, names.join(', '))); // prettier-ignore
    const box = make('div', { className: 'field wide' }, label, element, list);
    return { box, read: () => element.value };
  }

  /** The values of the fields, or what is wrong with them. @returns {any[] | string} */
  function read() {
    const values = controls.map((one) => one.read());
    if (isPasted) {
      const read = readRow(values[0], fields);
      return Array.isArray(read) ? read : say(read.word, read);
    }
    const lacking = fields.filter((_, j) => values[j] === undefined).map(({ name }) => name);
    return lacking.length > 0 ? say('lacking', { columns: lacking.join(', ') }) : values;
  }

  /** A sample of the model with these values of the fields. @param {any[]} values */
  function sample(values) {
    if (samples !== 'rows') return values[0];
    const row = new Array(count).fill(null);
    fields.forEach(({ at }, j) => (row[at] = values[j]));
    return row;
  }

  function answer() {
    const values = read();
    /** @type {any[]} */
    let said = [make('span', {}, typeof values === 'string' ? values : words.none)];
    /** @type {any[]} */
    let more = [];
    if (typeof values !== 'string') {
      try {
        [said, more] = answered(values);
      } catch {
        // The model says that the numbers are too large, or that a category is unknown.
      }
    }
    byId('said').replaceChildren(...said);
    byId('more').replaceChildren(...more);
  }

  /** @param {any[]} values @returns {[said: any[], more: any[]]} */
  function answered(values) {
    const X = [sample(values)];
    const [predicted] = model.predict(X);
    const classes = model.classes.map(String);
    const place = model.classes.indexOf(predicted);
    const p = model.hasProbabilities ? model.predictProba(X)[0] : undefined;
    const named = { classifier: classes[place], detector: predicted === 1 ? words.inside : words.outside }; // prettier-ignore
    const said = [make('strong', {}, kind === 'regressor' ? within(predicted) : named[kind])];
    const more = [];
    if (p) {
      said.push(make('span', {}, `${words.probability} ${percent(p[place])}`));
      let order = classes.map((_, c) => c);
      if (order.length > mostBars) order = order.sort((a, b) => p[b] - p[a]).slice(0, mostBars);
      more.push(table(words.probability, order.map((c) => ({ name: classes[c], text: percent(p[c]), from: 0, to: p[c], isOwn: c === place })))); // prettier-ignore
    } else if (kind !== 'regressor') {
      const [value] = model.decisionFunction(X);
      if (typeof value === 'number')
        said.push(make('span', {}, `${words.decision} ${short(value)}`));
    }
    if (additive) more.push(...parts(values, place, classes));
    return [said, more];
  }

  /**
   * What each value adds on the way from the values that it is compared with.
   * @param {any[]} values
   * @param {number} place of the predicted class
   * @param {string[]} classes
   */
  function parts(values, place, classes) {
    const typical = fields.map((field) => field.typical);
    const changed = fields.map((_, j) => values.map((value, i) => (i === j ? typical[i] : value)));
    const X = [values, typical, ...changed].map(sample);
    const all = kind === 'regressor' ? model.predict(X) : model.decisionFunction(X);
    const [value, base, ...without] = all.map((one) => (perClass ? one[place] : one));
    const gains = without
      .map((other, j) => ({ j, gain: value - other }))
      .filter(({ j }) => values[j] !== typical[j]);
    if (gains.length === 0) return [make('p', { className: 'note' }, words.change)];
    const most = Math.max(...gains.map(({ gain }) => Math.abs(gain)));
    const share = (/** @type {number} */ gain) => (most > 0 ? 0.5 + gain / most / 2 : 0.5);
    const digits = Math.max(0, Math.min(20, 2 - Math.floor(Math.log10(most > 0 ? most : 1))));
    const places = { minimumFractionDigits: digits, maximumFractionDigits: digits };
    const signed = format({ ...places, signDisplay: 'exceptZero' });
    const plain = format(places);
    const { length } = gains;
    if (gains.length > mostBars)
      gains.sort((a, b) => Math.abs(b.gain) - Math.abs(a.gain)).splice(mostBars);
    const rows = gains.map(({ j, gain }) => ({
      name: fields[j].name,
      note: fields[j].kind === 'text' ? '' : say('against', { value: shown(typical[j]) }),
      text: signed(gain),
      from: share(Math.min(0, gain)),
      to: share(Math.max(0, gain)),
      isOwn: gain >= 0,
    }));
    const label = kind === 'classifier' ? classes[perClass ? place : classes.length - 1] : words.inside; // prettier-ignore
    const isNumber = kind === 'regressor';
    const of = (/** @type {number} */ one) => plain(one) + (isNumber && unit ? ` ${unit}` : '');
    const total = say('total', { what: isNumber ? target : words.decision, base: of(base), value: of(value) }); // prettier-ignore
    const note = [
      ...(isNumber ? [] : [say('towards', { label })]),
      total,
      ...(length > mostBars ? [say('most', { count: mostBars, all: length })] : []),
    ].join(' ');
    return [table(words.adds, rows, 'split'), make('p', { className: 'note' }, note)];
  }
}

/**
 * A table of bars.
 * @param {string} caption
 * @param {{name: string, note?: string, text: string, from: number, to: number, isOwn: boolean}[]} rows from and to are shares of the width
 * @param {string} [className]
 */
function table(caption, rows, className = '') {
  const body = rows.map(({ name, note, text, from, to, isOwn }) => {
    const bar = make('i', { className: isOwn ? 'own' : '' });
    bar.style.left = `${100 * from}%`;
    bar.style.width = `${100 * (to - from)}%`;
    const head = make('th', { scope: 'row' }, name);
    if (note) head.append(make('small', {}, note));
    return make('tr', {}, head, make('td', { 'aria-hidden': 'true' }, make('span', {}, bar)), make('td', {}, text)); // prettier-ignore
  });
  return make('table', { className }, make('caption', {}, caption), make('tbody', {}, ...body));
}

/** A value as it stands in a row. @param {any} value */
function quoted(value) {
  const text = value === null ? '' : String(value);
  return /[",;\t\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
