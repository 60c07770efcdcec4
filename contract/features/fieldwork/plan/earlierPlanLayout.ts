import type { Row } from '@contract/entity';
import { labelIn, rightColumn, textOrEmpty, withoutTrailingZeros } from '@contract/print/paperHead';
import type { Block } from '@contract/print/printDocument';
import type { samplePlan } from '../entities/samplePlan';
import type { sampleSiteHazard } from '../entities/sampleSiteHazard';
import type { NamedTotals } from './planWire';
import { siteRange } from './siteNumbers';

// Layout of plans that were signed before the paper had form D.1 of GBZ 331-2024. They print as they were signed.

/** Layout in which plans are signed now: form D.1 with the fax number and a remark for each item. */
export const planEdition = 'D.1/2';

/** Returns whether a plan was signed in the earlier layout. */
export const isEarlierLayout = ({ state, edition }: Pick<Row<typeof samplePlan>, 'state' | 'edition'>): boolean =>
  state !== 'drafting' && edition === null;

/** Returns whether the paper of a plan has the fax number and the remarks of items. */
export const hasFaxAndItemRemarks = ({ state, edition }: Pick<Row<typeof samplePlan>, 'state' | 'edition'>): boolean =>
  state === 'drafting' || edition === planEdition;

/** Builds the table of the plan's rows. */
export const earlierRowsTable = (rows: readonly Row<typeof sampleSiteHazard>[]): Block => ({
  kind: 'table',
  title: '采样内容',
  columns: [
    { heading: '采样点号', align: 'center' },
    { heading: '车间' },
    { heading: '岗位（工种）/采样点', least: 20 },
    { heading: '检测项目', least: 18 },
    { heading: '检测方法', least: 24 },
    { heading: '采样方式', align: 'center' },
    { heading: '采样时间类型', align: 'center' },
    { heading: '空气收集器' },
    ...['流量(L/min)', '采样时间(min)', '点数/人数', '每天样品', '天数', '每天空白'].map((heading) =>
      rightColumn(heading),
    ),
    { heading: '备注', least: 9 },
  ],
  rows: rows.map((row) =>
    [
      siteRange(row.siteNo, row.points),
      row.workshop,
      row.place,
      [row.hazardName, ...(row.alongWithName ?? [])].join('、'),
      row.methodName,
      labelIn('samplingMode', row.mode),
      labelIn('samplingPeriod', row.period),
      row.medium,
      withoutTrailingZeros(row.flow),
      row.minutes,
      row.points,
      row.samplesPerDay,
      row.days,
      row.blanks,
      row.remark,
    ].map(textOrEmpty),
  ),
});

/** Builds the table of samples and blanks by hazard. */
export const earlierItemsTable = (hazards: NamedTotals['hazards']): Block => ({
  kind: 'table',
  title: '样品与空白',
  columns: [
    { heading: '检测项目', least: 24 },
    { heading: '检测方法', least: 30 },
    { heading: '空气收集器' },
    ...['样品', '空白', '检测项次'].map((heading) => rightColumn(heading)),
  ],
  rows: hazards.map(({ names, methodName, standardNo, medium, samples, blanks, results }) => [
    names.join('、'),
    methodName ? (methodName.includes(standardNo ?? '') ? methodName : `${methodName}（${standardNo ?? ''}）`) : '',
    medium ?? '',
    String(samples),
    String(blanks),
    String(results),
  ]),
});
