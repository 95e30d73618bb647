/** The program that makes a candidate, as text. */
import { typesOf } from './candidates.js';

/** @import { Candidate } from './candidates.js' */
/** @import { Given } from './columns.js' */
/** @import { AutoColumn } from './types.js' */

/**
 * The file that the command line read: its path, - for the standard input, and what read it.
 * @typedef {{path: string, reader: 'readCsv' | 'readLibsvm', options: Record<string, any>}} Source
 */

/**
 * @param {any} value
 * @returns {string}
 */
const literal = (value) => {
  if (typeof value === 'string')
    return `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`;
  if (Object(value) === value) return options(value);
  return String(value);
};

/** @param {string} name */
const key = (name) => (/^[a-z_$][\w$]*$/i.test(name) ? name : literal(name));

/** @param {Record<string, any>} options */
const options = (options) =>
  Object.keys(options).length === 0
    ? ''
    : `{ ${Object.entries(options).map(([name, value]) => `${key(name)}: ${literal(value)}`).join(', ')} }`; // prettier-ignore

/**
 * A machine and its options in one line, as a program has them.
 * @param {Candidate} candidate
 */
export const lineOf = ({ family, options: own }) => `new ${family}(${options(own)})`;

/**
 * A program that fits a candidate to all rows of a file or to X and y.
 * @param {Candidate} candidate
 * @param {Given} given
 * @param {AutoColumn[]} columns
 * @param {Source} [source]
 */
export function programOf(candidate, { form, target }, columns, source) {
  const { transformer } = candidate;
  const left = columns.filter(({ leftOut }) => leftOut);
  const names = new Set([candidate.family]);
  const use = (/** @type {string} */ name) => (names.add(name), name);
  const machine = lineOf(candidate);
  const last = transformer ? `new ${use('TransformedTarget')}(${machine}, { transformer: '${transformer}' })` : machine; // prettier-ignore
  const steps = {
    texts: () => `${use('makePipeline')}(new ${use('TfidfVectorizer')}(), ${last})`,
    sparse: () => `${use('makePipeline')}(new ${use('MaxAbsScaler')}(), ${last})`,
    table: () => {
      const types = options(typesOf(columns));
      return `${use('makeTablePipeline')}(${last}${types && `, { types: ${types} }`})`;
    },
    numbers: () => {
      const gaps = columns.some((column) => column.gaps > 0);
      const imputer = gaps ? `new ${use('SimpleImputer')}({ strategy: 'median' }), ` : '';
      const scaled = `${imputer}new ${use('StandardScaler')}()`;
      use('makePipeline');
      if (left.length === 0) return `makePipeline(${scaled}, ${last})`;
      const kept = columns.flatMap(({ leftOut }, j) => (leftOut ? [] : [j]));
      return `makePipeline(\n  new ${use('ColumnTransformer')}([['numbers', makePipeline(${scaled}), [${kept.join(', ')}]]]),\n  ${last},\n)`;
    },
  }[form]();
  const out = form === 'table' ? left.map(({ name }) => name) : [];
  const { path, reader = 'readCsv', options: given = {} } = source ?? {};
  const ignore = [...(given.ignore ?? []), ...out];
  const isTable = reader === 'readCsv' && form === 'table';
  const reading = options({
    ...given,
    ...(!source && { target }),
    ...(isTable && { table: true }),
    ...(ignore.length > 0 && { ignore }),
  });
  const lines = [
    `import { ${reader} } from 'maxmargin${reader === 'readCsv' ? '/data' : ''}';`,
    '',
  ];
  if (path !== undefined) {
    const file = `readFileSync(${path === '-' ? 0 : literal(path)})`;
    const zipped = path.endsWith('.gz');
    lines.unshift(`import { readFileSync } from 'node:fs';`);
    if (zipped) lines.unshift(`import { gunzipSync } from 'node:zlib';`);
    lines.push(`const text = ${zipped ? `gunzipSync(${file})` : file};`);
  }
  lines.push(`const { X, y } = await ${reader}(text${reading && `, ${reading}`});`);
  const apart = out.length > 0 ? ['', `// Leave out of X: ${out.join(', ')}`] : [''];
  const data = source || (form === 'table' && target !== undefined) ? lines : apart;
  const imports = `import { ${[...names].sort().join(', ')} } from 'maxmargin';`;
  return `${[imports, ...data, `const model = await ${steps}.fit(X, y);`].join('\n')}\n`;
}
