import { quantificationLimitOf } from '@contract/arithmetic/curves/detectionLimits';
import { follows331 } from '@contract/arithmetic/limits/standardEdition';
import { numberOf, withoutCalculationNoise } from '@contract/arithmetic/numbers/decimalNumbers';
import { roundSignificant } from '@contract/arithmetic/numbers/roundingRules';
import { type Block, type Fact, withStruck } from '@contract/print/printDocument';
import { blankTexts, detectionFormOf, libraryLimit, shownLimit } from '../detection/detectionLimitForm';
import { formOfDetermination } from '../detection/determinationForms';
import { limitOriginText, limitOriginTexts } from '../detection/limitOrigin';
import { detectionColumns } from '../methods/sheets/detectionColumns';
import { type Column, headingOf, type MethodSheet } from '../methods/sheets/methodSheet';
import { methodSheets } from '../methods/sheets/methodSheets';
import { labPreviewTexts } from './previewTexts';
import type { PrintedRecord, RecordForm, RecordParts } from './recordParts';

// Printed detection limit (检出限; DOMAIN §4.2, §8.0 L): the limit that applies to the results, and its determination.

type PrintedDetection = RecordParts['detections'][number];

/** Returns the determination that the record applies; null where it applies none. */
const appliedOf = (detections: readonly PrintedDetection[]): PrintedDetection | null =>
  detections.find((detection) => detection.applied && formOfDetermination(detection) === 'limit') ?? null;

/** Returns the columns with the inputs of the record's own layout in place of the general ones. */
function columnsFor(columns: readonly Column[], record: PrintedRecord | null): readonly Column[] {
  const inputs = record ? detectionFormOf(record.work)?.inputs : undefined;
  if (!inputs) return columns;
  const blankKeys = new Set(['blanks', 'methodLod']);
  const columnIndex = columns.findIndex(({ key, kind }) => kind === 'in' && !blankKeys.has(key));
  const otherColumns = columns.filter(({ key, kind }) => kind !== 'in' || blankKeys.has(key));
  return [...otherColumns.slice(0, columnIndex), ...inputs, ...otherColumns.slice(columnIndex)];
}

function factOf(column: Column, detection: PrintedDetection | null, record: PrintedRecord | null): Fact {
  const { key } = column;
  const label = headingOf(column);
  const wideOption = key === 'blanks' ? { wide: true } : {};
  if (!detection || !record) return { label, value: '', ...wideOption };
  const values = detection.values ?? {};
  const slope = record.work.curve?.b;
  if (key === 'blanks') return { label, value: blankTexts(values['blanks']).join('、'), ...wideOption };
  if (key === 'slope')
    return { label, value: slope ? { text: roundSignificant(numberOf(slope, '斜率b'), 5), raw: slope } : '' };
  if (key === 'methodLod') return { label, value: libraryLimit(record.work) ?? values['methodLod'] ?? '' };
  const raw = key === 'lod' ? detection.lod : key === 'loq' ? detection.loq : null;
  const text = detection.computed?.[key] ?? values[key] ?? '';
  const oldTexts = record.parts.corrections.detections[detection.id]?.[`values.${key}`];
  return { label, value: withStruck(raw ? { text, raw } : text, oldTexts) };
}

/**
 * Returns the LOQ, with which results are compared since GBZ 331-2024; where only the LOD is known, the derived LOQ.
 */
function quantificationFacts(sheet: MethodSheet, record: PrintedRecord | null, loq: string | null): Fact[] {
  const label = '定量下限';
  if (!record) return sheet.detection === 'blanks' ? [{ label, value: '' }] : [];
  const { lod, lodUnit } = record.work.sheet;
  const unit = lodUnit ? ` ${lodUnit}` : '';
  if (loq) return [{ label, value: { text: `${shownLimit(loq)}${unit}`, raw: loq } }];
  const isStrict = record.work.rows.some(({ normSet }) => follows331(normSet ?? 'pre331'));
  if (!isStrict || !lod || sheet.detection !== 'blanks') return [];
  const derivedLoq = quantificationLimitOf(numberOf(lod, '检出限'));
  return [
    {
      label,
      value: {
        text: `${roundSignificant(derivedLoq, 2)}${unit}（按检出限的10/3计）`,
        raw: withoutCalculationNoise(derivedLoq).toString(),
      },
    },
  ];
}

/** Returns the origin of the limits, with the old values of the typed source. */
function originFacts(record: PrintedRecord | null): Fact[] {
  const text = record ? limitOriginText(record.work) : '';
  if (!record || text === '') return [];
  return [
    {
      label: limitOriginTexts.label,
      value: withStruck(text, record.parts.corrections.sheet['lodSource'] ?? []),
      wide: true,
    },
  ];
}

/** Returns the day of the determination and its remark. */
function recordedFacts(detection: PrintedDetection | null): Fact[] {
  return [
    ...(detection?.testedOn ? [{ label: '测定日期', value: detection.testedOn }] : []),
    ...(detection?.remark ? [{ label: '备注', value: detection.remark, wide: true }] : []),
  ];
}

/** Returns the printed detection limit of a record; without a record, the blank form. */
export function detectionBlocks({ method }: RecordForm, record: PrintedRecord | null): Block[] {
  const sheet: MethodSheet = methodSheets[method];
  if (!sheet.detection) return [];
  const appliedDetection = appliedOf(record?.parts.detections ?? []);
  const { lod, lodUnit, loq, publishedMinimum } = record?.work.sheet ?? {
    lod: null,
    lodUnit: null,
    loq: null,
    publishedMinimum: null,
  };
  const usedFacts: Fact[] = [
    { label: '检出限', value: lod ? { text: `${shownLimit(lod)}${lodUnit ? ` ${lodUnit}` : ''}`, raw: lod } : '' },
    ...quantificationFacts(sheet, record, loq ?? null),
    ...originFacts(record),
    { label: '方法最低检出浓度', value: publishedMinimum ? `${publishedMinimum} mg/m³` : '' },
  ];
  const foundFacts =
    record && !appliedDetection
      ? []
      : columnsFor(detectionColumns[sheet.detection], record).map((column) => factOf(column, appliedDetection, record));
  if (record && foundFacts.length === 0 && usedFacts.every(({ value }) => value === '')) return [];
  return [
    { kind: 'heading', text: labPreviewTexts.detection },
    {
      kind: 'facts',
      label: labPreviewTexts.detection,
      pairs: 3,
      facts: [...usedFacts, ...foundFacts, ...recordedFacts(record ? appliedDetection : null)],
    },
  ];
}
