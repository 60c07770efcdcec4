import { describe, expect, it } from 'vitest';
import { equipmentDocument } from '@contract/features/archive/printedDocuments/equipmentDocument';
import { handOver } from '@contract/features/fieldwork/entities/handOver';
import { sample } from '@contract/features/fieldwork/entities/sample';
import { samplePlan } from '@contract/features/fieldwork/entities/samplePlan';
import { samplingDay } from '@contract/features/fieldwork/entities/samplingDay';
import { siteWeather } from '@contract/features/fieldwork/entities/siteWeather';
import { handOverDocument } from '@contract/features/fieldwork/handOver/handOverDocument';
import type { SheetLine } from '@contract/features/fieldwork/handOver/handOverSheet';
import { planEdition } from '@contract/features/fieldwork/plan/earlierPlanLayout';
import { planDocument, type PlanPaper } from '@contract/features/fieldwork/plan/planDocument';
import { samplingDocument, type SamplingPaper } from '@contract/features/fieldwork/samples/samplingDocument';
import { isTaken, samplingGroups } from '@contract/features/fieldwork/samples/samplingGroups';
import type { SampleRow } from '@contract/features/fieldwork/samples/siteData';
import { layOut } from '@contract/print/pageLayout';
import type { PaperHead } from '@contract/print/paperHead';
import { paperTexts } from '@contract/print/paperTexts';
import { type PrintDocument, struckOf, textOf } from '@contract/print/printDocument';
import { rowOf } from '../../support/printedRecords';

const head: PaperHead = {
  agency: '甲检测中心',
  controlNo: 'JL-012',
  project: {
    code: 'P24-0001',
    projectName: '定期检测',
    unitName: '示例化工有限公司',
    customerName: null,
    typeName: '定期检测',
    leaderName: '周海涛',
  },
};
const base = {
  project: 1,
  samplingDay: 3,
  hazard: 7,
  hazardName: '氨（NH₃）',
  method: 5,
  mode: 'area',
  state: 'collected',
  siteNo: '01',
  workshop: '一车间',
  place: '投料岗',
  medium: '吸收液',
  plannedFlow: '0.5',
} as const;
const taken = (id: number, given: Partial<SampleRow> = {}): SampleRow =>
  rowOf(
    sample,
    {
      ...base,
      sampleKind: 'sample',
      sampleNo: `P24-0001-A1-010${id}`,
      startTime: '2026-11-18 08:40:00',
      endTime: '2026-11-18 08:55:00',
      flowBefore: '0.5000',
      flowAfter: '0.4950',
      volume: '7.4625',
      standardVolume: '7.4625',
      temperature: '21.5',
      pressure: '101.20',
      production: '正常',
      ...given,
    },
    id,
  );
const paperOf = (samples: readonly SampleRow[], given: Partial<SamplingPaper> = {}): SamplingPaper => {
  const [group] = samplingGroups(samples);
  if (!group) throw new Error('a group');
  return {
    head,
    group,
    day: rowOf(samplingDay, { project: 1, sampledOn: '2026-11-18', dayNo: 1, collectorsName: ['周海涛', '林思远'] }, 3),
    weather: [
      rowOf(siteWeather, {
        project: 1,
        samplingDay: 3,
        measuredAt: '2026-11-18 08:30:00',
        place: '车间外',
        temperature: '21.5',
        pressure: '101.20',
      }),
    ],
    companions: [],
    address: '工业园1号',
    method: 'GBZ/T 160.29-2004',
    takenBy: [],
    instruments: ['大气采样器/CY-001'],
    calibrators: ['流量校准器/LL-001'],
    exposure: new Map(),
    oldSamples: {},
    ...given,
  };
};
const tableOf = (document: PrintDocument, title: string) => {
  const found = document.blocks.find((block) => block.kind === 'table' && block.title === title);
  if (found?.kind !== 'table') throw new Error(title);
  return found;
};
const column = (document: PrintDocument, title: string, heading: string) => {
  const { columns, rows } = tableOf(document, title);
  const at = columns.findIndex((column) => column.heading === heading);
  return rows.map((row) => row[at] ?? '');
};
const placedText = (document: PrintDocument): string =>
  layOut(document)
    .pages.flat()
    .flatMap((placed) =>
      placed.kind === 'text'
        ? placed.lines
        : placed.kind === 'table'
          ? placed.rows.flatMap(({ cells }) => cells.flatMap(({ lines }) => lines))
          : [],
    )
    .join('')
    .replace(/\s/g, '');

