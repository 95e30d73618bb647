// A script for Node, as a user writes it: read, search, report, keep. Compiled, never run.
import { readFile, writeFile } from 'node:fs/promises';
import { GridSearch, SVC, load, trainTestSplit } from 'maxmargin';
import { readCsv } from 'maxmargin/data';
import { SVC as BlockingSVC, init } from 'maxmargin/sync';

export async function main(path: string): Promise<string> {
  const { X, y } = await readCsv(await readFile(path), { target: 'species' });
  const { XTrain, XTest, yTrain, yTest } = await trainTestSplit(X, y, { stratify: true });

  const grid = { C: [1, 10, 100], gamma: ['scale', 0.1] };
  const search = await new GridSearch(new SVC(), grid, { folds: 5 }).fit(XTrain, yTrain);
  const { bestEstimator, bestParams } = search;
  if (!bestEstimator || !bestParams) throw new Error('the search was stopped');
  const accuracy = await bestEstimator.score(XTest, yTest);
  await writeFile('species.mxm', await bestEstimator.save());

  // A file does not tell TypeScript what it holds.
  const again = await load<SVC<string>>(await readFile('species.mxm'));
  const counts = new Map<string, number>();
  for (const name of await again.predict(XTest)) counts.set(name, (counts.get(name) ?? 0) + 1);
  const shares = [...counts].map(([name, count]) => `${name.padEnd(12)} ${count}`);
  return [`accuracy ${accuracy.toFixed(3)} with C ${String(bestParams.C)}`, ...shares].join('\n');
}

export async function isPalindrome(words: readonly string[]): Promise<boolean[]> {
  await init();
  const y = words.map((word) => word === [...word].reverse().join(''));
  return new BlockingSVC({ kernel: 'gapWeighted' }).fit(words, y).predict(['level', 'margin']);
}
