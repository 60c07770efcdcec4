import { and, count, eq, inArray, isNull, ne, or, sql } from 'drizzle-orm';
import { managedDictionaries } from '@contract/dictionaries';
import type { AnyRow } from '@contract/entity';
import { calendarDictionaries, daysOfEntry, workCalendarTexts } from '@contract/features/projects/workingDays';
import type { Policy } from '@server/crud/policy';
import type { Orm } from '@server/db/orm';
import { dictDetailTable, dictTable } from '@server/db/schema';
import { conflict, invalid, Refusal } from '@server/http/errors';
import { fieldsOf, entityUsingValue } from './dictUse';
import { completeSorting, userListHintsOf } from './userListHints';

const dictMessages = {
  ownName: (name: string, usedIn: string) => `字典“${name}”由系统使用${usedIn ? `（${usedIn}）` : ''}，不能改名或删除`,
  hasEntries: (name: string, entries: number) => `字典“${name}”还有${entries}个字典值，请先删除字典值`,
  sameValue: (value: string) => `字典值“${value}”在该字典中已存在`,
  usedDelete: (label: string, usedBy: string) => `字典值“${label}”已被${usedBy}使用，不能删除；不再使用时请停用`,
  usedChange: (label: string, usedBy: string) => `字典值“${label}”已被${usedBy}使用，只能修改标签和排序`,
} as const;

/** Checks whether pages or fields use a dictionary of this name. */
const isUsedByProgram = (name: string): boolean =>
  Object.hasOwn(managedDictionaries, name) || fieldsOf(name).length > 0;

/** Names the first three places of use, which are enough to show what a change would break. */
function usesText(name: string): string {
  const usedFields = fieldsOf(name).map(({ entity, label }) => `${entity.label}的${label}`);
  return usedFields.length > 3 ? `${usedFields.slice(0, 3).join('、')}等${usedFields.length}处` : usedFields.join('、');
}

export const dictPolicy: Policy = {
  disabledOperations: ['status', 'import'],
  async beforeSave(draft, { before }) {
    const name = String(before?.name ?? '');
    if (before && draft.name !== name && isUsedByProgram(name))
      throw conflict(dictMessages.ownName(name, usesText(name)), 'referenced');
    return {};
  },
  async beforeDelete(rows, { tx }) {
    const row = rows.find((candidate) => isUsedByProgram(String(candidate.name)));
    if (row) throw conflict(dictMessages.ownName(String(row.name), usesText(String(row.name))), 'referenced');
    for (const dict of rows) {
      const [countRow] = await tx
        .select({ entries: count() })
        .from(dictDetailTable)
        .where(and(eq(dictDetailTable.dict, dict.id), isNull(dictDetailTable.deleteTime)));
      if (countRow?.entries) throw conflict(dictMessages.hasEntries(String(dict.name), countRow.entries), 'referenced');
    }
  },
};

/**
 * Requires that the entries of a calendar are days.
 * @throws Refusal 400 at `value`
 */
async function assertDays(tx: Orm, draft: Readonly<Record<string, unknown>>): Promise<void> {
  const [dict] = await tx
    .select({ name: dictTable.name })
    .from(dictTable)
    .where(eq(dictTable.id, Number(draft.dict)));
  const isCalendar = (calendarDictionaries as readonly string[]).includes(dict?.name ?? '');
  if (isCalendar && daysOfEntry(String(draft.value)) === null)
    throw invalid([{ field: 'value', message: workCalendarTexts.badDays }]);
}

export const dictDetailPolicy: Policy = {
  // `list` and `delete` have their own shapes (SPEC §7). A deleted entry is added again, not restored, and 停用 is a
  // field of the form.
  disabledOperations: ['list', 'del', 'restore', 'status'],
  // The pages of an enterprise user show labels of every entry, and an entry is no data of a unit.
  enterpriseScope: () => sql`true`,
  userListHints: (orm, { dict }) => userListHintsOf(orm, dict),
  complete: async (_orm, rows) => completeSorting(rows),
  async beforeSave(draft, { tx, before }) {
    if (before && (before.value !== draft.value || before.dict !== draft.dict)) {
      const usedBy = await entityUsingEntry(tx, before);
      if (usedBy) throw conflict(dictMessages.usedChange(String(before.label), usedBy), 'referenced');
    }
    await assertDays(tx, draft);
    return {};
  },
  async afterSave(row, { tx }) {
    // The row of the dictionary is the lock. Of two people who add the same value, the second waits here and then
    // finds the first's entry.
    await tx
      .select({ id: dictTable.id })
      .from(dictTable)
      .where(eq(dictTable.id, Number(row.dict)))
      .for('update');
    const visibleCondition =
      row.organizationId === null
        ? isNull(dictDetailTable.organizationId)
        : or(isNull(dictDetailTable.organizationId), eq(dictDetailTable.organizationId, row.organizationId));
    const [duplicateEntry] = await tx
      .select({ id: dictDetailTable.id })
      .from(dictDetailTable)
      .where(
        and(
          eq(dictDetailTable.dict, Number(row.dict)),
          eq(dictDetailTable.value, String(row.value)),
          ne(dictDetailTable.id, row.id),
          isNull(dictDetailTable.deleteTime),
          visibleCondition,
        ),
      )
      .limit(1);
    const message = dictMessages.sameValue(String(row.value));
    if (duplicateEntry) throw new Refusal(409, 'duplicate', message, { errors: [{ field: 'value', message }] });
  },
  async beforeDelete(rows, { tx }) {
    for (const row of rows) {
      const usedBy = await entityUsingEntry(tx, row);
      if (usedBy) throw conflict(dictMessages.usedDelete(String(row.label), usedBy), 'referenced');
    }
  },
};

async function entityUsingEntry(tx: Orm, entry: AnyRow): Promise<string | undefined> {
  const [dict] = await tx
    .select({ name: dictTable.name })
    .from(dictTable)
    .where(inArray(dictTable.id, [Number(entry.dict)]));
  return dict && entityUsingValue(tx, dict.name, String(entry.value), entry.organizationId);
}
