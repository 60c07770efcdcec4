import { halfWidthThroughout, trimBlanks } from '@contract/fields/normalizeText';

const numberPattern =
  /(?:GBZ|GB|WS|HJ|JJG|JJF|AQ|NIOSH|ISO|EPA|ASTM|DB\d{2}|T)(?:\/T|\/[A-Z]+)?\s*\d+(?:\.\d+)*(?:[-—–]\d{4})?/i;

/** Returns the number of the standard that a text names, e.g. GBZ/T 300.66-2017; null where it names none. */
export function standardNumber(text: string): string | null {
  const numberText = numberPattern.exec(halfWidthThroughout(text))?.[0];
  return numberText
    ? numberText
        .replace(/[—–]/, '-')
        .replace(/^([A-Za-z/]+)\s*(?=\d)/, '$1 ')
        .toUpperCase()
    : null;
}

/** Returns the text beside the number, i.e. the title of the standard; '' for a number alone. */
export function standardName(text: string): string {
  const plainText = halfWidthThroughout(text);
  const numberText = numberPattern.exec(plainText)?.[0];
  return trimBlanks(
    (numberText ? plainText.replace(numberText, ' ') : plainText).replace(/[《》]|\(\s*\)/g, ' ').replace(/\s+/g, ' '),
  );
}
