/** CSV and ARFF into samples. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';

import fc from './support/properties.mjs';

import { shared } from './support/data.mjs';
import { fails } from './support/faults.mjs';
import { data } from './support/pure.mjs';

const { readArff, readCsv, readCsvChunks } = data;

/** The rows of a dense X. */
const rowsOf = ({ data, rows, cols }) =>
  Array.from({ length: rows }, (_, i) => [...data.subarray(i * cols, (i + 1) * cols)]);

/** All that a generator gives. */
const listOf = async (chunks) => {
  const all = [];
  for await (const chunk of chunks) all.push(chunk);
  return all;
};

const table = 'city,size,open,price\nParis,1.5,true,10\nRome,-2e1,false,20\nParis,.5,TRUE,30\n';

describe('readCsv', { timeout: 900_000 }, () => {
  // The regular expression for numbers once took quadratic time, so this did not end.
  it('reads a field of a million digits that is no number in linear time', async () => {
    const field = `${'1'.repeat(1_000_000)}x`;
    const { y } = await readCsv(`a,b\n1,${field}\n2,${field}y\n`, { target: 'b' });
    assert.deepEqual(y, [field, `${field}y`]);
    await fails(() => readCsv(`a,b\n1,2\n2,${field}\n`), {
      code: 'ERR_FORMAT',
      message: /line 3, column 2/,
    });
    const arff = `@relation r\n@attribute a numeric\n@data\n${field}\n`;
    await fails(() => readArff(arff), { code: 'ERR_FORMAT', message: /line 4/ });
  });

  it('keeps the decimal comma of like', async () => {
    const like = await readCsv('x;y\n1.234,5;1\n2.345,5;0\n3.456,25;1\n', { target: 'y' });
    const read = async (field, options) => [...(await readCsv(`x;y\n${field};1\n`, { like, ...options })).X.data]; // prettier-ignore
    assert.deepEqual([await read('2.000'), await read('2,125')], [[2000], [2.125]]);
    assert.deepEqual(await read('2.125', { decimal: '.' }), [2.125]);
    const chunks = await listOf(readCsvChunks('x;y\n2.000;1\n2,125;1\n', { like, chunkRows: 1 })); // prettier-ignore
    assert.deepEqual(chunks.map(({ X }) => X.data[0]), [2000, 2.125]); // prettier-ignore
  });

  it('takes the other sign for the decimal one where thousands is a point or a comma', async () => {
    const read = async (text, options) => [...(await readCsv(text, { target: 'y', ...options })).X.data]; // prettier-ignore
    assert.deepEqual(await read('a;y\n1.234;1\n5.678;2\n', { thousands: '.' }), [1234, 5678]);
    assert.deepEqual(await read('a;y\n1,234;1\n5,678;2\n', { thousands: ',' }), [1234, 5678]);
    await fails(() => read('a;y\n1;1\n', { thousands: '.', decimal: '.' }), { code: 'ERR_OPTION', argument: 'thousands', message: /decimal/ }); // prettier-ignore
  });

  it('tells columns of one name apart, all but one of which are ignored, in later data', async () => {
    const text = 'a,a,b,y\n1,9,2,0\n3,9,4,1\n';
    for (const [ignore, first] of [[[1], [1, 3]], [[0], [9, 9]]]) {
      const options = { ignore, target: 'y', header: true };
      const like = await readCsv(text, options);
      const expected = [[first[0], 2], [first[1], 4]];
      assert.deepEqual(rowsOf((await readCsv(text, { like })).X), expected);
      const again = await readCsv(text, { like: await readCsv(text, { like }) });
      assert.deepEqual([again.featureNames, rowsOf(again.X)], [['a', 'b'], expected]);
      const chunks = await listOf(readCsvChunks(text, { ...options, chunkRows: 1 }));
      assert.deepEqual(chunks.flatMap(({ X }) => rowsOf(X)), expected);
      // The one in use alone.
      assert.deepEqual(rowsOf((await readCsv('b,a,y\n2,5,0\n', { like })).X), [[5, 2]]);
    }
  }); // prettier-ignore

  it('skips comments, whatever marks they have', async () => {
    const read = await readCsv('# screen of 5"\na;b\n"x";1\n"y";2\n', { comment: '#', oneHot: true }); // prettier-ignore
    assert.deepEqual(read.featureNames, ['a=x', 'a=y', 'b']);
    // Fields of several lines, some of which look like comments, in pieces of any size.
    const rows = Array.from({ length: 9000 }, (_, i) => `## ${i}"\n"x\n# ${i}";${i}\n`);
    const bytes = new TextEncoder().encode(`## 5" screen\nname;n\n${rows.join('')}`);
    for (const size of [1, 7, 65_536].slice(bytes.length > 2e6 ? 1 : 0)) {
      async function* pieces() {
        for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
      }
      const { X, texts } = await readCsv(pieces(), { comment: '##', types: { name: 'text' } });
      assert.deepEqual([X.rows, X.data[8999], texts.name[8999]], [9000, 8999, 'x\n# 8999']);
    }
  });

  it('refuses the few fields that are no dates in a column of dates', async () => {
    const read = (...fields) => readCsv(['d,y', ...fields.map((field) => `${field},x`)].join('\n'), { target: 'y', table: true }); // prettier-ignore
    for (const wrong of ['2024-02-30', 'unknown', '2024-13-01']) {
      await fails(() => read('2024-01-31', wrong, '2024-03-01'), { code: 'ERR_FORMAT', message: [/^line 3, column 1 \(d\): /, /types: \{ d: 'category' \}/] }); // prettier-ignore
    }
    await fails(() => read('25/02/2024', '02/25/2024'), { message: /line 3.*no date of the form/ });
    assert.equal((await read('2024-01-31', 'a', 'b')).columns[0].type, 'category');
  });

  it('notes categories that may be numbers', async () => {
    const about = async (text) => (await readCsv(text, { target: 'y', table: true })).notes.filter((note) => /is read as a category/.test(note)); // prettier-ignore
    for (const field of ['12 kg', '1.5M', '"12,34,567"', '"1,5"']) {
      assert.match(
        (await about(`w,b,y\n${field},1.5,x\n${field},2.5,z\n`))[0],
        /^column 1 \(w\): /,
      );
    }
    assert.deepEqual(await about('w,y\nred,x\n12 kg,z\n'), []);
  });

  it('reads the minus sign of typographers', async () => {
    assert.deepEqual([...(await readCsv('a,t\n\u22125,x\n3,y\n', { target: 't' })).X.data], [-5, 3]); // prettier-ignore
  });

  it('names what a file is that is no table', async () => {
    const latin = (text) => Uint8Array.from(text, (one) => one.charCodeAt(0));
    const files = [
      ['PK\u0003\u0004\u0014\0\u0006\0', /zip file.*xlsx/],
      ['\u001f\u008b\b\0\0', /gzip/],
      ['<!doctype html>\n<title>Not found</title>\n', /HTML/],
      ['[{ "a": 1 }]\n', /JSON/],
      ['a\0,\0b\0\n\0', /UTF-16 .*\{ encoding: 'utf-16le' \}/],
      ['\0a\0,\0b\0\n', /UTF-16 .*\{ encoding: 'utf-16be' \}/],
    ];
    for (const [text, message] of files) {
      for (const source of [text, latin(text)]) await fails(() => readCsv(source), { code: 'ERR_FORMAT', message }); // prettier-ignore
    }
    assert.equal((await readCsv(latin('1\0,\x002\0\n\0'), { encoding: 'utf-16le' })).X.cols, 2);
    await fails(() => readCsv(Promise.resolve('a')), { code: 'ERR_TYPE', message: /await it: readCsv\(await/ }); // prettier-ignore
    await fails(() => readCsv('Statistics 2024\n\na,b,t\n1,2,x\n3,4,y\n'), { message: /line 3 has 3 fields.*remove what is above the names/ }); // prettier-ignore
    await fails(() => readCsv('a,t\nk.A.,x\n3,y\n4,x\n', { target: 't' }), { message: /'k.A.' is not a number.*missingValues.*category/ }); // prettier-ignore
  });

  it('reads streams of bytes, cut anywhere', async () => {
    const text = 'a,"b\n""x""",y\r\n1,2,né\r\n3,"4",ö\r\n\n5,6,né\r\n';
    const whole = await readCsv(text, { target: 'y' });
    const bytes = new TextEncoder().encode(`\ufeff${text}`);
    for (let size = 1; size < bytes.length; size++) {
      async function* pieces() {
        for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
      }
      assert.deepEqual(await readCsv(pieces(), { target: 'y' }), whole);
    }
    assert.deepEqual(await readCsv(new Blob([bytes]).stream(), { target: 'y' }), whole);
    const { getReader } = ReadableStream.prototype;
    const stream = new Blob([bytes]).stream();
    const old = { getReader: () => getReader.call(stream) }; // as in browsers without iteration
    assert.deepEqual(await readCsv(old, { target: 'y' }), whole);
    await fails(() => readCsv(new Blob(['a,y\n1,2\n\n4\n']).stream()), { message: /line 4/ });
    async function* texts() {
      yield 'a,y\n';
    }
    await fails(() => readCsv(texts()), { code: 'ERR_TYPE', message: /TextEncoderStream/ });
  });

  for (const [name, source, remedy] of [
    ['the name of a file', 'people.csv', /people\.csv.*readFile/],
    ['a path', './data/my people.csv.gz', /readFile/],
    ['an address', 'https://example.org/people', /fetch/],
  ]) {
    it(`says that ${name} is not the content of a file`, async () => {
      await fails(() => readCsv(source, { target: 'bought' }), {
        code: 'ERR_TYPE',
        argument: 'text',
        message: remedy,
      });
    });
  }

  it('names a forgotten target before it gives advice on categories', async () => {
    const text = 'a,kind\n1,x\n2,y\n';
    await fails(() => readCsv(text), { code: 'ERR_FORMAT', message: /\{ target: 'kind' \}/ });
    const error = await readCsv(text, { target: 'a' }).catch((thrown) => thrown);
    assert.doesNotMatch(error.message, /target/);
  });

  it('reads data that can be fitted', async () => {
    const { X, y, classes, featureNames, targetName, columns } = await readCsv(
      'length,width,kind\n1,2,a\n2,1,a\n8,9,b\n9,8,b\n',
      { target: 'kind' },
    );
    assert.deepEqual(rowsOf(X), [[1, 2], [2, 1], [8, 9], [9, 8]]); // prettier-ignore
    assert.deepEqual([y, classes], [['a', 'a', 'b', 'b'], ['a', 'b']]); // prettier-ignore
    assert.deepEqual([featureNames, targetName], [['length', 'width'], 'kind']);
    assert.deepEqual(
      columns.map(({ name, role, type, missing }) => [name, role, type, missing]),
      [
        ['length', 'feature', 'number', 0],
        ['width', 'feature', 'number', 0],
        ['kind', 'target', 'category', 0],
      ],
    );
  });

  it('makes columns of 0 and 1 of categories, on request', async () => {
    const { X, y, featureNames, columns } = await readCsv(table, { target: -1, oneHot: true });
    assert.deepEqual(featureNames, ['city=Paris', 'city=Rome', 'size', 'open']);
    assert.deepEqual(rowsOf(X), [[1, 0, 1.5, 1], [0, 1, -20, 0], [1, 0, 0.5, 1]]); // prettier-ignore
    assert.deepEqual(y, Float64Array.of(10, 20, 30));
    assert.deepEqual(columns[0].categories, ['Paris', 'Rome']);
  });

  it('takes targets of numbers, of truth values and of categories', async () => {
    const asked = async (target) => (await readCsv(table, { target, oneHot: true })).y;
    assert.deepEqual(await asked('size'), Float64Array.of(1.5, -20, 0.5));
    assert.deepEqual(await asked(2), [true, false, true]);
    assert.deepEqual(await asked(0), ['Paris', 'Rome', 'Paris']);
  });

  it('takes columns, leaves out others, and returns texts beside', async () => {
    const chosen = await readCsv(table, { columns: ['price', 'size'] });
    assert.deepEqual(chosen.featureNames, ['size', 'price']);
    assert.equal(chosen.y, undefined);
    const rest = await readCsv(table, { ignore: [0, 'open'], types: { price: 'text' } });
    assert.deepEqual([rest.featureNames, rest.texts], [['size'], { price: ['10', '20', '30'] }]);
  });

  const same = 'a,b\n1,2.5\n3,4.5\n';
  for (const [name, text] of Object.entries({
    'carriage returns': 'a,b\r\n1,2.5\r\n3,4.5\r\n',
    'lone carriage returns': 'a,b\r1,2.5\r3,4.5',
    'a byte order mark': `\ufeff${same}`,
    'blank lines': '\na,b\n\n1,2.5\n  \n3,4.5\n\n\n',
    'blanks around fields': ' a , b \n 1 , 2.5\n3,4.5 \n',
    'quoted fields': '"a","b"\n"1","2.5"\n3,"4.5"\n',
    semicolons: 'a;b\n1;2.5\n3;4.5\n',
    tabs: 'a\tb\n1\t2.5\n3\t4.5\n',
    bars: 'a|b\n1|2.5\n3|4.5\n',
    'decimal commas': 'a;b\n1;2,5\n3;4,5\n',
    'decimal commas in quotation marks': 'a,b\n1,"2,5"\n3,"4,5"\n',
    'a separator line': 'sep=;\r\na;b\r\n1;2,5\r\n3;4,5\r\n',
    'UTF-16': Buffer.from(`\ufeff${same}`, 'utf16le'),
    'UTF-8 bytes': new TextEncoder().encode(`\ufeff${same}`),
    'a buffer': new TextEncoder().encode(same).buffer,
    'a blob': new Blob([same]),
    'a response': new Response(same),
  })) {
    it(`reads ${name}`, async () => {
      const { X, featureNames } = await readCsv(text);
      assert.deepEqual([featureNames, rowsOf(X)], [['a', 'b'], [[1, 2.5], [3, 4.5]]]); // prettier-ignore
    });
  }

  it('reads quotation marks, delimiters and line ends in fields', async () => {
    const { texts } = await readCsv('a,n\n"x ""y"", z",1\n"two\nlines",2\n', {
      types: { a: 'text' },
    });
    assert.deepEqual(texts.a, ['x "y", z', 'two\nlines']);
  });

  it('reads fields of any length', async () => {
    const { texts } = await readCsv(`"${'x""'.repeat(1e6)}"\ny\n`, { header: false, types: { x1: 'text' } }); // prettier-ignore
    assert.deepEqual(texts.x1, ['x"'.repeat(1e6), 'y']);
  });

  it('reads other encodings when told', async () => {
    const bytes = Uint8Array.of(...Buffer.from('größe,n\n1,2\n', 'latin1'));
    const { featureNames } = await readCsv(bytes, { encoding: 'windows-1252' });
    assert.deepEqual(featureNames, ['größe', 'n']);
    await fails(() => readCsv(bytes), {
      code: 'ERR_FORMAT',
      argument: 'text',
      message: /windows-1252/,
    });
  });

  it('detects whether the first line has names', async () => {
    assert.deepEqual((await readCsv('1,2\n3,4\n')).featureNames, ['x1', 'x2']);
    assert.equal((await readCsv('1,2\n3,4\n', { header: true })).X.rows, 1);
    assert.deepEqual((await readCsv('"",a\n1,2\n')).featureNames, ['x1', 'a']);
    await fails(() => readCsv('150,4,setosa\n1,2,0\n3,4,1\n'), {
      message: [/line 1, column 3/, /\{ header: true \}/],
    });
  });

  describe('missing values', () => {
    const text = 'a,b,c\n1,x,0\n,y,1\nNA,?,1\n4,x,\n';
    it('are refused with their place and their number', async () => {
      await fails(() => readCsv(text, { oneHot: true }), {
        code: 'ERR_FORMAT',
        message: [/^line 3, column 1 \(a\): the value is missing \(4 values/, /'drop'/],
        details: { line: 3, column: 1, name: 'a' },
      });
    });
    it('leave out their rows', async () => {
      const data = await readCsv(text, { oneHot: true, missing: 'drop' });
      assert.deepEqual([rowsOf(data.X), data.dropped], [[[1, 1, 0, 0]], [3, 4, 5]]);
      assert.deepEqual(data.columns.map(({ missing }) => missing), [2, 1, 1]); // prettier-ignore
    });
    it('get the mean of the other values, or the shares of the categories', async () => {
      const { X, columns } = await readCsv(text, { oneHot: true, missing: 'mean' });
      assert.deepEqual(rowsOf(X), [[1, 1, 0, 0], [2.5, 0, 1, 1], [2.5, 2 / 3, 1 / 3, 1], [4, 1, 0, 2 / 3]]); // prettier-ignore
      assert.deepEqual(columns.map(({ mean }) => mean), [2.5, [2 / 3, 1 / 3], 2 / 3]); // prettier-ignore
    });
    it('in targets are not replaced', async () => {
      const options = { target: 'c', missing: 'mean', oneHot: true };
      await fails(() => readCsv(text, options), { message: [/line 5, column 3/, /no mean/] });
    });
    it('may be written in other ways', async () => {
      const { dropped } = await readCsv('a\n1\n-999\n', {
        missing: 'drop',
        missingValues: ['-999'],
      });
      assert.deepEqual(dropped, [3]);
    });
  });

  describe('like', () => {
    const before = { target: 'y', oneHot: true, missing: 'mean' };
    it('makes the same features of other data', async () => {
      const like = await readCsv('c,n,y\na,1,0\nb,2,1\nc,6,1\n', before);
      const { X, y, featureNames } = await readCsv('n,extra,c\n,7,c\n4,8,a\n', {
        like,
        missing: 'mean',
      });
      assert.deepEqual(featureNames, like.featureNames);
      assert.deepEqual([rowsOf(X), y], [[[0, 0, 1, 3], [1, 0, 0, 4]], undefined]); // prettier-ignore
    });
    it('refuses new categories and missing columns', async () => {
      const like = await readCsv('c,n,y\na,1,0\nb,2,1\n', before);
      await fails(() => readCsv('c,n\nd,1\n', { like }), {
        message: /line 2, column 1 \(c\): 'd'/,
      });
      await fails(() => readCsv('c\na\n', { like }), { message: /no column 'n'/ });
      await fails(() => readCsv('c,n\na,1\n', { like, target: 'c' }), { code: 'ERR_OPTION' });
    });
  });

  const refused = {
    'text among numbers': ['a,b\n1,2\n3,4\n5,six\n', {}, [/line 4, column 2 \(b\): 'six'/, /types/]],
    'categories, unless told': ['a,b\n1,x\n', {}, [/line 2, column 2/, /oneHot/, /ignore/]],
    'a decimal comma nobody is sure of': ['a;b\n1;1,234\n', {}, [/decimal: ','/, /thousands/]],
    'separators of two kinds': ['a,b\n1,"1,234,567"\n2,1 234\n', {}, [/thousands; remove/]],
    'a currency with a comma nobody is sure of': ['a,b\n1,"$1,234"\n', {}, [/decimal: ','/, /thousands/]],
    'decimal points among commas': ['a;b\n1,5;2.5555\n2,5;1,5\n', { decimal: ',' }, [/point/]],
    'dates that may begin with either': ['a,b\n01/02/2025,1\n03/04/2025,2\n', {}, [/line 2, column 1 \(a\): '01\/02\/2025'/, /'date:dmy'/, /'date:mdy'/]],
    'a day that no month has': ['a,b\n2024-02-30,1\n', { types: { a: 'date' } }, [/line 2, column 1 \(a\)/, /no date/]],
    'a month where days are said to be first': ['a,b\n12/31/2024,1\n', { types: { a: 'date:dmy' } }, [/no date/]],
    'dates to predict': ['a,b\n1,2024-01-31\n', { target: 'b', types: { b: 'date' } }, [/do not predict/]],
    'units': ['a,b\n1,2\n2,3 kg\n', {}, [/line 3/, /unit/]],
    'a percent sign behind some numbers': ['a,b\n1,2%\n2,3\n', {}, [/unit/]],
    'two currencies': ['a,b\n1,2 €\n2,$3\n', { types: { b: 'number' } }, [/unit/]],
    'what overflows': ['a\n1\n1e999\n', {}, [/line 3, column 1/, /finite/]],
    'a ragged line': ['a,b\n1,2\n1,2,3\n', {}, [/line 3 has 3 fields, but the first one has 2/]],
    'a short line': ['a,b\n"1\n",2\n3\n', {}, [/line 4 has 1 field,/]],
    'an open quotation mark': ['a,b\n1,2\n3,"4\n', {}, [/line 3, character 3/, /quotation mark/]],
    'a quotation mark in a field': ['a,b\n1,x"y\n', {}, [/line 2, character 4/]],
    'text after a quotation mark': ['a,b\n"1"2,3\n', {}, [/line 2, character 1/]],
    'two columns of one name': ['a,a\n1,2\n', {}, [/two columns 'a'/]],
    'a column without values': ['a,b\n1,\n2,\n', {}, [/column 2 \(b\)/, /ignore/]],
    'a wrong type': ['a\nx\n', { types: { a: 'number' } }, [/line 2, column 1/]],
    'neither true nor false': ['a\nyes\n', { types: { a: 'boolean' } }, [/'yes' is neither/]],
  }; // prettier-ignore
  for (const [name, [text, options, message]] of Object.entries(refused)) {
    it(`refuses ${name}, with place and remedy`, () =>
      fails(() => readCsv(text, options), { code: 'ERR_FORMAT', argument: 'text', message }));
  }

  const wrong = {
    target: ['nowhere', 9, 1.5],
    columns: ['a', [{}]],
    ignore: [['nowhere']],
    types: [{ a: 'int' }, { nowhere: 'text' }, null],
    oneHot: ['a', [true]],
    missing: ['median'],
    missingValues: ['-'],
    like: [{}],
    header: ['yes'],
    delimiter: ['', ',,', '"', 'a'],
    decimal: [';'],
    encoding: [8, 'utf-9'],
  };
  for (const [option, values] of Object.entries(wrong)) {
    it(`refuses a wrong ${option}`, async () => {
      for (const value of values) {
        const bytes = new TextEncoder().encode('a,b\n1,2\n');
        await fails(() => readCsv(bytes, { [option]: value }), {
          code: 'ERR_OPTION',
          argument: option,
        });
      }
    });
  }

  it('refuses unknown options, other sources and nothing', async () => {
    await fails(() => readCsv('a\n1\n', { targt: 'a' }), {
      code: 'ERR_OPTION_UNKNOWN',
      message: /target/,
    });
    await fails(() => readCsv(7), { code: 'ERR_TYPE', argument: 'text' });
    await fails(() => readCsv(new Response('', { status: 404 })), { message: /404/ });
    for (const text of ['', '\n\n', 'a,b\n'])
      await fails(() => readCsv(text), { code: 'ERR_EMPTY' });
    await fails(() => readCsv('a,b\n1,\n,2\n', { missing: 'drop' }), { code: 'ERR_EMPTY' });
    await fails(() => readCsv('a\n1\n', { target: 0 }), { code: 'ERR_EMPTY' });
  });

  it('keeps categories, booleans and gaps with table: true', async () => {
    const text = 'y,size,member,city\na,1.5,true,Rome\nb,,false,\n,3,,Oslo\na,4,true,Rome\n';
    const options = { target: 'y', table: true, missing: 'drop' };
    const { X, y, featureNames, dropped } = await readCsv(text, options);
    assert.deepEqual(X, {
      size: Float64Array.of(1.5, NaN, 4),
      member: [true, false, true],
      city: ['Rome', null, 'Rome'],
    });
    assert.deepEqual([...y], ['a', 'b', 'a']);
    assert.deepEqual(featureNames, ['size', 'member', 'city']);
    assert.deepEqual(dropped, [4]); // the row without a target; gaps of features stay
    await fails(() => readCsv(text, { target: 'y', table: true }), { code: 'ERR_FORMAT', message: /line 4.*\(y\)/ }); // prettier-ignore
    const one = await readCsv('size,city\n,\n', { table: true });
    assert.deepEqual(one.X, { size: [null], city: [null] }); // it may be a row to predict for
    const like = await readCsv(text, options);
    const again = await readCsv('city,size,member\nBern,7,\n', { like, table: true });
    assert.deepEqual(again.X, { size: Float64Array.of(7), member: [null], city: ['Bern'] });
    for (const wrong of [{ missing: 'mean' }, { oneHot: true }]) {
      await fails(() => readCsv(text, { target: 'y', table: true, ...wrong }), {
        code: 'ERR_OPTION',
        argument: Object.keys(wrong)[0],
      });
    }
  });

  it('reads back any table that was written', async () => {
    const cell = fc.string({ unit: 'grapheme', maxLength: 6 }).map((text) => `t${text}.`);
    const rows = fc.integer({ min: 1, max: 4 }).chain((width) =>
      fc.array(fc.tuple(fc.double({ noNaN: true, noDefaultInfinity: true }), fc.array(cell, { minLength: width, maxLength: width })), { minLength: 1, maxLength: 8 }),
    ); // prettier-ignore
    const ends = fc.constantFrom('\n', '\r\n');
    await fc.assert(
      fc.asyncProperty(rows, fc.constantFrom(',', ';', '\t', '|'), ends, async (given, by, end) => {
        const names = given[0][1].map((_, j) => `c${j}`);
        const quote = (text) => `"${text.replaceAll('"', '""')}"`;
        const lines = given.map(([n, texts]) => [String(n), ...texts.map(quote)].join(by));
        const text = [['n', ...names].join(by), ...lines].join(end);
        const types = Object.fromEntries(names.map((name) => [name, 'text']));
        const { X, texts } = await readCsv(text, { types, delimiter: by, decimal: '.' });
        assert.equal(X.rows, given.length);
        given.forEach(([n, row], i) => {
          assert.equal(X.data[i], n + 0); // String(-0) is '0'
          row.forEach((field, j) => assert.equal(texts[`c${j}`][i], field.trim()));
        });
      }),
      { numRuns: 200 },
    );
  });

  it('says what is wrong with any other text', async () => {
    const piece = fc.constantFrom('a', '1', ',', ';', '"', '\n', '\r', '.', '-', ' ', 'NA', '\t', '2024-01-01', 'é', '\0'); // prettier-ignore
    const options = fc.constantFrom({}, { oneHot: true }, { missing: 'drop', oneHot: true }, { target: 0, missing: 'mean', oneHot: true }); // prettier-ignore
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 40 }), options, async (pieces, given) => {
        await readsOrSays(() => readCsv(pieces.join(''), given));
      }),
      { numRuns: 1000 },
    );
  });
});

