import { Failure } from '@/api/callFailures';
import { crud } from '@/api/crudClient';
import { fetchByTitle } from '@/api/options';
import type { AnyRow, Entity } from '@contract/entity';
import { incomingSample } from '@contract/features/laboratory/entities/incomingSample';
import { incomingTexts } from '@contract/features/laboratory/incoming/incomingTexts';
import { text } from '@contract/field';
import type { FieldError } from '@contract/schema';
import type { SavedTogether } from '@contract/workbook/saveMany';

/** The entity as the sheet edits it: several hazards are names in one cell, as in a client's list. */
export const incomingEntry: Entity = {
  ...incomingSample,
  fields: { ...incomingSample.fields, alongWith: text('同管检测项目', { max: 500, hint: '多个因素用“、”分隔' }) },
};

const textSeparator = '；';

/** Converts a stored row to a row of the sheet. */
export const entryRow = (row: AnyRow): AnyRow => ({
  ...row,
  alongWith: Array.isArray(row.alongWithName) ? (row.alongWithName as string[]).join(textSeparator) || null : null,
});

// Separators, from one that no name contains to those that some names contain (三氧化铬、铬酸盐; 1,2-二氯乙烷). The
// whole text is tried before its parts.
const separators = [/[；;\n]/, /、/, /[，,]/] as const;

const partsOf = (text: string, level: number): string[] =>
  text
    .split(separators[level] as RegExp)
    .map((part) => part.trim())
    .filter(Boolean);

/** Returns every text in a cell that may be a name, the whole text before its parts. */
const nameCandidates = (text: string, level = 0): string[] =>
  level < separators.length ? partsOf(text, level).flatMap((part) => [part, ...nameCandidates(part, level + 1)]) : [];

const namesIn = (text: string, idByName: ReadonlyMap<string, number>, level = 0): string[] =>
  level < separators.length
    ? partsOf(text, level).flatMap((part) => (idByName.has(part) ? [part] : namesIn(part, idByName, level + 1)))
    : [text];

/** Returns the ids of the hazards named in a cell, and the first unknown name. */
function idsIn(text: string, idByName: ReadonlyMap<string, number>): { ids: number[]; unknown: string | undefined } {
  const names = namesIn(text, idByName);
  return {
    ids: [...new Set(names.flatMap((name) => idByName.get(name) ?? []))],
    unknown: names.find((name) => !idByName.has(name)),
  };
}

/**
 * Saves the sheet's rows, with names replaced by ids.
 * @throws Failure with an error at each cell with an unknown name
 */
export async function saveEntries(request: SavedTogether, idempotencyKey: string): Promise<AnyRow[]> {
  const textOf = (row: SavedTogether['rows'][number]): string | undefined =>
    typeof row.alongWith === 'string' ? row.alongWith : undefined;
  const titles = [...new Set(request.rows.flatMap((row) => nameCandidates(textOf(row) ?? '')))];
  const idByName = new Map(
    (titles.length ? await fetchByTitle('hazard', titles) : []).map(({ id, name }) => [name, id]),
  );
  const errors: FieldError[] = [];
  const rows = request.rows.map((row, index) => {
    if (!('alongWith' in row)) return row;
    const { ids, unknown: unknownName } = idsIn(textOf(row) ?? '', idByName);
    if (unknownName !== undefined)
      errors.push({ field: `rows[${index}].alongWith`, message: incomingTexts.unknownHazard(unknownName) });
    return { ...row, alongWith: ids };
  });
  if (errors.length) throw new Failure('refused', errors[0]?.message ?? '', { status: 400, code: 'invalid', errors });
  const savedRows = (await crud(incomingSample).saveAll(
    { ...request, rows },
    { idempotencyKey },
  )) as unknown as AnyRow[];
  return savedRows.map(entryRow);
}
