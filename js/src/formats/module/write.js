/** Fitted models as files of source text: JavaScript modules, or C. */
import { MaxMarginError } from '../../basics/errors.js';
import { isVectorizer, machineOf } from '../../machines/all.js';
import { printOptions } from '../../machines/options.js';
import { fromModel } from '../../model/model-options.js';
import { labelOf, partsOf } from '../../model/parts.js';
import { double, lines, literal, number, quoted, quotedC, remark } from './literals.js';
import { everything } from '../../graph/families.js';
import { lower } from '../../graph/lower.js';
import { lowerCommittee } from '../../graph/one-vs.js';
import { joined } from '../../graph/parts.js';
import { Stored } from '../../graph/stored.js';
import { planOf } from './plan.js';
import { reading } from './reading.js';

/** @import { Fitted as Whole } from '../../model/fitted.js' */
/** @import { Lowered } from '../../graph/lower.js' */
/** @import { Committee } from '../../graph/one-vs.js' */
/** @import { Plan } from './plan.js' */

/**
 * What is printed of a model, besides its graph.
 * @typedef {Pick<Whole, 'bytes' | 'machine' | 'classes' | 'steps' | 'featureNames' | 'options'> & {of?: string}} Fitted of: the machine whose copies it is made of
 */

/**
 * @typedef {object} Style
 * @property {'esm' | 'cjs' | 'c' | 'h'} format
 * @property {string} name what names begin with in C
 */

/**
 * A classifier that is made of classifiers of two classes, for rows with one label each.
 * @param {Committee & {kind: string}} committee
 * @param {Style} style
 * @returns {string}
 */
export function writeCommittee(committee, style) {
  const { kind, labels, machine, members } = committee;
  const lowered = lowerCommittee(committee, joined(everything));
  const bytes = /** @type {Uint8Array} */ (members.find((one) => typeof one !== 'number'));
  const { last } = Stored.of(bytes);
  const names = lowered.input.columns.map(({ name }) => name);
  const featureNames = names.every((own) => own !== undefined) ? names : undefined;
  const classes = { kind: /** @type {any} */ (kind), labels };
  return write({ bytes, machine, classes, steps: 0, featureNames, options: () => new Map(), of: last.machine }, style, lowered); // prettier-ignore
}

/**
 * @param {Fitted} fitted
 * @param {Style} style
 * @param {Lowered} [lowered]
 * @returns {string}
 */
export function write(fitted, { format, name }, lowered = lower(fitted.bytes)) {
  const plan = planOf(lowered);
  const { given, input } = plan.lowered;
  const [argument, what] = input.samples === 'strings' ? ['kernel', 'kernel of strings'] : ['model', 'model of texts']; // prettier-ignore
  if (format.length === 1 && (argument === 'kernel' || given.some(({ terms }) => terms))) {
    throw new MaxMarginError('ERR_TYPE', argument, `a ${what} cannot be written as C, which has no letters beyond ASCII; write JavaScript, or use save`); // prettier-ignore
  }
  switch (format) {
    case 'c':
      return writeC(fitted, plan, name);
    case 'h':
      return writeHeader(fitted, plan, name);
    default:
      return writeJavaScript(fitted, plan, format);
  }
}

/**
 * The comment at the head of a file.
 * @param {Fitted} fitted
 * @param {string[]} what
 */
function head(fitted, what) {
  const steps = (fitted.steps > 0 ? partsOf(/** @type {Whole} */ (fitted), machineOf) : []).map(
    (step) => `step ${quoted(labelOf(step))}: ${described(step)}`,
  );
  const { kind, labels } = fitted.classes;
  const classes = labels.map((label) =>
    kind === 'string' ? quoted(String(label)) : String(label),
  );
  const names = fitted.featureNames?.map(quoted) ?? [];
  const said = [
    ...what,
    '',
    ...(steps.length > 0 ? steps : [`machine: ${described(fitted)}`]),
    ...(labels.length > 0 ? [`classes: ${classes.join(', ')}`] : []),
    ...(names.length > 0 ? [`features: ${names.join(', ')}`] : []),
  ];
  return `/*\n${said.map((line) => ` * ${line}`.trimEnd()).join('\n')}\n */`;
}

