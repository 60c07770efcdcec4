import { useQuery } from '@tanstack/react-query';
import { Alert } from 'antd';
import { client } from '@/api/client';
import { todayText } from '@/lib/dates';
import { hasPeakRule, peakRuleOn } from '@contract/arithmetic/limits/peakRule';
import type { AnyRow } from '@contract/entity';
import { hazardLimit } from '@contract/features/library/entities/hazardLimit';
import styles from './hazard.module.css';

/** Loads today's limits. Its key is below the list's, so that a change of the list reloads them. */
function useLimitsToday(hazard: number) {
  return useQuery({
    queryKey: ['list', hazardLimit.path, 'on', hazard],
    queryFn: async ({ signal }) =>
      (await client.get<AnyRow[]>(`${hazardLimit.path}/on`, { params: { hazard }, signal, quiet: true })).data,
    retry: false,
  });
}

const doubts = {
  marks: '该因素的标识（皮、敏、致癌分类）待核对，引用前请与标准原文核对。',
  check: '该因素的资料待核对，引用前请与标准原文核对。',
} as const;

/** Shows what the judgement uses of the chosen hazard, and which data is unverified. */
export function HazardHeader({ row }: { row: AnyRow }) {
  const { data } = useLimitsToday(row.id);
  const rule = peakRuleOn(todayText());
  const kinds = data?.map(({ kind }) => String(kind)) ?? [];
  const doubt = row.dataCertainty === 'marks' || row.dataCertainty === 'check' ? doubts[row.dataCertainty] : null;
  const unsure = data?.some(({ dataCertainty }) => dataCertainty === 'check') && row.dataCertainty !== 'check';
  return (
    <div className={styles.header}>
      <h2 className={styles.title}>
        {String(row.name)}
        {Boolean(row.nameEn) && <span>{String(row.nameEn)}</span>}
        {Boolean(row.cas) && <span className="mono">{String(row.cas)}</span>}
        {Boolean(row.marks) && <span>标识：{String(row.marks)}</span>}
      </h2>
      {Boolean(row.remark) && <p className={styles.fact}>{String(row.remark)}</p>}
      {rule?.kind === 'peak' && hasPeakRule(kinds) && (
        <p className={styles.fact}>
          峰接触浓度（{rule.standard}）：超过{rule.factor}倍PC-TWA的接触每次不超过{rule.minutes}min、每个工作日不超过
          {rule.perDay}次、相继间隔不短于{rule.apartHours * 60}min，任何时候不得超过{rule.ceiling}倍。
        </p>
      )}
      {data?.length === 0 && <p className={styles.fact}>今天没有有效的限值，按“不评价”处理。</p>}
      {doubt && <Alert type="warning" showIcon title={doubt} />}
      {unsure && <Alert type="warning" showIcon title="现行限值中有待核对的内容，见“核对情况”与备注。" />}
    </div>
  );
}
