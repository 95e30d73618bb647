/** A report as a page: one file, without scripts, that needs nothing else. */
import { bars, curves, nameBars, scatter } from './charts.js';
import { html, Markup } from './markup.js';
import { short } from './numbers.js';
import { classTable, columnTable, dataSentence, fitSentence, footer, importanceSentence, intervalSentence, lower, optionTable, rowsSentence, scoreTable, searchTable } from './sections.js'; // prettier-ignore
import { style } from './style.js';

/** @import { ReportJSON } from '../inspect/types.js' */
/** @import { Table } from './sections.js' */

/** Bars of features that are drawn. */
const mostBars = 30;

/**
 * @param {ReportJSON} json
 * @returns {string}
 */
export function writeHtml(json) {
  const { title, model, warnings, search } = json;
  const changed = optionTable(json, true);
  const others = optionTable(json, false);
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta
          http-equiv="Content-Security-Policy"
          content="default-src 'none'; style-src 'unsafe-inline'"
        />
        <meta name="generator" content="maxmargin ${json.version}" />
        <title>${title}</title>
        <style>
          ${new Markup(style())}
        </style>
      </head>
      <body>
        <main>
          <h1>${title}</h1>
          <p class="soft"><code>${model.text}</code></p>
          ${cards(json)} ${json.baseline && html`<p>${json.baseline.sentence}</p>`}
          ${json.notes?.map((note) => html`<p>${note}</p>`)}
          ${
            warnings.length > 0 &&
            html`<h2>Warnings</h2>
              <ul class="warnings">
                ${warnings.map(({ message }) => html`<li>${message}</li>`)}
              </ul>`
          }
          <h2>Scores</h2>
          ${table(scoreTable(json))}
          <p class="soft">${intervalSentence(json)}</p>
          ${predictions(json)} ${importance(json)}
          <h2>Data</h2>
          <p>${dataSentence(json)}</p>
          <p>${rowsSentence(json)}</p>
          ${table(columnTable(json))}
          <h2>Model</h2>
          <p>${fitSentence(json)}</p>
          ${changed.rows.length > 0 ? [html`<h3>Options that were changed</h3>`, table(changed)] : html`<p>All options have their default values.</p>`}
          ${
            others.rows.length > 0 &&
            html`<details>
              <summary>${others.rows.length} options with their default values</summary>
              ${table(others)}
            </details>`
          }
          ${search && [html`<h3>Search</h3>`, table(searchTable(json))]}
          <footer>${footer(json)}</footer>
        </main>
      </body>
    </html> `.text;
}

/** The scores that say most. @param {ReportJSON} json */
function cards({ scores }) {
  const wanted = ['accuracyScore', 'insideRate', 'r2Score', 'kendallTau', 'balancedAccuracyScore', 'rootMeanSquaredError', 'rocAucScore', 'meanAbsoluteError', 'logLoss', 'ndcgScore', 'inversionRate']; // prettier-ignore
  const shown = wanted.flatMap((name) => scores.filter((score) => score.name === name)).slice(0, 4);
  return html`<div class="cards">
    ${shown.map(
      ({ title, value, low, high }) =>
        html`<div class="card">
          <span class="soft">${title.split(',')[0]}</span
          ><b>${short(value)}</b
          >${Number.isFinite(low) && html`<span class="soft">${short(low)} to ${short(high)}</span>`}
        </div>`,
    )}
  </div>`;
}

/**
 * @param {Table | undefined} of
 * @returns {Markup | undefined}
 */
function table(of) {
  if (!of || of.rows.length === 0) return undefined;
  const { head, rows, numbers, caption } = of;
  const kind = (/** @type {number} */ j) => numbers[j] && html` class="n"`;
  return html`<div
    class="scroll"
    tabindex="0"
    role="region"
    aria-label="${caption ?? head.filter(Boolean).join(', ')}"
  >
    <table>
      ${
        caption &&
        html`<caption>
          ${caption}
        </caption>`
      }
      <thead>
        <tr>
          ${head.map((name, j) => (name ? html`<th scope="col" ${kind(j)}>${name}</th>` : html`<td></td>`))}
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          (row) =>
            html`<tr>
              ${row.map((cell, j) => html`<td${kind(j)}>${cell}</td>`)}
            </tr> `,
        )}
      </tbody>
    </table>
  </div>`;
}

/** @param {ReportJSON} json */
function predictions(json) {
  const {
    confusion,
    roc,
    precisionRecall,
    calibration,
    predictions: found,
    decisions,
    task,
  } = json;
  if (found) {
    const { truth, predicted, residuals } = found;
    const up = task === 'ranking' ? 'predicted score' : 'predicted';
    return html`<h2>Predictions</h2>
      <div class="figures">
        ${[
          scatter(
            {
              title: 'Predicted against true',
              across: 'true',
              up,
              guide: task === 'ranking' ? 'zero' : 'diagonal',
            },
            truth,
            predicted,
          ),
          ...(task === 'ranking'
            ? []
            : [
                scatter(
                  {
                    title: 'Residuals against predictions',
                    across: 'predicted',
                    up: 'true − predicted',
                    guide: 'zero',
                  },
                  predicted,
                  truth.map((v, i) => v - predicted[i]),
                ),
                bars(
                  { title: 'Residuals', across: 'true − predicted', zero: true },
                  residuals.edges,
                  residuals.counts,
                ),
              ]),
        ]}
      </div>
      ${task === 'regression' && html`<p>Residuals: mean ${short(residuals.mean)}, standard deviation ${short(residuals.std)}, from ${short(residuals.min)} to ${short(residuals.max)}.${truth.length < json.data.rows && ` The pictures show ${truth.length} of the rows.`}</p>`}`;
  }
  const several = (/** @type {any[] | undefined} */ list) => (list?.length ?? 0) > 1;
  const name = (/** @type {unknown} */ label, /** @type {string} */ measure, /** @type {number} */ value) => `${String(label)}: ${measure} ${short(value)}`; // prettier-ignore
  return html`<h2>Predictions</h2>
    ${confusion && matrix(confusion)} ${several(json.classes) && table(classTable(json))}
    <div class="figures">
      ${[
        decisions &&
          bars(
            { title: 'Decision values', across: 'decision value, positive inside', zero: true },
            decisions.edges,
            decisions.counts,
          ),
        roc &&
          curves(
            {
              title: 'ROC curve',
              across: 'false positive rate',
              up: 'true positive rate',
              diagonal: true,
            },
            roc.map(({ label, auc, fpr, tpr }) => ({
              name: name(label, 'area', auc),
              x: fpr,
              y: tpr,
            })),
          ),
        precisionRecall &&
          curves(
            { title: 'Precision and recall', across: 'recall', up: 'precision' },
            precisionRecall.map(({ label, averagePrecision, recall, precision }) => ({
              name: name(label, 'average precision', averagePrecision),
              x: recall,
              y: precision,
            })),
          ),
        calibration &&
          curves(
            {
              title: 'Calibration',
              across: 'mean predicted probability',
              up: 'share of the class',
              diagonal: true,
            },
            calibration.map(({ label, predicted, observed }) => ({
              name: String(label),
              x: predicted,
              y: observed,
              dots: true,
            })),
          ),
      ]}
    </div>`;
}

/** Larger matrices are not drawn. */
const mostClasses = 30;

/** @param {NonNullable<ReportJSON['confusion']>} of */
function matrix({ labels, matrix: counts }) {
  if (labels.length > mostClasses) return html`<p>The confusion matrix of ${labels.length} classes is in the JSON.</p>`; // prettier-ignore
  const sums = counts.map((row) => row.reduce((sum, n) => sum + n, 0));
  return html`<h3>Confusion matrix</h3>
    <p class="soft">
      True classes down, predicted across; strong colours are a great share of their row.
    </p>
    <div class="scroll" tabindex="0" role="region" aria-label="Confusion matrix">
      <table class="matrix" aria-label="Confusion matrix">
        <thead>
          <tr>
            <th scope="col">true ↓ predicted →</th>
            ${labels.map((label) => html`<th scope="col">${String(label)}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${labels.map(
            (label, i) =>
              html`<tr>
                <th scope="row">${String(label)}</th>
                ${counts[i].map((count) => html`<td style="--v:${(count / (sums[i] || 1)).toFixed(3)}">${short(count)}</td>`)}
              </tr> `,
          )}
        </tbody>
      </table>
    </div>`;
}

/** @param {ReportJSON} json */
function importance(json) {
  if (!json.importance) return undefined;
  const { features, of } = json.importance;
  const shown = features.slice(0, mostBars);
  const rest = features.length - shown.length;
  return html`<h2>Features</h2>
    ${nameBars('Permutation importance', `worse by (${lower(of)})`, shown)}
    <p class="soft">
      ${importanceSentence(json)}${rest > 0 && ` ${rest} further features are in the JSON.`}
    </p>`;
}
