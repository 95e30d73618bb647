// Written by go run ./core/internal/gen from core/engine/catalog. Do not edit.

/**
 * What the pictures on the pages of kernels show, by kernel: where the samples begin, the
 * parameters that can be moved (of the kernel, or of the part rbf), the kernel where these
 * do not say everything, with $gamma for the value of a control, and it in words.
 */
export const pictures = {
  rbf: {
    from: -1,
    ofPart: false,
    controls: { gamma: [0.05, 50, 2] },
  },
  linear: {
    from: -1,
    ofPart: false,
    controls: {},
  },
  poly: {
    from: -1,
    ofPart: false,
    controls: { degree: [1, 6, 3, 'linear'], gamma: [0.1, 10, 1], coef0: [0, 2, 1, 'linear'] },
  },
  sigmoid: {
    from: -1,
    ofPart: false,
    controls: { gamma: [0.1, 10, 1], coef0: [-2, 2, -1, 'linear'] },
  },
  laplacian: {
    from: -1,
    ofPart: false,
    controls: { gamma: [0.05, 50, 2] },
  },
  matern: {
    from: -1,
    ofPart: false,
    controls: { gamma: [0.05, 50, 2], nu: [0.5, 9.5, 1.5] },
  },
  rationalQuadratic: {
    from: -1,
    ofPart: false,
    controls: { gamma: [0.05, 50, 2], alpha: [0.05, 20, 1] },
  },
  minkowski: {
    from: -1,
    ofPart: false,
    controls: { gamma: [0.05, 50, 2], p: [1, 4, 1.5, 'linear'], power: [0.2, 2, 1, 'linear'] },
  },
  exponential: {
    from: -1,
    ofPart: false,
    controls: { gamma: [0.1, 5, 1] },
  },
  allDegrees: {
    from: -1,
    ofPart: false,
    controls: { degree: [0, 6, 3, 'linear'], gamma: [0.1, 3, 1] },
  },
  allSubsets: {
    from: -1,
    ofPart: false,
    controls: {},
  },
  anova: {
    from: -1,
    ofPart: false,
    controls: { order: [1, 2, 2, 'linear'], gamma: [0.05, 50, 2], base: 'gaussian' },
  },
  chi2: {
    from: 0,
    ofPart: false,
    controls: { gamma: [0.05, 50, 2] },
  },
  intersection: {
    from: 0,
    ofPart: false,
    controls: {},
  },
  spline: {
    from: 0,
    ofPart: false,
    controls: {},
  },
  bspline: {
    from: -1,
    ofPart: false,
    controls: { degree: [1, 9, 3, 'linear'], width: [0.05, 2, 0.4] },
  },
  dirichlet: {
    from: -1,
    ofPart: false,
    controls: { order: [1, 12, 3, 'linear'] },
  },
  fourier: {
    from: -1,
    ofPart: false,
    controls: {},
    tree: {"kernel":"fourier","coefficients":[1,0.8,0.4,0.2,0.1]},
    said: 'with the coefficients 1, 0.8, 0.4, 0.2, 0.1',
  },
  spectral: {
    from: -1,
    ofPart: false,
    controls: {},
    tree: {"kernel":"spectral","frequencies":[[3,0],[0,3],[5,5]],"powers":[1,1,0.5]},
    said: 'with the frequencies (3, 0), (0, 3), (5, 5) and the powers 1, 1, 0.5',
  },
  delta: {
    from: -1,
    ofPart: false,
    controls: {},
  },
  weighted: {
    from: -1,
    ofPart: false,
    controls: {},
    tree: {"kernel":"weighted","matrix":[[2,1],[1,1]]},
    said: 'with the matrix (2 1; 1 1)',
  },
  sum: {
    from: -1,
    ofPart: true,
    controls: { gamma: [0.05, 50, 2] },
    tree: {"kernel":"sum","parts":[{"kernel":"rbf","gamma":"$gamma"},{"kernel":"linear"}]},
    said: 'of rbf and linear',
  },
  product: {
    from: -1,
    ofPart: true,
    controls: { gamma: [0.05, 50, 2] },
    tree: {"kernel":"product","parts":[{"kernel":"columns","columns":[0],"parts":[{"kernel":"rbf","gamma":"$gamma"}]},{"kernel":"columns","columns":[1],"parts":[{"kernel":"poly","gamma":1,"degree":1,"coef0":1}]}]},
    said: 'of rbf of the first column and 1 + the product of the second',
  },
  scale: {
    from: -1,
    ofPart: false,
    controls: { factor: [0.1, 10, 2] },
    tree: {"kernel":"scale","factor":"$factor","parts":[{"kernel":"rbf","gamma":2}]},
    said: 'of rbf with gamma 2',
  },
  polynomial: {
    from: -1,
    ofPart: true,
    controls: { gamma: [0.05, 50, 2] },
    tree: {"kernel":"polynomial","coefficients":[0.5,1,0.5],"parts":[{"kernel":"rbf","gamma":"$gamma"}]},
    said: 'with the coefficients 0.5, 1, 0.5, of rbf',
  },
  exp: {
    from: -1,
    ofPart: false,
    controls: {},
    tree: {"kernel":"exp","parts":[{"kernel":"linear"}]},
    said: 'of linear',
  },
  gaussian: {
    from: -1,
    ofPart: false,
    controls: { gamma: [0.05, 50, 2] },
    tree: {"kernel":"gaussian","gamma":"$gamma","parts":[{"kernel":"weighted","matrix":[3,0.3]}]},
    said: 'of weighted with the weights 3 and 0.3',
  },
  normalize: {
    from: -1,
    ofPart: false,
    controls: {},
    tree: {"kernel":"normalize","parts":[{"kernel":"poly","gamma":1,"degree":3,"coef0":1}]},
    said: 'of poly with degree 3 and coef0 1',
  },
  center: {
    from: -1,
    ofPart: true,
    controls: { gamma: [0.05, 50, 2] },
    tree: {"kernel":"center","points":[[-0.5,-0.5],[0.5,0.5]],"parts":[{"kernel":"rbf","gamma":"$gamma"}]},
    said: 'of rbf, with the points (-0.5, -0.5) and (0.5, 0.5)',
  },
  rankOne: {
    from: -1,
    ofPart: true,
    controls: { gamma: [0.05, 50, 2] },
    tree: {"kernel":"rankOne","points":[[-0.5,-0.5],[0.5,0.5]],"weights":[-1,1],"parts":[{"kernel":"rbf","gamma":"$gamma"}]},
    said: 'of rbf, with the points (-0.5, -0.5) and (0.5, 0.5) and the weights -1 and 1',
  },
  columns: {
    from: -1,
    ofPart: true,
    controls: { gamma: [0.05, 50, 2] },
    tree: {"kernel":"columns","columns":[0],"parts":[{"kernel":"rbf","gamma":"$gamma"}]},
    said: 'of the first column, by rbf',
  },
};
