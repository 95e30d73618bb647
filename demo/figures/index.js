import * as ascent from './ascent.js';
import * as hulls from './hulls.js';
import * as kernelPca from './kernel-pca.js';
import * as sinc from './sinc.js';
import { show } from './lib/page.js';

await show({ hulls, sinc, 'kernel-pca': kernelPca, ascent });
