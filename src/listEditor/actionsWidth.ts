import { emsOf } from '@/grid/textFit';

/**
 * Of a table cell's two sides with its edge and what a face is wider than its size says: short of half a pixel, an
 * ellipsis stands behind words that fit. Then between two buttons (listEditor.module.css, rowActions).
 */
const padding = 24;
const gap = 12;

/**
 * px: what the buttons that stand in a row need at this font size, so that none of their words is cut off; `least` when
 * they need less.
 */
export function actionsWidth(labels: readonly string[], fontSize: number, least: number): number {
  const texts = labels.reduce((sum, label) => sum + emsOf(label) * fontSize, 0);
  return Math.max(least, Math.ceil(texts + gap * (labels.length - 1) + padding));
}
