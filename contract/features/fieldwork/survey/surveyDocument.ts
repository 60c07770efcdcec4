import type { Row } from '@contract/entity';
import {
  labelIn,
  projectPaper,
  type PaperHead,
  withoutTrailingZeros,
  projectFacts,
  shortNames,
  textOrEmpty,
} from '@contract/print/paperHead';
import { paperTexts } from '@contract/print/paperTexts';
import { type Block, type Cell, type Fact, type PrintDocument, withStruck } from '@contract/print/printDocument';
import { type OldValues, withCorrections } from '@contract/print/recordCorrections';
import type { siteHazard } from '../entities/siteHazard';
import type { siteSurvey } from '../entities/siteSurvey';
import type { surveyFile } from '../entities/surveyFile';

type SurveyRow = Row<typeof siteHazard>;

export interface SurveyPaper {
  readonly head: PaperHead;
  readonly survey: Row<typeof siteSurvey>;
  readonly rows: readonly SurveyRow[];
  readonly files: readonly Row<typeof surveyFile>[];
  /** Old values of the survey's head, and of its rows by their ids. */
  readonly old: OldValues;
  readonly oldRows: Readonly<Record<number, OldValues>>;
  /** Person who ended the survey, with the day; null while it is open. */
  readonly ended: { readonly name: string; readonly on: string } | null;
}

interface SurveyColumn {
  readonly heading: string;
  readonly fields: readonly (keyof SurveyRow & string)[];
  readonly textOf: (row: SurveyRow) => string;
  readonly minWidth?: number;
  readonly isRightAligned?: true;
}

const joinedTexts = (...texts: readonly (string | null)[]): string => texts.filter(Boolean).join('；');

/** Formats number, duration and gap of the exposure peaks (GBZ 331-2024 form C.10). */
const peaksOf = ({ peakTimes, peakMinutes, peakGap }: SurveyRow): string =>
  joinedTexts(
    peakTimes === null ? null : `每班${peakTimes}次`,
    peakMinutes === null ? null : `每次${peakMinutes} min`,
    peakGap === null ? null : `间隔${peakGap} min`,
  );

const surveyColumns: readonly SurveyColumn[] = [
  { heading: '车间', fields: ['workshop'], textOf: (row) => row.workshop },
  {
    heading: '岗位/作业地点',
    fields: ['post', 'place'],
    textOf: (row) => (row.place && row.place !== row.post ? `${row.post}（${row.place}）` : row.post),
    minWidth: 18,
  },
  { heading: '作业内容', fields: ['workContent'], textOf: (row) => row.workContent ?? '' },
  { heading: '危害因素', fields: ['hazard'], textOf: (row) => row.hazardName ?? '', minWidth: 16 },
  { heading: '产生环节', fields: ['source'], textOf: (row) => row.source ?? '' },
  { heading: '同类工位（个）', fields: ['machines'], textOf: (row) => textOrEmpty(row.machines), isRightAligned: true },
  { heading: '接触人数', fields: ['workers'], textOf: (row) => textOrEmpty(row.workers), isRightAligned: true },
  { heading: '班制', fields: ['shift'], textOf: (row) => row.shift ?? '' },
  {
    heading: '接触时间(h/d)',
    fields: ['hoursPerDay'],
    textOf: (row) => withoutTrailingZeros(row.hoursPerDay),
    isRightAligned: true,
  },
  {
    heading: '接触时间(d/w)',
    fields: ['daysPerWeek'],
    textOf: (row) => withoutTrailingZeros(row.daysPerWeek),
    isRightAligned: true,
  },
  {
    heading: '接触条件',
    fields: ['exposureCondition'],
    textOf: (row) => (row.exposureCondition ? labelIn('exposureCondition', row.exposureCondition) : ''),
  },
  {
    heading: '接触方式',
    fields: ['contactPattern'],
    textOf: (row) => (row.contactPattern ? labelIn('contactPattern', row.contactPattern) : ''),
  },
  { heading: '短时间高浓度接触', fields: ['peakTimes', 'peakMinutes', 'peakGap'], textOf: peaksOf },
  {
    heading: '工时制度',
    fields: ['workTime'],
    textOf: (row) => (row.workTime ? labelIn('workTime', row.workTime) : ''),
  },
  {
    heading: '防护设施及运行',
    fields: ['controls', 'controlsRunning'],
    textOf: (row) => joinedTexts(row.controls, row.controlsRunning),
  },
  { heading: '个体防护用品及佩戴', fields: ['ppe', 'ppeWorn'], textOf: (row) => joinedTexts(row.ppe, row.ppeWorn) },
  { heading: '备注', fields: ['remark'], textOf: (row) => row.remark ?? '' },
];

