/** npx maxmargin: the subcommands, help, and the exit status. */
import process from 'node:process';
import { getSystemErrorMap } from 'node:util';
import { MaxMarginError } from '../core.js';
import { nearest } from '../basics/nearest.js';
import * as auto from './auto.js';
import * as convert from './convert.js';
import * as cv from './cv.js';
import * as fleet from './fleet.js';
import * as grid from './grid.js';
import { commandHelp, generalHelp } from './help.js';
import * as makeReport from './make-report.js';
import * as paper from './paper.js';
import * as predict from './predict.js';
import { plain } from './report.js';
import { warnings } from './runtime.js';
import { Interrupted, Terminal } from './terminal.js';
import * as train from './train.js';
import { UsageError, parseFlags } from './usage.js';
import * as worker from './worker.js';

/** @import { Outcome } from './report.js' */
/** @import { Flag, Values } from './usage.js' */

/**
 * A subcommand.
 * @typedef {object} Command
 * @property {string} summary
 * @property {string} usage
 * @property {string[]} notes
 * @property {(argv: readonly string[]) => Record<string, Flag[]>} flags by the title of their section
 * @property {(argv: readonly string[], values: Values, files: string[], terminal: Terminal) => Promise<Outcome>} run
 */

/** @type {Record<string, Command>} */
const commands = {
  auto,
  train,
  predict,
  report: makeReport,
  cv,
  grid,
  convert,
  worker,
  fleet,
  paper,
};

/** @type {Flag[]} */
const generalFlags = [
  { name: 'json', doc: 'Print one JSON object and nothing else to the standard output.' },
  { name: 'quiet', short: 'q', doc: 'Print only the results and errors.' },
  { name: 'debug', doc: 'Print the stack of an error.' },
  { name: 'help', short: 'h', doc: 'Show this help.' },
  { name: 'version', doc: 'Show the version.' },
];

/** Additions to warnings, in terms of the command line. @type {Record<string, string>} */
const remedies = {
  WARN_SCALE: ' (here: --scale standard)',
  WARN_LEFT_OUT: ' (here: --types NAME:category)',
};

/** @type {Values} the flags that are known when an error occurs */
let general = {};

/**
 * @param {readonly string[]} argv
 * @returns {Promise<void>}
 */
async function main([name, ...argv]) {
  if (name === undefined || name === 'help' || name.startsWith('-')) {
    general = parseFlags(name?.startsWith('-') ? [name, ...argv] : [], generalFlags).values;
    if (general.version) say(__VERSION__);
    else if (name === undefined)
      throw new UsageError(`say what to do: ${Object.keys(commands).join(', ')}`);
    else say(generalHelp(commands, generalFlags));
    return;
  }
  general = { json: argv.includes('--json'), debug: argv.includes('--debug') };
  if (!Object.hasOwn(commands, name)) {
    const close = nearest(name, Object.keys(commands));
    const hint = close ? `did you mean ${close}?` : `there are ${Object.keys(commands).join(', ')}`;
    throw new UsageError(`there is no command ${name}; ${hint}`);
  }
  const command = commands[name];
  const sections = { ...command.flags(argv), General: generalFlags };
  const { values, files } = parseFlags(argv, Object.values(sections).flat());
  general = values;
  if (values.help) return say(commandHelp(command, sections));
  if (values.version) return say(__VERSION__);
  await perform(name, command, argv, values, files);
}

/**
 * @param {string} name
 * @param {Command} command
 * @param {readonly string[]} argv
 * @param {Values} values
 * @param {string[]} files
 */
async function perform(name, command, argv, values, files) {
  const terminal = new Terminal(values);
  const { report, text, aside, interrupted } = await command.run(argv, values, files, terminal);
  if (interrupted) process.exitCode = 130;
  if (values.json) {
    say(JSON.stringify(plain({ command: name, ...report, warnings })));
    return;
  }
  if (aside) text.forEach((line) => terminal.note(line));
  else if (!values.quiet) say(text.join('\n'));
  for (const { code, message } of warnings) {
    terminal.note(`warning: ${message}${remedies[code] ?? ''} [${code}]`);
  }
}

/** @param {string} text */
function say(text) {
  process.stdout.write(`${text}\n`);
}

/**
 * One line, and the status: 2 for the command line, 130 when it was ended, 1 for
 * everything else.
 * @param {unknown} error
 * @param {string} name
 */
function fail(error, name) {
  const { message, code, argument, details } = describe(error);
  if (general.json) say(JSON.stringify(plain({ error: { code, argument, message, details } })));
  const usage = error instanceof UsageError;
  const help = usage ? ` (maxmargin ${name ? `${name} ` : ''}--help shows what there is)` : '';
  process.stderr.write(`maxmargin: ${message.replaceAll(/\s*\n\s*/g, ' ')}${help}\n`);
  if (general.debug) process.stderr.write(`${/** @type {Error} */ (error)?.stack}\n`);
  process.exitCode = usage ? 2 : error instanceof Interrupted ? 130 : 1;
}

/**
 * @param {any} error
 * @returns {{message: string, code?: string, argument?: string, details?: object}}
 */
function describe(error) {
  if (error instanceof UsageError) return { message: error.message, code: 'USAGE' };
  if (error instanceof Interrupted) return { message: error.message, code: 'INTERRUPTED' };
  if (error instanceof MaxMarginError) return error;
  if (error?.path) {
    const reason = getSystemErrorMap().get(error.errno)?.[1] ?? error.message;
    return { message: `${error.path}: ${reason}; check what this file is`, code: error.code };
  }
  return { message: String(error?.message ?? error), code: error?.code ?? 'ERR_INTERNAL' };
}

// The reader of the output, such as head, may have closed the pipe.
process.stdout.on('error', (error) => {
  if (/** @type {NodeJS.ErrnoException} */ (error).code === 'EPIPE') process.exit(0);
  throw error;
});

const argv = process.argv.slice(2);
await main(argv).catch((error) =>
  fail(error, Object.hasOwn(commands, argv[0] ?? '') ? argv[0] : ''),
);
