/**
 * The parts of ONNX files that models here need: numbers of fields in the messages of
 * onnx.proto, and of the types in them.
 *
 * Reference: https://github.com/onnx/onnx/blob/main/onnx/onnx.proto and, for the
 * operators, docs/Operators-ml.md beside it
 */

export const model = {
  irVersion: 1,
  producerName: 2,
  graph: 7,
  opsetImport: 8,
  functions: 25,
};
export const opset = { domain: 1, version: 2 };
export const graph = { node: 1, name: 2, initializer: 5, input: 11, output: 12, sparse: 15 };
export const node = { input: 1, output: 2, name: 3, opType: 4, attribute: 5, domain: 7 };
export const attribute = {
  name: 1,
  f: 2,
  i: 3,
  s: 4,
  t: 5,
  g: 6,
  floats: 7,
  ints: 8,
  strings: 9,
  tensors: 10,
  graphs: 11,
  type: 20,
};
export const valueInfo = { name: 1, type: 2 };
export const type = { tensor: 1 };
export const tensorType = { elements: 1, shape: 2 };
export const shape = { dim: 1 };
export const dim = { value: 1, parameter: 2 };
export const tensor = {
  dims: 1,
  elements: 2,
  floats: 4,
  int32s: 5,
  strings: 6,
  int64s: 7,
  name: 8,
  raw: 9,
  doubles: 10,
  externalData: 13,
  location: 14,
};

/** Types of attributes. */
export const attributeTypes = { f: 1, i: 2, s: 3, t: 4, floats: 6, ints: 7, strings: 8 };

/** Types of numbers in tensors. */
export const elements = { float: 1, int32: 6, int64: 7, string: 8, bool: 9, double: 11 };

/** The set of operators that machines are in. */
export const domain = 'ai.onnx.ml';

/** The set of operators that onnxruntime adds. */
export const contributed = 'com.microsoft';

/** The kernels' names there. */
export const kernels = { linear: 'LINEAR', poly: 'POLY', rbf: 'RBF', sigmoid: 'SIGMOID' };
