/** A report as Markdown: the tables and sentences without the pictures. */
import { short } from './numbers.js';
import { classTable, columnTable, dataSentence, fitSentence, footer, importanceSentence, importanceTable, intervalSentence, optionTable, rowsSentence, scoreTable, searchTable } from './sections.js'; // prettier-ignore

/** @import { ReportJSON } from '../inspect/types.js' */
/** @import { Table } from './sections.js' */

/**
 * @param {ReportJSON} json
 * @returns {string}
 */
export function writeMarkdown(json) {
  const { title, model, baseline, warnings, confusion, roc, precisionRecall } = json;
  const curves = (roc ?? []).map(({ label, auc }, at) => [
    String(label),
    short(auc),
    short(precisionRecall?.[at]?.averagePrecision),
  ]);
  const blocks = [
    `# ${plain(title)}`,
    plain(model.text),
    ...(baseline ? [plain(baseline.sentence)] : []),
    ...(json.notes ?? []).map(plain),
    ...section('Warnings', warnings.length > 0 && warnings.map(({ message }) => `- ${plain(message)}`).join('\n')), // prettier-ignore
    ...section('Scores', table(scoreTable(json)), intervalSentence(json)),
    ...section('Confusion matrix', confusion && matrix(confusion)),
    ...section('Classes', (json.classes?.length ?? 0) > 1 && table(classTable(json))),
    ...section('Curves', curves.length > 0 && table({ head: ['Class', 'Area under the ROC curve', 'Average precision'], rows: curves, numbers: [false, true, true] })), // prettier-ignore
    ...section('Features', table(importanceTable(json)), importanceSentence(json)),
    ...section('Data', plain(dataSentence(json)), plain(rowsSentence(json)), table(columnTable(json))), // prettier-ignore
    ...section('Model', plain(fitSentence(json)), table(optionTable(json, true)) || 'All options have their default values.'), // prettier-ignore
    ...section('Search', table(searchTable(json))),
    footer(json),
  ];
  return `${blocks.join('\n\n')}\n`;
}

/**
 * A heading with its parts, if there are some.
 * @param {string} title
 * @param {...(string | false | undefined)} parts
 */
function section(title, ...parts) {
  const there = parts.filter((part) => part);
  return there.length > 0 ? [`## ${title}`, ...there] : [];
}

/**
 * Text in which nothing is markup.
 * @param {unknown} text
 */
function plain(text) {
  return String(text)
    .replaceAll(/\s+/g, ' ')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll(/[\\`*_{}[\]|#~]/g, String.raw`\$&`);
}

/**
 * @param {Table | undefined} of
 * @returns {string}
 */
function table(of) {
  if (!of || of.rows.length === 0) return '';
  const { head, rows, numbers, caption } = of;
  const line = (/** @type {string[]} */ cells) => `| ${cells.map(plain).join(' | ')} |`;
  const rule = `|${numbers.map((number) => (number ? '--:' : '---')).join('|')}|`;
  return [...(caption ? [`${plain(caption)}:`, ''] : []), line(head), rule, ...rows.map(line)].join('\n'); // prettier-ignore
}

/** @param {NonNullable<ReportJSON['confusion']>} of */
function matrix({ labels, matrix: counts }) {
  const names = labels.map(String);
  return table({
    head: ['true ↓ predicted →', ...names],
    rows: names.map((name, i) => [name, ...counts[i].map(short)]),
    numbers: [false, ...names.map(() => true)],
  });
}