/** readsOrSays checks that a reader returns finite samples or an error of its own. */
async function readsOrSays(read) {
  try {
    const { X, featureNames, y } = await read();
    assert.equal(featureNames.length, X.cols);
    assert.ok(X.data.every(Number.isFinite));
    if (y) assert.equal(y.length, X.rows);
  } catch (error) {
    if (error.name !== 'MaxMarginError') throw error;
    assert.match(error.code, /^ERR_(FORMAT|EMPTY|OPTION)$/);
  }
}

const arff = `% flowers
@RELATION 'two flowers'
@attribute 'petal length' REAL
@attribute width numeric   % in cm
@attribute soil {dry, "very wet", 'it''s'}
@attribute note string
@attribute kind {a,b}

@DATA
1.5, 2, dry, 'it\\'s a, "b"', a
-2e3,?,"very wet",plain,b % the last
`.replace("'it''s'", "'it\\'s'");

describe('readArff', { timeout: 900_000 }, () => {
  it('takes a year of two digits as other files do', async () => {
    const read = async (date) => (await readArff(`@relation r\n@attribute d date "dd/MM/yy"\n@data\n"${date}"\n`)).X.data[0]; // prettier-ignore
    assert.deepEqual([await read('05/03/21'), await read('05/03/70')], [Date.UTC(2021, 2, 5), Date.UTC(1970, 2, 5)]); // prettier-ignore
  });

  it('takes missingValues by the names of attributes, whatever these are', async () => {
    const text =
      '@relation r\n@attribute constructor numeric\n@attribute a numeric\n@data\n1,-9\n2,3\n';
    const { X } = await readArff(text, { missingValues: { a: ['-9'] }, missing: 'drop' });
    assert.deepEqual(rowsOf(X), [[2, 3]]);
  });

  it('reads numbers, categories and strings', async () => {
    const { relation, X, y, classes, texts, featureNames, columns } = await readArff(arff, {
      target: 'kind',
      oneHot: true,
      missing: 'mean',
    });
    assert.equal(relation, 'two flowers');
    assert.deepEqual(featureNames, ['petal length', 'width', 'soil=dry', 'soil=very wet', "soil=it's"]); // prettier-ignore
    assert.deepEqual(rowsOf(X), [[1.5, 2, 1, 0, 0], [-2000, 2, 0, 1, 0]]); // prettier-ignore
    assert.deepEqual([y, classes], [['a', 'b'], ['a', 'b']]); // prettier-ignore
    assert.deepEqual(texts, { note: [`it's a, "b"`, 'plain'] });
    assert.equal(columns[1].missing, 1);
  });

  it('makes a sparse X of sparse rows', async () => {
    const { X, y } = await readArff(
      '@relation r\n@attribute a real\n@attribute b real\n@attribute c {0,1}\n@attribute k {no,yes}\n@data\n{0 1.5, 2 1}\n{}\n{1 -2, 3 yes}\n',
      { target: -1 },
    );
    assert.deepEqual([[...X.indptr], [...X.indices], [...X.data]], [[0, 2, 2, 3], [0, 2, 1], [1.5, 1, -2]]); // prettier-ignore
    assert.deepEqual([X.rows, X.cols, y], [3, 3, ['no', 'no', 'yes']]);
  });

  it('takes categories named by numbers for numbers', async () => {
    const text = '@relation r\n@attribute a {0,1}\n@attribute k {0,1}\n@data\n0,1\n1,0\n';
    const { X, y } = await readArff(text, { target: 'k' });
    assert.deepEqual(
      [rowsOf(X), y],
      [
        [[0], [1]],
        ['1', '0'],
      ],
    );
    const numbers = await readArff(text, { target: 'k', types: { k: 'number' } });
    assert.deepEqual(numbers.y, Float64Array.of(1, 0));
  });

  const head = '@relation r\n@attribute a real\n@attribute b {x,y}\n@data\n';
  const refused = {
    'no data': ['@relation r\n@attribute a real\n', [/no line @data/]],
    'no attributes': ['@relation r\n@data\n1\n', [/no line @attribute/]],
    'dates with names': ['@attribute d date "MMM yyyy"\n@data\n1\n', [/line 1/, /dates/, /ignore/]],
    'no date': ['@attribute d date "yyyy-MM-dd"\n@data\n2001-02-30\n', [/line 3, character 1/, /no date/]],
    'relations': ['@attribute d relational\n@attribute e real\n@end d\n@data\n1\n', [/line 1/, /relational/]],
    'unknown types': ['@attribute d float\n@data\n', [/line 1/, /'float'/, /numeric, real/]],
    'other lines': ['relation r\n@attribute a real\n@data\n', [/line 1/, /@relation/]],
    'an open list': ['@attribute d {a,b\n@data\n', [/line 1, character 18/, /write }/]],
    'an open quotation mark': [`${head}1,'x\n`, [/line 5, character 3/, /not closed/]],
    'another category': [`${head}1,z\n`, [/line 5, character 3/, /'z'/, /x, y/]],
    'too few values': [`${head}1\n`, [/line 5/, /1 values, but there are 2/]],
    'too many values': [`${head}1,x,3\n`, [/line 5/, /left over/]],
    'an empty value': [`${head}1,\n`, [/line 5, character 3/, /write \?/]],
    'a weight that is none': [`${head}1,x,{y}\n`, [/line 5/, /weight/]],
    'a number of no attribute': [`${head}{2 1}\n`, [/line 5, character 2/, /0 to 1/]],
    'an attribute twice': [`${head}{0 1, 0 2}\n`, [/line 5, character 7/, /twice/]],
    'an open row': [`${head}{0 1\n`, [/line 5/, /write }/]],
    'text for a number': [`${head}one,x\n`, [/line 5, column 1 \(a\): 'one'/]],
    'a string left out': ['@attribute s string\n@data\n{}\n', [/line 3/, /leaves out s/]],
  }; // prettier-ignore
  for (const [name, [text, message]] of Object.entries(refused)) {
    it(`refuses ${name}, with place and remedy`, () =>
      fails(() => readArff(text, { oneHot: true }), { code: 'ERR_FORMAT', argument: 'text', message })); // prettier-ignore
  }

  it('reads back any table that was written', async () => {
    const value = fc.string({ unit: 'grapheme', maxLength: 8 });
    const number = fc.double({ noNaN: true, noDefaultInfinity: true });
    const quote = (text) =>
      `'${text.replace(/[\\'\n\r\t]/g, (c) => `\\${{ '\n': 'n', '\r': 'r', '\t': 't' }[c] ?? c}`)}'`;
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(number, value), { minLength: 1 }), async (rows) => {
        const names = [...new Set(rows.map(([, text]) => text))];
        const text = `@relation r\n@attribute n real\n@attribute s string\n@attribute k {${names.map(quote)}}\n@data\n${rows.map(([n, s]) => `${n},${quote(s)},${quote(s)}`).join('\n')}`;
        const { X, y, texts } = await readArff(text, { target: 'k' });
        rows.forEach(([n, s], i) => assert.deepEqual([X.data[i] + 0, texts.s[i], y[i]], [n + 0, s, s])); // prettier-ignore
      }),
      { numRuns: 200 },
    );
  });

  it('says what is wrong with any other text', async () => {
    const piece = fc.constantFrom('@data\n', '@relation r\n', '@attribute a real\n', '@attribute b {x,y}\n', '1', 'x', ',', '{', '}', '?', "'", '"', '\\', '%', ' ', '\n', '\r'); // prettier-ignore
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 30 }), (pieces) =>
        readsOrSays(() => readArff(`${head}${pieces.join('')}`, { oneHot: true, missing: 'mean' })),
      ),
      { numRuns: 1000 },
    );
  });
});

