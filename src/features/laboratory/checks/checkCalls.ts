import { client } from '@/api/client';
import { crud } from '@/api/crudClient';
import type { AnyRow, Entity, Row } from '@contract/entity';
import type { CheckChart, ChartedKind } from '@contract/features/laboratory/checks/checkChart';
import type { CheckSummary } from '@contract/features/laboratory/checks/checkSummary';
import { labCheck } from '@contract/features/laboratory/entities/labCheck';
import { labCurvePoint } from '@contract/features/laboratory/entities/labCurvePoint';
import type { CheckKind } from '@contract/features/laboratory/methods/sheets/methodChecks';
import { standard } from '@contract/features/stock/entities/standard';
import { maxRowsTogether, type RowToSave, type SavedTogether } from '@contract/workbook/saveMany';
import { flatCheck } from './checkGrid';

export async function fetchSummary(sheet: number, signal?: AbortSignal): Promise<CheckSummary> {
  return (await client.get<CheckSummary>(`${labCheck.path}/summary/${sheet}`, { signal, quiet: true })).data;
}

interface ChartQuery {
  readonly method: number;
  readonly hazard: number;
  readonly kind?: ChartedKind;
  readonly standard?: number;
}

export async function fetchChart(params: ChartQuery, signal?: AbortSignal): Promise<CheckChart> {
  return (await client.get<CheckChart>(`${labCheck.path}/chart`, { params, signal, quiet: true })).data;
}

export async function fetchChecks(sheet: number, checkKind: CheckKind, signal: AbortSignal): Promise<AnyRow[]> {
  const { content } = await crud<Entity>(labCheck).list(
    { sheet, checkKind, page: 0, size: maxRowsTogether, sort: 'rowSort,asc' },
    signal,
  );
  return content.map(flatCheck);
}

/**
 * Saves rows of a tab. Typed values go into one JSON column.
 * @param storedById stored rows by id
 */
export async function saveChecks(
  { rows, removed }: SavedTogether,
  keys: readonly string[],
  storedById: ReadonlyMap<number, AnyRow>,
  idempotencyKey: string,
  reason?: string,
): Promise<AnyRow[]> {
  const packed = rows.map((row): RowToSave => {
    const rowFields = Object.fromEntries(Object.entries(row).filter(([name]) => !keys.includes(name)));
    const changedValues = Object.fromEntries(keys.flatMap((key) => (key in row ? [[key, row[key]]] : [])));
    const keptValues =
      row.id === undefined
        ? {}
        : ((storedById.get(row.id)?.['values'] as Record<string, unknown> | null | undefined) ?? {});
    return { ...rowFields, values: { ...keptValues, ...changedValues } };
  });
  const savedRows = await crud<Entity>(labCheck).saveAll(
    { rows: packed, removed },
    { idempotencyKey, ...(reason === undefined ? {} : { reason }) },
  );
  return savedRows.map(flatCheck);
}

/** Returns the contents of a standard series, in order. */
export async function fetchTubes(curveId: number, signal?: AbortSignal): Promise<string[]> {
  const { content } = await crud(labCurvePoint).list(
    { curve: curveId, page: 0, size: 100, sort: 'rowSort,asc' },
    signal,
  );
  return content.map(({ x }) => String(x));
}

/** Returns standards in use, with their certified values. */
export async function fetchStandards(signal?: AbortSignal): Promise<ReadonlyMap<number, Row<typeof standard>>> {
  const { content } = await crud(standard).list({ page: 0, size: 1000, sort: 'id,desc' }, signal);
  return new Map(content.map((row) => [row.id, row]));
}
