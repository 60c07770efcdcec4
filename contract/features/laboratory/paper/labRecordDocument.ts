import { outcomeOfCalculation } from '@contract/arithmetic/numbers/calculationProblem';
import { fixedDictionaries } from '@contract/dictionaries';
import { type Edition, editionOf, faceOf } from '@contract/print/paperEdition';
import { paperTexts } from '@contract/print/paperTexts';
import type { Block, PrintDocument } from '@contract/print/printDocument';
import { withCorrections } from '@contract/print/recordCorrections';
import { incomingStatement, type Layout, layoutOf } from '../methods/sheets/methodSheet';
import { methodSheets } from '../methods/sheets/methodSheets';
import { layoutOfSheet, type LabWorkRow, methodOf, resultsOf, variantOf } from '../sheets/labWork';
import { sheetGroupTexts } from '../sheets/sheetGroup';
import { checkBlocks } from './checkTables';
import { chromatogramBlocks } from './chromatogramBlocks';
import { curveBlocks } from './curveBlocks';
import { detectionBlocks } from './detectionBlocks';
import { efficiencyBlocks } from './efficiencyBlocks';
import { groupHeads, headBlocks } from './headFacts';
import { paperLabel } from './paperLabels';
import { labPreviewTexts } from './previewTexts';
import { type RawResults, sampleTable } from './printedSampleRows';
import type { PrintedRecord, RecordForm, RecordParts } from './recordParts';
import { recordSignersOf } from './recordSigners';
import { formulaBlocks, workingBlocks } from './workingLines';

/** Returns the form of a record. */
export const formOf = ({ work: { sheet }, parts }: PrintedRecord): RecordForm => ({
  method: methodOf(sheet),
  layout: layoutOfSheet(sheet).key,
  variant: variantOf(sheet),
  edition: editionOf(parts),
});

/**
 * Returns the unrounded results for hover texts. The printed text is always the stored one: an approved record never
 * changes.
 */
function rawResults({ work }: PrintedRecord): RawResults {
  const results = outcomeOfCalculation(() => resultsOf(work, work.rows));
  return new Map(results.ok ? results.value.rows.map((row) => [Number(row.id), row]) : []);
}

const sortedRows = ({ work }: PrintedRecord) =>
  [...work.rows].sort((a, b) => (a.rowSort ?? 0) - (b.rowSort ?? 0) || a.id - b.id);

function closingBlocks({ variant }: RecordForm, record: PrintedRecord | null): Block[] {
  const remark = record?.work.sheet.remark ?? '';
  return [
    ...(record && remark === ''
      ? []
      : [
          {
            kind: 'facts',
            label: labPreviewTexts.remark,
            pairs: 1,
            facts: [{ label: labPreviewTexts.remark, value: remark, wide: true }],
          } as const,
        ]),
    ...(variant === 'incoming' ? [{ kind: 'lines', lines: [incomingStatement], bold: true } as const] : []),
  ];
}

/** Returns the title. For silica, the brackets in the title list only the techniques in use. */
function titleOf({ title, formerTitle }: Layout, rows: readonly LabWorkRow[] | null, edition: Edition): string {
  const labelOf = (technique: string) => paperLabel('silicaTechnique', technique, edition);
  const formTitle = edition === 1 ? (formerTitle ?? title) : title;
  const usedTechniques = [
    ...new Set((rows ?? []).flatMap(({ readings }) => (readings['technique'] ? [labelOf(readings['technique'])] : []))),
  ];
  return usedTechniques.length > 0
    ? formTitle.replace(/([（(])[^()（）]*([）)])$/, `$1${usedTechniques.join('、')}$2`)
    : formTitle;
}

/** Returns the state of a record that is not approved yet; undefined otherwise. */
const openStateOf = (sheet: PrintedRecord['work']['sheet'] | undefined): string | undefined =>
  sheet && sheet.state !== 'approved' && sheet.state !== 'corrected'
    ? fixedDictionaries.recordState.find(({ value }) => value === sheet.state)?.label
    : undefined;

const footOf = (no: string, state: string | undefined): string =>
  `${labPreviewTexts.recordNo(no)}${state ? `（${labPreviewTexts.notApproved(state)}）` : ''}`;

