import { certaintyOf } from './libraryLimits';
import type { LibraryItem, LibraryMethod } from './libraryMethods';
import { chromatography, spectrometry } from './qualityRules';
import { readTable } from './readTable';

// data/methods.csv: the standards' methods by part and year; rows of one title are one method for several hazards.

type CsvCells = Readonly<Record<string, string>>;

const orNull = (cell: string | undefined): string | null => cell || null;
const numberIn = (cell: string | undefined): number | null => (cell && /^\d+$/.test(cell) ? Number(cell) : null);
/** Returns the flow of a cell; null for a range (`5-80`), which is not a setting and is part of the note. */
const flowIn = (cell: string | undefined): string | null => (cell && /^[\d.]+$/.test(cell) ? cell : null);

/** Quality rules of GBZ 331-2024 5.2.6.3.1 by the kind of method. A method's own standard may require more. */
const rulesOf: Readonly<Record<string, Readonly<Record<string, string | number>>>> = {
  gasChromatography: chromatography,
  liquidChromatography: chromatography,
  ionChromatography: chromatography,
  solventElution: chromatography,
  atomicAbsorption: spectrometry,
  inductivelyCoupledPlasma: spectrometry,
  atomicFluorescence: { ...spectrometry, curveUnit: 'ng/mL' },
  spectrophotometry: { ...spectrometry, curveUnit: 'μg/管' },
  electrode: { ...spectrometry, curveFit: '半对数' },
};
const withEfficiency: ReadonlySet<string> = new Set(['solvent', 'thermal1', 'elution']);

/**
 * Checks whether a method can be chosen. A reserved number, or a method of unknown technique, can't be chosen until
 * somebody completes it.
 */
const isUsable = (row: CsvCells): boolean => Boolean(row['kind']) && !/未发布|预留/.test(row['status'] ?? '');

const rangeIn = (cell: string | undefined, label: string): string =>
  cell && flowIn(cell) === null ? `${label}${cell.replace('-', '～')} L/min` : '';

/** Returns the storage conditions of samples: `两端密封，常温7天`. */
const storageOf = (row: CsvCells): string | null =>
  [row['handling'], row['storage']].filter(Boolean).join('，') || null;

const remarkOf = (row: CsvCells): string | null =>
  [
    row['note'],
    row['dateConfidence'] && row['dateConfidence'] !== 'high' ? '实施日期待核对' : '',
    row['replaces'] && row['replacesConfidence'] === 'low' ? '代替关系由名称推断' : '',
  ]
    .filter(
      (text, index, allTexts) => text && !allTexts.slice(0, index).some((earlierText) => earlierText?.includes(text)),
    )
    .join('；') || null;

function methodOf(row: CsvCells, replacedBy: ReadonlyMap<string, string>): LibraryMethod {
  const kind = row['kind'] ?? '';
  const route = row['route'] ?? '';
  const { dataCertainty, ...verified } = certaintyOf(row['confidence']);
  return {
    title: row['title'] ?? '',
    standardNo: row['standardNo'] ?? '',
    standardName: orNull(row['standardName']),
    section: orNull(row['section']),
    methodKind: kind || 'genericTest',
    resultRoute: orNull(route),
    technique: orNull(row['technique']),
    status: isUsable(row) ? '1' : '0',
    validFrom: orNull(row['from']),
    validUntil: orNull(row['until']),
    cma: false,
    medium: orNull(row['medium']),
    shortFlow: flowIn(row['shortFlow']),
    shortMinutes: numberIn(row['shortMinutes']),
    longFlow: flowIn(row['longFlow']),
    longMinutes: numberIn(row['longMinutes']),
    samplingNote:
      [rangeIn(row['shortFlow'], '短时间'), rangeIn(row['longFlow'], '长时间')].filter(Boolean).join('；') || null,
    storageCondition: storageOf(row),
    storageDays: numberIn(row['days']),
    treatment: orNull(row['treatment']),
    otherHazards: orNull((row['others'] ?? '').replaceAll(';', '、')),
    standardStatus: orNull(row['status']),
    replaces: orNull(row['replaces']),
    replacedBy: replacedBy.get(row['standardNo'] ?? '') ?? null,
    ...rulesOf[kind],
    ...(withEfficiency.has(route) ? { efficiencyMin: '90' } : {}),
    dataCertainty,
    ...verified,
    remark: remarkOf(row),
  };
}

const itemsOf = (row: CsvCells): LibraryItem[] =>
  (row['hazards'] ?? '')
    .split(';')
    .filter(Boolean)
    .map((hazard) => ({
      method: row['title'] ?? '',
      hazard,
      lod: orNull(row['lod']),
      ...(row['lod'] ? { lodUnit: row['lodUnit'] ?? '' } : {}),
      minConc: orNull(row['minConc']),
      volume: orNull(row['volume']),
      storageCondition: storageOf(row),
      dataCertainty: certaintyOf(row['confidence']).dataCertainty,
      remark: row['lod'] ? orNull(row['note']) : null,
    }));

/** Joins the remarks of several rows with one title. */
function joinRemarks(rows: readonly CsvCells[]): CsvCells {
  const otherNames = [...new Set(rows.flatMap((row) => (row['others'] ?? '').split(';')))].filter(Boolean);
  return { ...rows[0], others: otherNames.join(';') };
}

/** Reads the methods of the standards and the hazards of each. */
export function readStandardMethods(): { methods: LibraryMethod[]; items: LibraryItem[] } {
  const rows = readTable('methods.csv');
  const replacedBy = new Map<string, string>();
  for (const row of rows)
    if (row['replaces'] && row['replacesConfidence'] === 'high')
      for (const oldNumber of row['replaces'].split(';')) replacedBy.set(oldNumber, row['standardNo'] ?? '');
  const byTitle = new Map<string, CsvCells[]>();
  for (const row of rows) byTitle.set(row['title'] ?? '', [...(byTitle.get(row['title'] ?? '') ?? []), row]);
  return {
    methods: [...byTitle.values()].map((titleRows) => methodOf(joinRemarks(titleRows), replacedBy)),
    items: rows.flatMap(itemsOf),
  };
}
