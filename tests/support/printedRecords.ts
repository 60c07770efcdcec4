import { fitCurve, type FitKind } from '@contract/arithmetic/curves/fitCurve';
import { truncatedR } from '@contract/arithmetic/numbers/roundingRules';
import type { Entity, Row } from '@contract/entity';
import { equipment } from '@contract/features/equipment/entities/equipment';
import { curveOf } from '@contract/features/laboratory/curves/storedCurve';
import { labCheck } from '@contract/features/laboratory/entities/labCheck';
import { labCurve } from '@contract/features/laboratory/entities/labCurve';
import { labCurvePoint } from '@contract/features/laboratory/entities/labCurvePoint';
import { labDetection } from '@contract/features/laboratory/entities/labDetection';
import { labSheet } from '@contract/features/laboratory/entities/labSheet';
import { methods, type MethodKey } from '@contract/features/laboratory/methods/methodCatalogue';
import type { Variant } from '@contract/features/laboratory/methods/methodDefinition';
import { judgeCheck } from '@contract/features/laboratory/methods/sheets/methodChecks';
import { layoutOf, type MethodSheet } from '@contract/features/laboratory/methods/sheets/methodSheet';
import { methodSheets } from '@contract/features/laboratory/methods/sheets/methodSheets';
import type { PrintedRecord, RecordParts } from '@contract/features/laboratory/paper/recordParts';
import { type LabWork, type LabWorkRow, resultsOf } from '@contract/features/laboratory/sheets/labWork';
import { labMethod } from '@contract/features/library/entities/labMethod';
import { reagent } from '@contract/features/stock/entities/reagent';
import { standard } from '@contract/features/stock/entities/standard';
import { currentEdition } from '@contract/print/paperEdition';
import type { RecordCorrections } from '@contract/print/recordCorrections';
import { physicalExamples } from './physicalExamples';

export const noCorrections: RecordCorrections = { sheet: {}, rows: {}, checks: {}, detections: {} };

// Records of the worked examples of DOMAIN, calculated by the product, as a page gets them.

const housekeeping = {
  organizationId: 1,
  version: 1,
  createBy: 1,
  createTime: '2026-11-20 08:00:00',
  updateBy: 1,
  updateTime: '2026-11-20 08:00:00',
  deleteTime: null,
};

/** Returns a row of an entity with only the given values. */
export function rowOf<E extends Entity>(entity: E, given: Partial<Row<E>>, id = 1): Row<E> {
  const empty = Object.fromEntries(
    Object.entries(entity.fields).map(([name, field]) => [
      name,
      field.kind === 'flag' ? false : field.kind === 'refs' ? [] : null,
    ]),
  );
  return { ...housekeeping, id, ...empty, ...given } as unknown as Row<E>;
}

interface Example {
  readonly method: MethodKey;
  readonly layout: string;
  readonly readings: Readonly<Record<string, string>>;
  readonly volume?: string;
  readonly curve?: {
    readonly x: readonly number[];
    readonly y: readonly number[];
    readonly fit?: FitKind;
    readonly unit: string;
  };
  readonly lod?: string;
  readonly published?: string;
  readonly reported: string;
}

const straight = { x: [0.0005, 0.01, 0.1, 1, 10, 1000], y: [0.0005, 0.01, 0.1, 1, 10, 1000] } as const;
const gcCurve = { x: [10, 50, 100, 250, 500], y: [12.35, 61.02, 123.9, 306.8, 616.4], unit: 'μg/mL' } as const;
const spectral = {
  x: [0, 1, 2, 4, 6, 8, 10],
  y: [0.006, 0.049, 0.093, 0.181, 0.266, 0.355, 0.44],
  unit: 'μg/管',
} as const;

