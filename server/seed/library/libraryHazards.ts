import { certaintyOf, readLimits } from './libraryLimits';
import { physicalHazards, physicalLimits } from './libraryPhysicalLimits';
import { readTable } from './readTable';

type CsvCell = string | number | boolean | null;

export interface LibraryHazard {
  /** Key of the built-in row: the first name that the product gave it. */
  readonly key?: string;
  readonly name: string;
  readonly [field: string]: CsvCell | undefined;
}

/** A version of a limit, with the hazard's key. */
export interface LibraryLimit {
  readonly hazard: string;
  /** Name of the hazard, if it differs from its key. */
  readonly name?: string;
  readonly kind: string;
  readonly condition?: string;
  readonly value: string;
  readonly unit: string;
  readonly standard: string;
  readonly clause: string;
  readonly effectiveFrom: string;
  readonly effectiveUntil?: string | null;
  /** Day in the key of the row, if it differs from the first day of the version. */
  readonly keyDay?: string;
  readonly dataCertainty: string;
  readonly [field: string]: CsvCell | undefined;
}

/** A row of another entity of the library; `hazards` are keys. */
export interface LibraryRow {
  readonly key: string;
  readonly hazards: readonly string[];
  readonly draft: Readonly<Record<string, CsvCell>>;
}

export interface HazardLibrary {
  readonly hazards: readonly LibraryHazard[];
  readonly limits: readonly LibraryLimit[];
  readonly biologicalLimits: readonly LibraryRow[];
  readonly listings: readonly LibraryRow[];
  readonly risks: readonly LibraryRow[];
}

const orNull = (cell: string | undefined): string | null => cell || null;
/** Certainty of a row whose remark is filled from another column. */
const certaintyWithoutNote = (confidence: string | undefined) => ({
  dataCertainty: certaintyOf(confidence).dataCertainty,
});

const catalogueCategories: Readonly<Record<string, string>> = {
  粉尘: 'dust',
  化学因素: 'chemical',
  物理因素: 'physical',
  放射性因素: 'radiation',
  生物因素: 'biological',
  其他因素: 'other',
};

/**
 * Kinds that the library contains completely (GBZ 2.2-2007 and table 3 of GBZ 2.1-2019). A hazard of these kinds that
 * the standards do not name has no limit.
 */
const completeCategories: ReadonlySet<string> = new Set(['physical', 'biological']);

/** Hazards of the catalogue that GBZ 2.1 and 2.2 do not list under this name. */
function catalogueHazards(): LibraryHazard[] {
  return readTable('catalogue.csv').flatMap((row) => {
    if (row['add'] !== 'yes') return [];
    const category = catalogueCategories[row['class'] ?? ''] ?? 'other';
    const hasNoLimit = completeCategories.has(category);
    return [
      {
        name: row['hazard'] ?? '',
        cas: orNull(row['cas']),
        category,
        noLimit: hasNoLimit,
        dataCertainty: 'check',
        remark: hasNoLimit
          ? '《职业病危害因素分类目录》（2015）收录，现行标准未规定职业接触限值'
          : '《职业病危害因素分类目录》（2015）收录，GBZ 2.1-2019未按此名称列出；是否按其他名称或同类物质评价，待核对',
      },
    ];
  });
}

/** What a laboratory's own list says of substances that table 1 does not list: no limit and no method. */
const unlistedRows = () => readTable('noMethods.csv').filter((row) => !row['item']);
const unlistedFacts = (row: Readonly<Record<string, string>>) => ({
  noLimit: true,
  noMethod: [row['finding'], row['reason']].filter(Boolean).join('，'),
  remark: 'GBZ 2.1-2019表1未列',
});

/** Substances that such a list names and no other table. */
function namedWithoutLimit(knownNames: ReadonlySet<string>): LibraryHazard[] {
  return unlistedRows().flatMap((row) =>
    knownNames.has(row['name'] ?? '')
      ? []
      : [{ name: row['name'] ?? '', category: 'chemical', dataCertainty: 'check', ...unlistedFacts(row) }],
  );
}