/** @param {Fitted} fitted */
function described(fitted) {
  if (fitted.of) return remark(`${fitted.machine} of ${fitted.of}`);
  const { options } = machineOf(fitted.machine);
  const own = fitted.options();
  const odd = [...own.keys()].find((name) => !options.some((option) => option.name === name));
  if (odd !== undefined && isVectorizer(fitted.machine))
    throw new TypeError(`it has the option ${odd}`);
  const given = isVectorizer(fitted.machine)
    ? Object.fromEntries(own)
    : fromModel(options, own, fitted.classes.labels);
  return remark(`${fitted.machine}(${printOptions(options, given)})`);
}

/** Whether a machine has decision values. @param {Plan} plan */
const decides = ({ lowered: { kind } }) => kind === 'classifier' || kind === 'detector';

/**
 * The functions that users call.
 * @param {Plan} plan
 */
function offered(plan) {
  if (plan.lowered.kind === 'transformer') return ['transform'];
  return [
    'predict',
    ...(decides(plan) ? ['decisionFunction'] : []),
    ...(plan.functions.includes('probabilities') ? ['predictProba'] : []),
  ];
}

/**
 * @param {Fitted} fitted
 * @param {Plan} plan
 * @param {'esm' | 'cjs'} format
 */
function writeJavaScript(fitted, plan, format) {
  const { kind, labels } = fitted.classes;
  const { values, outputs, lowered } = plan;
  const { input } = lowered;
  const isClassifier = lowered.kind === 'classifier';
  const names = offered(plan);
  const type = kind === 'string' || kind === 'boolean' || kind === 'bigint' ? kind : 'number';
  const out = (/** @type {string} */ call) =>
    `const out = new Float64Array(${outputs});\n    ${call};\n    return ${outputs === 1 ? 'out[0]' : 'Array.from(out)'};`;
  const rows = outputs === 1 ? 'number[]' : 'number[][]';
  const own = {
    predict: {
      doc: isClassifier ? 'The class of every row' : lowered.kind === 'detector' ? 'For every row 1, if it lies inside, or -1' : 'The prediction for every row', // prettier-ignore
      type: isClassifier ? `${type}[]` : 'number[]',
      body: isClassifier
        ? 'return classes[elect(f)];'
        : lowered.kind === 'detector'
          ? 'return f[0] >= 0 ? 1 : -1;'
          : 'return f[0];',
    },
    decisionFunction: {
      doc: `The decision value of every row${outputs > 1 ? ': a list of them each' : ''}`,
      type: rows,
      body: isClassifier ? out('decide(f, out)') : 'return f[0];',
    },
    predictProba: {
      doc: 'The probability of each class, for every row',
      type: 'number[][]',
      body: `const p = new Float64Array(${labels.length});\n    probabilities(f, p);\n    return Array.from(p);`,
    },
    transform: {
      doc: 'Every row transformed',
      type: 'number[][]',
      body: 'return Array.from(f);',
    },
  };
  const { featureNames } = fitted;
  const call = lowered.given.length > 1 ? '...read(row, i)' : 'read(row, i)';
  const parts = [
    head(fitted, [
      `A fitted model of maxmargin as a ${format === 'esm' ? 'JavaScript' : 'CommonJS'} module, one file that needs nothing else:`,
      `${names.join(', ')} over ${input.samples !== 'rows' ? 'texts' : `rows of ${input.count} ${input.columns.every((one) => one.kind === 'number') ? 'numbers' : 'columns'}`}.`,
    ]),
    ...(format === 'cjs' ? ["'use strict';"] : []),
    `/** How many columns a row has. */\nconst features = ${number(input.count)};`,
    ...(featureNames
      ? [`/** The names of the columns, in order. */\nconst featureNames = [\n${lines(featureNames.map(quoted))},\n];`] // prettier-ignore
      : []),
    ...(isClassifier ? [`/** The classes, in order. */\nconst classes = [\n${lines(labels.map(literal))},\n];`] : []), // prettier-ignore
    plan.program.javascript(plan.functions),
    reading(lowered),
    `/** What the machine computes of a row. */
function evaluate(row, i) {
  const f = new Float64Array(${values});
  ${plan.limited ? limited(call) : `values(${call}, f);`}
  if (!f.every(Number.isFinite)) {
    throw new RangeError(\`the model has no answer for row \${i}: its numbers are too large to compute with${input.columns.some(({ others = true }) => !others) ? ', or unknown categories' : ''}\`);
  }
  return f;
}`,
    ...names.map((name) => {
      const { doc, type, body } = own[/** @type {keyof typeof own} */ (name)];
      return `/**
 * ${doc}.
 * @param {${input.samples === 'rows' ? 'ArrayLike<number>' : 'string'}[]} X
 * @returns {${type}}
 */
function ${name}(X) {
  return rowsOf(X).map((row, i) => {
    const f = evaluate(row, i);
    ${body}
  });
}`;
    }),
  ];
  const exported = [
    ...(isClassifier ? ['classes'] : []),
    ...(featureNames ? ['featureNames'] : []),
    'features',
    ...names,
  ];
  const list = exported.join(', ');
  parts.push(format === 'esm' ? `export { ${list} };` : `module.exports = { ${list} };`);
  return `${parts.join('\n\n')}\n`;
}

