// Readings of the demonstration's laboratory: tests of the solvents, paints and leather of its projects.

/** Readings of a curve: content and mean areas of each level. */
type CurveLevels = readonly (readonly [x: string, y1: string, y2: string, y3: string])[];

/**
 * Weighings of each filter in the order of the samples: two masses before, two after. The list is repeated if it is
 * too short.
 */
export interface WeighedTest {
  readonly kind: 'dust';
  readonly hazard: string;
  readonly dustType: 'total' | 'respirable';
  readonly masses: readonly (readonly [before1: string, before2: string, after1: string, after2: string])[];
}

export interface GasTest {
  readonly kind: 'gas';
  /** Name of the hazard in the library. */
  readonly hazard: string;
  readonly standardNo: string;
  readonly levels: CurveLevels;
  readonly lod: string;
  /** True: the detection limit is taken from 方法库. */
  readonly library?: true;
  readonly minimum: string;
  readonly efficiency: string;
  /** Areas of the front sections in the order of the sample numbers. The list is repeated if it is too short. */
  readonly areas: readonly string[];
  readonly checks: readonly {
    readonly checkKind: string;
    readonly sampleNo: string;
    readonly values: Readonly<Record<string, string>>;
  }[];
  /** True: three people have signed. False: the analyst is still working on it. */
  readonly approved: boolean;
}

/** A test by another method, with readings in the form of its record. */
export interface ReadTest {
  readonly kind: 'read';
  readonly hazard: string;
  /** Name of the method in the library, if the samples have another method or none. */
  readonly method?: string;
  /** Number of the instrument; absent for visual or outsourced tests. */
  readonly instrument?: string;
  readonly conditions: Readonly<Record<string, string>>;
  readonly head?: Readonly<Record<string, unknown>>;
  /** True: the limit in `head` is taken from 方法库. */
  readonly library?: true;
  /** Curve or series of tubes, created if the laboratory has none yet. */
  readonly curve?: {
    readonly standardNo: string;
    readonly fit: 'linear' | 'quadratic' | 'semiLog';
    readonly unit: string;
    readonly workingConcentration: string;
    readonly points: readonly Readonly<Record<string, string>>[];
  };
  /** Readings in the order of the sample numbers. The list is repeated if it is too short. */
  readonly readings: readonly Readonly<Record<string, string>>[];
  readonly blank?: Readonly<Record<string, string>>;
  readonly checks: readonly (GasTest['checks'][number] & { readonly controlNo?: string })[];
  readonly approved: boolean;
}

export const gasConditions = {
  色谱柱: 'DB-WAX 30m×0.32mm×0.25μm',
  '柱温/程序': '50℃保持5min，10℃/min升至120℃',
  进样口温度: '200℃',
  检测器及温度: 'FID，250℃',
  载气流速: '氮气1.5mL/min',
  分流比: '10:1',
  进样量: '1.0μL',
};

export type Test = GasTest | WeighedTest | ReadTest;

export const solventTests: readonly Test[] = [
  {
    kind: 'gas',
    hazard: '二氯甲烷',
    standardNo: 'BW-2606',
    lod: '2.1',
    minimum: '1.4',
    efficiency: '96.8',
    approved: true,
    levels: [
      ['10', '4.22', '4.26', '4.24'],
      ['50', '21.18', '21.06', '21.12'],
      ['100', '42.31', '42.10', '42.22'],
      ['250', '105.4', '105.9', '105.6'],
      ['500', '211.2', '210.6', '210.9'],
    ],
    areas: ['38.62', '52.41', '41.87', '47.30', '60.25', '44.83'],
    checks: [
      { checkKind: 'blank', sampleNo: '试剂空白1', values: { response: '0.05' } },
      { checkKind: 'blank', sampleNo: '试剂空白2', values: { response: '0.07' } },
      { checkKind: 'parallel', sampleNo: '平行1', values: { first: '91.4', second: '92.7' } },
      { checkKind: 'spike', sampleNo: '加标1', values: { unspiked: '91.4', added: '100', spiked: '189.2' } },
      { checkKind: 'midpoint', sampleNo: '中间点1', values: { theory: '100', response: '42.5' } },
    ],
  },
  {
    kind: 'gas',
    hazard: '四氢呋喃',
    standardNo: 'BW-2607',
    lod: '1.2',
    minimum: '0.8',
    efficiency: '95.4',
    approved: false,
    levels: [
      ['5', '5.61', '5.66', '5.63'],
      ['25', '28.40', '28.22', '28.31'],
      ['50', '56.52', '56.80', '56.66'],
      ['100', '113.3', '113.0', '113.4'],
      ['250', '283.6', '282.9', '283.1'],
    ],
    areas: ['17.42', '22.06', '19.88', '0.92'],
    checks: [],
  },
];

