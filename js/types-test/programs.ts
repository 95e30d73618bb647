// Programs and what they solve, as users write it, must compile. Compiled, never run.
import {
  checkConvexity,
  checkOptimality,
  assignment,
  nearestPoints,
  solveConvexProgram,
  versionSpace,
} from 'maxmargin/study';
import type { ConvexProgram, Convexity, OptimalityReport } from 'maxmargin/study';
import * as sync from 'maxmargin/study/sync';

export async function programs() {
  const program: ConvexProgram = { entropy: [1, 1], equalities: { A: [[1, 1]], b: [1] } };
  const solution = await solveConvexProgram(program, { maxTime: 100 });
  const report: OptimalityReport = await checkOptimality(program, solution, { tolerance: 1e-5 });
  await checkOptimality(program, { x: [0.5, 0.5], multipliers: { equalities: [0] } });
  const convex: Convexity = sync.checkConvexity({ diagonal: [1, 2] });
  const { isConvex } = await checkConvexity([[1]]);
  const near = await nearestPoints([[1]], [[0]], { largest: 1 });
  const columns: Int32Array = (await assignment([[1, 2]])).columns;
  const intercept: number | undefined = near.hyperplane?.intercept;
  const space = await versionSpace([[1], [2]], ['a', 'b'], { seed: 1, samples: 100 });
  const centre: Float64Array | undefined = space.centre;
  // @ts-expect-error a sphere has one radius
  const radius: Float64Array = space.radius;
  void [report.isOptimal, columns, convex, isConvex, intercept, centre, radius];
}