function biologicalLimits(keyOf: (name: string) => string): LibraryRow[] {
  return readTable('biologicalLimits.csv').map((row) => ({
    key: [row['item'], row['index'], row['unit'], row['time'], row['from']].join('/'),
    hazards: (row['hazards'] ?? '').split(';').filter(Boolean).map(keyOf),
    draft: {
      name: row['name'] ?? '',
      cas: orNull(row['cas']),
      medium: orNull(row['medium']),
      indexName: row['index'] ?? '',
      indexEn: orNull(row['indexEn']),
      value: row['value'] ?? '',
      unit: row['unit'] ?? '',
      creatinine: row['creatinine'] === '是',
      otherValue: orNull(row['alternative']),
      otherUnit: orNull(row['alternativeUnit']),
      samplingTime: row['time'] ?? '',
      standard: row['standard'] ?? '',
      clause: `表4 序号${row['item'] ?? ''}`,
      binding: orNull(row['mandatory']),
      effectiveFrom: row['from'] ?? '',
      effectiveUntil: orNull(row['until']),
      ...certaintyOf(row['confidence']),
      remark: orNull(row['note']),
    },
  }));
}

const listingRows = (keyOf: (name: string) => string): LibraryRow[] =>
  readTable('catalogue.csv').map((row) => ({
    key: [row['source'], row['class'], row['number'], row['code'], row['name']].join('/'),
    hazards: row['hazard'] ? [keyOf(row['hazard'])] : [],
    draft: {
      name: row['name'] ?? '',
      list: row['list'] ?? '',
      sourceName: row['source'] ?? '',
      className: orNull(row['class']),
      number: orNull(row['number']),
      code: orNull(row['code']),
      cas: orNull(row['cas']),
      ...certaintyWithoutNote(row['confidence']),
      remark: orNull(row['note']),
    },
  }));

const riskRows = (): LibraryRow[] =>
  readTable('industryRisks.csv').map((row) => ({
    key: [row['code'], row['name'], row['risk']].join('/'),
    hazards: [],
    draft: {
      name: row['name'] ?? '',
      code: orNull(row['code']),
      sector: orNull(row['sector']),
      division: orNull(row['division']),
      divisionName: orNull(row['divisionName']),
      riskClass: row['risk'] === '严重' ? 'severe' : 'general',
      condition: orNull(row['condition']),
      document: orNull(row['document']),
      issued: orNull(row['issued']),
      ...certaintyWithoutNote(row['confidence']),
    },
  }));

/** Reads the whole library without its methods: hazards, limits, biological limits, published lists, risk classes. */
export function readHazardLibrary(): HazardLibrary {
  const { hazards: hazardsWithLimits, limits } = readLimits();
  const formulas = new Map(readTable('formulas.csv').map((row) => [row['name'], row['formula'] ?? '']));
  const unlisted = new Map(unlistedRows().map((row) => [row['name'], unlistedFacts(row)]));
  const catalogue = catalogueHazards().map((hazard) => ({ ...hazard, ...unlisted.get(hazard.name) }));
  const listedHazards = [...hazardsWithLimits, ...physicalHazards, ...catalogue];
  const hazards = [...listedHazards, ...namedWithoutLimit(new Set(listedHazards.map(({ name }) => name)))].map(
    (hazard) => ({
      ...hazard,
      formula: formulas.get(hazard.name) ?? null,
    }),
  );
  const keys = new Map(hazards.map((hazard) => [hazard.name, hazard.key ?? hazard.name]));
  const keyOf = (name: string): string => {
    const key = keys.get(name);
    if (key === undefined) throw new Error(`the library has no hazard ${name}`);
    return key;
  };
  return {
    hazards,
    limits: [...limits, ...physicalLimits],
    biologicalLimits: biologicalLimits(keyOf),
    listings: listingRows(keyOf),
    risks: riskRows(),
  };
}
