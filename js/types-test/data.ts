// Readers and generators. Compiled, never run.
import { LinearSVC, LowRankSVC, LowRankSVR, SVC, SVR } from 'maxmargin';
import {
  makeBaskets,
  makeBlobs,
  makeSinc,
  makeTwoGaussians,
  makeVirusSignature,
  readArff,
  readCsv,
  readCsvChunks,
} from 'maxmargin/data';
import type { CsvData, CsvOptions, DataColumn } from 'maxmargin/data';

export async function use(file: File, response: Response) {
  const options: CsvOptions = { target: 'kind', oneHot: ['city'], missing: 'drop' };
  const train: CsvData = await readCsv(file, options);
  if (train.y) await new SVC().fit(train.X, train.y);
  const columns: DataColumn[] = train.columns;
  const test = await readCsv(response, { like: train, delimiter: ';', decimal: ',' });
  await readCsv(file, { types: { day: 'date:dmy' }, missingValues: { garage: [] } });
  const names: string[] = test.featureNames;
  const { relation, texts } = await readArff('@relation r', { types: { note: 'text' } });
  const notes: string[] = texts.note;

  const { X, y, centers } = makeBlobs({ samples: 50, centers: 4, seed: 1 });
  await new SVC().fit(X, y);
  const sinc = makeSinc();
  await new SVR().fit(sinc.X, sinc.y);
  const baskets = makeBaskets();
  await new LinearSVC().fit(baskets.X, baskets.y);
  const { bayesRule, bayesError } = makeTwoGaussians({ prior: 0.1 });
  const sign: 1 | -1 = bayesRule([1, 2]);
  const strings: string[] = makeVirusSignature({ alphabet: 'acgt' }).X;
  // @ts-expect-error no such option
  makeBlobs({ sample: 50 });
  // @ts-expect-error no such type of a column
  await readCsv(file, { types: { kind: 'dates' } });
  // @ts-expect-error there may be no target
  await new SVC().fit(train.X, train.y);
  const named = await readCsv(file, { target: 'kind' });
  await new SVC().fit(named.X, named.y);
  const arff = await readArff(file, { target: -1 });
  await new SVC().fit(arff.X, arff.y);
  await new LowRankSVC().fitChunks(readCsvChunks(file, { target: 'kind' }));
  // @ts-expect-error there is no target
  await new LowRankSVR().fitChunks(readCsvChunks(file));
  // @ts-expect-error an unknown option
  await readCsv(file, { target: 'kind', missng: 'drop' });
  return [columns, names, relation, notes, centers, bayesError, sign, strings];
}
