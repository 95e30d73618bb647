/** The effect of each letter of a sequence: each is replaced by every other letter, and the machine predicts again. */

const letters = 'ACGT';
const svg = 'http://www.w3.org/2000/svg';
const cell = { width: 13, height: 18 };
const bars = 46;

/**
 * The lead of the predicted class over the next best one: the smallest of its decision
 * values against the other classes, and the change of this value for each replaced letter.
 *
 * @returns {Promise<{ answer: string, margin: number, change: number[][], rival: string, pair: number, sign: number }>}
 *   change[position][letter]; the next best class, the number of the pair of both classes, and
 *   the sign of its decision value that means the predicted class
 */
export async function effectsOf(model, sequence) {
  const variants = [sequence];
  for (let place = 0; place < sequence.length; place++) {
    for (const letter of letters) variants.push(sequence.slice(0, place) + letter + sequence.slice(place + 1));
  }
  const values = await model.decisionFunction(variants, { shape: 'ovo' });
  const [answer] = await model.predict([sequence]);
  const pairs = pairsOf(Array.from(model.classes), answer);
  const columns = values.length / variants.length;
  const margins = variants.map((_, row) => Math.min(...pairs.map(({ column, sign }) => sign * values[row * columns + column])));
  const change = Array.from({ length: sequence.length }, (_, place) =>
    Array.from(letters, (_, k) => margins[1 + letters.length * place + k] - margins[0]));
  const [{ rival, column, sign }] = pairs.toSorted((a, b) => a.sign * values[a.column] - b.sign * values[b.column]);
  return { answer, margin: margins[0], change, rival, pair: column, sign };
}

/** The decision values of the pairs with a class, and the sign that means this class. */
function pairsOf(classes, answer) {
  const pairs = [];
  let column = 0;
  for (let first = 0; first < classes.length; first++) {
    for (let second = first + 1; second < classes.length; second++, column++) {
      if (classes[first] === answer) pairs.push({ column, sign: 1, rival: classes[second] });
      if (classes[second] === answer) pairs.push({ column, sign: -1, rival: classes[first] });
    }
  }
  return pairs;
}

/** The effects as a strip: a bar for the largest loss at each position, and a square for each letter. */
export function drawEffects(sequence, change) {
  const width = 16 + cell.width * sequence.length;
  const height = bars + 22 + cell.height * letters.length;
  const picture = make('svg', { viewBox: `0 0 ${width} ${height}`, role: 'img', 'aria-label': describe(sequence, change) });
  const add = (name, attributes, text) => picture.append(make(name, attributes, text));
  const largest = Math.max(1e-9, ...change.flat().map(Math.abs));
  const losses = change.map((values) => -values.reduce((sum, value) => sum + Math.min(0, value), 0));
  const tallest = Math.max(1e-9, ...losses);
  const left = (place) => 16 + cell.width * place;
  const top = bars + 20;

  Array.from(letters, (letter, k) => add('text', { class: 'faint', x: 6, y: top + cell.height * k + 13 }, letter));
  change.forEach((values, place) => {
    const bar = (bars * losses[place]) / tallest;
    add('rect', { class: 'loss', x: left(place) + 1, y: bars - bar, width: cell.width - 2, height: bar });
    add('text', { x: left(place) + cell.width / 2, y: bars + 13 }, sequence[place]);
    values.forEach((value, k) => {
      const own = letters[k] === sequence[place];
      add('rect', {
        class: own ? 'faint' : value < 0 ? 'loss' : 'gain',
        'fill-opacity': own ? 0.12 : (Math.abs(value) / largest).toFixed(3),
        x: left(place) + 0.5, y: top + cell.height * k, width: cell.width - 1, height: cell.height - 1,
      });
    });
  });
  const cut = left(sequence.length / 2);
  add('path', { class: 'cut', d: `M${cut} 0V${height}` });
  return picture;
}

/** The description for screen readers: the positions with the largest losses. */
function describe(sequence, change) {
  const losses = change.map((values, place) => ({ place, loss: -Math.min(...values) }));
  const most = losses.sort((a, b) => b.loss - a.loss).slice(0, 5);
  return `Letters that matter most: ${most.map(({ place }) => `${sequence[place]} at ${place + 1}`).join(', ')}`;
}

function make(name, attributes, text) {
  const element = document.createElementNS(svg, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  if (text !== undefined) element.textContent = text;
  return element;
}
