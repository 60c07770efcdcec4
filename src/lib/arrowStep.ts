/**
 * Returns the index that a key moves to from `index` among `count` entries, wrapping at both ends. Undefined for other
 * keys (WAI-ARIA patterns of tabs and listboxes).
 */
export function arrowStep(
  pressedKey: string,
  axis: 'row' | 'column',
  index: number,
  count: number,
): number | undefined {
  const [forwardKey, backKey] = axis === 'row' ? ['ArrowRight', 'ArrowLeft'] : ['ArrowDown', 'ArrowUp'];
  switch (pressedKey) {
    case forwardKey:
      return (index + 1) % count;
    case backKey:
      return (index - 1 + count) % count;
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return undefined;
  }
}
