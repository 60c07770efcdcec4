import { and, count, eq, gte, inArray, isNull, lte } from 'drizzle-orm';
import { fixedDictionaries } from '@contract/dictionaries';
import type { AnyRow } from '@contract/entity';
import { dutyAuthorisationTexts } from '@contract/features/laboratory/dutyAuthorisationTexts';
import type { Policy } from '@server/crud/policy';
import type { Orm } from '@server/db/orm';
import { dutyAuthorisationTable, hazardTable, labTaskTable } from '@server/db/schema';
import { conflict } from '@server/http/errors';
import type { Viewer } from '@server/http/viewer';
import { tellDuties } from './dutiesOfPeople';
import { lockPerson } from './policy';

type AuthorisedDuty = (typeof fixedDictionaries.authorisedDuty)[number]['value'];

const labelIn = (entries: readonly { readonly value: string; readonly label: string }[], value: string): string =>
  entries.find((entry) => entry.value === value)?.label ?? value;

const listedFor = (organizationId: number, duty: AuthorisedDuty) =>
  and(
    eq(dutyAuthorisationTable.organizationId, organizationId),
    eq(dutyAuthorisationTable.duty, duty),
    isNull(dutyAuthorisationTable.deleteTime),
  );

/** Returns whether an organization has authorised anybody for a duty. */
export async function isDutyListed(tx: Orm, organizationId: number, duty: AuthorisedDuty): Promise<boolean> {
  const [totals] = await tx
    .select({ total: count() })
    .from(dutyAuthorisationTable)
    .where(listedFor(organizationId, duty));
  return Boolean(totals?.total);
}

/**
 * Requires that a person is authorised for a duty on a day, in these fields. In an organization without any
 * authorisation for this duty, everybody with the permission may do it.
 * @param categories fields (`hazardCategory`) of the work
 * @throws Refusal 409 `notAuthorised`
 */
export async function assertDuty(
  tx: Orm,
  { user }: { readonly user: Pick<Viewer['user'], 'id' | 'nickName'> },
  {
    duty,
    organizationId,
    day,
    categories,
  }: {
    readonly duty: AuthorisedDuty;
    readonly organizationId: number | null;
    readonly day: string;
    readonly categories: readonly string[];
  },
): Promise<void> {
  if (organizationId === null) return;
  if (!(await isDutyListed(tx, organizationId, duty))) return;
  const authorisation = dutyAuthorisationTable;
  const ownRows = await tx
    .select({ category: authorisation.category })
    .from(authorisation)
    .where(
      and(
        listedFor(organizationId, duty),
        eq(authorisation.person, user.id),
        lte(authorisation.validFrom, day),
        gte(authorisation.validUntil, day),
      ),
    );
  if (ownRows.some(({ category }) => category === null)) return;
  const coveredCategories = new Set(ownRows.map(({ category }) => category));
  const missingCategories = [...new Set(categories)].filter((hazardCategory) => !coveredCategories.has(hazardCategory));
  if (ownRows.length && !missingCategories.length) return;
  const message = dutyAuthorisationTexts.notAuthorised(
    user.nickName,
    labelIn(fixedDictionaries.authorisedDuty, duty),
    ownRows.length
      ? missingCategories.map((hazardCategory) => labelIn(fixedDictionaries.hazardCategory, hazardCategory))
      : [],
  );
  throw conflict(message, 'notAuthorised');
}

/** Returns the fields of hazards. */
export async function categoriesOfHazards(tx: Orm, ids: readonly number[]): Promise<string[]> {
  if (!ids.length) return [];
  const rows = await tx
    .selectDistinct({ category: hazardTable.category })
    .from(hazardTable)
    .where(inArray(hazardTable.id, [...ids]));
  return rows.map(({ category }) => category);
}

/** Returns the fields of all hazards that a project had tested. */
export async function categoriesOfProject(tx: Orm, projectId: number): Promise<string[]> {
  const rows = await tx
    .selectDistinct({ category: hazardTable.category })
    .from(labTaskTable)
    .innerJoin(hazardTable, eq(hazardTable.id, labTaskTable.hazard))
    .where(and(eq(labTaskTable.project, projectId), isNull(labTaskTable.deleteTime)));
  return rows.map(({ category }) => category);
}

const peopleOf = (rows: readonly AnyRow[]): number[] => rows.map((row) => Number(row.person));

/** Save rules of duty authorisations: an authorisation belongs to the organization of its person. */
export const dutyAuthorisationPolicy: Policy = {
  ignoresDataScope: true,
  partOf: 'person',
  disabledOperations: ['copy', 'status'],
  async beforeSave(draft, { tx }) {
    const [person] = await lockPerson(tx, Number(draft.person));
    const parts = [
      labelIn(fixedDictionaries.authorisedDuty, String(draft.duty)),
      draft.category ? labelIn(fixedDictionaries.hazardCategory, String(draft.category)) : '',
    ].filter(Boolean);
    return { authorisedFor: `${person?.name ?? ''} ${parts.join(' ')}`.slice(0, 300) };
  },
  afterSave: (row, context) =>
    tellDuties(context, [Number(row.person), ...(context.before ? [Number(context.before.person)] : [])]),
  afterDelete: (rows, context) => tellDuties(context, peopleOf(rows)),
  afterRestore: (rows, context) => tellDuties(context, peopleOf(rows)),
};
