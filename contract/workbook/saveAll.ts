import type { Entity } from '@contract/entity';
import type { FieldError } from '@contract/schema';

// What an entry grid sends: the new, changed and removed rows of one table, saved together or not at all.

/** Most rows of one request, removed ones included. */
export const mostRowsTogether = 2000;

export const savedText = '保存成功';

/** A changed row comes with its `id` and `version` and the fields that differ; a new one without. */
export interface RowToSave {
  readonly id?: number;
  readonly version?: number;
  /** The sender's own name for a row; the server gives the rows back in their order and does not read it. */
  readonly clientId?: string;
  readonly [field: string]: unknown;
}

export interface SavedTogether {
  readonly rows: readonly RowToSave[];
  readonly removed: readonly { readonly id: number; readonly version: number }[];
}

/** `rows[3].post` → row 3, field post; `rows[3]` speaks of the row as a whole, `removed[0]` of a removed one. */
export function placeOf(field: string): { list: 'rows' | 'removed'; at: number; name: string | null } | null {
  const match = /^(rows|removed)\[(\d+)\](?:\.(\w+))?/.exec(field);
  return match ? { list: match[1] as 'rows' | 'removed', at: Number(match[2]), name: match[3] ?? null } : null;
}

/** What a row has beside its fields; whoever sends a row back as it came may send it, and it changes nothing. */
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

export const unknownKeyText = (key: string): string => `没有名为“${key}”的字段，没有保存任何内容；请刷新页面后重试`;

/**
 * Keys of sent rows that are no field of any of the entities: what they hold would be lost behind “保存成功”.
 * @param entities whose fields a row may have, e.g. those of a record's row and the readings of its method
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
