import { describe, expect, it } from 'vitest';
import type { Entity, Row } from '@contract/entity';
import { equipment } from '@contract/features/equipment/entities/equipment';
import { companion } from '@contract/features/fieldwork/entities/companion';
import { handOver } from '@contract/features/fieldwork/entities/handOver';
import { sample } from '@contract/features/fieldwork/entities/sample';
import { samplePlan } from '@contract/features/fieldwork/entities/samplePlan';
import { sampleSiteHazard } from '@contract/features/fieldwork/entities/sampleSiteHazard';
import { samplingDay } from '@contract/features/fieldwork/entities/samplingDay';
import { siteHazard } from '@contract/features/fieldwork/entities/siteHazard';
import { siteSurvey } from '@contract/features/fieldwork/entities/siteSurvey';
import { siteWeather } from '@contract/features/fieldwork/entities/siteWeather';
import { handOverDocument } from '@contract/features/fieldwork/handOver/handOverDocument';
import { planEdition } from '@contract/features/fieldwork/plan/earlierPlanLayout';
import { planDocument } from '@contract/features/fieldwork/plan/planDocument';
import { samplingDocument } from '@contract/features/fieldwork/samples/samplingDocument';
import { samplingGroups } from '@contract/features/fieldwork/samples/samplingGroups';
import { surveyDocument } from '@contract/features/fieldwork/survey/surveyDocument';
import { incomingSample } from '@contract/features/laboratory/entities/incomingSample';
import { labCheck } from '@contract/features/laboratory/entities/labCheck';
import { labCurve } from '@contract/features/laboratory/entities/labCurve';
import { labDetection } from '@contract/features/laboratory/entities/labDetection';
import { labSheet } from '@contract/features/laboratory/entities/labSheet';
import { incomingDocument } from '@contract/features/laboratory/incoming/incomingDocument';
import { type CheckKind, methodChecks } from '@contract/features/laboratory/methods/sheets/methodChecks';
import { recordDocument } from '@contract/features/laboratory/paper/labRecordDocument';
import { labMethod } from '@contract/features/library/entities/labMethod';
import { platformSections } from '@contract/features/platforms/platformFields';
import type { PlatformPayload } from '@contract/features/platforms/platformPayload';
import { submissionDocument } from '@contract/features/platforms/submission/submissionDocument';
import { reportDocument } from '@contract/features/reports/reportDocument';
import { reagent } from '@contract/features/stock/entities/reagent';
import { standard } from '@contract/features/stock/entities/standard';
import type { PaperHead } from '@contract/print/paperHead';
import type { Picture, PrintDocument } from '@contract/print/printDocument';
import { reportOf } from '../../bench/reportPdf/content';
import { exampleFor, printedRecord, rowOf } from '../../support/printedRecords';
import { paperWords, unprintedFields, unprintedLeaves } from '../../support/probes';

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
  hazardName: '氨',
  method: 5,
  mode: 'area',
  state: 'collected',
  siteNo: '01',
  workshop: '一车间',
  place: '投料岗',
  medium: '吸收液',
  sampleKind: 'sample',
  sampleNo: 'A1',
  startTime: '2026-11-18 08:40:00',
  endTime: '2026-11-18 08:55:00',
  flowBefore: '0.5',
  production: '正常',
};
type Values = Readonly<Record<string, unknown>>;

function sampling(given: {
  readonly sample?: Values;
  readonly day?: Values;
  readonly weather?: Values;
  readonly companion?: Values;
  readonly specimens?: Readonly<Record<string, Picture>>;
}): PrintDocument {
  // A voided sample, so that the reason is printed, too.
  const [group] = samplingGroups([rowOf(sample, { ...base, stateReason: '破碎', ...given.sample } as never, 1)]);
  if (!group) throw new Error('no group');
  return samplingDocument({
    head,
    group,
    day: rowOf(samplingDay, { sampledOn: '2026-11-18', ...given.day } as never, 3),
    weather: [
      rowOf(siteWeather, {
        measuredAt: '2026-11-18 08:30:00',
        place: '车间外',
        temperature: '21',
        pressure: '101',
        ...given.weather,
      } as never),
    ],
    companions: [
      rowOf(companion, { companionName: '沈建国', statement: '属实', samplingDay: 3, ...given.companion } as never),
    ],
    address: '工业园1号',
    method: 'GBZ/T 160.29-2004',
    takenBy: [],
    instruments: [],
    calibrators: [],
    exposure: new Map(),
    oldSamples: {},
    specimens: given.specimens ?? {},
  });
}

