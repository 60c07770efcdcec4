import { numberOf } from '@contract/arithmetic/numbers/decimalNumbers';
import { roundSignificant } from '@contract/arithmetic/numbers/roundingRules';
import {
  timeOfDayOf,
  dayOf,
  labelIn,
  projectPaper,
  type PaperHead,
  withoutTrailingZeros,
  projectFacts,
  shortNames,
  textOrEmpty,
} from '@contract/print/paperHead';
import { paperTexts } from '@contract/print/paperTexts';
import {
  type Block,
  type Cell,
  type Fact,
  type Picture,
  type PrintColumn,
  type PrintDocument,
  withStruck,
} from '@contract/print/printDocument';
import { type OldValues, withCorrections } from '@contract/print/recordCorrections';
import { isTaken, type SamplingGroup } from './samplingGroups';
import type { CompanionRow, DayRow, SampleRow, WeatherRow } from './siteData';
import { windReadingsOf } from './windReadings';

export interface SamplingPaper {
  readonly head: PaperHead;
  readonly group: SamplingGroup;
  readonly day: DayRow;
  readonly weather: readonly WeatherRow[];
  readonly companions: readonly CompanionRow[];
  /** Address of the workplace (GBZ 331-2024 F.4). */
  readonly address: string | null;
  /** Number and title of the standard of the samples' method. */
  readonly method: string;
  /** People who took the samples, where neither the sample nor the day names anybody. */
  readonly takenBy: readonly string[];
  /** Instruments, each with name, model and number. */
  readonly instruments: readonly string[];
  readonly calibrators: readonly string[];
  /** Number of exposed people and days per week, by the survey row of the sample. */
  readonly exposure: ReadonlyMap<number, { readonly workers: number | null; readonly daysPerWeek: string | null }>;
  readonly oldSamples: Readonly<Record<number, OldValues>>;
  /** Signatures that companions drew on site, by the ids of their files. */
  readonly specimens?: Readonly<Record<string, Picture>>;
}

interface SamplingColumn extends PrintColumn {
  readonly fields?: readonly (keyof SampleRow & string)[];
  readonly cellOf: (row: SampleRow, paper: SamplingPaper) => Cell;
  /** The column is printed even where it is empty. */
  readonly isAlwaysShown?: true;
}

/** Formats a volume with three significant digits; the hover text shows the full number (DOMAIN §1.4). */
function volumeCell(value: string | null): Cell {
  if (!value) return '';
  const text = roundSignificant(numberOf(value, '体积'), 3);
  return text === value ? text : { text, raw: value };
}

const isBlank = ({ sampleKind }: SampleRow): boolean => sampleKind === 'blank';
const flowCell = (value: string | null): Cell =>
  value && value.length > 6
    ? { text: roundSignificant(numberOf(value, '流量'), 4), raw: value }
    : withoutTrailingZeros(value);

const samplingColumns: readonly SamplingColumn[] = [
  { heading: '采样点号', align: 'center', cellOf: (row) => row.siteNo ?? '', isAlwaysShown: true },
  {
    heading: '车间/岗位（工种）/地点',
    least: 22,
    cellOf: (row) => (isBlank(row) ? '现场空白' : [row.workshop, row.place].filter(Boolean).join('/')),
    isAlwaysShown: true,
  },
  { heading: '样品编号', least: 24, cellOf: (row) => row.sampleNo, isAlwaysShown: true },
  { heading: '采样对象', fields: ['person'], cellOf: (row) => row.person ?? '' },
  {
    heading: '选取依据',
    fields: ['personChoice'],
    cellOf: (row) => labelIn('personChoice', row.personChoice),
  },
  { heading: '仪器编号', cellOf: (row) => row.equipmentName ?? '' },
  { heading: '收集器批号', fields: ['collectorLot'], cellOf: (row) => row.collectorLot ?? '' },
  // The column is shown where the set flow differs from the plan.
  {
    heading: '设定流量(L/min)',
    align: 'right',
    fields: ['flowSet'],
    cellOf: (row) => withoutTrailingZeros(row.flowSet),
  },
  {
    heading: '采样前流量(L/min)',
    align: 'right',
    fields: ['flowBefore'],
    cellOf: (row) => withoutTrailingZeros(row.flowBefore),
  },
  {
    heading: '采样后流量(L/min)',
    align: 'right',
    fields: ['flowAfter'],
    cellOf: (row) => withoutTrailingZeros(row.flowAfter),
  },
  { heading: '计算流量(L/min)', align: 'right', cellOf: (row) => flowCell(row.flow) },
  {
    heading: '开始时间',
    align: 'center',
    fields: ['startTime'],
    cellOf: (row) => timeOfDayOf(row.startTime),
    isAlwaysShown: true,
  },
  {
    heading: '结束时间',
    align: 'center',
    fields: ['endTime'],
    cellOf: (row) => timeOfDayOf(row.endTime),
    isAlwaysShown: true,
  },
  {
    heading: '采样时间(min)',
    align: 'right',
    cellOf: (row) => (isBlank(row) ? '' : withoutTrailingZeros(row.minutes)),
  },
  { heading: '采样体积V(L)', align: 'right', cellOf: (row) => volumeCell(row.volume) },
  {
    heading: '温度(℃)',
    align: 'right',
    fields: ['temperature'],
    cellOf: (row) => withoutTrailingZeros(row.temperature),
  },
  { heading: '气压(kPa)', align: 'right', fields: ['pressure'], cellOf: (row) => withoutTrailingZeros(row.pressure) },
  { heading: '标准采样体积V0(L)', align: 'right', cellOf: (row) => volumeCell(row.standardVolume) },
  {
    heading: '代表接触时间(h)',
    align: 'right',
    fields: ['representedHours'],
    cellOf: (row) => withoutTrailingZeros(row.representedHours),
  },
  {
    heading: '接触时间(h/d)',
    align: 'right',
    fields: ['hoursPerDay'],
    cellOf: (row) => withoutTrailingZeros(row.hoursPerDay),
  },
  {
    heading: '接触时间(d/w)',
    align: 'right',
    cellOf: (row, { exposure }) => (isBlank(row) ? '' : withoutTrailingZeros(exposure.get(row.id)?.daysPerWeek)),
  },
  {
    heading: '接触人数',
    align: 'right',
    cellOf: (row, { exposure }) => (isBlank(row) ? '' : textOrEmpty(exposure.get(row.id)?.workers)),
  },
];

