import { eq } from 'drizzle-orm';
import { contactTexts } from '@contract/features/customers/contactTexts';
import type { Orm } from '@server/db/orm';
import { unitContactTable } from '@server/db/schema';
import { invalid } from '@server/http/errors';

/** Name and numbers of a person. */
export interface ChosenContact {
  readonly contact: string;
  readonly mobile: string | null;
  readonly landline: string | null;
}

/**
 * Returns the person of the unit whom a project names. Null means that the project names nobody; the main contact of
 * the unit applies.
 */
export async function chosenContact(orm: Orm, id: number | null): Promise<ChosenContact | null> {
  if (id === null) return null;
  const { contactName, mobile, landline } = unitContactTable;
  const [contactRow] = await orm
    .select({ contact: contactName, mobile, landline })
    .from(unitContactTable)
    .where(eq(unitContactTable.id, id));
  return contactRow ?? null;
}

/**
 * Requires that the person whom a project names belongs to its unit.
 * @throws Refusal 400 at the field
 */
export async function assertContactOf(tx: Orm, contact: unknown, unit: unknown): Promise<void> {
  if (typeof contact !== 'number') return;
  const [contactRow] = await tx
    .select({ unit: unitContactTable.unit })
    .from(unitContactTable)
    .where(eq(unitContactTable.id, contact));
  if (contactRow?.unit !== unit) throw invalid([{ field: 'contact', message: contactTexts.otherUnit }]);
}
