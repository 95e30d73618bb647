/** The packed package as the empty project sees it. */
import { entry } from './project.mjs';

export const maxmargin = await import(entry('main.mjs'));
export const sync = await import(entry('sync.mjs'));
export const onnx = await import(entry('onnx.mjs'));
export const modules = await import(entry('module.mjs'));
export const prediction = await import(entry('predict.mjs'));
export const pages = await import(entry('page.mjs'));
export const gpus = await import(entry('webgpu.mjs'));
export const metrics = await import(entry('metrics.mjs'));
export const bounds = await import(entry('bounds.mjs'));
export const inspect = await import(entry('inspect.mjs'));
export const plot = await import(entry('plot.mjs'));
export const auto = await import(entry('auto.mjs'));
export const executor = await import(entry('executor.mjs'));
