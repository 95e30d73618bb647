/**
 * README.md as it is published: on the registry there is no repository around it.
 * Links to pages of the docs lead to the site that package.json names as its
 * `homepage`; without a homepage, and for other files, the text stays without a
 * link. Parts that are only for the tests are left out.
 *
 * @param {string} text
 * @param {string} [homepage]
 */
export function published(text, homepage) {
  const site = homepage?.replace(/\/$/, '');
  const address = (path) => {
    const [, page, fragment = ''] = path.match(/^demo\/(.*)\.md(#.*)?$/) ?? [];
    return site && page && `${site}/${page}.html${fragment}`;
  };
  return text
    .replace(/<!-- given\n[^]*?\n-->\n\n?/g, '')
    .replace(/^!\[[^\]]*\]\((?!https?:)[^)]*\)\n\n?/gm, '')
    .replace(/\[((?:[^[\]]|\[[^\]]*\])*)\]\((?!https?:|#)([^)]*)\)/g, (_, label, path) => {
      const target = address(path);
      return target ? `[${label}](${target})` : label;
    });
}
