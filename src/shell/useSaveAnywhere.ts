import { useEffect } from 'react';

const isShown = (element: Element): boolean => element.getClientRects().length > 0;

/**
 * Returns the button 保存 (or 保存评审, 保存（2台）) of the open dialog, else of the shown page, if it can be pressed. A
 * form in a dialog is saved by 确定; a question has the same button, but no form.
 */
function saveButton(): HTMLButtonElement | undefined {
  const dialogs = [...document.querySelectorAll('[role="dialog"]')].filter(isShown);
  const scope = dialogs.at(-1) ?? document.querySelector('main');
  const captionOf = (button: Element): string => button.textContent?.replace(/\s/g, '') ?? '';
  const enabledButtons = [...(scope?.querySelectorAll('button') ?? [])].filter(
    (button) => !button.disabled && isShown(button),
  );
  return (
    enabledButtons.find((button) => captionOf(button) === '保存') ??
    enabledButtons.find((button) => /^保存/.test(captionOf(button))) ??
    (dialogs.at(-1)?.querySelector('form')
      ? enabledButtons.find((button) => captionOf(button) === '确定' && button.matches('.ant-btn-primary'))
      : undefined)
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
