import { and, asc, eq, isNull } from 'drizzle-orm';
import type { AnyRow } from '@contract/entity';
import { samplesWithoutBlank } from '@contract/features/laboratory/sheets/blankGaps';
import type { LabWork } from '@contract/features/laboratory/sheets/labWork';
import { recordMachine } from '@contract/features/laboratory/sheets/recordMachine';
import { type SheetGroup, sheetGroupTexts } from '@contract/features/laboratory/sheets/sheetGroup';
import type { Orm } from '@server/db/orm';
import { labMethodTable, labSheetTable } from '@server/db/schema';
import { conflict } from '@server/http/errors';

type StoredSheet = typeof labSheetTable.$inferSelect;

/** Returns the records that share an original record with this one, itself among them, in the order of the paper. */
export async function membersOf(
  orm: Orm,
  { id, groupNo, organizationId }: Pick<StoredSheet, 'id' | 'groupNo' | 'organizationId'>,
  lock?: 'update',
): Promise<StoredSheet[]> {
  const query = orm
    .select()
    .from(labSheetTable)
    .where(
      and(
        groupNo === null ? eq(labSheetTable.id, id) : eq(labSheetTable.groupNo, groupNo),
        organizationId === null
          ? isNull(labSheetTable.organizationId)
          : eq(labSheetTable.organizationId, organizationId),
        isNull(labSheetTable.deleteTime),
      ),
    )
    .orderBy(asc(labSheetTable.id));
  return lock ? query.for(lock) : query;
}

/**
 * Returns the group of a record for its pages; undefined for a record of its own.
 * @param rowsOf returns the rows of a record, for the samples without a blank
 */
export async function groupOf(
  orm: Orm,
  sheet: StoredSheet,
  rowsOf: (sheet: number) => Promise<LabWork['rows']>,
): Promise<SheetGroup | undefined> {
  if (sheet.groupNo === null) return undefined;
  const members: SheetGroup['members'][number][] = [];
  for (const member of await membersOf(orm, sheet)) {
    const { id, version, sheetNo, hazardName, methodKind, variant, complete } = member;
    const isDraft = member.state === recordMachine.initial;
    const [method] = isDraft ? await orm.select().from(labMethodTable).where(eq(labMethodTable.id, member.method)) : [];
    // Stored and presented rows differ only in moments and names, which this check does not read.
    const recordFacts = {
      sheet: member as unknown as LabWork['sheet'],
      method: method as unknown as LabWork['method'],
    };
    const withoutBlank = method ? samplesWithoutBlank({ ...recordFacts, rows: await rowsOf(id) }) : [];
    members.push({
      id,
      version,
      sheetNo: sheetNo ?? '',
      hazardName: hazardName ?? '',
      methodKind,
      variant,
      complete: complete === true,
      withoutBlank,
    });
  }
  return { no: sheet.groupNo, members };
}

/**
 * Requires that the records of a group move together, because they are one paper.
 * @throws Refusal 409 that names the missing records
 */
export async function assertWholeGroups(tx: Orm, rows: readonly AnyRow[]): Promise<void> {
  const ids = new Set(rows.map(({ id }) => id));
  const checkedGroups = new Set<string>();
  for (const row of rows) {
    const groupNo = (row.groupNo as string | null | undefined) ?? null;
    if (groupNo === null || checkedGroups.has(groupNo)) continue;
    checkedGroups.add(groupNo);
    const missingMembers = (await membersOf(tx, { id: row.id, groupNo, organizationId: row.organizationId })).filter(
      ({ id }) => !ids.has(id),
    );
    if (missingMembers.length)
      throw conflict(
        sheetGroupTexts.whole(
          groupNo,
          missingMembers.map(({ hazardName }) => hazardName ?? ''),
        ),
        'wholeGroup',
      );
  }
}
