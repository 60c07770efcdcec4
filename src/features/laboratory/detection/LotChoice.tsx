import { Empty, Select, Skeleton } from 'antd';
import { type ReactNode, useState } from 'react';
import { failureOf } from '@/api/callFailures';
import { RetryNotice } from '@/lib/notice/Notice';
import { labDetectionTexts } from '@contract/features/laboratory/detection/detectionTexts';
import {
  type DeterminationForm,
  formOfDetermination,
} from '@contract/features/laboratory/detection/determinationForms';
import type { MethodPageProps } from '../methodPages';
import { useDeterminations } from './useDetection';
import styles from './detection.module.css';

interface LotChoiceProps extends MethodPageProps {
  readonly form: DeterminationForm;
  readonly children: (lot: string) => ReactNode;
}

/** Chooses the lot of collectors: one of the record's samples, or one determined before. */
export function LotChoice({ work, form, children }: LotChoiceProps) {
  const query = useDeterminations(work.sheet.id);
  const [chosenLot, setChosenLot] = useState<string | null>(null);
  if (query.error)
    return (
      <RetryNotice title="测定加载失败" text={failureOf(query.error).pageText} onRetry={() => void query.refetch()} />
    );
  if (query.isPending) return <Skeleton active />;
  const determinedLots = query.data.flatMap((determination) =>
    formOfDetermination(determination) === form && determination.collectorLot ? [determination.collectorLot] : [],
  );
  const lots = [...new Set([...work.rows.flatMap(({ collectorLot }) => collectorLot ?? []), ...determinedLots])].sort();
  const lot = chosenLot ?? lots[0];
  if (!lot) return <Empty description={labDetectionTexts.noLots} />;
  const samplesOf = (lotNo: string) =>
    work.rows.filter(({ collectorLot, rowKind }) => collectorLot === lotNo && rowKind !== 'blank');
  const countOf = (lotNo: string) => new Set(samplesOf(lotNo).map(({ sample }) => sample)).size;
  const options = lots.map((lotNo) => ({ value: lotNo, label: `${lotNo}（${countOf(lotNo)}个样品）` }));
  return (
    <>
      <div className={styles.lot}>
        <span>采样介质批号</span>
        <Select
          value={lot}
          options={options}
          onChange={setChosenLot}
          aria-label="采样介质批号"
          popupMatchSelectWidth={false}
        />
      </div>
      {children(lot)}
    </>
  );
}
