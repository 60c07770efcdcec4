type PrefetchComponent = (component: string) => Promise<unknown>;

let prefetchComponent: PrefetchComponent = () => Promise.resolve();

/**
 * Installs the router's loader; code below the router must not import it.
 * @returns the loader installed before
 */
export function installPrefetch(newPrefetch: PrefetchComponent): PrefetchComponent {
  const previousPrefetch = prefetchComponent;
  prefetchComponent = newPrefetch;
  return previousPrefetch;
}

/** Loads the code of pages in advance, so that they open without a network. Failures are ignored until then. */
export function prefetchPages(components: readonly string[]): void {
  for (const component of components) void prefetchComponent(component).catch(() => undefined);
}
