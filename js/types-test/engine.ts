// Engines of both forms. Compiled, never run.
import { SVC, createEngine, init, memory } from 'maxmargin';
import * as sync from 'maxmargin/sync';

export async function use() {
  const rows = [[0], [1]];
  const engine = createEngine({ workers: 2, idle: 1000, memory: 500, wasmUrl: '/a.wasm' });
  await init({ idle: 1000, memory: 500 });
  await engine.init();
  const model: SVC = engine.own(new SVC({ C: 1 }));
  const labels: string[] = await engine
    .own(new SVC())
    .fit(rows, ['a', 'b'])
    .then((fitted) => fitted.predict(rows));
  const { total, cache, models } = await engine.memory();
  const [{ machine, bytes }] = models;
  const common: number = (await memory()).total;
  const nothing: void = await engine.terminate();

  const blocking = sync.createEngine({ idle: 1000 });
  await blocking.init();
  const own: sync.SVC = blocking.own(new sync.SVC());
  const held: number = blocking.memory().total;
  blocking.terminate();

  // @ts-expect-error models are objects
  engine.own('SVC');
  // @ts-expect-error an engine has its work done elsewhere
  createEngine({ worker: false });
  // @ts-expect-error options are as strict as elsewhere
  createEngine({ worker: 2 });
  // @ts-expect-error warnings are those of all engines
  createEngine({ onWarning() {} });
  void [model, labels, total, cache, machine, bytes, common, nothing, own, held];
}
