// Clipping a cell costs painting time: clipping all cells loses a third of the frames of a fast scroll. So only texts
// that may not fit are clipped. The estimate errs on the wide side.
const slack = 24;
const padding = 20;

/**
 * Returns an upper estimate of a text's width in em: digits and small letters 0.62, capitals 0.8, all others (汉字) 1.
 */
export function emsOf(text: string): number {
  let ems = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    ems += code > 126 ? 1 : code >= 64 && code <= 90 ? 0.8 : code === 109 || code === 119 || code === 37 ? 0.95 : 0.62;
  }
  return ems;
}

/**
 * Tells whether a text may need an ellipsis. `slack` covers what a cell draws around it, such as a tag's padding.
 * @param width px
 * @param fontSize px
 */
export const mayOverflow = (text: string, width: number, fontSize: number): boolean =>
  emsOf(text) * fontSize + padding + slack > width;

/** Rows whose texts decide the width of a column of codes. */
const looked = 300;
/** Widest column of codes in px. */
const widest = 300;

/**
 * Returns the width in px in which the codes of a column are readable to their last digits: at least `least`, at most
 * 300.
 * @param texts of the rows; the first 300 count
 * @param fontSize px
 */
export function fittedWidth(texts: Iterable<string>, least: number, fontSize: number): number {
  let ems = 0;
  let count = 0;
  for (const text of texts) {
    if ((count += 1) > looked) break;
    ems = Math.max(ems, emsOf(text));
  }
  return Math.max(least, Math.min(widest, Math.ceil(ems * fontSize * 0.9) + padding));
}