/** Values that are printed once where all samples share them. */
const commonFields = [
  { label: '生产状况', name: 'production' },
  { label: '防护设施及运行', name: 'controlsRunning' },
  { label: '个体防护用品佩戴', name: 'ppeWorn' },
] as const;

/** Returns the value that all samples share; null where they differ. */
function valueSharedByAll({ group }: SamplingPaper, name: (typeof commonFields)[number]['name']): string | null {
  const values = new Set(group.samples.filter((row) => !isBlank(row)).map((row) => row[name] ?? ''));
  return values.size > 1 ? null : ([...values][0] ?? '');
}

const remarkOf = ({ state, stateReason, remark, lateEntry, restUnexposed }: SampleRow): string =>
  [
    state === 'voided' ? `作废：${stateReason ?? ''}` : null,
    lateEntry ? '补录' : null,
    restUnexposed ? '15 min内其余时间无接触' : null,
    remark,
  ]
    .filter(Boolean)
    .join('；');

const timeFields = new Set<string>(['startTime', 'endTime']);
const oldTextsOf = (oldValues: OldValues | undefined, name: string) =>
  (oldValues?.[name] ?? []).map((entry) => ({
    ...entry,
    text: (timeFields.has(name) ? timeOfDayOf(entry.text) : withoutTrailingZeros(entry.text)) || entry.text,
  }));

function samplesTable(paperData: SamplingPaper): Block {
  const { group, oldSamples } = paperData;
  const differingFields = commonFields
    .filter(({ name }) => valueSharedByAll(paperData, name) === null)
    .map(({ label, name }): SamplingColumn => ({ heading: label, fields: [name], cellOf: (row) => row[name] ?? '' }));
  const shownColumns = [
    ...samplingColumns,
    ...differingFields,
    { heading: '备注', fields: ['remark'], cellOf: remarkOf } satisfies SamplingColumn,
  ].filter(
    (column: SamplingColumn) =>
      column.isAlwaysShown ?? group.samples.some((row) => column.cellOf(row, paperData) !== ''),
  );
  return {
    kind: 'table',
    title: group.measured ? '检测点' : '样品',
    columns: [
      { heading: '序号', align: 'center', least: 7 },
      ...shownColumns.map(({ heading, align, least }) => ({
        heading,
        ...(align ? { align } : {}),
        least: least ?? 10,
      })),
    ],
    rows: group.samples.map((row, index) => [
      String(index + 1),
      ...shownColumns.map(({ cellOf, fields = [] }: SamplingColumn) =>
        withStruck(
          cellOf(row, paperData),
          fields.flatMap((name) => oldTextsOf(oldSamples[row.id], name)),
        ),
      ),
    ]),
  };
}

