import * as gaussianProcess from './gaussian-process.js';
import * as losses from './losses.js';
import * as nuTube from './nu-tube.js';
import * as optimalTube from './optimal-tube.js';
import * as outlier from './outlier.js';
import * as sinc from './sinc.js';
import * as tube from './tube.js';
import { show } from './lib/page.js';

await show({
  tube,
  sinc,
  losses,
  'nu-tube': nuTube,
  'optimal-tube': optimalTube,
  outlier,
  'gaussian-process': gaussianProcess,
});
