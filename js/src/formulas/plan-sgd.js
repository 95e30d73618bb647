/** How many steps stochastic subgradient descent needs. */
import { MaxMarginError, show } from '../basics/errors.js';

/**
 * The steps and their length with which stochastic subgradient descent comes within epsilon of the
 * least mean loss of all weights of length at most B, in expectation: T = B^2 rho^2 / epsilon^2,
 * eta = B / (rho sqrt(T)), where features(x, y) has at most the length rho / 2 (Shalev-Shwartz &
 * Ben-David, Corollary 17.2).
 * @param {number} B
 * @param {number} rho
 * @param {number} epsilon
 * @returns {{steps: number, eta0: number}} options of StructuredSVM
 */
export function planSgd(B, rho, epsilon) {
  for (const [name, value] of Object.entries({ B, rho, epsilon })) {
    if (typeof value === 'number' && value > 0 && value < Infinity) continue;
    throw new MaxMarginError('ERR_TYPE', name, `${name} must be a number > 0, got ${show(value)}`);
  }
  const steps = Math.ceil(((B * rho) / epsilon) ** 2 * (1 - 1e-12));
  return { steps, eta0: B / (rho * Math.sqrt(steps)) };
}
