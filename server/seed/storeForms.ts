import { physicalForms } from '@contract/features/laboratory/methods/physical/physicalForms';
import { recalculationTexts } from '@contract/features/laboratory/sheetTexts';
import { type BuiltInIds, editionOf, noteEdition } from '@server/builtIn/builtInRows';
import { seedActor } from '@server/builtIn/insertMany';
import type { Orm } from '@server/db/orm';
import { adoptForms } from '@server/features/laboratory/sheets/adoptForms';

export const formsEdition = editionOf(
  'forms',
  physicalForms.map(({ key }) => key),
);

/** Converts draft records of physical factors from before forms existed, once. */
export async function storeForms(tx: Orm, builtInIds: BuiltInIds): Promise<void> {
  if (builtInIds.has(formsEdition)) return;
  await adoptForms(tx, { actor: seedActor, cause: recalculationTexts.form });
  await noteEdition(tx, builtInIds, formsEdition);
}
