/**
 * The common functions of all pages: code can be copied, and elements that scroll
 * sideways can be scrolled with the keyboard.
 */

for (const code of document.querySelectorAll('main pre > code')) addCopyButton(code.parentElement);

// Either the frame gets narrower, or its content wider.
const watcher = new ResizeObserver((entries) => {
  for (const { target } of entries) {
    const scroller = target.closest('pre, .table, .formula');
    if (scroller.scrollWidth > scroller.clientWidth) scroller.tabIndex = 0;
    else scroller.removeAttribute('tabindex');
  }
});
for (const scroller of document.querySelectorAll('main :is(.code-block > pre, .table, .formula)')) {
  watcher.observe(scroller);
  if (scroller.firstElementChild) watcher.observe(scroller.firstElementChild);
}

/** @param {HTMLElement} pre */
function addCopyButton(pre) {
  const frame = document.createElement('div');
  frame.className = 'code-block';
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = 'Copy';
  button.addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText(pre.textContent);
      button.textContent = 'Copied';
      setTimeout(() => { button.textContent = 'Copy'; }, 1200);
    } catch {
      getSelection().selectAllChildren(pre); // without a clipboard: the user only has to press the copy key
    }
  });
  pre.replaceWith(frame);
  frame.append(pre, button);
}
