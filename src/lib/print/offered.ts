/** A displayed paper. */
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

/** Prints the newest visible paper instead of the page around it, unless a button already prints something. */
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
 * Offers a paper to the browser's own print command (Ctrl+P, the menu): while it is visible, only its sheets are
 * printed.
 * @returns a function that withdraws the offer
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
