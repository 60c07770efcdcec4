import { ppmToMilligrams } from '@contract/arithmetic/air/airConcentration';
import {
  silicaPercentText,
  type SilicaBand,
  silicaBandOf,
  weighedToConstant,
} from '@contract/arithmetic/air/dustFormulas';
import { sampledVolume } from '@contract/arithmetic/air/pumpFlow';
import type { FitKind } from '@contract/arithmetic/curves/fitCurve';
import { intervalOf, type IntervalVerdict, verdictOf } from '@contract/arithmetic/limits/intervalVerdict';
import { quantifiedResult, type Result, unquantifiedResult } from '@contract/arithmetic/numbers/censoredResults';
import { Decimal, type Numeric, numberOf } from '@contract/arithmetic/numbers/decimalNumbers';
import { decimalsBesideLimit, textBesideLimit } from '@contract/arithmetic/numbers/roundingRules';
import { calculateRecord } from '@contract/features/laboratory/methods/calculation/calculateRecord';
import type { LabRecord, LabRow, RowResult } from '@contract/features/laboratory/methods/calculation/labRecord';
import type { MethodKey } from '@contract/features/laboratory/methods/methodCatalogue';
import type { Computed, Kinds, Raw } from '../proof';
import { laboratoryBefore331 } from './laboratoryBefore331';

// The kinds of GBZ 331-2024 F.7–F.15, G.1.2 and of the dust methods of 2025: each is a record calculated by the
// product. Its curve returns the content named by an example, so that contents replace responses.

type Text = string | number | null | undefined;

const verdictLabels: Readonly<Record<IntervalVerdict, string>> = {
  conforms: '符合',
  exceeds: '不符合',
  undetermined: '无法判定',
};
const verdict = (result: Result, limit: Numeric): string => verdictLabels[verdictOf(intervalOf(result), limit)];

const given = (value: Text): value is string | number =>
  value !== null && value !== undefined && String(value).trim() !== '';
/** `/` and 未检出 stand for nothing; `<x` for less than x. */
const isNone = (value: Text): boolean =>
  !given(value) || /^(\/|未检出|ND|—|-)$/i.test(String(value).trim()) || String(value).trim().startsWith('<');
const contentOf = (value: Text): string => (isNone(value) ? '0' : String(value).trim());
const textOf = (value: Text): string => (given(value) && String(value).trim() !== '/' ? String(value).trim() : '');
/** Converts a fraction to %. */
const percentOf = (value: Text): string => (isNone(value) ? '100' : numberOf(String(value), 'D').times(100).toString());

const identity = (kind: FitKind = 'linear') => ({ kind, a: '0', b: '1', c: '0', low: '0', high: '1e12', zero: null });

interface Air {
  readonly V0: Text;
  readonly limit?: Text;
}

/** Returns one row of a record in air that needs no conversion, by the rules of 2025-05-01. */
function recordOf(
  method: MethodKey,
  given331: Omit<LabRecord, 'variant' | 'rows'>,
  air: Air,
  readings: LabRow['readings'],
  blanks: readonly LabRow[] = [],
): RowResult {
  const resultDecimals = given(air.limit) ? { 'mg/m³': decimalsBesideLimit(String(air.limit)) } : null;
  const row: LabRow = { id: 'sample', normSet: '331', resultDecimals, standardVolume: textOf(air.V0), readings };
  const record: LabRecord = {
    variant: 'ordinary',
    curve: identity(),
    settings: { blanks: 0 },
    ...given331,
    rows: [row, ...blanks],
  };
  const [result] = calculateRecord(method, record).rows;
  if (!result) throw new Error('no row');
  return result;
}

const blankRow = (readings: LabRow['readings']): LabRow => ({ id: 'blank', blank: true, normSet: '331', readings });

/** Returns the result as in the report: with its limit, and the verdict where it is a bound. */
function told(row: RowResult, limit: Text, more: Readonly<Record<string, Raw>> = {}): Computed {
  if (row.state === 'problem') throw row.problem;
  if (row.state !== 'done') throw new Error(`state ${row.state}`);
  const { result } = row;
  const C = new Decimal(row.raw['concentration'] ?? '0');
  const min = row.raw['minimum'] === undefined ? {} : { min: new Decimal(row.raw['minimum']) };
  const reported =
    result.censored && given(limit) ? `${result.text} -> ${verdict(result, String(limit))}` : result.text;
  // Without the digits that keep a result from being below its minimum.
  const shorter =
    !result.censored && given(limit) ? { shorter: digits({ x: result.num, limit: String(limit) }).reported } : {};
  return { raw: { C, ...min, ...more }, reported, ...shorter };
}

