import { estimatedWidthEm } from '@/grid/text/textFit';

/**
 * Lengths in px. `padding`: both sides of a cell, its border and a reserve for fonts wider than their nominal size.
 * With half a pixel too little, an ellipsis follows text that fits. `gap`: between two buttons
 * (listEditor.module.css, rowActions).
 */
const paddingPixels = 24;
const gapPixels = 12;

/**
 * Returns the width in px of the actions column, wide enough that no label is cut off.
 * @param fontSize px
 * @param minWidth minimum width, px
 */
export function actionsWidth(labels: readonly string[], fontSize: number, minWidth: number): number {
  const texts = labels.reduce((sum, label) => sum + estimatedWidthEm(label) * fontSize, 0);
  return Math.max(minWidth, Math.ceil(texts + gapPixels * (labels.length - 1) + paddingPixels));
}
