// What a GPU gives has the types of what the model gives. Compiled, never run.
import {
  GridSearch,
  NuSVR,
  Nystroem,
  SVC,
  StandardScaler,
  crossValidate,
  makePipeline,
} from 'maxmargin';
import { sharedGPU, webgpu } from 'maxmargin/webgpu';

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
  const own = await new SVC().fit(X, ['yes', 'no'], { device: 'webgpu' });
  const again: string[] = await own.predict(X, { device: 'auto' });
  const search = await new GridSearch(new SVC(), { C: [1, 2] }).fit(X, [1, 2], { device: gpu });
  const { mean } = await crossValidate(new SVC(), X, [1, 2], { device: 'cpu' });
  const rows: number | undefined = search.bestEstimator.fitInfo.gpu?.rowsByGPU;
  const bounds: Float64Array | undefined = (await sharedGPU()).report.bounds;
  // @ts-expect-error No such device.
  await own.predict(X, { device: 'gpu' });
  console.log(again, mean, rows, bounds);
  console.log(labels, values.shape, numbers, counted, features, device, gpu.why);
  gpu.close();
}
