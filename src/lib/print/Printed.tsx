import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { createPortal, flushSync } from 'react-dom';
import './print.css';

/**
 * Prints a sheet without the page: `print` adds it beside the page, prints it, and removes it. Render `sheet`
 * anywhere on the page.
 * @param draw returns the sheet; called when printing
 */
export function usePrinted(draw: () => ReactNode): { readonly sheet: ReactNode; readonly print: () => void } {
  const [on, setOn] = useState(false);
  const print = useCallback(() => {
    flushSync(() => setOn(true));
    document.body.dataset.printing = '';
    window.print();
  }, []);
  useEffect(() => {
    if (!on) return;
    const over = () => {
      delete document.body.dataset.printing;
      setOn(false);
    };
    window.addEventListener('afterprint', over);
    return () => {
      window.removeEventListener('afterprint', over);
      delete document.body.dataset.printing;
    };
  }, [on]);
  return { sheet: on ? createPortal(<div data-printed="">{draw()}</div>, document.body) : null, print };
}