/** One example of DOMAIN for each layout of each method, with its result. */
export const workedExamples: readonly Example[] = [
  {
    method: 'gasChromatography',
    layout: 'solvent',
    curve: gcCurve,
    lod: '0.9',
    published: '0.6',
    readings: { frontResponse: '98.60', backResponse: '2.10', solutionVolume: '1.0', efficiency: '96.2' },
    reported: '56.8',
  },
  {
    method: 'gasChromatography',
    layout: 'thermal1',
    curve: { ...straight, unit: 'μg/mL' },
    lod: '0.0005',
    published: '0.033',
    readings: { frontResponse: '0.0462', backResponse: '0.0009', efficiency: '98.5' },
    reported: '3.19',
  },
  {
    method: 'gasChromatography',
    layout: 'thermal2',
    curve: { ...straight, unit: 'ng/管' },
    lod: '10',
    published: '0.007',
    readings: { frontResponse: '684', backResponse: '11', efficiency: '98.5' },
    reported: '0.470',
  },
  {
    method: 'gasChromatography',
    layout: 'solution',
    curve: { ...straight, unit: 'μg/mL' },
    lod: '0.001',
    published: '0.05',
    volume: '7.5',
    readings: { frontResponse: '3.42', backResponse: '0.21', solutionVolume: '10' },
    reported: '4.84',
  },
  {
    method: 'gasChromatography',
    layout: 'direct',
    curve: { ...straight, unit: 'μg/mL' },
    lod: '0.0005',
    published: '0.5',
    readings: { frontResponse: '0.0236' },
    reported: '23.6',
  },
  {
    method: 'solventElution',
    layout: 'main',
    curve: { ...straight, unit: 'μg/mL' },
    lod: '0.01',
    published: '0.03',
    volume: '75',
    readings: { response: '2.82', solutionVolume: '10', efficiency: '94.3', dilution: '5' },
    reported: '1.99',
  },
  {
    method: 'visualColorimetry',
    layout: 'main',
    curve: { x: [0, 0.2, 0.4, 0.6, 0.8, 1], y: [], unit: 'μg' },
    lod: '0.2',
    published: '0.05',
    volume: '7.5',
    readings: { match: 'between', lowTube: '0.6', highTube: '0.8', totalVolume: '10', takenVolume: '5' },
    reported: '0.19',
  },
  {
    method: 'liquidChromatography',
    layout: 'main',
    curve: { x: [0.1, 0.5, 1, 2, 5], y: [4.12, 20.63, 41.35, 82.4, 206.9], unit: 'μg/mL' },
    lod: '0.01',
    published: '0.02',
    volume: '6',
    readings: { response: '57.3', solutionVolume: '5', efficiency: '97.8' },
    reported: '1.18',
  },
  {
    method: 'ionChromatography',
    layout: 'main',
    curve: { x: [0.2, 0.5, 1, 2, 5, 10], y: [0.0412, 0.1035, 0.2081, 0.4176, 1.0463, 2.0951], unit: 'μg/mL' },
    lod: '0.05',
    published: '0.07',
    volume: '7.5',
    readings: { response: '0.8734', blankResponse: '0.0308', solutionVolume: '10', factor: '1.0285' },
    reported: '5.51',
  },
  {
    method: 'genericTest',
    layout: 'main',
    readings: { p1: '12.5', p2: '0.5', p3: '0.1', expression: '(p1-p2)×p3×1000/V0', unit: 'mg/m³' },
    reported: '800',
  },
  ...physicalExamples.map(
    ({ layout, readings, reported }) => ({ method: 'genericTest', layout, readings, reported }) as const,
  ),
  {
    method: 'dust',
    layout: 'main',
    volume: '300',
    readings: {
      filterNo: 'LM-2611-001',
      dustType: 'total',
      before1: '28.41',
      before2: '28.41',
      after1: '29.37',
      after2: '29.37',
    },
    reported: '3.2',
  },
  {
    method: 'dustOrganics',
    layout: 'main',
    volume: '300',
    readings: { beforeExtraction: '52.318', afterExtraction: '51.742', blankLoss: '0.006' },
    reported: '1.9',
  },
  {
    method: 'freeSilica',
    layout: 'main',
    readings: {
      technique: 'pyrophosphoric',
      sampleMass: '152.6',
      crucibleNo: 'G-12',
      crucibleMass: '25341.2',
      residueMass: '25372.5',
    },
    reported: '20.5',
  },
  {
    method: 'outsourced',
    layout: 'main',
    readings: {
      agency: '浙江示例检测研究院有限公司',
      certificateNo: '231120341234',
      sentOn: '2026-11-18',
      sender: '林知远',
      reportNo: 'WT-2026-0918',
      reportedOn: '2026-11-20',
      result: '<0.05',
      unit: 'mg/m³',
      lodText: '0.05',
      standardNo: 'GBZ/T 300.1',
    },
    reported: '<0.05',
  },
  {
    method: 'atomicAbsorption',
    layout: 'main',
    curve: { x: [0, 0.5, 1, 2, 4, 8], y: [0.0012, 0.0218, 0.0421, 0.0832, 0.1657, 0.3299], unit: 'μg/mL' },
    lod: '0.02',
    published: '0.003',
    volume: '75',
    readings: { response1: '0.0435', response2: '0.0437', blankResponse: '0.0015', solutionVolume: '10' },
    reported: '0.137',
  },
  {
    method: 'atomicFluorescence',
    layout: 'main',
    curve: { x: [0, 0.2, 0.5, 1, 2, 5], y: [2.1, 58.9, 143.6, 285.2, 569, 1420.3], unit: 'ng/mL' },
    lod: '0.1',
    published: '0.0001',
    volume: '7.5',
    readings: { response: '312.4', blankResponse: '9.8', solutionVolume: '10' },
    reported: '0.0014',
  },
  {
    method: 'spectrophotometry',
    layout: 'main',
    curve: spectral,
    lod: '0.033',
    published: '0.01',
    volume: '7.5',
    readings: { response: '0.214', totalVolume: '10', takenVolume: '5' },
    reported: '1.28',
  },
  {
    method: 'spectrophotometry',
    layout: 'pcl3',
    curve: { ...straight, unit: 'μg/管' },
    lod: '0.05',
    published: '0.01',
    volume: '7.5',
    readings: { oxidised: '6.84', unoxidised: '1.22', totalVolume: '10', takenVolume: '5' },
    reported: '1.50',
  },
  {
    method: 'inductivelyCoupledPlasma',
    layout: 'main',
    curve: { x: [0, 0.5, 1, 2, 5, 10], y: [21, 5120, 10190, 20210, 49200, 93900], fit: 'quadratic', unit: 'μg/mL' },
    lod: '0.005',
    published: '0.001',
    volume: '75',
    readings: { element: 'Mn', response1: '33650', solutionVolume: '10', factor: '1.5825' },
    reported: '0.711',
  },
  {
    method: 'electrode',
    layout: 'main',
    curve: {
      x: [0.1, 0.2, 0.5, 1, 2, 5, 10],
      y: [152.4, 135.1, 112.3, 94.9, 77.6, 54.5, 37.2],
      fit: 'semiLog',
      unit: 'μg/mL',
    },
    lod: '0.05',
    published: '0.04',
    volume: '75',
    readings: { response: '88.3', blankResponse: '158.0', solutionVolume: '50' },
    reported: '0.81',
  },
];

