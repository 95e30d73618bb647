/** Shows values as pictures, tables, numbers, text or errors. */

const most = 20; // entries that are shown
const lines = 10; // rows of a table

/** @returns {HTMLElement | SVGElement} */
export function show(value) {
  if (value instanceof Element || value instanceof DocumentFragment) return value;
  if (value instanceof Error) return shown('pre', `${value.name}${value.code ? ` ${value.code}` : ''}: ${value.message}`, 'error');
  if (typeof value === 'string') return shown('pre', value);
  const matrix = matrixOf(value);
  if (matrix) return table(matrix.rows, matrix.total, matrix.head);
  if (Array.isArray(value) && value.length > 0 && value.every((item) => item !== null && typeof item === 'object' && Object.getPrototypeOf(item) === Object.prototype)) {
    const head = [...new Set(value.flatMap(Object.keys))];
    return table(value.slice(0, lines).map((item) => head.map((name) => item[name])), value.length, head);
  }
  return shown('pre', inspect(value));
}

function shown(name, text, className) {
  const element = document.createElement(name);
  element.textContent = text;
  if (className) element.className = className;
  return element;
}

/** Rows of numbers, in any of the forms that `fit` takes. */
function matrixOf(value) {
  if (Array.isArray(value) && value.length > 0 && value.every((row) => Array.isArray(row) || ArrayBuffer.isView(row))) {
    return { rows: value.slice(0, lines).map((row) => Array.from(row)), total: value.length };
  }
  if (value?.data?.length > 0 && value.rows > 0 && value.cols > 0 && !value.indptr) {
    const { data, rows, cols, featureNames } = value;
    const from = (row) => Array.from(data.slice(row * cols, (row + 1) * cols));
    return { rows: Array.from({ length: Math.min(rows, lines) }, (_, row) => from(row)), total: rows, head: featureNames };
  }
  return null;
}

function table(rows, total, head) {
  const element = document.createElement('table');
  if (head) element.createTHead().insertRow().append(...head.map((name) => shown('th', String(name))));
  const body = element.createTBody();
  for (const row of rows) {
    const line = body.insertRow();
    for (const cell of row) line.insertCell().textContent = typeof cell === 'number' ? number(cell) : inspect(cell);
  }
  if (total > rows.length) element.createCaption().textContent = `${rows.length} of ${total} rows`;
  return element;
}

const number = (value) => (Number.isInteger(value) ? String(value) : Number(value.toPrecision(5)).toString());

/** One line for most things. */
export function inspect(value, depth = 0) {
  if (typeof value === 'number') return number(value);
  if (typeof value === 'string') return depth > 0 ? `'${value}'` : value;
  if (typeof value === 'function') return `${value.name || 'anonymous'}()`;
  if (typeof value !== 'object' || value === null) return String(value);
  if (value instanceof Error) return `${value.name}: ${value.message}`;
  if (Array.isArray(value) || (ArrayBuffer.isView(value) && 'length' in value)) {
    const parts = Array.from(value.slice(0, most), (item) => inspect(item, depth + 1));
    const kind = Array.isArray(value) ? '' : `${value.constructor.name}(${value.length}) `;
    return `${kind}[${parts.join(', ')}${value.length > most ? `, … ${value.length - most} more` : ''}]`;
  }
  if (Object.getPrototypeOf(value) !== Object.prototype && String(value) !== '[object Object]') return String(value);
  if (depth > 2) return '{…}';
  const parts = Object.entries(value).slice(0, most).map(([name, item]) => `${name}: ${inspect(item, depth + 1)}`);
  return parts.length > 0 ? `{ ${parts.join(', ')} }` : '{}';
}
