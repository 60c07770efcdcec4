/** Timeout in ms. A hidden tab never paints, and some browsers do not report the paint. */
const timeoutMs = 1000;

/** Resolves after the browser's first paint of the page. */
export const firstPaint: Promise<void> = new Promise((resolve) => {
  setTimeout(resolve, document.visibilityState === 'hidden' ? 0 : timeoutMs);
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
