import { and, asc, eq, inArray, isNull, or } from 'drizzle-orm';
import { fixedDictionaries, type FixedDictionary } from '@contract/dictionaries';
import {
  determinationLabel,
  efficiencyLabel,
  formOfDetermination,
} from '@contract/features/laboratory/detection/determinationForms';
import { efficiencyTexts, usedEfficiencies } from '@contract/features/laboratory/detection/efficiency';
import { limitOriginText } from '@contract/features/laboratory/detection/limitOrigin';
import type { MethodKey } from '@contract/features/laboratory/methods/catalogue';
import { noRawReason } from '@contract/features/laboratory/methods/rawData';
import { layoutOf, readingsOfLayout } from '@contract/features/laboratory/methods/sheets/sheet';
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
import { absent, several, told } from './traceFact';

type Row = PrintedRecord['work']['rows'][number];

const words = (label: string, value: unknown): string[] =>
  value === null || value === undefined || value === '' ? [] : [`${label} ${String(value)}`];

/** Returns a value in the form of the record: a dictionary value by its label. */
const shownOf = (field: Field, value: unknown): unknown =>
  field.kind === 'dict' && typeof value === 'string' ? labelIn(field.dict as FixedDictionary, value) : value;

/** Returns the readings of the sample and their result, with the labels of the record. */
export function readingFacts({ work: { sheet } }: PrintedRecord, row: Row, path: string | null): readonly TraceFact[] {
  const method = sheetOf(sheet);
  const layout = layoutOf(method, sheet.layout ?? undefined);
  const fields: FieldMap = readingsOfLayout(method, layout);
  const read = Object.entries(fields).flatMap(([name, field]) =>
    words(field.label, shownOf(field, (row.readings as Readonly<Record<string, unknown>>)[name])),
  );
  const calculated = Object.entries(method.calculated).flatMap(([name, { label }]) =>
    words(label, (row.computed as Readonly<Record<string, unknown>> | null)?.[name]),
  );
  const working = workingIn(row);
  return [
    told('读数', read.join('；'), { path }),
    told(
      '计算',
      [...calculated, ...(working ? [workingText(working)] : words('空气中浓度', row.concentration))].join('；'),
    ),
    told('报出结果', [row.reportText, row.unit].filter(Boolean).join(' ')),
    ...(row.overrideText ? [told('人工修正', `${row.overrideText}（${row.overrideReason ?? ''}）`)] : []),
  ];
}

const signedBy = (steps: readonly TimelineStep[]): string[] =>
  steps.map(({ label, personName, at }) => `${label} ${personName} ${at}`);

/** Returns the curve with its points and approver; empty for a method without a curve. */
export function curveFacts({ work: { sheet, curve }, parts }: PrintedRecord): readonly TraceFact[] {
  if (!sheetOf(sheet).curve) return [];
  if (!curve) return [absent('标准曲线')];
  const { curveNo, r, low, high, unit, preparedOn, workingConcentration, state } = curve;
  const approved = parts.curveSteps.filter(({ to }) => to === 'approved');
  return [
    told('标准曲线', [curveNo, `r=${r ?? '—'}`, `${low ?? '—'}～${high ?? '—'} ${unit}`].join('，')),
    told('浓度点', parts.points.length > 0 ? `${parts.points.length}个` : null),
    told('标准使用液浓度', workingConcentration),
    told('配制日期', preparedOn),
    state === 'approved' || state === 'retired' ? told('曲线审核', signedBy(approved).join('；')) : absent('曲线审核'),
  ];
}

/**
 * Returns each kind of check of the method with its verdicts. A kind that the record lacks is shown as missing. If
 * the determination of the sample's lot gave the efficiency, that check is not missing. A method without a page of
 * checks (weighing, outsourced) shows its note.
 */
export function qualityFacts({ work, parts }: PrintedRecord, row: Row): readonly TraceFact[] {
  const { sheet, rows } = work;
  const labels = new Map<string, string>(fixedDictionaries.labCheckKind.map(({ value, label }) => [value, label]));
  const reasons = (sheet.checkReasons ?? {}) as Readonly<Record<string, unknown>>;
  const blanks = rows.filter(({ rowKind }) => rowKind === 'blank');
  const field = told(
    '现场空白',
    blanks.map(({ sampleNo, reportText }) => `${sampleNo} ${reportText ?? ''}`.trim()).join('；') ||
      (sheet.blankRemark ?? null),
  );
  if (!hasChecks(sheet.methodKind as MethodKey)) return [field, told('质控说明', sheet.checkRemark)];
  const determined = usedEfficiencies(work.efficiencies ?? [], [row]).length > 0;
  const checks = sheetOf(sheet).checks.flatMap((kind) => {
    const own = parts.checks.filter(({ checkKind }) => checkKind === kind);
    const label = labels.get(kind) ?? kind;
    const said = own
      .map(({ sampleNo, judged, passes }) => `${sampleNo ?? ''}${judged ? (passes ? '合格' : '不合格') : '未评价'}`)
      .join('；');
    if (said) return [told(label, said)];
    if (kind === 'efficiency' && determined) return [];
    const reason = reasons[kind];
    return [absent(label, typeof reason === 'string' && reason ? `原因：${reason}` : '')];
  });
  return [field, ...checks];
}

/** Returns the basis of the detection limit; empty for a method without a detection limit. */
export function detectionFacts({ work }: PrintedRecord): readonly TraceFact[] {
  const { sheet } = work;
  if (!sheetOf(sheet).detection) return [];
  const limit = sheet.lod === null ? null : `${sheet.lod} ${sheet.lodUnit ?? ''}`.trim();
  return [told('检出限', limit), told('检出限依据', limit === null ? null : limitOriginText(work) || null)];
}

