/** The names in a storage that begin so; none where the browser forbids it. */
export function storedNames(prefix: string, storage: () => Storage = () => localStorage): string[] {
  try {
    return Object.keys(storage()).filter((name) => name.startsWith(prefix));
  } catch {
    return [];
  }
}
