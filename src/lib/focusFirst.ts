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
  const focusPath: Element[] = [];
  for (let at = document.activeElement; at && at !== document.body; at = at.parentElement) focusPath.push(at);
  return focusPath;
}

const reachableSelector =
  'button:not(:disabled), input:not(:disabled), textarea:not(:disabled), a[href], [tabindex="0"]';

/**
 * If the focused element was removed or disabled, focuses the nearest control, so that the person does not start
 * again at the top of the page.
 * @param leavingElement element that is closing and may still have the focus
 */
export function focusNear(focusPath: readonly Element[], leavingElement?: Element | null): void {
  const now = document.activeElement;
  if (now && now !== document.body && !now.matches(':disabled') && !leavingElement?.contains(now)) return;
  for (const ancestor of focusPath) {
    (ancestor.matches(reachableSelector)
      ? (ancestor as HTMLElement)
      : ancestor.querySelector<HTMLElement>(reachableSelector)
    )?.focus({
      preventScroll: true,
    });
    if (ancestor.contains(document.activeElement) && !document.activeElement?.matches(':disabled')) return;
  }
}
