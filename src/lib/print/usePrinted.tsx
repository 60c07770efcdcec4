import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { createPortal, flushSync } from 'react-dom';
import './print.css';

/**
 * Prints a sheet without the page: `print` adds it beside the page, prints it, and removes it. Render `sheet`
 * anywhere on the page.
 * @param draw returns the sheet; called when printing
 */
export function usePrinted(draw: () => ReactNode): { readonly sheet: ReactNode; readonly print: () => void } {
  const [isPrinting, setPrinting] = useState(false);
  const print = useCallback(() => {
    flushSync(() => setPrinting(true));
    document.body.dataset.printing = '';
    window.print();
  }, []);
  useEffect(() => {
    if (!isPrinting) return;
    const endPrinting = () => {
      delete document.body.dataset.printing;
      setPrinting(false);
    };
    window.addEventListener('afterprint', endPrinting);
    return () => {
      window.removeEventListener('afterprint', endPrinting);
      delete document.body.dataset.printing;
    };
  }, [isPrinting]);
  return { sheet: isPrinting ? createPortal(<div data-printed="">{draw()}</div>, document.body) : null, print };
}
