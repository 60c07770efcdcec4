import type { Entity } from '@contract/entity';
import { richTextOf } from '@contract/richText';
import { dictionaryEntries } from '@/session/dictionaryStore';

/** Splits one spreadsheet row; a quoted cell may hold tabs and line breaks. */
export function cellsOfRow(text: string): string[] {
  const cells: string[] = [];
  let cell = '';
  let quoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const letter = text[at] as string;
    if (quoted) {
      if (letter === '"' && text[at + 1] === '"') {
        cell += '"';
        at += 1;
      } else if (letter === '"') quoted = false;
      else cell += letter;
    } else if (letter === '"' && cell === '') quoted = true;
    else if (letter === '\t') {
      cells.push(cell);
      cell = '';
    } else if (letter === '\n' || letter === '\r') break;
    else cell += letter;
  }
  return [...cells, cell].map((one) => one.trim());
}

/**
 * The draft that one pasted row makes, in the order of the entity's sheet: dictionary values by label, 是/否, regions from
 * three cells. What does not fit its field stays out; the form then says what is missing. Null when there is no row.
 */
export async function pastedDraft(entity: Entity, text: string): Promise<Record<string, unknown> | null> {
  const cells = cellsOfRow(text);
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
