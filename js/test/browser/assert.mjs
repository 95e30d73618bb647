/** The part of node:assert/strict that the fault table uses, for pages. */
class AssertionError extends Error {
  name = 'AssertionError';
}

function ok(value, message = `${value} is not true`) {
  if (!value) throw message instanceof Error ? message : new AssertionError(message);
}

/** A value as text, typed arrays and maps included, so that two results can be compared. */
const show = (value) =>
  JSON.stringify(value, (_, part) => {
    if (ArrayBuffer.isView(part)) return { [part.constructor.name]: Array.from(part, String) };
    return typeof part === 'number' ? String(part) : part;
  });

const equal = (a, b, message) => ok(Object.is(a, b), message ?? `${show(a)} is not ${show(b)}`);

export default {
  ok,
  equal,
  deepEqual: (a, b, message) => equal(show(a), show(b), message),
  match: (text, pattern, message) => ok(pattern.test(text), message ?? `${text} is no ${pattern}`),
  doesNotMatch: (text, pattern, message) =>
    ok(!pattern.test(text), message ?? `${text} is ${pattern}`),
  fail: (message) => ok(false, message),
};
