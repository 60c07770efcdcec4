// QUALITY AZ10: telephone and identity numbers are masked for the public wherever somebody typed them. A search can't
// find them either (`shownText`).
import { type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';

interface MaskingRule {
  /**
   * Pattern with the same meaning in JavaScript and PostgreSQL: no `\d`, which in PostgreSQL matches the digits of
   * all scripts.
   */
  readonly pattern: string;
  /** Replacement text; `$1` and `$2` stand for the parts that stay. */
  readonly shown: string;
}

// Excludes matches within longer numbers, codes and file names.
const notContinued = '(?![0-9A-Za-z])';
const notInside = '(?<![0-9A-Za-z])';
const identityRule: MaskingRule = {
  pattern: `${notInside}([1-9][0-9]{5})(?:19|20)[0-9]{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12][0-9]|3[01])([0-9]{3}[0-9Xx])${notContinued}`,
  shown: '$1********$2',
};
// Accepts digits in the usual groups: 138 1234 5678, 138-1234-5678.
const mobileRule: MaskingRule = {
  pattern: `${notInside}(?:\\+?86[- ]?)?(1[3-9][0-9])[- ]?[0-9]{4}[- ]?([0-9]{4})${notContinued}`,
  shown: '$1****$2',
};
const landlineInBrackets: MaskingRule = {
  pattern: `([(（]0[0-9]{2,3}[)）])[- ]?[0-9]{3,4}([0-9]{4})${notContinued}`,
  shown: '$1****$2',
};
const landlineRule: MaskingRule = {
  pattern: `(?<![0-9A-Za-z-])(0[0-9]{2,3})[- ]?[0-9]{3,4}([0-9]{4})${notContinued}`,
  shown: '$1-****$2',
};

const phoneRules = [mobileRule, landlineInBrackets, landlineRule];
/** Rules for personal numbers. Identity numbers come first, because their end could match as a telephone number. */
const personalRules = [identityRule, ...phoneRules];

const fullWidth = '０１２３４５６７８９';
const toHalfWidth = (text: string): string => text.replace(/[０-９]/g, (digit) => String(fullWidth.indexOf(digit)));

const compiledPatterns = new Map(personalRules.map(({ pattern }) => [pattern, new RegExp(pattern, 'g')]));
const digitsOf = (text: string): string => text.replace(/\D/g, '').replace(/^86(?=1[3-9]\d{9}$)/, '');

function maskText(text: string, rules: readonly MaskingRule[], ownNumbers: readonly string[] = []): string {
  const keptNumbers = new Set(ownNumbers.map(digitsOf));
  const hidden =
    (rule: MaskingRule) =>
    (match: string, ...parts: string[]) =>
      keptNumbers.has(digitsOf(match))
        ? match
        : rule.shown.replace(/\$([12])/g, (_mark, at: string) => parts[Number(at) - 1] ?? '');
  return rules.reduce(
    (maskedText, rule) => maskedText.replace(compiledPatterns.get(rule.pattern) as RegExp, hidden(rule)),
    toHalfWidth(text),
  );
}

/** Masks the birthday of identity numbers: 330106199001011234 → 330106********1234; other text stays. */
export const maskIdentity = (text: string): string => maskText(text, [identityRule]);

/** Masks all personal numbers in a text that was typed by anybody. */
export const maskPersonal = (text: string): string => maskText(text, personalRules);

/** A number of seven digits and more, in any grouping. Outside a field for telephone numbers it may be a code. */
const anyNumber = /[0-9](?:[-－–—.· ]?[0-9]){6,}/g;

/**
 * Masks a field for the telephone number of a person. Numbers in an unusual grouping, without an area code or of a
 * service line keep only their last four digits.
 */
export const maskPhone = (text: string): string =>
  maskPersonal(text).replace(anyNumber, (number) => `****${number.replace(/[^0-9]/g, '').slice(-4)}`);

/**
 * Masks personal numbers on the papers of an organization.
 * @param ownNumbers numbers of the organization, which stay unmasked
 */
export const maskOthers = (text: string, ownNumbers: readonly string[]): string =>
  maskText(text, personalRules, ownNumbers);

/**
 * Returns SQL for a column in its masked form, so that a search can't find masked digits one by one.
 * @param text stored text typed by people
 * @param mask function that masks the same text in the answer
 */
export function maskedColumn(text: AnyPgColumn | SQL, mask: typeof maskPersonal | typeof maskIdentity): SQL {
  const rules = mask === maskIdentity ? [identityRule] : personalRules;
  return rules.reduce(
    (expression, rule) =>
      sql`regexp_replace(${expression}, ${rule.pattern}::text, ${rule.shown.replaceAll('$', '\\')}::text, 'g')`,
    sql`translate(${text}, ${fullWidth}::text, '0123456789')`,
  );
}

/** Normalises search input: masked texts contain no full-width digits. */
export const asShown = toHalfWidth;
