/**
 * The search of the docs: results appear below the box while one types. '/' goes to the box, the arrow
 * keys go through the results, Enter opens the first, Escape closes the list. The index is read
 * when the box is used for the first time.
 */
import { open, wordsOf } from './search.js';

const box = document.querySelector('.search');
const input = box.querySelector('input');
const list = box.querySelector('ul');
const status = box.querySelector('[role="status"]');
const { root } = box.dataset;

/** @type {Promise<ReturnType<typeof open>> | undefined} */
let opened;

async function read() {
  const response = await fetch(`${root}site/search.json`);
  if (!response.ok) throw new Error(`the index could not be read (${response.status})`);
  return open(await response.json());
}

async function answer() {
  const question = input.value;
  if (wordsOf(question).length === 0) {
    show([], '');
    return;
  }
  try {
    const search = await (opened ??= read());
    if (question !== input.value) return; // a later key asks again
    const results = search(question);
    const said = results.length === 1 ? '1 result' : `${results.length} results`;
    show(results.map((result) => item(result, wordsOf(question))), results.length > 0 ? said : `Nothing found for “${question.trim()}”.`);
  } catch (error) {
    opened = undefined; // the next key tries again
    show([], `No search: ${error.message}.`);
  }
}

/** @param {HTMLElement[]} items @param {string} said to screen readers, and to all when there are no items */
function show(items, said) {
  status.textContent = said;
  list.replaceChildren(...items);
  if (items.length === 0 && said !== '') list.append(element('li', 'none', said));
  list.hidden = said === '';
}

function item({ path, id, title, heading, group, text }, words) {
  const link = element('a', '');
  link.href = root + path + (id ? `#${encodeURIComponent(id)}` : '');
  const name = element('b', '', ...marked(heading ? `${title}: ${heading}` : title, words));
  link.append(name, element('small', '', group), element('span', '', ...marked(text, words)));
  return element('li', '', link);
}

/** The text with the words of the question marked. */
function marked(text, words) {
  const parts = text.split(new RegExp(`(?<![\\p{L}\\p{N}_])((?:${words.join('|')})[\\p{L}\\p{N}_]*)`, 'giu'));
  return parts.map((part, i) => (i % 2 === 1 ? element('mark', '', part) : part));
}

function element(name, className, ...children) {
  const made = document.createElement(name);
  if (className) made.className = className;
  made.append(...children);
  return made;
}

const links = () => [...list.querySelectorAll('a')];
const close = () => { list.hidden = true; };

input.addEventListener('input', answer);
input.addEventListener('focus', answer);
box.addEventListener('keydown', (event) => {
  if (event.isComposing) return;
  const all = links();
  const at = all.indexOf(document.activeElement);
  const go = { ArrowDown: at + 1, ArrowUp: at - 1, Home: at < 0 ? undefined : 0, End: at < 0 ? undefined : all.length - 1 }[event.key];
  if (go !== undefined && !list.hidden && all.length > 0) {
    event.preventDefault();
    (all[go] ?? (go < 0 ? input : all.at(-1))).focus();
  } else if (event.key === 'Enter' && at < 0 && !list.hidden && all.length > 0) {
    all[0].click();
  } else if (event.key === 'Escape') {
    input.focus();
    close();
  }
});
box.addEventListener('focusout', ({ relatedTarget }) => {
  if (!box.contains(relatedTarget)) close();
});
list.addEventListener('click', close); // the heading may be on this page
document.addEventListener('pointerdown', ({ target }) => {
  if (!box.contains(target)) close();
});
document.addEventListener('keydown', (event) => {
  const { target, key, ctrlKey, metaKey, altKey } = event;
  if (key !== '/' || ctrlKey || metaKey || altKey || target.closest('input, textarea, select, [contenteditable]')) return;
  event.preventDefault();
  input.focus();
  input.select();
});
