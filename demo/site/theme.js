/**
 * The theme: light, dark, or that of the system. A classic script in the head, so that
 * the choice holds before anything is painted: <html data-theme="light|dark">,
 * or no attribute for the system's. tokens.js tells canvases when it changes.
 */
(() => {
  const KEY = 'maxmargin.theme';
  const root = document.documentElement;

  /** Storage may be forbidden; then the choice lasts as long as the page. */
  const remember = (choice) => {
    try {
      if (choice === 'system') localStorage.removeItem(KEY);
      else localStorage.setItem(KEY, choice);
    } catch { /* forbidden */ }
  };
  const remembered = () => {
    try {
      return localStorage.getItem(KEY);
    } catch {
      return null;
    }
  };
  const apply = (choice) => {
    if (choice === 'light' || choice === 'dark') root.dataset.theme = choice;
    else delete root.dataset.theme;
  };

  apply(remembered());

  const show = () => {
    const input = document.querySelector(`input[name="theme"][value="${root.dataset.theme ?? 'system'}"]`);
    if (input) input.checked = true;
  };
  // Another tab of the site.
  addEventListener('storage', ({ key, newValue }) => {
    if (key !== KEY) return;
    apply(newValue);
    show();
  });
  document.addEventListener('DOMContentLoaded', () => {
    root.classList.add('scripted');
    show();
    document.querySelector('.theme').addEventListener('change', ({ target }) => {
      apply(target.value);
      remember(target.value);
    });
  });
})();
