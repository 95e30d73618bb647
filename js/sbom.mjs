/**
 * Writes what is inside the published package as CycloneDX 1.5: the parts that THIRD-PARTY-NOTICES
 * names, with their versions and licences, and the hash of the tarball.
 *
 *     node sbom.mjs OUT [TARBALL]
 */
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const npm = fileURLToPath(new URL('../npm', import.meta.url));

/** Words of licences, by their names in the list of SPDX. @type {[string, RegExp][]} */
const LICENCES = [
  ['BSD-3-Clause', /Redistribution and use in source and binary forms[^]*Neither the name of/],
  ['MIT', /Permission is hereby granted, free of charge/],
  ['ISC', /Permission to use, copy, modify, and\/or distribute this software for any purpose/],
  ['Apache-2.0', /Apache License\s+Version 2\.0/],
];

/**
 * The components of a file THIRD-PARTY-NOTICES: a line of dashes comes before each.
 * @param {string} notices
 */
export function componentsOf(notices) {
  const [, ...sections] = notices.split(/^-{78}$/m);
  return sections.map((section) => {
    const [heading] = section.trim().split('\n');
    const at = heading.lastIndexOf(' ');
    const [title, version] = [heading.slice(0, at), heading.slice(at + 1)];
    const [id] = LICENCES.find(([, words]) => words.test(section)) ?? [];
    if (!id) throw new Error(`the licence of ${title} is not among those that sbom.mjs knows`);
    return component(...identity(title, version), id);
  });
}

/**
 * @param {string} title of a section of the notices
 * @param {string} version
 * @returns {[name: string, version: string, purl: string]}
 */
function identity(title, version) {
  if (title.startsWith('Go ')) {
    const number = version.replace(/^go/, '');
    return ['std', number, `pkg:golang/std@${number}`];
  }
  const kind = /^[\w-]+\.\w+\//.test(title) ? 'golang' : 'npm';
  return [title, version, `pkg:${kind}/${title.replace(/^@/, '%40')}@${version}`];
}

/**
 * @param {string} name
 * @param {string} version
 * @param {string} purl
 * @param {string} id of its licence
 */
function component(name, version, purl, id) {
  return { type: 'library', 'bom-ref': purl, name, version, licenses: [{ license: { id } }], purl };
}

/**
 * @param {string} manifest the text of package.json
 * @param {string} notices
 * @param {Buffer} tarball
 */
export function sbom(manifest, notices, tarball) {
  const { name, version, license } = JSON.parse(manifest);
  const own = component(name, version, `pkg:npm/${name}@${version}`, license);
  const content = createHash('sha512').update(tarball).digest('hex');
  const components = componentsOf(notices);
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    version: 1,
    metadata: { component: { ...own, hashes: [{ alg: 'SHA-512', content }] } },
    components,
    dependencies: [
      { ref: own.purl, dependsOn: components.map(({ purl }) => purl) },
      ...components.map(({ purl }) => ({ ref: purl })),
    ],
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [out, tarball = fileURLToPath(new URL('../build/maxmargin.tgz', import.meta.url))] =
    process.argv.slice(2);
  const read = (/** @type {string} */ file) => readFileSync(join(npm, file), 'utf8');
  const bom = sbom(read('package.json'), read('THIRD-PARTY-NOTICES'), readFileSync(tarball));
  writeFileSync(resolve(out), `${JSON.stringify(bom, undefined, 2)}\n`);
}