/** Formats the wind speed; with its three readings where they are kept (GBZ 331-2024 F.20). */
function windText(reading: WeatherRow): string {
  const mean = withoutTrailingZeros(reading.windSpeed);
  const readings = windReadingsOf(reading).map(withoutTrailingZeros);
  return readings.length > 0 ? `${mean}（${readings.join('、')}）` : mean;
}

function weatherTable(weather: readonly WeatherRow[]): Block[] {
  if (weather.length === 0) return [];
  return [
    { kind: 'heading', text: '天气状况' },
    {
      kind: 'table',
      title: '天气状况',
      columns: [
        { heading: '测量时间', align: 'center' },
        { heading: '测量地点' },
        { heading: '天气' },
        { heading: '气温(℃)', align: 'right' },
        { heading: '相对湿度(%)', align: 'right' },
        { heading: '气压(kPa)', align: 'right' },
        { heading: '风速(m/s)', align: 'right' },
        { heading: '风向' },
        { heading: '仪器' },
      ],
      rows: weather.map((reading) => [
        reading.measuredAt.slice(0, 16),
        reading.place,
        reading.sky ?? '',
        withoutTrailingZeros(reading.temperature),
        withoutTrailingZeros(reading.humidity),
        withoutTrailingZeros(reading.pressure),
        windText(reading),
        reading.windDirection ?? '',
        reading.equipmentName ?? '',
      ]),
    },
  ];
}

/** Returns the facts that all samples of the record have in common. */
const sharedFactsOf = (paperData: SamplingPaper): Fact[] =>
  commonFields.flatMap(({ label, name }): Fact[] => {
    const value = valueSharedByAll(paperData, name);
    return value === null || (value === '' && name !== 'production')
      ? []
      : [{ label, value: value || (paperData.day.production ?? '') }];
  });

/**
 * Builds 采样记录 (DOMAIN §1.10), or the record of on-site measurements: method, instruments, place, time and person of
 * each sample.
 */
export function samplingDocument(paperData: SamplingPaper): PrintDocument {
  const { head, group, day, weather, companions, method, instruments, calibrators } = paperData;
  const sampleCollectors = [...new Set(group.samples.flatMap(({ collectorsName }) => collectorsName ?? []))];
  const namedCollectors = sampleCollectors.length > 0 ? sampleCollectors : (day.collectorsName ?? []);
  const collectors = namedCollectors.length > 0 ? namedCollectors : paperData.takenBy;
  const companion =
    companions.find(({ samplingDay }) => samplingDay === day.id) ??
    companions.find(({ samplingDay }) => samplingDay === null);
  const signaturePicture = companion?.signature ? paperData.specimens?.[companion.signature] : undefined;
  const media = [...new Set(group.samples.flatMap(({ medium }) => medium ?? []))];
  const blanks = group.samples.filter(isBlank).length;
  return projectPaper(head, {
    title: group.measured ? paperTexts.titles.measuring : paperTexts.titles.sampling,
    ...(group.measured ? {} : { formNo: 'F.4' }),
    state: isTaken(group) ? null : paperTexts.underway,
    blocks: withCorrections([
      {
        kind: 'facts',
        label: '采样信息',
        pairs: 3,
        facts: [
          ...projectFacts(head),
          { label: '工作场所地址', value: paperData.address ?? '', wide: true },
          { label: '检测项目', value: group.hazardName },
          { label: '采样方式', value: labelIn('samplingMode', group.mode) },
          { label: '采样日期', value: day.sampledOn },
          ...(group.measured
            ? []
            : [
                { label: '空气收集器', value: media.join('、') },
                { label: '样品数量', value: `${group.samples.length - blanks}个` },
                { label: '空白数量', value: `${blanks}个` },
              ]),
          ...sharedFactsOf(paperData),
          { label: '采样依据', value: method, wide: true },
          { label: group.measured ? '检测仪器' : '采样仪器', value: instruments.join('；'), wide: true },
          ...(group.measured ? [] : [{ label: '流量校准器', value: calibrators.join('；'), wide: true }]),
          ...(day.remark ? [{ label: '备注', value: day.remark, wide: true }] : []),
        ],
      },
      ...weatherTable(weather),
      { kind: 'heading', text: group.measured ? '检测点' : '样品' },
      samplesTable(paperData),
      ...(companion?.statement ? [{ kind: 'lines', lines: [`陪同人确认：${companion.statement}`] } as const] : []),
    ]),
    signers: [
      { label: '采样人', name: shortNames(collectors), on: collectors.length > 0 ? day.sampledOn : '' },
      { label: '复核人', name: day.reviewerName ?? '', on: '' },
      {
        label: '陪同人',
        name: companion?.companionName ?? '',
        on: dayOf(companion?.signedAt),
        ...(signaturePicture ? { picture: signaturePicture } : {}),
      },
    ],
  });
}
