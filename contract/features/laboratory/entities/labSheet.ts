import { defineEntity } from '@contract/entity';
import { date, decimal, dict, flag, integer, keyed, longText, ref, refs, text } from '@contract/field';
import { labSheetTexts } from '../sheetTexts';

/**
 * 检测原始记录: samples of one project tested for one hazard by one method (DOMAIN §8.0 H). In the API its id is
 * `phyId`.
 */
export const labSheet = defineEntity({
  name: 'labSheet',
  path: 'api/labSheet',
  label: '检测记录',
  titleField: 'sheetNo',
  scope: 'organization',
  stateMachine: {
    machine: 'record',
    stateField: 'state',
    partEntities: [
      { entity: 'labSheetRow', by: 'sheet' },
      { entity: 'labCheck', by: 'sheet' },
      { entity: 'labDetection', by: 'sheet' },
      { entity: 'labAttachment', by: 'sheet' },
    ],
  },
  keyword: ['sheetNo', 'hazardName'],
  locks: [{ field: 'state', unless: ['drafting'], message: labSheetTexts.handedIn }],
  sheet: [
    'sheetNo',
    'project',
    'hazardName',
    'method',
    'variant',
    'state',
    'analyst',
    'receivedOn',
    'testDate',
    'testUntil',
    'instrument',
    'envTemperature',
    'envHumidity',
    'standard',
    'reagents',
    'curve',
    'lod',
    'lodUnit',
    'sampleCount',
    'complete',
    'remark',
    'createTime',
    'groupNo',
  ],
  fields: {
    sheetNo: text('记录编号', { readonly: true, unique: true, max: 80 }),
    project: ref('项目', { required: true, to: 'project' }),
    methodKind: dict('方法类别', { dict: 'labMethodKind', readonly: true }),
    /** Origin of the samples: taken by the organization, or brought by a client. */
    variant: dict('样品来源', { dict: 'labVariant', readonly: true, initial: 'ordinary' }),
    /** Key of a layout in methods/sheets. */
    layout: text('计算方式', { readonly: true, max: 30 }),
    method: ref('检测依据', { required: true, to: 'labMethod' }),
    hazard: ref('检测项目', { required: true, to: 'hazard' }),
    hazardName: text('检测项目', { readonly: true, max: 200 }),
    state: dict('状态', { dict: 'recordState', readonly: true, initial: 'drafting' }),
    analyst: ref('检测人', { to: 'user', readonly: true }),
    receivedOn: date('收样日期', { readonly: true }),
    testDate: date('检测日期'),
    testUntil: date('检测结束日期'),
    instrument: ref('检测仪器', { to: 'equipment' }),
    /**
     * Reason for an instrument whose purpose does not fit the method; required for such an instrument, and printed.
     */
    instrumentReason: text('使用其他仪器的原因', { max: 300, hint: '仪器用途与检测方法不符时填写，随记录打印' }),
    envTemperature: decimal('环境温度', { digits: 1, unit: '℃', min: '-40' }),
    envHumidity: decimal('相对湿度', { digits: 1, unit: '%', min: '0' }),
    /** 仪器条件, by the labels of the method's sheet. */
    conditions: keyed('仪器条件'),
    standard: ref('标准物质', { to: 'standard' }),
    reagents: refs('试剂', { to: 'reagent' }),
    curve: ref('标准曲线', { to: 'labCurve' }),
    lod: decimal('检出限', { min: '0' }),
    /** Quantification limit in the unit of the detection limit. */
    loq: decimal('定量下限', { min: '0', hint: '单位与检出限相同；不填时按检出限的10/3计' }),
    lodUnit: text('检出限单位', { max: 20 }),
    /** Reason for typed limits that differ from 方法库 and from every determination; required for them, and printed. */
    lodSource: text('检出限来源及原因', { max: 300, hint: '检出限与方法库、检出限测定都不同时填写，随记录打印' }),
    /** Reason for efficiencies without a determination of the samples' lots; required for them, and printed. */
    efficiencySource: text('效率来源及原因', { max: 300, hint: '样品没有同批号采样介质的效率测定时填写，随记录打印' }),
    /** Published minimum of the method. Results have as many decimals as this text. */
    publishedMinimum: text('方法最低检出浓度', { max: 20, rule: 'positiveNumber' }),
    /** Settings by the keys of `RecordSettings` (`methods/calculation/labRecord.ts`). */
    settings: keyed('计算设置'),
    incomingUnit: text('结果单位', { max: 20 }),
    sampleCount: integer('样品数量', { readonly: true }),
    /** Whether every sample has a result and no result has a problem. */
    complete: flag('结果齐全', { readonly: true }),
    /** Reasons for missing required checks, by kind of check. */
    checkReasons: keyed('缺少质控的原因'),
    /**
     * Remark on the quality control as a whole. In older records, where checks had no reason of their own, it counts
     * as the reason of all.
     */
    checkRemark: longText('质控说明', { max: 500 }),
    /** Reason for submitting the record although samples have no blank of their batch. */
    blankRemark: longText('空白说明', { max: 500, readonly: true }),
    remark: longText('备注', { max: 1000 }),
    /** Record from which instrument, conditions and materials were copied; set until the analyst saves the head. */
    carriedFrom: ref('表头沿用自', { to: 'labSheet', readonly: true }),
    /**
     * Number of the original record that several hazards of one collector share (五苯两酯); null for a record of its own.
     * It is the number of the first of them.
     */
    groupNo: text('合并记录编号', { readonly: true, max: 80 }),
    /** Approved record that this one corrects. */
    previous: ref('原记录', { to: 'labSheet', readonly: true }),
  },
  checks: [{ field: 'testDate', notAbove: 'testUntil', message: '检测日期不能晚于结束日期' }],
});
