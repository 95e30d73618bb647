/**
 * The interactive pictures on the pages of machines and kernels, and some others: a small problem, a few
 * of the options, and the result, which changes with them. The attribute data-machine or
 * data-kernel of a figure, or data-picture, chooses its picture.
 */

import { guarded } from './state.js';

for (const figure of document.querySelectorAll('figure.live')) {
  const { machine, kernel, picture } = figure.dataset;
  guarded(async () => {
    if (picture === 'scan') (await import('./live-scan.js')).show(figure);
    else if (machine === 'SequenceTagger') (await import('./live-tagger.js')).show(figure, machine);
    else if (machine) (await import('./live-machine.js')).show(figure, machine);
    else if (figure.classList.contains('live-words')) (await import('./live-words.js')).show(figure, kernel);
    else (await import('./live-kernel.js')).show(figure, kernel);
  });
}