const plan = ({ row = {}, head: own = {} }: { readonly row?: Values; readonly head?: Values }): PrintDocument =>
  planDocument({
    head,
    plan: rowOf(samplePlan, {
      state: 'approved',
      edition: planEdition,
      basis: 'GBZ 159-2004',
      days: 1,
      ...own,
    } as never),
    rows: [
      rowOf(sampleSiteHazard, {
        siteNo: '01',
        points: 1,
        place: '投料岗',
        hazardName: '氨',
        samplesPerDay: 1,
        days: 1,
        blanks: 2,
        ...row,
      } as never),
    ],
    totals: {
      hazards: [],
      media: [],
      samplers: [],
      sites: 0,
      samples: 0,
      blanks: 0,
      measurements: 0,
      days: 1,
    } as never,
    form: {
      address: null,
      contact: null,
      phone: null,
      mail: null,
      fax: null,
      from: null,
      until: null,
      limitKinds: {},
      storage: {},
      confirmed: null,
    },
    steps: [],
    files: [],
    drawings: {},
  });

const survey = ({ row = {}, head: own = {} }: { readonly row?: Values; readonly head?: Values }): PrintDocument =>
  surveyDocument({
    head,
    survey: rowOf(siteSurvey, { ...own } as never),
    rows: [rowOf(siteHazard, { workshop: '一车间', post: '投料', hazardName: '氨', ...row } as never)],
    files: [],
    old: {},
    oldRows: {},
    ended: null,
  });

const record = printedRecord(exampleFor('gasChromatography', 'solvent'));
type Part = 'sheet' | 'method' | 'instrument' | 'standard' | 'curve';
// Without 方法库 entry and determination, so that the origin of the limit is a person's statement.
const recordWith =
  (part: Part) =>
  (values: Values): PrintDocument =>
    recordDocument({
      ...record,
      work: { ...record.work, determination: null, [part]: { ...record.work[part], ...values } },
    });
const [check] = record.parts.checks;

interface Paper {
  readonly entity: Entity;
  readonly draw: (values: Values) => PrintDocument;
  /** Fields that are not printed, and why. */
  readonly without?: Readonly<Record<string, string>>;
  /** For library rows: the fields that are printed. */
  readonly only?: readonly string[];
}

/** On no paper: they link rows, or order them. */
const ties = [
  'project',
  'rowSort',
  'clientId',
  'recordedAt',
  'samplingDay',
  'siteHazardId',
  'sampleSiteHazardId',
  'sheet',
  'template',
  'copiedFrom',
];
const voided = (values: Values): PrintDocument => sampling({ sample: { state: 'voided', ...values } });
const signature = { source: 'data:image/png;base64,AAAA', ratio: 3 };