/** Every combination of method, layout and variant. */
export const recordForms = methods.flatMap((method) =>
  methodSheets[method.key].layouts.flatMap(({ key: layout }) =>
    (['ordinary', ...('incoming' in method.prefix ? (['incoming'] as const) : [])] as Variant[]).map((variant) => ({
      method: method.key,
      layout,
      variant,
    })),
  ),
);

function curveRow({ method, layout, curve }: Example): { curve: LabWork['curve']; points: RecordParts['points'] } {
  if (!curve) return { curve: null, points: [] };
  const points = curve.x.map((x, index) =>
    rowOf(
      labCurvePoint,
      {
        curve: 5,
        rowSort: index,
        standardVolume: String(index / 10),
        x: String(x),
        y1: curve.y.length ? String(curve.y[index]) : null,
        ...(curve.y.length ? {} : { absorberVolume: '5', colour: index ? '浅黄' : '无色' }),
      },
      50 + index,
    ),
  );
  const head = {
    curveNo: 'QX-2026-0031',
    versionNo: 2,
    methodKind: method,
    part: layout === 'pcl3' ? 'pcl3' : 'main',
    unit: curve.unit,
    state: 'approved',
    accepted: true,
    preparedOn: '2026-11-18',
    fit: curve.fit ?? 'linear',
    high: String(Math.max(...curve.x)),
    low: String(Math.min(...curve.x.filter((x) => x > 0))),
  };
  if (curve.y.length === 0) return { curve: rowOf(labCurve, head, 5), points };
  const fit = fitCurve(
    curve.x.map((x, index) => ({ x, y: curve.y[index] ?? '' })),
    curve.fit ?? 'linear',
  );
  return {
    curve: rowOf(
      labCurve,
      {
        ...head,
        a: fit.a.toString(),
        b: fit.b.toString(),
        c: fit.c.toString(),
        r: truncatedR(fit.r),
        r2: truncatedR(fit.r2),
      },
      5,
    ),
    points,
  };
}

