/**
 * What `make test` runs a part of: of some long checks each commit runs those whose turn it is, by
 * the number of the commit, so that PARTS commits in a row run all. `make test-all` runs all at once.
 */

/** As many as in core/internal/support. */
const PARTS = 4;

/**
 * turn tells whether it is the turn of a check. Without a number it always is: in a file that is run
 * by itself, and in `make test-all`.
 *
 * @param {number | string} place of the check among others, or its name
 * @param {string} [number] that of the commit
 */
export function turn(place, number = process.env.MAXMARGIN_DRAW) {
  const at = typeof place === 'string' ? sum(place) : place;
  return !number || (at + Number(number)) % PARTS === 0;
}

/**
 * inTurn is the option of a test that is skipped when it is not its turn.
 *
 * @param {number | string} place
 */
export const inTurn = (place) => ({ skip: !turn(place) && 'not its turn; make test-all runs it' });

/**
 * drawn takes the first of a list of cases, and of the others those whose turn it is.
 *
 * @template T
 * @param {T[]} cases
 * @param {string} name so that not all lists take their longest part with the same commit
 * @param {string} [number] that of the commit
 */
export const drawn = (cases, name, number) =>
  cases.filter((_, i) => i === 0 || turn(i + sum(name), number));

const sum = (name) => Array.from(name).reduce((all, letter) => all + letter.codePointAt(0), 0);

/**
 * commitNumber counts the commits up to this one. A clone without the earlier commits has their
 * hash instead, which draws as well, though not in turn.
 *
 * @param {(args: string[]) => Promise<{ text: string }>} git runs it
 */
export async function commitNumber(git) {
  const ask = async (...args) => (await git(args)).text.trim();
  const number =
    (await ask('rev-parse', '--is-shallow-repository')) === 'false'
      ? Number(await ask('rev-list', '--count', 'HEAD'))
      : Number.parseInt((await ask('rev-parse', 'HEAD')).slice(0, 8), 16);
  return String(number || 1);
}

const LANES = 'maxmargin/core/base/lanes';

/**
 * wasmPackages chooses the packages with tests that run as WebAssembly, and tells which are left.
 *
 * @param {{ path: string, files: string[], imports: string[] }[]} native
 * @param {{ path: string, files: string[], imports: string[] }[]} wasm
 * @param {string} [number] that draws
 */
export function wasmPackages(native, wasm, number) {
  const elsewhere = new Map(native.map(({ path, files }) => [path, files]));
  const always = ({ path, files, imports }) =>
    files.some((file) => !elsewhere.get(path)?.includes(file)) ||
    (imports.includes(LANES) && !/\/(machines|assess|engine)\//.test(path)) ||
    path === 'maxmargin/core/engine' ||
    path === 'maxmargin/core/engine/catalog';
  const tested = wasm.filter(({ files }) => files.some((file) => file.endsWith('_test.go')));
  const others = tested.filter((each) => !always(each));
  const left = others.filter((_, place) => !turn(place, number)).map(({ path }) => path);
  return { run: tested.map(({ path }) => path).filter((path) => !left.includes(path)), left };
}
