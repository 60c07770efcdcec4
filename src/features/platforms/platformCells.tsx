import { useQuery } from '@tanstack/react-query';
import { crud } from '@/api/crudClient';
import { DictCell, emptyCellText as none, Tone } from '@/fields';
import { fixedDictionaries } from '@contract/dictionaries';
import type { AnyRow, Entity } from '@contract/entity';
import type { PushProgress } from '@contract/features/platforms/pushWire';
import styles from './platforms.module.css';

/**
 * Returns a cell with the number of missing data. The list leaves the number out for rows far down a long page; the
 * cell requests it when the row becomes visible.
 */
export function missingCell(entity: Entity, query: Readonly<Record<string, string>> = {}) {
  return function MissingCell({ row }: { readonly row: AnyRow }) {
    const { missing: storedCount, reportId } = row as unknown as PushProgress;
    const { data, error } = useQuery({
      queryKey: ['list', entity.path, 'missing', row.id, query],
      enabled: reportId !== null && storedCount === null,
      retry: false,
      queryFn: async ({ signal }) =>
        (await crud(entity).list({ ...query, id: row.id, size: 10 }, signal)).content[0] ?? null,
    });
    const missingCount = storedCount ?? (data as PushProgress | null | undefined)?.missing ?? null;
    if (reportId === null) return <span className={styles.quiet}>没有已签发的报告</span>;
    if (missingCount === null) return <span className={styles.quiet}>{error ? '打开后检查' : '检查中…'}</span>;
    return (
      <Tone tone={missingCount === 0 ? 'good' : 'waiting'}>{missingCount === 0 ? '完整' : `缺${missingCount}项`}</Tone>
    );
  };
}

const partLabel = (part: string): string =>
  fixedDictionaries.pushPart.find(({ value }) => value === part)?.label ?? part;

/** Shows the state of each part of a report. */
export function ProgressCell({ row }: { readonly row: AnyRow }) {
  const pushes = (row as unknown as Partial<PushProgress>).pushes ?? [];
  if (pushes.length === 0) return <span className={styles.quiet}>未推送</span>;
  return (
    <span className={styles.parts}>
      {pushes.map(({ part, state, connectorName }) => (
        <span key={`${part}${connectorName}`} title={connectorName}>
          {partLabel(part)} <DictCell dict="pushState" value={state} />
        </span>
      ))}
    </span>
  );
}

export function SubmissionCell({ row }: { readonly row: AnyRow }) {
  return row['submissionState'] === null ? (
    <span>{none}</span>
  ) : (
    <DictCell dict="submissionState" value={row['submissionState']} />
  );
}