/**
 * Returns the origin of the efficiency by which a result is divided: the determination of its collector's lot, or the
 * statement in the head.
 */
export function efficiencyFacts({ work, parts }: PrintedRecord, row: Row): readonly TraceFact[] {
  const label = efficiencyLabel(work);
  if (label === null) return [];
  const found = usedEfficiencies(work.efficiencies ?? [], [row])[0];
  const blanks = parts.detections.filter(
    (one) => formOfDetermination(one) === 'lotBlank' && one.collectorLot === row.collectorLot,
  );
  const verdicts = blanks.map(
    ({ collectorLot, computed, problem }) => `批号${collectorLot ?? ''} ${computed?.['verdict'] ?? problem ?? ''}`,
  );
  return [
    told(`${label}依据`, found ? efficiencyTexts.told(found) : (work.sheet.efficiencySource ?? null)),
    ...(verdicts.length > 0 ? [told(determinationLabel(work, 'lotBlank'), verdicts.join('；'))] : []),
  ];
}

/** Returns certified solutions that are used as the working standard without dilution. */
async function usedAsItIs(orm: Orm, ids: readonly number[], concentration: string | null): Promise<TraceFact[]> {
  if (!ids.length || !concentration) return [];
  const found = await orm
    .select({ no: standardTable.standardNo, value: standardTable.certified, unit: standardTable.certifiedUnit })
    .from(standardTable)
    .where(inArray(standardTable.id, [...ids]));
  const plain = (text: string): string => text.replaceAll(/\s/g, '');
  return found
    .filter(({ value, unit }) => value !== null && plain(`${Number(value)}${unit ?? ''}`) === plain(concentration))
    .map(({ no }) => told('标准使用液配制', traceTexts.usedAsItIs(no, concentration)));
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
  const direct = lots
    .filter(({ by }) => by === null)
    .map(({ lot, as, kind }) => {
      const prepared = lots.filter((one) => one.by === lot.no).map((one) => lotTitle(one.lot));
      const rest = {
        path: `/resource/${kind === 'standard' ? 'standards' : kind === 'reagent' ? 'reagents' : 'consumables'}?keyword=${encodeURIComponent(lot.no)}`,
      };
      return told(
        as,
        [
          lotTitle(lot),
          lot.validUntil && `有效期至${lot.validUntil}`,
          prepared.length > 0 && `由${prepared.join('、')}配制`,
        ]
          .filter(Boolean)
          .join('，'),
        rest,
      );
    });
  const move = stockMovementTable;
  const solutions = lots.filter(({ by, kind }) => by === null && (kind === 'standard' || kind === 'reagent'));
  const prepared: TraceFact[] = [];
  for (const { lot, kind } of solutions) {
    const into = kind === 'standard' ? move.intoStandard : move.intoReagent;
    const lines = await orm
      .select({ no: move.movementNo, delta: move.delta, time: move.createTime, reason: move.reason })
      .from(move)
      .where(and(eq(into, lot.id), eq(move.movementKind, 'prepareOut')))
      .orderBy(asc(move.id));
    if (lines.length > 0)
      prepared.push(
        told(
          `配制记录 ${lot.no}`,
          lines
            .map(({ no, delta, time, reason }) =>
              [no, `取${String(delta).replace('-', '')}`, formatMoment(time, zone), reason].filter(Boolean).join(' '),
            )
            .join('；'),
        ),
      );
  }
  if (!sheetOf(sheet).curve) return [...direct, ...prepared];
  const ids = solutions.flatMap(({ lot, kind }) => (kind === 'standard' ? [lot.id] : []));
  const made = prepared.length > 0 ? prepared : await usedAsItIs(orm, ids, curve?.workingConcentration ?? null);
  return [...several('标准物质与试剂', direct), ...several('标准使用液配制', made)];
}

/**
 * Returns the original instrument data: of this sample, else of the whole record. If the method needs none, returns
 * the attachments, else the reason.
 */
export async function rawFacts(
  orm: Orm,
  { work: { sheet, rows } }: PrintedRecord,
  sample: number,
): Promise<readonly TraceFact[]> {
  const of = labAttachmentTable;
  const kinds = or(
    eq(of.attachmentKind, 'spectrum'),
    eq(of.attachmentKind, 'rawData'),
    eq(of.attachmentKind, 'report'),
  );
  const found = await orm
    .select({ id: of.file, name: of.fileName, kind: of.attachmentKind, sample: of.sample, sha256: of.sha256 })
    .from(of)
    .where(and(eq(of.sheet, sheet.id), isNull(of.deleteTime), kinds))
    .orderBy(asc(of.id));
  const own = found.filter((one) => one.sample === sample);
  const labels = new Map<string, string>(fixedDictionaries.labAttachmentKind.map(({ value, label }) => [value, label]));
  const shown = own.length > 0 ? own : found.filter((one) => one.sample === null);
  const facts = shown.map(({ id, name, kind, sha256 }) =>
    told(labels.get(kind ?? '') ?? '', `${name ?? ''}${sha256 ? `（SHA-256 ${sha256.slice(0, 12)}…）` : ''}`, {
      file: { id, name: name ?? '' },
    }),
  );
  const label = '原始谱图与原始数据';
  const techniques = rows.flatMap((row) => (row.readings as Readonly<Record<string, string>>)['technique'] ?? []);
  const reason = noRawReason(String(sheet.methodKind), techniques);
  return reason === undefined ? several(label, facts) : facts.length > 0 ? facts : [told(label, reason)];
}
