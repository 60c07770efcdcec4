import { defineEntity } from '@contract/entity';
import { date, decimal, dict, flag, integer, longText, text } from '@contract/field';

/** 检测方法: what the sampling plan takes medium, flow and time from, and the laboratory its curve and quality rules. */
export const labMethod = defineEntity({
  name: 'labMethod',
  path: 'api/labMethod',
  label: '检测方法',
  titleField: 'title',
  scope: 'shared',
  keyword: ['title', 'standardNo', 'technique', 'medium'],
  fields: {
    title: text('方法名称', { required: true, unique: true, max: 150 }),
    standardNo: text('标准号', { required: true, max: 60 }),
    methodKind: dict('方法类别', { dict: 'labMethodKind', required: true }),
    resultRoute: dict('结果计算方式', { dict: 'resultRoute' }),
    technique: text('检测技术', { hint: '检测器、火焰或石墨炉、波长等' }),
    status: dict('状态', { dict: 'enabled', required: true, initial: '1' }),
    validFrom: date('启用日期'),
    validUntil: date('停用日期'),
    cma: flag('资质认定范围内'),

    medium: text('采样介质', { max: 100 }),
    shortFlow: decimal('短时间采样流量', { unit: 'L/min', digits: 4, min: '0' }),
    shortMinutes: integer('短时间采样时间', { unit: 'min', min: 0, max: 1440 }),
    longFlow: decimal('长时间采样流量', { unit: 'L/min', digits: 4, min: '0' }),
    longMinutes: integer('长时间采样时间', { unit: 'min', min: 0, max: 1440 }),
    samplingNote: text('采样说明', { max: 300 }),
    storageDays: integer('样品保存期限', { unit: 'd', min: 0, max: 3650, hint: '样品的保存截止日期为采样日期加此天数，不填时不计算；以后填写或更正时，已送交而未检测完的样品随之更新' }),
    storageCondition: text('样品保存条件', { max: 100 }),

    curveFit: text('曲线拟合方式', { max: 50 }),
    curveUnit: text('曲线含量单位', { max: 20, hint: 'μg/mL与μg/管不同，按方法填写' }),
    curvePoints: integer('曲线最少点数', { min: 0, max: 30, hint: '不含空白' }),
    curveR: decimal('相关系数不小于', { digits: 6, min: '0' }),
    midpointMax: decimal('曲线中点偏差不大于', { unit: '%', digits: 2, min: '0' }),
    efficiencyMin: decimal('解吸或洗脱效率不小于', { unit: '%', digits: 2, min: '0' }),

    blanksPerBatch: integer('每批空白数', { unit: '个', min: 0, max: 100 }),
    blankRule: text('空白合格要求', { max: 100 }),
    parallelMax: decimal('平行样相对偏差不大于', { unit: '%', digits: 2, min: '0' }),
    spikeMin: decimal('加标回收率下限', { unit: '%', digits: 2, min: '0' }),
    spikeMax: decimal('加标回收率上限', { unit: '%', digits: 2, min: '0' }),
    controlRule: text('质控样合格要求', { max: 100 }),

    dataCertainty: dict('核对情况', { dict: 'dataCertainty', required: true, initial: 'sure' }),
    remark: longText('备注', { max: 500 }),
  },
  sheet: [
    'title', 'standardNo', 'methodKind', 'resultRoute', 'technique', 'status', 'validFrom', 'validUntil', 'cma', 'medium', 'shortFlow', 'shortMinutes', 'longFlow', 'longMinutes',
    'samplingNote', 'storageDays', 'storageCondition', 'curveFit', 'curveUnit', 'curvePoints', 'curveR', 'midpointMax', 'efficiencyMin', 'blanksPerBatch', 'blankRule',
    'parallelMax', 'spikeMin', 'spikeMax', 'controlRule', 'dataCertainty', 'remark',
  ],
  checks: [
    { field: 'spikeMin', notAbove: 'spikeMax', message: '加标回收率下限不能大于上限' },
    { field: 'validFrom', notAbove: 'validUntil', message: '启用日期不能晚于停用日期' },
  ],
});
