import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { fetchFigures } from '@/api/dashboard';
import { PageSkeleton } from '@/lib/skeleton/PageSkeleton';
import { useCan } from '@/session/useCan';
import { expiringLabels, figureTexts } from '@contract/features/home/figures/figureTexts';
import type { HomeFigureValues as AllFigures } from '@contract/features/home/figures/figureWire';
import { permissionOf } from '@contract/permissions';
import { BarFigure } from './BarFigure';
import type { BarColumn } from './barOption';
import { ExceedanceFigure } from './ExceedanceFigure';
import { useFigureLinks } from './figureLinks';
import { FigureLoadFailure } from './FigureLoadFailure';
import { TurnaroundFigure } from './TurnaroundFigure';
import styles from './figures.module.css';

const riskPermissions = [permissionOf({ name: 'risk' }, 'list')];
const sampleColumns: readonly BarColumn[] = [{ label: '样品', tone: 'primary' }, { label: '检测任务' }];
const workColumns: readonly BarColumn[] = [
  { label: '未完成', tone: 'active' },
  { label: '其中逾期' },
  { label: '近30天完成', tone: 'good' },
];
const expiringColumns: readonly BarColumn[] = [
  { label: '已过期', tone: 'bad' },
  { label: '30天内到期', tone: 'waiting' },
];

/** Figures of the laboratory from data that the person may list, below the tasks. */
export function HomeFigures() {
  const seesRisk = useCan(riskPermissions);
  const { data, error, refetch } = useQuery({
    queryKey: ['list', 'api/dashboard', 'figures'],
    queryFn: ({ signal }) => fetchFigures(signal),
    retry: false,
  });
  return (
    <div className={styles.figures}>
      {data ? (
        <Counted figures={data} />
      ) : error ? (
        <FigureLoadFailure title="统计" error={error} retry={() => void refetch()} />
      ) : (
        <PageSkeleton />
      )}
      {seesRisk && <ExceedanceFigure />}
    </div>
  );
}

/** Returns the rows of the tables, each with the link to what it counts. */
function useFigureTables({ figures: { today, since, samples, workload, expiring } }: { readonly figures: AllFigures }) {
  const links = useFigureLinks();
  const bySample = useMemo(
    () =>
      (samples ?? []).map(({ method, title, samples: count, tasks }) => ({
        key: String(method ?? ''),
        label: title,
        cells: [
          { value: count, path: links.samples(method, since) },
          { value: tasks, path: links.method(method, since) },
        ],
      })),
    [samples, since, links],
  );
  const byAnalyst = useMemo(
    () =>
      (workload ?? []).map(({ analyst, name, openTaskCount, late: lateCount, done: doneCount }) => ({
        key: String(analyst),
        label: name,
        cells: [
          { value: openTaskCount, path: links.inHand(analyst) },
          { value: lateCount, path: links.late(analyst, today), isBad: lateCount > 0 },
          { value: doneCount, path: links.done(analyst, today) },
        ],
      })),
    [workload, today, links],
  );
  const running = useMemo(
    () =>
      expiring
        .filter(({ expired, soon }) => expired + soon > 0)
        .map(({ kind, expired, soon }) => ({
          key: kind,
          label: expiringLabels[kind],
          cells: [
            { value: expired, path: links.expiring(kind, 'expired', today), isBad: expired > 0 },
            { value: soon, path: links.expiring(kind, 'soon', today) },
          ],
        })),
    [expiring, today, links],
  );
  return { bySample, byAnalyst, running };
}

function Counted({
  figures: { today, since, turnaround, calendar, samples, workload, expiring },
}: {
  readonly figures: AllFigures;
}) {
  const { bySample, byAnalyst, running } = useFigureTables({
    figures: { today, since, turnaround, calendar, samples, workload, expiring },
  });
  return (
    <>
      {turnaround && <TurnaroundFigure turnaround={turnaround} calendar={calendar} today={today} />}
      {workload && (
        <BarFigure
          title={figureTexts.workload}
          first="检测人"
          explanation={[figureTexts.workloadHow]}
          empty={figureTexts.noWorkload}
          columns={workColumns}
          rows={byAnalyst}
        />
      )}
      {expiring.length > 0 && (
        <BarFigure
          title={figureTexts.expiring}
          first="事项"
          explanation={[figureTexts.expiringHow]}
          empty={figureTexts.noExpiring}
          columns={expiringColumns}
          rows={running}
        />
      )}
      {samples && (
        <BarFigure
          title={figureTexts.samples}
          first="检测方法"
          explanation={[figureTexts.samplesHow]}
          empty={figureTexts.noSamples}
          columns={sampleColumns}
          rows={bySample}
        />
      )}
    </>
  );
}
