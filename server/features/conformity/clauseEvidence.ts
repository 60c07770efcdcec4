import { and, count, inArray, max, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { type DictEntry, fixedDictionaries, isFixedDictionary } from '@contract/dictionaries';
import { fieldOf } from '@contract/entity';
import type { ClauseRow, EvidenceKey } from '@contract/features/conformity/clauseRow';
import { conformityTexts } from '@contract/features/conformity/conformityTexts';
import type { RoutePath } from '@contract/routes';
import { formatDay } from '@server/base/zone';
import type { Registry } from '@server/crud/resource';
import { undeletedRows, scopeOf } from '@server/crud/rowScope';
import type { Orm } from '@server/db/orm';
import {
  companionTable,
  contractReviewTable,
  dutyAuthorisationTable,
  equipmentTable,
  equipmentUseTable,
  handOverTable,
  inspectUnitTable,
  labCheckTable,
  labTaskTable,
  methodAuthorisationTable,
  nonconformityTable,
  projectTable,
  sampleTable,
  samplingDayCollectorsTable,
  samplingDayTable,
  serviceFormTable,
  siteMediaTable,
  siteSurveySurveyorsTable,
  siteSurveyTable,
  staffRecordTable,
  standardTable,
  userTable,
  yearPlanTable,
} from '@server/db/schema';
import type { Viewer } from '@server/http/viewer';
import { lateReports } from './lateReports';

/** Rows that are counted for a clause, and rows among them that lack required data. */
interface EvidenceSource {
  /** Names of the entities. The label is that of the first entity, unless another one is given. */
  readonly entities: readonly string[];
  readonly label: string;
  readonly gap?: {
    readonly text: string;
    /** Entity whose rows may lack data; the first of `entities` unless another is named. */
    readonly entity?: string;
    /**
     * Returns the condition for the rows that are counted.
     * @param today `YYYY-MM-DD`
     */
    readonly conditionOn: (today: string) => SQL;
  };
}

/** Number of staff from which an archivist is full-time as a rule (GBZ 331-2024 I.1.1 c). */
const staffWithArchivist = 50;

/** Returns the condition that a row of people is of the same organization and active. */
const staffOf = (person: SQL): SQL =>
  sql`${person}.organization_id = ${userTable.organizationId} and ${person}.enabled = '1'
    and ${person}.delete_time is null`;

const begunCondition = sql`${projectTable.stage} not in ('draft', 'contractReview', 'terminated')`;
const mediaOf = (activity: 'survey' | 'sampling', project: unknown): SQL =>
  sql`exists (select 1 from ${siteMediaTable} media
    where media.project = ${project} and media.activity = ${activity} and media.delete_time is null)`;

const evidenceSources: Readonly<Record<Exclude<EvidenceKey, 'nothing' | 'audit'>, EvidenceSource>> = {
  archive: { entities: ['archiveFile'], label: '外来档案文件' },
  archivist: {
    entities: ['staffRecord'],
    label: '人员档案',
    gap: {
      text: `${staffWithArchivist}人及以上而没有专职档案管理员的机构`,
      entity: 'user',
      // The first person of the organization represents it, so that it counts once.
      conditionOn: (today) =>
        sql`${userTable.id} = (select min(first.id) from ${userTable} first
          where ${staffOf(sql`first`)} having count(*) >= ${staffWithArchivist})
          and not exists (select 1 from ${staffRecordTable} keeper
          where keeper.organization_id = ${userTable.organizationId} and keeper.record_kind = 'archivist'
          and (keeper.valid_until is null or keeper.valid_until >= ${today}) and keeper.delete_time is null)`,
    },
  },
  approval: { entities: ['approval'], label: '审批单' },
  attachment: { entities: ['labAttachment'], label: '仪器文件与附件' },
  authorisation: {
    entities: ['methodAuthorisation'],
    label: '检测授权',
    gap: {
      text: '已过期的检测授权',
      conditionOn: (today) => sql`${methodAuthorisationTable.validUntil} < ${today}`,
    },
  },
  check: {
    entities: ['labCheck'],
    label: '质控数据',
    gap: {
      text: '不合格且没有重测的质控',
      conditionOn: () =>
        sql`${labCheckTable.passes} = false and not exists (select 1 from ${labCheckTable} again
          where again.retest_of = ${labCheckTable.id} and again.delete_time is null)`,
    },
  },
  companion: {
    entities: ['companion'],
    label: '陪同人签名',
    gap: {
      text: '没有陪同人签名的采样日',
      entity: 'samplingDay',
      conditionOn: (today) =>
        sql`${samplingDayTable.sampledOn} < ${today}
          and not exists (select 1 from ${companionTable} signed
          where signed.project = ${samplingDayTable.project}
          and (signed.sampling_day = ${samplingDayTable.id} or signed.sampling_day is null)
          and signed.delete_time is null)`,
    },
  },
  curve: { entities: ['labCurve'], label: '标准曲线' },
  day: {
    entities: ['samplingDay'],
    label: '采样日',
    gap: {
      text: '采样人少于2人的采样日',
      conditionOn: (today) =>
        sql`${samplingDayTable.sampledOn} < ${today}
          and (select count(*) from ${samplingDayCollectorsTable} link
          where link.owner_id = ${samplingDayTable.id}) < 2`,
    },
  },
  detection: { entities: ['labDetection'], label: '检出限与效率测定' },
  duty: {
    entities: ['dutyAuthorisation'],
    label: '岗位授权',
    gap: { text: '已过期的岗位授权', conditionOn: (today) => sql`${dutyAuthorisationTable.validUntil} < ${today}` },
  },
  equipment: {
    entities: ['equipment'],
    label: '仪器设备',
    gap: {
      text: '检定校准过期的在用仪器',
      conditionOn: (today) =>
        sql`${equipmentTable.status} not in ('stopped', 'scrapped') and ${equipmentTable.calibrationKind} <> 'none'
          and ${equipmentTable.calibrationDue} < ${today}`,
    },
  },
  form: {
    entities: ['serviceForm'],
    label: '规范表单',
    gap: { text: '尚未签完的规范表单', conditionOn: () => sql`${serviceFormTable.state} <> 'completed'` },
  },
  handOver: {
    entities: ['handOver'],
    label: '流转单',
    gap: { text: '待接收的流转单', conditionOn: () => sql`${handOverTable.state} = 'waiting'` },
  },
  history: { entities: ['historyReport'], label: '历史报告' },
  log: { entities: ['workLog'], label: '实验室登记' },
  lot: {
    entities: ['standard', 'reagent', 'consumable'],
    label: '标准物质、试剂与耗材批次',
    gap: {
      text: '过期仍有结存的标准物质',
      conditionOn: (today) => sql`${standardTable.validUntil} < ${today} and ${standardTable.balance} > 0`,
    },
  },
  media: {
    entities: ['siteMedia'],
    label: '现场影像',
    gap: {
      text: '没有采样影像的项目',
      entity: 'project',
      conditionOn: () =>
        sql`exists (select 1 from ${sampleTable} taken
          where taken.project = ${projectTable.id} and taken.start_time is not null and taken.delete_time is null)
          and not ${mediaOf('sampling', projectTable.id)}`,
    },
  },
  nonconformity: {
    entities: ['nonconformity'],
    label: '不符合项',
    gap: {
      text: '逾期未关闭的不符合项',
      conditionOn: (today) => sql`${nonconformityTable.state} <> 'closed' and ${nonconformityTable.dueOn} < ${today}`,
    },
  },
  notice: { entities: ['reportFormula'], label: '报告公示' },
  outing: {
    entities: ['equipmentUse'],
    label: '设备出入库',
    gap: {
      text: '项目已归档而未归还的仪器',
      conditionOn: () =>
        sql`${equipmentUseTable.inAt} is null and exists (select 1 from ${projectTable} done
          where done.id = ${equipmentUseTable.project} and done.stage in ('archived', 'published'))`,
    },
  },
  person: {
    entities: ['user'],
    label: '人员',
    gap: {
      text: '技术人员证书已过期的人员',
      conditionOn: (today) => sql`${userTable.enabled} = '1' and ${userTable.certUntil} < ${today}`,
    },
  },
  place: { entities: ['place'], label: '房间与存放处' },
  plan: { entities: ['samplePlan'], label: '采样方案' },
  planRow: { entities: ['sampleSiteHazard'], label: '采样方案行' },
  project: { entities: ['project'], label: '项目' },
  push: { entities: ['push', 'occupationalHealthReport'], label: '推送与报送' },
  report: { entities: ['report'], label: '报告' },
  review: {
    entities: ['contractReview'],
    label: '合同评审',
    gap: {
      text: '已开工而没有合同评审的项目',
      entity: 'project',
      conditionOn: () =>
        sql`${begunCondition} and not exists (select 1 from ${contractReviewTable} review
          where review.project = ${projectTable.id} and review.delete_time is null)`,
    },
  },
  sample: { entities: ['sample'], label: '样品' },
  sheet: { entities: ['labSheet'], label: '检测记录' },
  staff: {
    entities: ['staffRecord'],
    label: '人员档案',
    gap: {
      text: '有效期已过而没有续期的人员档案',
      conditionOn: (today) =>
        sql`${staffRecordTable.validUntil} < ${today}
          and not exists (select 1 from ${staffRecordTable} later
          where later.person = ${staffRecordTable.person} and later.record_kind = ${staffRecordTable.recordKind}
          and later.valid_until >= ${today} and later.delete_time is null)`,
    },
  },
  survey: {
    entities: ['siteSurvey'],
    label: '现场调查',
    gap: {
      text: '调查人少于2人的调查',
      conditionOn: () =>
        sql`${siteSurveyTable.surveyedOn} is not null
          and (select count(*) from ${siteSurveySurveyorsTable} link where link.owner_id = ${siteSurveyTable.id}) < 2`,
    },
  },
  surveyFile: { entities: ['surveyFile'], label: '调查附件' },
  surveyRow: { entities: ['siteHazard'], label: '岗位危害因素' },
  task: {
    entities: ['labTask'],
    label: '检测任务',
    gap: {
      text: '超过保存期限未完成的检测任务',
      conditionOn: (today) =>
        sql`${labTaskTable.keepUntil} < ${today} and ${labTaskTable.state} not in ('completed', 'voided')`,
    },
  },
  unit: {
    entities: ['inspectUnit'],
    label: '受检单位',
    gap: { text: '没有统一社会信用代码的单位', conditionOn: () => sql`${inspectUnitTable.iuiCode} is null` },
  },
  weather: { entities: ['siteWeather'], label: '气象条件' },
  yearPlan: {
    entities: ['yearPlan'],
    label: '年度计划',
    gap: {
      text: '过了计划日期没有完成的计划',
      conditionOn: (today) => sql`${yearPlanTable.plannedOn} < ${today} and ${yearPlanTable.doneOn} is null`,
    },
  },
};

/** Field with the kind of a row, for evidence of which a clause counts single kinds. */
const kindFields = { form: 'formKind', log: 'logKind', staff: 'recordKind', yearPlan: 'planKind' } as const;
/** Pages that list such rows, with a filter for the kind. */
const kindPages = {
  form: '/projectForms',
  log: '/resource/workLog',
  staff: '/resource/staffRecord',
  yearPlan: '/resource/yearPlan',
} as const satisfies Record<keyof typeof kindFields, RoutePath>;
type KindedEvidence = keyof typeof kindFields;
const isKinded = (key: EvidenceKey): key is KindedEvidence => Object.hasOwn(kindFields, key);

/** Returns the filter of the clause's page that shows the counted rows; null for a page without such a filter. */
export function pageQueryOf({ evidence: key, kinds = [], page }: ClauseRow): string | null {
  if (!isKinded(key) || page !== kindPages[key] || !kinds.length) return null;
  return new URLSearchParams(kinds.map((kind): [string, string] => [kindFields[key], kind])).toString();
}

interface CountedEvidence {
  readonly label: string;
  readonly rows: number;
  /** Day of the newest row, `YYYY-MM-DD`. */
  readonly newest: string | null;
  readonly gaps: number;
  readonly gap: string | null;
}

interface CountRequest {
  readonly orm: Orm;
  readonly registry: Registry;
  readonly viewer: Viewer;
  readonly zone: string;
  /** Today, `YYYY-MM-DD`. */
  readonly today: string;
}

async function countOf({ orm, registry, viewer }: CountRequest, entity: string, condition?: SQL) {
  const resource = registry.named(entity);
  const [totals] = await orm
    .select({ rows: count(), newest: max(resource.columns.createTime) })
    .from(resource.table)
    .where(and(undeletedRows(resource), scopeOf(resource, viewer), condition));
  return { rows: totals?.rows ?? 0, newest: totals?.newest as Date | null };
}

/** Counts rows of some kinds; all rows without kinds. */
async function countedOf(
  request: CountRequest,
  { entities, label, gap }: EvidenceSource,
  ofKinds?: SQL,
): Promise<CountedEvidence> {
  let [rows, newestTime] = [0, null as Date | null];
  for (const entity of entities) {
    const totals = await countOf(request, entity, ofKinds);
    rows += totals.rows;
    if (totals.newest && (!newestTime || totals.newest > newestTime)) ({ newest: newestTime } = totals);
  }
  const gapCount = gap
    ? (await countOf(request, gap.entity ?? (entities[0] as string), and(gap.conditionOn(request.today), ofKinds))).rows
    : 0;
  return {
    label,
    rows,
    newest: newestTime && formatDay(newestTime, request.zone),
    gaps: gapCount,
    gap: gap?.text ?? null,
  };
}

/** Counts the rows of single kinds, and names the kinds. */
async function countedKinds(
  request: CountRequest,
  key: KindedEvidence,
  kinds: readonly string[],
): Promise<CountedEvidence> {
  const source = evidenceSources[key];
  const { columns, entity } = request.registry.named(source.entities[0] as string);
  const field = fieldOf(entity, kindFields[key]);
  const dictEntries: readonly DictEntry[] =
    field?.kind === 'dict' && isFixedDictionary(field.dict) ? fixedDictionaries[field.dict] : [];
  const firstLabel = dictEntries.find(({ value }) => value === kinds[0])?.label ?? source.label;
  const countsByKind = await countedOf(request, source, inArray(columns[kindFields[key]] as AnyPgColumn, [...kinds]));
  return { ...countsByKind, label: conformityTexts.kinds(firstLabel, kinds.length) };
}

/**
 * Counts an organization's rows for each requirement, and the rows that lack data required by the clauses.
 * @returns evidence by requirement; undefined for a requirement without counted rows
 */
export async function countEvidence(
  request: CountRequest,
  clauses: readonly Pick<ClauseRow, 'evidence' | 'kinds'>[],
): Promise<(clause: Pick<ClauseRow, 'evidence' | 'kinds'>) => CountedEvidence | undefined> {
  const evidenceByClause = new Map<string, CountedEvidence>();
  const keyOf = ({ evidence: key, kinds = [] }: Pick<ClauseRow, 'evidence' | 'kinds'>) => [key, ...kinds].join(' ');
  const lateCounts = await lateReports(request);
  for (const clause of clauses) {
    const { evidence: key, kinds } = clause;
    if (key === 'nothing' || key === 'audit' || evidenceByClause.has(keyOf(clause))) continue;
    const late = key === 'archive' || key === 'notice' || key === 'push' ? lateCounts[key] : {};
    const ownEvidence =
      kinds && isKinded(key) ? await countedKinds(request, key, kinds) : await countedOf(request, evidenceSources[key]);
    evidenceByClause.set(keyOf(clause), { ...ownEvidence, ...late });
  }
  return (clause) => evidenceByClause.get(keyOf(clause));
}
