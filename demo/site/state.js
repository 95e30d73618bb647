/** What a page is doing, for people (role=status) and for programs (body[data-state]). */

/** @param {'loading' | 'idle' | 'training' | 'done' | 'error'} state @param {string} [text] */
export function tell(state, text) {
  document.body.dataset.state = state;
  const status = document.querySelector('[role=status]');
  if (text !== undefined && status) status.textContent = text;
}

export const element = (id) => document.getElementById(id);

/** Runs what may fail and says so: the message of the package tells what to do. */
export async function guarded(work) {
  try {
    await work();
  } catch (error) {
    if (error?.name === 'AbortError') return;
    tell('error', error.message);
  }
}

/** Runs the newest job and forgets those that were asked for meanwhile, but the last. */
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
