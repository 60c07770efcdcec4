import { type Block, type Cell, type Fact, type TableBlock, withStruck } from '@contract/print/document';
import { determinationLabel, efficiencyLabel, formOfDetermination } from '../detection/determinationForms';
import {
  addedKey,
  efficiencyDesign,
  efficiencyTexts,
  emptyTubesKey,
  foundKey,
  samplesWithoutEfficiency,
  usedEfficiencies,
  valuesIn,
} from '../detection/efficiency';
import { filled } from '../methods/calculation/methodFamily';
import type { PrintedRecord, RecordParts } from './recordParts';

// Printed efficiency and blank of a collector lot, as the laboratory determined them.

type Determination = RecordParts['detections'][number];

const right = (heading: string) => ({ heading, align: 'right' as const, least: 10 });

/** Returns the table of a determination's levels, one per line. */
function levelsTable(one: Determination, label: string, record: PrintedRecord): TableBlock {
  const [values, computed] = [one.values ?? {}, one.computed ?? {}];
  const old = record.parts.corrections.detections[one.id] ?? {};
  const struck = (key: string, text: Cell): Cell => withStruck(text, old[`values.${key}`]);
  const levels = Array.from({ length: efficiencyDesign.mostLevels }, (_, at) => at + 1).filter((level) =>
    filled(values[foundKey(level)]),
  );
  return {
    kind: 'table',
    title: `${efficiencyTexts.heading(label)} 批号${one.collectorLot ?? ''}`,
    columns: [
      { heading: '水平', least: 12 },
      right('加标量(μg)'),
      { heading: '各管测得量(μg)', least: 60 },
      right(`${label}(%)`),
      right('RSD(%)'),
    ],
    rows: levels.map((level) => [
      String(level),
      struck(addedKey(level), values[addedKey(level)] ?? ''),
      struck(foundKey(level), valuesIn(values[foundKey(level)]).join('、')),
      computed[`level${level}`] ?? '',
      computed[`rsd${level}`] ?? '',
    ]),
  };
}

function outcomeFacts(one: Determination, label: string): Fact[] {
  const [values, computed] = [one.values ?? {}, one.computed ?? {}];
  return [
    { label: '测定日期', value: one.testedOn ?? '' },
    { label: '空白管(μg)', value: valuesIn(values[emptyTubesKey]).join('、') },
    {
      label: `平均${label}`,
      value: computed['mean'] ? { text: `${computed['mean']}%`, raw: one.efficiency ?? '' } : '',
    },
    { label: '最大RSD', value: computed['rsd'] ? `${computed['rsd']}%` : '' },
    { label: '评价', value: computed['verdict'] ?? one.problem ?? '' },
    ...(one.remark ? [{ label: '说明', value: one.remark, wide: true }] : []),
  ];
}

function lotBlankFacts(one: Determination): Fact[] {
  const computed = one.computed ?? {};
  return [
    { label: '采样介质批号', value: one.collectorLot ?? '' },
    { label: '测定日期', value: one.testedOn ?? '' },
    { label: '各支含量', value: computed['contents'] ?? '', wide: true },
    { label: '最高', value: computed['most'] ?? '' },
    { label: '检出限', value: computed['limit'] ?? '' },
    { label: '评价', value: computed['verdict'] ?? one.problem ?? '' },
    ...(one.remark ? [{ label: '说明', value: one.remark, wide: true }] : []),
  ];
}

/**
 * Returns the determinations of the record's efficiencies, and the reason for efficiencies without one (GBZ 331-2024
 * 5.2.6.3.1 k).
 */
function originFacts({ work, parts }: PrintedRecord, label: string): Fact[] {
  const used = usedEfficiencies(work.efficiencies ?? [], work.rows);
  const typed = samplesWithoutEfficiency(work, work.rows).length > 0;
  const source = work.sheet.efficiencySource ?? '';
  return [
    ...used.map((one) => ({ label: `${label}依据`, value: efficiencyTexts.told(one), wide: true })),
    ...(typed && source
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

const facts = (label: string, own: readonly Fact[], pairs = 3): Block[] =>
  own.length ? [{ kind: 'facts', label, pairs, facts: own }] : [];

/**
 * Returns the printed efficiency. A record submitted before efficiencies were determined has none, so that it prints
 * unchanged.
 */
export function efficiencyBlocks(record: PrintedRecord | null): Block[] {
  if (!record || record.work.efficiencies === undefined) return [];
  const { work, parts } = record;
  const label = efficiencyLabel(work);
  const of = (form: string) => parts.detections.filter((one) => formOfDetermination(one) === form);
  const lotBlanks = of('lotBlank');
  const blankLabel = determinationLabel(work, 'lotBlank');
  const efficiencies =
    label === null
      ? []
      : [
          ...facts(efficiencyTexts.heading(label), originFacts(record, label), 1),
          ...of('efficiency')
            .filter(({ applied }) => applied)
            .flatMap((one): Block[] => [
              // With several lots each table names its lot.
              { kind: 'lines', lines: [`采样介质批号：${one.collectorLot ?? ''}`], keepWithNext: true },
              levelsTable(one, label, record),
              ...facts(efficiencyTexts.heading(label), outcomeFacts(one, label)),
            ]),
        ];
  return [
    ...(efficiencies.length && label !== null
      ? [{ kind: 'heading', text: efficiencyTexts.heading(label) } as const]
      : []),
    ...efficiencies,
    ...(lotBlanks.length ? [{ kind: 'heading', text: blankLabel } as const] : []),
    ...lotBlanks.flatMap((one) => facts(blankLabel, lotBlankFacts(one))),
  ];
}
