// What a GPU gives has the types of what the model gives. Compiled, never run.
import { NuSVR, Nystroem, SVC, StandardScaler, makePipeline } from 'maxmargin';
import { webgpu } from 'maxmargin/webgpu';

export async function use(X: number[][]): Promise<void> {
  const gpu = await webgpu({ required: true });
  const model = await new SVC().fit(X, ['yes', 'no']);
  const labels: string[] = await gpu.predict(model, X, { device: 'auto' });
  const values: Float64Array & { readonly shape: number[] } = await gpu.decisionFunction(model, X);
  const numbers: Float64Array = await gpu.predict(await new NuSVR().fit(X, [1, 2]), X, {
    bound: 0.1,
  });
  const pipeline = await makePipeline(new StandardScaler(), new SVC()).fit(X, [1, 2]);
  const counted: number[] = await gpu.predict(pipeline, X);
  const features = await gpu.transform(await new Nystroem().fit(X), X);
  const device: 'webgpu' | 'cpu' = gpu.report.device;
  // @ts-expect-error A transformer does not predict.
  await gpu.predict(await new Nystroem().fit(X), X);
  // @ts-expect-error No such device.
  await gpu.predict(model, X, { device: 'tpu' });
  console.log(labels, values.shape, numbers, counted, features, device, gpu.why);
  gpu.close();
}