interface Chromatography extends Air {
  readonly c1: Text;
  readonly c2?: Text;
  readonly c0?: Text;
  readonly LOQ?: Text;
  readonly v: Text;
  readonly k?: Text;
  readonly N?: Text;
  readonly D?: Text;
}

/** F.7: each section minus its blank; a blank below the LOQ and a rear section `/` count 0. */
function chromatography(input: Chromatography): Computed {
  const { c1, c2, c0, LOQ, v, k, N, D, limit } = input;
  const readings = {
    frontResponse: contentOf(c1),
    backResponse: isNone(c2) ? null : contentOf(c2),
    solutionVolume: textOf(v),
    efficiency: percentOf(D),
    dilution: textOf(k),
    factor: textOf(N),
  };
  const blanks = isNone(c0) ? [] : [blankRow({ frontResponse: contentOf(c0), backResponse: contentOf(c0) })];
  const row = recordOf('gasChromatography', { layout: 'solvent', loq: textOf(LOQ) || null }, input, readings, blanks);
  return told(row, limit, { blank_used: row.raw['blankContent'] ?? '0' });
}

interface Spectrometry extends Air {
  readonly c: Text;
  readonly c0?: Text;
  readonly LOQ?: Text;
  readonly LOD?: Text;
  readonly v?: Text;
  readonly k?: Text;
  readonly K?: Text;
  readonly N?: Text;
  readonly D?: Text;
}

/** F.9, F.11: an undetected blank counts 0, an efficiency `/` 1. */
function spectrometry(input: Spectrometry): Computed {
  const { c, c0, LOQ, LOD, v, k, K, N, D, limit } = input;
  const readings = {
    response1: contentOf(c),
    blankResponse: contentOf(c0),
    solutionVolume: textOf(v),
    dilution: textOf(k ?? K),
    factor: textOf(N),
    efficiency: percentOf(D),
  };
  return told(
    recordOf('atomicAbsorption', { lod: textOf(LOD) || null, loq: textOf(LOQ) || null }, input, readings),
    limit,
  );
}

/** F.13: contents in μg, which is c μg/mL of a millilitre. */
function electrode(input: Spectrometry): Computed {
  const { c, c0, LOQ, LOD, v, k, K, N, D, limit } = input;
  const readings = {
    response: contentOf(c),
    blankResponse: contentOf(c0),
    solutionVolume: textOf(v) || '1',
    dilution: textOf(K ?? k),
    factor: textOf(N),
    efficiency: percentOf(D),
  };
  return told(recordOf('electrode', { lod: textOf(LOD) || null, loq: textOf(LOQ) || null }, input, readings), limit);
}

/** G.1.2.3: an undetected result is less than LOQ·v/(V0·D). */
function minimum(input: Pick<Chromatography, 'LOQ' | 'v' | 'V0' | 'k' | 'N' | 'D' | 'limit'>): Computed {
  return chromatography({ ...input, c1: '0', c2: '/' });
}

const gramsToMilligrams = (grams: Text): string => numberOf(String(grams), '质量').times(1000).toString();
const classWords: Readonly<Record<SilicaBand, string>> = {
  below10: '<10%',
  to50: '10~50%',
  to80: '50~80%',
  above80: '>80%',
};

interface Silica {
  readonly m: Text;
  readonly m1?: Text;
  readonly m2: Text;
  readonly m3?: Text;
  /** Two weighings of each crucible in g. */
  readonly pairs?: readonly (readonly [Text, Text])[];
}

/** F.15: grams, as on the form. */
function silica({ m, m1, m2, m3, pairs = [] }: Silica): Computed {
  const mass = (grams: Text): string | null => (isNone(grams) ? null : gramsToMilligrams(grams));
  const readings = { sampleMass: mass(m), crucibleMass: mass(m1), residueMass: mass(m2), afterAcidMass: mass(m3) };
  const row = recordOf('freeSilica', {}, { V0: '' }, readings);
  if (row.state === 'problem') throw row.problem;
  const F = new Decimal(row.raw['concentration'] ?? '0');
  const constant = pairs.every(
    ([first, second]) => weighedToConstant(gramsToMilligrams(first), gramsToMilligrams(second), '质量').constant,
  );
  return {
    raw: { F },
    reported: `${silicaPercentText(F)}% class ${classWords[silicaBandOf(F)]}${constant ? '' : '; 未恒重'}`,
  };
}

