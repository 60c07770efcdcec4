import { and, asc, eq, isNull } from 'drizzle-orm';
import type { AnyRow } from '@contract/entity';
import { receiptCall } from '@contract/features/reports/handOut/handOutTexts';
import { registry } from '@server/app/resources';
import {
  builtInTable,
  reportHandOutTable,
  reportTable,
  signingCertificateTable,
  yearPlanTable,
} from '@server/db/schema';
import { makeOwnCertificate, prepareKeys } from '@server/features/reports/certificates/makeCertificates';
import type { DemoActors } from './demoActors';

type DayOf = (ahead: number) => string;

const qualityPlayedKey = 'demo:quality:played';

interface PlannedItem {
  readonly planKind: string;
  readonly planTitle: string;
  readonly content: string;
  readonly person: string;
  /** Days from today. */
  readonly planned: number;
  readonly done?: number;
  readonly result?: string;
}

/** Items of the yearly plans: done ones, one that is late, and coming ones. */
const plannedItems: readonly PlannedItem[] = [
  {
    planKind: 'training',
    planTitle: 'GBZ 331-2024宣贯培训',
    content: '现场调查、采样和报告编制人员全员参加，培训后考核',
    person: 'quality',
    planned: -160,
    done: -158,
    result: '应到8人，实到8人，考核全部合格',
  },
  {
    planKind: 'intermediate',
    planTitle: '气相色谱仪期间核查',
    content: '用有证标准物质核查保留时间和响应的重复性',
    person: 'analyst',
    planned: -120,
    done: -119,
    result: '保留时间相对标准偏差0.2%，响应相对标准偏差1.6%，符合要求，修正因子1.00',
  },
  {
    planKind: 'control',
    planTitle: '苯系物能力验证',
    content: '参加外部机构组织的能力验证',
    person: 'analyst',
    planned: -75,
    done: -70,
    result: '苯、甲苯、二甲苯的Z比分绝对值均小于2，结果满意',
  },
  {
    planKind: 'supervision',
    planTitle: '现场采样质量监督（第三季度）',
    content: '抽查2个项目的采样流量、空白样品和交接记录',
    person: 'quality',
    planned: -45,
    done: -44,
    result: '抽查2个项目，流量校准和空白样品符合方案，未发现不符合',
  },
  {
    planKind: 'supervision',
    planTitle: '报告编制质量监督（第四季度）',
    content: '抽查2份报告的计算、修约、判定和附件',
    person: 'quality',
    planned: -4,
  },
  {
    planKind: 'audit',
    planTitle: '年度内部审核',
    content: '覆盖全部要素和部门，审核员不审核自己的工作',
    person: 'quality',
    planned: 12,
  },
  {
    planKind: 'calibration',
    planTitle: '采样器送检',
    content: '一个月内到期的采样器分两批送检，避开采样计划',
    person: 'field',
    planned: 20,
  },
  {
    planKind: 'review',
    planTitle: '年度管理评审',
    content: '评审内审结果、客户反馈、能力验证和改进建议',
    person: 'quality',
    planned: 26,
  },
];

const idOf = async (actors: DemoActors, userName: string): Promise<number> =>
  (await actors.ask<{ user: { id: number } }>(userName, 'GET', 'auth/info')).user.id;

async function playYearPlans(actors: DemoActors, dayOf: DayOf): Promise<void> {
  const [existingPlan] = await actors.services.database.orm
    .select({ id: yearPlanTable.id })
    .from(yearPlanTable)
    .limit(1);
  if (existingPlan) return;
  for (const { person, planned, done, result, ...item } of plannedItems) {
    const plannedOn = dayOf(planned);
    actors.at(`${dayOf(-200)} 09:30:00`);
    const row = await actors.ask<AnyRow>('quality', 'POST', 'api/yearPlan/add', {
      ...item,
      planYear: Number(plannedOn.slice(0, 4)),
      person: await idOf(actors, person),
      plannedOn,
    });
    if (done === undefined) continue;
    actors.at(`${dayOf(done)} 16:40:00`);
    await actors.ask(person, 'PUT', 'api/yearPlan/record', {
      id: row.id,
      version: row.version,
      doneOn: dayOf(done),
      result,
    });
  }
}

