/**
 * Returns the index that a key moves to from `at` among `count` entries, wrapping at both ends. Undefined for other
 * keys (WAI-ARIA patterns of tabs and listboxes).
 */
export function arrowStep(pressed: string, along: 'row' | 'column', at: number, count: number): number | undefined {
  const [forward, back] = along === 'row' ? ['ArrowRight', 'ArrowLeft'] : ['ArrowDown', 'ArrowUp'];
  switch (pressed) {
    case forward:
      return (at + 1) % count;
    case back:
      return (at - 1 + count) % count;
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return undefined;
  }
}
