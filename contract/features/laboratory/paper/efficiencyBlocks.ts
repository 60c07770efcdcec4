import { rightColumn } from '@contract/print/paperHead';
import { type Block, type Cell, type Fact, type TableBlock, withStruck } from '@contract/print/printDocument';
import { determinationLabel, efficiencyLabel, formOfDetermination } from '../detection/determinationForms';
import {
  addedAmountKey,
  efficiencyDesign,
  efficiencyTexts,
  emptyTubesKey,
  foundAmountKey,
  samplesWithoutEfficiency,
  usedEfficiencies,
  valuesIn,
} from '../detection/efficiencyDetermination';
import { isFilledIn } from '../methods/calculation/methodFamily';
import type { PrintedRecord, RecordParts } from './recordParts';

// Printed efficiency and blank of a collector lot, as the laboratory determined them.

type PrintedDetermination = RecordParts['detections'][number];

/** Returns the table of a determination's levels, one per line. */
function levelsTable(determination: PrintedDetermination, label: string, record: PrintedRecord): TableBlock {
  const [values, computedTexts] = [determination.values ?? {}, determination.computed ?? {}];
  const oldTexts = record.parts.corrections.detections[determination.id] ?? {};
  const withOldStruck = (key: string, text: Cell): Cell => withStruck(text, oldTexts[`values.${key}`]);
  const levels = Array.from({ length: efficiencyDesign.mostLevels }, (_, index) => index + 1).filter((level) =>
    isFilledIn(values[foundAmountKey(level)]),
  );
  return {
    kind: 'table',
    title: `${efficiencyTexts.heading(label)} 批号${determination.collectorLot ?? ''}`,
    columns: [
      { heading: '水平', least: 12 },
      rightColumn('加标量(μg)', 10),
      { heading: '各管测得量(μg)', least: 60 },
      rightColumn(`${label}(%)`, 10),
      rightColumn('RSD(%)', 10),
    ],
    rows: levels.map((level) => [
      String(level),
      withOldStruck(addedAmountKey(level), values[addedAmountKey(level)] ?? ''),
      withOldStruck(foundAmountKey(level), valuesIn(values[foundAmountKey(level)]).join('、')),
      computedTexts[`level${level}`] ?? '',
      computedTexts[`rsd${level}`] ?? '',
    ]),
  };
}

function outcomeFacts(determination: PrintedDetermination, label: string): Fact[] {
  const [values, computedTexts] = [determination.values ?? {}, determination.computed ?? {}];
  return [
    { label: '测定日期', value: determination.testedOn ?? '' },
    { label: '空白管(μg)', value: valuesIn(values[emptyTubesKey]).join('、') },
    {
      label: `平均${label}`,
      value: computedTexts['mean'] ? { text: `${computedTexts['mean']}%`, raw: determination.efficiency ?? '' } : '',
    },
    { label: '最大RSD', value: computedTexts['rsd'] ? `${computedTexts['rsd']}%` : '' },
    { label: '评价', value: computedTexts['verdict'] ?? determination.problem ?? '' },
    ...(determination.remark ? [{ label: '说明', value: determination.remark, wide: true }] : []),
  ];
}

function lotBlankFacts(determination: PrintedDetermination): Fact[] {
  const computedTexts = determination.computed ?? {};
  return [
    { label: '采样介质批号', value: determination.collectorLot ?? '' },
    { label: '测定日期', value: determination.testedOn ?? '' },
    { label: '各支含量', value: computedTexts['contents'] ?? '', wide: true },
    { label: '最高', value: computedTexts['most'] ?? '' },
    { label: '检出限', value: computedTexts['limit'] ?? '' },
    { label: '评价', value: computedTexts['verdict'] ?? determination.problem ?? '' },
    ...(determination.remark ? [{ label: '说明', value: determination.remark, wide: true }] : []),
  ];
}

/**
 * Returns the determinations of the record's efficiencies, and the reason for efficiencies without one (GBZ 331-2024
 * 5.2.6.3.1 k).
 */
function originFacts({ work, parts }: PrintedRecord, label: string): Fact[] {
  const usedDeterminations = usedEfficiencies(work.efficiencies ?? [], work.rows);
  const isEfficiencyTyped = samplesWithoutEfficiency(work, work.rows).length > 0;
  const source = work.sheet.efficiencySource ?? '';
  return [
    ...usedDeterminations.map((determination) => ({
      label: `${label}依据`,
      value: efficiencyTexts.told(determination),
      wide: true,
    })),
    ...(isEfficiencyTyped && source
      ? [
          {
            label: efficiencyTexts.source,
            value: withStruck(source, parts.corrections.sheet['efficiencySource']),
            wide: true,
          },
        ]
      : []),
  ];
}

const factBlocks = (label: string, ownFacts: readonly Fact[], pairs = 3): Block[] =>
  ownFacts.length ? [{ kind: 'facts', label, pairs, facts: ownFacts }] : [];

/**
 * Returns the printed efficiency. A record submitted before efficiencies were determined has none, so that it prints
 * unchanged.
 */
export function efficiencyBlocks(record: PrintedRecord | null): Block[] {
  if (!record || record.work.efficiencies === undefined) return [];
  const { work, parts } = record;
  const label = efficiencyLabel(work);
  const detectionsOf = (form: string) =>
    parts.detections.filter((detection) => formOfDetermination(detection) === form);
  const lotBlanks = detectionsOf('lotBlank');
  const blankLabel = determinationLabel(work, 'lotBlank');
  const efficiencies =
    label === null
      ? []
      : [
          ...factBlocks(efficiencyTexts.heading(label), originFacts(record, label), 1),
          ...detectionsOf('efficiency')
            .filter(({ applied }) => applied)
            .flatMap((determination): Block[] => [
              // With several lots each table names its lot.
              { kind: 'lines', lines: [`采样介质批号：${determination.collectorLot ?? ''}`], keepWithNext: true },
              levelsTable(determination, label, record),
              ...factBlocks(efficiencyTexts.heading(label), outcomeFacts(determination, label)),
            ]),
        ];
  return [
    ...(efficiencies.length && label !== null
      ? [{ kind: 'heading', text: efficiencyTexts.heading(label) } as const]
      : []),
    ...efficiencies,
    ...(lotBlanks.length ? [{ kind: 'heading', text: blankLabel } as const] : []),
    ...lotBlanks.flatMap((lotBlank) => factBlocks(blankLabel, lotBlankFacts(lotBlank))),
  ];
}
