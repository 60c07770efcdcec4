import { type RefObject, useCallback, useRef } from 'react';

/**
 * For a button with a menu: returns the focus to the button when the menu closes, unless another control was clicked.
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
