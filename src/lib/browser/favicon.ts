const iconLink = (): HTMLLinkElement | null => document.querySelector<HTMLLinkElement>('link[rel="icon"]');

let originalIcon: { href: string; type: string } | undefined;

/** Sets the window's icon: the organization's, or the product's for null. */
export function showFavicon(address: string | null): void {
  const link = iconLink();
  if (!link) return;
  originalIcon ??= { href: link.href, type: link.type };
  link.href = address ?? originalIcon.href;
  // The product's icon is an SVG. For an uploaded icon the browser detects the type.
  if (address) link.removeAttribute('type');
  else link.type = originalIcon.type;
}
