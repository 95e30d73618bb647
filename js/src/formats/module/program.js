/**
 * A program in the plain part of JavaScript that formulas.js is written in, and its texts as
 * JavaScript and as C; with kernels of strings, as JavaScript only.
 */
import { double, lines, number } from './literals.js';
import source from '#formulas';

/** What a parameter is, by the names of formulas.js. */
/** @typedef {'number' | 'Whole' | 'Numbers' | 'Written' | 'Wholes' | 'WrittenWholes' | 'Letters'} Kind */

/** What a function returns. @typedef {'number' | 'Whole' | 'nothing'} Result */

/**
 * @typedef {object} Formula
 * @property {string} name
 * @property {string} doc what it computes
 * @property {[Kind, string][]} parameters
 * @property {Result} returns
 * @property {string} body
 */

/** All but letters, which C has not. @type {Partial<Record<Kind, string>>} */
const typesOfC = {
  number: 'double ',
  Whole: 'int ',
  Numbers: 'const double *',
  Written: 'double *',
  Wholes: 'const int *',
  WrittenWholes: 'int *',
};

/** @type {Record<Result, string>} */
const resultsOfC = { number: 'double ', Whole: 'int ', nothing: 'void ' };

/**
 * The functions of formulas.js, by name.
 * @returns {Map<string, Formula>}
 */
function readFormulas() {
  const formula = /\/\*\*\n((?: \*.*\n)+) \*\/\nexport function (\w+)\(.*\) \{\n([^]*?)\n\}\n/g;
  const all = Array.from(source.matchAll(formula), ([, comment, name, body]) => {
    const text = comment.replaceAll(/^ \* ?/gm, '');
    const parameters = Array.from(
      text.matchAll(/@param \{(\w+)\} (\w+)/g),
      ([, kind, parameter]) => /** @type {[Kind, string]} */ ([kind, parameter]),
    );
    const [, result] = /@returns \{(\w+)\}/.exec(text) ?? [];
    const returns = result ?? (/\breturn\b/.test(body) ? 'number' : 'nothing');
    const doc = text.split('@')[0].trim();
    return /** @type {Formula} */ ({ name, doc, parameters, returns, body });
  });
  return new Map(all.map((one) => [one.name, one]));
}

/** What constants are, by what their names begin with. @type {Record<string, string>} */
const meanings = {
  mean: 'The mean of each feature.',
  features: 'The feature that each node compares with its threshold.',
  roots: 'The first node of each tree.',
  missing: '1 where missing numbers go left.',
  baseline: 'What trees add to.',
  children: 'The two children of each node; 0 for a leaf.',
  samples: 'The samples of the fit, one after the other; NaN where a number is missing.',
  shares: 'The share of each class in each node.',
  columns: 'The columns that are compared.',
  substrings: 'What substrings count, by their length, or by how many letters differ.',
};

/** @param {string} name */
function explained(name) {
  const meaning = meanings[name.replace(/\d+$/, '')];
  return meaning ? `/* ${meaning} */\n` : '';
}

/** @param {string} body */
const plain = (body) => body.replaceAll('/** @type {Whole} */ ', '');

