import type { Entity } from '@contract/entity';
import type { FieldError } from '@contract/schema';

// Content of a request from an entry grid: the new, changed and removed rows of one table. All are saved, or none.

/** Maximum number of rows in one request, removed rows included. */
export const maxRowsTogether = 2000;

export const savedText = '保存成功';

/**
 * A row to be saved. A changed row has its `id`, `version` and the changed fields; a new row has neither id nor
 * version.
 */
export interface RowToSave {
  readonly id?: number;
  readonly version?: number;
  /** Name that the client gives to a row. The server ignores it and returns the rows in the same order. */
  readonly clientId?: string;
  readonly [field: string]: unknown;
}

export interface SavedTogether {
  readonly rows: readonly RowToSave[];
  readonly removed: readonly { readonly id: number; readonly version: number }[];
}

/**
 * Parses an error's field: `rows[3].post` is field `post` of row 3, `rows[3]` the whole row, and `removed[0]` a
 * removed row.
 */
export function placeOf(field: string): { list: 'rows' | 'removed'; at: number; name: string | null } | null {
  const match = /^(rows|removed)\[(\d+)\](?:\.(\w+))?/.exec(field);
  return match ? { list: match[1] as 'rows' | 'removed', at: Number(match[2]), name: match[3] ?? null } : null;
}

/** Keys of a stored row besides its fields. A client may return them; they have no effect. */
const housekeepingKeys: ReadonlySet<string> = new Set([
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

/** Returns the message for a key that is not a field. */
const unknownKeyText = (key: string): string => `没有名为“${key}”的字段，没有保存任何内容；请刷新页面后重试`;

/**
 * Finds keys of sent rows that belong to none of the entities. Their values would be lost although the server reports
 * success.
 * @param entities entities whose fields a row may have, e.g. a record's row and the readings of its method
 */
export function unknownKeys(entities: readonly Entity[], rows: readonly RowToSave[]): FieldError[] {
  const knownKeys = new Set(housekeepingKeys);
  for (const { fields } of entities) {
    for (const [name, { kind }] of Object.entries(fields)) {
      knownKeys.add(name);
      if (kind === 'ref' || kind === 'refs') knownKeys.add(`${name}Name`);
    }
  }
  return rows.flatMap((row, index) =>
    Object.keys(row)
      .filter((key) => !knownKeys.has(key))
      .map((key) => ({ field: `rows[${index}].${key}`, message: unknownKeyText(key) })),
  );
}
