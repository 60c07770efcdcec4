import { and, asc, eq, inArray, isNull, or } from 'drizzle-orm';
import { fixedDictionaries, type FixedDictionary } from '@contract/dictionaries';
import {
  determinationLabel,
  efficiencyLabel,
  formOfDetermination,
} from '@contract/features/laboratory/detection/determinationForms';
import { efficiencyTexts, usedEfficiencies } from '@contract/features/laboratory/detection/efficiencyDetermination';
import { limitOriginText } from '@contract/features/laboratory/detection/limitOrigin';
import type { MethodKey } from '@contract/features/laboratory/methods/methodCatalogue';
import { rawDataExemption } from '@contract/features/laboratory/methods/rawDataNeeds';
import { layoutOf, readingsOfLayout } from '@contract/features/laboratory/methods/sheets/methodSheet';
import type { PrintedRecord } from '@contract/features/laboratory/paper/recordParts';
import { workingIn, workingText } from '@contract/features/laboratory/paper/workingLines';
import { sheetOf } from '@contract/features/laboratory/sheets/labWork';
import { type TraceFact, traceTexts } from '@contract/features/reports/resultTrace';
import type { RecordLot } from '@contract/features/stock/lotUses';
import { lotTitle } from '@contract/features/stock/stockKinds';
import type { Field, FieldMap } from '@contract/field';
import { labelIn } from '@contract/print/paperHead';
import type { TimelineStep } from '@contract/workflow/workflowWire';
import { formatMoment } from '@server/base/zone';
import type { Orm } from '@server/db/orm';
import { labAttachmentTable, standardTable, stockMovementTable } from '@server/db/schema';
import { hasChecks } from '@server/features/laboratory/sheets/sheetChecks';
import { missingFact, factsOrNone, factOrMissing } from './traceFact';

type RecordRow = PrintedRecord['work']['rows'][number];

const labelledText = (label: string, value: unknown): string[] =>
  value === null || value === undefined || value === '' ? [] : [`${label} ${String(value)}`];

/** Returns a value in the form of the record: a dictionary value by its label. */
const shownOf = (field: Field, value: unknown): unknown =>
  field.kind === 'dict' && typeof value === 'string' ? labelIn(field.dict as FixedDictionary, value) : value;

/** Returns the readings of the sample and their result, with the labels of the record. */
export function readingFacts(
  { work: { sheet } }: PrintedRecord,
  row: RecordRow,
  path: string | null,
): readonly TraceFact[] {
  const method = sheetOf(sheet);
  const layout = layoutOf(method, sheet.layout ?? undefined);
  const fields: FieldMap = readingsOfLayout(method, layout);
  const readingTexts = Object.entries(fields).flatMap(([name, field]) =>
    labelledText(field.label, shownOf(field, (row.readings as Readonly<Record<string, unknown>>)[name])),
  );
  const calculatedFacts = Object.entries(method.calculated).flatMap(([name, { label }]) =>
    labelledText(label, (row.computed as Readonly<Record<string, unknown>> | null)?.[name]),
  );
  const calculation = workingIn(row);
  return [
    factOrMissing('读数', readingTexts.join('；'), { path }),
    factOrMissing(
      '计算',
      [
        ...calculatedFacts,
        ...(calculation ? [workingText(calculation)] : labelledText('空气中浓度', row.concentration)),
      ].join('；'),
    ),
    factOrMissing('报出结果', [row.reportText, row.unit].filter(Boolean).join(' ')),
    ...(row.overrideText ? [factOrMissing('人工修正', `${row.overrideText}（${row.overrideReason ?? ''}）`)] : []),
  ];
}

const signedBy = (steps: readonly TimelineStep[]): string[] =>
  steps.map(({ label, personName, at }) => `${label} ${personName} ${at}`);

/** Returns the curve with its points and approver; empty for a method without a curve. */
export function curveFacts({ work: { sheet, curve }, parts }: PrintedRecord): readonly TraceFact[] {
  if (!sheetOf(sheet).curve) return [];
  if (!curve) return [missingFact('标准曲线')];
  const { curveNo, r, low, high, unit, preparedOn, workingConcentration, state } = curve;
  const approved = parts.curveSteps.filter(({ to }) => to === 'approved');
  return [
    factOrMissing('标准曲线', [curveNo, `r=${r ?? '—'}`, `${low ?? '—'}～${high ?? '—'} ${unit}`].join('，')),
    factOrMissing('浓度点', parts.points.length > 0 ? `${parts.points.length}个` : null),
    factOrMissing('标准使用液浓度', workingConcentration),
    factOrMissing('配制日期', preparedOn),
    state === 'approved' || state === 'retired'
      ? factOrMissing('曲线审核', signedBy(approved).join('；'))
      : missingFact('曲线审核'),
  ];
}