/** @param {string} body */
const translated = (body) =>
  body
    .replaceAll(/\/\*\* @type \{Whole\} \*\/ (?:let|const) /g, 'int ')
    .replaceAll(/const (\w+) = new Float64Array\((.*)\);/g, 'double $1[$2];')
    .replaceAll(/const (\w+) = new Int32Array\((.*)\);/g, 'int $1[$2];')
    .replaceAll(/const (\w+) = \[([^\]]*)\];/g, 'static const double $1[] = {$2};')
    .replaceAll('for (let ', 'for (int ')
    .replaceAll(/\bconst (\w+) = /g, 'const double $1 = ')
    .replaceAll(/\blet (\w+) = /g, 'double $1 = ')
    .replaceAll(/Math\.(abs|max|min)\(/g, 'f$1(')
    .replaceAll('Math.PI', double(Math.PI))
    .replaceAll('Math.LN2', double(Math.LN2))
    .replaceAll(/(?<!\w)NaN/g, 'NAN')
    .replaceAll('Math.', '')
    .replaceAll('!==', '!=')
    .replaceAll('===', '==')
    .replaceAll(/(?<![\w.]|e[-+])(\d+) \//g, '$1.0 /'); // which would divide ints

export class Program {
  /** @type {{name: string, whole: boolean, values: ArrayLike<number>, gap?: number}[]} */
  #constants = [];
  /** @type {Map<string, Formula>} */
  #own = new Map();
  #formulas = readFormulas();
  /** How many things have a name so far. @type {Map<string, number>} */
  #counts = new Map();

  /**
   * A name that nothing else has: points1, points2, ...
   * @param {string} stem
   */
  name(stem) {
    const count = (this.#counts.get(stem) ?? 0) + 1;
    this.#counts.set(stem, count);
    return `${stem}${count}`;
  }

  /**
   * Keeps numbers, and returns the name under which the program has them. The names end with a
   * digit, and no name in formulas.js does.
   * @param {string} stem
   * @param {ArrayLike<number>} values
   * @param {boolean} [whole]
   * @param {number} [gap] NaN, if numbers may be missing
   */
  constant(stem, values, whole = false, gap) {
    const name = this.name(stem);
    this.#constants.push({ name, whole, values, gap });
    return name;
  }

  /**
   * Adds a function.
   * @param {string} name
   * @param {string} doc
   * @param {[Kind, string][]} parameters
   * @param {Result} returns
   * @param {string[]} body its statements
   */
  define(name, doc, parameters, returns, body) {
    const text = body.join('\n').replaceAll(/^(?=.)/gm, '  ');
    this.#own.set(name, { name, doc, parameters, returns, body: text });
    return name;
  }

  /**
   * The functions that these need, each behind those that it calls.
   * @param {string[]} names
   */
  #needed(names) {
    /** @type {Set<Formula>} */
    const all = new Set();
    const visit = (/** @type {string} */ name) => {
      const formula = this.#own.get(name) ?? this.#formulas.get(name);
      if (!formula || all.has(formula)) return;
      for (const [, called] of formula.body.matchAll(/(?<![.\w])(\w+)\(/g)) visit(called);
      all.add(formula);
    };
    names.forEach(visit);
    return [...all];
  }

  /**
   * The constants that functions use.
   * @param {Formula[]} formulas
   */
  #used(formulas) {
    const words = new Set(formulas.flatMap(({ body }) => body.match(/\w+/g) ?? []));
    return this.#constants.filter(({ name }) => words.has(name));
  }

  /**
   * @param {string[]} names of the functions that the rest of the file calls
   * @returns {string}
   */
  javascript(names) {
    const formulas = this.#needed(names);
    const constants = this.#used(formulas).map(({ name, whole, values, gap }) => {
      const array = whole ? 'Int32Array' : 'Float64Array';
      const items = Array.from(values, (value) => (Object.is(value, gap) ? 'NaN' : number(value)));
      return `${explained(name)}const ${name} = new ${array}([\n${lines(items)},\n]);`;
    });
    const functions = formulas.map(
      ({ name, doc, parameters, body }) =>
        `/** ${comment(doc)} */\nfunction ${name}(${parameters.map(([, own]) => own).join(', ')}) {\n${plain(body)}\n}`,
    );
    return [...constants, ...functions].join('\n\n');
  }

  /**
   * @param {string[]} names
   * @returns {string}
   */
  c(names) {
    const formulas = this.#needed(names);
    const constants = this.#used(formulas).map(({ name, whole, values, gap }) => {
      const some = values.length > 0 ? Array.from(values) : [0]; // C has no empty arrays
      const items = some.map((value) =>
        Object.is(value, gap) ? 'NAN' : (whole ? number : double)(value),
      );
      return `${explained(name)}static const ${whole ? 'int' : 'double'} ${name}[] = {\n${lines(items)}\n};`;
    });
    const functions = formulas.map(({ name, doc, parameters, returns, body }) => {
      const list = parameters.map(([kind, own]) => `${typesOfC[kind]}${own}`).join(', ');
      return `/* ${comment(doc)} */\nstatic ${resultsOfC[returns]}${name}(${list}) {\n${translated(body)}\n}`;
    });
    return [...constants, ...functions].join('\n\n');
  }
}

/** @param {string} doc */
const comment = (doc) => `${doc.replaceAll(/\s*\n\s*/g, '\n * ').replace(/[.]$/, '')}.`;