describe('paper of a plan', () => {
  const planOf = (edition: string | null, state = 'approved') =>
    JSON.stringify(
      planDocument({
        head,
        plan: rowOf(samplePlan, { project: 1, state, edition, basis: 'GBZ 159-2004', days: 1 }),
        rows: [
          { hazard: 3, method: 4, medium: '活性炭管', remark: '冬季', points: 1, samplesPerDay: 1, days: 1, blanks: 0 },
        ],
        totals: {
          hazards: [{ hazards: [3], names: ['苯'], method: 4, medium: '活性炭管', samples: 1, blanks: 0, results: 1 }],
          media: [],
          samplers: [],
          sites: 0,
          samples: 0,
          blanks: 0,
          measurements: 0,
          days: 1,
        },
        form: {
          address: '工业园1号',
          contact: null,
          phone: null,
          mail: null,
          fax: '0571-8888',
          from: null,
          until: null,
          limitKinds: {},
          storage: {},
          confirmed: null,
        },
        steps: [],
        files: [],
        drawings: {},
      } as unknown as PlanPaper),
    );

  it('a sampling plan signed before form D.1 existed prints in its earlier layout; a later plan and a draft print in form D.1', () => {
    for (const words of ['表D.1', '工作场所地址', '限值类型', '用人单位签字确认']) {
      expect(planOf('D.1'), words).toContain(words);
      expect(planOf(null, 'drafting'), words).toContain(words);
      expect(planOf(null), words).not.toContain(words);
    }
    expect(planOf(null)).toContain('点数/人数');
  });

  it('a sampling plan prints the fax number and a remark for each item, except in a layout that was signed before', () => {
    for (const paper of [planOf(planEdition), planOf(null, 'drafting')]) {
      expect(paper).toContain('0571-8888');
      expect(paper.match(/"冬季"/g)).toHaveLength(2);
    }
    for (const paper of [planOf('D.1'), planOf(null)]) {
      expect(paper).not.toContain('0571-8888');
      expect(paper.match(/"冬季"/g)).toHaveLength(1);
    }
  });
});

describe('papers of a sampling', () => {
  it('sampling records are grouped by day, hazard, method and mode, blanks last; samples without a day are on no record', () => {
    const groups = samplingGroups([
      taken(2, { sampleKind: 'blank', sampleNo: 'P24-0001-A1-K1' }),
      taken(1),
      taken(3, { mode: 'personal' }),
      taken(4, { samplingDay: 9 }),
      taken(5, { method: 6 }),
      taken(6, { samplingDay: null }),
    ]);
    expect(groups.map(({ samples }) => samples.map(({ id }) => id))).toEqual([[1, 2], [3], [5], [4]]);
    expect(new Set(groups.map(({ key }) => key)).size).toBe(4);
    expect([
      isTaken({ samples: [taken(1)] }),
      isTaken({ samples: [taken(1), taken(2, { state: 'planned' })] }),
    ]).toEqual([true, false]);
  });

  it('the printed sampling record shows everything that DOMAIN section 1.10 asks for', () => {
    const document = samplingDocument(paperOf([taken(1), taken(2)]));
    expect([document.title, document.corner]).toEqual([
      paperTexts.titles.sampling,
      'GBZ 331-2024 表F.4　受控编号：JL-012',
    ]);
    const text = placedText(document);
    for (const word of [
      '氨（NH₃）',
      'GBZ/T160.29-2004',
      '大气采样器/CY-001',
      '流量校准器/LL-001',
      '吸收液',
      '08:40',
      '08:55',
      '0.495',
      '一车间/投料岗',
      '天气状况',
      '101.2',
    ])
      expect(text).toContain(word);
    expect(column(document, '样品', '采样体积V(L)')).toEqual([
      { text: '7.46', raw: '7.4625' },
      { text: '7.46', raw: '7.4625' },
    ]);
    expect(document.signers.map(({ label, name, on }) => [label, name, on])).toEqual([
      ['采样人', '周海涛、林思远', '2026-11-18'],
      ['复核人', '', ''],
      ['陪同人', '', ''],
    ]);
  });

  it('the printed sampling record shows common values once, differing values per sample, and why a sample was voided', () => {
    const same = samplingDocument(paperOf([taken(1), taken(2)]));
    expect(tableOf(same, '样品').columns.map(({ heading }) => heading)).not.toContain('生产状况');
    const differing = samplingDocument(
      paperOf([taken(1), taken(2, { production: '停产', state: 'voided', stateReason: '采样管破碎' })]),
    );
    expect(column(differing, '样品', '生产状况').map(textOf)).toEqual(['正常', '停产']);
    expect(column(differing, '样品', '备注').map(textOf)).toEqual(['', '作废：采样管破碎']);
  });

  it('the printed sampling record shows corrected times and flows struck out, formatted as the new ones', () => {
    const by = '原值，周海涛于2026-11-18 10:00:00改';
    const document = samplingDocument(
      paperOf([taken(1)], {
        oldSamples: { 1: { startTime: [{ text: '2026-11-18 08:14:00', by }], flowBefore: [{ text: '0.5200', by }] } },
      }),
    );
    expect(column(document, '样品', '开始时间').map((cell) => struckOf(cell).map(({ text }) => text))).toEqual([
      ['08:14'],
    ]);
    expect(column(document, '样品', '采样前流量(L/min)').map((cell) => struckOf(cell))).toEqual([
      [{ text: '0.52', by }],
    ]);
  });

  it('the sampling record of direct readings is printed as a measurement record, without medium and calibrator', () => {
    const noise = {
      medium: null,
      plannedFlow: null,
      flowBefore: null,
      flowAfter: null,
      volume: null,
      standardVolume: null,
      hazardName: '噪声',
    } as const;
    const document = samplingDocument(paperOf([taken(1, noise), taken(2, noise)]));
    expect(document.title).toBe(paperTexts.titles.measuring);
    const labels = document.blocks.flatMap((block) =>
      block.kind === 'facts' ? block.facts.map(({ label }) => label) : [],
    );
    expect(labels).not.toContain('流量校准器');
    expect(labels).toContain('检测仪器');
  });
});

