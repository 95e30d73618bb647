/**
 * Regular expressions of model files take no more than linear time, or are refused. A
 * pattern that a caller passes to a constructor is not checked.
 */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';

import fc from './support/properties.mjs';

import { fails } from './support/faults.mjs';
import { maxmargin, sync } from './support/maxmargin.mjs';

/** A vectorizer as JSON, with a pattern. */
const fileWith = (tokenPattern, machine = 'CountVectorizer') => ({
  format: 'maxmargin',
  version: 1,
  machine,
  options: { tokenPattern },
});

/** Whether load accepts a pattern in a file. */
function accepted(pattern) {
  try {
    sync.load(fileWith(pattern));
    return true;
  } catch (error) {
    assert.equal(error.code, 'ERR_PATTERN', error.stack);
    return false;
  }
}

const good = [
  String.raw`\b\w\w+\b`, // scikit-learn's
  String.raw`[\p{L}\p{N}_]{2,}`,
  String.raw`\w+`,
  String.raw`[A-Za-z0-9_]+\b`,
  String.raw`\S+`,
  String.raw`[a-z']{3,}`,
  String.raw`\b[A-Z]\w*\b`,
  String.raw`\d{1,3}`,
  String.raw`\w+|[^\w\s]`,
  String.raw`#\w+\b|@\w+\b`,
  '.',
  'a?b?c',
  '',
];

const bad = [
  '(a+)+b', // exponential
  '(a|a)*b',
  '(?:a|aa)+$',
  String.raw`([a-z]+)*\d`,
  'a+b', // quadratic
  '.*b',
  String.raw`[a-z]+\b`, // the run ends before a digit, and goes all the way back
  String.raw`[\w-]+\b`,
  String.raw`\w+\B`,
  String.raw`\w*\w*`,
  String.raw`\w+$`,
  String.raw`\w+?`,
  String.raw`(a)\1`,
  '(?=a+b)a',
  '(?<!a+)b',
  'a{0,9}a{0,9}a{0,9}b', // linear, but a thousand steps for each letter
  'a{1000,}',
  'a{300}',
];

describe('patterns of files', { timeout: 900_000 }, () => {
  before(() => sync.init());

  for (const pattern of good) it(`accepted: ${pattern}`, () => assert.ok(accepted(pattern)));
  for (const pattern of bad) it(`refused: ${pattern}`, () => assert.ok(!accepted(pattern)));

  const quantifier = fc.oneof(
    fc.constantFrom('', '', '?', '*', '+', '{2}', '{3,}', '{0,4}', '{1,15}', '{20,40}'),
  );
  const item = fc.constantFrom(
    ...['a', 'b', '1', '-', '.', String.raw`\b`, String.raw`\B`, String.raw`\w`, String.raw`\W`],
    ...[String.raw`\d`, String.raw`\S`, '[ab]', '[^b]', '[a-z1]', '[A-Za-z0-9_]', '|', '(a)', '^'],
  );
  const pattern = fc
    .array(fc.tuple(item, quantifier), { minLength: 1, maxLength: 5 })
    .map((parts) =>
      parts
        .map(([text, more]) =>
          text === '|' || /^\\b$/i.test(text) || text === '^' ? text : text + more,
        )
        .join(''),
    );
  const unit = fc.array(fc.constantFrom(...'ab1-_ é'), { minLength: 1, maxLength: 6 });

  it('every accepted pattern reads 100 000 letters quickly', () => {
    let tried = 0;
    fc.assert(
      fc.property(pattern, unit, fc.constantFrom('', '!', 'b', ' 1'), (text, letters, end) => {
        fc.pre(accepted(text));
        tried++;
        const long = letters.join('').repeat(Math.ceil(1e5 / letters.length)) + end;
        const begin = process.cpuUsage();
        long.match(new RegExp(text, 'gu'));
        const { user } = process.cpuUsage(begin);
        // At most 256 steps for each letter; (a+)+b and .*b take minutes and more.
        assert.ok(user < 3e6, `${text} took ${user} us`);
      }),
      { numRuns: 300 },
    );
    assert.ok(tried >= 300);
  });

  it('a file that took a second for 26 letters is refused, in every form', async () => {
    const evil = '(a+)+b';
    for (const api of [sync, maxmargin]) {
      const { CountVectorizer, LinearSVC, TfidfVectorizer, load, makePipeline } = api;
      const made = await new TfidfVectorizer({ tokenPattern: evil }).fit(['aab', 'ab']);
      const piped = makePipeline(new CountVectorizer({ tokenPattern: evil }), new LinearSVC());
      await piped.fit(['aab', 'ab', 'aaab', 'aab'], [0, 1, 0, 1]);
      for (const model of [made, piped, new CountVectorizer({ tokenPattern: evil })]) {
        const kept = [JSON.parse(JSON.stringify(model))];
        if (isFitted(model)) kept.push(await model.save());
        for (const file of kept) {
          const error = await fails(async () => load(file), {
            code: 'ERR_PATTERN',
            argument: 'tokenPattern',
          });
          assert.ok(error.message.includes(`load(bytes, { tokenPattern: '${evil}' })`));
          for (const again of [evil, new RegExp(evil), new RegExp(evil, 'gu')]) {
            assert.ok(await load(file, { tokenPattern: again }));
          }
          await fails(async () => load(file, { tokenPattern: /a/i }), { code: 'ERR_OPTION' });
          await fails(async () => load(file, { tokenPattern: 7 }), { code: 'ERR_OPTION' });
        }
      }
      const plain = await new CountVectorizer().fit(['aab']);
      await fails(async () => load(await plain.save(), { tokenPattern: 'a' }), {
        code: 'ERR_OPTION',
      });
    }
  });

  it('a model that is loaded with its pattern works as before', async () => {
    const evil = '(?:a|b)+';
    const { CountVectorizer, load } = sync;
    const texts = ['ab ba c', 'aab'];
    const made = new CountVectorizer({ tokenPattern: evil }).fit(texts);
    const again = load(made.save(), { tokenPattern: evil });
    assert.deepEqual(again.transform(texts), made.transform(texts));
    assert.deepEqual(again.save(), made.save());
  });
});

/** Whether a model has bytes. */
function isFitted(model) {
  return 'bytes' in JSON.parse(JSON.stringify(model));
}
