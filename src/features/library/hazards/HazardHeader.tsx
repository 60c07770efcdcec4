import { useQuery } from '@tanstack/react-query';
import { Alert } from 'antd';
import { client } from '@/api/client';
import { todayText } from '@/lib/dateTexts';
import { presenceLabels } from '@contract/arithmetic/limits/limitVersions';
import { hasPeakRule, peakRuleOn } from '@contract/arithmetic/limits/peakRule';
import { fixedDictionaries } from '@contract/dictionaries';
import type { AnyRow } from '@contract/entity';
import { hazard } from '@contract/features/library/entities/hazard';
import { hazardLimit } from '@contract/features/library/entities/hazardLimit';
import type { HazardAbout } from '@contract/features/library/hazardWire';
import styles from './hazard.module.css';

/** Loads today's limits. The query key is below the key of the list, so that a change of the list reloads them. */
function useLimitsToday(hazardId: number) {
  return useQuery({
    queryKey: ['list', hazardLimit.path, 'on', hazardId],
    queryFn: async ({ signal }) =>
      (await client.get<AnyRow[]>(`${hazardLimit.path}/on`, { params: { hazard: hazardId }, signal, quiet: true }))
        .data,
    retry: false,
  });
}

/**
 * Loads the library's data on a hazard for today. The query key is below the key of the list, so that a change of the
 * list reloads them.
 */
function useAbout(id: number) {
  return useQuery({
    queryKey: ['list', hazardLimit.path, 'about', id],
    queryFn: async ({ signal }) =>
      (await client.get<HazardAbout>(`${hazard.path}/about/${id}`, { signal, quiet: true })).data,
    retry: false,
  });
}

const listLabels = new Map<string, string>(fixedDictionaries.hazardList.map(({ value, label }) => [value, label]));

/** Shows biological limits, published lists and methods of the chosen hazard, from the library. */
function HazardLibraryFacts({ about }: { about: HazardAbout }) {
  const { biological, listings, methods, noMethod } = about;
  const lists = [...new Set(listings.map(({ list, number }) => `${listLabels.get(list) ?? list}${number ?? ''}`))];
  return (
    <>
      {biological.length > 0 && (
        <p className={styles.fact}>
          生物接触限值（供用人单位职业健康监护，检测报告不判定）：
          {biological
            .map(
              ({ indexName, value, unit, otherValue, otherUnit, samplingTime }) =>
                `${indexName} ${value} ${unit}${otherValue ? `（${otherValue} ${otherUnit ?? ''}）` : ''}，${samplingTime}`,
            )
            .join('；')}
        </p>
      )}
      {lists.length > 0 && <p className={styles.fact}>收录：{lists.join('、')}</p>}
      <p className={styles.fact}>
        检测方法：
        {methods.length > 0
          ? methods
              .map(
                ({ title, standardNo, minQuantConc, isOwnLimit }) =>
                  `${title}（${standardNo}${minQuantConc ? `，最低定量浓度${minQuantConc} mg/m³${isOwnLimit ? '，本机构测定' : ''}` : ''}）`,
              )
              .join('；')
          : `方法库中没有现行可用的方法${noMethod ? `（${noMethod}）` : ''}`}
      </p>
    </>
  );
}

const doubts = {
  marks: '该因素的标识（皮、敏、致癌分类）待核对，引用前请与标准原文核对。',
  check: '该因素的资料待核对，引用前请与标准原文核对。',
} as const;

/** Shows the data of the chosen hazard that a judgement uses, and which of them are unverified. */
export function HazardHeader({ row }: { row: AnyRow }) {
  const { data } = useLimitsToday(row.id);
  const about = useAbout(row.id).data;
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
          峰接触浓度（{rule.standard}）：超过{rule.factor}倍PC-TWA的接触每次不超过{rule.minutes} min、每个工作日不超过
          {rule.maxTimesPerDay}次、相继间隔不短于{rule.minHoursBetween * 60} min，任何时候不得超过{rule.ceiling}倍。
        </p>
      )}
      {about && about.presence !== 'given' && (
        <Alert
          type={about.presence === 'none' ? 'info' : 'warning'}
          showIcon
          title={`今天的限值状态：${presenceLabels[about.presence]}。检测结果按“${about.presence === 'none' ? '不评价' : '待核实'}”处理。`}
        />
      )}
      {Boolean(row.verifiedBy) && (
        <p className={styles.fact}>
          核对：{String(row.verifiedBy)}，{String(row.verifiedOn)}
        </p>
      )}
      {about && <HazardLibraryFacts about={about} />}
      {doubt && <Alert type="warning" showIcon title={doubt} />}
      {unsure && <Alert type="warning" showIcon title="现行限值中有待核对的内容，见“核对情况”与备注。" />}
    </div>
  );
}
