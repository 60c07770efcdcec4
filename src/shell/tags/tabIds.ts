// A key holds `?` and `/`, which are fine in an id, and spaces never, because it is encoded.
export const tabIdOf = (key: string): string => `tab:${key}`;
export const panelIdOf = (key: string): string => `page:${key}`;