function checksOf({ method }: Example, curve: LabWork['curve']): RecordParts['checks'] {
  const values = {
    first: '12.4',
    second: '11.6',
    unspiked: '18.9',
    added: '20',
    spiked: '38.6',
    certified: '25.0',
    uncertainty: '1.2',
    theory: '100',
    response: curve?.fit === 'semiLog' ? '88.3' : '0.214',
    level: '低',
    found: '25.9',
    found1: '18.9',
    found2: '19.0',
    found3: '18.8',
    increment: '0.01',
    filterNo: 'LM-K1',
    nominal: '100',
    shown: '100.02',
  };
  const tubes = ['0', '0.2', '0.4', '0.6', '0.8', '1'];
  return (methodSheets[method] as MethodSheet).checks.map((kind, index) => {
    const own: Readonly<Record<string, string>> =
      kind === 'observers'
        ? { first: '0.6', second: '0.8' }
        : kind === 'quartz'
          ? { added: '10', found: '9.8' }
          : values;
    const { computed, passes, problem } = judgeCheck(kind, own, { curve: curveOf(curve), tubes });
    return rowOf(
      labCheck,
      {
        checkKind: kind,
        rowSort: index,
        sampleNo: `ZK-${index + 1}`,
        values: own,
        computed,
        judged: passes !== null,
        passes: passes === true,
        problem: problem?.message ?? null,
      },
      70 + index,
    );
  });
}

interface Wanted {
  readonly variant?: Variant;
  /** Number of samples on the record. */
  readonly rows?: number;
  readonly state?: string;
}

function rowsOf(example: Example, work: Omit<LabWork, 'rows'>, count: number): LabWorkRow[] {
  const incoming = work.sheet.variant === 'incoming';
  const facts = Array.from({ length: count }, (_, index) => ({
    id: 100 + index,
    sample: 200 + index,
    rowKind: 'sample',
    blanks: null,
    readings: example.readings,
    volume: incoming ? null : (example.volume ?? '1.5'),
    temperature: incoming ? null : '20.0',
    pressure: incoming ? null : '101.3',
    standardVolume: null,
  }));
  const results = resultsOf(work, facts);
  return facts.map((row, index) => {
    const result = results.rows[index];
    const done = result?.state === 'done' ? result : null;
    const working = done?.working();
    return {
      ...row,
      version: 1,
      task: 300 + index,
      sampleNo: `2026DQ0007-${String(index + 1).padStart(3, '0')}`,
      rowSort: index,
      siteName: '涂装车间 喷漆岗位',
      sampledOn: '2026-11-16',
      clientSampleNo: incoming ? `甲-${index + 1}` : null,
      sampleForm: incoming ? '无色透明液体' : null,
      keepUntil: '2026-11-30',
      remark: null,
      overrideText: null,
      overrideReason: null,
      concentration: done?.raw['concentration'] ?? null,
      reportText: done?.result.text ?? null,
      resultNum: done?.result.num ?? null,
      censored: done?.result.censored ?? false,
      unit: done?.unit ?? null,
      minimum: done?.minimum?.num ?? null,
      computed: result?.computed ?? {},
      notes: result?.notes.map(({ message }) => message).join('；') || null,
      problem: result?.state === 'problem' ? result.problem.message : null,
      working: working ? JSON.stringify(working) : null,
    };
  });
}

