// What explains predictions must have these types. Compiled, never run.
import {
  SVC,
  SVR,
  StandardScaler,
  explain,
  influence,
  makePipeline,
  makeTablePipeline,
  nearestChange,
  sensitivities,
} from 'maxmargin';
import { RegularizationPath, regularizationPath } from 'maxmargin/study';
import * as sync from 'maxmargin/sync';
import * as studySync from 'maxmargin/study/sync';
import type {
  CategorySwitches,
  ExplainSettings,
  Explanation,
  FeatureChange,
  Influence,
  InfluenceSettings,
  NearestChange,
  NearestChangeSettings,
  Sensitivities,
} from 'maxmargin';
import type { RegularizationPathSettings } from 'maxmargin/study';

export async function why(X: number[][], y: string[], people: { age: number; port: string }[]) {
  const model = await makePipeline(new StandardScaler(), new SVC()).fit(X, y);
  const settings: ExplainSettings = { baseline: X, groups: { place: [0, 1] }, samples: 100 };
  const explained: Explanation = await explain(model, X, settings);
  const parts: Float64Array[] = explained.values;
  const base: number = explained.outputs[0].base;

  const few: InfluenceSettings = { count: 3, refit: { X, y } };
  const carried: Influence = await influence(model, X, few);
  const rows: Int32Array[] = carried.indices;
  const without: Float64Array = carried.without[0];
  const again: Float64Array[] | undefined = carried.refitted;

  const slopes: Sensitivities = await sensitivities(model, X);
  const switches: CategorySwitches[] = slopes.switches;
  const larger: number = switches[0].differences[0][0];

  // The changed row has the form of the row: numbers, or the names of a table.
  const x: Float64Array = (await nearestChange(model, X[0], { target: 'a', norm: 1 })).x;
  const asked: NearestChangeSettings = { fixed: ['age', 0], bounds: { age: [18, 99] } };
  const shop = await makeTablePipeline(new SVC()).fit(people, y);
  const found = await nearestChange(shop, people[0], asked);
  const age: number = found.x.age;
  const port: string = found.x.port;
  const changes: FeatureChange[] = found.changes;
  const fromColumns = await nearestChange(shop, { age: [30], port: ['C'] });
  const also: string = fromColumns.x.port;
  const price = await makeTablePipeline(new SVR()).fit(people, [1, 2]);
  const dated = makeTablePipeline(new SVC(), { types: { id: 'category', day: 'date:dmy' } });
  await dated.fit([{ id: 'a', day: new Date() }], y);
  // @ts-expect-error: there is no such type
  makeTablePipeline(new SVC(), { types: { id: 'int' } });
  const cheaper: NearestChange = await nearestChange(price, people[0], { target: [900, 1000] });
  const sooner: Float64Array = sync.nearestChange(price, [1, 2], { target: 900 }).x;

  const along: RegularizationPathSettings = { kernel: 'rbf', CMin: 0.1, CMax: 10 };
  const path: RegularizationPath = await regularizationPath(X, y, along);
  const at: Float64Array = path.breakpoints;
  const one = await path.at(1);
  const now: studySync.RegularizationPath = studySync.regularizationPath(X, y);

  // @ts-expect-error: what rows are compared with has to be said
  await explain(model, X, {});
  // @ts-expect-error: no such setting
  await influence(model, X, { most: 3 });
  // @ts-expect-error: a number
  await sensitivities(model, X, { step: 'small' });
  // @ts-expect-error: 1 or 2
  await nearestChange(model, X[0], { norm: 3 });
  // @ts-expect-error: two ends
  await nearestChange(model, X[0], { bounds: { age: [1] } });
  // @ts-expect-error: the columns are those of the row
  found.x.fare;
  // @ts-expect-error: the path has all values of C
  await regularizationPath(X, y, { C: 1 });
  return [parts, base, rows, without, again, larger, x, age, port, changes, also, cheaper, sooner, at, one, now]; // prettier-ignore
}