/**
 * How values are computed where some numbers must not be below 0.
 * @param {string} call the arguments
 */
const limited = (call) => `if (values(${call}, f) !== 0) {
    throw new RangeError(\`row \${i} has a number below 0, and the kernel compares numbers >= 0\`);
  }`;

/** The functions of C, by those of JavaScript. @type {Record<string, string>} */
const namesOfC = {
  predict: 'predict',
  decisionFunction: 'decision_function',
  predictProba: 'predict_proba',
  transform: 'transform',
};

/**
 * The columns of categories.
 * @param {Plan} plan
 */
const categoriesOf = ({ lowered: { input } }) =>
  input.columns.flatMap(({ name = '', at, categories }, j) =>
    categories
      ? [{ j, title: remark(name === '' ? `column ${at}` : quoted(name)), categories }]
      : [],
  );

/**
 * What a program that uses the functions in C sees.
 * @param {Fitted} fitted
 * @param {Plan} plan
 * @param {string} name
 */
function declarations(fitted, plan, name) {
  const big = name.toUpperCase();
  const { kind, labels } = fitted.classes;
  const { lowered } = plan;
  const isClassifier = lowered.kind === 'classifier';
  const sizes = [
    `${big}_FEATURES = ${lowered.input.columns.length}`,
    ...(isClassifier ? [`${big}_CLASSES = ${labels.length}`] : []),
    ...(decides(plan) ? [`${big}_DECISIONS = ${plan.outputs}`] : []),
    ...(lowered.kind === 'transformer' ? [`${big}_OUTPUTS = ${plan.outputs}`] : []),
  ];
  /** @type {Record<string, string>} */
  const meanings = {
    predict: isClassifier
      ? `out[0] = the number of the class in ${name}_classes`
      : lowered.kind === 'detector'
        ? 'out[0] = 1 if the sample lies inside, else -1'
        : 'out[0] = the prediction',
    decisionFunction: `out[0 .. ${big}_DECISIONS - 1] = the decision values`,
    predictProba: `out[0 .. ${big}_CLASSES - 1] = the probabilities of the classes`,
    transform: `out[0 .. ${big}_OUTPUTS - 1] = the sample, transformed`,
  };
  return [
    `/* Sizes. */\nenum { ${sizes.join(', ')} };`,
    `/*
 * What the functions return: 0, or what is wrong with x. Then out is not written.
 * ${big}_NOT_FINITE: a number is infinite or no number. ${big}_BELOW_0: a number is below 0, and the
 * kernel compares numbers >= 0. ${big}_TOO_LARGE: the numbers are too large to compute with.
 */
enum { ${big}_OK = 0, ${big}_NOT_FINITE = 1, ${big}_BELOW_0 = 2, ${big}_TOO_LARGE = 3 };`,
    ...(isClassifier
      ? [`/* The classes as text, in UTF-8. */\nextern const char *const ${name}_classes[${big}_CLASSES];`] // prettier-ignore
      : []),
    ...(isClassifier && kind === 'number'
      ? [`/* The classes as numbers. */\nextern const double ${name}_labels[${big}_CLASSES];`]
      : []),
    ...categoriesOf(plan).map(
      ({ j, title, categories }) =>
        `/* The categories of ${title}, x[${j}], as text, in UTF-8. x[${j}] is the place of one in this list, ${categories.length} for any other, and NAN where the value is missing. */\nextern const char *const ${name}_categories_${j}[${categories.length}];`, // prettier-ignore
    ),
    ...(fitted.featureNames
      ? [`/* The names of the features, in UTF-8. */\nextern const char *const ${name}_features[${big}_FEATURES];`] // prettier-ignore
      : []),
    ...offered(plan).map(
      (own) =>
        `/* ${meanings[own]}. x has ${big}_FEATURES numbers. */\nint ${name}_${namesOfC[own]}(const double *x, double *out);`,
    ),
  ].join('\n\n');
}

