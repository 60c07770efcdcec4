import { methodUncertaintyText } from '@contract/arithmetic/curves/measurementUncertainty';
import { type Edition, editionOf, quantityText } from '@contract/print/paperEdition';
import { type Block, type Fact, textOf, withStruck } from '@contract/print/printDocument';
import { formOfLayout } from '../methods/physical/physicalForms';
import { type MethodSheet, recordHeader } from '../methods/sheets/methodSheet';
import { methodSheets } from '../methods/sheets/methodSheets';
import { settingLabels, settingsOfMethod } from '../sheets/labWork';
import { labPreviewTexts } from './previewTexts';
import type { PrintedRecord, RecordForm } from './recordParts';

// Head of a record (记录表头; DOMAIN §7.3, §8.0 H) and 仪器条件.

type HeaderField = (typeof recordHeader)[number];

/** Joins the non-empty texts. */
const joinWords = (...parts: readonly (string | null | undefined)[]): string =>
  parts.filter((part) => part !== null && part !== undefined && part !== '').join('　');
const withLabel = (label: string, text: string | null | undefined): string => (text ? `${label}${text}` : '');
const periodText = (from: string | null, until: string | null): string =>
  until && until !== from ? `${from ?? ''}～${until}` : (from ?? '');

function instrumentWords({ instrument }: PrintedRecord['work']): string {
  return instrument
    ? joinWords(
        `${instrument.eqpName}${instrument.model ? `（${instrument.model}）` : ''}/${instrument.eqpNo}`,
        withLabel('检定/校准有效期至', instrument.calibrationDue),
      )
    : '';
}

function standardWords({ work: { standard }, parts }: PrintedRecord): string {
  if (!standard) return '';
  const certified = quantityText(standard.certified ?? '', standard.certifiedUnit ?? '', editionOf(parts));
  return joinWords(
    `${standard.standardName}/${standard.lotNo}`,
    withLabel('标准值', certified),
    withLabel('有效期至', standard.validUntil),
  );
}

const headerTexts: Readonly<Record<HeaderField, (record: PrintedRecord) => string>> = {
  记录编号: ({ work }) => work.sheet.sheetNo ?? '',
  项目编号: ({ work }) => work.project.code,
  受检单位: ({ work }) => work.project.unitName,
  检测项目: ({ work }) => work.sheet.hazardName ?? '',
  检测依据: ({ work: { method } }) =>
    method.title.includes(method.standardNo) ? method.title : joinWords(method.standardNo, method.title),
  样品数量: ({ work }) => String(work.sheet.sampleCount ?? work.rows.length),
  收样日期: ({ work }) => work.sheet.receivedOn ?? '',
  检测日期: ({ work }) => periodText(work.sheet.testDate, work.sheet.testUntil),
  '仪器名称/编号': ({ work }) => instrumentWords(work),
  环境温度: ({ work }) => (work.sheet.envTemperature ? `${work.sheet.envTemperature} ℃` : ''),
  // The space stays: signed records print it.
  相对湿度: ({ work }) => (work.sheet.envHumidity ? `${work.sheet.envHumidity} %` : ''),
  '标准物质/批号': standardWords,
  标准曲线编号: ({ work }) => work.curve?.curveNo ?? '',
};
const wideLabels: ReadonlySet<HeaderField> = new Set(['检测依据', '仪器名称/编号', '标准物质/批号']);
/** Fields that each head fact combines. */
const writtenFrom: Partial<Record<HeaderField, readonly string[]>> = {
  检测依据: ['method'],
  检测日期: ['testDate', 'testUntil'],
  '仪器名称/编号': ['instrument'],
  环境温度: ['envTemperature'],
  相对湿度: ['envHumidity'],
  '标准物质/批号': ['standard'],
  标准曲线编号: ['curve'],
};
const oldOf = (record: PrintedRecord | null, names: readonly string[]) =>
  names.flatMap((name) => record?.parts.corrections.sheet[name] ?? []);

