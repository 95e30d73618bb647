/** The command line as it is installed: the files that it reads and writes, and its messages. */
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';

import fc from './support/properties.mjs';

import { commandLine } from './support/commands.mjs';
import { random, shared } from './support/data.mjs';
import { maxmargin } from './support/maxmargin.mjs';
import { project, root } from './support/project.mjs';
import { inTurn } from '../tools/draw.mjs';

const { catalog, load } = maxmargin;

const program = join(project, 'node_modules', '.bin', 'maxmargin');
const folder = mkdtempSync(join(tmpdir(), 'maxmargin-cli-'));
after(() => rmSync(folder, { recursive: true, force: true }));

const at = (name) => join(folder, name);
const read = (name) => readFileSync(at(name), 'utf8');

/** write makes a file in the folder where the commands run. */
function write(name, content) {
  writeFileSync(at(name), content);
  return name;
}

const env = { ...process.env, NODE_TEST_CONTEXT: undefined, NODE_OPTIONS: undefined };

const commands = commandLine(join(project, 'node_modules', 'maxmargin'), folder);
after(() => commands.close());

/** run resolves to what a command printed and its status. */
const run = (args, { stdin = '' } = {}) => commands.run(args, stdin);

/** start is run in a process of its own, as users do it. */
async function start(args, { stdin = '' } = {}) {
  const child = spawn(program, args, { cwd: folder, env });
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (chunk) => (stdout += chunk));
  child.stderr.setEncoding('utf8').on('data', (chunk) => (stderr += chunk));
  child.stdin.on('error', () => {}); // it may end without reading
  child.stdin.end(stdin);
  const timer = setTimeout(() => child.kill('SIGKILL'), 60_000);
  const [code] = await new Promise((resolve) => child.on('close', (...end) => resolve(end)));
  clearTimeout(timer);
  return { stdout, stderr, code };
}

/** json resolves to the object that a successful command prints. */
async function json(...args) {
  const { stdout, stderr, code } = await run([...args, '--json']);
  assert.equal(code, 0, `${args.join(' ')}: ${stderr}`);
  assert.doesNotMatch(stdout, /NaN/);
  return JSON.parse(stdout);
}

/** refused checks that a command fails with a status and one line of message. */
async function refused(status, args, message, options) {
  const { stdout, stderr, code } = await run(args, options);
  assert.match(stderr, message);
  assert.equal(stderr.trim().split('\n').length, 1, stderr);
  assert.equal(code, status, args.join(' '));
  assert.equal(stdout, '');
}

const near = (got, expected, tolerance) =>
  assert.ok(Math.abs(got - expected) <= tolerance, `${got} is not ${expected} +- ${tolerance}`);

/** Three kinds of flower by two numbers, in the dialect of a spreadsheet. */
const flowers = ['length;width;note;kind'];
for (let i = 0; i < 30; i++) {
  const kind = i % 3;
  flowers.push(
    `${kind + (i % 7) / 10};${2 * kind - (i % 5) / 10};"a ""b"";\nc";${'rose lily iris'.split(' ')[kind]}`,
  );
}
write('flowers.csv', `\ufeff${flowers.join('\r\n')}\r\n`);

const square = 'a,b,y\n0,0,0\n0,1,1\n1,0,1\n1,1,0\n';
write('square.csv', square);

const heart = shared('libsvm', 'heart_scale');
const housing = shared('libsvm', 'housing_scale');
if (!heart.skip) write('heart_scale', heart.read());
if (!housing.skip) write('housing_scale', housing.read());

const SECONDS = { timeout: 900_000 };
const TWO = { ...SECONDS, concurrency: 2 };

