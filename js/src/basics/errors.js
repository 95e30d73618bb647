/**
 * Every error a user can meet carries a code to switch on, the argument it is
 * about, a message that says what to do, and details such as row and column.
 */
export class MaxMarginError extends Error {
  /**
   * Each entry of the package (`maxmargin`, `maxmargin/data`, ...) is a bundle with its own
   * copy of this class; `instanceof` accepts an error of any copy.
   * @param {any} value
   */
  static [Symbol.hasInstance](value) {
    return value instanceof Error && value.name === 'MaxMarginError' && 'code' in value;
  }

  /**
   * @param {string} code such as `ERR_SHAPE`; stable across releases
   * @param {string} argument the argument or option it is about, or ''
   * @param {string} message what was wrong and what to do
   * @param {Record<string, unknown>} [details] row, column, expected, got
   * @param {unknown} [cause] the error underneath, if there is one
   */
  constructor(code, argument, message, details = {}, cause) {
    // V8 keeps ten lines of a stack, and that of the caller may lie deeper.
    const name = 'stackTraceLimit';
    const { [name]: lines } = /** @type {any} */ (Error);
    const more = lines && lines < 30;
    if (more) Reflect.set(Error, name, 30);
    // The message may quote texts of a file, which anybody may have made.
    super(shortened(message, 1000), cause === undefined ? {} : { cause });
    if (more) Reflect.set(Error, name, lines);
    this.name = 'MaxMarginError';
    /** What kind of error this is; stable across releases. */
    this.code = code;
    /** The argument or option the error is about, or ''. */
    this.argument = argument;
    /** Where it is and what was found: row, column, expected, got. */
    this.details = details;
  }
}

/**
 * An error as it crosses a worker boundary, where classes are lost.
 * @typedef {{code: string, argument: string, message: string, details: Record<string, unknown> | null, cause?: unknown}} ErrorRecord
 */

/**
 * @param {ErrorRecord} record
 * @returns {MaxMarginError}
 */
export function fromRecord({ code, argument, message, details, cause }) {
  return new MaxMarginError(code, argument, message, details ?? {}, cause);
}

/**
 * @param {unknown} error
 * @returns {ErrorRecord}
 */
export function toRecord(error) {
  if (error instanceof MaxMarginError) {
    const { code, argument, message, details, cause } = error;
    return { code, argument, message, details, cause };
  }
  return { code: 'ERR_INTERNAL', argument: '', message: String(error), details: null };
}

/**
 * A value as text for a message: short, and `'1'` differs from `1`.
 * @param {unknown} value
 * @returns {string}
 */
export function show(value) {
  switch (typeof value) {
    case 'string':
      return `'${shortened(value, 40)}'`;
    case 'bigint':
      return shortened(`${value}n`, 40);
    case 'function':
    case 'symbol':
      return `a ${typeof value}`;
    case 'object':
      if (value instanceof Promise) return 'a promise; await it';
      return value ? `an ${Array.isArray(value) ? 'array' : 'object'}` : 'null';
  }
  return String(value);
}

/**
 * @param {string} text
 * @param {number} most characters
 */
function shortened(text, most) {
  return text.length > most ? `${text.slice(0, most)}…` : text;
}

/**
 * The error of a second fit while the first is under way.
 * @param {string} name of what is being fitted
 */
export const busyError = (name) => new MaxMarginError('ERR_BUSY', '', `this ${name} is being fitted already; await that fit, or use another instance`); // prettier-ignore
