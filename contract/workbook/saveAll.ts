import type { Entity } from '@contract/entity';
import type { FieldError } from '@contract/schema';

// What an entry grid sends: the new, changed and removed rows of one table, saved all or none.

/** Most rows of one request, removed ones included. */
export const mostRowsTogether = 2000;

export const savedText = '保存成功';

/** A changed row has its `id`, `version` and the changed fields; a new one has neither id nor version. */
export interface RowToSave {
  readonly id?: number;
  readonly version?: number;
  /** The sender's own name of a row. The server ignores it and returns the rows in the same order. */
  readonly clientId?: string;
  readonly [field: string]: unknown;
}

export interface SavedTogether {
  readonly rows: readonly RowToSave[];
  readonly removed: readonly { readonly id: number; readonly version: number }[];
}

/**
 * Parses an error's field: `rows[3].post` is row 3, field post; `rows[3]` means the whole row, `removed[0]` a removed
 * one.
 */
export function placeOf(field: string): { list: 'rows' | 'removed'; at: number; name: string | null } | null {
  const match = /^(rows|removed)\[(\d+)\](?:\.(\w+))?/.exec(field);
  return match ? { list: match[1] as 'rows' | 'removed', at: Number(match[2]), name: match[3] ?? null } : null;
}

/** Keys of a stored row besides its fields. A client may send them back; they change nothing. */
const beside: ReadonlySet<string> = new Set([
  'id',
  'version',
  'clientId',
  'organizationId',
  'organizationIdName',
  'createBy',
  'createByName',
  'createTime',
  'updateBy',
  'updateByName',
  'updateTime',
  'deleteTime',
]);

/** Message for a sent key that is no field. */
const unknownKeyText = (key: string): string => `没有名为“${key}”的字段，没有保存任何内容；请刷新页面后重试`;

/**
 * Finds keys of sent rows that belong to none of the entities: their values would be lost although the save reports
 * success.
 * @param entities whose fields a row may have, e.g. those of a record's row and of its method's readings
 */
export function unknownKeys(entities: readonly Entity[], rows: readonly RowToSave[]): FieldError[] {
  const known = new Set(beside);
  for (const { fields } of entities) {
    for (const [name, { kind }] of Object.entries(fields)) {
      known.add(name);
      if (kind === 'ref' || kind === 'refs') known.add(`${name}Name`);
    }
  }
  return rows.flatMap((row, at) =>
    Object.keys(row)
      .filter((key) => !known.has(key))
      .map((key) => ({ field: `rows[${at}].${key}`, message: unknownKeyText(key) })),
  );
}
