import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import { withDeferredParts } from '@/lib/deferredPart';
import { handOverScan } from '@/session/scanHandlers';
import { scannerKeys } from './scannerKeys';

const takesText = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target.tagName === 'TEXTAREA' ||
    target.tagName === 'SELECT' ||
    (target instanceof HTMLInputElement && !['button', 'checkbox', 'radio', 'submit', 'reset'].includes(target.type)));

/**
 * Passes a code scanned outside inputs to the page that handles codes, or opens the sample's project (QUALITY §4, 8).
 * The Enter of the scanner presses no button.
 */
export function useScanAnywhere(barred: boolean): void {
  const navigate = useNavigate();
  const latestContext = useRef({ navigate, barred });
  useEffect(() => {
    latestContext.current = { navigate, barred };
  });
  useEffect(() => {
    const reader = scannerKeys();
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.altKey || event.metaKey || event.isComposing || takesText(event.target)) return;
      const code = reader.press(event.key, event.timeStamp);
      if (!code || latestContext.current.barred) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      if (handOverScan(code)) return;
      withDeferredParts(
        () => import('./openScanned'),
        ({ openScanned }) => openScanned(code, latestContext.current.navigate),
      );
    };
    window.addEventListener('keydown', onKey, true);
    return () => window.removeEventListener('keydown', onKey, true);
  }, []);
}
