/** What an editor shows of the package: TypeScript's own service is asked, as VS Code asks it. */
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';

import ts from 'typescript';

import { entry, project } from './support/project.mjs';

const { catalog } = await import(entry('main.mjs'));

// A program in which comments of one word mark the places that are asked about.
const places = (form, wait) => `
import { /*class*/SVC, LinearSVR, crossValidate } from '${form}';
const X = [[1], [2]];
const y = ['a', 'b'];
const machine = new SVC({ /*own*/C: 1, /*kernel*/gamma: 2, /*common*/tol: 0.1 });
const model = ${wait} machine./*fit*/fit(X, y);
const labels = ${wait} model./*predict*/predict(X);
model./*fitted*/supportVectors;
${wait} model./*method*/diagnostics(X, y);
${wait} /*function*/crossValidate(model, X, y);
new SVC({ c: 1 });
new SVC({ gamma: 'skale' });
new LinearSVR().fit(X, y);
model.save().then;
export { labels };
`;

/**
 * TypeScript's service for one file in the project that has the package installed.
 * @param {string} name
 * @param {string} code
 */
function serviceOf(name, code) {
  const folder = join(project, 'editors');
  mkdirSync(folder, { recursive: true });
  const file = join(folder, name);
  writeFileSync(file, code);
  const settings = {
    strict: true,
    module: ts.ModuleKind.NodeNext,
    target: ts.ScriptTarget.ES2022,
    lib: ['lib.es2022.d.ts', 'lib.dom.d.ts'],
    types: [],
  };
  const service = ts.createLanguageService({
    ...ts.sys,
    useCaseSensitiveFileNames: () => ts.sys.useCaseSensitiveFileNames,
    getScriptFileNames: () => [file],
    getScriptVersion: () => '1',
    getScriptSnapshot: (path) =>
      ts.sys.fileExists(path) ? ts.ScriptSnapshot.fromString(ts.sys.readFile(path)) : undefined,
    getCurrentDirectory: () => folder,
    getCompilationSettings: () => settings,
    getDefaultLibFileName: (options) => ts.getDefaultLibFilePath(options),
  });
  return { file, service };
}

/** What the editor shows at a mark, on one line: the declaration, and what is said of it. */
function shown({ file, service }, code, mark) {
  const at = code.indexOf(`/*${mark}*/`) + mark.length + 4;
  const info = service.getQuickInfoAtPosition(file, at);
  const line = (parts) => ts.displayPartsToString(parts).replaceAll(/\s+/g, ' ');
  return { what: line(info.displayParts), said: line(info.documentation), tags: info.tags ?? [] };
}

for (const [form, wait, name, result] of [
  ['maxmargin', 'await', 'promised.mts', (type) => `Promise<${type}>`],
  ['maxmargin/sync', '', 'blocking.mts', (type) => type],
]) {
  describe(`an editor, with ${form}`, { timeout: 900_000 }, () => {
    const code = places(form, wait);
    const asked = serviceOf(name, code);

    it('shows what an option means, its range, its default, and its type', () => {
      const own = shown(asked, code, 'own');
      assert.match(own.what, /SVCOptions.*\.C\?: number/);
      assert.match(
        own.said,
        /^Penalty on the slacks.* A number in \(0, Infinity\]\. Default: 1\.$/,
      );
      const kernel = shown(asked, code, 'kernel');
      assert.match(kernel.what, /\.gamma\?: number \| "scale" \| "auto"/);
      assert.match(
        kernel.said,
        /^Factor of the squared distance.* Numbers in \(0, Infinity\)\. Default: scale\.$/,
      );
      const common = shown(asked, code, 'common');
      assert.match(common.what, /\.tol\?: number/);
      assert.match(
        common.said,
        /^Largest violation.* A number in \(0, Infinity\)\. Default: 0\.001\.$/,
      );
    });

    it('shows what a machine, a method, a result and a function is', () => {
      assert.match(shown(asked, code, 'class').said, /^Support vector classifier/);
      const fit = shown(asked, code, 'fit');
      assert.ok(fit.what.endsWith(`): ${result('SVC<string, Samples>')}`), fit.what);
      assert.match(fit.said, /^Trains on samples X with class labels y\./);
      assert.deepEqual(
        fit.tags.map((tag) => `${tag.name} ${ts.displayPartsToString(tag.text)}`),
        [
          'param y one label per row, all of one primitive type',
          'returns this machine, whose labels are now known',
        ],
      );
      assert.ok(shown(asked, code, 'predict').what.endsWith(`): ${result('string[]')}`));
      assert.match(shown(asked, code, 'fitted').said, /^The support vectors, sparse if/);
      assert.match(shown(asked, code, 'method').said, /^Where the rows lie/);
      assert.match(shown(asked, code, 'function').said, /^Scores an estimator on every fold/);
    });

    it('shows mistakes by the names that users know', () => {
      const found = asked.service
        .getSemanticDiagnostics(asked.file)
        .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' '));
      assert.deepEqual(found.slice(0, 2), [
        "Object literal may only specify known properties, but 'c' does not exist in type 'SVCOptions<RowKernels> & Known<RowKernels>'. Did you mean to write 'C'?",
        'Type \'"skale"\' is not assignable to type \'number | "scale" | "auto" | undefined\'. Did you mean \'"scale"\'?',
      ]);
      assert.match(
        found[2],
        /^Argument of type 'string\[\]' is not assignable to parameter of type 'Entries<number>'/,
      );
      // Only in maxmargin/sync is the result of save no promise.
      assert.equal(found.length, wait ? 3 : 4, found.join('\n'));
    });

    it('says something of every option, method and result of every machine', () => {
      const names = Object.keys(catalog);
      const room = (each) => (catalog[each].entry === 'maxmargin' ? 'work' : 'study');
      const uses = `import * as work from '${form}';\nimport * as study from '${form.replace('maxmargin', 'maxmargin/study')}';\n${names.map((each) => `export const my${each} = new ${room(each)}.${each}({});\n`).join('')}`;
      const { file, service } = serviceOf(`all-${name}`, uses);
      const program = service.getProgram();
      const checker = program.getTypeChecker();
      const silent = [];
      let count = 0;
      const look = (owner, type) => {
        for (const property of checker.getPropertiesOfType(type)) {
          if (property.name === 'toString' || property.name.startsWith('__@')) continue;
          count++;
          if (property.getDocumentationComment(checker).length === 0)
            silent.push(`${owner}.${property.name}`);
        }
      };
      for (const statement of program.getSourceFile(file).statements.slice(2)) {
        const [{ name: variable, initializer }] = statement.declarationList.declarations;
        const signature = checker.getResolvedSignature(initializer);
        const options = checker.getNonNullableType(
          checker.getTypeOfSymbol(signature.getParameters()[0]),
        );
        look(`${variable.text} options`, options);
        look(variable.text, checker.getTypeAtLocation(variable));
      }
      assert.ok(count > 30 * names.length, `${count}`);
      assert.deepEqual(silent, []);
    });
  });
}