/** Labels for an incoming sample: the sender replaces the inspected unit. */
const incomingLabels: Partial<Record<HeaderField, string>> = { 受检单位: '委托单位' };
/** Labels on paper by GBZ 331-2024 F.4; the first edition printed the labels of the screen. */
const paperLabels: Partial<Record<HeaderField, string>> = { 受检单位: '用人单位', 项目编号: '检测任务编号' };
const labelOf = (label: HeaderField, { variant, edition }: RecordForm): string =>
  (variant === 'incoming' ? incomingLabels[label] : undefined) ??
  (edition === 1 ? undefined : paperLabels[label]) ??
  label;

/** Head fields of what comes from a laboratory; a measurement on site has none of it. */
const laboratoryLabels: ReadonlySet<HeaderField> = new Set(['收样日期', '标准物质/批号', '标准曲线编号']);

/** Returns whether a form has a head field. Papers before edition 4 print all of them. */
function hasField(label: HeaderField, { method, layout, edition }: RecordForm): boolean {
  if (edition < 4 || !laboratoryLabels.has(label)) return true;
  const onSite = formOfLayout(layout);
  if (onSite && !onSite.inLaboratory) return false;
  const { curve }: MethodSheet = methodSheets[method];
  return label !== '标准曲线编号' || curve !== undefined;
}

function headerFacts(form: RecordForm, record: PrintedRecord | null): Fact[] {
  const { variant } = form;
  const incoming = variant === 'incoming';
  const client =
    record && incoming ? { 受检单位: record.work.project.customerName ?? record.work.project.unitName } : {};
  const allHeaderFacts = recordHeader.flatMap((label): Fact[] => {
    const text = record ? ((client as Partial<Record<HeaderField, string>>)[label] ?? headerTexts[label](record)) : '';
    const struckValues = oldOf(record, writtenFrom[label] ?? []);
    if (!text && !struckValues.length && !hasField(label, form)) return [];
    return [
      {
        label: labelOf(label, form),
        value: withStruck(text, struckValues),
        ...(wideLabels.has(label) ? { wide: true } : {}),
      },
    ];
  });
  const delivery = record?.parts.delivery;
  return incoming
    ? [
        ...allHeaderFacts,
        { label: '送样人', value: delivery?.deliverer ?? '' },
        { label: '送样日期', value: delivery?.deliveredOn ?? '' },
      ]
    : allHeaderFacts;
}

/** Settings that only layouts with a front and a back section use. */
const ofBreakthrough: ReadonlySet<string> = new Set([
  settingLabels.breakthroughMost,
  settingLabels.breakthroughCapacity,
]);

const previousLabel = (edition: Edition): string => (edition === 1 ? '更正自' : '原记录');

function furtherFacts({ method, layout, edition }: RecordForm, record: PrintedRecord | null): Fact[] {
  // Lots of reagents are printed only for methods that measure something.
  const outsourced = methodSheets[method].conditions.length === 0;
  const form = formOfLayout(layout);
  const onSite = edition >= 4 && form !== undefined && !form.inLaboratory;
  const reagents =
    record?.work.reagents
      .map((reagent) => `${reagent.reagentName}/${reagent.lotNo}（有效期至${reagent.validUntil}）`)
      .join('；') ?? '';
  const settings = settingsOfMethod(method).flatMap((key): Fact[] => {
    const value = record?.work.sheet.settings?.[key] ?? '';
    return record && value === ''
      ? []
      : [{ label: settingLabels[key], value: withStruck(value, oldOf(record, [`settings.${key}`])) }];
  });
  const previous = record?.work.sheet.previousName ?? null;
  const reason = record?.work.sheet.instrumentReason ?? null;
  const uncertainty = record ? methodUncertaintyText(record.work.item, record.work.sheet.testDate) : '';
  const breakthrough = layout === 'solvent' || layout === 'thermal1' || layout === 'thermal2';
  return [
    ...settings.filter(({ label }) => !ofBreakthrough.has(label) || breakthrough),
    ...(reason
      ? [
          {
            label: labPreviewTexts.instrumentReason,
            value: withStruck(reason, oldOf(record, ['instrumentReason'])),
            wide: true,
          },
        ]
      : []),
    ...(uncertainty ? [{ label: labPreviewTexts.uncertainty, value: uncertainty, wide: true }] : []),
    ...(previous ? [{ label: previousLabel(edition), value: previous, wide: true }] : []),
    ...(outsourced || (onSite && reagents === '')
      ? []
      : [{ label: '试剂/批号', value: withStruck(reagents, oldOf(record, ['reagents'])), wide: true }]),
  ];
}

