import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Empty, Skeleton } from 'antd';
import { useMemo, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { failureOf } from '@/api/callFailures';
import { detailColumns, rowKey } from '@/features/risk/detailColumns';
import { fetchUnitRisk } from '@/features/risk/riskCalls';
import { RiskExplanation } from '@/features/risk/RiskExplanation';
import { RiskRules } from '@/features/risk/RiskRules';
import { RiskTrend } from '@/features/risk/RiskTrend';
import { emptyCellText } from '@/fields';
import { DataTable } from '@/grid/DataTable';
import { rowHeights } from '@/grid/dataTableColumn';
import { Notice, RetryNotice } from '@/lib/notice/Notice';
import { PageDrawer } from '@/session/overlays';
import { useSettings } from '@/session/settingsStore';
import { usePageName } from '@/session/tabs/pageState';
import type { LabourClass } from '@contract/arithmetic/limits/limitConditions';
import type { RiskRow } from '@contract/features/risk/assessPosts';
import { riskTexts } from '@contract/features/risk/riskTexts';
import type { UnitRiskView } from '@contract/features/risk/riskWire';
import { unitRiskClasses, unitRiskLabel } from '@contract/features/risk/unitRiskClass';
import styles from '@/features/risk/pageRiskDetail.module.css';

/** Unit with its risk class, people and project. */
function UnitHead({
  data,
  chosen: chosenPoint,
}: {
  readonly data: UnitRiskView;
  readonly chosen: UnitRiskView['trend'][number] | undefined;
}) {
  const tone = unitRiskClasses.find(({ value }) => value === chosenPoint?.risk.class)?.tone ?? 'quiet';
  const count = (number: number | null) => (number === null ? emptyCellText : `${number}人`);
  return (
    <header className={styles.head}>
      <h1>
        {data.unit.unitName}
        {chosenPoint && (
          <span className={styles.tone} data-tone={tone}>
            {unitRiskLabel(chosenPoint.risk.class)}
          </span>
        )}
      </h1>
      <p className={styles.facts}>
        <span className={styles.code}>{data.unit.iuiCode ?? ''}</span>
        <span>职工总数 {count(data.unit.workerCount)}</span>
        <span>接触职业病危害 {count(data.unit.exposedCount)}</span>
        {chosenPoint && (
          <span>
            项目 <span className={styles.code}>{chosenPoint.code}</span>　采样 {chosenPoint.on ?? emptyCellText}
          </span>
        )}
      </p>
      {chosenPoint && <p className={styles.working}>{chosenPoint.risk.working}</p>}
    </header>
  );
}

/** Returns the chosen labour classes with the class of a row set or removed. */
const withLabour = (
  labourByRow: ReadonlyMap<string, LabourClass>,
  row: string,
  value: LabourClass | null,
): ReadonlyMap<string, LabourClass> =>
  new Map(value === null ? [...labourByRow].filter(([key]) => key !== row) : [...labourByRow, [row, value]]);

/** 风险详情: a unit's posts and hazards, the rule and calculation of each level, and the trend over its projects. */
export default function RiskDetailPage() {
  const unitId = Number(useSearchParams()[0].get('belongInspect')) || null;
  const size = useSettings((settings) => settings.size);
  const [projectId, setProject] = useState<number | null>(null);
  const [labour, setLabour] = useState<ReadonlyMap<string, LabourClass>>(new Map());
  const [openRiskRow, setOpen] = useState<RiskRow | null>(null);
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['risk', 'unit', unitId, projectId],
    queryFn: ({ signal }) => fetchUnitRisk(unitId ?? 0, projectId, signal),
    enabled: unitId !== null,
    placeholderData: keepPreviousData,
    retry: false,
  });
  usePageName(data?.unit.unitName);
  const columns = useMemo(() => detailColumns(labour, setOpen), [labour]);
  if (unitId === null) return <Notice title={riskTexts.noUnit} text="请从风险列表打开一个受检单位。" />;
  if (error && !data)
    return <RetryNotice title="风险加载失败" text={failureOf(error).pageText} onRetry={() => void refetch()} />;
  if (isPending || !data) return <Skeleton active paragraph={{ rows: 10 }} />;
  const chosenPoint = data.trend.find((point) => point.project === data.project);
  return (
    <section className={styles.page} aria-label={`风险 ${data.unit.unitName}`}>
      <UnitHead data={data} chosen={chosenPoint} />
      {!chosenPoint ? (
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={riskTexts.nothingJudged} />
      ) : (
        <>
          <section aria-label="岗位与因素">
            <h2>
              岗位与因素
              <small>
                共{data.rows.length}项，不符合的岗位{chosenPoint.exceeding}个；点击“过程”查看分级依据
              </small>
            </h2>
            <DataTable<RiskRow>
              label="岗位与因素的风险"
              rows={data.rows}
              rowKey={rowKey}
              columns={columns}
              height={Math.min(460, Math.max(160, 60 + data.rows.length * rowHeights[size]))}
              density={size}
              onOpen={setOpen}
              empty="该项目没有可评定的结果"
            />
          </section>
          <RiskTrend trend={data.trend} project={data.project} onChoose={setProject} />
          <RiskRules />
        </>
      )}
      <PageDrawer
        open={openRiskRow !== null}
        size={480}
        title={openRiskRow ? `${openRiskRow.place}　${openRiskRow.hazardName}` : ''}
        onClose={() => setOpen(null)}
      >
        {openRiskRow && (
          <RiskExplanation
            row={openRiskRow}
            labour={labour.get(rowKey(openRiskRow)) ?? null}
            onLabour={(value) => setLabour((labourByRow) => withLabour(labourByRow, rowKey(openRiskRow), value))}
          />
        )}
      </PageDrawer>
    </section>
  );
}
