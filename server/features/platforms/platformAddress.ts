export { InternalAddressError, isInternalAddress, hasInternalHost, publicLookup } from '@server/http/internalAddress';

/** Parses the base address of a platform as people enter it; null for an invalid address. */
export function baseAddress(text: string): URL | null {
  if (!URL.canParse(text)) return null;
  const url = new URL(text);
  return (url.protocol === 'http:' || url.protocol === 'https:') &&
    !url.username &&
    !url.password &&
    !url.search &&
    !url.hash &&
    !/[?#]/.test(text)
    ? url
    : null;
}
