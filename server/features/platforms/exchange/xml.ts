import { XMLBuilder, XMLParser, XMLValidator } from 'fast-xml-parser';

// XML by fast-xml-parser. Documents with a DOCTYPE are refused, so no foreign entity is ever expanded.

const xmlBuilder = new XMLBuilder({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  format: false,
  suppressEmptyNode: false,
  processEntities: true,
});
const xmlParser = new XMLParser({
  ignoreAttributes: true,
  ignoreDeclaration: true,
  parseTagValue: false,
  trimValues: true,
  removeNSPrefix: true,
  processEntities: true,
});

/**
 * Writes elements without blanks between them; names that begin with `@` become attributes. Escapes values and
 * removes control characters.
 */
export const toXml = (tree: Readonly<Record<string, unknown>>): string =>
  // oxlint-disable-next-line no-control-regex
  String(xmlBuilder.build(tree)).replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g, '');

const shownBuilder = new XMLBuilder({ format: true, indentBy: '  ', suppressEmptyNode: false, processEntities: true });

/** Writes elements for people: one per line, indented. */
export const toShownXml = (tree: Readonly<Record<string, unknown>>): string => String(shownBuilder.build(tree)).trim();

/** Parses a document without attributes and prefixes; null if it is not well-formed or has a DOCTYPE. */
export function fromXml(text: string): Readonly<Record<string, unknown>> | null {
  if (/<!DOCTYPE|<!ENTITY/i.test(text) || XMLValidator.validate(text) !== true) return null;
  try {
    return xmlParser.parse(text) as Readonly<Record<string, unknown>>;
  } catch {
    return null;
  }
}

/** Removes every blank and line end, as the provincial interface requires. */
export const withoutWhitespace = (text: string): string => text.replaceAll(/\s+/g, '');

/** Returns the element at a path, or undefined. */
export const elementAt = (tree: unknown, ...path: readonly string[]): unknown =>
  path.reduce<unknown>((at, name) => (at as Readonly<Record<string, unknown>> | null | undefined)?.[name], tree);
