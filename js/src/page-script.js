/** The script in the pages that maxmargin/page writes. */
import { show } from './page/form.js';
import { open } from './predict.js';

/** @import { Model } from './predict.js' */

show((file) => /** @type {Model} */ (open(file)));
