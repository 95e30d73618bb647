/** The state of a page, for people (role=status) and for programs (body[data-state]). */

/** @param {'loading' | 'idle' | 'training' | 'done' | 'error'} state @param {string} [text] */
export function tell(state, text) {
  document.body.dataset.state = state;
  const status = document.querySelector('[role=status]');
  if (text !== undefined && status) status.textContent = text;
}

export const element = (id) => document.getElementById(id);

/** Runs a function and shows its error: the message of the package says what to do. */
export async function guarded(work) {
  try {
    await work();
  } catch (error) {
    if (error?.name === 'AbortError') return;
    tell('error', error.message);
  }
}

/** Runs one job at a time; of the jobs that were requested in the meantime, only the last is run. */
export function latest(job) {
  let running = false;
  let again = false;
  return async () => {
    if (running) {
      again = true;
      return;
    }
    running = true;
    do {
      again = false;
      await guarded(job);
    } while (again);
    running = false;
  };
}
