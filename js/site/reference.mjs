/**
 * The parts of the pages of machines and kernels that come from the package's catalogue:
 * options, results of a fit, abilities of a machine. The text around them is written by hand;
 * see demo/docs/machines and demo/docs/kernels.
 */
import { ofTables } from '../../demo/site/of-tables.js';
import { catalog as machines, kernelCatalog } from '../src/machines/catalog.js';
import { unwritten } from '../src/formats/onnx/printer.js';
import * as work from '../src/generated/classes.js';
import * as study from '../src/generated/study.js';
import { escape, relative } from './html.mjs';

/** The classes of machines, by name. */
const classes = { ...work, ...study };

/** @import { OptionSpec } from '../src/machines/option-values.js' */

/** Kinds of machines in the order of the index, and what the index calls them. */
const KINDS = {
  classifier: 'Classifiers',
  regressor: 'Regression',
  detector: 'Detection of what does not belong',
  transformer: 'Transformers',
};

/** Kernels that the catalogue does not list, because there is nothing to describe. */
const BESIDES = ['precomputed', 'own'].filter((name) => !Object.hasOwn(kernelCatalog, name));

/**
 * Options, results of a fit, and abilities of a machine.
 *
 * @param {string} name
 * @param {string} from path of the page, for links
 */
export function machineReference(name, from) {
  known(name, machines, 'machine');
  const { options, attributes } = machines[name];
  const [everyday, forStudy] = halves(options, ({ group }) => group !== 'study');
  const [results, traces] = halves(attributes, ({ name: result }) => !/^trace[A-Z]/.test(result));
  return [
    ...section('Options', everyday, (rows) => optionTable(rows, 'option', from)),
    ...section('Options for study', forStudy, (rows) => optionTable(rows, 'option', from)),
    title('Results of a fit'),
    fittedTable(results),
    '<p>Besides, as every machine: <code>converged</code>, <code>status</code>, <code>objective</code>, <code>gap</code>, <code>fitTime</code> and <code>fitInfo</code>.</p>',
    ...section('The trace of a fit', traces, fittedTable),
    abilities(name),
  ].join('\n');
}

/** Those for which it holds, and the others. */
function halves(all, holds) {
  return [all.filter(holds), all.filter((one) => !holds(one))];
}

/** A heading and a table, if it has rows. */
function section(heading, rows, tableOf) {
  return rows.length > 0 ? [title(heading), tableOf(rows)] : [];
}

/**
 * The parameters of a kernel, and how many kernels it is made of.
 *
 * @param {string} name
 * @param {string} from
 */
export function kernelReference(name, from) {
  known(name, kernelCatalog, 'kernel');
  const { options, arity } = kernelCatalog[name];
  if (options.length === 0 && arity < 0) return '<p>This kernel has no parameters.</p>';
  if (options.length === 0) return '<p>This kernel has no parameters of its own.</p>';
  return optionTable(options, 'parameter', from);
}

/**
 * @param {OptionSpec[]} options
 * @param {string} what they are called
 * @param {string} from
 */
function optionTable(options, what, from) {
  const rows = options.map((option) => {
    const unit = option.unit ? ` ${escape(option.unit)}` : '';
    return [
      code(option.group ? `${option.group}.${option.name}` : option.name),
      values(option, from),
      `${byDefault(option)}${unit}`,
      prose(option.doc),
    ];
  });
  return table([what, 'values', 'default', 'meaning'], rows);
}

/** Results of a fit, with the meaning of the letters in their shapes. */
function fittedTable(attributes) {
  const rows = attributes.map(({ name: attribute, shape, type, doc }) => [
    code(attribute),
    shape.length > 0 ? shape.map((dimension) => escape(dimension)).join(' × ') : scalar(type),
    prose(doc),
  ]);
  const used = new Set(attributes.flatMap(({ shape }) => shape.map((one) => one.split('-')[0])));
  const letters = Object.keys(LETTERS).filter((letter) => used.has(letter));
  const legend = letters.map((letter) => `${letter}: ${LETTERS[letter]}`).join('; ');
  return `${table(['after fitting', 'shape', 'meaning'], rows)}${legend ? `\n<p class="muted">${escape(legend)}.</p>` : ''}`;
}

/** Dimensions that are the same in all machines. */
const LETTERS = {
  n: 'samples of the training',
  d: 'features',
  m: 'support vectors, or samples that are kept',
  k: 'classes',
};

/** @param {string} type */
function scalar(type) {
  return type === 'integer' ? 'whole number' : type;
}