describe('maxmargin', TWO, () => {
  it('is found by npx, and knows its version', async () => {
    const { version } = JSON.parse(
      readFileSync(join(project, 'node_modules', 'maxmargin', 'package.json'), 'utf8'),
    );
    const args = ['--no-install', 'maxmargin', '--version'];
    assert.equal(execFileSync('npx', args, { cwd: project, encoding: 'utf8' }), `${version}\n`);
  });

  it('has help for itself and every command', async () => {
    const { stdout, code } = await start(['--help']);
    assert.equal(code, 0);
    assert.equal((await start([])).code, 2);
    for (const name of ['train', 'predict', 'report', 'cv', 'grid', 'convert']) {
      assert.ok(stdout.includes(`\n  ${name} `), name);
      const help = await run([name, '--help']);
      assert.equal(help.code, 0, help.stderr);
      assert.ok(help.stdout.includes(`\nmaxmargin ${name} `), name);
    }
  });

  const trained = Object.values(catalog).filter(({ kind }) => kind !== 'transformer');
  it('has every option of every machine, and each name once', async () => {
    assert.ok(trained.length > 40, `${trained.length} machines`);
    const kebab = (name) => name.replace(/(?<=.)[A-Z]/g, (c) => `-${c.toLowerCase()}`);
    for (const { name, options } of trained) {
      const { stdout } = await run(['grid', '--help', '--machine', name]);
      const flags = Array.from(stdout.matchAll(/^ {2}(?:-\w, )?--([\w-]+)/gm), ([, flag]) => flag);
      for (const { group, name: option } of options) {
        const flag = group ? `${group}-${kebab(option)}` : kebab(option);
        assert.ok(flags.includes(flag), flag);
      }
      assert.deepEqual(flags, [...new Set(flags)], name);
    }
  });

  for (const [what, args, message] of [
    ['no command', [], /say what to do: auto, train, predict/],
    ['another command', ['trian'], /no command trian; did you mean train\?/],
    [
      'an option of another name',
      ['train', 'x', '--gama', '1'],
      /unknown option --gama; did you mean --gamma\?/,
    ],
    [
      'a name of scikit-learn',
      ['train', 'x', '--random-state', '1'],
      /--random-state is called --seed/,
    ],
    [
      'an option of a group',
      ['train', 'x', '--solver', 'smo'],
      /--solver is called --study-solver/,
    ],
    ["LIBSVM's letters", ['train', '-c', '1', 'x'], /LIBSVM's -c is --C here/],
    ['an option without its value', ['train', 'x', '--C', '--gamma', '1'], /--C needs a value/],
    [
      'a value out of range',
      ['train', 'x', '--C', '-1'],
      /C must be a number in \(0,inf\], got -1/,
    ],
    ['a value of the wrong kind', ['train', 'x', '--kernel', 'rfb'], /did you mean 'rbf'\?/],
    [
      'an unknown machine',
      ['train', 'x', '--machine', 'SVX'],
      /no machine SVX; did you mean SVC\?/,
    ],
    ['a file too few', ['predict', 'x'], /give the model file/],
    ['a file too many', ['cv', 'x', 'y'], /y is one file too many/],
    ['nothing to search', ['grid', 'x'], /nothing to search/],
    ['no range', ['grid', 'x', '--C', '2^1..3'], /2\^1\.\.3 is no range/],
    ['a score that there is none of', ['cv', 'x', '--machine', 'SVDD'], /SVDD has no score/],
  ]) {
    it(`refuses ${what} with status 2`, () => refused(2, args, message));
  }

  it('says that a file is not there, and nothing else', async () => {
    for (const args of [
      ['train', 'nowhere.csv'],
      ['predict', 'square.csv', 'nowhere'],
      ['convert', 'nowhere.gz', 'x'],
    ]) {
      const { stderr, code } = await start(args);
      assert.match(stderr, /^maxmargin: nowhere\S*: no such file or directory; .*\n$/);
      assert.equal(code, 1);
    }
  });

  it('prints an error as an object with --json, and with its stack with --debug', async () => {
    const { stdout, stderr, code } = await start(['cv', 'nowhere', '--json', '--debug']);
    const { error } = JSON.parse(stdout);
    assert.equal(error.code, 'ENOENT');
    assert.match(error.message, /^nowhere: no such file or directory/);
    assert.match(stderr, /^maxmargin: nowhere: .*\n.*Error: ENOENT/);
    assert.equal(code, 1);
  });
});

describe('maxmargin reads CSV', SECONDS, () => {
  it('with semicolons, quotation marks, CRLF, a byte order mark, and names', async () => {
    const args = ['train', 'flowers.csv', 'flowers.mxm', '--drop', 'note', '--gamma', '2^0'];
    const { rows, features, classes, data, options } = await json(...args);
    assert.deepEqual({ rows, features }, { rows: 30, features: 2 });
    assert.deepEqual(data.names, ['length', 'width']);
    assert.deepEqual(
      classes,
      ['iris', 'lily', 'rose'].map((label) => ({ label, rows: 10 })),
    );
    assert.equal(options.gamma, 1);
  });

  it('whose columns the model finds by name, with or without labels', async () => {
    const { predictions, accuracy } = await json(
      'predict',
      write('other.csv', 'kind,width,length\nrose,0,0.1\niris,4,2.1\n'),
      'flowers.mxm',
    );
    assert.deepEqual(predictions, ['rose', 'iris']);
    assert.equal(accuracy, 1);
    const bare = await json('predict', write('bare.csv', 'width\tlength\n2\t1\n'), 'flowers.mxm');
    assert.deepEqual(bare.predictions, ['lily']);
    assert.equal(bare.accuracy, undefined);
  });

  it('from the standard input, without a header, with a label at the front', async () => {
    const stdin = 'no,1,2\nyes,3,4\nno,0,1\n';
    const args = ['train', '-', '-', '--label', '0', '--format', 'json', '--C', '10'];
    const { stdout, stderr, code } = await start(args, { stdin });
    assert.equal(code, 0, stderr);
    const model = await load(JSON.parse(stdout));
    assert.deepEqual(model.classes, ['no', 'yes']);
    assert.equal(model.nFeatures, 2);
    assert.equal(model.featureNames, undefined);
    assert.match(stderr, /^rows +3$/m);
  });

  it('in every dialect that readCsv reads', async () => {
    // Once `|` was refused by the command line and read by the package.
    write('bars.txt', 'a|b|y\n1|x|no\n2|y|yes\n3|x|no\n4|y|yes\n');
    const bars = await json('train', 'bars.txt', 'bars.mxm', '--drop', '1');
    assert.deepEqual(bars.data.names, ['a']);
    const utf16 = Buffer.from('\ufeffa;y\n1,5;1\n2,5;2\n;2\n', 'utf16le');
    const args = ['convert', '--data-format', 'csv', '--missing', 'drop', '-', 'commas.txt'];
    const { code, stderr } = await start(args, { stdin: utf16 });
    assert.equal(code, 0, stderr);
    assert.equal(read('commas.txt'), '1 1:1.5\n2 1:2.5\n');
  });

  it('with labels that are true and false', async () => {
    write('truth.csv', 'a,y\n0,false\n1,true\n2,true\n-1,false\n');
    await json('train', 'truth.csv', 'truth.mxm');
    const { predictions, accuracy } = await json('predict', 'truth.csv', 'truth.mxm');
    assert.deepEqual([predictions, accuracy], [[false, true, true, false], 1]);
  });

  it('that is compressed, in many pieces, and completely', async () => {
    // Longer than one piece, with line ends and quotation marks inside quoted fields.
    const rows = Array.from({ length: 40_000 }, (_, i) => `${i},${i % 7},"x, ""\n${i}",${i % 3}`);
    writeFileSync(at('long.csv.gz'), gzipSync(`a,b,c,d\n${rows.join('\n')}`));
    const { rows: count, features } = await json(
      'convert',
      'long.csv.gz',
      'long.txt',
      '--drop',
      'c',
    );
    assert.deepEqual([count, features], [40_000, 2]);
    const lines = read('long.txt').trimEnd().split('\n');
    assert.equal(lines[39_999], `${39_999 % 3} 1:39999 2:${39_999 % 7}`.replace(' 2:0', ''));
    assert.equal(lines.length, 40_000);
  });

  for (const [what, text, message, args = [], status = 1] of [
    [
      'a missing value',
      'a,b,y\n1,2,0\n1,,1\n',
      /input: line 3, column 2 \(b\): the value is missing/,
      ['--no-table'],
    ],
    [
      'a missing label',
      'a,y\n1,0\n1,NA\n',
      /line 3, column 2 \(y\): the value is missing; .*--missing drop$/m,
    ],
    [
      'text in a feature',
      'a,sex,y\n1,male,0\n',
      /line 2, column 2 \(sex\): 'male' is not a number; train with --table.* --drop sex/,
      ['--no-table'],
    ],
    [
      'decimal points where others have commas',
      'a;b\n1,5;2\n1.5;3\n',
      /line 3, column 1 \(a\): '1\.5' has a decimal point, but other fields have a decimal comma/,
      ['--decimal', ','],
    ],
    ['slips among labels', 'a,y\n1,0\n2,x\n', /line 3, .*--types y:category/],
    ['a type that there is none of', 'a,y\n1,0\n', /--types/, ['--types', 'y:x'], 2],
    ['a short line', '1,2,0\n\n1,2\n', /line 3 has 2 fields, but the first one has 3/],
    ['an open quotation mark', 'a,y\n"1,0\n2,1\n', /line 2, character 1: a quotation mark/],
    ['a mark within a field', 'a,y\n1"2,0\n', /line 2, character 2: a quotation mark/],
    [
      'text after a mark',
      'a,y\n"x\n"1,0\n',
      /line 3, character 1|line 2, character 1: a quotation mark/,
    ],
    [
      'infinity',
      'a,y\n1e999,0\n',
      /line 2, column 1 \(a\): '1e999' is not a finite number; .*--missing-values/,
    ],
    [
      'a column that is not there',
      'a,y\n1,0\n',
      /no column z; the columns are a, y/,
      ['--label', 'z'],
    ],
    ['a column twice', 'a,a,y\n1,2,0\n', /two columns 'a'/],
    ['a header alone', 'a,y\n', /no row of data/],
    [
      'bytes that are no text',
      Buffer.from('a,y\n\xe9,0\n', 'latin1'),
      /not utf-8; .*--encoding windows-1252/,
    ],
  ]) {
    it(`and refuses ${what} with its place and status ${status}`, () =>
      refused(status, ['train', '-', 'no.mxm', '--data-format', 'csv', ...args], message, {
        stdin: text,
      }));
  }
});

describe('maxmargin train and predict', TWO, () => {
  // Several tests, which run at the same time, read this model.
  before(() => json('train', 'square.csv', 'square.mxm', '--C', '10', '--gamma', '1'));

  it('do what svm-train and svm-predict do on heart_scale', { skip: heart.skip }, async () => {
    // LIBSVM 3.24: core/internal/facts/oracle.go, "heart_scale rbf".
    const made = await json('train', 'heart_scale', 'heart.mxm', '--gamma', 'auto');
    near(made.objective, -100.877288, 2e-4);
    assert.equal(made.supportVectors, 132);
    assert.equal(made.status, 'converged');
    const { stdout, stderr, code } = await run([
      'predict',
      'heart_scale',
      'heart.mxm',
      'heart.out',
    ]);
    assert.equal(stdout, 'Accuracy = 86.6667% (234/270) (classification)\n', stderr);
    assert.equal(code, 0);
    assert.match(read('heart.out'), /^(-?1\n){270}$/);
  });

  it('weigh classes as -w does, and seed and calibrate', { skip: heart.skip }, async () => {
    // "heart_scale class weights"
    const weights = ['--class-weight', '-1:0.5,1:4', '--gamma=0.07692307978868484'];
    const made = await json('train', 'heart_scale', 'weighed.model', ...weights);
    near(made.objective, -113.657008, 2e-4);
    assert.equal((await json('predict', 'heart_scale', 'weighed.model')).correct, 181);

    await json(
      'train',
      'heart_scale',
      'p.mxm',
      '--probability',
      '--seed',
      '3',
      '--scale',
      'minmax',
      '--dense',
    );
    const { predictions, probabilities, classes } = await json(
      'predict',
      'heart_scale',
      'p.mxm',
      '--probability',
    );
    assert.equal(predictions.length, 270);
    for (const [i, row] of probabilities.entries()) {
      near(row[0] + row[1], 1, 1e-12);
      assert.equal(classes[Number(row[1] > row[0])], predictions[i]);
    }
    const { options } = JSON.parse(JSON.stringify(await load(readFileSync(at('p.mxm'))))).steps[1];
    assert.deepEqual(options, { seed: 3, probability: 'sigmoid' });
  });

  it('do what svm-train -s 3 does on housing_scale', { skip: housing.skip }, async () => {
    // "housing SVR"
    const options = [
      '--machine',
      'svr',
      '--C',
      '2^6',
      '--epsilon',
      '0.5',
      '--gamma',
      '2^-3',
      '--tol',
      '1e-5',
    ];
    const made = await json('train', 'housing_scale', 'housing.mxm', ...options);
    near(made.objective, -48980.99329, 1e-2);
    assert.equal(made.supportVectors, 398);
    const { stdout } = await run(['predict', 'housing_scale', 'housing.mxm', 'housing.out']);
    assert.match(
      stdout,
      /^Mean squared error = [\d.]+ \(regression\)\nSquared correlation coefficient = 0\.9\d+ /,
    );
    const { meanSquaredError } = await json('predict', 'housing_scale', 'housing.mxm');
    const y = read('housing_scale').trimEnd().split('\n').map(parseFloat);
    const values = read('housing.out').trimEnd().split('\n').map(Number);
    near(meanSquaredError, values.reduce((sum, v, i) => sum + (v - y[i]) ** 2, 0) / y.length, 1e-9);
  });

  it('detect novelties, and count them', async () => {
    const text = Array.from({ length: 50 }, (_, i) => `${Math.sin(i)},${Math.cos(3 * i)}`).join(
      '\n',
    );
    await json('train', write('points.csv', text), 'ball.mxm', '--machine', 'SVDD', '--nu', '0.1');
    const { inside, total } = await json('predict', 'points.csv', 'ball.mxm');
    assert.equal(total, 50);
    assert.ok(inside >= 40 && inside < 50, `${inside}`);
  });

  it('write decision values as CSV to the standard output, and the report to the standard error', async () => {
    const { stdout, stderr } = await start(['predict', 'square.csv', 'square.mxm', '--decision']);
    assert.match(stdout, /^prediction,decision\n0,-[\d.]+\n1,[\d.]+\n1,[\d.]+\n0,-[\d.]+\n$/);
    assert.equal(stderr, 'Accuracy = 100% (4/4) (classification)\n');
  });

  it('name the flag in the error that a model has no probabilities', () =>
    refused(
      2,
      ['predict', 'square.csv', 'square.mxm', '--probability'],
      /trained without probabilities; leave --probability out, or train it again with --probability/,
    ));

  it('say what does not fit together', async () => {
    await refused(
      1,
      ['predict', write('wide', '1 1:1 9:2\n'), 'square.mxm'],
      /wide has 9 features, .* fitted to 2; train with --features 9/,
    );
    await refused(1, ['predict', 'square.csv', 'square.csv'], /square\.csv has no model/);
    await refused(1, ['train', 'square.csv', 'nowhere/x.mxm'], /nowhere\/x\.mxm: no such file/);
    await refused(
      1,
      ['train', 'square.csv', 'x.model', '--machine', 'LinearSVC'],
      /LIBSVM's format has no LinearSVC/,
    );
    await refused(
      1,
      ['train', 'flowers.csv', 'x.mxm', '--drop', 'note', '--machine', 'SVR'],
      /line 2, column 4 \(kind\): 'rose' is not a number/,
    );
  });
});

describe('maxmargin says what guessing scores', TWO, () => {
  // The second column says nothing of the label.
  const rows = Array.from({ length: 90 }, (_, i) => [(i * 37) % 90, (i * i) % 7, i % 3 ? 'no' : 'yes']); // prettier-ignore
  const useless = () => write('useless.csv', `a,b,label\n${rows.map(([, b, l]) => `${b},${b},${l}`).join('\n')}\n`); // prettier-ignore
  const useful = () => write('useful.csv', `a,label\n${rows.map(([a]) => `${a},${a < 30 ? 'yes' : 'no'}`).join('\n')}\n`); // prettier-ignore

  it('and whether the model of train, cv and grid is better', async () => {
    for (const [name, verdict] of [
      [useful(), 'better than guessing'],
      [useless(), 'no better than guessing'],
    ]) {
      const trained = await json('train', name, 'guess.mxm', '--C', '1');
      const { scoring, baseline, ...score } = trained.score;
      assert.deepEqual([scoring, score.verdict], ['accuracy', verdict]);
      assert.equal(baseline.answer, "always 'no'");
      assert.ok(Math.abs(baseline.mean - 2 / 3) < 1e-12 && score.scores.length === 5);
      const cv = await json('cv', name, '--C', '1');
      assert.deepEqual([cv.baseline, cv.verdict, cv.mean], [baseline, verdict, score.mean]);
      const { stdout } = await run(['cv', name, '--C', '1']);
      const lines = new RegExp(`\nguessing +0.666667 \\(always 'no'\\)\nverdict +${verdict}, p = `); // prettier-ignore
      assert.match(stdout, lines);
      assert.match((await run(['train', name, 'guess.mxm'])).stdout, lines);
      const grid = await json('grid', name, '--C', '1,10');
      assert.deepEqual([grid.baseline.mean, grid.verdict], [baseline.mean, verdict]);
      assert.match((await run(['grid', name, '--C', '1,10'])).stdout, lines);
    }
  });

  it('of numbers, but for --no-score and for rows without folds', async () => {
    const name = write('line.csv', `a,y\n${rows.map(([a]) => `${a},${2 * a + 1}`).join('\n')}\n`);
    const machine = ['--machine', 'SVR', '--kernel', 'linear'];
    const { score } = await json('train', name, 'line.mxm', ...machine);
    assert.deepEqual([score.scoring, score.baseline.answer], ['r2', 'the mean']);
    assert.equal(score.verdict, 'better than guessing');
    const none = await json('train', name, 'line.mxm', ...machine, '--no-score');
    assert.equal(none.score, undefined);
    const few = write('three.csv', 'a,label\n1,x\n2,y\n3,x\n');
    const { code, stdout } = await run(['train', few, 'three.mxm']);
    assert.equal(code, 0, 'there is a model');
    assert.match(stdout, /\nscore +not known: /);
    const region = await json('train', name, 'region.mxm', '--machine', 'OneClassSVM', '--label', 'none'); // prettier-ignore
    assert.equal(region.score, undefined);
  });

  it('in the first line of a report', async () => {
    await json('train', useful(), 'guess.mxm');
    const { stdout } = await run(['report', 'guess.mxm', 'useful.csv', '--out', 'guess.md']);
    assert.match(stdout, /^By accuracy, .*always 'no' would have 0.6667\./);
    assert.match(read('guess.md'), /By accuracy, .*always 'no' would have 0.6667\./);
  });
});

describe('maxmargin cv and grid', TWO, () => {
  it('cv gives the folds and scores of crossValidate', { skip: heart.skip }, async () => {
    const { SVC, crossValidate, readLibsvm } = maxmargin;
    const found = await json(
      'cv',
      'heart_scale',
      '--folds',
      '4',
      '--seed',
      '7',
      '--C',
      '2',
      '--scoring',
      'f1Macro',
    );
    const { X, y } = await readLibsvm(heart.read());
    const settings = { folds: 4, seed: 7, scoring: 'f1Macro' };
    const expected = await crossValidate(new SVC({ C: 2 }), X, y, settings);
    assert.deepEqual(found.scores, expected.scores);
    assert.deepEqual([found.mean, found.std], [expected.mean, expected.std]);
    assert.ok(found.complete);
  });

  it(
    'grid sorts by score, through a scaler, and writes the best',
    { skip: heart.skip },
    async () => {
      const axes = ['--C', '0.5,2^1', '--log2g', '-7,-3,4', '--scale', 'unit', '--folds', '3'];
      const { best, results, file } = await json(
        'grid',
        'heart_scale',
        ...axes,
        '--workers',
        '1',
        '--model',
        'best.json',
      );
      assert.deepEqual(results.map(({ params: { C, gamma } }) => `${C} ${gamma}`).sort(), [
        '0.5 0.0078125',
        '0.5 0.125',
        '2 0.0078125',
        '2 0.125',
      ]);
      const means = results.map(({ mean }) => mean);
      assert.deepEqual(
        means,
        means.toSorted((a, b) => b - a),
      );
      assert.equal(best.score, means[0]);
      assert.equal(file.status, 'converged');
      const model = await load(JSON.parse(read('best.json')));
      const { svc__C, svc__gamma } = model.getParams();
      assert.deepEqual({ C: svc__C, gamma: svc__gamma }, best.params);
    },
  );

  it('grid --prune finds the same best', { skip: heart.skip }, async () => {
    const axes = ['--C', '1e-4,1,100', '--gamma', '1e-4,0.1', '--workers', '1', '--folds', '10'];
    const whole = await json('grid', 'heart_scale', ...axes);
    const pruned = await json('grid', 'heart_scale', ...axes, '--prune');
    assert.deepEqual(pruned.best.params, whole.best.params);
    assert.ok(whole.results.every(({ complete }) => complete));
    assert.ok(pruned.results.some(({ complete, rank }) => !complete && rank === undefined));
  });

  it('grid has a row with the reason for options that cannot be fitted', async () => {
    const args = [
      'grid',
      'flowers.csv',
      '--drop',
      'note',
      '--machine',
      'NuSVC',
      '--nu',
      '0.2,1',
      '--folds',
      '2',
    ];
    const { stdout, code, stderr } = await run(args);
    assert.equal(code, 0, stderr);
    assert.match(stdout, /^rank +nu +accuracy +std +fit\n +1 +(0\.2|1) /);
  });

  // It writes every two seconds, so that the search has to last longer on any machine.
  it('grid goes on from its checkpoint after it was killed', inTurn('killed'), async () => {
    const next = random(9);
    const row = () => [next(), next(), next() < 0.5 ? 1 : 0].join(',');
    write('killed.csv', Array.from({ length: 2000 }, row).join('\n'));
    const axes = ['--C', '1,30,1000', '--gamma', '3,30,300', '--folds', '3', '--workers', '2'];
    const args = ['grid', 'killed.csv', '--no-header', ...axes];
    const known = () => {
      const { tables } = JSON.parse(read('killed.state'));
      return tables.reduce((sum, [, fits]) => sum + fits.length, 0);
    };
    const child = spawn(program, [...args, '--checkpoint', 'killed.state'], { cwd: folder, env });
    const ended = new Promise((resolve) => child.on('close', (...end) => resolve(end)));
    while (!existsSync(at('killed.state')) || known() === 0) {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    child.kill('SIGKILL');
    assert.deepEqual(await ended, [null, 'SIGKILL']);
    const done = known();
    assert.ok(done < 27, `all ${done} fits were done`);
    const whole = await json(...args);
    const { stderr, stdout, code } = await start([
      ...args,
      '--checkpoint',
      'killed.state',
      '--json',
    ]);
    assert.equal(code, 0, stderr);
    const found = JSON.parse(stdout);
    assert.equal(found.checkpoint, 'killed.state');
    const facts = ({ params, rank, scores, converged }) => ({ params, rank, scores, converged });
    assert.deepEqual(found.results.map(facts), whole.results.map(facts));
    assert.deepEqual(found.best, whole.best);
    assert.equal(known(), 27);
    assert.ok(!existsSync(at('killed.state.new')));
  });

  it('grid refuses a checkpoint of other data, a damaged one, and a folder that is not there', async () => {
    const args = ['grid', 'flowers.csv', '--drop', 'note', '--C', '1,2', '--folds', '2'];
    const kept = [...args, '--checkpoint', 'flowers.state'];
    assert.equal((await run(kept)).code, 0);
    const again = await run(kept);
    assert.match(again.stdout, /best +--C[^]*\nverdict +[^]*\ncheckpoint +flowers\.state\n/);
    const remedy = 'or delete the file to begin anew';
    const other = kept.with(5, '1,3');
    await refused(
      1,
      other,
      new RegExp(`flowers.state was saved with different candidates.*${remedy}`),
    );
    write('flowers.state', read('flowers.state').slice(0, -9));
    await refused(1, kept, new RegExp(`flowers.state is damaged.*${remedy}`));
    await refused(1, [...args, '--checkpoint', 'nowhere/flowers.state'], /nowhere/);
  });
});

describe('maxmargin with queries and numbers of features', TWO, () => {
  const queries = `3 qid:1 1:1 2:0.5
2 qid:1 1:0.7 2:0.1
1 qid:1 1:0.2 2:0.4
9 qid:2 1:0.9 2:0.3
7 qid:2 1:0.1 2:0.2
8 qid:2 1:0.5 2:0.9
2 qid:3 1:0.6 2:0.1
3 qid:3 1:1.2 2:0.4
`;

  it('judges a ranker within the queries of the file, by all commands', async () => {
    write('queries.svm', queries);
    const ranked = ['queries.svm', 'ranker.mxm'];
    await json('train', ...ranked, '--machine', 'RankSVC', '--kernel', 'linear');
    const { X, y, groups } = await maxmargin.readLibsvm(queries);
    const model = await load(readFileSync(at('ranker.mxm')));
    const own = await new maxmargin.RankSVC({ kernel: 'linear' }).fit(X, y, { groups });
    assert.deepEqual(await model.predict(X), await own.predict(X));
    const score = await own.score(X, y, { groups });
    assert.notEqual(score, await own.score(X, y));
    const predicted = await json('predict', ...ranked);
    assert.equal(predicted.pairsInOrder, score);
    assert.equal(predicted.meanSquaredError, undefined); // utilities have no height
    await json('report', 'ranker.mxm', 'queries.svm', '-o', 'ranker.json', '--samples', '20');
    const { scores } = JSON.parse(read('ranker.json'));
    const wrong = scores.find(({ name }) => name === 'inversionRate');
    assert.ok(Math.abs(1 - wrong.value - score) < 1e-12, 'the queries are lists of the report');
    const folds = ['queries.svm', '--machine', 'RankSVC', '--folds', '3'];
    assert.equal((await json('cv', ...folds)).scoring, 'pairs in order');
    assert.equal((await json('grid', ...folds, '--C', '1,10')).scoring, 'pairs in order');
  });

  it('numbers features from 0 if a file has a feature 0, and as it is told', async () => {
    const from = (first) =>
      `1 ${first}:1 ${first + 1}:0.5\n-1 ${first}:0.1 ${first + 2}:1\n1 ${first}:0.9\n-1 ${first + 1}:0.9 ${first + 2}:0.8\n`;
    const [zero, one] = [write('zero.svm', from(0)), write('one.svm', from(1))];
    const { X } = await maxmargin.readLibsvm(from(0));
    assert.deepEqual([X.cols, (await maxmargin.readLibsvm(from(1))).X.cols], [3, 3]);
    assert.equal((await maxmargin.readLibsvm(from(1), { zeroBased: true })).X.cols, 4);
    assert.equal((await json('train', zero, 'zero.mxm')).features, 3);
    assert.equal((await json('train', one, 'shifted.mxm', '--zero-based')).features, 4);
    assert.equal((await json('predict', one, 'zero.mxm')).accuracy, 1);
    assert.equal((await json('predict', one, 'shifted.mxm', '--zero-based')).accuracy, 1);
    const { rows } = await json('report', 'zero.mxm', zero, '-o', 'zero.json', '--samples', '0');
    assert.equal(rows, 4);
    const message = /zero.svm: line 1, column 3: the index is 0, .* leave --no-zero-based out/;
    await refused(1, ['train', zero, 'no.mxm', '--no-zero-based'], message);
  });

  it('leaves the columns out that are to be left out, whatever is in them', async () => {
    const rows = ['id,name,when,a,b,label'];
    for (let i = 0; i < 8; i++) {
      rows.push(
        `${i},"No, ${i}",2025-01-0${i + 1},${i % 2},${1 - (i % 2) + i / 100},${'xy'[i % 2]}`,
      );
    }
    const file = write('unread.csv', `${rows.join('\n')}\n`);
    const out = ['--drop', 'id,name,when'];
    const label = ['--label', 'label'];
    for (const table of [[], ['--table']]) {
      const { features } = await json('train', file, 'few.mxm', ...label, ...out, ...table);
      assert.equal(features, 2);
      assert.equal((await json('predict', file, 'few.mxm', ...label)).accuracy, 1);
      const made = await json(
        'report',
        'few.mxm',
        file,
        ...label,
        '-o',
        'few.json',
        '--samples',
        '0',
      );
      assert.equal(made.rows, 8);
    }
    const { readCsv } = await import(pathToFileURL(join(project, 'data.mjs')).href);
    const { X } = await readCsv(read(file), { target: 'label', ignore: ['id', 'name', 'when'] });
    assert.deepEqual(X.featureNames, ['a', 'b']);
  });
});

describe('maxmargin with a table', TWO, () => {
  const next = random(5);
  const lines = ['survived,class,sex,age'];
  for (let i = 0; i < 120; i++) {
    const sex = next() < 0.5 ? 'female' : 'male';
    const age = i % 9 === 0 ? '' : Math.floor(70 * next());
    const survived = next() < (sex === 'female' ? 0.9 : 0.1) ? 'yes' : 'no';
    lines.push([survived, ['first', i % 11 === 0 ? '' : 'third'][i % 2], sex, age].join(','));
  }
  write('passengers.csv', lines.join('\n'));
  write('others.csv', 'sex,class,age\nfemale,second,\nmale,,40\n');

  it('trains, predicts, validates, searches and reports with words and gaps', async () => {
    const label = ['--label', 'survived'];
    const trained = await json('train', 'passengers.csv', 'table.mxm', ...label, '--table');
    assert.equal(trained.features, 3);
    const own = await json('predict', 'passengers.csv', 'table.mxm');
    assert.ok(own.accuracy > 0.8, `${own.accuracy}`);
    const { predictions } = await json('predict', 'others.csv', 'table.mxm', '--label', 'none');
    assert.deepEqual(predictions, ['yes', 'no']);
    const model = await load(readFileSync(at('table.mxm')));
    assert.deepEqual(await model.predict([{ sex: 'female', class: 'second', age: null }, { sex: 'male', class: null, age: 40 }]), predictions); // prettier-ignore
    const folds = await json('cv', 'passengers.csv', ...label, '--table');
    assert.ok(folds.mean > 0.7, JSON.stringify(folds));
    const search = await json('grid', 'passengers.csv', ...label, '--table', '--C', '1,10'); // prettier-ignore
    assert.equal(search.results.length, 2);
    const { findings } = await json('report', 'table.mxm', 'passengers.csv', ...label, '--samples', '20', '--repeats', '1'); // prettier-ignore
    assert.ok(findings.length > 0);
  });

  it('predicts files with other columns, in any order, and keeps some of them', async () => {
    await json('train', 'passengers.csv', 'kept.mxm', '--label', 'survived', '--table', '--probability'); // prettier-ignore
    const rows = ['date,age,name,survived,class,sex', '2025-10-07,30,"Kowalski, Eva",yes,first,female', '2025-10-08,,NA,no,,male']; // prettier-ignore
    write('whole.csv', rows.join('\n'));
    const { stdout, stderr } = await run(['predict', 'whole.csv', 'kept.mxm', '--keep', 'name,age', '--keep', 'date']); // prettier-ignore
    assert.equal(
      stdout,
      'name,age,date,prediction\n"Kowalski, Eva",30,2025-10-07,yes\n,,2025-10-08,no\n',
    );
    assert.match(stderr, /not used: survived; if one of them is the label/);
    const both = await run(['predict', 'whole.csv', 'kept.mxm', '--keep', '0', '--probability']);
    assert.match(
      both.stdout,
      /^date,prediction,probability no,probability yes\n2025-10-07,yes,0\.\d+/,
    );
    const told = await json('predict', 'whole.csv', 'kept.mxm', '--keep', 'name', '--label', 'survived'); // prettier-ignore
    assert.equal(told.accuracy, 1);
    assert.deepEqual(told.kept, { name: ['Kowalski, Eva', null] });
    // Rows that are dropped are dropped from what is kept.
    write(
      'dropped.csv',
      `${rows.join('\n').replace(',yes,', ',,')}\n2025-10-09,4,Li,no,third,male`,
    );
    const fewer = await json('predict', 'dropped.csv', 'kept.mxm', '--keep', 'date', '--label', 'survived', '--missing', 'drop'); // prettier-ignore
    assert.deepEqual(fewer.kept, { date: ['2025-10-08', '2025-10-09'] });
    assert.equal(fewer.predictions.length, 2);
    await refused(1, ['predict', 'whole.csv', 'kept.mxm', '--keep', 'nam'], /there is no column nam; the columns are date, age, name, survived, class, sex/); // prettier-ignore
    await refused(2, ['predict', 'others.csv', 'kept.mxm', '--keep', 'age,age', '--label', 'none'], /two columns age/); // prettier-ignore
    write('few.csv', 'age,class\n3,first\n');
    await refused(1, ['predict', 'few.csv', 'kept.mxm'], /there is no column sex; the model was fitted to class, sex, age, the columns are age, class/); // prettier-ignore
    await refused(2, ['predict', '-', 'kept.mxm', '--keep', 'age'], /LIBSVM's format has not/, { stdin: '1 1:2\n' }); // prettier-ignore
  });

  it('finds the columns of texts by their names', async () => {
    const texts = ['note,id,y'];
    for (let i = 0; i < 24; i++) texts.push(`${i % 2 ? 'what a good day' : 'so dark a road'} ${i},n${i},${i % 2 ? 'a' : 'b'}`); // prettier-ignore
    write('texts.csv', texts.join('\n'));
    await json('train', 'texts.csv', 'texts.mxm', '--label', 'y', '--table', '--drop', 'id');
    write('turned.csv', 'y,more,note\na,1,a good day\nb,2,a dark road\n');
    const { predictions } = await json('predict', 'turned.csv', 'texts.mxm');
    assert.deepEqual(predictions, ['a', 'b']);
    assert.deepEqual((await load(readFileSync(at('texts.mxm')))).featureNames, ['note']);
  });

  /** A table as somebody has it: ids, names, a date, thousands, n/a and gaps. @param {number} count of rows */
  function customers(count) {
    const random = new (class {
      state = 7;
      next(n) {
        this.state = (this.state * 1103515245 + 12345) % 2147483648;
        return Math.floor((this.state / 2147483648) * n);
      }
    })();
    const lines = ['customer_id,name,signup_date,plan,region,channel,payment,income,spend,tenure,calls,score,churn']; // prettier-ignore
    for (let i = 0; i < count; i++) {
      const of = (...list) => list[random.next(list.length)];
      const [plan, calls, tenure] = [of('basic', 'plus', 'pro'), random.next(9), random.next(60)];
      const leaves = calls + (plan === 'basic' ? 3 : 0) - tenure / 10 + random.next(3) > 4;
      lines.push([
        `C${100_000 + i}`,
        `"${of('Kowalski', 'Smith', 'Garcia', 'Nowak')}${random.next(70)}, Eva"`,
        new Date(Date.UTC(2022, 0, 1 + random.next(1300))).toISOString().slice(0, 10),
        ...[plan, of('north', 'south'), of('web', 'shop'), of('card', 'bill')],
        `"${(800 + random.next(90_000)).toLocaleString('en-US')}"`,
        `"${(1000 + random.next(40_000) / 10).toLocaleString('en-US')}"`,
        ...[random.next(20) ? tenure : 'n/a', calls, random.next(9) ? random.next(99) / 10 : ''],
        leaves ? 'yes' : 'no',
      ].join(',')); // prettier-ignore
    }
    return lines;
  }

  it('takes dates, thousands, gaps, ids and names untouched', async () => {
    const lines = customers(3000);
    write('customers.csv', lines.join('\n'));
    const args = ['customers.csv', '--label', 'churn'];
    const { stdout, stderr } = await run(['train', ...args, 'churn.mxm', '--machine', 'LinearSVC']);
    assert.match(stdout, /verdict +better than guessing/);
    assert.match(stderr, /customer_id has words, dates or gaps: read with --table/);
    assert.match(stderr, /customer_id \(3000 different values: too many to be categories\), name \(\d+ diff.*--types NAME:category/); // prettier-ignore
    assert.equal(stderr.match(/WARN_LEFT_OUT/g)?.length, 1);
    const model = await load(readFileSync(at('churn.mxm')));
    assert.deepEqual(model.featureNames.toSorted(), 'calls channel income payment plan region score signup_date spend tenure'.split(' ')); // prettier-ignore
    // A person may ask for a column, and new files may be short and in another order.
    write('some.csv', customers(60).join('\n'));
    const kept = await json('train', 'some.csv', 'kept-ids.mxm', '--label', 'churn', '--machine', 'LinearSVC', '--types', 'customer_id:category', '--no-score'); // prettier-ignore
    assert.ok((await load(readFileSync(at('kept-ids.mxm')))).featureNames.includes('customer_id'));
    assert.match(kept.warnings[0].message, /left out of the table: name/);
    write('new.csv', 'income,spend,signup_date,plan\n"27,414","1,258.2",2025-10-07,basic\n950,12.5,,pro\n'); // prettier-ignore
    await refused(1, ['predict', 'new.csv', 'churn.mxm'], /there is no column region/);
    const { predictions } = await json('predict', 'customers.csv', 'churn.mxm');
    const rows = await json('predict', 'some.csv', 'churn.mxm', '--keep', 'customer_id');
    assert.deepEqual(rows.predictions, predictions.slice(0, 60));
    assert.equal(rows.kept.customer_id[1], 'C100001');
    const search = await json('grid', 'some.csv', '--label', 'churn', '--C', '1,10', '--folds', '3', '--model', 'best.mxm'); // prettier-ignore
    assert.equal(search.results.length, 2);
    const folds = await json('cv', 'some.csv', '--label', 'churn', '--folds', '3');
    assert.equal(folds.scores.length, 3);
    const report = await json('report', 'churn.mxm', 'customers.csv', '--label', 'churn', '--samples', '20', '--repeats', '1'); // prettier-ignore
    assert.ok(report.scores.length > 0);
  });

  it('knows how the dates of a model are written', async () => {
    const dates = Array.from({ length: 40 }, (_, i) => `${1 + (i % 28)}/${1 + (i % 12)}/2025,${i % 12 < 6 ? 'early' : 'late'}`); // prettier-ignore
    write('dmy.csv', ['day,y', ...dates].join('\n'));
    await json('train', 'dmy.csv', 'dmy.mxm', '--label', 'y');
    write('one.csv', 'day\n03/11/2025\n');
    assert.deepEqual((await json('predict', 'one.csv', 'dmy.mxm')).predictions, ['late']);
    write('unsure.csv', 'day,y\n03/11/2025,a\n04/02/2025,b\n');
    await refused(1, ['train', 'unsure.csv', '--label', 'y'], /say --types day:date:dmy .* --types day:date:mdy/); // prettier-ignore
    await json('train', 'unsure.csv', 'sure.mxm', '--label', 'y', '--types', 'day:date:mdy', '--no-score'); // prettier-ignore
    await refused(2, ['train', 'unsure.csv', '--types', 'day:date:ydm'], /date:dmy/);
    write('euro.csv', 'a;b;y\n1.258,20;27.414;x\n3,5;950;z\n');
    assert.equal((await json('train', 'euro.csv', 'euro.mxm', '--no-score')).features, 2);
  });

  it('says what else there is', async () => {
    await refused(1, ['train', 'passengers.csv', '--label', 'survived', '--no-table'], /--table/);
    await refused(
      2,
      ['train', 'passengers.csv', '--table', '--scale', 'unit'],
      /leave --scale out/,
    );
  });
});

describe('maxmargin auto', TWO, () => {
  const next = random(9);
  const lines = ['id,months,plan,fee,closed,churn'];
  for (let i = 0; i < 160; i++) {
    const months = Math.floor(60 * next());
    const churn = months + 20 * next() < 40 ? 'yes' : 'no';
    lines.push([`C${i}`, months, ['basic', 'pro'][i % 2], i % 9 ? (20 * next()).toFixed(2) : '', churn === 'yes' ? 'Q1' : '', churn].join(',')); // prettier-ignore
  }
  write('subscribers.csv', `${lines.join('\n')}\n`);
  const few = ['--max-fits', '20', '--machines', 'LinearSVC,SVC'];

  it('goes from a file to a model, a report, a page and a program, and says how good it is', async () => {
    const others = ['--report', 'auto.html', '--page', 'auto-page.html', '--program', 'auto.mjs'];
    const found = await json('auto', 'subscribers.csv', ...few, ...others);
    assert.equal(found.verdict, 'better than guessing');
    assert.deepEqual(
      found.columns.filter(({ leftOut }) => leftOut).map(({ name }) => name),
      ['id', 'closed'],
    );
    assert.deepEqual(found.file.path, 'subscribers.mxm');
    const { predictions } = await json('predict', 'subscribers.csv', 'subscribers.mxm', '--label', 'churn'); // prettier-ignore
    assert.equal(predictions.length, 160);
    assert.match(read('auto.html'), /were kept aside/);
    assert.match(read('auto-page.html'), /^<!doctype html>/);
    assert.match(read('auto.mjs'), /ignore: \['id', 'closed'\]/);
    const { stdout } = await run(['auto', 'subscribers.csv', 'other.mxm', ...few]);
    assert.match(stdout, /^Better than guessing\. On 32 rows that were kept aside the log loss is/);
    assert.match(stdout, /\n- The column id was left out: /);
    assert.match(stdout, /\nmachine +logLoss +rocAuc +accuracy +tried\n/);
    assert.deepEqual(readFileSync(at('other.mxm')), readFileSync(at('subscribers.mxm')));
  });

  it('writes a program that runs where the file is', async () => {
    const zipped = 'two words.csv.gz';
    const lines = ['size;note;kind'];
    for (let i = 0; i < 60; i++) lines.push(`${(i % 7) + 0.5};x${i % 2};${i % 7 > 3 ? 'yes' : 'no'}`.replace('.', ',')); // prettier-ignore
    writeFileSync(at(zipped), gzipSync(lines.join('\n')));
    write('few.libsvm', lines.slice(1).map((_, i) => `${i % 7 > 3 ? 1 : -1} 1:${i % 7}\n`).join('')); // prettier-ignore
    const own = ['--max-fits', '2', '--machines', 'LinearSVC', '--program', 'own.mjs'];
    for (const [args, answer] of [
      [[zipped, '--drop', 'note', '--keep-columns', 'size'], 'no,no,no,no,yes,yes,yes'],
      [['few.libsvm'], '-1,-1,-1,-1,1,1,1'],
    ]) {
      await json('auto', ...args, 'own.mxm', ...own);
      const file = join(project, 'cli-program.mjs');
      writeFileSync(file, `${read('own.mjs')}console.log(String([...(await model.predict(X))].slice(0, 7)));`); // prettier-ignore
      const printed = execFileSync(process.execPath, [file], { cwd: folder, encoding: 'utf8' });
      assert.equal(printed.trim(), answer);
    }
  });

  it('goes on from its checkpoint, and refuses one of other data', async () => {
    const kept = ['--checkpoint', 'auto.state'];
    const short = await json(
      'auto',
      'subscribers.csv',
      'a.mxm',
      ...few,
      ...kept,
      '--max-fits',
      '6',
    );
    const long = await json('auto', 'subscribers.csv', 'a.mxm', ...few, ...kept);
    assert.ok(long.leaderboard.length > short.leaderboard.length);
    const whole = await json('auto', 'subscribers.csv', 'b.mxm', ...few);
    const scores = ({ leaderboard }) => leaderboard.map((row) => row.scores);
    assert.deepEqual(scores(long), scores(whole));
    const message = /auto\.state is of other data or settings: .*; go on with the same data and settings/; // prettier-ignore
    await refused(1, ['auto', 'subscribers.csv', 'a.mxm', ...few, ...kept, '--seed', '4'], message);
  });

  it('takes numbers, orders, and files of LIBSVM', async () => {
    const numbers = await json('auto', 'subscribers.csv', 'n.mxm', '--label', 'months', '--max-fits', '12', '--machines', 'Ridge', '--drop', 'closed'); // prettier-ignore
    assert.equal(numbers.task, 'numbers');
    const rows = Array.from({ length: 90 }, (_, i) => `${(i * 7) % 30},${['low', 'mid', 'high'][Math.floor(((i * 7) % 30) / 10)]}`); // prettier-ignore
    write('sizes.csv', `a,size\n${rows.join('\n')}\n`);
    const order = await json('auto', 'sizes.csv', 's.mxm', '--order', 'low,mid,high', '--max-fits', '12', '--keep-columns', 'a'); // prettier-ignore
    assert.equal(order.task, 'order');
    assert.ok(order.score.value < 0.2, order.score.sentence);
    write('auto.svm', rows.map((_, i) => `${i % 2 ? 1 : -1} ${1 + (i % 2)}:${1 + (i % 5)}\n`).join('')); // prettier-ignore
    const sparse = await json('auto', 'auto.svm', 'l.mxm', ...few);
    assert.equal(sparse.score.measures.accuracy, 1);
  });

  for (const [what, args, message] of [
    ['no time', ['subscribers.csv', '--seconds', '0'], /--seconds must be a number above 0, got 0/],
    ['a report of no kind', ['subscribers.csv', '--report', 'a.pdf'], /--report must end in .html, .md or .json/], // prettier-ignore
    ['an unknown task', ['subscribers.csv', '--task', 'class'], /--task must be one of classes, numbers, order/], // prettier-ignore
    ['no name', ['-'], /name the file for the model/],
  ]) {
    it(`refuses ${what} with status 2`, () => refused(2, ['auto', ...args], message));
  }
});

describe('maxmargin report', TWO, () => {
  const table = ['a,b,kind'];
  for (let i = 0; i < 80; i++) table.push(`${Math.sin(i) + (i % 2)},${Math.cos(3 * i)},${i % 2 ? '<b>' : 'x|y'}`); // prettier-ignore
  write('report-data.csv', `${table.join('\n')}\n`);
  write('report-numbers.csv', `${table.map((line, i) => (i === 0 ? 'a,b,y' : line.replace(/[^,]*$/, String(Math.sin(i))))).join('\n')}\n`); // prettier-ignore

  it('writes a page, Markdown or JSON, by the ending', async () => {
    await json('train', 'report-data.csv', 'report.mxm');
    const page = await json('report', 'report.mxm', 'report-data.csv', '--samples', '50');
    assert.equal(page.output, 'report.html');
    assert.match(read('report.html'), /^<!doctype html>/);
    assert.ok(read('report.html').includes('&lt;b&gt;') && !read('report.html').includes('<b></'));
    const some = ['--samples', '50', '--repeats', '1', '--train', 'report-data.csv'];
    const args = ['report', 'report.mxm', 'report-data.csv', ...some];
    await json(...args, '--out', 'report.md', '--title', 'My title');
    assert.match(read('report.md'), /^# My title\n/);
    const { scores, findings } = await json(...args, '-o', 'report.json');
    const { accuracy } = await json('predict', 'report-data.csv', 'report.mxm');
    near(scores[0].value, accuracy, 1e-12);
    assert.deepEqual(findings.map(({ code }) => code), ['rowsOfFit', 'sharedRows']); // prettier-ignore
    assert.deepEqual(JSON.parse(read('report.json')).data.columns.map(({ name }) => name), ['a', 'b']); // prettier-ignore
    const { stdout, code } = await start([...args, '--out', '-']);
    assert.ok(code === 0 && stdout.startsWith('<!doctype html>'));
  });

  it('takes regressors and detectors, and says what is wrong', async () => {
    await json('train', 'report-numbers.csv', 'regressor.mxm', '--machine', 'SVR');
    const { stdout, code } = await run(['report', 'regressor.mxm', 'report-numbers.csv', '-o', 'r.html']); // prettier-ignore
    assert.ok(
      code === 0 && /^By R², .*\nR²: /.test(stdout) && stdout.includes('report: r.html'),
      stdout,
    );
    await json('train', 'report-data.csv', 'detector.mxm', '--machine', 'OneClassSVM', '--label', 'none', '--drop', 'kind'); // prettier-ignore
    const found = await json('report', 'detector.mxm', 'report-data.csv', '--label', 'none', '--drop', 'kind'); // prettier-ignore
    assert.equal(found.scores[0].name, 'insideRate');
    await refused(
      2,
      ['report', 'regressor.mxm', 'report-numbers.csv', '-o', 'r.pdf'],
      /must end in/,
    );
    await refused(2, ['report', 'regressor.mxm'], /give the data file/);
    await refused(1, ['report', 'report-data.csv', 'regressor.mxm'], /has no model/);
    await refused(
      2,
      ['report', 'regressor.mxm', 'report-numbers.csv', '--label', 'none', '--drop', 'y'],
      /no labels/,
    );
  });
});

describe('maxmargin convert', TWO, () => {
  it('keeps numbers from CSV to LIBSVM and back', async () => {
    // Many tables in one file, because starting a command takes longer than reading all of them.
    const number = fc.oneof(
      fc.double({ noNaN: true, noDefaultInfinity: true }).map((x) => x || 0),
      fc.integer({ min: -9, max: 9 }),
      fc.constant(0),
    );
    const rows = fc.sample(fc.array(number, { minLength: 5, maxLength: 5 }), 300);
    const text = rows.map((row) => row.join(',')).join('\n') + '\n';
    write('numbers.csv', text);
    await json('convert', 'numbers.csv', 'numbers.libsvm');
    await json('convert', 'numbers.libsvm', 'again.csv', '--no-header');
    assert.equal(read('again.csv'), text);
  });

  it('numbers classes and names them again', async () => {
    const classes = ['--classes', 'rose,lily,iris'];
    await refused(
      1,
      ['convert', 'flowers.csv', 'x.txt', '--drop', 'note'],
      /labels are text.*--classes iris,lily,rose/,
    );
    await json('convert', 'flowers.csv', 'flowers.txt', '--drop', 'note', ...classes);
    assert.match(read('flowers.txt'), /^0\n1 1:1.1 2:1.9\n2 /);
    await json('convert', 'flowers.txt', 'flowers.tsv', ...classes);
    assert.match(read('flowers.tsv'), /^x1\tx2\tlabel\n0\t0\trose\n/);
  });

  it('writes and reads ONNX and LIBLINEAR', async () => {
    const args = ['--machine', 'LinearSVC', '--C', '10'];
    await json('train', 'flowers.csv', 'linear.mxm', '--drop', 'note', ...args);
    const said = (model) => json('predict', 'flowers.csv', model, '--drop', 'note');
    const { predictions } = await said('linear.mxm');
    await json('convert', 'linear.mxm', 'linear.onnx');
    const onnx = await json('convert', 'linear.onnx', 'back.mxm');
    assert.equal(onnx.from.format, 'onnx');
    const back = await json(
      'predict',
      'flowers.csv',
      'back.mxm',
      '--drop',
      'note',
      '--label',
      'kind',
    );
    assert.deepEqual(back.predictions, predictions);
    // The precision and the names of the inputs, which only ONNX has.
    const size = (name) => readFileSync(at(name)).length;
    await json('convert', 'linear.mxm', 'wide.onnx', '--precision', 'float64');
    assert.ok(size('wide.onnx') > size('linear.onnx'));
    await json('convert', 'linear.mxm', 'named.onnx', '--input-names', 'float_input');
    assert.match(read('named.onnx'), /float_input/);
    await refused(
      2,
      ['convert', 'linear.mxm', 'x.onnx', '--precision', 'half'],
      /float32, float64/,
    );
    await refused(2, ['convert', 'linear.mxm', 'x.mxm', '--precision', 'float64'], /is for ONNX/);
    await refused(1, ['convert', 'linear.mxm', 'x.onnx', '--input-names', 'a,b'], /1 inputs/);
    // Classes of LIBLINEAR's files are numbers.
    const numbers = write('numbers-of-flowers.csv', 'a,b,y\n0,0,1\n0,1,1\n4,0,2\n4,1,2\n');
    await json('train', numbers, 'numbers.mxm', ...args);
    await json('convert', 'numbers.mxm', 'n.liblinear');
    const liblinear = await json('convert', 'n.liblinear', 'n.json');
    assert.equal(liblinear.from.format, 'liblinear');
    const again = await json('predict', numbers, 'n.json', '--label', 'y');
    assert.deepEqual(again.predictions, [1, 1, 2, 2]);
  });

  it('writes models as source text, which says the same and is not read', async () => {
    const args = ['--drop', 'note', '--scale', 'standard', '--C', '10'];
    await json('train', 'flowers.csv', 'text.mxm', ...args);
    const { predictions } = await json('predict', 'flowers.csv', 'text.mxm', '--drop', 'note');
    const table = flowers.slice(1).map((line) => line.split(';').slice(0, 2).map(Number));
    for (const [file, format] of [
      ['predict.mjs', 'esm'],
      ['predict.cjs', 'cjs'],
    ]) {
      const { to } = await json('convert', 'text.mxm', file);
      assert.equal(to.format, format);
      const made = await import(pathToFileURL(at(file)));
      assert.deepEqual(made.predict(table), predictions);
      await refused(1, ['convert', file, 'back.mxm'], /predict\.[mc]js: it is source text/);
    }
    await json('convert', 'text.mxm', 'flowers.c', '--name', 'flowers');
    await json('convert', 'text.mxm', 'flowers.h', '--name', 'flowers');
    assert.match(read('flowers.c'), /^int flowers_predict\(const double \*x, double \*out\) \{$/m);
    assert.match(read('flowers.h'), /^int flowers_predict\(const double \*x, double \*out\);$/m);
    await refused(1, ['convert', 'text.mxm', 'x.c', '--name', 'a b'], /name must be/);
  });

  it('writes models as pages, which are not read', async () => {
    const about = ['--title', 'Which <flower>?', '--description', 'By two numbers', '--target', 'Kind', '--lang', 'pt-BR']; // prettier-ignore
    await json('train', 'flowers.csv', 'page.mxm', '--drop', 'note', '--scale', 'standard');
    const { to } = await json('convert', 'page.mxm', 'flowers.html', ...about);
    assert.equal(to.format, 'html');
    const text = read('flowers.html');
    assert.match(text, /^<!doctype html>\s*<html class="maxmargin-page" lang="pt-BR">/);
    assert.match(text, /<h1>Which &lt;flower&gt;\?<\/h1>\s*<p>By two numbers<\/p>/);
    const { target, bytes } = JSON.parse(text.match(/id="page">([^]*?)<\/script>/)[1]);
    assert.equal(target, 'Kind');
    assert.ok(Buffer.from(bytes, 'base64').equals(readFileSync(at('page.mxm'))));
    await refused(1, ['convert', 'flowers.html', 'x.mxm'], /flowers\.html: it is source text or a page/); // prettier-ignore
    await refused(2, ['convert', 'page.mxm', 'x.mjs', '--unit', 'cm'], /--unit is for pages/);
    await refused(1, ['convert', 'page.mxm', 'x.html', '--lang', 'no language'], /lang/);
  });

  it('converts models between formats, with the same predictions', async () => {
    await json(
      'train',
      write('bare-square.csv', square.slice(6)),
      'a.mxm',
      '--C',
      '10',
      '--gamma',
      '1',
    );
    await json('convert', 'a.mxm', 'a.json');
    await json('convert', 'a.json', 'a.model');
    await json('convert', 'a.model', 'b.mxm');
    const values = (model) => run(['predict', 'bare-square.csv', model, '--decision']);
    const [before, then] = [await values('a.json'), await values('b.mxm')];
    assert.equal(then.stdout, before.stdout);
    await refused(2, ['convert', 'a.mxm', 'a.foo'], /the name a\.foo does not tell the format/);
  });
});

/** Problems that take long: random labels, and a high cost of slacks. */
const next = random(7);
const noise = () => `${next().toFixed(4)},${next().toFixed(4)},${next() < 0.5 ? 1 : 0}`;
write('hopeless.csv', Array.from({ length: 4000 }, noise).join('\n'));

/**
 * onTerminal runs a command on a pseudo-terminal, and presses Ctrl-C once it
 * says something. The command replaces the shell: some shells stay, get the
 * same Ctrl-C, and end with a status of their own.
 */
async function onTerminal(command, { when }) {
  const args = ['-qefc', `exec ${command}`, '/dev/null'];
  const child = spawn('script', args, { cwd: folder, env: { ...env, SHELL: '/bin/sh' } });
  let text = '';
  let pressed = false;
  child.stdin.on('error', () => {});
  child.stdout.setEncoding('utf8').on('data', (chunk) => {
    text += chunk;
    if (pressed || !when.test(text)) return;
    pressed = true;
    child.stdin.write('\x03');
  });
  const timer = setTimeout(() => child.kill('SIGKILL'), 60_000);
  const code = await new Promise((resolve) => child.on('close', resolve));
  clearTimeout(timer);
  return { text, code };
}

const noTerminal = existsSync('/usr/bin/script') ? false : 'no script(1) to make a terminal';

describe('maxmargin on a terminal', { ...SECONDS, skip: noTerminal }, () => {
  it('shows progress, and Ctrl-C keeps the model so far beside a finished one', async () => {
    write('stopped.mxm', 'MXMG, a finished model');
    const command = `${program} train hopeless.csv stopped.mxm --C 1e6 --gamma 100`;
    const { text, code } = await onTerminal(command, { when: /training, iteration \d+/ });
    assert.match(text, /stopping, and keeping the result so far/);
    assert.match(text, /status +stopped after \d+ iterations/);
    assert.equal(code, 130, text);
    assert.equal((await load(readFileSync(at('stopped.partial.mxm')))).status, 'stopped');
    assert.equal(read('stopped.mxm'), 'MXMG, a finished model');
  });

  it('Ctrl-C ends a closed form without a result', async () => {
    const args = 'train hopeless.csv none.mxm --machine KernelRidge --gamma 1';
    const { text, code } = await onTerminal(`${program} ${args}`, { when: /kernel matrix/ });
    assert.match(text, /maxmargin: stopped before there was a model; nothing was written/);
    assert.equal(code, 130, text);
    assert.ok(!existsSync(at('none.mxm')));
  });

  it('Ctrl-C shows the finished part of a search', async () => {
    const args = `grid hopeless.csv --C 1e6 --gamma 50,100 --workers 1 --folds 2`;
    const { text, code } = await onTerminal(`${program} ${args}`, { when: /0 of 4 fits/ });
    assert.match(text, /^ +100 +not done\r$/m);
    assert.match(text, /status +stopped after 0 of 2 combinations/);
    assert.equal(code, 130, text);
  });
});

describe('a file that a command writes', SECONDS, () => {
  it('replaces the one that was there only when it is whole', async () => {
    write('kept.txt', 'what was there');
    chmodSync(at('kept.txt'), 0o640);
    symlinkSync('kept.txt', at('link.txt'));
    // Its reader fails after a first piece was written.
    const { writePieces } = await import(new URL('../src/cli/streams.js', import.meta.url));
    const broken = (function* () {
      yield 'half';
      throw new Error('cut');
    })();
    await assert.rejects(writePieces(at('kept.txt'), broken), /cut/);
    assert.equal(readFileSync(at('kept.txt'), 'utf8'), 'what was there');
    await writePieces(at('link.txt'), ['new']);
    assert.equal(readFileSync(at('kept.txt'), 'utf8'), 'new');
    assert.ok(lstatSync(at('link.txt')).isSymbolicLink());
    assert.equal(statSync(at('kept.txt')).mode & 0o777, 0o640);
    assert.deepEqual(
      readdirSync(folder).filter((name) => name.endsWith('.new')),
      [],
    );
    await writePieces('/dev/null', ['nothing']);
    assert.ok(lstatSync('/dev/null').isCharacterDevice());
    await assert.rejects(writePieces(at('no/such/folder'), ['x']), { code: 'ENOENT' });
  });

  it('replaces neither an input nor, by a model, a file of another kind', async () => {
    const kept = (name) => {
      write(name, square);
      return () => assert.equal(read(name), square, name);
    };
    const checks = ['first.csv', 'second.csv'].map(kept);
    write('some.json', '{"name":"a package"}');
    const other = (name) => new RegExp(`${name} is there and is not a model; name another file`);
    await refused(2, ['train', 'first.csv', 'second.csv'], other('second.csv'));
    await refused(2, ['train', 'first.csv', 'first.csv'], other('first.csv'));
    await refused(2, ['train', 'first.csv', 'some.json'], other('some.json'));
    await refused(2, ['grid', 'first.csv', '--C', '1,2', '--model', 'second.csv'], other('second.csv')); // prettier-ignore
    for (const more of [['second.csv'], ['--page', 'second.csv']])
      await refused(2, ['auto', 'first.csv', ...more], other('second.csv'));
    await refused(2, ['auto', 'first.csv', '--program', 'second.csv'], /is not a program/);

    for (const name of ['own.mxm', 'own.json']) {
      // A model replaces one of any format, and an empty file.
      write(name, '');
      await json('train', 'first.csv', name);
      await json('train', 'first.csv', name);
    }
    const input = /is an input of this command; name another file for the output/;
    const model = readFileSync(at('own.mxm'));
    symlinkSync('first.csv', at('first-link.csv'));
    for (const name of ['first.csv', 'first-link.csv', 'own.mxm'])
      await refused(2, ['predict', 'first.csv', 'own.mxm', name], input);
    await refused(2, ['report', 'own.json', 'first.csv', '--out', 'own.json'], input);
    await refused(2, ['convert', 'first.csv', './first.csv'], input);
    await refused(2, ['convert', 'own.mxm', 'own.mxm'], input);
    await refused(2, ['convert', 'own.mxm', 'second.csv', '--to', 'json'], other('second.csv'));
    assert.deepEqual(readFileSync(at('own.mxm')), model);
    checks.forEach((check) => check());
  });
});

describe('the docs', SECONDS, () => {
  it('has commands that work unchanged', { skip: heart.skip }, async () => {
    const page = readFileSync(join(root, 'demo', 'docs', 'command-line.md'), 'utf8');
    const commands = Array.from(page.matchAll(/^npx maxmargin (.*)$/gm), ([, args]) =>
      args.split(' '),
    );
    assert.equal(commands.length, 6);
    for (const args of commands) {
      const { code, stderr } = await start(args);
      assert.equal(code, 0, `${args.join(' ')}: ${stderr}`);
    }
  });

  it('README has commands that work as they are pasted', () => {
    const [, commands] = readFileSync(join(root, 'README.md'), 'utf8').match(
      /```sh\n(printf [^]*?)```/,
    );
    const own = commands.replaceAll('npx maxmargin', `'${program}'`);
    const printed = execFileSync('sh', ['-ec', own], { cwd: folder, env, encoding: 'utf8' });
    assert.equal(printed.trim().split('\n').at(-1), commands.trim().split('# ').at(-1));
  });
});
