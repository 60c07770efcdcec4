// Texts and layout of papers change between versions. A signed paper is drawn as it was signed: frozen content
// contains its edition, and content frozen before editions existed has the first one.

import type { Face } from './textMetrics';

/**
 * 1: until 2026-11; 2: the column names of GBZ 331-2024, full-width brackets, a space before units (GB 3101); 3: the
 * report begins with the pages of its appendix H and bears a cross-page seal; 4: a record prints only head fields and
 * measuring points that its form uses, and the text of reports and original records is serif, in cells with more room;
 * 5: the text of a report is set in 28 lines of 30 characters (GBZ 331-2024 H.1), its rows of a post stay together, a
 * unit that all results of a table have stands in its head, and the cover has the organization's logo; 6: a record
 * without a controlled number has no label for it.
 */
export type Edition = 1 | 2 | 3 | 4 | 5 | 6;

/** Edition of papers whose content is not frozen yet. */
export const currentEdition: Edition = 6;

/** Returns the edition in which frozen content is drawn. */
export const editionOf = ({ edition = 1 }: { readonly edition?: Edition }): Edition => edition;

/** Returns the face of the text in an edition. */
export const faceOf = (edition: Edition): { readonly face?: Face } => (edition >= 4 ? { face: 'serif' } : {});

/** Pattern of units without a space before them (GB 3101: signs of angles; % is our own rule). */
const unitsWithoutSpace = /^[%°′″]/;

/** Face of papers whose content has no edition: they are drawn anew from rows, or were frozen as documents with it. */
export const currentFace = faceOf(currentEdition);

/**
 * Formats a value with its unit, e.g. `8 mg/m³`.
 * @param value printed value; for an empty one the unit is returned alone
 * @param unit unit; empty for a number without a unit
 */
export const quantityText = (value: string, unit: string, edition: Edition = currentEdition): string =>
  value === '' || unit === '' || edition === 1 || unitsWithoutSpace.test(unit) ? `${value}${unit}` : `${value} ${unit}`;
