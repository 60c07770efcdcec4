const htmlEntities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Escapes text for HTML and attribute values. */
export const escapeHtml = (text: string): string =>
  text.replaceAll(/[&<>"]/g, (character) => htmlEntities[character] ?? character);
