/** An address of a figure on one of the long pages that there were leads to its own page. */
const name = decodeURIComponent(location.hash.slice(1));
const link = document.querySelector(`main li > [id="${CSS.escape(name)}"]`);
location.replace(link?.href ?? new URL('index.html', location.href));
