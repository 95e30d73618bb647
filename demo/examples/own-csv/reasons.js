/** Why a row is predicted as it is: what each column adds, what changes with it, and the least change for another answer. */

import { explain, nearestChange } from 'maxmargin';
import { $, el, publish, signed as withSign, strong } from '../common/page.js';
import { short } from './results.js';

const compared = 60; // rows of the table that stand for its average
const shown = 12;    // columns with bars
const named = 3;     // columns in the sentence

const signed = (value) => (Math.abs(value) < 0.005 ? '0.00' : withSign(value));
const isGap = (value) => value === null || value === undefined || Number.isNaN(value);
const say = (value) => (isGap(value) ? 'missing' : typeof value === 'number' ? short(value) : String(value));

/** The columns that the model learnt from, as people can change them. */
function describe(X) {
  return Object.entries(X).map(([name, list]) => {
    const values = Array.from(list).filter((value) => !isGap(value));
    if (!values.every((value) => typeof value === 'number')) return { name, words: [...new Set(values)].sort() };
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
    const spread = Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length) || 1;
    const [least, most] = values.reduce(([low, high], value) => [Math.min(low, value), Math.max(high, value)], [Infinity, -Infinity]);
    return { name, spread, least, most, whole: values.every(Number.isInteger) };
  });
}

const rowOf = (X, columns, i) => Object.fromEntries(columns.map(({ name }) => [name, isGap(X[name][i]) ? null : X[name][i]]));

/** The section of the page. */
export class Reasons {
  #asked = 0;
  #model;
  #estimated; // whether the parts are estimates
  #task;
  #columns;
  #baseline;
  #given; // the row as it was chosen
  #row;   // as it is changed
  #order; // of the bars, which stay where they are while the row changes
  #answer;
  #goal;    // returns the answer that is asked for
  #changed; // the row with the least change for it

