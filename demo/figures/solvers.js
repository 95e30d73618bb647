import * as ascent from './ascent.js';
import * as course from './course.js';
import * as lpSparsity from './lp-sparsity.js';
import * as perceptron from './perceptron.js';
import * as sgd from './sgd.js';
import { show } from './lib/page.js';

await show({
  course,
  ascent,
  perceptron,
  sgd,
  'lp-sparsity': lpSparsity,
});
