/** What the address of this page asks for; the last of what is said twice. */
export const addressQuery = (): Readonly<Record<string, string>> =>
  Object.fromEntries(new URLSearchParams(window.location.search));

/** `id` of the address as a number; undefined for anything else. */
export function idInAddress(): number | undefined {
  const text = addressQuery()['id'] ?? '';
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined;
}