/**
 * @param {Fitted} fitted
 * @param {Plan} plan
 * @param {string} name
 */
function writeHeader(fitted, plan, name) {
  const guard = `${name.toUpperCase()}_H`;
  return `${head(fitted, ['A fitted model of maxmargin as a C header: the functions of the C file that belongs to it.'])}

#ifndef ${guard}
#define ${guard}

#ifdef __cplusplus
extern "C" {
#endif

${declarations(fitted, plan, name)}

#ifdef __cplusplus
}
#endif

#endif
`;
}

/**
 * @param {Fitted} fitted
 * @param {Plan} plan
 * @param {string} name
 */
function writeC(fitted, plan, name) {
  const { kind, labels } = fitted.classes;
  const big = name.toUpperCase();
  const { lowered } = plan;
  const isClassifier = lowered.kind === 'classifier';
  const names = offered(plan);
  /** @type {Record<string, string>} */
  const bodies = {
    predict: isClassifier
      ? 'out[0] = elect(f);'
      : lowered.kind === 'detector'
        ? 'out[0] = f[0] >= 0 ? 1 : -1;'
        : 'out[0] = f[0];',
    decisionFunction: isClassifier ? 'decide(f, out);' : 'out[0] = f[0];',
    predictProba: 'probabilities(f, out);',
    transform: `for (int q = 0; q < ${plan.outputs}; q++) out[q] = f[q];`,
  };
  const texts = (/** @type {unknown[]} */ all) => lines(all.map((one) => quotedC(String(one))));
  const parts = [
    head(fitted, [
      'A fitted model of maxmargin as C99, which needs the C library only (link with -lm):',
      `${names.map((own) => `${name}_${namesOfC[own]}`).join(', ')}.`,
    ]),
    '#include <math.h>',
    declarations(fitted, plan, name),
    ...(isClassifier
      ? [`const char *const ${name}_classes[${big}_CLASSES] = {\n${texts(labels)}\n};`]
      : []),
    ...(isClassifier && kind === 'number'
      ? [`const double ${name}_labels[${big}_CLASSES] = {\n${lines(labels.map((label) => double(Number(label))))}\n};`] // prettier-ignore
      : []),
    ...categoriesOf(plan).map(
      ({ j, categories }) =>
        `const char *const ${name}_categories_${j}[${categories.length}] = {\n${texts(categories)}\n};`,
    ),
    ...(fitted.featureNames
      ? [`const char *const ${name}_features[${big}_FEATURES] = {\n${texts(fitted.featureNames)}\n};`] // prettier-ignore
      : []),
    plan.program.c(plan.functions),
    `/* What the machine computes of a sample. */
static int evaluate(const double *x, double *f) {
  for (int j = 0; j < ${lowered.input.columns.length}; j++) {
    if (${lowered.input.gaps ? 'isinf' : '!isfinite'}(x[j])) return ${big}_NOT_FINITE;
  }
  if (values(x, f) != 0) return ${big}_BELOW_0;
  for (int q = 0; q < ${plan.values}; q++) {
    if (!isfinite(f[q])) return ${big}_TOO_LARGE;
  }
  return ${big}_OK;
}`,
    ...names.map(
      (own) => `int ${name}_${namesOfC[own]}(const double *x, double *out) {
  double f[${plan.values}];
  const int status = evaluate(x, f);
  if (status != ${big}_OK) return status;
  ${bodies[own]}
  return ${big}_OK;
}`,
    ),
  ];
  return `${parts.join('\n\n')}\n`;
}
