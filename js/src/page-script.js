/** The script in the pages that maxmargin/page writes. */
import { show } from './page/form.js';
import { open } from './predict.js';

show(open);
