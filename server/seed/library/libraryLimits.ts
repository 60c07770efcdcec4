import type { LibraryHazard, LibraryLimit } from './libraryHazards';
import { readTable } from './readTable';

// data/limits.csv: GBZ 2.1-2019 tables 1 to 3 with both amendments, one row for each name, form and version.

type CsvCells = Readonly<Record<string, string>>;

const orNull = (cell: string | undefined): string | null => cell || null;

const categoryOfTable: Readonly<Record<string, string>> = { '1': 'chemical', '2': 'dust', '3': 'biological' };

/** Marks of verified rows: the comparison with the standard, and the day when the product's data were closed. */
export const verified = { verifiedBy: '随产品提供，已与标准原文核对', verifiedOn: '2026-11-25' } as const;
const unverifiedSource = { verifiedBy: null, verifiedOn: null } as const;

/**
 * Returns how far a value was verified: `high` was read in the standard, any other value still needs a person's
 * check.
 */
export const certaintyOf = (confidence: string | undefined) =>
  confidence === 'high'
    ? ({ dataCertainty: 'sure', ...verified } as const)
    : ({ dataCertainty: 'check', ...unverifiedSource } as const);

/** Hazards whose mark differs between the prints of the standard. */
const openMarks: ReadonlySet<string> = new Set(['砷化氢(胂)']);

/** Bands of free silica with a limit of their own. */
const silicaBands: Readonly<Record<string, string>> = {
  '矽尘(10%≤游离SiO2含量≤50%)': 'to50',
  '矽尘(50%<游离SiO2含量≤80%)': 'to80',
  '矽尘(游离SiO2含量>80%)': 'above80',
};
const bandOf = (name: string): string | null =>
  silicaBands[name] ?? (/\(游离SiO2含量<10%\)$/.test(name) || name === '其他粉尘' ? 'below10' : null);

/** Joins the other names by 、, as the form of a hazard requires. */
const synonymsOf = (cell: string | undefined): string | null => orNull((cell ?? '').replaceAll(';', '、'));

function hazardOf(row: CsvCells): LibraryHazard {
  const name = row['name'] ?? '';
  const dataCertainty = certaintyOf(row['confidence']);
  return {
    key: row['key'] || name,
    name,
    nameEn: orNull(row['nameEn']),
    cas: orNull(row['cas']),
    category: categoryOfTable[row['table'] ?? ''] ?? 'other',
    itemNo: `表${row['table'] ?? ''}-${row['item'] ?? ''}`,
    synonyms: synonymsOf(row['aliases']),
    marks: orNull(row['marks']),
    silicaBand: bandOf(name),
    ...(openMarks.has(name) ? { dataCertainty: 'marks', verifiedBy: null, verifiedOn: null } : dataCertainty),
    remark: orNull(row['note']),
  };
}

/** Checks for rows of amendment 1: its month and values are known, but its day is not confirmed. */
const dayOpen = (row: CsvCells): boolean => row['standard'] === 'GBZ 2.1-2019 第1号修改单';

/** First days that earlier versions of the product gave a limit. The key of its row stays. */
const earlierDays: Readonly<Record<string, string>> = { '苯/2022-11-08': '2022-01-01' };

function limitsOf(row: CsvCells): LibraryLimit[] {
  const name = row['name'] ?? '';
  const dust = row['table'] === '2';
  const values = {
    mac: row['mac'],
    [row['unit'] === 'f/mL' ? 'fibre' : dust ? 'totalDust' : 'twa']: row['twa'],
    respirableDust: row['respirable'],
    stel: row['stel'],
  };
  const effectiveFrom = row['from'] ?? '';
  const commonFields = {
    hazard: row['key'] || name,
    name,
    unit: row['unit'] ?? '',
    standard: row['standard'] ?? '',
    clause: `表${row['table'] ?? ''} 序号${row['item'] ?? ''}`,
    effectiveFrom,
    effectiveUntil: orNull(row['until']),
    keyDay: earlierDays[`${name}/${effectiveFrom}`] ?? effectiveFrom,
    criticalEffect: orNull(row['effect']),
    source: orNull(row['source']),
    ...(dayOpen(row) ? certaintyOf('medium') : certaintyOf(row['confidence'])),
    remark: orNull(row['note']),
  };
  return Object.entries(values).flatMap(([kind, value]) => (value ? [{ ...commonFields, kind, value }] : []));
}

/** Returns the key of a hazard: the first name that the product gave it, if the standard prints another. */
export function firstNameOf(name: string): string {
  firstNames ??= new Map(readTable('limits.csv').map((row) => [row['name'] ?? '', row['key'] || (row['name'] ?? '')]));
  return firstNames.get(name) ?? name;
}
let firstNames: ReadonlyMap<string, string> | undefined;

/** Reads the hazards of tables 1 to 3, each once, and every version of their limits. */
export function readLimits(): { hazards: LibraryHazard[]; limits: LibraryLimit[] } {
  const rows = readTable('limits.csv');
  const noMethodByName = new Map(
    readTable('noMethods.csv').map((row) => [
      row['name'],
      [row['part'], row['finding'], row['reason']].filter(Boolean).join('，'),
    ]),
  );
  const hazards = new Map<string, LibraryHazard>();
  // The version in force describes the hazard. The remarks of ended versions belong to their limits.
  for (const row of [...rows].sort((a, b) => Number(Boolean(a['until'])) - Number(Boolean(b['until'])))) {
    const hazard = hazardOf(row);
    if (!hazards.has(hazard.name))
      hazards.set(hazard.name, { ...hazard, noMethod: noMethodByName.get(hazard.name) ?? null });
  }
  const order = [...new Set(rows.map(({ name }) => name ?? ''))];
  return {
    hazards: order.flatMap((name) => hazards.get(name) ?? []),
    limits: rows.flatMap(limitsOf),
  };
}
