/**
 * Colours and font for canvases. They come from the style sheet, their only
 * source; canvases are drawn again when the theme changes.
 */

/** The tokens of an element: hex colours, and the same as [r, g, b] under `rgb`. */
export function readTheme(element) {
  const style = getComputedStyle(element);
  const get = (name) => style.getPropertyValue(name).trim();
  const classes = [0, 1, 2, 3, 4, 5].map((i) => get(`--class-${i}`));
  return {
    paper: get('--paper'),
    ink: get('--ink'),
    muted: get('--muted'),
    faint: get('--line'),
    alarm: get('--alarm'),
    shade: Number(get('--shade')),
    font: style.fontFamily,
    classes,
    rgb: { paper: rgb(get('--paper')), classes: classes.map(rgb) },
  };
}

/** Calls back after every change of theme: the system's, or the one chosen on the page. */
export function onThemeChange(callback) {
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', callback);
  new MutationObserver(callback).observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] });
}

const rgb = (hex) => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
