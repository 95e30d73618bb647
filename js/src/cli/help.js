/** Help, from the descriptions of the flags. */
import process from 'node:process';
import { machineNames } from './machine.js';
import { catalog } from '../catalog.js';
import { kebab } from './usage.js';

/** @import { Command } from './main.js' */
/** @import { Flag } from './usage.js' */

/**
 * @param {Record<string, Command>} commands
 * @param {Flag[]} flags
 */
export function generalHelp(commands, flags) {
  const columns = Object.entries(commands).map(([name, { summary }]) => [name, summary]);
  const machines = machineNames.map((name) => [name, catalog[name].summary]);
  return [
    'Support vector and kernel machines on the command line.',
    '',
    'maxmargin <command> [options] <files>',
    '',
    'Commands',
    ...twoColumns(columns),
    '',
    'Machines, for --machine',
    ...twoColumns(machines),
    '',
    'General',
    ...flagLines(flags),
    '',
    ...wrap(
      'maxmargin <command> --help shows the options of a command, and with --machine <name> those of a machine. A file called - is the standard input or output; one whose name ends in .gz is unpacked.',
    ),
    '',
    ...wrap(
      'It ends with the status 0 when all went well, 1 when data or training failed, 2 when the command line is wrong, and 130 when Ctrl-C ended it, also with a part of the result.',
    ),
  ].join('\n');
}

/**
 * @param {Command} command
 * @param {Record<string, Flag[]>} sections
 */
export function commandHelp({ summary, usage, notes }, sections) {
  return [
    ...wrap(summary),
    '',
    usage,
    ...notes.flatMap((note) => ['', ...wrap(note)]),
    ...Object.entries(sections).flatMap(([title, flags]) => ['', title, ...flagLines(flags)]),
  ].join('\n');
}

/** @param {Flag[]} flags */
function flagLines(flags) {
  return twoColumns(flags.map((flag) => [spell(flag), flag.doc]));
}

/** @param {Flag} flag */
function spell({ name, value, optional, short }) {
  const long = `--${kebab(name)}${value ? (optional ? `[=${value}]` : ` ${value}`) : ''}`;
  return short ? `-${short}, ${long}` : long;
}

/** @param {string[][]} rows */
function twoColumns(rows) {
  const indent = '  ';
  const wide = Math.min(28, Math.max(...rows.map(([name]) => name.length))) + 2;
  return rows.flatMap(([name, text]) => {
    const lines = wrap(text, wide + indent.length);
    const fits = name.length < wide;
    const first = fits ? `${name.padEnd(wide)}${lines.shift() ?? ''}` : name;
    return [indent + first, ...lines.map((line) => indent + ' '.repeat(wide) + line)];
  });
}

/**
 * @param {string} text
 * @param {number} [indent] columns that are taken
 */
function wrap(text, indent = 0) {
  const wide = Math.min(process.stdout.columns || 80, 100) - indent;
  const lines = [''];
  for (const word of text.split(' ')) {
    const line = lines[lines.length - 1];
    if (line === '') lines[lines.length - 1] = word;
    else if (line.length + 1 + word.length <= wide) lines[lines.length - 1] = `${line} ${word}`;
    else lines.push(word);
  }
  return lines;
}
