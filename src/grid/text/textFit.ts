// Clipping a cell costs painting time: clipping all cells loses a third of the frames of a fast scroll. So only texts
// that may not fit are clipped. The estimate is rather too wide.
const cellPadding = 24;
const paddingPixels = 20;

/**
 * Returns an upper estimate of a text's width in em: digits and small letters 0.62, capitals 0.8, all others (汉字) 1.
 */
export function estimatedWidthEm(text: string): number {
  let ems = 0;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    ems += code > 126 ? 1 : code >= 64 && code <= 90 ? 0.8 : code === 109 || code === 119 || code === 37 ? 0.95 : 0.62;
  }
  return ems;
}

/**
 * Checks whether a text may need an ellipsis. `cellPadding` covers the rest of a cell, such as a tag's padding.
 * @param width px
 * @param fontSize px
 */
export const mayOverflow = (text: string, width: number, fontSize: number): boolean =>
  estimatedWidthEm(text) * fontSize + paddingPixels + cellPadding > width;

/** Limits for the width of a column that fits its content. */
export interface Fit {
  /** Least width in px. */
  readonly minWidth: number;
  /** Largest width in px. */
  readonly maxWidth: number;
  /** Width in px beside the text, such as the padding of a tag. */
  readonly extraWidth?: number;
}

/** Limits for columns of codes, in px. Codes are readable to the last digit. */
export const codeFit: Fit = { minWidth: 120, maxWidth: 300 };

interface MeasuredFont {
  /** Font size in px. */
  readonly fontSize: number;
  readonly mono?: boolean;
}

/**
 * Returns the width in px that a text needs, its cell's padding included.
 * @param font.fontSize px
 * @param font.mono whether the font is monospaced
 */
export function textWidth(text: string, { fontSize, mono = false }: MeasuredFont): number {
  let wideCount = 0;
  for (let index = 0; index < text.length; index += 1) if (text.charCodeAt(index) > 126) wideCount += 1;
  // Small letters and digits are narrower than the upper estimate, except in a monospaced font.
  const ems = wideCount + (estimatedWidthEm(text) - wideCount) * (mono ? 1 : 0.9);
  return Math.ceil(ems * fontSize) + paddingPixels;
}

/** Number of rows whose texts decide the width of a column. */
const maxMeasuredRows = 300;

/**
 * Returns the width in px that makes the texts of a column readable to their ends, within the limits of `fit`.
 * @param rows rows of the table; the first 300 count
 */
export function fittedWidth<R>(rows: readonly R[], text: (row: R) => string, fit: Fit, font: MeasuredFont): number {
  let width = 0;
  for (const row of rows.slice(0, maxMeasuredRows)) width = Math.max(width, textWidth(text(row), font));
  return Math.max(fit.minWidth, Math.min(fit.maxWidth, width + (fit.extraWidth ?? 0)));
}
