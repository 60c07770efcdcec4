import type { ExchangeModel } from './exchangeModel';
import { filledLine, type MessageField, type ShownPart, type MessageContext } from './messageFields';

// Survey and sampling plan as a workbook that a person uploads (platform formats C). It has one row for each job,
// place and hazard of GBZ 331-2024 form C.9.

const nonNegativeNumber = { pattern: /^\d+(\.\d+)?$/, description: '不小于0的数' };
const wholeNumber = { pattern: /^\d{1,5}$/, description: '整数' };

/** Columns of the sheet, in the order of the vendor's template. */
export const surveyBookColumns: readonly MessageField[] = [
  { name: 'workshop', label: '车间', sourcePath: 'workshop', isRequired: true, place: 'survey' },
  { name: 'job', label: '岗位', sourcePath: 'post', isRequired: true, place: 'survey' },
  { name: 'place', label: '检测地点', sourcePath: 'place', isRequired: true, place: 'survey' },
  {
    name: 'hazard',
    label: '职业病危害因素',
    sourcePath: 'hazard',
    isRequired: true,
    table: 'hazard',
    sendsName: true,
    mayStayUncoded: true,
    place: 'survey',
  },
  {
    name: 'contactHours',
    label: '接触时间(h/d)',
    sourcePath: 'hoursPerDay',
    isRequired: true,
    form: nonNegativeNumber,
    place: 'survey',
  },
  { name: 'shiftHours', label: '班制时间(h/d)', sourcePath: 'shiftHours', form: nonNegativeNumber, place: 'survey' },
  {
    name: 'days',
    label: '每周工作天数(d/w)',
    sourcePath: 'daysPerWeek',
    isRequired: true,
    form: nonNegativeNumber,
    place: 'survey',
  },
  { name: 'people', label: '接触人数', sourcePath: 'people', isRequired: true, form: wholeNumber, place: 'survey' },
  { name: 'sampledDays', label: '采样天数', sourcePath: 'days', isRequired: true, form: wholeNumber, place: 'survey' },
  { name: 'production', label: '生产方式', sourcePath: 'production', place: 'survey' },
  { name: 'sampled', label: '是否采样', sourcePath: 'sampledWord', isRequired: true, place: 'survey' },
  {
    name: 'mode',
    label: '采样方式',
    sourcePath: 'modeWord',
    isRequired: true,
    form: { pattern: /^(定点|个体)$/, description: '定点或个体' },
    place: 'survey',
  },
  {
    name: 'jobType',
    label: '岗位类型',
    sourcePath: 'jobType',
    isRequired: true,
    form: { pattern: /^(固定|流动|巡检)$/, description: '固定、流动或巡检' },
    place: 'survey',
  },
  { name: 'shortJob', label: '短时间岗位', sourcePath: 'shortJob', place: 'survey' },
  { name: 'ownTest', label: '是否自检', sourcePath: 'ownTest', place: 'survey' },
  { name: 'shift', label: '班制', sourcePath: 'shift', place: 'survey' },
  { name: 'intensity', label: '体力劳动强度', sourcePath: 'intensity', place: 'survey' },
  { name: 'remark', label: '备注', sourcePath: 'remark', place: 'survey' },
];

export const surveyBookSheet = '调查与采样计划';

export interface SurveyBook {
  readonly sheet: string;
  readonly heads: readonly string[];
  readonly rows: readonly (readonly string[])[];
  readonly parts: readonly ShownPart[];
}

const yesNoWord = (value: boolean): string => (value ? '是' : '否');

/** Builds the sheet; missing values are noted in `context`. */
export function surveyBook(model: Pick<ExchangeModel, 'survey'>, context: MessageContext): SurveyBook {
  const rows = model.survey.map((exchangeSurveyLine, index) =>
    filledLine(
      surveyBookColumns,
      {
        ...exchangeSurveyLine,
        sampledWord: yesNoWord(exchangeSurveyLine.sampled),
        modeWord:
          exchangeSurveyLine.mode === 'personal'
            ? '个体'
            : exchangeSurveyLine.mode === 'area'
              ? '定点'
              : exchangeSurveyLine.sampled
                ? ''
                : '定点',
        jobType: exchangeSurveyLine.fixedPost === null ? '' : exchangeSurveyLine.fixedPost ? '固定' : '流动',
        days: exchangeSurveyLine.sampled ? exchangeSurveyLine.days : 0,
      },
      `row[${index}]`,
      `第${index + 1}行：`,
      context,
    ),
  );
  if (rows.length === 0)
    context.faults.push({
      kind: 'missing',
      path: 'rows',
      label: '调查行',
      message: '缺少现场调查的岗位危害因素',
      place: 'survey',
    });
  return {
    sheet: surveyBookSheet,
    heads: surveyBookColumns.map(({ label }) => label),
    rows: rows.map(({ cells }) => cells.map(({ sentText }) => sentText)),
    parts: [
      {
        title: `${surveyBookSheet}（${rows.length}）`,
        columns: surveyBookColumns.map(({ name, label }) => ({ name, label })),
        rows: rows.map(({ cells }) => cells),
      },
    ],
  };
}
