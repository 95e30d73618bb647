/** Pages that use the package in each of its forms; the browser tests open them in several browsers. */

/** What pages do: train XOR, predict, save, load, predict again. */
const WORK = `
  async function work({ SVC, load }) {
    const X = [[0, 0], [0, 1], [1, 0], [1, 1]];
    const model = await new SVC({ C: 10, gamma: 1 }).fit(X, ['no', 'yes', 'yes', 'no']);
    const again = await load(await model.save());
    return [...(await model.predict(X)), ...(await again.predict(X))].join(' ');
  }
`;
const EXPECTED = 'no yes yes no no yes yes no';

/**
 * html is a page that puts the outcome, or the error, into its title.
 *
 * @param {string} head
 * @param {string} body of a function that returns the outcome
 */
export const html = (
  head,
  body,
) => `<!doctype html><title>waiting</title><link rel="icon" href="data:,">${head}<script type="module">
  ${WORK}
  const told = (text) => { document.title = text; };
  (async () => { ${body} })().then(told, (error) => told('error ' + (error.code ?? '') + ' ' + error.message));
</script>`;

/** The documents by path; the package is under /dist/. */
export const pages = {
  '/module.html': html('', "return work(await import('/dist/index.js'));"),
  '/script.html': html('<script src="/dist/maxmargin.js"></script>', 'return work(maxmargin);'),
  '/inline.html': html(
    '<script src="/dist/maxmargin.inline.js"></script>',
    'return work(maxmargin);',
  ),
  '/blocking.html': html(
    '',
    `
    const { init, SVC } = await import('/dist/sync.js');
    await init();
    const X = [[0, 0], [0, 1], [1, 0], [1, 1]];
    return new SVC({ C: 10, gamma: 1 }).fit(X, [0, 1, 1, 0]).predict(X).join();`,
  ),
  '/pipeline.html': html(
    '',
    `
    const { SVC, StandardScaler, init, load, makePipeline } = await import('/dist/index.js');
    await init({ onWarning() {} });
    const X = [[0, 0], [0, 1000], [1, 0], [1, 1000]];
    const made = makePipeline(new StandardScaler(), new SVC({ C: 10, gamma: 1, probability: 'sigmoid' }));
    const model = await load(await (await made.fit(X, ['no', 'yes', 'yes', 'no'])).save());
    const p = await model.predictProba(X);
    const likely = [0, 1, 2, 3].map((i) => model.classes[p[2 * i] > p[2 * i + 1] ? 0 : 1]);
    return [...(await model.predict(X)), ...likely].join(' ');`,
  ),
};

/** What each page does, and the title that it has in the end. */
export const outcomes = [
  {
    path: '/module.html',
    told: 'an ES module trains, predicts, saves and loads',
    title: EXPECTED,
  },
  {
    path: '/script.html',
    told: 'a classic script trains, predicts, saves and loads',
    title: EXPECTED,
  },
  {
    path: '/inline.html',
    told: 'the self-contained script trains, predicts, saves and loads',
    title: EXPECTED,
  },
  { path: '/blocking.html', told: 'the blocking form works for small data', title: '0,1,1,0' },
  {
    path: '/pipeline.html',
    told: 'a pipeline with probabilities trains, is saved and loaded, and agrees with itself',
    title: EXPECTED,
  },
];
