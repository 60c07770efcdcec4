import type { Entity } from '@contract/entity';
import { checkDraft } from '@contract/schema';
import { type Actor, recordAudit } from '@server/audit/auditTrail';
import type { Resource } from '@server/crud/resource';
import { pinyinFor } from '@server/crud/storedValues';
import type { Orm } from '@server/db/orm';

/** Actor of the data in a new database; it is not a person. */
export const seedActor: Actor = {
  userId: null,
  userName: '系统',
  organizationId: null,
  ip: '',
  requestId: '',
  reason: '系统初始化',
};

export interface NewRow {
  readonly draft: Readonly<Record<string, unknown>>;
  /** Columns that a draft can't contain, e.g. the hash of the password or readonly lists of ids. */
  readonly otherColumns?: Readonly<Record<string, unknown>>;
  readonly organizationId?: number | null;
}

function checkedDraft(entity: Entity, draft: NewRow['draft']): Record<string, unknown> {
  const initials = Object.fromEntries(
    Object.entries(entity.fields).flatMap(([name, { initial }]) => (initial === undefined ? [] : [[name, initial]])),
  );
  const result = checkDraft(entity, { ...initials, ...draft });
  if (result.ok) return result.value;
  throw new Error(
    `${entity.name} ${String(draft[entity.titleField])}: ${result.errors.map(({ field, message }) => `${field} ${message}`).join('; ')}`,
  );
}

/**
 * Inserts many rows of one entity in a few statements: with validation, pinyin and audit lines like every insert, but
 * without the policies, which apply to people. With `insertRow` for each row a first start would take thousands of
 * statements.
 * @returns the new ids, in the order of the rows
 */
export async function insertMany(
  tx: Orm,
  { entity, table, columns, joins }: Resource,
  rows: readonly NewRow[],
): Promise<number[]> {
  if (rows.length === 0) return [];
  const values = rows.map(({ draft, otherColumns, organizationId = null }) => {
    const allColumns = { ...checkedDraft(entity, draft), ...otherColumns };
    const storedEntries = Object.entries(allColumns).flatMap(([name, value]) =>
      columns[name] ? [[name, entity.fields[name]?.kind === 'flag' ? (value ?? false) : value] as const] : [],
    );
    return {
      all: allColumns,
      organizationId,
      stored: { ...Object.fromEntries(storedEntries), ...pinyinFor({ entity }, allColumns), organizationId },
    };
  });
  const insertedRows = await tx
    .insert(table)
    .values(values.map(({ stored }) => stored) as never)
    .returning({ id: columns.id });
  const ids = insertedRows.map(({ id }) => id as number);
  for (const [name, join] of Object.entries(joins)) {
    const joinRows = values.flatMap(({ all }, index) =>
      ((all[name] ?? []) as number[]).map((targetId, position) => ({
        ownerId: ids[index] as number,
        targetId,
        position,
      })),
    );
    if (joinRows.length) await tx.insert(join).values(joinRows);
  }
  const shownValuesOf = (allValues: Readonly<Record<string, unknown>>) =>
    Object.fromEntries(
      Object.entries(allValues).filter(
        ([name, value]) => value !== null && entity.fields[name] && entity.fields[name].kind !== 'secret',
      ),
    );
  await recordAudit(
    tx,
    seedActor,
    values.map(({ all, organizationId }, index) => ({
      action: 'add',
      entity,
      entityId: ids[index] as number,
      title: String(all[entity.titleField]),
      organizationId,
      after: shownValuesOf(all),
    })),
  );
  return ids;
}
