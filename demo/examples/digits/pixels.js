/** Images of 8 x 8 grey values as SVG, which takes its colours from the theme. */

const svg = 'http://www.w3.org/2000/svg';
const cells = 8;
const black = 16;

/** Shows the 64 values, 0 to 16, in an SVG of viewBox 0 0 8 8. */
export function showPixels(image, values) {
  const squares = [];
  for (let i = 0; i < cells * cells; i++) {
    if (!values[i]) continue;
    const square = document.createElementNS(svg, 'rect');
    const attributes = { x: i % cells, y: Math.floor(i / cells), width: 1, height: 1, 'fill-opacity': values[i] / black };
    for (const [name, value] of Object.entries(attributes)) square.setAttribute(name, String(value));
    squares.push(square);
  }
  image.replaceChildren(...squares);
  return image;
}

/** A new image; the text beside it describes it. */
export function pixels(values) {
  const image = document.createElementNS(svg, 'svg');
  image.setAttribute('viewBox', '0 0 8 8');
  image.setAttribute('class', 'pixels');
  image.setAttribute('aria-hidden', 'true');
  return showPixels(image, values);
}

/** Shows 64 values as squares whose colour is their sign, and whose strength their size. */
export function showParts(image, parts) {
  const most = Math.max(...Array.from(parts, Math.abs)) || 1;
  const squares = Array.from(parts, (value, i) => {
    const square = document.createElementNS(svg, 'rect');
    const attributes = { x: i % cells, y: Math.floor(i / cells), width: 1, height: 1, class: value > 0 ? 'for' : 'against', 'fill-opacity': Math.abs(value) / most };
    for (const [name, value] of Object.entries(attributes)) square.setAttribute(name, String(value));
    return square;
  });
  image.replaceChildren(...squares);
}
