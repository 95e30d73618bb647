/** Models have ids of their own in all engines, so that a model can move from one to another. */

let last = 0;

/** An id for a new model. */
export const newModelId = () => ++last;
