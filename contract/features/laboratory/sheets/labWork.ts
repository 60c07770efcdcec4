import type { Balance } from '@contract/arithmetic/air/dustFormulas';
import { minWeighableGain } from '@contract/arithmetic/air/dustFormulas';
import type { StandardEdition } from '@contract/arithmetic/limits/standardEdition';
import type { Row } from '@contract/entity';
import type { equipment } from '@contract/features/equipment/entities/equipment';
import type { labMethod } from '@contract/features/library/entities/labMethod';
import type { labMethodItem } from '@contract/features/library/entities/labMethodItem';
import type { reagent } from '@contract/features/stock/entities/reagent';
import type { standard } from '@contract/features/stock/entities/standard';
import type { SeenFingerprint } from '@contract/workflow/signatureTexts';
import { curveOf } from '../curves/storedCurve';
import type { EfficiencyDetermination } from '../detection/efficiencyDetermination';
import type { LimitDetermination } from '../detection/limitOrigin';
import type { labCurve } from '../entities/labCurve';
import type { labSheet } from '../entities/labSheet';
import { calculateRecord } from '../methods/calculation/calculateRecord';
import {
  type IncomingUnit,
  incomingUnits,
  type LabRecord,
  type LabRow,
  type RecordResult,
  type RecordSettings,
} from '../methods/calculation/labRecord';
import type { MethodKey } from '../methods/methodCatalogue';
import type { Variant } from '../methods/methodDefinition';
import { layoutOf, type Layout, type MethodSheet } from '../methods/sheets/methodSheet';
import { methodSheets } from '../methods/sheets/methodSheets';
import type { SheetGroup } from './sheetGroup';

// Data of a page about one record, and the record's input for the calculation. Screen, server and paper share them.

/**
 * A row of a record with the current sampling data of its sample; an approved record has the data of its approval.
 */
export interface LabWorkRow {
  readonly id: number;
  readonly version: number;
  readonly task: number | null;
  readonly sample: number;
  readonly sampleNo: string;
  readonly rowKind: string;
  readonly rowSort: number | null;
  readonly siteName: string;
  readonly sampledOn: string | null;
  /** Sampled volume V, L; with temperature t, ℃, and pressure P, kPa. */
  readonly volume: string | null;
  readonly temperature: string | null;
  readonly pressure: string | null;
  /** Lot of the collector; absent in records submitted before efficiencies were assigned by lot. */
  readonly collectorLot?: string | null;
  /** V0, L, as the client stated it. */
  readonly standardVolume: string | null;
  readonly clientSampleNo: string | null;
  readonly sampleForm: string | null;
  readonly keepUntil: string | null;
  /** Ids of the blank rows of this row; null for all blanks of the record. */
  readonly blanks: readonly number[] | null;
  /** Rules of the calculation; absent in records submitted before rules were distinguished. */
  readonly normSet?: StandardEdition | null;
  /** Maximum number of decimals among the hazard's limits of its sampling day, by unit. */
  readonly resultDecimals?: Readonly<Record<string, number>> | null;
  readonly readings: Readonly<Record<string, string>>;
  readonly remark: string | null;
  readonly overrideText: string | null;
  readonly overrideReason: string | null;
  /** Result of the last save. */
  readonly concentration: string | null;
  readonly reportText: string | null;
  readonly resultNum: string | null;
  readonly censored: boolean;
  readonly unit: string | null;
  readonly minimum: string | null;
  readonly computed: Readonly<Record<string, string>>;
  readonly notes: string | null;
  readonly problem: string | null;
  /** `Working` as JSON; present only when a whole record is requested. */
  readonly working?: string | null;
}

/** A sample to which a person assigned blanks of another batch. */
export interface OtherBlanks {
  readonly sampleNo: string;
  readonly blanks: readonly string[];
  readonly reason: string;
}

/** Answer of `GET api/labSheet/work/:id`. */
export interface LabWork {
  /** Fingerprint of the content that a signature would cover; only in the answer for a page. */
  readonly asSeen?: SeenFingerprint;
  readonly sheet: Row<typeof labSheet>;
  readonly project: {
    readonly id: number;
    readonly code: string;
    readonly projectName: string;
    readonly unitName: string;
    readonly customerName: string | null;
    readonly typeName: string | null;
    readonly stage: string;
  };
  readonly method: Row<typeof labMethod>;
  /** Names of the hazard in the library, which files of instruments may contain. */
  readonly componentNames?: readonly string[];
  /** Data of the library about the hazard by this method. */
  readonly item: Row<typeof labMethodItem> | null;
  /**
   * The determination of the detection limit; null where there is none, absent in records that were submitted before
   * origins were stored.
   */
  readonly determination?: LimitDetermination | null;
  /**
   * Determinations of the efficiency for the lots of its samples; absent in records that were submitted before
   * efficiencies were determined.
   */
  readonly efficiencies?: readonly EfficiencyDetermination[];
  readonly instrument: Row<typeof equipment> | null;
  readonly standard: Row<typeof standard> | null;
  readonly reagents: readonly Row<typeof reagent>[];
  readonly curve: Row<typeof labCurve> | null;
  /** Contents of the tubes, where the curve is a standard series, μg. */
  readonly tubes?: readonly string[];
  readonly rows: readonly LabWorkRow[];
  /** Samples from which blanks of another batch are subtracted, each with the reason. */
  readonly otherBlanks?: readonly OtherBlanks[];
  /** The original record that this record shares with other hazards; absent for a record of its own. */
  readonly group?: SheetGroup;
  /** Message why nothing can be changed now; null where changes are possible. */
  readonly locked: string | null;
}

