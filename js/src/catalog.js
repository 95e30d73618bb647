/**
 * maxmargin/catalog: descriptions as data of every machine and every kernel with its
 * options, their types, ranges, defaults and meanings. Forms, tables and command lines
 * can be made from it. It needs no WebAssembly and no worker.
 */
export { catalog, kernelCatalog } from './machines/catalog.js';

/** @typedef {import('./types.js').AttributeDescription} AttributeDescription */
/** @typedef {import('./types.js').KernelDescription} KernelDescription */
/** @typedef {import('./types.js').MachineDescription} MachineDescription */
/** @typedef {import('./types.js').OptionDescription} OptionDescription */
/** @typedef {import('./generated/options.js').KernelName} KernelName */
/** @typedef {import('./generated/options.js').MachineName} MachineName */
