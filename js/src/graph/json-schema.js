/** What a model takes, as JSON Schema. */

/** @import { JSONSchema, PredictionSchema } from '../types.js' */

/**
 * @param {PredictionSchema} schema
 * @returns {JSONSchema}
 */
export function jsonSchema({ kind, samples, columns, width }) {
  const head = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: `What the ${kind} takes`,
  };
  if (samples === 'strings') return { ...head, type: 'string' };
  // A text may be in its tokens.
  if (samples === 'texts')
    return { ...head, type: ['string', 'array'], items: { type: ['string', 'number'] } };
  const entries = columns.map((column) => /** @type {const} */ ([column.name, entryOf(column)]));
  const names = columns.flatMap(({ name }) => name ?? []);
  if (names.length === 0) {
    const row = Array.from({ length: width }, () => ({}));
    columns.forEach(({ place }, j) => (row[place] = entries[j][1]));
    // Of numbers alone, one schema stands for all.
    const alike =
      columns.length === width &&
      columns.every(({ kind, gaps }) => kind === 'number' && gaps === columns[0].gaps);
    return {
      ...head,
      type: 'array',
      ...(alike ? { items: row[0] } : { prefixItems: row }),
      ...{ minItems: width, maxItems: width },
    };
  }
  const required = columns.flatMap(({ name, gaps }) => (gaps ? [] : (name ?? [])));
  return {
    ...head,
    type: 'object',
    properties: Object.fromEntries(entries),
    required,
    // A row with no column of the model has the names of something else.
    ...(required.length === 0 && { anyOf: names.map((name) => ({ required: [name] })) }),
    additionalProperties: true,
  };
}

/** @param {PredictionSchema['columns'][number]} column */
function entryOf({ kind, categories, gaps }) {
  if (categories) return { enum: [...categories, ...(gaps ? [null] : [])] };
  const type = kind === 'text' || kind === 'date' ? 'string' : 'number';
  return { type: gaps ? [type, 'null'] : type };
}
