/** Objective and gap over the iterations, both from the frames: exact at every dot. */

import { svg } from './dom.js';

const width = 400;
const height = 120;
const left = 62;
const right = 8;

/** @param {SVGElement} host @param {{ k: number, objective: number, gap: number }[]} frames @param {number} chosen index */
export function drawChart(host, frames, chosen) {
  host.setAttribute('viewBox', `0 0 ${width} ${height}`);
  if (frames.length < 2) return host.replaceChildren();
  const last = Math.log(frames.at(-1).k) || 1;
  const x = (k) => left + (Math.log(k) / last) * (width - left - right);
  const panels = [
    { name: 'objective', top: 4, bottom: 56, value: ({ objective }) => objective },
    { name: 'gap', top: 64, bottom: 116, value: ({ gap }) => Math.log10(Math.max(gap, 1e-12)) },
  ];
  const parts = panels.flatMap(({ name, top, bottom, value }) => {
    const values = frames.map(value);
    const [low, high] = [Math.min(...values), Math.max(...values)];
    const y = (at) => (high > low ? bottom - ((at - low) / (high - low)) * (bottom - top) : (top + bottom) / 2);
    const d = frames.map((frame, i) => `${i === 0 ? 'M' : 'L'}${x(frame.k).toFixed(1)} ${y(values[i]).toFixed(1)}`).join('');
    return [
      svg('text', { x: 0, y: top + 10 }, name),
      svg('path', { class: `line ${name}`, d }),
      ...frames.map((frame, i) => svg('circle', { class: i === chosen ? 'end chosen' : 'end', r: i === chosen ? 4 : 1.8, cx: x(frame.k).toFixed(1), cy: y(values[i]).toFixed(1) })),
    ];
  });
  const at = x(frames[chosen]?.k ?? 1).toFixed(1);
  host.replaceChildren(svg('line', { class: 'goal', x1: at, x2: at, y1: 0, y2: height }), ...parts);
}