/**
 * Returns each kind of check of the method with its verdicts. A kind that the record lacks is shown as missing. If
 * the determination of the sample's lot gave the efficiency, that check is not missing. A method without a page of
 * checks (weighing, outsourced) shows its note.
 */
export function qualityFacts({ work, parts }: PrintedRecord, row: RecordRow): readonly TraceFact[] {
  const { sheet, rows } = work;
  const labels = new Map<string, string>(fixedDictionaries.labCheckKind.map(({ value, label }) => [value, label]));
  const reasons = (sheet.checkReasons ?? {}) as Readonly<Record<string, unknown>>;
  const blanks = rows.filter(({ rowKind }) => rowKind === 'blank');
  const field = factOrMissing(
    '现场空白',
    blanks.map(({ sampleNo, reportText }) => `${sampleNo} ${reportText ?? ''}`.trim()).join('；') ||
      (sheet.blankRemark ?? null),
  );
  if (!hasChecks(sheet.methodKind as MethodKey)) return [field, factOrMissing('质控说明', sheet.checkRemark)];
  const hasDetermination = usedEfficiencies(work.efficiencies ?? [], [row]).length > 0;
  const checks = sheetOf(sheet).checks.flatMap((kind) => {
    const kindChecks = parts.checks.filter(({ checkKind }) => checkKind === kind);
    const label = labels.get(kind) ?? kind;
    const summary = kindChecks
      .map(({ sampleNo, judged, passes }) => `${sampleNo ?? ''}${judged ? (passes ? '合格' : '不合格') : '未评价'}`)
      .join('；');
    if (summary) return [factOrMissing(label, summary)];
    if (kind === 'efficiency' && hasDetermination) return [];
    const reason = reasons[kind];
    return [missingFact(label, typeof reason === 'string' && reason ? `原因：${reason}` : '')];
  });
  return [field, ...checks];
}

/** Returns the basis of the detection limit; empty for a method without a detection limit. */
export function detectionFacts({ work }: PrintedRecord): readonly TraceFact[] {
  const { sheet } = work;
  if (!sheetOf(sheet).detection) return [];
  const limit = sheet.lod === null ? null : `${sheet.lod} ${sheet.lodUnit ?? ''}`.trim();
  return [
    factOrMissing('检出限', limit),
    factOrMissing('检出限依据', limit === null ? null : limitOriginText(work) || null),
  ];
}

/**
 * Returns the origin of the efficiency by which a result is divided: the determination of its collector's lot, or the
 * statement in the head.
 */
export function efficiencyFacts({ work, parts }: PrintedRecord, row: RecordRow): readonly TraceFact[] {
  const label = efficiencyLabel(work);
  if (label === null) return [];
  const efficiency = usedEfficiencies(work.efficiencies ?? [], [row])[0];
  const blanks = parts.detections.filter(
    (detection) => formOfDetermination(detection) === 'lotBlank' && detection.collectorLot === row.collectorLot,
  );
  const verdicts = blanks.map(
    ({ collectorLot, computed, problem }) => `批号${collectorLot ?? ''} ${computed?.['verdict'] ?? problem ?? ''}`,
  );
  return [
    factOrMissing(
      `${label}依据`,
      efficiency ? efficiencyTexts.told(efficiency) : (work.sheet.efficiencySource ?? null),
    ),
    ...(verdicts.length > 0 ? [factOrMissing(determinationLabel(work, 'lotBlank'), verdicts.join('；'))] : []),
  ];
}

/** Returns certified solutions that are used as the working standard without dilution. */
async function usedAsItIs(orm: Orm, ids: readonly number[], concentration: string | null): Promise<TraceFact[]> {
  if (!ids.length || !concentration) return [];
  const standards = await orm
    .select({ no: standardTable.standardNo, value: standardTable.certified, unit: standardTable.certifiedUnit })
    .from(standardTable)
    .where(inArray(standardTable.id, [...ids]));
  const withoutSpaces = (text: string): string => text.replaceAll(/\s/g, '');
  return standards
    .filter(
      ({ value, unit }) =>
        value !== null && withoutSpaces(`${Number(value)}${unit ?? ''}`) === withoutSpaces(concentration),
    )
    .map(({ no }) => factOrMissing('标准使用液配制', traceTexts.usedAsItIs(no, concentration)));
}