describe('faults of readers', () => {
  const undecided = {
    'years (01)': 'region,2019,2020\nnorth,10,12\nsouth,11,13\n',
    'numbers of columns beside a name (01)': 'label,0,1,2\na,5,6,7\nb,8,9,10\n',
    'numbers of columns': '0,1,2\n5.1,3.5,1.4\n4.9,3.0,1.4\n',
    'one column called 0': '0\n1.25\n0.48\n',
    'years alone': '2019,2020\n10,12\n11,13\n',
    'wavelengths': '1100.5,1102.5,1104.5\n.1,.2,.4\n.3,.1,.2\n',
    'wavelengths beside a name': 's,1100.5,1102.5\na,.1,.2\nb,.3,.1\n',
    'texts alone': 'city,kind\nRome,a\nParis,b\n',
    'one misspelt number': '0.1,O.2,3\n0.3,0.4,3\n0.2,0.5,4\n',
  }; // prettier-ignore
  for (const [name, text] of Object.entries(undecided)) {
    it(`asks whether the first line has names: ${name}`, async () => {
      await fails(() => readCsv(text, { table: true }), {
        code: 'ERR_FORMAT',
        message: [/line 1/, /\{ header: true \}/, /\{ header: false \}/],
      });
      const rows = text.trim().split('\n').length;
      for (const header of [true, false]) {
        const ignore = name.startsWith('one misspelt') ? [1] : [];
        const { X, dialect } = await readCsv(text, { table: true, header, ignore });
        assert.equal(Object.values(X)[0].length, header ? rows - 1 : rows);
        assert.equal(dialect.header, header);
      }
    });
  }

  const many = (line) => Array.from({ length: 30 }, (_, i) => line(i)).join('\n');
  const decided = {
    'a text above numbers': ['a,b\n1,x\n2,y\n', true],
    'several years in order': ['region,2018,2019,2020\nnorth,10,12,15\nsouth,11,13,9\n', true],
    'years with gaps': ['region,1990,2000,2005\nnorth,10,12,15\nsouth,11,13,9\n', true],
    'labels that come again': [`text,label\n${many((i) => `t${i},${i % 2 ? 'pos' : 'neg'}`)}`, true],
    'row names': [',0,1\n0,5,6\n1,7,8\n', true],
    'dates above numbers': ['place,1/22/20,1/23/20\na,1,2\nb,2,3\n', true],
    'a column that is named': ['city,kind\nRome,a\nParis,b\n', true, { target: 'kind' }],
    'texts of a file without a header': ['p,x,s\ne,x,t\np,y,s\n', false],
    'flowers': ['5.1,3.5,a\n4.9,3.0,b\n4.7,3.2,a\n', false],
    'animals': [`aardvark,1,0,4\n${many((i) => `animal ${i},${i % 2},1,4`)}`, false],
    'numbers': ['1,2\n3,4\n', false],
    'numbers in steps, like all rows': ['1,2,3\n4,5,6\n', false],
    'dates': ['2020-01-01,5\n2020-01-02,7\n', false, { ignore: [0] }],
  }; // prettier-ignore
  for (const [name, [text, header, how]] of Object.entries(decided)) {
    it(`${header ? 'finds names' : 'loses no row'}: ${name}`, async () => {
      const { dialect, X } = await readCsv(text, { table: true, ...how });
      assert.equal(dialect.header, header);
      assert.equal(Object.values(X)[0].length, text.trim().split('\n').length - (header ? 1 : 0));
    });
  }

  it('says { header: true } where a named column is not there (01)', async () => {
    for (const how of [{ target: 'y' }, { ignore: ['y'] }, { types: { y: 'text' } }]) {
      await fails(() => readCsv('1,2\n3,4\n', how), { code: 'ERR_OPTION', message: /\{ header: true \}/ }); // prettier-ignore
    }
  });

  it('None and NA can be categories (05)', async () => {
    const quoted = 'sleep,hours\n"None",8\n"Insomnia",4\n"None",7\n"Apnea",5\n';
    const want = ['None', 'Insomnia', 'None', 'Apnea'];
    assert.deepEqual((await readCsv(quoted, { target: 'sleep' })).y, want);
    const bare = quoted.replaceAll('"', '');
    assert.deepEqual((await readCsv(bare, { target: 'sleep', missingValues: [] })).y, want);
    await fails(() => readCsv(bare, { target: 'sleep' }), { message: /'None' is a value, say \{ missingValues: \[\] \}/ }); // prettier-ignore
    await fails(() => readCsv(quoted, { target: 'sleep', missingValues: ['None'] }), { code: 'ERR_FORMAT' }); // prettier-ignore
    const { X, notes } = await readCsv('country,v\nNA,1\nDE,2\n', { table: true });
    assert.deepEqual([X.country, notes.length], [[null, 'DE'], 1]);
    assert.match(notes[0], /column 1 \(country\): 'NA' .*missingValues: \[\]/);
    // Marks around every field say nothing among numbers.
    const all = await readCsv('"a","b"\n"1","2"\n"NA","3"\n', { missing: 'mean' });
    assert.deepEqual([...all.X.data], [1, 2, 1, 3]);
  });

  it('row names without a name beside x1, and without a corner (06)', async () => {
    const text = '"","x1","x2","y"\n"1",0.5,1,"a"\n"2",0.7,2,"b"\n';
    const { featureNames, columns } = await readCsv(text, { target: 'y', ignore: [0] });
    assert.deepEqual([featureNames, columns[0].name], [['x1', 'x2'], 'x1_']);
    const r = await readCsv('"x1" "x2"\n"1" 2 3\n"2" 3 4\n');
    assert.deepEqual([r.featureNames, rowsOf(r.X)], [['x1', 'x2'], [[2, 3], [3, 4]]]); // prettier-ignore
  });

  it('asks about a first line of many numbers in few words', async () => {
    const row = (from) => Array.from({ length: 1000 }, (_, j) => (from ? (j * 7919) % 1000 : j)).join(',');
    await fails(() => readCsv(`${row(0)}\n${row(1)}\n`), { message: /^line 1: '0, 1, 2.{0,60}…' may be names of columns; say [^]{0,150}$/ });
  }); // prettier-ignore

  it('takes no numbers for names of rows: a decimal comma, or a title above numbers', async () => {
    for (const text of ['a\n1,5\n2,5\n', 'My table\n1,2\n2,4\n', 'a,b\n1,5,2\n3,5,4\n', 'x,y\n1.5,1,2\n2.5,3,4\n']) {
      await fails(() => readCsv(text), { code: 'ERR_FORMAT', message: [/line 2 has \d fields/, /\{ header: true \} if each begins with the name of a row/] });
      assert.equal((await readCsv(text, { header: true })).X.cols, text.split('\n')[0].split(',').length);
    }
    // A part of a data frame of R, whose rows have their numbers, and one with dates for names.
    const part = await readCsv('"x" "y"\n"7" 2 3\n"9" 3 4\n', { header: true });
    assert.deepEqual(rowsOf(part.X), [[2, 3], [3, 4]]);
    const dated = await readCsv('x,y\n2020-01-01,2,3\n2020-01-02,3,4\n');
    assert.deepEqual([dated.featureNames, rowsOf(dated.X)], [['x', 'y'], [[2, 3], [3, 4]]]);
  }); // prettier-ignore

  it('columns of blanks (25)', async () => {
    const text =
      ' 0.00632  18.00   2.310  0\n 0.02731   0.00   7.070  1\n 0.03237   0.00   2.180  0 \n';
    for (const how of [{}, { delimiter: ' ' }]) {
      const { X, y } = await readCsv(text, { target: -1, ...how });
      assert.deepEqual([X.cols, rowsOf(X)[1], [...y]], [3, [0.02731, 0, 7.07], [0, 1, 0]]);
    }
    const mixed = await readCsv('18.0   8\t"chevrolet malibu"\n15.0   8\t"buick ""x"" y"\n16.0   8\t"ford"\n', { header: false, types: { x3: 'text' } }); // prettier-ignore
    assert.deepEqual(mixed.texts.x3, ['chevrolet malibu', 'buick "x" y', 'ford']);
    const names = await readCsv('first name\tage\nJohn Smith\t5\nJane Doe\t6\n', { table: true });
    assert.deepEqual(names.featureNames, ['first name', 'age']);
  });

  it('delimiters that end lines make no column', async () => {
    for (const text of ['a,b,\n1,2,\n3,4,\n', 'a,b\n1,2,\n3,4,\n']) {
      const { featureNames, X } = await readCsv(text);
      assert.deepEqual([featureNames, rowsOf(X)], [['a', 'b'], [[1, 2], [3, 4]]]); // prettier-ignore
    }
  });

  it('checks come after ignore (29)', async () => {
    const twice = 'a,a,b\n1,x,3\n2,y,4\n';
    assert.deepEqual((await readCsv(twice, { ignore: [1] })).featureNames, ['a', 'b']);
    assert.deepEqual((await readCsv(twice, { ignore: ['a'] })).featureNames, ['b']);
    await fails(() => readCsv(twice, { target: 'a' }), { message: /two columns 'a'.*0 and 1/ });
    // The decimal sign is that of the columns in use.
    const { X } = await readCsv('v;x\n1.22;1,5\n1.33;2,5\n', { ignore: ['v'] });
    assert.deepEqual([...X.data], [1.5, 2.5]);
    const odd =
      '@relation r\n@attribute c {x}\n@attribute c date "EEE"\n@attribute r relational\n@attribute q real\n@end r\n@attribute a real\n@data\nz,Monday,"1",7\n';
    const left = await readArff(odd, { columns: ['a'] });
    assert.deepEqual([...left.X.data], [7]);
  });

  it('a gap in a column of texts of a table is null, and no mean is proposed (47)', async () => {
    const text = 'note,age,y\nsome words,3,a\n,4,b\n';
    const types = { note: 'text' };
    const { texts } = await readCsv(text, { target: 'y', table: true, types });
    assert.deepEqual(texts.note, ['some words', null]);
    const error = await readCsv(text, { target: 'y', types }).catch((thrown) => thrown);
    assert.match(error.message, /missing: 'drop'/);
    assert.doesNotMatch(error.message, /'mean'/);
  });

  it('thousands and comments are options, long ids are no numbers, codes are told', async () => {
    const { X } = await readCsv('a,b\n"27,414",2\n"1,258.2",6\n', { thousands: ',' });
    assert.deepEqual([...X.data], [27414, 2, 1258.2, 6]);
    await fails(() => readCsv('a,b\n"27,41",2\n"1,258.2",6\n', { thousands: ',' }), { code: 'ERR_FORMAT' }); // prettier-ignore
    await fails(() => readCsv('a,b\n"1,234",2\n'), { message: /\{ thousands: ',' \}/ });
    const remarks = await readCsv('# x\na,b\n# y\n1,2\n', { comment: '#' });
    assert.deepEqual(rowsOf(remarks.X), [[1, 2]]);
    await fails(() => readCsv('id,b\n9007199254740993,1\n'), { message: [/more digits/, /'category'/] }); // prettier-ignore
    const { notes } = await readCsv('zip,y\n02134,1\n10001,2\n');
    assert.match(notes.join(), /'02134' is read as a number.*'category'/);
    await fails(() => readCsv('a,b\n1,-\n2,3\n'), { message: /line 2.*missing/ });
  });

  it('counts a nominal value once that an ARFF file lists twice', async () => {
    const text = '@relation r\n@attribute k {x,y,x}\n@attribute v real\n@data\ny,1\nx,2\n';
    const { y, classes } = await readArff(text, { target: 'k' });
    assert.deepEqual(
      [y, classes],
      [
        ['y', 'x'],
        ['x', 'y'],
      ],
    );
    assert.deepEqual((await readArff(text, { oneHot: true })).featureNames, ['k=x', 'k=y', 'v']);
  });

  it('reads ARFF files that WEKA and scipy read (10)', async () => {
    const target = 'c';
    const of = async (text) => (await readArff(`@relation s\n${text}`, { target })).y;
    assert.deepEqual(await of('@attribute x integer [1,10]\n@attribute c {a,b}\n@data\n2,b\n3,a\n'), ['b', 'a']); // prettier-ignore
    assert.deepEqual(await of('@attribute x numeric\n@attribute c {a b}\n@data\n2\tb\n3   a\n'), ['b', 'a']); // prettier-ignore
    const dates =
      '@attribute t date "yyyy-MM-dd HH:mm"\n@attribute c {a,b}\n@data\n"2001-04-03 12:12",b\n';
    const { X } = await readArff(dates, { target });
    assert.deepEqual([...X.data], [Date.UTC(2001, 3, 3, 12, 12)]);
    const mixed = await readArff('@attribute x real\n@attribute c {a,b}\n@data\n1,b,{5}\n{0 2}\n{1 b},{2}\n', { target }); // prettier-ignore
    assert.deepEqual([rowsOf(mixed.X), mixed.y, [...mixed.sampleWeight]], [[[1], [2], [0]], ['b', 'a', 'b'], [5, 1, 2]]); // prettier-ignore
  });
});

