const icon = (): HTMLLinkElement | null => document.querySelector<HTMLLinkElement>('link[rel="icon"]');

let own: { href: string; type: string } | undefined;

/** The window's picture: an organisation's, or the product's own again. */
export function showFavicon(address: string | null): void {
  const link = icon();
  if (!link) return;
  own ??= { href: link.href, type: link.type };
  link.href = address ?? own.href;
  // The product's is an SVG; of what an organisation has uploaded the browser finds the type by itself.
  if (address) link.removeAttribute('type');
  else link.type = own.type;
}
