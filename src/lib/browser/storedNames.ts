/** Returns the names in a storage that start with the prefix; none if the browser denies access. */
export function storedNames(prefix: string, storage: () => Storage = () => localStorage): string[] {
  try {
    return Object.keys(storage()).filter((name) => name.startsWith(prefix));
  } catch {
    return [];
  }
}
