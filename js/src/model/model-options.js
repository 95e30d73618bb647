/** Options as fields of a model, which Go writes and reads. */
import { checkKernel } from '../machines/kernels.js';
import { same, withDefaults } from '../machines/options.js';

/** @import { Options, OptionSpec } from '../machines/option-values.js' */

/**
 * The changed options among those that a model was fitted with.
 * @param {readonly OptionSpec[]} specs
 * @param {Map<string, any>} fields of the model, by option name
 * @param {readonly unknown[]} labels
 * @returns {Options}
 */
export function fromModel(specs, fields, labels) {
  const read = (/** @type {OptionSpec} */ { name, type }) => {
    const value = fields.get(name);
    switch (type) {
      case 'number':
      case 'integer':
        return value[0];
      case 'boolean':
        return value[0] === 1;
      case 'interval':
        return [...value];
      case 'numberOrChoice':
        return value || fields.get(`${name}.value`)[0];
      case 'classWeight':
        if (value === 'none') return null;
        if (value === 'balanced') return value;
        return new Map(labels.map((label, i) => [label, fields.get(`${name}.weights`)[i]]));
      case 'classCosts':
        if (value === 'none') return null;
        return labels.map((_, i) =>
          Array.from(labels, (__, j) => fields.get(`${name}.weights`)[i * labels.length + j]),
        );
      case 'classOrder':
        return value === 'given' ? [...labels] : null;
      case 'kernel':
        return value.startsWith('{') ? checkKernel(JSON.parse(value), name) : value;
      default:
        return value;
    }
  };
  const entries = specs.map((spec) => [spec.name, read(spec)]);
  return Object.fromEntries(entries.filter(([, value], i) => !same(value, specs[i].default)));
}

/**
 * The fields of a model with these options, the inverse of fromModel; without the weights of
 * classes, which no model that is made here has.
 * @param {readonly OptionSpec[]} specs
 * @param {Options} given
 * @returns {Record<string, import('./container.js').FieldValue>}
 */
export function toModel(specs, given) {
  const options = withDefaults(specs, given);
  /** @type {Record<string, import('./container.js').FieldValue>} */
  const fields = {};
  for (const { name, type } of specs) {
    const field = `option.${name}`;
    const value = options[name];
    switch (type) {
      case 'number':
      case 'integer':
        fields[field] = Float64Array.of(Number(value));
        break;
      case 'boolean':
        fields[field] = Int32Array.of(value ? 1 : 0);
        break;
      case 'numberOrChoice':
        fields[field] = typeof value === 'string' ? value : '';
        fields[`${field}.value`] = Float64Array.of(typeof value === 'string' ? 0 : Number(value));
        break;
      case 'classCosts':
      case 'classWeight':
        fields[field] = 'none';
        fields[`${field}.weights`] = new Float64Array(0);
        break;
      case 'classOrder':
        fields[field] = value === null ? 'ascending' : 'given';
        break;
      case 'interval':
        fields[field] = Float64Array.from(/** @type {number[]} */ (value));
        break;
      default:
        fields[field] = /** @type {string} */ (value);
    }
  }
  return fields;
}