  constructor() {
    $('reset').addEventListener('click', () => this.choose(this.#given));
    $('try').addEventListener('click', () => this.choose(this.#changed, this.#given));
  }

  /** Takes a new model, and the table that it learnt from. */
  use({ result, data, chosen }) {
    this.#model = result.model;
    this.#estimated = false;
    this.#task = chosen.task;
    this.target = chosen.target;
    this.#columns = describe(data.X);
    const rows = data.X[this.#columns[0].name].length;
    const count = Math.min(compared, rows);
    this.#baseline = Array.from({ length: count }, (_, i) => rowOf(data.X, this.#columns, Math.floor((i * rows) / count)));
    $('goal-box').replaceChildren();
    this.#goal = undefined;
  }

  /** Row i of a table with the columns of the model. */
  chooseOf(X, i) {
    this.number = i + 1;
    return this.choose(rowOf(X, this.#columns, i));
  }

  /** Shows a row; given is what the button goes back to. */
  async choose(row, given = row) {
    this.#given = given;
    this.#row = { ...row };
    this.#order = undefined;
    await this.#show();
  }

  /** Shows nothing but a message. */
  clear(message = '') {
    this.#asked++;
    $('because').textContent = message;
    $('instead').textContent = '';
    $('effects').replaceChildren();
    $('sides').replaceChildren();
    $('why-controls').hidden = true;
    $('effects-note').textContent = '';
    $('others').textContent = '';
    publish({ because: undefined, instead: undefined, parts: undefined });
  }

  async #show() {
    const mine = ++this.#asked;
    let explained;
    let answer;
    try {
      [answer] = await this.#model.predict([this.#row]);
      explained = await this.#explained();
    } catch (error) {
      if (mine === this.#asked) this.clear(error.argument === 'model' ? 'What this machine says cannot be divided among the columns: choose another one in step 2 to see its reasons.' : error.message);
      return;
    }
    if (mine !== this.#asked) return;
    $('why-controls').hidden = false;
    this.#answer = answer;
    const about = this.#task === 'classes' ? inFavour(explained, answer, this.#model.classes) : { base: explained.base, values: explained.values[0] };
    const parts = explained.features.map((name, j) => ({ name, part: about.values[j] }));
    parts.sort((a, b) => Math.abs(b.part) - Math.abs(a.part));
    this.#order ??= parts.map(({ name }) => name);
    this.#tell(answer, about, parts);
    this.#draw(parts, about);
    publish({ parts: JSON.stringify(Object.fromEntries(parts.map(({ name, part }) => [name, part]))), base: about.base });
    this.#askGoal(answer);
    await this.#change();
  }

  /** The parts of the row: exact ones, or estimates for a machine that has no closed form of them. */
  async #explained() {
    const of = [this.#model, [this.#row]];
    const settings = { baseline: this.#baseline };
    if (!this.#estimated) {
      try {
        return await explain(...of, settings);
      } catch (error) {
        if (error.argument !== 'samples') throw error;
        this.#estimated = true;
      }
    }
    // So many let each row of the baseline count once, so that the parts add up exactly.
    const samples = 2 * (this.#columns.length + 1) * this.#baseline.length;
    return explain(...of, { ...settings, samples });
  }

  /** The sentence. */
  #tell(answer, { base, rival }, parts) {
    const classes = this.#task === 'classes';
    const digits = 3;
    const up = parts.filter(({ part }) => part > 0);
    const down = parts.filter(({ part }) => part < 0);
    const largest = Math.abs(parts[0]?.part ?? 0);
    const list = (of) => of.filter(({ part }) => Math.abs(part) > 0.05 * largest).slice(0, named)
      .flatMap(({ name, part }, i, { length }) => [i === 0 ? '' : i === length - 1 ? ' and ' : ', ', strong(`${name} ${say(this.#row[name])}`), classes ? '' : ` (${short(part, digits).replace(/^(?!−)/, '+')})`]);
    const same = JSON.stringify(this.#row) === JSON.stringify(this.#given);
    const which = same ? `Row ${this.number}` : `Row ${this.number}, changed`;
    const [ups, downs] = [list(up), list(down)];
    const sentence = classes
      ? [`${which}: the model says `, strong(String(answer)), ` rather than ${rival}. `,
        ...(ups.length > 0 ? [`Most of what speaks for ${answer}: `, ...ups, '. '] : []),
        ...(downs.length > 0 ? ['Against it: ', ...downs, '.'] : ['Nothing much speaks against it.'])]
      : [`${which}: the model predicts `, strong(short(answer, 4)), ` for ${this.target}. On average it predicts ${short(base, 4)} for the table. `,
        ...(ups.length > 0 ? ['It is raised by ', ...ups, '. '] : []),
        ...(downs.length > 0 ? ['It is lowered by ', ...downs, '.'] : [])];
    $('because').replaceChildren(...sentence);
    publish({ because: $('because').textContent });
    const difference = classes
      ? `The model gives the row a score for “${answer} rather than ${rival}”, and says ${answer} because the score is above 0. The average score of the table is ${signed(base)}; each column adds its bar, and all together make ${signed(base + parts.reduce((sum, { part }) => sum + part, 0))}.`
      : `Each bar is what the column adds on the way from the average, ${short(base, 4)}, to the prediction, ${short(answer, 4)}: all bars together are the difference.`;
    $('effects-note').textContent = `${difference} Change a value, and watch. The numbers are ${this.#estimated ? 'estimates of Shapley values' : 'exact Shapley values'}. They say what the model makes of a column, not what causes what.`;
  }

  /** The bars, and the fields with which the row is changed. */
  #draw(parts, { rival }) {
    const by = new Map(parts.map(({ name, part }) => [name, part]));
    const [left, right] = this.#task === 'classes' ? [`for ${rival}`, `for ${this.#answer}`] : ['lower', 'higher'];
    $('sides').replaceChildren(el('span', {}, `← ${left}`), el('span', {}, `${right} →`));
    const most = Math.max(...parts.map(({ part }) => Math.abs(part)), Number.MIN_VALUE);
    const names = this.#order.slice(0, shown);
    if ($('effects').children.length !== names.length || names.some((name, i) => $('effects').children[i].dataset.name !== name)) {
      $('effects').replaceChildren(...names.map((name) => this.#line(name)));
    }
    names.forEach((name, i) => {
      const line = $('effects').children[i];
      const part = by.get(name) ?? 0;
      const half = Math.min(1, Math.abs(part) / most) / 2;
      const fill = line.querySelector('.bar-fill');
      fill.classList.toggle('against', part < 0);
      fill.style.setProperty('--from', `${100 * (part < 0 ? 0.5 - half : 0.5)}%`);
      fill.style.setProperty('--share', String(half));
      line.querySelector('.amount').textContent = this.#task === 'classes' ? signed(part) : short(part, 3).replace(/^(?!−)/, '+');
      const field = line.querySelector('input, select');
      line.classList.toggle('changed', this.#row[name] !== this.#given[name]);
      if (document.activeElement !== field) this.#fill(field, name);
    });
    const rest = this.#order.length - names.length;
    $('others').textContent = rest > 0 ? `${rest} more columns, which add ${signed(this.#order.slice(shown).reduce((sum, name) => sum + (by.get(name) ?? 0), 0))} together, are not shown.` : '';
    const changed = this.#columns.some(({ name }) => this.#row[name] !== this.#given[name]);
    $('reset').disabled = !changed;
  }

  #line(name) {
    const column = this.#columns.find((one) => one.name === name);
    const id = `value-${this.#columns.indexOf(column)}`;
    const set = (value) => { this.#row[name] = value; this.#show(); };
    let field;
    if (column.words) {
      const known = column.words.includes(this.#row[name]) || isGap(this.#row[name]) ? column.words : [...column.words, this.#row[name]];
      field = el('select', { id, onchange: ({ target }) => set(target.selectedIndex === 0 ? null : known[target.selectedIndex - 1]) },
        new Option('missing'), ...known.map((word) => new Option(column.words.includes(word) ? String(word) : `${word} (unknown)`)));
      field.known = known;
    } else {
      field = el('input', { id, type: 'number', step: column.whole ? '1' : 'any', placeholder: 'missing', oninput: ({ target }) => set(target.value === '' ? null : Number(target.value)) });
    }
    const line = el('li', {}, el('label', { htmlFor: id }, name), field,
      el('span', { className: 'bar-track' }, el('span', { className: 'bar-fill' })), el('span', { className: 'amount' }));
    line.dataset.name = name;
    return line;
  }

  #fill(field, name) {
    const value = this.#row[name];
    if (field.known) field.selectedIndex = isGap(value) ? 0 : field.known.indexOf(value) + 1;
    else field.value = isGap(value) ? '' : String(Number(value.toPrecision(6)));
  }

  /** The field that asks for another answer. */
  #askGoal(answer) {
    const box = $('goal-box');
    if (this.#task === 'classes') {
      const others = this.#model.classes.filter((label) => label !== answer);
      const before = box.querySelector('select')?.value;
      const field = el('select', { id: 'goal' }, ...others.map((label) => new Option(String(label))));
      if (others.some((label) => String(label) === before)) field.value = before;
      field.addEventListener('change', () => this.#change());
      box.replaceChildren(field);
      this.#goal = () => others[field.selectedIndex];
      return;
    }
    if (box.querySelector('input')) return;
    const round = 10 ** Math.floor(Math.log10(Math.abs(answer) || 1) - 1);
    const field = el('input', { id: 'goal', type: 'number', step: 'any', value: String(Number((Math.round((1.1 * answer) / round) * round).toPrecision(4))) });
    field.addEventListener('input', () => this.#change());
    box.replaceChildren(field);
    this.#goal = () => (field.value === '' ? undefined : Number(field.value));
  }

  /** The least change for another answer, in words. */
  async #change() {
    const mine = this.#asked;
    const [goal, answer, row] = [this.#goal?.(), this.#answer, { ...this.#row }];
    $('try').disabled = true;
    if (goal === undefined) return void ($('instead').textContent = '');
    const regression = this.#task !== 'classes';
    const numbers = this.#columns.filter(({ words }) => !words);
    // A typical difference between two rows counts as much as another word.
    const weights = Object.fromEntries(numbers.map(({ name, spread }) => [name, 1 / spread]));
    const bounds = Object.fromEntries(numbers.filter(({ name }) => !isGap(row[name]))
      .map(({ name, least, most }) => [name, [Math.min(least, row[name]), Math.max(most, row[name])]]));
    const what = regression ? `${short(goal, 4)} or ${goal > answer ? 'more' : 'less'}` : String(goal);
    try {
      const { changes, x } = await nearestChange(this.#model, row, { target: goal, norm: 1, weights, bounds });
      if (mine !== this.#asked) return;
      const [tidy, to] = await this.#rounded(row, x, changes, regression ? (said) => (goal > answer ? said >= goal : said <= goal) : (said) => said === goal);
      if (mine !== this.#asked) return;
      this.#changed = tidy;
      const pieces = changes.flatMap(({ feature }, i) => [i === 0 ? '' : i === changes.length - 1 ? ' and ' : ', ',
        strong(`${feature} were ${say(tidy[feature])}`), ` in place of ${say(row[feature])}`]);
      $('instead').replaceChildren('It would be ', strong(regression ? short(to, 4) : what), ' if ', ...pieces, '.');
      $('try').disabled = false;
    } catch (error) {
      if (mine !== this.#asked) return;
      $('instead').textContent = error.argument === 'bounds'
        ? `No change was found that leads to ${what}, with numbers that the table has.`
        : error.argument === 'target' ? `It is ${what} already.`
          : error.argument === 'model' ? 'The least change for another answer is known for machines with gradients only, such as support vector machines.' : error.message;
    }
    publish({ instead: $('instead').textContent });
  }

  /** The changed row with as few digits as lead to the goal, too, and what is predicted for it. */
  async #rounded(row, x, changes, reaches) {
    for (const digits of [0, 1, 2, 3, 5]) {
      const tidy = { ...row };
      for (const { feature, to } of changes) {
        const column = this.#columns.find(({ name }) => name === feature);
        tidy[feature] = typeof to === 'number' && !column.words ? roundAway(to, row[feature], column, digits) : to;
      }
      const [said] = await this.#model.predict([tidy]);
      if (reaches(said)) return [tidy, said];
    }
    return [x, (await this.#model.predict([x]))[0]];
  }
}

/** A number with few digits that is not closer to where it came from. */
function roundAway(to, from, { spread, least, most, whole }, digits) {
  const unit = whole && digits < 3 ? 1 : 10 ** (Math.floor(Math.log10(spread)) - digits);
  const rounded = (to > from ? Math.ceil(to / unit - 1e-9) : Math.floor(to / unit + 1e-9)) * unit;
  return Number(Math.min(Math.max(rounded, Math.min(least, from)), Math.max(most, from)).toPrecision(12));
}

/** Of several outputs what speaks for the answer, against the class that comes closest. */
function inFavour({ outputs }, answer, classes) {
  const total = ({ base, values }) => base + values[0].reduce((sum, value) => sum + value, 0);
  if (outputs.length === 1) {
    const sign = outputs[0].of === answer ? 1 : -1;
    return { rival: classes.find((label) => label !== answer), base: sign * outputs[0].base, values: outputs[0].values[0].map((value) => sign * value) };
  }
  const between = Array.isArray(outputs[0].of)
    ? outputs.filter(({ of }) => of.includes(answer)).map((output) => {
      const sign = output.of[0] === answer ? 1 : -1;
      return { rival: output.of.find((label) => label !== answer), base: sign * output.base, values: output.values[0].map((value) => sign * value), score: sign * total(output) };
    })
    : outputs.filter(({ of }) => of !== answer).map((output) => {
      const own = outputs.find(({ of }) => of === answer);
      return { rival: output.of, base: own.base - output.base, values: own.values[0].map((value, j) => value - output.values[0][j]), score: total(own) - total(output) };
    });
  return between.reduce((closest, one) => (one.score < closest.score ? one : closest));
}
