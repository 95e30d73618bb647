// Every entry has types, with every way to find them. Compiled, never run.
import * as main from 'maxmargin';
import * as study from 'maxmargin/study';
import * as studySync from 'maxmargin/study/sync';
import * as sync from 'maxmargin/sync';
import type * as inline from 'maxmargin/inline' with { 'resolution-mode': 'import' };
import * as data from 'maxmargin/data';
import * as files from 'maxmargin/files';
import * as onnx from 'maxmargin/onnx';
import * as module from 'maxmargin/module';
import * as predict from 'maxmargin/predict';
import * as page from 'maxmargin/page';
import * as webgpu from 'maxmargin/webgpu';
import * as metrics from 'maxmargin/metrics';
import * as bounds from 'maxmargin/bounds';
import * as inspect from 'maxmargin/inspect';
import * as plot from 'maxmargin/plot';
import * as catalog from 'maxmargin/catalog';

type IsAny<T> = 0 extends 1 & T ? true : false;
type Entries = typeof main | typeof study | typeof studySync | typeof sync | typeof inline | typeof data | typeof files | typeof onnx | typeof module | typeof predict | typeof page | typeof webgpu | typeof metrics | typeof bounds | typeof inspect | typeof plot | typeof catalog; // prettier-ignore
// One that is any would make all of them any.
export const any: IsAny<Entries> = false;
export const error: Error = new bounds.MaxMarginError('ERR_TYPE', '', '');