/** Abilities of a machine that not all machines of its kind have. */
function abilities(name) {
  const { entry, options } = machines[name];
  known(name, classes, 'class of a machine');
  const has = (method) => Object.hasOwn(classes[name].prototype, method);
  const probability = options.some((option) => option.name === 'probability');
  const solver = options.find((option) => option.name === 'solver');
  const rows = [
    ['entry', true, code(entry)],
    ['probabilities', probability, '<code>probability</code>, then <code>predictProba</code>'],
    ['on-line learning', has('partialFit'), '<code>partialFit</code>'],
    ['margins and bounds', has('diagnostics'), '<code>diagnostics</code>'],
    ['way back', has('inverseTransform'), '<code>inverseTransform</code>'],
    ['LIBSVM’s text', has('exportLibsvm'), '<code>exportLibsvm</code>'],
    ['LIBLINEAR’s text', has('exportLiblinear'), '<code>exportLiblinear</code>'],
    ['ONNX', !unwritten[name], '<code>exportOnnx</code> of maxmargin/onnx'],
    ['source text', true, '<code>toModule</code> of maxmargin/module'],
    ['solvers', solver, solver?.choices.map(code).join(', ')],
  ].filter(([, able]) => able);
  const bare = rows.map(([what, , how]) => [what, how]);
  return `${title('What else it can do')}${table(['', ''], bare, true)}`;
}

/**
 * The index of machines: names and what they are, by kind.
 *
 * @param {string} from path of the page that it is on
 * @param {{ path: string, title: string, description: string }[]} pages of the site
 */
export function machineIndex(from, pages) {
  const lists = Object.entries(KINDS).map(([kind, heading]) => {
    const rows = Object.values(machines)
      .filter((machine) => machine.kind === kind)
      .map(({ name, summary }) => [
        link(from, `docs/machines/${name}.html`, name),
        escape(summary),
      ]);
    return `${title(heading)}${table(['machine', 'what it is'], rows)}`;
  });
  const others = pages
    .filter(({ path }) => /^docs\/machines\/\w+\.html$/.test(path))
    .filter(({ path }) => !path.endsWith('/index.html'))
    .filter(({ path }) => !Object.hasOwn(machines, nameOf(path)))
    .map((page) => [link(from, page.path, page.title), escape(page.description)]);
  if (others.length > 0)
    lists.push(`${title('Beside machines')}${table(['page', 'what it does'], others)}`);
  return lists.join('\n');
}

/**
 * The index of kernels: one line each, from the front matter of their pages, in
 * the catalogue's order.
 *
 * @param {string} from
 * @param {{ path: string, title: string, description: string }[]} pages
 */
export function kernelIndex(from, pages) {
  const page = (name) => pages.find(({ path }) => path === `docs/kernels/${name}.html`);
  const groups = { 'Of vectors': [], 'Of strings': [], 'Made of other kernels': [], Others: [] };
  for (const name of [...Object.keys(kernelCatalog), ...BESIDES]) {
    groups[kindOfKernel(name)].push(name);
  }
  return Object.entries(groups)
    .map(([heading, names]) => {
      const rows = names.map((name) => [
        link(from, `docs/kernels/${name}.html`, name),
        escape(page(name)?.description ?? ''),
        escape(kernelCatalog[name]?.definite ?? 'as the values are'),
      ]);
      return `${title(heading)}${table(['kernel', 'what it is', 'positive definite'], rows)}`;
    })
    .join('\n');
}

/** @param {string} name */
export function kindOfKernel(name) {
  if (BESIDES.includes(name)) return 'Others';
  const { arity, samples } = kernelCatalog[name];
  if (arity >= 0) return 'Made of other kernels';
  return samples === 'strings' ? 'Of strings' : 'Of vectors';
}

/**
 * The place of an interactive picture. The style sheet reserves its space; live.js fills it,
 * from the catalogue that the package exports. A picture that is of no machine or kernel has a
 * name of its own.
 *
 * @param {'machine' | 'kernel' | 'picture'} what
 * @param {string} name
 * @param {string} from path of the page
 */
export function livePicture(what, name, from) {
  if (what !== 'picture') known(name, what === 'machine' ? machines : kernelCatalog, what);
  const form = what === 'kernel' ? LIVE_FORMS[kindOfKernel(name)] : what;
  return [
    `<figure class="figure live live-${form}" data-${what}="${name}">`,
    '<div class="live-body"></div>',
    '<p class="live-status" role="status">The picture needs JavaScript.</p>',
    ...(what !== 'picture' && onPlane(what, name)
      ? [
          `<p>${link(from, 'playground/index.html', 'Open in the playground')}, for data of your own.</p>`,
        ]
      : []),
    '</figure>',
  ].join('\n');
}

