/**
 * Quotes a channel's name for LISTEN.
 * @throws Error for anything but lower-case letters, digits and underscores: PGlite does not stop listening to other
 * names
 */
export function quoteName(name: string): string {
  if (!/^[a-z_][a-z0-9_]{0,62}$/.test(name)) throw new Error(`not a channel name: ${name}`);
  return `"${name}"`;
}
