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
