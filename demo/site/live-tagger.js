/** Numbers as words of noisy letters, read with and without the neighbours of each letter. */

import { SequenceTagger } from 'maxmargin';
import { catalog } from 'maxmargin/catalog';
import { makeControls } from './live-controls.js';
import { latest, tell } from './state.js';
import { randomOf } from './random.js';

/** Letters of 3 x 5 pixels, a digit in octal for each row. */
const shapes = {
  e: '74647', f: '74644', g: '34753', h: '55755', i: '22222', l: '44447', n: '57755', o: '25552',
  r: '65655', s: '34216', t: '72222', u: '55557', v: '55552', w: '55575', x: '55255',
};
const [across, down] = [3, 5];

/** Few words, so that a letter tells much about the next one. */
const words = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve'];
/** How often each word is drawn: for the machine to learn from, and to count its errors. */
const [drawn, judged] = [8, 5];

/** The pixels of a letter, each of which is turned over with a probability. */
function pixels(letter, noise, draw) {
  return Array.from({ length: across * down }, (_, p) => {
    const ink = (Number(shapes[letter][Math.floor(p / across)]) >> (across - 1 - (p % across))) & 1;
    return draw() < noise ? 1 - ink : ink;
  });
}

/** @param {HTMLElement} figure @param {string} name of the machine */
export function show(figure, name) {
  const body = figure.querySelector('.live-body');
  const frame = document.createElement('div');
  frame.className = 'table';
  frame.tabIndex = 0; // it may be wider than a phone
  frame.setAttribute('role', 'group');
  frame.setAttribute('aria-label', 'A word and two readings of it');
  const controls = document.createElement('div');
  controls.className = 'live-controls';
  body.append(frame, controls);
  const { options } = catalog[name];
  const noise = { name: 'noise', type: 'number', doc: 'The share of pixels that are turned over.' };
  const word = { name: 'word', type: 'choice', choices: words, doc: 'The word to read. The machine has learnt from other drawings of it.' };

  const run = latest(async () => {
    tell('training');
    const chosen = read();
    const draw = randomOf(chosen.seed + 1);
    const drawing = (text) => [...text].map((letter) => pixels(letter, chosen.noise, draw));
    const learnt = Array(drawn).fill(words).flat();
    const asked = Array(judged).fill(words).flat();
    const X = learnt.map(drawing);
    const y = learnt.map((text) => [...text]);
    const fresh = asked.map(drawing);
    const image = drawing(chosen.word); // the last one, so that another word changes nothing else
    const readings = [];
    for (const chain of [true, false]) {
      const model = new SequenceTagger({ C: chosen.C, chain, algorithm: chosen.algorithm });
      await model.fit(X, y);
      const [letters] = await model.predict([image]);
      const right = await model.score(fresh, asked.map((text) => [...text]));
      readings.push({ letters, wrong: 1 - right });
      model.dispose();
    }
    const [together, alone] = readings;
    frame.replaceChildren(tableOf(chosen.word, image, together.letters, alone.letters));
    const percent = ({ wrong }) => `${(100 * wrong).toFixed(0)} %`;
    tell('done', `The letters of "${chosen.word}", read together: "${together.letters.join('')}"; each alone: "${alone.letters.join('')}". Of all letters in ${asked.length} new drawings of words, ${percent(together)} are wrong with the chain and ${percent(alone)} without.`);
  });
  const specs = [...options, noise, word];
  const read = makeControls(controls, specs, { word: 'three', noise: [0, 0.4, 0.15, 'linear'], C: [0.001, 1, 0.1], algorithm: 'cuttingPlane', seed: [0, 20, 0, 'linear'] }, run);
  run();
}

function tableOf(word, image, together, alone) {
  const table = document.createElement('table');
  const row = (title, cells) => {
    const made = document.createElement('tr');
    const head = document.createElement('th');
    head.scope = 'row';
    head.textContent = title;
    made.append(head, ...cells);
    return made;
  };
  const text = (letters) =>
    letters.map((letter, i) => {
      const cell = document.createElement('td');
      const mark = document.createElement(letter === word[i] ? 'span' : 'del');
      mark.textContent = letter;
      cell.append(mark);
      return cell;
    });
  const pictures = image.map((ink, i) => {
    const cell = document.createElement('td');
    const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
    svg.setAttribute('viewBox', `0 0 ${across} ${down}`);
    svg.setAttribute('width', '30');
    svg.setAttribute('height', '50');
    svg.setAttribute('role', 'img');
    svg.setAttribute('aria-label', `A noisy ${word[i]}`);
    ink.forEach((on, p) => {
      if (!on) return;
      const dot = document.createElementNS('http://www.w3.org/2000/svg', 'rect');
      Object.entries({ x: p % across, y: Math.floor(p / across), width: 1, height: 1, fill: 'currentColor' }).forEach(([key, value]) => dot.setAttribute(key, String(value)));
      svg.append(dot);
    });
    cell.append(svg);
    return cell;
  });
  table.append(row('letters', pictures), row('together', text(together)), row('each alone', text(alone)));
  return table;
}