/** Moves wide facts, which take a whole line, below the others. */
const wideLast = (facts: readonly Fact[]): Fact[] => [
  ...facts.filter((fact) => !fact.wide),
  ...facts.filter((fact) => fact.wide),
];

const allFacts = (form: RecordForm, record: PrintedRecord | null): Fact[] =>
  wideLast([...headerFacts(form, record), ...furtherFacts(form, record)]);

const conditionFacts = (form: RecordForm, record: PrintedRecord | null): Fact[] =>
  methodSheets[form.method].conditions.map((label): Fact => ({
    label,
    value: withStruck(record?.work.sheet.conditions?.[label] ?? '', oldOf(record, [`conditions.${label}`])),
  }));

const headBlock = (facts: readonly Fact[]): Block => ({ kind: 'facts', label: labPreviewTexts.head, pairs: 3, facts });

const conditionBlocks = (facts: readonly Fact[]): Block[] =>
  facts.length > 0
    ? [
        { kind: 'heading', text: labPreviewTexts.conditions },
        { kind: 'facts', label: labPreviewTexts.conditions, pairs: 3, facts },
      ]
    : [];

/** Returns the head of a record, followed by the conditions of its instrument. */
export const headBlocks = (form: RecordForm, record: PrintedRecord | null): Block[] => [
  headBlock(allFacts(form, record)),
  ...conditionBlocks(conditionFacts(form, record)),
];

/** Facts of which the common head names those of all records. */
const joinedLabels: ReadonlySet<string> = new Set<HeaderField>(['检测项目', '检测依据']);

/** A record of a group with its form. */
interface GroupPart {
  readonly form: RecordForm;
  readonly record: PrintedRecord;
}

/**
 * Splits the facts of several records: those that are equal in all of them, with the joined ones, and the others of
 * each record.
 */
function splitFacts(factsByRecord: readonly (readonly Fact[])[], labelsToJoin: ReadonlySet<string>) {
  const [first = []] = factsByRecord;
  const textIn = (facts: readonly Fact[], label: string): string | undefined => {
    const fact = facts.find((candidate) => candidate.label === label);
    return fact && textOf(fact.value);
  };
  const isShared = ({ label, value }: Fact): boolean =>
    factsByRecord.every((facts) => textIn(facts, label) === textOf(value));
  const sharedFacts = first.flatMap((sharedFact): Fact[] => {
    if (isShared(sharedFact)) return [sharedFact];
    if (!labelsToJoin.has(sharedFact.label)) return [];
    const texts = [...new Set(factsByRecord.flatMap((facts) => textIn(facts, sharedFact.label) ?? []))];
    return [{ ...sharedFact, value: texts.join('、'), wide: true }];
  });
  const ownFacts = factsByRecord.map((facts) => facts.filter((fact) => !isShared(fact)));
  return { shared: sharedFacts, own: ownFacts };
}

/**
 * Returns the common head of an original record of several hazards, and the head of each of them: its number and what
 * differs among them.
 * @param no number of the original record
 */
export function groupHeads(
  no: string,
  groupParts: readonly GroupPart[],
): { readonly common: Block[]; readonly each: readonly Block[][] } {
  const heads = splitFacts(
    groupParts.map(({ form, record }) => allFacts(form, record)),
    joinedLabels,
  );
  const conditions = splitFacts(
    groupParts.map(({ form, record }) => conditionFacts(form, record)),
    new Set(),
  );
  const numberFact: Fact = { label: '记录编号' satisfies HeaderField, value: no };
  return {
    common: [headBlock(wideLast([numberFact, ...heads.shared])), ...conditionBlocks(conditions.shared)],
    each: groupParts.map((_, index) => [
      headBlock(wideLast([...(heads.own[index] ?? []), ...(conditions.own[index] ?? [])])),
    ]),
  };
}