/**
 * Whether the playground can show the machine or kernel: the coordinates of its points can be
 * negative.
 */
function onPlane(what, name) {
  if (what === 'machine') return !ofTables.has(name);
  return kindOfKernel(name) !== 'Of strings' && !/limited/.test(kernelCatalog[name].definite);
}

/** Kernels have one of two pictures: of vectors, and of words. */
const LIVE_FORMS = {
  'Of vectors': 'vectors',
  'Made of other kernels': 'vectors',
  'Of strings': 'words',
};

/** The values of an option, in words. */
function values(option, from) {
  const { type, choices = [] } = option;
  switch (type) {
    case 'number':
      return `number${range(option)}`;
    case 'integer':
      return `whole number${range(option)}`;
    case 'odd':
      return `odd number${range(option)}`;
    case 'boolean':
      return `${code('true')}, ${code('false')}`;
    case 'kernel':
      if (choices.includes('same'))
        return `${quoted('same')}, or a ${link(from, 'docs/kernels/index.html', 'kernel')}: name, or object of <code>kernels</code>`;
      return `a ${link(from, 'docs/kernels/index.html', 'kernel')}: name, object of <code>kernels</code>, function, or ${code("'precomputed'")}`;
    case 'numberOrChoice':
      return `${choices.map(quoted).join(', ')} or a number${range(option)}`;
    case 'classWeight':
      return `${code('null')}, ${quoted('balanced')}, object or Map`;
    case 'classCosts':
      return `${code('null')}, or rows of numbers`;
    case 'lists':
      return `${code('null')}, or a list for each column`;
    case 'interval':
      return 'two numbers, the lower one first';
    case 'letters':
      return `${choices.map(quoted).join(', ')} or a text`;
    case 'numbers':
      return `array of numbers${range(option)}`;
    case 'indices':
      return `array of whole numbers${range(option)}`;
    case 'rows':
      return 'rows of numbers, or numbers';
    case 'matrix':
      return 'array of numbers, or rows';
    case 'classOrder':
      return 'null, or array of all labels, the lowest first';
  }
  if (choices.length === 0)
    throw new Error(`nothing says what the type '${type}' of ${option.name} admits`);
  return choices.map(quoted).join(', ');
}

/** Writes a range in words; if it has no open end, the text names Infinity. */
function range({ min = -Infinity, max = Infinity, minOpen, maxOpen }) {
  const parts = [];
  if (min !== -Infinity) parts.push(`${minOpen ? '&gt;' : '≥'} ${min}`);
  if (max !== Infinity) parts.push(`${maxOpen ? '&lt;' : '≤'} ${max}`);
  else if (!maxOpen) parts.push(`${code('Infinity')} too`);
  return parts.length > 0 ? ` ${parts.join(', ')}` : '';
}

function byDefault(option) {
  if (option.default === undefined) return 'none: must be given';
  return code(typeof option.default === 'string' ? `'${option.default}'` : show(option.default));
}

/** JSON has no Infinity. */
function show(value) {
  if (Array.isArray(value)) return `[${value.map(show).join(', ')}]`;
  return String(value);
}

/** Words in quotation marks are values to write. */
function prose(doc) {
  return escape(doc).replace(/'([\w-]+)'/g, (_, word) => code(`'${word}'`));
}

function title(text) {
  const id = text.toLowerCase().replace(/\W+/g, '-');
  return `<h2 id="${id}">${text}</h2>\n`;
}

/** @param {boolean} [bare] whether the first column heads the rows, with no line above */
function table(heads, rows, bare = false) {
  const head = `<thead><tr>${heads.map((text) => `<th scope="col">${text}</th>`).join('')}</tr></thead>\n`;
  const cells = ([first, ...rest]) =>
    `${bare ? `<th scope="row">${first}</th>` : `<td>${first}</td>`}${rest.map((text) => `<td>${text}</td>`).join('')}`;
  const body = rows.map((row) => `<tr>${cells(row)}</tr>`).join('\n');
  return `<div class="table reference"><table>\n${bare ? '' : head}<tbody>\n${body}\n</tbody></table></div>`;
}

const code = (text) => `<code>${escape(String(text))}</code>`;
const quoted = (text) => code(`'${text}'`);

function link(from, to, text) {
  return `<a href="${escape(relative(from, to))}">${escape(text)}</a>`;
}

const nameOf = (path) => path.match(/(\w+)\.html$/)[1];

function known(name, all, what) {
  if (!Object.hasOwn(all, name)) throw new Error(`the catalogue has no ${what} '${name}'`);
}
