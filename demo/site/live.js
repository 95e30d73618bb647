/**
 * The pictures that are alive on the pages of machines and kernels: a small
 * problem, a few of the options, and what comes of them as they move. Which
 * picture a figure gets stands in its attributes: data-machine or data-kernel.
 */

import { guarded } from './state.js';

for (const figure of document.querySelectorAll('figure.live')) {
  const { machine, kernel } = figure.dataset;
  guarded(async () => {
    if (machine) (await import('./live-machine.js')).show(figure, machine);
    else if (figure.classList.contains('live-words')) (await import('./live-words.js')).show(figure, kernel);
    else (await import('./live-kernel.js')).show(figure, kernel);
  });
}
