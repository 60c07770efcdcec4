/** A paper on the screen. */
interface Offered {
  readonly element: () => HTMLElement | null;
  /** Adds the sheets beside the page, or removes them, at once. */
  readonly show: (on: boolean) => void;
}

/** Papers of all pages, the newest last. */
const offered: Offered[] = [];
let shown: Offered | undefined;

function isSeen(element: HTMLElement | null): boolean {
  if (!element?.isConnected) return false;
  for (let one: HTMLElement | null = element; one; one = one.parentElement)
    if (getComputedStyle(one).display === 'none') return false;
  return true;
}

/** The newest paper in sight is printed, not the page around it, unless a button prints something already. */
function before(): void {
  if (document.body.dataset['printing'] !== undefined) return;
  shown = offered.findLast(({ element }) => isSeen(element()));
  if (!shown) return;
  document.body.dataset['printing'] = '';
  shown.show(true);
}

function after(): void {
  if (!shown) return;
  delete document.body.dataset['printing'];
  shown.show(false);
  shown = undefined;
}

/**
 * Offers a paper to the browser's own command (Ctrl+P, the menu): while it is in sight, its sheets are printed alone.
 * @returns takes the offer back
 */
export function offerPaper(paper: Offered): () => void {
  if (offered.length === 0) {
    window.addEventListener('beforeprint', before);
    window.addEventListener('afterprint', after);
  }
  offered.push(paper);
  return () => {
    if (shown === paper) after();
    offered.splice(offered.indexOf(paper), 1);
    if (offered.length) return;
    window.removeEventListener('beforeprint', before);
    window.removeEventListener('afterprint', after);
  };
}
