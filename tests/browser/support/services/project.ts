import { readFile } from 'node:fs/promises';
import type { AnyRow } from '@contract/entity';
import type { SeenFingerprint } from '@contract/workflow/signatureTexts';
import { drawnPng } from '../../../support/uploads';
import { checkFlows } from '../field/flows';
import { password } from '../productServer';
import { rowsOf, type Staff, tokenOf, upload } from './calls';
import type { Service } from './serviceKinds';
import { signSheets } from './sheets';

// Steps of a service by the product's own calls, each by the responsible person: what is not the browser's subject.

/** A project of a service, and its sampling days, oldest first. */
export interface ServiceProject {
  readonly id: number;
  readonly code: string;
  readonly days: readonly string[];
}

/** Day in China, `days` from today. */
const dayFrom = (days: number): string => new Date(Date.now() + (8 + 24 * days) * 3_600_000).toISOString().slice(0, 10);

const post = {
  workshop: '木工车间',
  post: '打磨工',
  place: '打磨工位',
  workContent: '板材打磨',
  source: '打磨',
  machines: 1,
  workers: 2,
  fixedPost: true,
  worstKnown: true,
  shift: '白班08:00～17:00',
  hoursPerDay: '4',
  daysPerWeek: '5',
  controls: '侧吸罩',
  controlsRunning: '正常',
  ppe: 'KN95防尘口罩',
  ppeWorn: '佩戴',
  contactPattern: 'steady',
} as const;
const hazardName = '砂轮磨尘';

/** Registers the employer and its order, and passes the contract review with its sheet. */
export async function contract(staff: Staff, service: Service): Promise<ServiceProject> {
  const [risk] = await rowsOf(staff, 'admin', 'api/industryRisk', { division: 'C21' });
  const { body: unit } = await staff.sales<{ body: AnyRow }>('POST', 'api/inspectUnit/add', {
    unitName: service.unit,
    industry: 'C21',
    industryRisk: risk?.id ?? null,
    iuiCode: service.creditCode,
    registeredAddress: '浙江省嘉兴市工业路18号',
    workAddress: '浙江省嘉兴市工业路18号',
    scale: '3',
    economicType: '150',
    contact: '沈国强',
    mobile: '13957312345',
    workerCount: 86,
    exposedCount: 12,
  });
  const { body: made } = await staff.sales<{ body: AnyRow }>('POST', 'api/project/add', {
    projectName: `${service.unit}${service.label}`,
    belongInspect: unit.id,
    type: service.type,
    leader: staff.ids.field,
    team: [staff.ids.field, staff.ids.reporter, staff.ids.analyst],
    contractNo: 'HT-2026-088',
    contractOn: dayFrom(0),
    plannedOn: dayFrom(-6),
    dueOn: dayFrom(30),
  });
  const project = made.id;
  await staff.sales('PUT', 'api/project/move', { id: project, move: 'submitContract' });
  await staff.reviewer('POST', 'api/contractReview/add', {
    project,
    requirement: 'yes',
    method: 'yes',
    ability: 'yes',
    schedule: 'yes',
    subcontract: 'na',
    secrecy: 'yes',
    price: 'yes',
    conclusion: '同意承接',
  });
  await signSheets(staff, project, service.sheets.passContract, { service: service.label });
  await staff.reviewer('PUT', 'api/project/move', { id: project, move: 'passContract' });
  const { code } = await staff.field<AnyRow>('GET', `api/project/${project}`);
  const days = Array.from({ length: service.shifts }, (_, index) =>
    dayFrom(service.lastDay + 1 + index - service.shifts),
  );
  return { id: project, code: String(code), days };
}

/** Surveys one post, with drawings and a photograph; its sheets are signed, its end is not made. */
export async function survey(staff: Staff, service: Service, { id: project, days }: ServiceProject): Promise<void> {
  const token = await tokenOf(staff, 'field');
  const { survey: head } = await staff.field<{ survey: AnyRow }>('GET', `api/siteSurvey/of/${project}`);
  await staff.field('PUT', 'api/siteSurvey/edit', {
    ...head,
    surveyedOn: days[0],
    surveyors: [staff.ids.field, staff.ids.reporter],
    companionName: '沈国强',
    product: '实木家具',
    process: '开料→刨光→打磨→组装→包装',
    materials: '实木板材 1,200 m³/a',
    layout: '打磨工位集中布置',
    shiftSystem: '白班，每周5天',
  });
  const hazard = (await rowsOf(staff, 'field', 'api/hazard', { name: hazardName })).find(
    ({ name }) => name === hazardName,
  );
  await staff.field('PUT', 'api/siteHazard/saveAll', {
    rows: [{ ...post, project, hazard: hazard?.id }],
    removed: [],
  });
  for (const fileKind of ['location', 'sitePlan', 'layout', 'materials'])
    await staff.field('POST', 'api/surveyFile/add', {
      project,
      fileKind,
      title: { location: '地理位置', sitePlan: '总平面布置', layout: '设备布局', materials: '原辅料资料' }[fileKind],
      content: await upload(staff, token, drawnPng(240, 160), `${fileKind}.png`, 'document'),
    });
  await photograph(staff, token, project, 'survey', `${days[0] ?? ''} 10:40:00`);
  await signSheets(staff, project, service.sheets.endSurvey, { service: service.label });
}

