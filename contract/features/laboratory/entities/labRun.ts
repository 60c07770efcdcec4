import { defineEntity } from '@contract/entity';
import { date, decimal, dict, file, integer, longText, ref, refs, text } from '@contract/field';
import { runTexts } from '../runs/runTexts';

/**
 * 分析批: one sequence of an instrument with samples of any projects and hazards, and its files. The run keeps the raw
 * files, so that no client's record holds another client's samples.
 */
export const labRun = defineEntity({
  name: 'labRun',
  path: 'api/labRun',
  label: '分析批',
  titleField: 'runNo',
  scope: 'organization',
  keyword: ['runNo', 'fileName', 'remark'],
  suggestions: { room: { titlesOf: 'place' } },
  locks: [{ field: 'state', unless: ['open'], message: runTexts.written }],
  fields: {
    runNo: text('分析批编号', { readonly: true, unique: true, max: 60 }),
    runDate: date('检测日期', { required: true }),
    instrument: ref('检测仪器', { to: 'equipment' }),
    /** Methods of one technique. */
    methods: refs('检测方法', { to: 'labMethod', hint: '同一次进样的检测方法，方法类别须相同' }),
    analyst: ref('检测人', { to: 'user', readonly: true }),
    room: text('检测地点', { max: 60 }),
    envTemperature: decimal('环境温度', { digits: 1, unit: '℃', min: '-40' }),
    envHumidity: decimal('相对湿度', { digits: 1, unit: '%', min: '0' }),
    standard: ref('标准物质', { to: 'standard' }),
    /** Stock solution for the levels of the curves: stock concentration × volume of the level ÷ final volume. */
    stock: text('标准储备液浓度', {
      max: 500,
      rule: 'stockConcentrations',
      hint: '单位μg/mL；各组分相同时填写一个数值，不同时如“苯 1000；甲苯 2000”',
    }),
    finalVolume: decimal('标准系列定容体积', { unit: 'mL', min: '0' }),
    /** Volume of solvent for each sample; the records take it over with their heads. */
    solutionVolume: decimal('解吸/洗脱液体积', { unit: 'mL', min: '0' }),
    /** Curves that were created from the standards of this run. */
    curves: refs('标准曲线', { to: 'labCurve', readonly: true }),
    file: file('仪器文件', { accept: 'document' }),
    fileName: text('文件名', { readonly: true, max: 255 }),
    size: integer('大小', { readonly: true }),
    sha256: text('SHA-256', { readonly: true, max: 64 }),
    /** Profile with which the file was read when its readings were written. */
    profile: text('读取方式', { readonly: true, max: 100 }),
    profileVersion: integer('读取方式版本', { readonly: true }),
    state: dict('状态', { dict: 'labRunState', readonly: true, initial: 'open' }),
    remark: longText('备注', { max: 500 }),
  },
});