/** Gives the organization and its signatory their certificates, for reports that are issued from then on. */
async function playCertificates(actors: DemoActors, dayOf: DayOf): Promise<void> {
  const { services } = actors;
  const { orm } = services.database;
  const [existingCertificate] = await orm
    .select({ id: signingCertificateTable.id })
    .from(signingCertificateTable)
    .limit(1);
  if (existingCertificate) return;
  const { user } = await actors.ask<{ user: { id: number; organizationId: number } }>('approver', 'GET', 'auth/info');
  const makeCertificate = (userName: string, at: string, personId: number | null) => {
    actors.at(`${dayOf(-1)} ${at}`);
    return actors.acting(userName, 'api/signingCertificate/make', async (call) => {
      const context = { services, registry };
      const keys = await prepareKeys(context, user.organizationId);
      return services.database.transaction((tx) =>
        makeOwnCertificate(context, tx, call, { organizationId: user.organizationId, person: personId }, keys),
      );
    });
  };
  await makeCertificate('admin', '17:05:00', null);
  await makeCertificate('approver', '17:20:00', user.id);
}

/** Ways in which the demonstration's reports were handed out; the first recipient has signed. */
const handOuts = [
  { receiver: '沈建国', copies: 3, way: 'inPerson', courier: null, signedBy: '沈建国' },
  { receiver: '委托单位安全环保部', copies: 2, way: 'courier', courier: 'SF1420769913058', signedBy: null },
] as const;

/** Hands out the published reports; one recipient signs for it by the link. */
async function playHandOuts(actors: DemoActors, dayOf: DayOf): Promise<void> {
  const { orm } = actors.services.database;
  const [existingHandOut] = await orm.select({ id: reportHandOutTable.id }).from(reportHandOutTable).limit(1);
  if (existingHandOut) return;
  const reports = await orm
    .select({ id: reportTable.id })
    .from(reportTable)
    .where(and(eq(reportTable.state, 'published'), isNull(reportTable.deleteTime)))
    .orderBy(asc(reportTable.id));
  for (const [index, { id: reportId }] of reports.entries()) {
    const handOut = handOuts[index % handOuts.length];
    if (!handOut) continue;
    const { signedBy, ...given } = handOut;
    actors.at(`${dayOf(index - 12)} 09:50:00`);
    const row = await actors.ask<AnyRow>('reporter', 'POST', 'api/reportHandOut/add', {
      ...given,
      report: reportId,
      controlNo: `SK-${String(index + 1).padStart(3, '0')}`,
    });
    if (signedBy === null) continue;
    const { path } = await actors.ask<{ path: string }>('reporter', 'GET', `api/reportHandOut/receipt/${row.id}`);
    actors.at(`${dayOf(index - 12)} 10:05:00`);
    await actors.ask('enterprise', 'POST', receiptCall, {
      code: new URL(path, 'http://localhost').searchParams.get('receipt'),
      name: signedBy,
    });
  }
}

/**
 * Plays the quality management beside the projects by the product's own calls: the year's plans, the certificates, and
 * the hand-outs of issued reports. After an interruption existing rows stay.
 */
export async function playQuality(actors: DemoActors, dayOf: DayOf): Promise<void> {
  await playYearPlans(actors, dayOf);
  await playHandOuts(actors, dayOf);
  await playCertificates(actors, dayOf);
  await actors.services.database.orm
    .insert(builtInTable)
    .values({ key: qualityPlayedKey, rowId: 0 })
    .onConflictDoNothing();
}

/** Checks whether the quality management has to be played: once, in a database with the demonstration. */
export const isQualityDue = (recordedIds: ReadonlyMap<string, number>): boolean =>
  recordedIds.size > 0 && !recordedIds.has(qualityPlayedKey);
