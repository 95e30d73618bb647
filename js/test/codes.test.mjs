/**
 * Every code of an error or a warning has an example (js/test/codes.json, whose messages
 * demo/docs/errors.md has), and every example does what it says: it raises its code,
 * with a message that names the argument, the place and the remedy.
 */
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';

import { examples, matches, run, told } from './support/examples.mjs';
import { root } from './support/project.mjs';
import { drawn } from '../tools/draw.mjs';

/** The codes that the sources of a folder raise. */
function raised(folder, ending) {
  const sources = readdirSync(join(root, folder), { recursive: true }).filter(
    (name) => ending.test(name) && !/_test\.go$/.test(name),
  );
  const text = sources.map((name) => readFileSync(join(root, folder, name), 'utf8')).join('\n');
  return [...text.matchAll(/['"]((?:ERR|WARN)_[A-Z_]*[A-Z])['"]/g)].map(([, code]) => code);
}

describe('codes', { timeout: 900_000 }, () => {
  it('each that can be raised has an example, and each example is of such a code', () => {
    const codes = new Set([...raised('core', /\.go$/), ...raised('js/src', /\.js$/)]);
    assert.ok(codes.size > 25, `${codes.size} codes found: where are the others?`);
    assert.deepEqual(examples.map(({ code }) => code).sort(), [...codes].sort());
  });

  it('each is in the docs, with its meaning and its message', () => {
    const page = readFileSync(join(root, 'demo', 'docs', 'errors.md'), 'utf8');
    for (const { code, message } of examples) {
      const [, section] = page.split(`\n### ${code}\n\n`);
      assert.match(section?.split('\n')[0] ?? '', /^[A-Z`].{10,}\./, code);
      const said = section.split('\n### ')[0];
      assert.ok(said.includes(`\n> ${message.replaceAll('<', '&lt;')}\n`), `${code}: ${said}`);
    }
  });

  for (const example of drawn(examples, 'codes')) {
    const { code, argument, where = '', message, remedy } = example;
    it(`${code}: ${example.example}`, async () => {
      const outcome = await run(example);
      const said = told(example, outcome);
      assert.equal(said?.code, code, JSON.stringify(outcome));
      const again = 'write it anew with node js/test/support/examples.mjs, or … for what differs';
      assert.ok(matches(said.message, message), `it says: ${said.message}\n${again}`);
      assert.equal(said.argument, argument);
      const name = argument?.replace('fault.', '') ?? '';
      assert.ok(said.message.toLowerCase().includes(name.toLowerCase()), `no ${argument}`);
      assert.ok(said.message.includes(where), `no ${where}`);
      assert.ok(remedy.length > 4 && said.message.includes(remedy), `no remedy: ${said.message}`);
    });
  }
});
