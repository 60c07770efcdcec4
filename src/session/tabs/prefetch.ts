type Prefetch = (component: string) => Promise<unknown>;

let prefetch: Prefetch = () => Promise.resolve();

/**
 * The router knows where the pages' code lies; it installs itself, since nothing below it may know.
 * @returns what was installed before
 */
export function installPrefetch(next: Prefetch): Prefetch {
  const before = prefetch;
  prefetch = next;
  return before;
}

/**
 * Brings the code of pages before anybody opens them, so that they open without a network. A failure shows when they
 * are opened.
 */
export function prefetchPages(components: readonly string[]): void {
  for (const component of components) void prefetch(component).catch(() => undefined);
}
