/** Returns the query parameters of the address. The last of a repeated parameter counts. */
export const addressQuery = (): Readonly<Record<string, string>> =>
  Object.fromEntries(new URLSearchParams(window.location.search));

/** Returns `id` of the address as a number; undefined if it is not a number. */
export function idInAddress(): number | undefined {
  const text = addressQuery()['id'] ?? '';
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined;
}
