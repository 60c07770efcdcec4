/**
 * Focuses the first input, unless the focus is already inside. Does nothing on touch screens, where the keyboard
 * would cover the content.
 */
export function focusFirst(body: HTMLElement | null): void {
  if (!body || body.contains(document.activeElement) || window.matchMedia('(pointer: coarse)').matches) return;
  body.querySelector<HTMLElement>('input:not(:disabled), textarea:not(:disabled)')?.focus({ preventScroll: true });
}

/** Returns the focused element and its ancestors, innermost first. */
export function focusedNow(): readonly Element[] {
  const around: Element[] = [];
  for (let at = document.activeElement; at && at !== document.body; at = at.parentElement) around.push(at);
  return around;
}

const reachable = 'button:not(:disabled), input:not(:disabled), textarea:not(:disabled), a[href], [tabindex="0"]';

/**
 * If the focused element was removed or disabled, focuses the nearest control, so that the person does not start
 * again at the top of the page.
 * @param leavingElement element that is closing and may still have the focus
 */
export function focusNear(around: readonly Element[], leavingElement?: Element | null): void {
  const now = document.activeElement;
  if (now && now !== document.body && !now.matches(':disabled') && !leavingElement?.contains(now)) return;
  for (const within of around) {
    (within.matches(reachable) ? (within as HTMLElement) : within.querySelector<HTMLElement>(reachable))?.focus({
      preventScroll: true,
    });
    if (within.contains(document.activeElement) && !document.activeElement?.matches(':disabled')) return;
  }
}