/**
 * Returns the lots of the record, and how its solutions were prepared: from which lots, how much, when and by whom. A
 * method without a curve (weighing) needs no solutions and shows only the used lots.
 */
export async function lotFacts(
  orm: Orm,
  lots: readonly RecordLot[],
  { work: { sheet, curve } }: PrintedRecord,
  zone: string,
): Promise<readonly TraceFact[]> {
  const directFacts = lots
    .filter(({ throughLotNo }) => throughLotNo === null)
    .map(({ lot, role, kind }) => {
      const componentTitles = lots
        .filter((component) => component.throughLotNo === lot.no)
        .map((component) => lotTitle(component.lot));
      const commonFields = {
        path: `/resource/${kind === 'standard' ? 'standards' : kind === 'reagent' ? 'reagents' : 'consumables'}?keyword=${encodeURIComponent(lot.no)}`,
      };
      return factOrMissing(
        role,
        [
          lotTitle(lot),
          lot.validUntil && `有效期至${lot.validUntil}`,
          componentTitles.length > 0 && `由${componentTitles.join('、')}配制`,
        ]
          .filter(Boolean)
          .join('，'),
        commonFields,
      );
    });
  const move = stockMovementTable;
  const solutions = lots.filter(
    ({ throughLotNo, kind }) => throughLotNo === null && (kind === 'standard' || kind === 'reagent'),
  );
  const preparationFacts: TraceFact[] = [];
  for (const { lot, kind } of solutions) {
    const targetColumn = kind === 'standard' ? move.intoStandard : move.intoReagent;
    const lines = await orm
      .select({ no: move.movementNo, delta: move.delta, time: move.createTime, reason: move.reason })
      .from(move)
      .where(and(eq(targetColumn, lot.id), eq(move.movementKind, 'prepareOut')))
      .orderBy(asc(move.id));
    if (lines.length > 0)
      preparationFacts.push(
        factOrMissing(
          `配制记录 ${lot.no}`,
          lines
            .map(({ no, delta, time, reason }) =>
              [no, `取${String(delta).replace('-', '')}`, formatMoment(time, zone), reason].filter(Boolean).join(' '),
            )
            .join('；'),
        ),
      );
  }
  if (!sheetOf(sheet).curve) return [...directFacts, ...preparationFacts];
  const ids = solutions.flatMap(({ lot, kind }) => (kind === 'standard' ? [lot.id] : []));
  const preparations =
    preparationFacts.length > 0 ? preparationFacts : await usedAsItIs(orm, ids, curve?.workingConcentration ?? null);
  return [...factsOrNone('标准物质与试剂', directFacts), ...factsOrNone('标准使用液配制', preparations)];
}

/**
 * Returns the original instrument data: of this sample, else of the whole record. If the method needs none, returns
 * the attachments, else the reason.
 */
export async function rawFacts(
  orm: Orm,
  { work: { sheet, rows } }: PrintedRecord,
  sampleId: number,
): Promise<readonly TraceFact[]> {
  const attachments = labAttachmentTable;
  const kinds = or(
    eq(attachments.attachmentKind, 'spectrum'),
    eq(attachments.attachmentKind, 'rawData'),
    eq(attachments.attachmentKind, 'report'),
  );
  const files = await orm
    .select({
      id: attachments.file,
      name: attachments.fileName,
      kind: attachments.attachmentKind,
      sample: attachments.sample,
      sha256: attachments.sha256,
    })
    .from(attachments)
    .where(and(eq(attachments.sheet, sheet.id), isNull(attachments.deleteTime), kinds))
    .orderBy(asc(attachments.id));
  const sampleFiles = files.filter((file) => file.sample === sampleId);
  const labels = new Map<string, string>(fixedDictionaries.labAttachmentKind.map(({ value, label }) => [value, label]));
  const shownFiles = sampleFiles.length > 0 ? sampleFiles : files.filter((file) => file.sample === null);
  const fileFacts = shownFiles.map(({ id, name, kind, sha256 }) =>
    factOrMissing(labels.get(kind ?? '') ?? '', `${name ?? ''}${sha256 ? `（SHA-256 ${sha256.slice(0, 12)}…）` : ''}`, {
      file: { id, name: name ?? '' },
    }),
  );
  const label = '原始谱图与原始数据';
  const techniques = rows.flatMap((row) => (row.readings as Readonly<Record<string, string>>)['technique'] ?? []);
  const reason = rawDataExemption(String(sheet.methodKind), techniques);
  return reason === undefined
    ? factsOrNone(label, fileFacts)
    : fileFacts.length > 0
      ? fileFacts
      : [factOrMissing(label, reason)];
}