interface Dust {
  readonly pre: readonly Text[];
  readonly post: readonly Text[];
  readonly Q: Text;
  readonly t: Text;
  readonly limit?: Text;
  readonly filter_mm?: Text;
  readonly mode?: string;
  /** Mass before and after, of each blank. */
  readonly blanks?: readonly (readonly [Text, Text])[];
  readonly temp?: Text;
  readonly P?: Text;
}

const voidWords = ['滤膜作废', '重新称量', '批次无效'] as const;
const weighings = (names: readonly string[], masses: readonly Text[]) =>
  Object.fromEntries(names.map((name, index) => [name, textOf(masses[index])]));
const [beforeNames, afterNames] = [
  ['before1', 'before2'],
  ['after1', 'after2', 'after3', 'after4'],
] as const;

/** GBZ/T 192.1-2025, 192.2-2025. */
function dust({ pre, post, Q, t, limit, filter_mm, mode, blanks = [], temp = '20', P = '101.3' }: Dust): Computed {
  const sampled = {
    normSet: '331+2026',
    resultDecimals: given(limit) ? { 'mg/m³': decimalsBesideLimit(String(limit)) } : null,
  } as const;
  const V = sampledVolume(String(Q), String(t));
  const readings = {
    ...weighings(beforeNames, pre),
    ...weighings(afterNames, post),
    dustType: mode === '呼尘' ? 'respirable' : 'total',
  };
  const sample: LabRow = {
    ...sampled,
    id: 'sample',
    volume: V,
    temperature: textOf(temp) || '20',
    pressure: textOf(P) || '101.3',
    readings,
  };
  // The mass of a blank is the mean of its two weighings; both are set to it.
  const blankRows = blanks.map(([before, after], id): LabRow => ({
    ...sampled,
    id,
    blank: true,
    readings: { ...weighings(beforeNames, [before, before]), ...weighings(afterNames, [after, after]) },
  }));
  const record: LabRecord = {
    variant: 'ordinary',
    settings: { blanks: 0, ...(given(filter_mm) ? { filterDiameter: String(filter_mm) } : {}) },
    rows: [sample, ...blankRows],
  };
  const [row] = calculateRecord('dust', record).rows;
  if (!row) throw new Error('no row');
  const gain = row.raw['increment'] === undefined ? {} : { gain: new Decimal(row.raw['increment']) };
  if (row.state === 'problem') {
    const { message } = row.problem;
    const word = voidWords.find((voidWord) => message.includes(voidWord));
    if (!word) throw row.problem;
    return { raw: gain, reported: word };
  }
  return told(row, limit, { ...gain, V: new Decimal(row.raw['standardVolume'] ?? '0') });
}

/** Digits beside a limit, without a mark of the side. */
const digits = ({ x, limit }: { x: string; limit: string }): Computed => ({
  reported: quantifiedResult(numberOf(x, '结果'), decimalsBesideLimit(limit), null).text,
});

function bound({ minimum: least, limit }: { minimum: string; limit: string }): Computed {
  const result = unquantifiedResult(numberOf(least, '最低定量浓度'));
  return { raw: { bound: result.num }, reported: `${result.text} -> ${verdict(result, limit)}` };
}

function ppm({ ppm: read, MW, limit }: { ppm: Text; MW: Text; limit?: Text }): Computed {
  const C = ppmToMilligrams(String(read), String(MW));
  return { raw: { C }, reported: textBesideLimit(C, String(limit)) };
}

export const laboratory: Kinds = {
  ...laboratoryBefore331,
  'F7-GC': chromatography,
  'F9-SPEC': spectrometry,
  'F13-ISE': electrode,
  'G123-MIN': minimum,
  'F15-SIO2': silica,
  D2025: dust,
  'G122-DIG': digits,
  'CENS-BOUND': bound,
  'A26-PPM': ppm,
};
