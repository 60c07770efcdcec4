// Words and layout of papers change between versions. What was signed is drawn as it was: frozen content names its
// edition, and content frozen before editions existed is of the first one.

/**
 * 1: until 2026-11; 2: the column names of GBZ 331-2024, full-width brackets, a space before units (GB 3101); 3: the
 * report begins with the pages of its appendix H and bears a cross-page seal.
 */
export type Edition = 1 | 2 | 3;

/** Edition of papers whose content is not frozen yet. */
export const currentEdition: Edition = 3;

/** Returns the edition in which frozen content is drawn. */
export const editionOf = ({ edition = 1 }: { readonly edition?: Edition }): Edition => edition;

/** Units that follow the number without a space (GB 3101: signs of angles; % is our own rule). */
const close = /^[%°′″]/;

/**
 * Writes a value with its unit, e.g. `8 mg/m³`.
 * @param value as printed; for an empty value the unit is returned alone
 * @param unit empty for a number without one
 */
export const quantity = (value: string, unit: string, edition: Edition = currentEdition): string =>
  value === '' || unit === '' || edition === 1 || close.test(unit) ? `${value}${unit}` : `${value} ${unit}`;
