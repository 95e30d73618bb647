/** The tables of the living paper: its records, and the stored values with their verdicts. */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { besides, brief, tally, verdict } from '../../demo/paper/verdict.js';
import { figuresCiting } from './figures.mjs';
import { escape } from './html.mjs';

const folder = fileURLToPath(new URL('../../demo/paper', import.meta.url));

const all = (name) =>
  readdirSync(join(folder, name)).map((file) => JSON.parse(readFileSync(join(folder, name, file), 'utf8'))); // prettier-ignore

/**
 * The first line, the titles, and a section for each source, the oldest first.
 *
 * @param {import('./source.mjs').Page} page
 * @param {import('./build.mjs').Site} site
 */
export function paperTables(page, site) {
  const values = Object.assign({}, ...all('values'));
  const sources = all('records').sort((a, b) => a.year - b.year || a.id.localeCompare(b.id));
  const records = sources.flatMap((source) => source.records);
  const counts = tally(records.map((record) => verdict(record, values[record.id])));
  const items = Object.entries(counts).map(([name, count]) => `<li><b data-count="${name}">${count}</b> ${name}</li>`); // prettier-ignore
  return [
    `<ul class="counts" aria-label="Verdicts on ${records.length} numbers of ${sources.length} sources">${items.join('')}</ul>`,
    `<details><summary>${sources.length} sources, the oldest first</summary><ul class="titles">${sources.map(({ id, title, year }) => `<li>${year} <a href="#${id}">${escape(title)}</a></li>`).join('')}</ul></details>`, // prettier-ignore
    ...sources.map((source) => section(source, values, figuresCiting(source.id, page, site))),
  ].join('\n');
}

/** @param {any} source @param {Record<string, any>} values @param {string[]} figures links to them */
function section(source, values, figures) {
  const { id, title, authors, year, where, claimed, ran, misprints, records } = source;
  const tools = besides(records, values);
  const wrong = misprints.map((text) => `<li>${escape(text)}</li>`).join('');
  return [
    `<section id="${id}" class="source">`,
    `<h2>${escape(authors)}: ${escape(title)}</h2>`,
    `<p class="hint">${escape(where)}, ${year}</p>`,
    `<p>${escape(claimed)} <b>Here:</b> ${escape(ran)}</p>`,
    ...(wrong ? [`<p>Misprints:</p><ul>${wrong}</ul>`] : []),
    ...(figures.length > 0 ? [`<p>Figures: ${figures.join(', ')}.</p>`] : []),
    `<div class="scroll" role="region" aria-label="Numbers of ${escape(title)}" tabindex="0"><table>`,
    `<thead><tr>${['number', 'published', 'here', ...tools, 'verdict'].map((text) => `<th>${escape(text)}</th>`).join('')}</tr></thead><tbody>`,
    ...records.map((record) => row(record, values[record.id], tools)),
    '</tbody></table></div></section>',
  ].join('\n');
}

/** A file, with a link if it ships: it lies in demo/data. @param {any} file */
function fileOf({ name, class: kind, file }) {
  const text = file === undefined ? escape(name) : `<a href="../${file.slice('demo/'.length)}" download>${escape(name)}</a>`; // prettier-ignore
  return `${text} (${kind})`;
}

/** @param {any} record @param {any} value @param {string[]} tools with a column each */
function row(record, value, tools) {
  const { id, place, what, published, read, data, protocol, rule } = record;
  const found = verdict(record, value) ?? 'no value yet';
  const spread = published.spread === null ? '' : ` ± ${published.spread}`;
  const recalled = read === 'recalled' ? ' <span class="hint">recalled</span>' : '';
  const notes = [value?.text, value?.cause].filter(Boolean).map(escape);
  const seed = protocol.seed === null ? '' : `, seed ${protocol.seed}`;
  const details = [
    ['place', place],
    ['rule', rule.says],
    ['data', data.map(fileOf).join(', '), true],
    [
      'splits',
      `${protocol.splits}; ${protocol.repetitions === 1 ? 'once' : `${protocol.repetitions} times`}${seed}`,
    ],
    ['scaling', protocol.scaling],
    ['options', `${protocol.options || 'none'}; ${protocol.chosen}`],
    ...(value ? [['value', `${value.date}, build ${value.build}, ${value.seconds} s`]] : []),
  ].map(([name, text, isHtml]) => `<dt>${name}</dt><dd>${isHtml ? text : escape(text)}</dd>`);
  return [
    `<tr id="${id}"${value ? ` data-seconds="${value.seconds}"` : ''} data-verdict="${found}">`,
    `<td><details><summary>${escape(what)}</summary><dl>${details.join('')}</dl><p><a href="#${id}">Link</a> <code>npx maxmargin paper --only ${id}</code></p></details></td>`,
    `<td>${escape(published.printed)}${spread}${recalled}</td>`,
    `<td class="value">${value ? brief(record, value) : ''}</td>`,
    ...tools.map((tool) => `<td>${value?.beside?.[tool] === undefined ? '' : brief(record, { value: value.beside[tool] })}</td>`), // prettier-ignore
    `<td class="verdict">${found}${notes.length > 0 ? `<br><span class="hint">${notes.join('; ')}</span>` : ''}</td></tr>`,
  ].join('');
}
