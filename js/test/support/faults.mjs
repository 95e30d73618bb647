/** Checking of errors: every one has a code, an argument, and a message that helps. */
import assert from 'node:assert/strict';

/**
 * fails calls the function, which must throw or reject, and returns its error.
 * The message must be a sentence or two for people, not a dump.
 */
export async function fails(run, { code, argument, message = [], details = {} }) {
  let error;
  try {
    await run();
  } catch (thrown) {
    error = thrown;
  }
  assert.ok(error instanceof Error, 'it went through');
  const told = `${error.stack}\n(code ${error.code}, argument ${error.argument})`;
  assert.equal(error.name, 'MaxMarginError', told);
  if (code !== undefined) assert.equal(error.code, code, told);
  if (argument !== undefined) assert.equal(error.argument, argument, told);
  for (const part of [message].flat()) assert.match(error.message, part, told);
  for (const [name, value] of Object.entries(details))
    assert.equal(error.details[name], value, told);
  assert.ok(error.message.length > 10 && error.message.length < 400, told);
  assert.doesNotMatch(error.message, /\n|\[object|goroutine \d|\.go:\d/, told);
  return error;
}
