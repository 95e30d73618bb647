// Models as source text. Compiled, never run.
import { Pipeline, StandardScaler, SVC } from 'maxmargin';
import { toModule } from 'maxmargin/module';
import type { ModuleOptions } from 'maxmargin/module';
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