async function photograph(staff: Staff, token: string, project: number, activity: string, takenAt: string) {
  const picture = await readFile(new URL('../../../../server/seed/demo/pictures/survey.jpg', import.meta.url));
  await staff.field('POST', 'api/siteMedia/add', {
    project,
    activity,
    place: post.workshop,
    content: await upload(staff, token, picture, `${activity}.jpg`, 'media'),
    takenAt,
  });
}

/** Makes the plan from the survey and hands it in; two more people sign it after `beforeApproval`. */
export async function plan(
  staff: Staff,
  service: Service,
  { id: project, days }: ServiceProject,
  beforeApproval: () => Promise<void>,
): Promise<void> {
  await staff.field('POST', 'api/samplePlan/generate', { project, mode: 'replace' });
  const shownPlan = () => staff.field<{ plan: AnyRow; asSeen: SeenFingerprint }>('GET', `api/samplePlan/of/${project}`);
  await staff.field('PUT', 'api/samplePlan/edit', {
    ...(await shownPlan()).plan,
    days: days.length,
    team: '周海涛、范晓彤',
    safety: '佩戴KN95防尘口罩。',
    remark: '按调查当日的生产情况确定。',
  });
  const sign = async (who: 'field' | 'reviewer' | 'approver', key: string) => {
    const { plan: row, asSeen } = await shownPlan();
    await staff[who]('PUT', 'api/samplePlan/move', { id: row.id, move: key, version: row.version, asSeen, password });
  };
  await sign('field', 'submit');
  await signSheets(staff, project, service.sheets.approvePlan, { service: service.label });
  await beforeApproval();
  await sign('reviewer', 'review');
  await sign('approver', 'approve');
}

/** Takes all samples of each day, and signs for the companion. */
export async function sample(staff: Staff, service: Service, { id: project, days }: ServiceProject): Promise<void> {
  const token = await tokenOf(staff, 'field');
  const collectors = [staff.ids.field, staff.ids.reporter];
  const pumps = (await rowsOf(staff, 'field', 'api/equipment')).filter(({ eqpNo }) =>
    ['GT-001', 'GT-002', 'GT-003', 'GT-004'].includes(String(eqpNo)),
  );
  await staff.field('POST', 'api/equipmentUse/out', {
    project,
    useKind: 'sampling',
    equipmentIds: pumps.map(({ id }) => id),
  });
  await checkFlows(staff.url, project);
  for (const sampledOn of days) {
    const { body: day } = await staff.field<{ body: AnyRow }>('POST', 'api/samplingDay/add', {
      project,
      sampledOn,
      production: '正常',
      collectors,
    });
    await staff.field('POST', 'api/siteWeather/add', {
      project,
      samplingDay: day.id,
      measuredAt: `${sampledOn} 08:20:00`,
      place: '车间外上风向',
      sky: '晴',
      temperature: '22.4',
      humidity: '55',
      pressure: '101.2',
      windSpeed: '0.5',
      windDirection: '东',
    });
    const taken = (await rowsOf(staff, 'field', 'api/sample', { project, state: 'planned', sort: 'id,asc' })).filter(
      ({ samplingDay }) => samplingDay === day.id,
    );
    let at = 0;
    for (const { id, sampleKind } of taken) {
      const pump = pumps[at % pumps.length];
      const personal = ['王建平', '李芳', '张国强', '陈晓燕'][at % 4];
      if (sampleKind !== 'blank') at += 1;
      const common = { production: '正常', collectors, collectorLot: 'CQ-2610' };
      await staff.field('PUT', 'api/sample/record', {
        id,
        values:
          sampleKind === 'blank'
            ? { ...common, startTime: `${sampledOn} 08:30:00` }
            : {
                ...common,
                startTime: `${sampledOn} 08:40:00`,
                endTime: `${sampledOn} 12:00:00`,
                flowBefore: '2.00',
                flowAfter: '1.98',
                equipment: pump?.id,
                person: personal,
                controlsRunning: '正常',
                ppeWorn: '佩戴',
              },
      });
    }
  }
  const out = await rowsOf(staff, 'field', 'api/equipmentUse', { project });
  await staff.field('PUT', 'api/equipmentUse/back', {
    rows: out.map(({ id, version }) => ({ id, version })),
    inCondition: 'good',
  });
  const last = days.at(-1) ?? '';
  await staff.field('POST', 'api/companion/add', {
    project,
    companionName: '沈国强',
    position: '安全主管',
    statement: '现场生产状况正常，采样过程属实。',
    signature: await upload(staff, token, drawnPng(160, 60), '签名.png', 'image'),
    signedAt: `${last} 18:04:00`,
  });
  await photograph(staff, token, project, 'sampling', `${last} 10:12:00`);
  await signSheets(staff, project, service.sheets.endSampling, { service: service.label });
}

