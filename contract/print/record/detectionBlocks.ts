import { labPreviewTexts } from '../../labPreviewTexts';
import { detectionColumns } from '../../methods/sheets/detectionSheet';
import { methodSheets } from '../../methods/sheets/registry';
import { type Column, headingOf, type MethodSheet } from '../../methods/sheets/sheet';
import type { Block, Fact } from '../document';
import type { PrintedRecord, RecordForm, RecordParts } from './recordParts';

// 检出限 (DOMAIN §4.2, §8.0 L): what the record's results were held against, and how the laboratory found it.

type Detection = RecordParts['detections'][number];

/** The one that the record uses; without one none, whatever else was tried. */
const appliedOf = (detections: readonly Detection[]): Detection | null => detections.find(({ applied }) => applied) ?? null;

/** `空白测定值`, one behind the other, however many there are. */
function blanksOf(values: Readonly<Record<string, string>>): string {
  const numbered = Object.keys(values).filter((key) => /^blank\d+$/.test(key)).sort((one, other) => Number(one.slice(5)) - Number(other.slice(5)));
  return values['blanks'] ?? numbered.map((key) => values[key]).filter(Boolean).join('、');
}

function factOf(column: Column, detection: Detection | null): Fact {
  const label = headingOf(column);
  if (!detection) return { label, value: '', ...(column.key === 'blanks' ? { wide: true } : {}) };
  if (column.key === 'blanks') return { label, value: blanksOf(detection.values ?? {}), wide: true };
  const raw = column.key === 'lod' ? detection.lod : column.key === 'loq' ? detection.loq : null;
  const text = detection.computed?.[column.key] ?? detection.values?.[column.key] ?? '';
  return { label, value: raw ? { text, raw } : text };
}

export function detectionBlocks({ method }: RecordForm, record: PrintedRecord | null): Block[] {
  const sheet: MethodSheet = methodSheets[method];
  if (!sheet.detection) return [];
  const applied = appliedOf(record?.parts.detections ?? []);
  const { lod, lodUnit, publishedMinimum } = record?.work.sheet ?? { lod: null, lodUnit: null, publishedMinimum: null };
  const used: Fact[] = [
    { label: '检出限', value: lod ? `${lod}${lodUnit ? ` ${lodUnit}` : ''}` : '' },
    { label: '方法最低检出浓度', value: publishedMinimum ? `${publishedMinimum} mg/m³` : '' },
  ];
  const found = record && !applied ? [] : detectionColumns[sheet.detection].map((column) => factOf(column, applied));
  if (record && found.length === 0 && used.every(({ value }) => value === '')) return [];
  return [
    { kind: 'heading', text: labPreviewTexts.detection },
    { kind: 'facts', label: labPreviewTexts.detection, pairs: 3, facts: [...used, ...found] },
  ];
}
