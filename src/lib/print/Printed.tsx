import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { createPortal, flushSync } from 'react-dom';
import './print.css';

/**
 * A sheet for the printer: `print` puts it beside the page, lets the browser print it alone, and takes it away. Put
 * `sheet` anywhere among what is drawn.
 * @param draw the sheet, asked for when it is wanted
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
