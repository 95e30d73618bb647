/** The words of a page, which the option `words` replaces. */
export const words = {
  values: 'Values',
  text: 'Text',
  answer: 'Answer',
  reset: 'Reset',
  missing: 'not known',
  about: 'about {middle} ± {spread}',
  ends: '{low} to {high}',
  lacking: 'Fill in: {columns}.',
  none: 'The model has no answer for these values.',
  probability: 'Probability',
  decision: 'Decision value',
  inside: 'inside',
  outside: 'outside',
  adds: 'What each value adds',
  against: 'against {value}',
  change: 'Change a value to see what it adds.',
  towards: 'To the right: towards {label}.',
  total: '{what} from {base} to {value}.',
  row: 'Paste a row of {count} values, with commas, semicolons or tabs between them.',
  columns: 'The columns, in their order',
  length: 'The row has {got} values; the model takes {count}.',
  wrong: '{column} cannot be {value}.',
  offline: 'This page needs no network. What you enter stays in it.',
  script: 'This page computes with JavaScript, which is switched off here.',
};

/** @typedef {typeof words} Words */
