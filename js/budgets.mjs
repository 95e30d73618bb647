/**
 * The most bytes that parts of the package may have, and what each of these budgets protects.
 * demo/docs/inside/budgets.md has the rules, the sizes of the last release and the decisions.
 */

/**
 * @typedef {object} Budget
 * @property {string} name
 * @property {number} bytes
 * @property {string} protects who pays for the bytes, and how much
 */

/** Files of the module, after brotli. @type {(Budget & { files: string[] })[]} */
export const files = [
  {
    name: 'maxmargin.wasm',
    bytes: 497_500,
    protects: 'Every page downloads the first file of the module before its first fit.',
    files: ['maxmargin.wasm'],
  },
  {
    name: 'maxmargin.wasm + maxmargin-rest.wasm',
    bytes: 1_687_000,
    protects: 'A page with one of the rarer machines or kernels downloads both files.',
    files: ['maxmargin.wasm', 'maxmargin-rest.wasm'],
  },
];

/**
 * Programs that export these names of an entry: minified, without the module.
 * @type {(Budget & { imports: string, from: string })[]}
 */
export const programs = [
  program('{ SVC }', 'maxmargin', 95_500, 'A page with one machine downloads and parses it.'),
  program(
    '{ SVC, load }',
    'maxmargin',
    110_300,
    'A page that reads a model downloads the class of that model, and no other.',
  ),
  program(
    '{ SVC, GridSearch }',
    'maxmargin',
    136_000,
    'A page with one machine and a search downloads and parses it.',
  ),
  program(
    '*',
    'maxmargin',
    388_200,
    'A program that imports the whole entry for work downloads and parses it.',
  ),
  program(
    '{ MaxMarginError }',
    'maxmargin',
    2_300,
    'A program that only tells our errors from others must not load a machine.',
  ),
  program('{ SVC }', 'maxmargin/sync', 87_700, 'A script that blocks pays no more than a page.'),
  program(
    '{ makeMoons }',
    'maxmargin/data',
    6_400,
    'A page that only makes data must not load readers and machines.',
  ),
  program(
    '{ toModule }',
    'maxmargin/module',
    151_700,
    'A page that writes models as source text loads the options of every machine, and no more.',
  ),
  program(
    '{ open }',
    'maxmargin/predict',
    71_200,
    'A page that predicts with any model downloads and parses it, and nothing else of the package.',
  ),
  program(
    '{ opener }',
    'maxmargin/predict',
    38_700,
    'A page that predicts with a frequent model downloads no part of rare ones: 13 kB after brotli.',
  ),
  program(
    '{ opener, tables }',
    'maxmargin/predict',
    42_900,
    'A page that predicts for rows of a table downloads 14 kB after brotli beside its model.',
  ),
  program(
    '{ toPage }',
    'maxmargin/page',
    165_500,
    'A page that writes pages loads what it writes, and reads models as maxmargin/predict does.',
  ),
  program(
    '{ webgpu }',
    'maxmargin/webgpu',
    6_200,
    'A page that asks for a GPU downloads it first, and then what its predictions or fits need.',
  ),
  program(
    '{ readCsv }',
    'maxmargin/data',
    39_000,
    'A page that only reads a table must not load machines.',
  ),
  program(
    '{ kendallTau }',
    'maxmargin/metrics',
    6_200,
    'A page that only measures must not load machines.',
  ),
  program('*', 'maxmargin/bounds', 63_500, 'A page about the theory must not load machines.'),
];

/** @type {Budget} */
export const oneMachineMore = {
  name: 'one machine more in a program',
  bytes: 1_320,
  protects: 'A program pays for each machine that it imports, and not for the others.',
};

/** @type {Budget} */
export const tarball = {
  name: 'the tarball',
  bytes: 6_836_000,
  protects: 'Every npm install downloads it and keeps it, on every machine of a team and in CI.',
};

/** @type {Budget} */
export const declarations = {
  name: 'the declarations',
  bytes: 670_400,
  protects: 'Editors read and check them whenever a project opens that imports the package.',
};

/** @type {Budget} */
export const documents = {
  name: 'the docs in the package',
  bytes: 485_800,
  protects: 'Every npm install downloads them.',
};

/** @type {Budget} */
export const firstPage = {
  name: 'the first page of the site until its first model, compressed',
  bytes: 705_000,
  protects: 'A visitor downloads it before anything happens.',
};

export const budgets = [
  ...files,
  ...programs,
  oneMachineMore,
  tarball,
  declarations,
  documents,
  firstPage,
];

/**
 * What is wrong with a size, and what can be done; empty if the size is within its budget.
 * @param {Budget} budget
 * @param {number} bytes
 */
export function excess({ name, bytes: most, protects }, bytes) {
  if (bytes <= most) return '';
  const format = (/** @type {number} */ count) => count.toLocaleString('en');
  return (
    `${name}: ${format(bytes)} bytes, ${format(bytes - most)} more than the budget of ${format(most)} in js/budgets.mjs. ` +
    `${protects} Make it smaller: \`make size\` shows all sizes, and demo/docs/inside/webassembly.md has what helped the module. ` +
    'If the bytes are worth it, raise the budget in a commit of its own, with a line in demo/docs/inside/budgets.md.'
  );
}

/**
 * @param {string} imports
 * @param {string} from
 * @param {number} bytes
 * @param {string} protects
 */
function program(imports, from, bytes, protects) {
  return { name: `${imports} from ${from}`, bytes, protects, imports, from };
}
