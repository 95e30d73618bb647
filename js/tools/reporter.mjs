/**
 * A reporter for `node --test` that prints one JSON line per event, for
 * node-test.mjs to fold. Nothing it prints can be mistaken for a summary.
 */
export default async function* reporter(events) {
  for await (const { type, data } of events) {
    switch (type) {
      case 'test:pass':
      case 'test:fail':
        yield line({
          type: type === 'test:pass' ? 'pass' : 'fail',
          file: data.file,
          name: data.name,
          nesting: data.nesting,
          suite: data.details?.type === 'suite',
          milliseconds: data.details?.duration_ms ?? 0,
          skip: data.skip ?? (data.todo === undefined ? undefined : `to do: ${data.todo}`),
          error: type === 'test:fail' ? describe(data.details?.error) : undefined,
          failureType: data.details?.error?.failureType,
        });
        break;
      case 'test:diagnostic':
        // Notes of a test that are shown even when it passes; Node's own diagnostics are
        // counts.
        if (data.message.startsWith('note: '))
          yield line({ type: 'note', file: data.file, text: data.message.slice(6) });
        break;
      case 'test:stdout':
      case 'test:stderr':
        yield line({ type: 'output', file: data.file, text: data.message });
        break;
    }
  }
}

const line = (value) => JSON.stringify(value) + '\n';

/** describe renders an error with its cause's stack, which is where the test's own error is. */
function describe(error) {
  const cause = error?.cause;
  if (cause instanceof Error) return cause.stack ?? String(cause);
  if (cause !== undefined && typeof cause !== 'object') return String(cause);
  return error?.stack ?? String(error);
}
