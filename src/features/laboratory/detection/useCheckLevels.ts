import { useQuery } from '@tanstack/react-query';
import {
  addedAmountKey,
  efficiencyDesign,
  foundAmountKey,
} from '@contract/features/laboratory/detection/efficiencyDetermination';
import type { LabWork } from '@contract/features/laboratory/sheets/labWork';
import { sheetOf } from '@contract/features/laboratory/sheets/labWork';
import { fetchChecks } from '../checks/checkCalls';
import { workKey } from '../useRecordPage';

const tubeKeys = [1, 2, 3, 4, 5, 6].map((index) => `found${index}`);
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/**
 * Returns the levels of the record's tab 解吸效率 in the form of a determination; null if there are none. A retested
 * level counts by its retest.
 */
export function useCheckLevels({ sheet }: Pick<LabWork, 'sheet'>): Record<string, string> | null {
  const hasEfficiency = sheetOf(sheet).checks.includes('efficiency');
  const { data } = useQuery({
    queryKey: [...workKey(sheet.id), 'efficiencyLevels'],
    queryFn: ({ signal }) => fetchChecks(sheet.id, 'efficiency', signal),
    enabled: hasEfficiency,
    retry: false,
  });
  const retestedIds = new Set((data ?? []).map(({ retestOf }) => retestOf));
  const rows = (data ?? []).filter(({ id }) => !retestedIds.has(id)).slice(0, efficiencyDesign.mostLevels);
  if (!rows.length) return null;
  return Object.fromEntries(
    rows.flatMap((row, index) => [
      [addedAmountKey(index + 1), textOf(row['added'])],
      [
        foundAmountKey(index + 1),
        tubeKeys
          .map((key) => textOf(row[key]))
          .filter(Boolean)
          .join(' '),
      ],
    ]),
  );
}
