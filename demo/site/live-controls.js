/**
 * Controls made from the package's own description of options: a slider for a
 * number, a list for a choice, a box to tick for yes and no.
 */

let made = 0;

/**
 * @param {HTMLElement} place
 * @param {{ name: string, type: string, choices?: string[], doc?: string }[]} specs
 *     as in the catalogue
 * @param {Record<string, any>} how of each option: [low, high, start] of a slider, logarithmic
 *     unless a fourth entry is 'linear'; the start of a choice; { among } some of the choices,
 *     from the first of them on
 * @param {() => void} change
 * @returns {() => Record<string, any>} reads what is chosen
 */
export function makeControls(place, specs, how, change) {
  const readers = Object.entries(how).map(([name, wanted]) => {
    const spec = specs.find((candidate) => candidate.name === name);
    if (!spec) throw new Error(`there is no option '${name}' to make a control of`);
    if (wanted.among) return [name, list(place, { ...spec, choices: wanted.among }, wanted.among[0], change)];
    const make = Array.isArray(wanted) ? slider : spec.type === 'boolean' ? box : list;
    return [name, make(place, spec, wanted, change)];
  });
  return () => Object.fromEntries(readers.map(([name, read]) => [name, read()]));
}

function slider(place, { name, type, doc }, [low, high, start, scale = 'log'], change) {
  const whole = type === 'integer' || type === 'odd';
  const log = scale === 'log';
  const [to, from] = log ? [Math.log10, (x) => 10 ** x] : [Number, Number];
  const input = document.createElement('input');
  Object.assign(input, { type: 'range', min: String(to(low)), max: String(to(high)), step: stepOf(type, log) });
  input.value = String(to(start));
  const output = document.createElement('output');
  const read = () => {
    const value = from(input.valueAsNumber);
    return whole ? Math.round(value) : Number(value.toPrecision(2));
  };
  const follow = () => {
    output.textContent = String(read());
    input.setAttribute('aria-valuetext', output.textContent);
  };
  input.addEventListener('input', () => {
    follow();
    change();
  });
  follow();
  field(place, name, doc, input).append(output);
  return read;
}

/** Whole numbers have steps; other numbers have none, so that their start need not be a multiple of a step. */
function stepOf(type, log) {
  if (log || type === 'number' || type === 'numberOrChoice') return 'any';
  return type === 'odd' ? '2' : '1';
}

function list(place, { name, choices, doc }, start, change) {
  const select = document.createElement('select');
  for (const choice of choices) select.add(new Option(choice, choice, choice === start, choice === start));
  select.addEventListener('change', change);
  field(place, name, doc, select);
  return () => select.value;
}

function box(place, { name, doc }, start, change) {
  const input = document.createElement('input');
  Object.assign(input, { type: 'checkbox', checked: start });
  input.addEventListener('change', change);
  field(place, name, doc, input);
  return () => input.checked;
}

/** A label with its control; what the option means is its title. */
function field(place, name, doc, control) {
  const row = document.createElement('div');
  row.className = 'field';
  const label = document.createElement('label');
  label.textContent = name;
  if (doc) label.title = doc;
  control.id = label.htmlFor = `live-${++made}`;
  row.append(label, control);
  place.append(row);
  return row;
}
