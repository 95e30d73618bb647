/**
 * The code that makes the model of a pane: a whole program for Node and browsers,
 * with the data inside or from the CSV file that the page exports. Run in Node, it
 * makes the same bytes.
 */

import { problem } from './data.js';
import { machineOf, settingsOf, withOrder } from './schema.js';

/** A kernel as a call of the package's functions. */
function kernelCode({ kernel, parts, ...parameters }) {
  const inner = (parts ?? []).map(kernelCode);
  const own = Object.entries(parameters);
  if (parts) return `kernels.${kernel}(${[...own.map(([, value]) => literal(value)), ...inner].join(', ')})`;
  return own.length > 0 ? `kernels.${kernel}({ ${own.map(([name, value]) => `${name}: ${literal(value)}`).join(', ')} })` : `kernels.${kernel}()`;
}

function literal(value) {
  if (typeof value === 'string') return `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\n', '\\n')}'`;
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`;
  if (typeof value === 'object' && value !== null) return `{ ${Object.entries(value).map(([name, entry]) => `${name}: ${literal(entry)}`).join(', ')} }`;
  return String(value);
}

function construction(state) {
  const settings = settingsOf(state);
  const lines = Object.entries(settings).map(([name, value]) => `  ${name}: ${typeof value === 'object' && value?.kernel ? kernelCode(value) : literal(value)},`);
  const composed = typeof settings.kernel === 'object';
  return {
    imports: importsOf(state.machine, composed),
    call: lines.length > 0 ? [`new ${state.machine}({`, ...lines, '})'].join('\n') : `new ${state.machine}()`,
  };
}

/** The lines that import a machine, and the functions of kernels if it has a composed one. */
function importsOf(name, composed) {
  const { entry } = machineOf(name);
  if (!composed) return [`import { ${name} } from '${entry}';`];
  if (entry === 'maxmargin') return [`import { ${name}, kernels } from 'maxmargin';`];
  return ["import { kernels } from 'maxmargin';", `import { ${name} } from '${entry}';`];
}

/** The essential lines, which the page shows. */
export function snippet(state, data) {
  const { imports, call } = construction(withOrder(state, data.names));
  const { kind } = machineOf(state.machine);
  const given = kind === 'classifier' || kind === 'regressor' ? 'X, y' : 'X';
  const { X } = problem(data, state.machine);
  return [
    ...imports,
    '',
    `const model = ${call};`,
    `await model.fit(${given});${X.rows > 0 ? ` // ${X.rows.toLocaleString('en')} × ${X.cols}` : ''}`,
    kind === 'transformer' ? 'await model.transform(Xnew);' : 'await model.predict(Xnew);',
  ].join('\n');
}

const wrap = (values) => {
  const lines = [];
  for (const value of values) {
    if (lines.length > 0 && lines.at(-1).length + value.length < 94) lines[lines.length - 1] += `, ${value}`;
    else lines.push(value);
  }
  return lines.map((line) => `  ${line},`).join('\n');
};

/**
 * The whole program.
 * @param {'inline' | 'csv'} from the source of its data
 */
export function program(state, data, from) {
  const { imports, call } = construction(withOrder(state, data.names));
  const { X, y } = problem(data, state.machine);
  const target = y !== undefined;
  const { kind } = machineOf(state.machine);
  const numbers = `{ data, rows: ${X.rows}, cols: ${X.cols}, featureNames: ${literal(X.featureNames)} }`;
  const inline = [
    `const data = [\n${wrap(Array.from(X.data, String))}\n];`,
    `const X = ${numbers};`,
    ...(target ? [`const y = [\n${wrap(Array.from(y, literal))}\n];`] : []),
  ];
  const column = kind === 'regressor' && data.task === 'curve' ? data.columns[1] : data.target;
  const csv = [
    '// points.csv is what "Data as CSV" of the playground saves.',
    `const { X${target ? ', y' : ''} } = await readCsv(await readFile('points.csv'), {`,
    `  columns: ${literal(X.featureNames)},`,
    ...(target ? [`  target: ${literal(column)},`] : []),
    '});',
  ];
  return [
    `// ${state.machine} as trained in the playground of maxmargin. In Node:`,
    '//   npm install maxmargin && node train.mjs',
    from === 'inline' ? '// It also runs in a browser, as a module.' : '// In a browser give readCsv a chosen File instead.',
    ...imports,
    ...(from === 'csv' ? ["import { readCsv } from 'maxmargin/data';", "import { readFile } from 'node:fs/promises';"] : []),
    '',
    ...(from === 'csv' ? csv : inline),
    '',
    `const model = ${call};`,
    `await model.fit(${target ? 'X, y' : 'X'});`,
    'console.log(model.fitInfo);',
    '',
    '// The model as bytes: load(bytes) of the package makes it again.',
    'const bytes = await model.save();',
    'if (globalThis.process?.versions?.node) {',
    "  const { writeFile } = await import('node:fs/promises');",
    "  await writeFile('model.mxm', bytes);",
    '}',
    '',
  ].join('\n');
}
