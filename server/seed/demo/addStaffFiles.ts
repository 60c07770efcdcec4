import { registry } from '@server/app/resources';
import { insertMany } from '@server/builtIn/insertMany';
import type { Orm } from '@server/db/orm';

/** A row of 人员档案; days are counted from today. */
interface StaffFile {
  readonly userName: string;
  readonly recordKind: string;
  readonly recordTitle: string;
  readonly recorded: number;
  readonly valid?: number;
  readonly passed?: true;
}

const training = (userName: string, recordTitle: string, recorded: number): StaffFile => ({
  userName,
  recordKind: 'training',
  recordTitle,
  recorded,
  valid: recorded + 3 * 365,
  passed: true,
});
const continuing = (userName: string, recordTitle: string): StaffFile => ({
  userName,
  recordKind: 'continuing',
  recordTitle,
  recorded: -150,
  valid: 215,
  passed: true,
});

const staffFiles: readonly StaffFile[] = [
  { userName: 'approver', recordKind: 'appointment', recordTitle: '技术负责人', recorded: -700 },
  { userName: 'quality', recordKind: 'appointment', recordTitle: '质量负责人', recorded: -700 },
  training('field', '职业卫生技术服务专业技术人员培训（现场采样与测量）', -480),
  training('keeper', '样品管理与仪器管理上岗培训', -420),
  training('analyst', '职业卫生技术服务专业技术人员培训（实验室检测）', -460),
  training('reviewer', '职业卫生技术服务专业技术人员培训（实验室检测）', -640),
  training('reporter', '职业卫生技术服务专业技术人员培训（评价）', -510),
  continuing('field', 'GBZ 331-2024《职业卫生技术服务工作规范》宣贯'),
  continuing('analyst', 'GBZ 331-2024《职业卫生技术服务工作规范》宣贯'),
  continuing('reviewer', 'GBZ/T 300系列标准更新'),
  {
    userName: 'field',
    recordKind: 'equipment',
    recordTitle: '防毒面具（KN95滤棉、有机蒸气滤盒）',
    recorded: -60,
    valid: 120,
  },
  { userName: 'analyst', recordKind: 'equipment', recordTitle: '防化学品手套、护目镜', recorded: -45, valid: 135 },
  { userName: 'keeper', recordKind: 'archivistBeside', recordTitle: '档案管理员（兼职）', recorded: -400 },
];

/** An item of the yearly plans; days are counted from today. */
interface PlanItem {
  readonly planKind: string;
  readonly planTitle: string;
  readonly userName: string;
  readonly planned: number;
  readonly done?: number;
  readonly result?: string;
}

const planItems: readonly PlanItem[] = [
  {
    planKind: 'training',
    planTitle: '采样人员流量校准与样品保存培训',
    userName: 'approver',
    planned: -90,
    done: -88,
    result: '参加3人，考核合格',
  },
  {
    planKind: 'supervision',
    planTitle: '现场采样质量监督',
    userName: 'quality',
    planned: -40,
    done: -38,
    result: '监督1个项目，七项均符合',
  },
  { planKind: 'intermediate', planTitle: '电子天平期间核查', userName: 'analyst', planned: 25 },
  { planKind: 'control', planTitle: '苯系物能力验证', userName: 'analyst', planned: 50 },
  { planKind: 'audit', planTitle: '内部审核', userName: 'quality', planned: 40 },
  { planKind: 'review', planTitle: '管理评审', userName: 'approver', planned: 60 },
];

/**
 * Adds 人员档案 and 年度计划 of the demonstration.
 * @param people ids of the people by user name
 * @param dayFromNow returns the day that is a number of days from today, `YYYY-MM-DD`
 */
export async function addStaffFiles(
  tx: Orm,
  organizationId: number,
  people: ReadonlyMap<string, number>,
  dayFromNow: (days: number) => string,
): Promise<void> {
  const dayOrNull = (days: number | undefined): string | null => (days === undefined ? null : dayFromNow(days));
  await insertMany(
    tx,
    registry.named('staffRecord'),
    staffFiles.map(({ userName, recorded, valid, passed, ...file }) => ({
      draft: {
        ...file,
        person: people.get(userName),
        recordedOn: dayFromNow(recorded),
        validUntil: dayOrNull(valid),
        result: passed ? 'passed' : null,
      },
      organizationId,
    })),
  );
  await insertMany(
    tx,
    registry.named('yearPlan'),
    planItems.map(({ userName, planned, done, result, ...item }) => ({
      draft: {
        ...item,
        planYear: Number(dayFromNow(planned).slice(0, 4)),
        person: people.get(userName),
        plannedOn: dayFromNow(planned),
        doneOn: dayOrNull(done),
        result: result ?? null,
      },
      organizationId,
    })),
  );
}
