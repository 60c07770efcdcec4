/** Returns the platform to offer first: an active platform has priority over one that only queues. */
export const preferredConnector = <T extends { readonly active?: unknown }>(connectors: readonly T[]): T | undefined =>
  connectors.find(({ active }) => active === true) ?? connectors[0];
