/** How the build writes modules (js/chunks.mjs). */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { compileFunction } from 'node:vm';
import * as acorn from 'acorn';

import { LINE, commonJS, squeezed } from '../chunks.mjs';

const code = `// a remark
var a = /* @__PURE__ */ f(1 + +2, 3 - -4, 1 .toFixed(), "x  y" in z);
/* another */ function f() { return /x y/ / 2; }
// @__NO_SIDE_EFFECTS__
function g(n) { return \`\${n}  \${ n  }\`; }
class A { static #b = 1; static async *c() { yield  a; } }
const z = new  A , y = typeof  z, x = y < ! -- n, v = n-- > 1;
`;

describe('a squeezed module', () => {
  it('has the same tokens, and of the comments the marks', () => {
    const tokens = (text) => Array.from(acorn.tokenizer(text, { ecmaVersion: 'latest' }), ({ type, value }) => `${type.label} ${value?.pattern ?? value}`); // prettier-ignore
    const text = squeezed(code);
    assert.deepEqual(tokens(text), tokens(code));
    assert.deepEqual(text.match(/\/\*.*?\*\//g), ['/*@__PURE__*/', '/*@__NO_SIDE_EFFECTS__*/']);
    assert.ok(text.length < code.length - 60, text);
    assert.equal(squeezed(text), text);
  });

  it('has short lines, and does the same', () => {
    const parts = Array.from(
      { length: 300 },
      (_, i) => `if (n > ${i}) { sum += ${i}; f = [n, ${i}]; }`,
    );
    const text = squeezed(
      `let sum = 0, f; for (let n = 0; n < 9; n++) { ${parts.join('\n')} } sum += f[1];`,
    );
    const lines = text.split('\n');
    assert.ok(lines.length > 20 && lines.every(({ length }) => length < LINE + 40), text);
    assert.equal(compileFunction(`${text} return sum;`)(), 84 + 7);
  });
});

describe('the twin of a module', () => {
  it('requires what the module imports, and exports the same', () => {
    const twin = commonJS(
      'import{a,b as c}from"./x.js";import"./y.js";import{d}from"node:z";var e=import.meta.url;export{a,e as"f g",c as h};',
    );
    const asked = [];
    const files = { './x.cjs': { a: 1, b: 2 }, './y.cjs': {}, 'node:z': { d: 3 }, 'node:url': { pathToFileURL: (path) => ({ href: `at ${path}` }) } }; // prettier-ignore
    const require = (path) => (asked.push(path), files[path]);
    const module = { exports: {} };
    compileFunction(twin, ['require', 'module', '__filename'])(require, module, 'here');
    assert.deepEqual(module.exports, { a: 1, 'f g': 'at here', h: 2 });
    assert.deepEqual(asked.sort(), Object.keys(files).sort());
  });

  it('is refused where it would differ', () => {
    for (const text of [
      'import x from "y";',
      'export * from "./y.js";',
      'export default 1;',
      'export const a = 1;',
    ])
      // prettier-ignore
      assert.throws(() => commonJS(text), /./, text);
  });
});