/** Fields that decide the form of a record. */
export type SheetFacts = Pick<LabWork['sheet'], 'methodKind' | 'layout' | 'variant'>;

/** Returns the method of a record. */
export const methodOf = ({ methodKind }: Pick<SheetFacts, 'methodKind'>): MethodKey => methodKind as MethodKey;
/** Returns the sheet of a record's method. */
export const sheetOf = (sheetFacts: Pick<SheetFacts, 'methodKind'>): MethodSheet => methodSheets[methodOf(sheetFacts)];
/** Returns the layout of a record; the first one of its method by default. */
export const layoutOfSheet = (sheetFacts: SheetFacts): Layout =>
  layoutOf(sheetOf(sheetFacts), sheetFacts.layout ?? undefined);
/** Returns whether a record is of ordinary or of incoming samples. */
export const variantOf = ({ variant }: Pick<SheetFacts, 'variant'>): Variant =>
  variant === 'incoming' ? 'incoming' : 'ordinary';

/** Keys of 计算设置 with their labels; `settingsOfMethod` returns those of a method. */
export const settingLabels = {
  balance: '天平感量(mg)',
  filterDiameter: '滤膜直径(mm)',
  weighingSpread: '两次称量允许差(mg)',
  internalReference: '内标参考强度',
  breakthroughMost: '后/前允许比(%)',
  breakthroughCapacity: '穿透容量(mg)',
} as const;
type SettingKey = keyof typeof settingLabels;

const settingsByMethod: Partial<Record<MethodKey, readonly SettingKey[]>> = {
  dust: ['balance', 'filterDiameter', 'weighingSpread'],
  dustOrganics: ['balance'],
  inductivelyCoupledPlasma: ['internalReference'],
  gasChromatography: ['breakthroughMost', 'breakthroughCapacity'],
};
const noSettings: readonly SettingKey[] = [];
/** Returns the settings of a method. The array is the same each time, because inputs depend on its identity. */
export const settingsOfMethod = (method: MethodKey): readonly SettingKey[] => settingsByMethod[method] ?? noSettings;

const isBalance = (value: string | undefined): value is Balance =>
  value !== undefined && Object.hasOwn(minWeighableGain, value);
const isIncomingUnit = (value: string | null): value is IncomingUnit =>
  (incomingUnits as readonly (string | null)[]).includes(value);

function settingsOf({ sheet, method, curve }: Pick<LabWork, 'sheet' | 'method' | 'curve'>): RecordSettings {
  const givenSettings = sheet.settings ?? {};
  const { balance, filterDiameter, weighingSpread, internalReference, breakthroughMost } = givenSettings as Partial<
    Record<SettingKey, string>
  >;
  return {
    ...(isBalance(balance) ? { balance } : {}),
    ...(filterDiameter ? { filterDiameter } : {}),
    ...(weighingSpread ? { weighingSpread } : {}),
    ...(internalReference ? { internalReference } : {}),
    ...(breakthroughMost
      ? { breakthrough: { comparedWith: 'front' as const, maxRatioPercent: breakthroughMost } }
      : {}),
    ...(curve?.basis === 'P' ? { curveBasis: 'P' as const } : {}),
    ...(method.parallelMax ? { parallelMax: method.parallelMax } : {}),
    ...(method.blanksPerBatch === null ? {} : { blanks: method.blanksPerBatch }),
  };
}

/** Fields of a row that the calculation needs. */
export type RowFacts = Pick<
  LabWorkRow,
  | 'id'
  | 'sample'
  | 'rowKind'
  | 'volume'
  | 'temperature'
  | 'pressure'
  | 'standardVolume'
  | 'blanks'
  | 'normSet'
  | 'resultDecimals'
  | 'readings'
> &
  Partial<Pick<LabWorkRow, 'sampledOn'>>;

const labRow = (row: RowFacts): LabRow => ({
  id: row.id,
  sample: String(row.sample),
  blank: row.rowKind === 'blank',
  ...(row.blanks ? { blanks: row.blanks } : {}),
  volume: row.volume,
  temperature: row.temperature,
  pressure: row.pressure,
  standardVolume: row.standardVolume,
  ...(row.sampledOn ? { sampledOn: row.sampledOn } : {}),
  normSet: row.normSet ?? null,
  resultDecimals: row.resultDecimals ?? null,
  readings: row.readings,
});

/**
 * Converts a page's work to the input of `calculateRecord`.
 * @param rows rows during input, in place of the stored ones
 */
export function recordOf(
  work: Pick<LabWork, 'sheet' | 'method' | 'curve' | 'tubes'>,
  rows: readonly RowFacts[],
): LabRecord {
  const { sheet, curve } = work;
  return {
    variant: variantOf(sheet),
    layout: layoutOfSheet(sheet).key,
    curve: curveOf(curve),
    tubes: work.tubes ?? [],
    ...(curve?.unit ? { curveUnit: curve.unit } : {}),
    lod: sheet.lod,
    lodUnit: sheet.lodUnit,
    loq: sheet.loq ?? null,
    publishedMinimum: sheet.publishedMinimum,
    ...(isIncomingUnit(sheet.incomingUnit) ? { incomingUnit: sheet.incomingUnit } : {}),
    settings: settingsOf(work),
    rows: rows.map(labRow),
  };
}

/**
 * Calculates the record in its current state.
 * @throws CalculationProblem where the record as a whole is invalid
 */
export const resultsOf = (
  work: Pick<LabWork, 'sheet' | 'method' | 'curve' | 'tubes'>,
  rows: readonly RowFacts[],
): RecordResult => calculateRecord(methodOf(work.sheet), recordOf(work, rows));
