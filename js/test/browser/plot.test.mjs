/** Pictures, drawn with Observable Plot in a browser. */
/* global DOMParser, Plot, draw, main, maxmarginPlot, three, two, wave */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';

import { launch } from '../support/chromium.mjs';
import { blobs } from '../support/data.mjs';
import { project, root } from '../support/project.mjs';
import { serve } from '../support/server.mjs';

const modules = join(root, 'js', 'node_modules');
const { browser, skip } = await launch();
after(() => browser?.close());

const sets = {
  two: blobs({ n: 80, apart: 1.3, seed: 3, labels: (c) => ['healthy', 'ill'][c] }),
  three: blobs({ n: 90, k: 3, apart: 2, seed: 4, labels: (c) => 'abc'[c] }),
  wave: {
    X: Array.from({ length: 60 }, (_, i) => [i / 8]),
    y: Array.from({ length: 60 }, (_, i) => Math.sin(i / 8) + 0.3 * Math.cos(5 * i)),
  },
};

describe('drawing with Observable Plot', { skip, timeout: 900_000 }, () => {
  let site;
  let page;
  const errors = [];
  before(async () => {
    site = await serve({
      folders: {
        '/dist/': join(project, 'node_modules', 'maxmargin', 'dist'),
        '/d3/': join(modules, 'd3', 'dist'),
        '/plot/': join(modules, '@observablehq', 'plot', 'dist'),
      },
      pages: {
        '/': `<!doctype html><link rel="icon" href="data:,">
          <body style="color: rgb(200, 210, 220); background: #123">
          <script src="/d3/d3.min.js"></script>
          <script src="/plot/plot.umd.min.js"></script>
          <script src="/dist/maxmargin.plot.js"></script>
          <script type="module">
            import * as main from '/dist/index.js';
            Object.assign(window, { main }, ${JSON.stringify(sets)});
            window.draw = (picture) => {
              document.body.replaceChildren(picture);
              const svg = picture.matches('svg') ? picture : picture.querySelector('svg[aria-label]');
              const texts = [...picture.querySelectorAll('text')];
              return {
                tag: picture.localName,
                width: svg.width.baseVal.value,
                label: svg.ariaLabel,
                words: picture.innerText + texts.map((text) => text.textContent).join(' | '),
                axisColours: [...new Set(texts
                  .filter((text) => text.closest('[aria-label*="axis"]'))
                  .map((text) => getComputedStyle(text).fill))],
                marks: Object.fromEntries([...svg.children].map((g) => [
                  g.getAttribute('aria-label'), g.querySelectorAll('path, circle, rect, text, line').length])),
              };
            };
            document.title = 'ready';
          </script>`,
      },
    });
    page = await browser.newPage();
    page.on('pageerror', (error) => errors.push(error));
    await page.goto(`${site.url}/`);
    await page.waitForFunction(() => document.title === 'ready');
  });
  after(async () => {
    await page?.close();
    await site?.close();
  });

  it('a picture in a file of its own is one: the recipe of plotting.md writes XML', async () => {
    const read = await page.evaluate(() => {
      const roc = maxmarginPlot.rocCurve([0, 1, 1, 0], [0.1, 0.8, 0.4, 0.3]);
      const figure = maxmarginPlot.plotRocCurve(Plot, roc, { document });
      const picture = [...figure.querySelectorAll('svg')].at(-1);
      const { XMLSerializer } = document.defaultView;
      const text = new XMLSerializer().serializeToString(picture);
      const { documentElement } = new DOMParser().parseFromString(text, 'image/svg+xml');
      const { localName, namespaceURI } = documentElement;
      return { localName, namespaceURI, paths: documentElement.querySelectorAll('path').length };
    });
    const { paths, ...root } = read;
    assert.deepEqual(root, { localName: 'svg', namespaceURI: 'http://www.w3.org/2000/svg' });
    assert.ok(paths > 0);
  });

  /** check tests what all pictures have in common. */
  function check({ tag, width, label, words, axisColours }, expected) {
    assert.deepEqual(errors, []);
    assert.match(tag, /^(figure|svg|div)$/);
    assert.ok(width >= 300 && width <= 800, `${width} wide`);
    assert.match(label, expected.label);
    for (const word of expected.words) assert.ok(words.includes(word), `${word} in ${words}`);
    assert.deepEqual(axisColours, ['rgb(200, 210, 220)'], 'axes have the colour of the page');
  }

  it('decision surfaces: lines lie where the decision function says', async () => {
    const { shown, zero, sides, rings, support } = await page.evaluate(async () => {
      const model = await new main.SVC({ C: 2, gamma: 0.5 }).fit(two.X, two.y);
      const surface = await maxmarginPlot.decisionSurface(model, two.X, two.y);
      const picture = maxmarginPlot.plotDecisionSurface(Plot, surface, {
        x: { label: 'petal length (cm)' },
        title: 'Petals',
      });
      const shown = draw(picture);
      const [x, y] = [picture.scale('x'), picture.scale('y')];
      const inside = ([u, v]) =>
        u > surface.x[0] && u < surface.x[1] && v > surface.y[0] && v < surface.y[1];
      const values = async (path) => {
        const places = path
          .getAttribute('d')
          .split(/[MLZ]/)
          .filter(Boolean)
          .map((pair) => pair.split(',').map(Number))
          .map(([px, py]) => [x.invert(px), y.invert(py)])
          .filter(inside);
        return [...(await model.decisionFunction(places))];
      };
      const drawn = 'g[aria-label="contour"] g[stroke="currentColor"]';
      const lines = [...document.querySelectorAll(drawn)];
      const dashed = lines.find((g) => g.hasAttribute('stroke-dasharray'));
      const whole = lines.find((g) => !g.hasAttribute('stroke-dasharray'));
      return {
        shown,
        zero: await values(whole.querySelector('path')),
        sides: await Promise.all([...dashed.querySelectorAll('path')].map(values)),
        rings: [...document.querySelectorAll('g[aria-label="dot"] circle')].length,
        support: model.supportIndices.length,
      };
    });
    check(shown, {
      label: /decision surface of a classifier/,
      words: ['petal length (cm)', 'feature 1', 'healthy', 'ill', 'Petals', 'support vectors'],
    });
    assert.ok(zero.length > 50 && zero.every((value) => Math.abs(value) < 0.03), 'f = 0');
    const [low, high] = sides;
    assert.ok(low.length > 50 && low.every((value) => Math.abs(value + 1) < 0.03), 'f = -1');
    assert.ok(high.length > 50 && high.every((value) => Math.abs(value - 1) < 0.03), 'f = 1');
    assert.equal(rings, support);
  });

  it('surfaces of several classes, of detectors and of regressors', async () => {
    const shown = await page.evaluate(async () => {
      const { decisionSurface, plotDecisionSurface } = maxmarginPlot;
      const several = await new main.SVC().fit(three.X, three.y);
      const detector = await new main.OneClassSVM({ nu: 0.1 }).fit(two.X);
      const values = two.X.map(([a, b]) => a * b);
      const regressor = await new main.SVR({ C: 10 }).fit(two.X, values);
      return [
        draw(plotDecisionSurface(Plot, await decisionSurface(several, three.X, three.y))),
        draw(plotDecisionSurface(Plot, await decisionSurface(detector, two.X))),
        draw(plotDecisionSurface(Plot, await decisionSurface(regressor, two.X, values))),
      ];
    });
    check(shown[0], { label: /classifier/, words: ['a', 'b', 'c', 'feature 0'] });
    check(shown[1], { label: /detector/, words: ['inside', 'outside', 'f(x) = 0'] });
    check(shown[2], { label: /regressor/, words: ['value', 'feature 0'] });
  });

  it('tubes and margins', async () => {
    const { tube, margins } = await page.evaluate(async () => {
      const regressor = await new main.SVR({ C: 10, epsilon: 0.3 }).fit(wave.X, wave.y);
      const classifier = await new main.SVC().fit(two.X, two.y);
      const m = maxmarginPlot;
      return {
        tube: draw(m.plotRegressionTube(Plot, await m.regressionTube(regressor, wave.X, wave.y))),
        margins: draw(
          m.plotMarginDistribution(Plot, await m.marginDistribution(classifier, two.X, two.y)),
        ),
      };
    });
    check(tube, { label: /tube/, words: ['feature 0', 'value', 'within the tube', '± 0.3'] });
    assert.equal(tube.marks.area, 1);
    check(margins, { label: /margins/, words: ['margin y f(x)', 'rows', 'healthy', 'ill'] });
    assert.ok(margins.marks.rect > 5);
  });

  it('confusion matrices, curves and heat maps', async () => {
    const { confusion, roc, recall, heat } = await page.evaluate(async () => {
      const model = await new main.SVC().fit(three.X, three.y);
      const predicted = await model.predict(three.X);
      const scores = await model.decisionFunction(three.X);
      const search = new main.GridSearch(new main.SVC(), { C: [1, 10], gamma: [0.1, 1, 10] });
      await search.fit(two.X, two.y, {});
      const m = maxmarginPlot;
      return {
        confusion: draw(m.plotConfusionMatrix(Plot, m.confusionMatrix(three.y, predicted))),
        roc: draw(m.plotRocCurve(Plot, m.rocCurve(three.y, scores))),
        recall: draw(m.plotPrecisionRecallCurve(Plot, m.precisionRecallCurve(three.y, scores))),
        heat: draw(m.plotValidationHeatMap(Plot, m.validationHeatMap(search.results))),
      };
    });
    check(confusion, { label: /confusion/, words: ['predicted', 'actual', 'a', 'b', 'c'] });
    assert.equal(confusion.marks.cell, 9);
    check(roc, {
      label: /operating/,
      words: ['false positive rate', 'true positive rate', 'area'],
    });
    check(recall, { label: /precision/, words: ['precision', 'recall', 'average'] });
    check(heat, { label: /search/, words: ['C', 'gamma', 'mean score', '0.1', '10'] });
  });

  it('explanations of one row and of many', async () => {
    const { fall, swarm } = await page.evaluate(async () => {
      const model = await new main.SVC().fit(two.X, two.y);
      const explanation = await main.explain(model, two.X, { baseline: two.X });
      const m = maxmarginPlot;
      return {
        fall: draw(m.plotExplanationWaterfall(Plot, m.explanationWaterfall(explanation))),
        swarm: draw(
          m.plotExplanationBeeswarm(Plot, await m.explanationBeeswarm(explanation, two.X)),
        ),
      };
    });
    check(fall, { label: /each feature adds/, words: ['value for', 'feature 0', 'From the base'] });
    check(swarm, { label: /each feature adds/, words: ['part of the value', 'feature 1', 'value of the feature'] }); // prettier-ignore
  });

  it('learning curves and convergence', async () => {
    const { learning, validation, words, fit } = await page.evaluate(async () => {
      const m = maxmarginPlot;
      const curve = await main.learningCurve(new main.SVC(), two.X, two.y);
      const by = (option, values) =>
        main.validationCurve(new main.SVC(), two.X, two.y, { option, values });
      const [gammas, kernels] = [
        await by('gamma', [0.01, 1, 100]),
        await by('kernel', ['linear', 'rbf']),
      ];
      const record = m.recordFit();
      const model = await new main.SVC().fit(two.X, two.y, { onProgress: record });
      const report = { supportVectors: 1, fraction: 0, phase: 'all' };
      const reports = [
        { ...report, iteration: 0, objective: 0, gap: 2 },
        { ...report, iteration: 50, objective: -3, gap: 0.1 },
        ...record.reports,
      ];
      return {
        learning: draw(m.plotLearningCurve(Plot, curve, { y: { label: 'accuracy' } })),
        validation: draw(m.plotValidationCurve(Plot, gammas)),
        words: draw(m.plotValidationCurve(Plot, kernels)),
        fit: draw(m.plotConvergence(Plot, m.convergence(reports, model.fitInfo))),
      };
    });
    check(learning, {
      label: /learning/,
      words: ['rows learnt from', 'accuracy', 'of other rows'],
    });
    check(validation, { label: /validation/, words: ['gamma', 'score', '0.01', '100'] });
    check(words, { label: /validation/, words: ['kernel', 'linear', 'rbf'] });
    check(fit, { label: /objective/, words: ['iterations', 'objective', 'gap'] });
  });

  it('draws the finished part of a search or a fit that has no result', async () => {
    const { heat, fit, confusion } = await page.evaluate(() => {
      const m = maxmarginPlot;
      const row = (params) => ({ params, ...params, mean: NaN, std: NaN, rank: undefined });
      const results = [1, 2].flatMap((C) => [1, 2].map((gamma) => row({ C, gamma })));
      const none = { sampleWeight: [0, 0] };
      return {
        heat: draw(m.plotValidationHeatMap(Plot, m.validationHeatMap(results))),
        fit: draw(m.plotConvergence(Plot, m.convergence([]))),
        confusion: draw(m.plotConfusionMatrix(Plot, m.confusionMatrix([0, 1], [1, 0], none))),
      };
    });
    check(heat, { label: /search/, words: ['C', 'gamma'] });
    check(fit, { label: /objective/, words: ['iterations'] });
    check(confusion, { label: /confusion/, words: ['actual'] });
  });

  it('names that are long or alike, numbers that are large, margins that are the same', async () => {
    const found = await page.evaluate(() => {
      const m = maxmarginPlot;
      const results = [1.001, 1.002].flatMap((C) =>
        [{ a: 1 }, { a: 2 }].map((classWeight) => ({
          params: { C, classWeight },
          mean: C,
          std: 0,
        })),
      );
      const names = ['Electronics and computers', 'Home and garden supplies'];
      const rows = [{ row: 0, margin: 1.5, label: 'a' }];
      const points = [0, 1, 2].map((x, row) => ({ row, x, y: x * 1e12 }));
      const curve = points.map(({ x, y }) => ({ x, mean: y, std: 0, lower: y, upper: y }));
      const band = { curve, points, samples: [], name: 'x', width: 2, noise: false };
      const clashes = (picture) => {
        document.body.replaceChildren(picture);
        const texts = [...picture.querySelectorAll('[aria-label$="axis tick label"] text')];
        const boxes = texts.map((text) => text.getBoundingClientRect());
        const apart = (a, b) => a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top; // prettier-ignore
        const left = picture.getBoundingClientRect().left;
        return {
          overlaps: boxes.filter((a, i) => boxes.some((b, j) => j > i && !apart(a, b))).length,
          clipped: boxes.filter((box) => box.left < left).length,
          texts: texts.map((text) => text.textContent),
        };
      };
      return {
        heat: clashes(m.plotValidationHeatMap(Plot, m.validationHeatMap(results))),
        confusion: clashes(m.plotConfusionMatrix(Plot, m.confusionMatrix(names, names))),
        band: clashes(m.plotPosteriorBand(Plot, band)),
        margins: m.plotMarginDistribution(Plot, { kind: 'classifier', rows, edge: 1 }).querySelector('[aria-label=rect] rect')?.getAttribute('width'), // prettier-ignore
      };
    });
    for (const { overlaps, clipped, texts } of [found.heat, found.confusion, found.band]) {
      assert.ok(texts.length > 3);
      assert.deepEqual({ overlaps, clipped }, { overlaps: 0, clipped: 0 }, texts.join(' | '));
    }
    assert.deepEqual(found.heat.texts.sort(), ['1.001', '1.002', '{"a":1}', '{"a":2}']);
    assert.ok(found.band.texts.includes('2e12'), found.band.texts.join(' | '));
    assert.ok(Number(found.margins) > 2, `a bar of ${found.margins} pixels`);
  });
});
