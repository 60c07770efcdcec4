/** A displayed paper. */
interface OfferedPaper {
  readonly element: () => HTMLElement | null;
  /** Adds the sheets beside the page, or removes them, at once. */
  readonly setShown: (on: boolean) => void;
}

/** Papers of all pages, the newest last. */
const offeredPapers: OfferedPaper[] = [];
let shownPaper: OfferedPaper | undefined;

function isSeen(element: HTMLElement | null): boolean {
  if (!element?.isConnected) return false;
  for (let ancestor: HTMLElement | null = element; ancestor; ancestor = ancestor.parentElement)
    if (getComputedStyle(ancestor).display === 'none') return false;
  return true;
}

/** Prints the newest visible paper instead of the page around it, unless a button already prints something. */
function beforePrint(): void {
  if (document.body.dataset['printing'] !== undefined) return;
  shownPaper = offeredPapers.findLast(({ element }) => isSeen(element()));
  if (!shownPaper) return;
  document.body.dataset['printing'] = '';
  shownPaper.setShown(true);
}

function afterPrint(): void {
  if (!shownPaper) return;
  delete document.body.dataset['printing'];
  shownPaper.setShown(false);
  shownPaper = undefined;
}

/**
 * Offers a paper to the browser's own print command (Ctrl+P, the menu): while it is visible, only its sheets are
 * printed.
 * @returns a function that withdraws the offer
 */
export function offerPaper(paper: OfferedPaper): () => void {
  if (offeredPapers.length === 0) {
    window.addEventListener('beforeprint', beforePrint);
    window.addEventListener('afterprint', afterPrint);
  }
  offeredPapers.push(paper);
  return () => {
    if (shownPaper === paper) afterPrint();
    offeredPapers.splice(offeredPapers.indexOf(paper), 1);
    if (offeredPapers.length) return;
    window.removeEventListener('beforeprint', beforePrint);
    window.removeEventListener('afterprint', afterPrint);
  };
}
