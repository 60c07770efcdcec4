/**
 * One types at once, wherever the focus isn't inside already; on a touch screen that would bring up a keyboard over
 * what was to be read.
 */
export function focusFirst(body: HTMLElement | null): void {
  if (!body || body.contains(document.activeElement) || window.matchMedia('(pointer: coarse)').matches) return;
  body.querySelector<HTMLElement>('input:not(:disabled), textarea:not(:disabled)')?.focus({ preventScroll: true });
}

/** Where the keyboard is now, and what is around it, from the inside out. */
export function focusedNow(): readonly Element[] {
  const around: Element[] = [];
  for (let at = document.activeElement; at && at !== document.body; at = at.parentElement) around.push(at);
  return around;
}

const reachable = 'button:not(:disabled), input:not(:disabled), textarea:not(:disabled), a[href], [tabindex="0"]';

/**
 * Where what one came from has gone or can't be pressed any more: the nearest that can, lest one begin at the top of
 * the page again.
 * @param leaving what is just closing, which may still have the focus
 */
export function focusNear(around: readonly Element[], leaving?: Element | null): void {
  const now = document.activeElement;
  if (now && now !== document.body && !now.matches(':disabled') && !leaving?.contains(now)) return;
  for (const within of around) {
    (within.matches(reachable) ? (within as HTMLElement) : within.querySelector<HTMLElement>(reachable))?.focus({
      preventScroll: true,
    });
    if (within.contains(document.activeElement) && !document.activeElement?.matches(':disabled')) return;
  }
}
