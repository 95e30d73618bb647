/** The code that makes the model on the screen, for the reader to take along. */
export function snippet(options, X) {
  const settings = Object.entries(options).map(([name, value]) => `${name}: ${typeof value === 'string' ? `'${value}'` : value}`);
  return [
    "import { SVC } from 'maxmargin';",
    '',
    'const model = new SVC({',
    ...settings.map((setting) => `  ${setting},`),
    '});',
    X.rows > 0 ? `await model.fit(X, y); // ${X.rows.toLocaleString('en')} × ${X.cols}` : 'await model.fit(X, y);',
    'await model.predict(Xnew);',
  ].join('\n');
}