/** sum adds numbers up. */
const sum = (numbers) => numbers.reduce((a, b) => a + b, 0);

/** near is equal, except for the order in which numbers were added up. */
function near(actual, expected) {
  assert.ok(
    Math.abs(actual - expected) <= 1e-12 * Math.abs(expected),
    `${actual}, not ${expected}`,
  );
}

/** The results of other readers for the same files; core/internal/golden/readers.py says which and how. */
const goldens = JSON.parse(readFileSync(new URL('support/readers.json', import.meta.url), 'utf8'));

describe('real files', { skip: shared().skip, timeout: 900_000 }, () => {
  for (const { path, options, expected, texts } of goldens) {
    it(`${path} is as others read it`, async () => {
      const read = path.includes('.arff') ? readArff : readCsv;
      const data = await read(shared(path).bytes(), options);
      const [rows, cols, target, features] = expected;
      assert.deepEqual([data.X.rows, data.X.cols], [rows, cols]);
      if (Array.isArray(target)) {
        const count = (label) => data.y.filter((other) => other === label).length;
        assert.deepEqual(data.classes.map(count), target);
      } else near(sum(data.y), target);
      const values = texts ? Object.values(data.texts)[0].map((text) => text.length) : data.X.data;
      near(sum(texts ? values : values.map((value) => value ** 2)), features);
    });
  }
});
