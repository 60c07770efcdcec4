import { physicalHazards, physicalLimits } from './physical';
import { readTable } from './readTable';

export interface LibraryHazard {
  readonly name: string;
  readonly [field: string]: string | null;
}

/** A version of a limit, with the hazard's name. */
export interface LibraryLimit {
  readonly hazard: string;
  readonly kind: string;
  readonly condition?: string;
  readonly value: string;
  readonly unit: string;
  readonly standard: string;
  readonly clause: string;
  readonly effectiveFrom: string;
  readonly effectiveUntil?: string;
  readonly dataCertainty: string;
  readonly remark?: string;
}

// GBZ 2.1-2019 is in force from 2020-04-01 and replaced GBZ 2.1-2007 (in force from 2007-11-01).
const chemicals2019 = { standard: 'GBZ 2.1-2019', effectiveFrom: '2020-04-01' } as const;

/** Certainty marks of DOMAIN §2.8; uncertain data stay marked for the user. */
const certainty = {
  high: { hazard: 'sure', limit: 'sure' },
  'high-limits': { hazard: 'marks', limit: 'sure' },
  medium: { hazard: 'check', limit: 'check' },
} as const;

const certaintyOf = (word: string | undefined): (typeof certainty)[keyof typeof certainty] => {
  if (word === undefined || !Object.hasOwn(certainty, word)) throw new Error(`no such confidence: ${word}`);
  return certainty[word as keyof typeof certainty];
};

const orNull = (cell: string | undefined): string | null => cell || null;

type Version = Pick<LibraryLimit, 'standard' | 'effectiveFrom' | 'effectiveUntil' | 'remark'> & {
  readonly dataCertainty?: string;
};

// The amendment lowered the limit of benzene (DOMAIN §2.1). Its year is known, its day is not, so the stricter value
// applies from the first possible day.
const benzeneDay = '第1号修改单的施行日期待核对，暂按2022-01-01起适用';
const benzeneBefore: readonly (Version & { readonly twa: string; readonly stel: string })[] = [
  { standard: 'GBZ 2.1-2007', effectiveFrom: '2007-11-01', effectiveUntil: '2020-03-31', twa: '6', stel: '10' },
  { ...chemicals2019, effectiveUntil: '2021-12-31', twa: '6', stel: '10', dataCertainty: 'check', remark: benzeneDay },
];
const amended: Readonly<Record<string, Version>> = {
  苯: { standard: 'GBZ 2.1-2019 第1号修改单', effectiveFrom: '2022-01-01', dataCertainty: 'check', remark: benzeneDay },
  乙草胺: { standard: 'GBZ 2.1-2019 第2号修改单', effectiveFrom: '2025-05-01' },
};

const chemicals = () => readTable('oel.csv');
const dusts = () => readTable('dust_oel.csv');

function chemicalLimits(row: Record<string, string>): LibraryLimit[] {
  const hazard = row.name_zh ?? '';
  const dataCertainty: string = certaintyOf(row.confidence).limit;
  const common = { hazard, unit: 'mg/m³', clause: '表1', dataCertainty };
  const now = { ...common, ...(amended[hazard] ?? chemicals2019) };
  const values = { mac: row.mac, twa: row.pc_twa, stel: row.pc_stel };
  return [
    ...(hazard === '苯' ? benzeneBefore : []).flatMap(({ twa, stel, ...version }) => [
      { ...common, ...version, kind: 'twa', value: twa },
      { ...common, ...version, kind: 'stel', value: stel },
    ]),
    ...Object.entries(values).flatMap(([kind, value]) => (value ? [{ ...now, kind, value }] : [])),
  ];
}

function dustLimits(row: Record<string, string>): LibraryLimit[] {
  const fibre = row.unit === 'f/mL';
  const common = {
    hazard: row.name_zh ?? '',
    unit: fibre ? 'f/mL' : 'mg/m³',
    clause: '表2',
    dataCertainty: certaintyOf(row.confidence).limit,
    ...chemicals2019,
  };
  return [
    ...(row.pc_twa_total ? [{ ...common, kind: fibre ? 'fibre' : 'totalDust', value: row.pc_twa_total }] : []),
    ...(row.pc_twa_resp ? [{ ...common, kind: 'respirableDust', value: row.pc_twa_resp }] : []),
  ];
}

const bands: Readonly<Record<string, string>> = {
  '<10': 'below10',
  '10~50': 'to50',
  '50~80': 'to80',
  '>80': 'above80',
};

export interface HazardLibrary {
  readonly hazards: readonly LibraryHazard[];
  readonly limits: readonly LibraryLimit[];
}

/** Reads every hazard and limit of the product: GBZ 2.1 from the two tables, GBZ 2.2 from physical.ts. */
export function readHazardLibrary(): HazardLibrary {
  const [first, second] = [chemicals(), dusts()];
  const described = (row: Record<string, string>, category: string): LibraryHazard => ({
    name: row.name_zh ?? '',
    nameEn: orNull(row.name_en),
    cas: orNull(row.cas),
    category,
    marks: orNull(row.remark),
    silicaBand: orNull(bands[row.free_sio2_range_pct ?? '']),
    dataCertainty: certaintyOf(row.confidence).hazard,
  });
  return {
    hazards: [
      ...first.map((row) => described(row, 'chemical')),
      ...second.map((row) => described(row, 'dust')),
      ...physicalHazards,
    ],
    limits: [...first.flatMap(chemicalLimits), ...second.flatMap(dustLimits), ...physicalLimits],
  };
}
