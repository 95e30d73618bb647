/**
 * Marching squares: the lines along which a function, sampled on a square grid,
 * takes a given value.
 *
 * `values` holds side x side samples row by row. The lines come as arrays of
 * [column, row] in grid units, fractions included, joined to lines of largest length,
 * so that dashes continue. `keep(row, column)` may leave cells out.
 *
 * A corner counts as inside when its value is above the level. Every side of a
 * cell whose ends differ is crossed once; which crossings belong together
 * follows from the four corners, except at a saddle, where the mean of the
 * corners decides.
 */
export function isoLines(values, side, level, keep = () => true) {
  // A grid edge has a number: 2 * node towards the right of the node, 2 * node + 1 downwards.
  const neighbours = new Map();
  const join = (a, b) => {
    for (const [from, to] of [[a, b], [b, a]]) {
      const list = neighbours.get(from);
      if (list) list.push(to);
      else neighbours.set(from, [to]);
    }
  };

  for (let row = 0; row + 1 < side; row++) {
    for (let column = 0; column + 1 < side; column++) {
      const node = row * side + column;
      const a = values[node] - level;
      const b = values[node + 1] - level;
      const c = values[node + side + 1] - level;
      const d = values[node + side] - level;
      const inside = (a > 0 ? 8 : 0) | (b > 0 ? 4 : 0) | (c > 0 ? 2 : 0) | (d > 0 ? 1 : 0);
      if (inside === 0 || inside === 15 || !keep(row, column)) continue;
      const top = 2 * node;
      const left = top + 1;
      const right = left + 2;
      const bottom = top + 2 * side;
      const centre = a + b + c + d > 0;
      switch (inside) {
        case 1: case 14: join(left, bottom); break;
        case 2: case 13: join(bottom, right); break;
        case 3: case 12: join(left, right); break;
        case 4: case 11: join(top, right); break;
        case 6: case 9: join(top, bottom); break;
        case 7: case 8: join(left, top); break;
        default:
          // b and d inside (5), or a and c (10): the centre says which pair is connected.
          if ((inside === 5) === centre) { join(left, top); join(bottom, right); }
          else { join(top, right); join(left, bottom); }
      }
    }
  }

  const crossing = (edge) => {
    const node = edge >> 1;
    const down = edge & 1;
    const from = values[node] - level;
    const t = from / (from - (values[node + (down ? side : 1)] - level));
    const column = node % side;
    const row = (node - column) / side;
    return down ? [column, row + t] : [column + t, row];
  };

  const lines = [];
  const follow = (edge) => {
    const line = [crossing(edge)];
    for (let next; (next = neighbours.get(edge).pop()) !== undefined; edge = next) {
      const back = neighbours.get(next);
      back.splice(back.indexOf(edge), 1);
      line.push(crossing(next));
    }
    lines.push(line);
  };
  // Open lines are followed from their ends first; the remaining lines are closed.
  for (const [edge, list] of neighbours) if (list.length === 1) follow(edge);
  for (const [edge, list] of neighbours) if (list.length > 0) follow(edge);
  return lines;
}