/**
 * Tests for the first of the two completed projects: dust of a grinder above its limit, and the solvent of a painter.
 */
export const paintTests: readonly Test[] = [
  {
    kind: 'dust',
    hazard: '砂轮磨尘',
    dustType: 'total',
    masses: [
      ['61.25', '61.26', '66.90', '66.91'],
      ['60.88', '60.88', '65.02', '65.01'],
      ['62.04', '62.05', '65.37', '65.36'],
    ],
  },
  {
    kind: 'gas',
    hazard: '二甲苯(全部异构体)',
    standardNo: 'BW-2603',
    lod: '4.9',
    minimum: '3.3',
    library: true,
    efficiency: '96.2',
    approved: true,
    levels: [
      ['10', '12.13', '12.10', '12.15'],
      ['50', '61.44', '61.40', '61.47'],
      ['100', '123.0', '122.9', '123.1'],
      ['250', '307.9', '307.8', '308.1'],
      ['500', '616.0', '615.8', '616.3'],
    ],
    areas: ['58.40', '63.12', '47.85', '71.26', '55.03', '66.90'],
    checks: [
      { checkKind: 'blank', sampleNo: '试剂空白1', values: { response: '0.06' } },
      { checkKind: 'blank', sampleNo: '试剂空白2', values: { response: '0.05' } },
      { checkKind: 'parallel', sampleNo: '平行1', values: { first: '47.5', second: '48.1' } },
      { checkKind: 'spike', sampleNo: '加标1', values: { unspiked: '47.5', added: '50', spiked: '95.9' } },
      { checkKind: 'midpoint', sampleNo: '中间点1', values: { theory: '100', response: '123.6' } },
    ],
  },
];

/** Tests of a spray booth with weak extraction, close to the limit. */
export const leatherTests: readonly Test[] = [
  {
    kind: 'gas',
    hazard: '二甲苯(全部异构体)',
    standardNo: 'BW-2603',
    lod: '4.9',
    minimum: '3.3',
    library: true,
    efficiency: '96.2',
    approved: true,
    levels: [
      ['10', '12.20', '12.16', '12.18'],
      ['50', '61.52', '61.38', '61.45'],
      ['100', '123.2', '122.8', '123.0'],
      ['250', '308.2', '307.6', '308.0'],
      ['500', '616.8', '615.4', '616.0'],
    ],
    areas: ['142.6', '151.3', '138.9', '147.2', '133.5', '156.8'],
    checks: [
      { checkKind: 'blank', sampleNo: '试剂空白1', values: { response: '0.07' } },
      { checkKind: 'blank', sampleNo: '试剂空白2', values: { response: '0.05' } },
      { checkKind: 'parallel', sampleNo: '平行1', values: { first: '115.8', second: '116.9' } },
      { checkKind: 'spike', sampleNo: '加标1', values: { unspiked: '115.8', added: '100', spiked: '213.9' } },
      { checkKind: 'midpoint', sampleNo: '中间点1', values: { theory: '100', response: '123.9' } },
    ],
  },
];
