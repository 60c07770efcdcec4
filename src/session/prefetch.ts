type Prefetch = (component: string) => Promise<unknown>;

let prefetch: Prefetch = () => Promise.resolve();

/** The router knows where the pages' code lies; it installs itself, since nothing below it may know. */
export const installPrefetch = (next: Prefetch): void => void (prefetch = next);

/** Brings the code of pages before anybody opens them, so that they open without a network. A failure shows when they are opened. */
export function prefetchPages(components: readonly string[]): void {
  for (const component of components) void prefetch(component).catch(() => undefined);
}
