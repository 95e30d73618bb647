/** A drawing of each digit, for users who do not draw: positions of the pen on a square of side 1. */

/**
 * @typedef {{ x: number, y: number }[]} Stroke  positions of the pen, in any unit, y downwards
 */

/** An arc around a centre, angles in degrees, clockwise from the right since y goes downwards. */
function arc(x, y, rx, ry, from, to, steps = 24) {
  return Array.from({ length: steps + 1 }, (_, i) => {
    const angle = ((from + ((to - from) * i) / steps) * Math.PI) / 180;
    return { x: x + rx * Math.cos(angle), y: y + ry * Math.sin(angle) };
  });
}

const line = (...pairs) => pairs.map(([x, y]) => ({ x, y }));

/** The two loops of an 8: down one side, across, around, and back up. */
function eight(steps = 60) {
  return Array.from({ length: steps + 1 }, (_, i) => {
    const turn = (2 * Math.PI * i) / steps;
    return { x: 0.5 + 0.15 * Math.sin(2 * turn), y: 0.5 - 0.35 * Math.cos(turn) };
  });
}

/** @type {Stroke[][]} */
export const samples = [
  [arc(0.5, 0.5, 0.22, 0.34, -90, 270, 40)],
  [line([0.4, 0.28], [0.52, 0.15], [0.52, 0.85])],
  [[...arc(0.5, 0.32, 0.2, 0.17, -160, 40), ...line([0.3, 0.83], [0.74, 0.83])]],
  [[...arc(0.48, 0.32, 0.2, 0.17, -150, 80), ...arc(0.48, 0.67, 0.23, 0.18, -80, 150)]],
  [line([0.52, 0.15], [0.3, 0.55], [0.72, 0.55]), line([0.62, 0.38], [0.54, 0.86])],
  [[...line([0.7, 0.16], [0.38, 0.16], [0.35, 0.45]), ...arc(0.48, 0.63, 0.22, 0.21, -120, 140)]],
  [[...line([0.5, 0.14], [0.38, 0.4]), ...arc(0.5, 0.68, 0.17, 0.17, 200, -200, 40)]],
  [line([0.3, 0.17], [0.7, 0.17], [0.46, 0.85]), line([0.38, 0.5], [0.66, 0.5])],
  [eight()],
  [[...arc(0.5, 0.34, 0.19, 0.19, 0, -360), ...line([0.69, 0.34], [0.66, 0.6], [0.58, 0.86])]],
];
