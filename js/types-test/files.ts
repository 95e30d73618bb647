// Places to keep models. Compiled, never run.
import { SVC, load } from 'maxmargin';
import {
  deleteFromIndexedDB,
  download,
  namesInIndexedDB,
  pickFile,
  readFromIndexedDB,
  saveToIndexedDB,
} from 'maxmargin/files';
import { SVC as BlockingSVC } from 'maxmargin/sync';

export async function use() {
  await saveToIndexedDB(new SVC(), 'iris');
  await saveToIndexedDB(new BlockingSVC(), 'iris');
  await load<SVC<string>>(await readFromIndexedDB('iris'));
  const names: string[] = await namesInIndexedDB();
  await deleteFromIndexedDB(names[0]);
  await download(new SVC(), 'iris.maxmargin');
  const file = await pickFile();
  if (file) await load(file);
  // @ts-expect-error the first argument is the model to save
  await saveToIndexedDB('iris', new SVC());
  // @ts-expect-error there may be no file
  await load(await pickFile());
}
