import { type RefObject, useCallback, useRef } from 'react';

/**
 * For a button with a menu: a menu that closes gives the focus back to its button, or it would be lost with the entry
 * that had it.
 * Whoever closed it by a click on another control keeps that.
 */
export function useFocusBack(): { button: RefObject<HTMLButtonElement | null>; onOpenChange: (open: boolean) => void } {
  const button = useRef<HTMLButtonElement>(null);
  const onOpenChange = useCallback((open: boolean) => {
    const { activeElement, body } = document;
    if (!open && (activeElement === null || activeElement === body || activeElement.closest('[role="menu"]')))
      button.current?.focus();
  }, []);
  return { button, onOpenChange };
}
