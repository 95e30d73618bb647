// Models as source text. Compiled, never run.
import { Pipeline, StandardScaler, SVC } from 'maxmargin';
import { toModule } from 'maxmargin/module';
import type { ModuleOptions } from 'maxmargin/module';
import { toPage } from 'maxmargin/page';
import type { PageOptions } from 'maxmargin/page';
import { open } from 'maxmargin/predict';
import { SVC as BlockingSVC } from 'maxmargin/sync';

export async function use() {
  const text: string = await toModule(new SVC());
  await toModule(new BlockingSVC(), { format: 'cjs' });
  const options: ModuleOptions = { format: 'c', name: 'iris' };
  await toModule(
    new Pipeline([
      ['scale', new StandardScaler()],
      ['svc', new SVC()],
    ]),
    options,
  );
  await toModule(new SVC(), { format: 'h' });
  // @ts-expect-error there is no such format
  await toModule(new SVC(), { format: 'wasm' });
  // @ts-expect-error models are written, not their text
  await toModule(text);
  return text;
}

export async function predict() {
  const model = open(await new SVC().save());
  open(new BlockingSVC().save().buffer);
  const classes: (string | number | boolean | bigint)[] = model.predict([[1, 2]]);
  model.predict([{ age: 3, town: 'Rome' }]);
  model.predict({ age: [3], town: ['Rome'] });
  model.predict(['a text']);
  const p: number[][] = model.predictProba([new Float64Array(2)]);
  const { columns, gaps }: { columns: readonly { name?: string }[]; gaps: boolean } = model.schema;
  // @ts-expect-error a file is bytes
  open('model.mxm');
  // @ts-expect-error samples are rows
  model.predict(3);
  return { classes, p, columns, gaps };
}

export async function page() {
  const text: string = await toPage(new SVC());
  const options: PageOptions = { title: 'T', lang: 'de', words: { reset: 'Neu' } };
  await toPage(new BlockingSVC(), options);
  await toPage(new SVC(), { example: [1, 2], baseline: { age: 3, town: null } });
  // @ts-expect-error there is no such word
  await toPage(new SVC(), { words: { back: 'Neu' } });
  // @ts-expect-error a row is a list or an object
  await toPage(new SVC(), { example: 3 });
  return text;
}