/** Returns what a record shows below its head: curve, formula, results and checks. */
function bodyOf(form: RecordForm, record: PrintedRecord | null, rawResults: RawResults): Block[] {
  const rows = record ? sortedRows(record) : null;
  const { formula } = layoutOf(methodSheets[form.method], form.layout);
  return [
    ...curveBlocks(form, record),
    ...formulaBlocks(form, rows),
    { kind: 'heading', text: labPreviewTexts.samples },
    sampleTable(form, rows, rawResults, record?.parts.corrections.rows),
    ...workingBlocks(rows, formula !== ''),
    ...checkBlocks(form, record),
    ...detectionBlocks(form, record),
    ...efficiencyBlocks(record),
    ...chromatogramBlocks(record),
  ];
}

const cornerOf = ({ edition }: RecordForm, controlNo = ''): string =>
  (edition >= 6 ? paperTexts.controlNo : paperTexts.formerControlNo)(controlNo);

function documentOf(
  form: RecordForm,
  parts: Pick<RecordParts, 'agency' | 'controlNos'>,
  record: PrintedRecord | null,
  rawResults: RawResults,
): PrintDocument {
  const layout = layoutOf(methodSheets[form.method], form.layout);
  const sheet = record?.work.sheet;
  return {
    title: titleOf(layout, record && sortedRows(record), form.edition),
    ...faceOf(form.edition),
    agency: parts.agency,
    corner: cornerOf(form, parts.controlNos[layout.key]),
    blocks: withCorrections([
      ...headBlocks(form, record),
      ...bodyOf(form, record, rawResults),
      ...closingBlocks(form, record),
    ]),
    signers: recordSignersOf(record),
    foot: footOf(sheet?.sheetNo ?? '', openStateOf(sheet)),
  };
}

/** Builds the original record of several hazards: one head, then the results of each. */
function groupDocument(no: string, records: readonly PrintedRecord[], hover: boolean): PrintDocument {
  const [firstRecord] = records as readonly [PrintedRecord, ...PrintedRecord[]];
  const form = formOf(firstRecord);
  const layout = layoutOf(methodSheets[form.method], form.layout);
  const heads = groupHeads(
    no,
    records.map((record) => ({ form: formOf(record), record })),
  );
  return {
    title: titleOf(layout, records.flatMap(sortedRows), form.edition),
    ...faceOf(form.edition),
    agency: firstRecord.parts.agency,
    corner: cornerOf(form, firstRecord.parts.controlNos[layout.key]),
    blocks: withCorrections([
      ...heads.common,
      ...records.flatMap((record, index): Block[] => [
        { kind: 'heading', text: sheetGroupTexts.section(String(record.work.sheet.hazardName ?? '')) },
        ...(heads.each[index] ?? []),
        ...bodyOf(formOf(record), record, hover ? rawResults(record) : new Map()),
        ...closingBlocks(formOf(record), record),
      ]),
    ]),
    signers: recordSignersOf(firstRecord),
    foot: footOf(no, openStateOf(firstRecord.work.sheet)),
  };
}

/**
 * Builds the original record of any method (DOMAIN §7.3) from the method's columns, headings, conditions and
 * formulas. Records of one group are one paper.
 * @param hover whether to add the unrounded values for hover texts; they require a recalculation and are not printed
 */
export function recordDocument(record: PrintedRecord, hover = true): PrintDocument {
  const { group, others: otherRecords = [] } = record.parts;
  if (group && otherRecords.length > 0) {
    const placeOf = ({ work }: PrintedRecord): number => group.members.indexOf(work.sheet.id);
    return groupDocument(
      group.no,
      [record, ...otherRecords].sort((a, b) => placeOf(a) - placeOf(b)),
      hover,
    );
  }
  return documentOf(formOf(record), record.parts, record, hover ? rawResults(record) : new Map());
}

/** Builds the blank form for handwriting. */
export const blankDocument = (form: RecordForm, parts: Pick<RecordParts, 'agency' | 'controlNos'>): PrintDocument =>
  documentOf(form, parts, null, new Map());
