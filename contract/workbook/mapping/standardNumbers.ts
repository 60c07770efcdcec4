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

/** Pattern of a method in brackets behind a standard, with its section: （4、酸消解-火焰原子吸收光谱法）. */
const techniquePattern = /\((?:第?[一二三四五六七八九十\d.]+[章条法]?[、.,:\s]*)?([^()]*法)\)\s*$/;

/** Returns the method that stands in brackets behind a standard; '' for none. */
export const standardTechnique = (text: string): string =>
  techniquePattern.exec(halfWidthThroughout(text))?.[1]?.trim() ?? '';

/** Returns the text beside the number, i.e. the title of the standard; '' for a number alone. */
export function standardName(text: string): string {
  const plainText = halfWidthThroughout(text).replace(techniquePattern, '');
  const numberText = numberPattern.exec(plainText)?.[0];
  return trimBlanks(
    (numberText ? plainText.replace(numberText, ' ') : plainText).replace(/[《》]|\(\s*\)/g, ' ').replace(/\s+/g, ' '),
  );
}
