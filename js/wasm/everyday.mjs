/**
 * The calls that the first file of the module is made for. `make profile` runs them to learn which
 * functions they need, and a test runs them without the second file.
 */

/** Numbers between 0 and 1, always the same. */
function random(seed) {
  return () => (seed = (seed * 1664525 + 1013904223) >>> 0) / 2 ** 32;
}

/**
 * Clouds of points, one for each class, and a value of each point.
 * @param {number} n points
 * @param {number} d features
 * @param {number} k classes
 */
export function clouds(n, d, k) {
  const next = random(n + d + k);
  const X = Array.from({ length: n }, (_, i) =>
    Array.from({ length: d }, (_, j) => next() + next() + next() - 1.5 + Number(j % k === i % k)),
  );
  const y = X.map((_, i) => `class ${i % k}`);
  return { X, y, values: X.map(([a, b]) => a - b + next() / 10) };
}

/** Everything that a page does with a fitted model. */
async function use(maxmargin, model, { X, y }) {
  await model.predict(X);
  await model.predict(X.slice(0, 1));
  await model.decisionFunction?.(X);
  if (y) await model.score?.(X, y);
  const copy = await maxmargin.load(model.save());
  await copy.predict(X);
  await maxmargin.load(JSON.parse(JSON.stringify(model)));
  copy.dispose();
}

/** A mistake is answered, by the error that says what it is. */
async function refused(mistake, code) {
  const error = await Promise.resolve()
    .then(mistake)
    .catch((cause) => cause);
  if (error?.code !== code) throw error ?? new Error(`there is no ${code}`);
}

/**
 * @param {typeof import('maxmargin')} maxmargin in either form
 */
export async function everyday(maxmargin) {
  const { SVC, OneClassSVM, SVR, LinearSVC } = maxmargin;
  const { StandardScaler, MinMaxScaler, GridSearch, crossValidate, makePipeline } = maxmargin;
  const two = clouds(60, 2, 2);
  const three = clouds(90, 6, 3);
  const larger = clouds(360, 4, 3); // classes too large for blocks of the matrix
  const many = clouds(1500, 12, 2);

  for (const kernel of ['rbf', 'linear', 'poly', 'sigmoid']) {
    for (const data of [two, three, larger]) {
      await use(maxmargin, await new SVC({ kernel, C: 3 }).fit(data.X, data.y), data);
    }
  }
  await use(maxmargin, await new SVC().fit(many.X, many.y, { onProgress() {} }), many);
  const weights = two.y.map((_, i) => 1 + (i % 3));
  const weighted = new SVC({ classWeight: 'balanced' });
  await use(maxmargin, await weighted.fit(two.X, two.y, { sampleWeight: weights }), two);
  await use(maxmargin, await new OneClassSVM().fit(two.X), { X: two.X });
  await use(maxmargin, await new SVR().fit(two.X, two.values), { X: two.X, y: two.values });
  for (const data of [two, three]) {
    await use(maxmargin, await new LinearSVC().fit(data.X, data.y), data);
  }
  for (const Scaler of [StandardScaler, MinMaxScaler]) {
    const pipeline = makePipeline(new Scaler(), new SVC());
    await use(maxmargin, await pipeline.fit(three.X, three.y), three);
  }
  await new GridSearch(new SVC(), { C: [1, 10], gamma: [0.1, 1] }).fit(three.X, three.y);
  await crossValidate(new SVC(), two.X, two.y);
  await maxmargin.memory();

  const svc = await new SVC().fit(two.X, two.y);
  const linear = await new LinearSVC().fit(two.X, two.y);
  const piped = await makePipeline(new StandardScaler(), new SVC()).fit(two.X, two.y);
  for (const model of [svc, linear, piped]) {
    await refused(() => model.predict([[1]]), 'ERR_FEATURE_COUNT');
    await refused(() => model.decisionFunction(three.X), 'ERR_FEATURE_COUNT');
  }
  const bytes = await svc.save();
  bytes[bytes.length - 1] ^= 1;
  await refused(() => maxmargin.load(bytes), 'ERR_FORMAT');
}
