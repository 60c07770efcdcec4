/** One types at once, wherever the focus isn't inside already; on a touch screen that would bring up a keyboard over what was to be read. */
export function focusFirst(body: HTMLElement | null): void {
  if (!body || body.contains(document.activeElement) || window.matchMedia('(pointer: coarse)').matches) return;
  body.querySelector<HTMLElement>('input:not(:disabled), textarea:not(:disabled)')?.focus({ preventScroll: true });
}
