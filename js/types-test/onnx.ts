// ONNX files. Compiled, never run.
import { LinearSVR, SVC, load } from 'maxmargin';
import { exportOnnx, importOnnx } from 'maxmargin/onnx';
import { SVC as BlockingSVC } from 'maxmargin/sync';

export async function use() {
  const file: Uint8Array = await exportOnnx(new SVC());
  await exportOnnx(new BlockingSVC());
  await exportOnnx(new SVC(), { precision: 'float64', inputNames: ['float_input'] });
  await exportOnnx(new LinearSVR());
  const model = await load<SVC<string>>(importOnnx(file));
  const labels: string[] = await model.predict([[1, 2]]);
  await load(importOnnx(await new Blob().arrayBuffer()));
  // @ts-expect-error importOnnx takes bytes
  importOnnx('model.onnx');
  // @ts-expect-error exportOnnx takes models, not their bytes
  await exportOnnx(file);
  return labels;
}
