// A key may contain `?` and `/`, which are valid in an id, but no spaces, because it is encoded.
export const tabIdOf = (key: string): string => `tab:${key}`;
export const panelIdOf = (key: string): string => `page:${key}`;
