/** ms; a hidden tab paints nothing, some browsers don't say when they have, and neither must wait for it */
const patience = 1000;

/** Resolves when the browser has painted something of the page. */
export const firstPaint: Promise<void> = new Promise((resolve) => {
  setTimeout(resolve, document.visibilityState === 'hidden' ? 0 : patience);
  if (typeof PerformanceObserver === 'undefined' || !PerformanceObserver.supportedEntryTypes?.includes('paint')) {
    requestAnimationFrame(() => requestAnimationFrame(() => resolve()));
    return;
  }
  new PerformanceObserver((entries, observer) => {
    if (entries.getEntriesByName('first-contentful-paint').length === 0) return;
    observer.disconnect();
    resolve();
  }).observe({ type: 'paint', buffered: true });
});
