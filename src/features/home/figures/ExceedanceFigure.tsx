import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { fetchExceedance } from '@/api/dashboard';
import { PageSkeleton } from '@/lib/skeleton/PageSkeleton';
import { useDictionary } from '@/session/dictionaryStore';
import { type ExceedanceShare, exceedanceRate } from '@contract/features/home/figures/exceedanceFigures';
import { figureTexts } from '@contract/features/home/figures/figureTexts';
import { maxBars } from '@contract/features/home/figures/figureWire';
import { BarFigure } from './BarFigure';
import type { BarColumn } from './barOption';
import { type FigureLinks, useFigureLinks } from './figureLinks';
import { FigureLoadFailure } from './FigureLoadFailure';

const columns: readonly BarColumn[] = [{ label: '判定' }, { label: '不符合' }, { label: '超标率（%）', tone: 'bad' }];

const rowsOf = (
  exceedanceShares: readonly ExceedanceShare[],
  labelOf: (exceedanceShare: ExceedanceShare) => string,
  { projects }: FigureLinks,
) =>
  exceedanceShares.slice(0, maxBars).map((exceedanceShare) => {
    const rate = exceedanceRate(exceedanceShare);
    const path = projects(exceedanceShare.projects);
    return {
      key: exceedanceShare.key,
      label: labelOf(exceedanceShare),
      cells: [
        { value: exceedanceShare.judged },
        { value: exceedanceShare.exceeding, path, isBad: exceedanceShare.exceeding > 0 },
        { value: rate, text: rate === null ? '' : rate.toFixed(1), path },
      ],
    };
  });

/** Rate of exceedances (超标率), by the verdicts that 风险 and the reports use. */
export function ExceedanceFigure() {
  const links = useFigureLinks();
  const industries = useDictionary('industry');
  const { data, error, refetch } = useQuery({
    queryKey: ['list', 'api/dashboard', 'exceedance'],
    queryFn: ({ signal }) => fetchExceedance(signal),
    retry: false,
  });
  const byHazard = useMemo(() => rowsOf(data?.hazards ?? [], ({ label }) => label, links), [data, links]);
  const byIndustry = useMemo(
    () =>
      rowsOf(
        data?.industries ?? [],
        ({ key }) => industries.find(({ value }) => value === key)?.label ?? (key || figureTexts.noIndustry),
        links,
      ),
    [data, industries, links],
  );
  if (error && !data)
    return <FigureLoadFailure title={figureTexts.byHazard} error={error} retry={() => void refetch()} />;
  if (!data) return <PageSkeleton />;
  const explanations = [
    figureTexts.exceedanceHow,
    ...(data.judged < data.total ? [figureTexts.exceedanceCut(data.judged, data.total)] : []),
  ];
  return (
    <>
      <BarFigure
        title={figureTexts.byHazard}
        first="危害因素"
        explanation={explanations}
        empty={figureTexts.noExceedance}
        columns={columns}
        rows={byHazard}
        maxValue={100}
      />
      <BarFigure
        title={figureTexts.byIndustry}
        first="行业"
        explanation={explanations}
        empty={figureTexts.noExceedance}
        columns={columns}
        rows={byIndustry}
        maxValue={100}
      />
    </>
  );
}
