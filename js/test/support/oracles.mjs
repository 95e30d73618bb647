/** Slow and obvious computations, for tests of the fast ones. */

/** The inner product. */
export const dot = (a, b) => a.reduce((sum, value, k) => sum + value * b[k], 0);

/** The sum of an array. */
export const sum = (values) => values.reduce((total, value) => total + value, 0);

/** The distance of two convex hulls in the plane: edges are among the segments between points. */
export function distanceOfHulls(A, B) {
  const segments = (points) => points.flatMap((a, i) => points.slice(i).map((b) => [a, b]));
  const ends = segments(B);
  let least = Infinity;
  const toSegment = (p, [a, b]) => {
    const d = [b[0] - a[0], b[1] - a[1]];
    const t = Math.max(0, Math.min(1, dot([p[0] - a[0], p[1] - a[1]], d) / (dot(d, d) || 1)));
    return Math.hypot(a[0] + t * d[0] - p[0], a[1] + t * d[1] - p[1]);
  };
  for (const point of A)
    for (const segment of ends) least = Math.min(least, toSegment(point, segment));
  for (const point of B)
    for (const segment of segments(A)) least = Math.min(least, toSegment(point, segment));
  return least;
}

/** The smallest circle around points: of those through two or three of them that hold all. */
export function smallestCircle(points) {
  const candidates = [];
  points.forEach((a, i) =>
    points.slice(i + 1).forEach((b, j) => {
      candidates.push([(a[0] + b[0]) / 2, (a[1] + b[1]) / 2]);
      points.slice(i + j + 2).forEach((c) => {
        const [p, q] = [
          [b[0] - a[0], b[1] - a[1]],
          [c[0] - a[0], c[1] - a[1]],
        ];
        const area = 2 * (p[0] * q[1] - p[1] * q[0]);
        candidates.push([
          a[0] + (q[1] * dot(p, p) - p[1] * dot(q, q)) / area,
          a[1] + (p[0] * dot(q, q) - q[0] * dot(p, p)) / area,
        ]);
      });
    }),
  );
  let best = { radius: Infinity, centre: [0, 0] };
  for (const centre of candidates) {
    const radius = Math.max(...points.map(([x, y]) => Math.hypot(x - centre[0], y - centre[1])));
    if (radius < best.radius) best = { radius, centre };
  }
  return best;
}

/** Equation (63) by its definition: a search over a fine grid, with sums for integrals. */
export function minimise63(power) {
  const h = 1e-4;
  const weights = Array.from({ length: 100_001 }, (_, i) => Math.exp(-((i * h) ** power)));
  const total = sum(weights) - weights[0] / 2;
  const deviation = Math.sqrt(sum(weights.map((weight, i) => weight * (i * h) ** 2)) / total);
  let best = { value: Infinity };
  let beyond = 0; // the mass of one tail, summed from far out, so that nothing cancels
  for (let i = weights.length - 1; i >= 0; i--) {
    const nu = (beyond + weights[i] / 2) / total;
    const value = nu / weights[i] ** 2;
    if (value < best.value) best = { value, nu, epsilon: (i * h) / deviation };
    beyond += weights[i];
  }
  return best;
}

export function simpson(points) {
  const h = points[1][0] - points[0][0];
  return (
    (h / 3) *
    sum(
      points.map(
        ([, value], i) => value * (i === 0 || i === points.length - 1 ? 1 : i % 2 ? 4 : 2),
      ),
    )
  );
}

/** Both tails of exp(-loss) beyond 3. */
export function tail(loss) {
  return (
    2 * simpson(Array.from({ length: 4001 }, (_, i) => [3 + i / 100, Math.exp(-loss(3 + i / 100))]))
  );
}

/** The cubic B-spline with unit knots. */
export function cubicSpline(r) {
  if (r >= 2) return 0;
  return r >= 1 ? (2 - r) ** 3 / 6 : 2 / 3 - r ** 2 + r ** 3 / 2;
}