/** Returns a record of an example with all its parts filled in. */
export function printedRecord(
  example: Example,
  { variant = 'ordinary', rows = 3, state = 'approved' }: Wanted = {},
): PrintedRecord {
  const { curve, points } = curveRow(example);
  const sheet: MethodSheet = methodSheets[example.method];
  const work: Omit<LabWork, 'rows'> = {
    sheet: rowOf(labSheet, {
      sheetNo: '2026DQ0007-JL-003',
      methodKind: example.method,
      variant,
      layout: layoutOf(sheet, example.layout).key,
      hazardName: '甲苯',
      state,
      analystName: '林知远',
      receivedOn: '2026-11-17',
      testDate: '2026-11-18',
      testUntil: '2026-11-19',
      envTemperature: '23.5',
      envHumidity: '52',
      lod: example.lod ?? null,
      lodUnit: example.lod ? (example.curve?.unit ?? null) : null,
      publishedMinimum: example.published ?? null,
      sampleCount: rows,
      conditions: Object.fromEntries(
        sheet.conditions.map((label, index) => [label, `${label.slice(0, 4)}条件${index + 1}`]),
      ),
      settings: {},
      complete: true,
    }),
    project: {
      id: 1,
      code: '2026DQ0007',
      projectName: '示例家具有限公司定期检测',
      unitName: '杭州示例家具有限公司',
      customerName: '杭州示例咨询有限公司',
      typeName: '定期检测',
      stage: 'testing',
    },
    method: rowOf(labMethod, {
      title: 'GBZ/T 300.66-2017 工作场所空气有毒物质测定 第66部分',
      standardNo: 'GBZ/T 300.66-2017',
      methodKind: example.method,
      blanksPerBatch: 0,
      parallelMax: '10',
    }),
    item: null,
    instrument: rowOf(equipment, {
      eqpNo: 'SB-017',
      eqpName: '气相色谱仪',
      model: '8890',
      calibrationDue: '2027-05-31',
    }),
    standard: rowOf(standard, {
      standardNo: 'BW-021',
      standardName: '甲苯标准溶液',
      lotNo: 'A2603',
      certified: '1000',
      certifiedUnit: 'μg/mL',
      validUntil: '2027-03-01',
    }),
    reagents: [
      rowOf(reagent, { reagentNo: 'SJ-8', reagentName: '二硫化碳', lotNo: '20260901', validUntil: '2027-09-01' }),
    ],
    curve,
    tubes: example.method === 'visualColorimetry' ? (example.curve?.x ?? []).map(String) : [],
    locked: null,
  };
  const step = (id: number, move: string, personName: string, day: string) => ({
    id,
    move,
    label: move,
    from: '',
    to: '',
    fromLabel: '',
    toLabel: '',
    personId: id,
    personName,
    onBehalfName: null,
    reason: null,
    signed: true,
    at: `2026-11-${day} 10:00:00`,
  });
  const detection: { values: Record<string, string>; computed: Record<string, string> } =
    sheet.detection === 'blanks'
      ? {
          values: {
            blanks: '0.0061、0.0055、0.0068、0.0059、0.0063、0.0057、0.0066、0.0052、0.0064、0.0060、0.0058',
            solutionVolume: '1.0',
            airVolume: '1.5',
          },
          computed: { mean: '0.00603', sd: '0.000478', lod: '0.033', loq: '0.11', minimum: '0.6' },
        }
      : { values: { tube: '0.2', increment: '0.1', airVolume: '500' }, computed: { minimum: '0.2' } };
  return {
    work: { ...work, rows: rowsOf(example, work, rows) },
    parts: {
      edition: currentEdition,
      agency: '杭州示例职业卫生检测有限公司',
      controlNos: { [example.layout]: 'JL/LAB-031' },
      points,
      checks: checksOf(example, curve),
      corrections: noCorrections,
      detections: sheet.detection ? [rowOf(labDetection, { ...detection, applied: true, testedOn: '2026-11-18' })] : [],
      steps: [
        step(1, 'submit', '林知远', '19'),
        step(2, 'review', '周岚', '20'),
        ...(state === 'approved' ? [step(3, 'approve', '陈默', '21')] : []),
      ],
      curveSteps: [step(4, 'submit', '林知远', '18'), step(5, 'approve', '周岚', '18')],
      specimens: {},
      delivery: variant === 'incoming' ? { deliverer: '何苗', deliveredOn: '2026-11-17' } : null,
    },
  };
}

export const exampleFor = (method: MethodKey, layout: string): Example => {
  const found = workedExamples.find(
    (workedExample) => workedExample.method === method && workedExample.layout === layout,
  );
  if (!found) throw new Error(`no example of ${method} ${layout}`);
  return found;
};