const papers: Readonly<Record<string, Paper>> = {
  '采样记录, the samples': {
    entity: sample,
    draw: voided,
    without: {
      alongWith: 'hazardName says all that is tested in it',
      sampleKind: 'the place of a blank says 现场空白',
      method: 'the whole paper is of one method, given in words',
      period: 'its times say it',
      turn: 'its number says it',
      plannedFlow: 'the plan',
      plannedMinutes: 'the plan',
      flowDeviation: 'both flows stand there',
      handOver: '样品流转单',
      condition: '样品流转单',
      checkedAt: '样品流转单',
      storage: '样品流转单',
      location: 'where it stands today, which is not what was recorded',
      keepUntil: '样品流转单',
      state: 'only that it was voided, beside why',
      clientSampleNo: '来样接收登记表',
      sampleForm: '来样接收登记表',
    },
  },
  '采样记录, the day': {
    entity: samplingDay,
    draw: (values) => sampling({ sample: { production: null }, day: values }),
    without: { dayNo: 'the numbers of the samples' },
  },
  '采样记录, the weather': { entity: siteWeather, draw: (values) => sampling({ weather: values }) },
  '采样记录, the companion': {
    entity: companion,
    draw: (values) => sampling({ companion: values }),
    without: {
      position: 'no paper asks for it',
      phone: 'no paper asks for it',
      signature: 'a picture, looked for below',
    },
  },
  '采样方案, its head': {
    entity: samplePlan,
    draw: (values) => plan({ head: values }),
    without: { edition: 'which layout is printed' },
  },
  '采样方案, its rows': {
    entity: sampleSiteHazard,
    draw: (values) => plan({ row: values }),
    without: { hoursPerDay: '现场调查记录', workers: '现场调查记录' },
  },
  '现场调查记录, its head': { entity: siteSurvey, draw: (values) => survey({ head: values }) },
  '现场调查记录, its rows': {
    entity: siteHazard,
    draw: (values) => survey({ row: values }),
    without: { fixedPost: 'for the plan alone', worstKnown: 'for the plan alone' },
  },
  样品流转单: {
    entity: handOver,
    draw: (values) =>
      handOverDocument({
        head,
        sheet: rowOf(handOver, {
          state: 'received',
          sheetNo: 'LZ01',
          givenAt: '2026-11-18 17:40:00',
          giverName: '甲',
          ...values,
        } as never),
        lines: [],
        taken: null,
      }),
  },
  来样接收登记表: {
    entity: incomingSample,
    draw: (values) =>
      incomingDocument({
        head,
        rows: [rowOf(incomingSample, { clientSampleNo: '甲1', sampleName: '废水', ...values } as never)],
      }),
    without: { sampleKind: 'nobody brings blanks of ours', location: 'where the laboratory keeps it' },
  },
  '检测原始记录, its head': {
    entity: labSheet,
    draw: recordWith('sheet'),
    without: {
      method: 'given as a whole row',
      instrument: 'given as a whole row',
      standard: 'given as a whole row',
      reagents: 'given as whole rows',
      curve: 'given as a whole row',
      layout: 'the paper is another one',
      methodKind: 'the paper is another one',
      incomingUnit: 'the unit of each row',
      complete: 'the rows say it',
      analyst: 'analystName, told below',
      carriedFrom: 'a note for the analyst, empty once the head is saved',
      efficiencySource: 'beside an efficiency that was typed alone',
      groupNo: 'the number of the paper where several hazards share it (sheetGroups.test.ts)',
    },
  },
  '检测原始记录, its method': { entity: labMethod, draw: recordWith('method'), only: ['title', 'standardNo'] },
  '检测原始记录, its instrument': {
    entity: equipment,
    draw: recordWith('instrument'),
    only: ['eqpName', 'model', 'eqpNo', 'calibrationDue'],
  },
  '检测原始记录, its standard': {
    entity: standard,
    draw: recordWith('standard'),
    only: ['standardName', 'lotNo', 'certified', 'certifiedUnit', 'validUntil'],
  },
  '检测原始记录, its reagents': {
    entity: reagent,
    draw: (values) =>
      recordDocument({
        ...record,
        work: { ...record.work, reagents: record.work.reagents.map((reagent) => ({ ...reagent, ...values })) },
      }),
    only: ['reagentName', 'lotNo', 'validUntil'],
  },
  '检测原始记录, its curve': {
    entity: labCurve,
    draw: recordWith('curve'),
    without: {
      previous: 'curveNo and versionNo',
      methodKind: 'the record’s',
      part: 'the record’s',
      method: 'the record’s',
      hazard: 'the record’s',
      instrument: 'the record’s',
      standard: 'the record’s',
      basis: 'the calculation says it',
      state: 'none but an approved one is used',
      findings: 'the verdict in words',
      c: 'of a quadratic fit',
      r2: 'of a quadratic fit',
    },
  },
  '检测原始记录, its checks': {
    entity: labCheck,
    draw: (values) =>
      recordDocument({
        ...record,
        parts: {
          ...record.parts,
          checks: [{ ...check, problem: '无法评价', computed: {}, ...values } as Row<typeof labCheck>],
        },
      }),
    without: {
      standard: 'standardName, of checks of a control',
      judged: 'the verdict in words',
      passes: 'the verdict in words',
      retestOf: 'that it is a retest, in a word',
    },
  },
  '检测原始记录, its detection limit': {
    entity: labDetection,
    draw: (values) =>
      recordDocument({
        ...record,
        parts: {
          ...record.parts,
          detections: record.parts.detections.map((detection) => ({ ...detection, ...values })),
        },
      }),
    without: {
      lod: 'as it is shown, in computed',
      loq: 'as it is shown, in computed',
      problem: 'one with a problem is never applied',
      title: 'of lists',
      form: 'which block it is',
      collectorLot: 'of an efficiency, beside it',
      efficiency: 'of an efficiency, in its block',
    },
  },
};

