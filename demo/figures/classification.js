import * as architecture from './architecture.js';
import * as ball from './ball.js';
import * as boosting from './boosting.js';
import * as bounds from './bounds.js';
import * as certainty from './certainty.js';
import * as chessBoard from './chess-board.js';
import * as hulls from './hulls.js';
import * as lpMargins from './lp-margins.js';
import * as forgotten from './forgotten.js';
import * as marginDistribution from './margin-distribution.js';
import * as margins from './margins.js';
import * as rankMaps from './rank-maps.js';
import * as rankMargins from './rank-margins.js';
import * as regularizationPath from './regularization-path.js';
import * as sectors from './sectors.js';
import * as shattering from './shattering.js';
import * as slacks from './slacks.js';
import * as softMargins from './soft-margins.js';
import * as surrogates from './surrogates.js';
import * as threeBalls from './three-balls.js';
import * as versionSpace from './version-space.js';
import * as windows from './windows.js';
import { show } from './lib/page.js';

await show({
  margins,
  hulls,
  slacks,
  architecture,
  'chess-board': chessBoard,
  'soft-margins': softMargins,
  'regularization-path': regularizationPath,
  forgotten,
  'margin-distribution': marginDistribution,
  windows,
  boosting,
  certainty,
  bounds,
  surrogates,
  'lp-margins': lpMargins,
  ball,
  'version-space': versionSpace,
  shattering,
  sectors,
  'three-balls': threeBalls,
  'rank-margins': rankMargins,
  'rank-maps': rankMaps,
});