function rowsTable({ rows, oldRows }: SurveyPaper): Block {
  // Empty columns are left out. Without any rows, the columns of the blank form are printed.
  const shownColumns = surveyColumns.filter(
    ({ heading, textOf }) => rows.length === 0 || rows.some((row) => textOf(row) !== '') || heading === '接触人数',
  );
  const cellOf = (row: SurveyRow, { fields, textOf }: SurveyColumn): Cell =>
    withStruck(
      textOf(row),
      fields.flatMap((name) => oldRows[row.id]?.[name] ?? []),
    );
  return {
    kind: 'table',
    title: '岗位与职业病危害因素',
    columns: [
      { heading: '序号', align: 'center', least: 7 },
      ...shownColumns.map(({ heading, minWidth, isRightAligned }) => ({
        heading,
        least: minWidth ?? 9,
        ...(isRightAligned ? { align: 'right' as const } : {}),
      })),
    ],
    rows: rows.map((row, index) => [String(index + 1), ...shownColumns.map((column) => cellOf(row, column))]),
  };
}

/** Builds 现场调查记录 (DOMAIN §7.2, 2): process, materials and layout of the unit, and the exposure at each post. */
export function surveyDocument(paperData: SurveyPaper): PrintDocument {
  const { head, survey, files, old, ended } = paperData;
  const factOf = (label: string, name: keyof typeof survey & string, value: string, isWide = false): Fact => ({
    label,
    value: withStruck(value, old[name]),
    ...(isWide ? { wide: true } : {}),
  });
  const surveyors = survey.surveyorsName ?? [];
  const surveyorNames = surveyors.length > 0 ? surveyors : ended ? [ended.name] : [];
  const signedOn = survey.surveyedOn ?? ended?.on ?? '';
  const surveyFacts: Fact[] = [
    ...projectFacts(head),
    factOf('调查日期', 'surveyedOn', survey.surveyedOn ?? ''),
    factOf('调查人', 'surveyors', surveyorNames.join('、')),
    factOf('陪同人', 'companionName', survey.companionName ?? ''),
    factOf('劳动定员', 'workers', survey.workers === null ? '' : `${survey.workers}人`),
    factOf('工作班制', 'shiftSystem', survey.shiftSystem ?? ''),
    ...(survey.designTemperature
      ? [factOf('夏季室外通风设计温度', 'designTemperature', `${withoutTrailingZeros(survey.designTemperature)} ℃`)]
      : []),
    factOf('主要产品与产量', 'product', survey.product ?? '', true),
    factOf('工艺流程', 'process', survey.process ?? '', true),
    factOf('原辅材料', 'materials', survey.materials ?? '', true),
    factOf('设备布局', 'layout', survey.layout ?? '', true),
    ...(survey.unit ? [factOf('评价单元划分', 'unit', survey.unit, true)] : []),
    ...(survey.remark ? [factOf('备注', 'remark', survey.remark, true)] : []),
  ];
  return projectPaper(head, {
    title: paperTexts.titles.survey,
    state: ended ? null : paperTexts.underway,
    blocks: withCorrections([
      { kind: 'facts', label: '调查信息', pairs: 3, facts: surveyFacts },
      { kind: 'heading', text: '岗位与职业病危害因素' },
      rowsTable(paperData),
      ...(files.length > 0
        ? ([
            { kind: 'heading', text: '附件' },
            {
              kind: 'lines',
              lines: files.map(
                ({ fileKind, title }, index) => `${index + 1}. ${labelIn('surveyFileKind', fileKind)}：${title}`,
              ),
            },
          ] as const)
        : []),
    ]),
    signers: [
      { label: '调查人', name: shortNames(surveyorNames), on: surveyorNames.length > 0 ? signedOn : '' },
      { label: '陪同人', name: survey.companionName ?? '', on: survey.companionName ? signedOn : '' },
    ],
  });
}