/** Hands the samples over, weighs the filters, and signs the record three times. */
export async function test(staff: Staff, { id: project }: ServiceProject): Promise<void> {
  const { ready } = await staff.field<{ ready: unknown[] }>('GET', `api/handOver/ofProject/${project}`);
  if (!ready.length) throw new Error('nothing to hand over');
  const { body: sheet } = await staff.field<{ body: AnyRow }>('POST', 'api/handOver/add', {
    project,
    place: '样品室',
    transport: '常温密封',
  });
  const moveSheet = async (who: 'field' | 'keeper', key: string) => {
    const { sheet: row, asSeen } = await staff[who]<{ sheet: AnyRow; asSeen: SeenFingerprint }>(
      'GET',
      `api/handOver/sheet/${sheet.id}`,
    );
    await staff[who]('PUT', 'api/handOver/move', { id: row.id, move: key, version: row.version, asSeen, password });
  };
  await moveSheet('field', 'submit');
  const { lines } = await staff.keeper<{ lines: { sampleNo: string }[] }>('GET', `api/handOver/sheet/${sheet.id}`);
  for (const { sampleNo } of lines) await staff.keeper('PUT', 'api/handOver/count', { id: sheet.id, code: sampleNo });
  await moveSheet('keeper', 'receive');
  const tasks = await rowsOf(staff, 'keeper', 'api/labTask', { project });
  await staff.admin('PUT', 'api/methodAuthorisation/grant', {
    persons: [staff.ids.analyst],
    methods: [...new Set(tasks.map(({ method }) => method))],
    validFrom: '2026-01-01',
    validUntil: '2030-01-01',
    certificateNo: 'SG-1',
  });
  const ids = tasks.map(({ id }) => id);
  await staff.keeper('PUT', 'api/labTask/distribute', { downloadBy: staff.ids.analyst, ids });
  await staff.keeper('PUT', 'api/project/move', { id: project, move: 'receiveSamples' });
  const { body: begun } = await staff.analyst<{ body: AnyRow }>('POST', 'api/labSheet/start', { tasks: ids });
  const { sheet: record, rows } = await staff.analyst<{ sheet: AnyRow; rows: AnyRow[] }>(
    'GET',
    `api/labSheet/work/${begun.id}`,
  );
  const balance = (await rowsOf(staff, 'analyst', 'api/equipment')).find(({ eqpNo }) => eqpNo === 'FX-009');
  await staff.analyst('PUT', 'api/labSheet/edit', {
    ...record,
    testDate: dayFrom(0),
    instrument: balance?.id,
    envTemperature: '21.6',
    envHumidity: '48',
    settings: { balance: '0.01', filterDiameter: '40' },
    conditions: { 干燥平衡时间: '2h', 采样流量: '按采样记录' },
    checkRemark: '天平经标准砝码核查合格',
  });
  await staff.analyst('PUT', 'api/labSheetRow/saveAll', {
    rows: rows.map(({ id, version, rowKind }, index) => {
      const [before1, before2, after1, after2] =
        rowKind === 'sample' ? ['61.25', '61.26', '62.05', '62.06'] : ['60.10', '60.10', '60.11', '60.11'];
      return { id, version, filterNo: `LM-${index + 1}`, dustType: 'total', before1, before2, after1, after2 };
    }),
    removed: [],
  });
  for (const [who, key] of [
    ['analyst', 'submit'],
    ['reviewer', 'review'],
    ['approver', 'approve'],
  ] as const) {
    const { sheet: row, asSeen } = await staff[who]<{ sheet: AnyRow; asSeen: SeenFingerprint }>(
      'GET',
      `api/labSheet/work/${begun.id}`,
    );
    await staff[who]('PUT', 'api/labSheet/move', { id: row.id, move: key, version: row.version, asSeen, password });
  }
}

/** Submits records or report of a project, and makes moves of its approval. */
export async function approve(
  staff: Staff,
  project: number,
  kind: 'records' | 'report',
  passes: readonly (readonly [who: 'reviewer' | 'quality' | 'approver', key: string])[],
): Promise<void> {
  for (const [who, key] of passes) {
    const { id } = await staff[who]<{ id: number }>('GET', `api/approval/of/${project}?kind=${kind}`);
    const { asSeen } = await staff[who]<{ asSeen: SeenFingerprint }>('GET', `api/approval/work/${id}`);
    const { version } = await staff[who]<AnyRow>('GET', `api/approval/${id}`);
    await staff[who]('PUT', 'api/approval/move', { id, move: key, version, asSeen, password });
  }
}

/** The three signatures of an approval. */
export const allPasses = [
  ['reviewer', 'passFirst'],
  ['quality', 'passSecond'],
  ['approver', 'sign'],
] as const;

/** Submits the records of a project for their approval, and passes them. */
export async function passRecords(staff: Staff, project: number): Promise<void> {
  const { asSeen } = await staff.analyst<{ asSeen: SeenFingerprint }>('GET', `api/records/${project}`);
  const { version } = await staff.analyst<AnyRow>('GET', `api/project/${project}`);
  await staff.analyst('POST', 'api/approval/submit', { project, kind: 'records', version, asSeen, password });
  await approve(staff, project, 'records', allPasses);
}
