import * as filters from './filters.js';
import * as kernelPca from './kernel-pca.js';
import * as parabola from './parabola.js';
import * as profiles from './profiles.js';
import * as quadraticMap from './quadratic-map.js';
import { show } from './lib/page.js';

await show({
  parabola,
  'quadratic-map': quadraticMap,
  profiles,
  'kernel-pca': kernelPca,
  filters,
});
