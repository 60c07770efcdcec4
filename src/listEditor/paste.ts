import { cellsOfLine } from '@contract/delimited';
import type { Entity } from '@contract/entity';
import { richTextOf } from '@contract/richText';
import { dictionaryEntries } from '@/session/dictionaryStore';

/**
 * The draft that one pasted row makes, in the order of the entity's sheet: dictionary values by label, 是/否, regions from
 * three cells. What does not fit its field stays out; the form then says what is missing. Null when there is no row.
 */
export async function pastedDraft(entity: Entity, text: string): Promise<Record<string, unknown> | null> {
  const cells = cellsOfLine(text, '\t');
  const names = entity.sheet ?? [];
  if (cells.length < 2 || !cells[0] || !names.length) return null;
  const draft: Record<string, unknown> = {};
  let at = 0;
  for (const name of names) {
    const field = entity.fields[name];
    if (!field) continue;
    const cell = cells[at] ?? '';
    at += field.kind === 'region' ? 3 : 1;
    if (field.kind === 'region') draft[name] = [cell, cells[at - 2], cells[at - 1]].filter(Boolean).join('/') || null;
    else if (!cell) draft[name] = null;
    else if (field.kind === 'dict') draft[name] = (await dictionaryEntries(field.dict)).find((entry) => entry.label === cell || entry.value === cell)?.value ?? null;
    else if (field.kind === 'integer') draft[name] = /^-?\d+$/.test(cell) ? Number(cell) : null;
    else if (field.kind === 'flag') draft[name] = cell === '是' || cell === 'true';
    else if (field.kind === 'richText') draft[name] = richTextOf(cell);
    else if (field.kind === 'date') draft[name] = /^\d{4}-\d{2}-\d{2}$/.test(cell) ? cell : null;
    else if (field.kind !== 'ref' && field.kind !== 'refs' && field.kind !== 'file' && field.kind !== 'secret') draft[name] = cell;
  }
  return draft;
}
