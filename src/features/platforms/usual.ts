/** The platform that is offered first: one that takes pushes now, before one that only keeps them waiting. */
export const usual = <T extends { readonly active?: unknown }>(connectors: readonly T[]): T | undefined =>
  connectors.find(({ active }) => active === true) ?? connectors[0];
