/** Members that several declarations have in common, written once. */
import ts from 'typescript';

/**
 * A file of declarations in which members that several interfaces and classes have, with the same
 * comment and type, are in interfaces that these extend.
 * @param {string} text
 * @param {(first: string) => string} naming the name of such an interface, given that of its first
 *   member with a capital letter
 */
export function withShared(text, naming) {
  const { rest, interfaces } = share(text, naming);
  return `${rest.trimEnd()}\n${interfaces.map(({ text: own }) => `\n${own}\n`).join('')}`;
}

/** What stands between two files that are shared as one. */
const BORDER = '/* border */';

/**
 * Several files of declarations whose common members are in a file of their own, members.d.ts, and
 * those that differ between the forms of the package, as isFormed says, in answers.d.ts.
 * @param {Map<string, string>} texts by the names of the files; those of one folder
 * @param {(first: string) => string} naming
 * @param {(text: string) => boolean} isFormed
 * @returns {Map<string, string>} all of these files
 */
export function withSharedFiles(texts, naming, isFormed) {
  const { rest, interfaces } = share([...texts.values()].join(BORDER), naming);
  const modules = new Map();
  for (const text of texts.values())
    for (const [, names, module] of text.matchAll(/^import \{ (.*) \} from '(.*)';$/gm))
      for (const name of names.split(', ')) modules.set(name, module);
  /** The imports of a text from these modules. */
  const imports = (/** @type {string} */ text, /** @type {Map<string, string>} */ from) => {
    const needed = new Map();
    for (const name of new Set(text.match(/\w+/g)))
      if (from.has(name)) needed.set(from.get(name), [...(needed.get(from.get(name)) ?? []), name]);
    return [...needed].map(([module, names]) => `import { ${names.sort().join(', ')} } from '${module}';\n`).join(''); // prettier-ignore
  };
  const all = new Map();
  const own = new Map();
  for (const [file, formed] of [
    ['members', false],
    ['answers', true],
  ]) {
    const chosen = interfaces.filter(({ text }) => isFormed(text) === formed);
    const body = chosen.map(({ text }) => `export ${text}\n`).join('');
    all.set(`${file}.d.ts`, imports(body, modules) + body);
    for (const { name } of chosen) own.set(name, `./${file}.js`);
  }
  const parts = rest.split(BORDER);
  for (const [i, file] of [...texts.keys()].entries())
    all.set(file, imports(parts[i], own) + parts[i].trimEnd() + '\n');
  return all;
}

/**
 * @param {string} text
 * @param {(first: string) => string} naming
 * @returns {{rest: string, interfaces: {name: string, text: string}[]}} the text without the common
 *   members, and the interfaces that have them
 */
function share(text, naming) {
  const source = ts.createSourceFile('file.d.ts', text, ts.ScriptTarget.Latest, true);
  const owners = source.statements.filter(
    (statement) => ts.isInterfaceDeclaration(statement) || ts.isClassDeclaration(statement),
  );
  const byMember = groupedBy(
    owners.flatMap((owner) => owner.members.map((member) => ({ owner, member }))),
    ({ owner, member }) => keyOf(owner, member),
  );
  const common = [...byMember].filter(
    ([key, places]) => key && new Set(places.map(({ owner }) => owner)).size > 1,
  );
  const groups = groupedBy(common, ([, places]) =>
    places.map(({ owner }) => owner.getStart(source)).join(),
  );

  const taken = new Set(owners.map(({ name }) => name.text));
  const bases = new Map(owners.map((owner) => [owner, []]));
  const gone = new Set();
  const interfaces = [];
  for (const members of groups.values()) {
    const [[, places]] = members;
    const firsts = members.map(([, [{ member }]]) => member);
    const parameters = parametersOf(places[0].owner, firsts);
    const list = parameters.map((parameter) => parameter.name.text).join(', ');
    const name = unused(naming(capital(nameOf(firsts[0]))), taken);
    const body = firsts.map((member) => member.getFullText(source).replace(/^\n+/, '\n'));
    const declared = parameters.map((parameter) => {
      const { name: own, constraint } = parameter;
      return own.text + (constraint ? ` extends ${constraint.getText(source)}` : '');
    });
    const whole = `interface ${name}${angled(declared.join(', '))} {${body.join('')}\n}`;
    interfaces.push({ name, text: whole });
    for (const [, uses] of members) for (const { member } of uses) gone.add(member);
    for (const { owner } of places) bases.get(owner).push(name + angled(list));
  }

  let out = '';
  let at = 0;
  const skipTo = (end, by) => ((at = end), (out += by));
  for (const owner of owners) {
    const added = bases.get(owner);
    if (added.length === 0) continue;
    const merged = ts.isClassDeclaration(owner);
    if (!merged) {
      const [clause] = owner.heritageClauses ?? [];
      const end = clause ? clause.getEnd() : (owner.typeParameters?.end ?? owner.name.end - 1) + 1;
      out += text.slice(at, end);
      skipTo(end, `${clause ? ',' : ' extends'} ${added.join(', ')}`);
    }
    for (const member of owner.members) {
      if (!gone.has(member)) continue;
      out += text.slice(at, member.getFullStart());
      skipTo(member.getEnd(), '');
    }
    if (!merged) continue;
    // A class extends one class only; an interface of its name adds the rest.
    const parameters = angled(owner.typeParameters?.map((one) => one.getText(source)).join(', '));
    out += text.slice(at, owner.getEnd());
    skipTo(
      owner.getEnd(),
      `\nexport interface ${owner.name.text}${parameters} extends ${added.join(', ')} {}`,
    );
  }
  return { rest: out + text.slice(at), interfaces };
}

/** What a member says, and the type parameters that it depends on; '' for what cannot be shared. */
function keyOf(owner, member) {
  if (!member.name || ts.isConstructorDeclaration(member)) return '';
  const parameters = parametersOf(owner, [member]).map((parameter) => parameter.getText());
  return [member.getFullText().trim(), ...parameters].join('\n');
}

/** The type parameters of a declaration that some of its members name. */
function parametersOf(owner, members) {
  const named = new Set();
  const visit = (node) => {
    if (ts.isIdentifier(node)) named.add(node.text);
    ts.forEachChild(node, visit);
  };
  members.forEach(visit);
  return (owner.typeParameters ?? []).filter(({ name }) => named.has(name.text));
}

const nameOf = (member) => member.name.text;
const capital = (name) => name[0].toUpperCase() + name.slice(1);
const angled = (list) => (list ? `<${list}>` : '');

/**
 * Map.groupBy, which Node 20 lacks.
 * @template T
 * @param {T[]} values
 * @param {(value: T) => string} keyOf
 * @returns {Map<string, T[]>}
 */
function groupedBy(values, keyOf) {
  const groups = new Map();
  for (const value of values)
    groups.set(keyOf(value), [...(groups.get(keyOf(value)) ?? []), value]);
  return groups;
}

/** The name, or that with a number, if it is taken; takes it. */
function unused(name, taken) {
  let free = name;
  for (let count = 2; taken.has(free); count++) free = name + count;
  taken.add(free);
  return free;
}
