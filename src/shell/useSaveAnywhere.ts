import { useEffect } from 'react';

const isShown = (element: Element): boolean => element.getClientRects().length > 0;

/** Returns the button 保存 (or 保存评审, 保存（2台）) of the open dialog, else of the shown page, if it can be pressed. */
function saveButton(): HTMLButtonElement | undefined {
  const dialogs = [...document.querySelectorAll('[role="dialog"]')].filter(isShown);
  const scope = dialogs.at(-1) ?? document.querySelector('main');
  const captionOf = (button: Element): string => button.textContent?.replace(/\s/g, '') ?? '';
  const enabledButtons = [...(scope?.querySelectorAll('button') ?? [])].filter(
    (button) => !button.disabled && isShown(button),
  );
  return (
    enabledButtons.find((button) => captionOf(button) === '保存') ??
    enabledButtons.find((button) => /^保存/.test(captionOf(button)))
  );
}

/** Makes Ctrl+S save wherever the focus is; it never opens the browser's own dialog. */
export function useSaveAnywhere(): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const hasOnlyCommandKey = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
      if (!hasOnlyCommandKey || event.key.toLowerCase() !== 's') return;
      const wasHandled = event.defaultPrevented;
      event.preventDefault();
      if (!wasHandled) saveButton()?.click();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
}
