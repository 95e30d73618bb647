/** The style of a report on light and dark screens, and on paper. */
export const style = () => `
:root { color-scheme: light dark; --text: #1d2433; --soft: #566176; --line: #d7dce5; --back: #ffffff; --panel: #f5f7fa; --accent: #005fa3; --warn: #8a4b00; --warn-back: #fff6e5; --heat: 0, 95, 163; --most: .5; --s0: #0072b2; --s1: #c24e00; --s2: #00815f; --s3: #a8478a; --s4: #9a6a00; --s5: #2f7fae; --s6: #6b6b6b; }
@media (prefers-color-scheme: dark) { :root { --text: #e6e9f0; --soft: #a9b2c3; --line: #3a4356; --back: #141923; --panel: #1c2330; --accent: #7cc0f5; --warn: #ffcf85; --warn-back: #33260f; --heat: 92, 168, 230; --s0: #56b4e9; --s1: #ff9a52; --s2: #3fd0a4; --s3: #e89fca; --s4: #e9bd4a; --s5: #8fd3ff; --s6: #b5b5b5; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--back); color: var(--text); font: 16px/1.5 system-ui, sans-serif; }
main { max-width: 60rem; margin: 0 auto; padding: 2rem 1.25rem 4rem; }
h1 { font-size: 1.8rem; line-height: 1.2; margin: 0 0 .25rem; overflow-wrap: anywhere; }
h2 { font-size: 1.25rem; margin: 2.5rem 0 .75rem; padding-bottom: .25rem; border-bottom: 1px solid var(--line); }
h3 { font-size: 1rem; margin: 1.25rem 0 .5rem; }
p { margin: .5rem 0; max-width: 46rem; }
.soft, figcaption, caption { color: var(--soft); }
code { font: .92em ui-monospace, monospace; overflow-wrap: anywhere; }
.scroll { overflow-x: auto; margin: .75rem 0; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; font-size: .94rem; }
caption { text-align: left; padding-bottom: .35rem; }
th, td { padding: .3rem .75rem .3rem 0; text-align: left; border-bottom: 1px solid var(--line); vertical-align: top; }
th { font-weight: 600; }
td.n, th.n { text-align: right; }
.matrix td, .matrix th { padding: .4rem .75rem; text-align: right; border: 1px solid var(--line); }
.matrix thead th, .matrix tbody th { background: var(--panel); }
.matrix td { background: rgba(var(--heat), calc(var(--v) * var(--most))); }
.warnings { list-style: none; margin: 1rem 0; padding: 0; }
.warnings li { border-left: 4px solid var(--warn); background: var(--warn-back); padding: .5rem .85rem; margin: .4rem 0; max-width: 50rem; overflow-wrap: anywhere; }
.cards { display: grid; grid-template-columns: repeat(auto-fit, minmax(11rem, 1fr)); gap: .75rem; margin: 1rem 0; }
.card { background: var(--panel); border: 1px solid var(--line); border-radius: .5rem; padding: .7rem .9rem; }
.card b { display: block; font-size: 1.5rem; line-height: 1.25; font-variant-numeric: tabular-nums; }
.figures { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 22rem), 1fr)); gap: 1rem 1.5rem; }
figure { margin: .5rem 0; min-width: 0; }
figure.wide { max-width: 44rem; }
figcaption { font-weight: 600; margin-bottom: .25rem; }
svg { width: 100%; height: auto; display: block; }
svg text { fill: var(--soft); font: 12px system-ui, sans-serif; }
.axis path { stroke: var(--line); fill: none; }
.guide { stroke: var(--soft); stroke-dasharray: 4 4; fill: none; }
.whisker { stroke: var(--text); stroke-width: 1.5; }
.bar { fill: var(--s0); }
.point { fill: var(--s0); fill-opacity: .55; }
${[0, 1, 2, 3, 4, 5, 6]
  .map((at) => {
    const dashes = ['none', '7 3', '2 3', '10 3 2 3', '5 2', '1 3', '12 4'][at];
    return `.s${at} { fill: none; stroke: var(--s${at}); stroke-width: 2; stroke-dasharray: ${dashes}; } .d${at} { fill: var(--s${at}); }`;
  })
  .join('\n')}
.legend { list-style: none; display: flex; flex-wrap: wrap; gap: .2rem 1rem; margin: .25rem 0 0; padding: 0; font-size: .88rem; }
.legend svg { display: inline-block; width: 1.6rem; margin-right: .4rem; vertical-align: middle; }
details { margin: .75rem 0; }
summary { cursor: pointer; color: var(--accent); }
footer { margin-top: 3rem; font-size: .88rem; color: var(--soft); }
@media print {
  :root { color-scheme: light; --text: #000; --soft: #444; --line: #bbb; --back: #fff; --panel: #fff; --accent: #000; --warn: #000; --warn-back: #fff; --heat: 0, 0, 0; --most: .2; --s0: #0072b2; --s1: #c24e00; --s2: #00815f; --s3: #a8478a; --s4: #9a6a00; --s5: #2f7fae; --s6: #6b6b6b; }
  body { font-size: 10.5pt; }
  main { max-width: none; padding: 0; }
  figure, table, .card, .warnings li { break-inside: avoid; }
  h2, h3 { break-after: avoid; }
  .figures { grid-template-columns: 1fr 1fr; }
  .cards { grid-template-columns: repeat(4, 1fr); }
  .matrix td { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
  details:not([open]) { display: none; }
}
`;
