/** Stands for #page where the source runs unbuilt: a page without its script and style. */
export const script = { text: '', hash: '' };
export const style = script;