describe('paper of a hand-over', () => {
  const line = (id: number, given: Partial<SheetLine> = {}): SheetLine => ({
    id,
    version: 1,
    location: null,
    lineId: id,
    lineVersion: 1,
    sampleNo: `P24-0001-A1-010${id}`,
    sampleKind: 'sample',
    state: 'received',
    stateReason: null,
    hazard: 7,
    hazardName: '砷及其化合物（As³⁺ ≤5 μg/m³）',
    methodName: '原子荧光光谱法',
    standardNo: 'GBZ/T 300.47-2017',
    medium: '微孔滤膜',
    place: '投料岗',
    sampledOn: '2026-11-18',
    storage: '4℃避光',
    storageDays: 7,
    methodKind: 'gasChromatography',
    keepUntil: '2026-11-25',
    overdue: false,
    condition: 'intact',
    checkedAt: null,
    reason: null,
    ...given,
  });
  const sheet = rowOf(handOver, {
    project: 1,
    sheetNo: 'P24-0001-LZ01',
    state: 'received',
    sampleCount: 4,
    receivedCount: 3,
    giverName: '周海涛',
    givenAt: '2026-11-18 17:40:00',
    receiverName: '沈月红',
    receivedAt: '2026-11-18 18:10:00',
  });

  it('the printed circulation sheet counts the sent samples, gives a reason for refused ones, and names who delivered and received', () => {
    const document = handOverDocument({
      head,
      sheet,
      lines: [line(1), line(2), line(3), line(4, { condition: 'damaged', reason: '滤膜破损' })],
      taken: { names: ['林思远'], on: '2026-11-19' },
    });
    const text = placedText(document);
    for (const word of [
      'As³⁺≤5μg/m³',
      'P24-0001-A1-0101～0104',
      '完好3，拒收1',
      '4℃避光',
      '7天',
      '2026-11-25',
      'P24-0001-A1-0104：破损，滤膜破损',
      '编号：P24-0001-LZ01',
    ])
      expect(text).toContain(word);
    expect(document.signers.map(({ label, name, on }) => `${label}${name}${on}`)).toEqual([
      '交样人周海涛2026-11-18',
      '收样人沈月红2026-11-18',
      '领样人林思远2026-11-19',
    ]);
  });

  it('the printed circulation sheet is marked as a draft until the samples are received', () => {
    const document = handOverDocument({
      head,
      sheet: { ...sheet, state: 'waiting', receivedCount: null },
      lines: [line(1, { condition: null })],
      taken: null,
    });
    expect(document.foot).toContain('待接收');
    expect(document.signers[1]).toEqual({ label: '收样人', name: '', on: '' });
  });
});

it('the paper of issued instruments prints each reading and the air of a flow check (GBZ 331-2024 F.2, E.4)', () => {
  const { blocks } = equipmentDocument(head, [
    {
      eqpNo: 'CY-01',
      eqpName: '大气采样器',
      model: null,
      outAt: '2026-05-11 08:00:00',
      outBy: '周海涛',
      outCondition: 'good',
      inAt: '2026-05-11 17:00:00',
      inBy: '周海涛',
      inCondition: 'good',
      calibrator: '电子流量校准器/LL-001',
      calibratorRange: '0.02～5 L/min',
      airTemperature: '23.5',
      airPressure: '101.3',
      flowSet: '0.2',
      flowReadings: '0.199、0.200、0.202',
      flowBefore: '0.2003',
      flowAfter: '0.198',
      flowDeviation: '0.17',
      flowVerdict: 'pass',
      remark: null,
    },
  ]);
  const table = blocks.find((block) => block.kind === 'table' && block.title === '流量校准');
  expect(table?.kind === 'table' ? table.rows[0]?.map(textOf) : []).toEqual([
    'CY-01',
    '电子流量校准器/LL-001',
    '0.02～5 L/min',
    '23.5',
    '101.3',
    '0.2',
    '0.199、0.200、0.202',
    '0.2003',
    '0.198',
    '0.17',
    '合格',
  ]);
});