describe('printed paper', () => {
  it.each(Object.entries(papers))(
    'the printed paper %s shows every field, except those that the test lists',
    (_name, { entity, draw, without = {}, only }) => {
      const unprinted = unprintedFields(entity, draw).filter((name) => !ties.includes(name));
      if (only)
        expect(
          Object.keys(entity.fields)
            .filter((name) => !ties.includes(name) && !unprinted.includes(name))
            .sort(),
        ).toEqual([...only].sort());
      else expect(unprinted.sort()).toEqual(Object.keys(without).sort());
    },
  );

  it('a printed laboratory record shows every typed condition, setting, reason, reading and value', () => {
    const words = (changes: Values) => paperWords(recordWith('sheet')(changes));
    for (const key of Object.keys(record.work.sheet.conditions ?? {}))
      expect(words({ conditions: { [key]: '独有之词' } })).toContain('独有之词');
    expect(words({ settings: { breakthroughMost: '37' } })).toContain('37');
    expect(words({ settings: { breakthroughCapacity: '12.8' } })).toContain('穿透容量(mg)');
    for (const { checkKind } of record.parts.checks)
      expect(words({ checkReasons: { [checkKind]: '独有之因' } })).toContain('独有之因');
    for (const [at, one] of record.parts.checks.entries()) {
      for (const key of Object.keys(one.values ?? {}).filter((name) =>
        methodChecks[one.checkKind as CheckKind].columns.some((column) => column.key === name),
      )) {
        const changed = record.parts.checks.map((other, index) =>
          index === at ? { ...other, values: { ...other.values, [key]: '93.17' } } : other,
        );
        expect(
          paperWords(recordDocument({ ...record, parts: { ...record.parts, checks: changed } })),
          `${one.checkKind} ${key}`,
        ).toContain('93.17');
      }
    }
    for (const key of Object.keys(record.work.rows[0]?.readings ?? {})) {
      const rows = record.work.rows.map((row) => ({ ...row, readings: { ...row.readings, [key]: '93.17' } }));
      expect(paperWords(recordDocument({ ...record, work: { ...record.work, rows } }, false)), key).toContain('93.17');
    }
  });

  it('a printed sampling record shows the companion’s drawn signature beside the name', () => {
    const file = '00000000-0000-4000-8000-000000000001';
    const drawn = sampling({ companion: { signature: file }, specimens: { [file]: signature } });
    expect(drawn.signers.find(({ label }) => label === '陪同人')?.picture).toEqual(signature);
  });
});

/** Returns every part of a submission, each field with its own text. */
function wholePayload(): PlatformPayload {
  const listed = new Set(['sampleDates', 'accompanier', 'overHazards']);
  const numbers: Readonly<Record<string, number>> = { pointIdx: 0, pointTotal: 31, overPoints: 17 };
  const lineOf = (section: keyof typeof platformSections) =>
    Object.fromEntries(
      platformSections[section].fields.map(({ name, label }) => [
        name,
        numbers[name] ?? (name === 'conclusion' ? 'conforms' : listed.has(name) ? [`${label}一`] : `${label}一`),
      ]),
    );
  const members = [{ name: '周海涛', certNo: 'ZS-1', role: '组长' }];
  return {
    org: lineOf('org'),
    project: { ...lineOf('project'), members },
    employer: lineOf('employer'),
    points: [lineOf('points')],
    results: [lineOf('results')],
    summary: lineOf('summary'),
    attachments: [],
  } as unknown as PlatformPayload;
}

const issue = {
  signers: [{ label: '编制人', name: '周海涛', on: '2026-11-21' }],
  issuedOn: '2026-11-22',
  verifyHref: 'https://example.com/x',
  seal: null,
};
/** Sources of papers that are no rows; for each what is not printed, and why. */
const drawn: Readonly<Record<string, readonly [unprinted: () => string[], without: Readonly<Record<string, string>>]>> =
  {
    报告: [
      () => unprintedLeaves(reportOf(2), (content) => reportDocument(content, issue)),
      {
        shape: 'of the file',
        revision: 'the number says it',
        kind: 'the paper is another one',
        'results[].hazard': 'hazardName',
        'results[].verdict': 'of the values',
        'results[].level': 'of noise, among the values',
        ...Object.fromEntries(
          [
            'hazard',
            'sample',
            'sheet',
            'siteNo',
            'sheetNo',
            'standardNo',
            'methodKind',
            'minimum',
            'daysPerWeek',
            'hoursPerDay',
            'representedHours',
            'result.num',
          ].map((name) => [`results[].tests[].${name}`, 'what is calculated with, or among the methods of the report']),
        ),
        ...Object.fromEntries(
          ['limitId', 'measured.num', 'measured.text', 'norm', 'standard'].map((name) => [
            `results[].values[].${name}`,
            'as text is rounded from it, and among the limits of the report',
          ]),
        ),
      },
    ],
    报送卡: [
      () =>
        unprintedLeaves(wholePayload(), (payload) =>
          submissionDocument({ payload, words: {}, submittedOn: null, submittedBy: null }),
        ),
      {
        'points[].hazardCode': 'hazardName',
        'points[].location': 'the post names it',
        'points[].sampleMode': 'sent, and on 采样记录',
        'results[].standardCode': 'sent, and in the report',
      },
    ],
  };

describe('source of a paper', () => {
  it.each(Object.entries(drawn))(
    'the printed paper %s shows every text and number of its source, except those that the test lists',
    (_name, [unprinted, without]) => {
      expect(unprinted()).toEqual(Object.keys(without).sort());
    },
  );
});
