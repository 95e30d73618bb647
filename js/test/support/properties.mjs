/**
 * fast-check, with the same cases in every run of the tests: a failure can be repeated, and a
 * change of the sources is the only thing that can turn a test red. MAXMARGIN_FUZZ, which raises
 * the number of cases, also takes new cases in every run.
 */
import fc from 'fast-check';

if (!process.env.MAXMARGIN_FUZZ) fc.configureGlobal({ seed: 1 });

export default fc;
