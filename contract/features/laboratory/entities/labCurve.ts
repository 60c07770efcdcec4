import { defineEntity } from '@contract/entity';
import { date, decimal, dict, flag, integer, keyed, longText, ref, text } from '@contract/field';

/**
 * 标准曲线 or 标准系列 (DOMAIN §4.1, §8.0 C). An approved curve never changes: a new version replaces it, and records keep
 * the version that they used.
 */
export const labCurve = defineEntity({
  name: 'labCurve',
  path: 'api/labCurve',
  label: '标准曲线',
  titleField: 'curveNo',
  scope: 'organization',
  stateMachine: { machine: 'labCurve', stateField: 'state', partEntities: [{ entity: 'labCurvePoint', by: 'curve' }] },
  keyword: ['curveNo', 'remark'],
  fields: {
    curveNo: text('曲线编号', { readonly: true, unique: true, max: 60 }),
    versionNo: integer('版本', { readonly: true, initial: 1 }),
    previous: ref('上一版本', { to: 'labCurve', readonly: true }),
    methodKind: dict('方法类别', { dict: 'labMethodKind', required: true }),
    /** Name of the curve within the method: `main` or `pcl3`. */
    part: text('曲线页', { required: true, max: 20, initial: 'main' }),
    method: ref('检测方法', { required: true, to: 'labMethod' }),
    hazard: ref('检测项目', { required: true, to: 'hazard' }),
    instrument: ref('检测仪器', { to: 'equipment' }),
    /**
     * Reason for an instrument whose purpose does not fit the method; required for such an instrument, and printed.
     */
    instrumentReason: text('使用其他仪器的原因', { max: 300, hint: '仪器用途与检测方法不符时填写，随记录打印' }),
    conditions: keyed('仪器条件'),
    standard: ref('标准物质', { to: 'standard' }),
    stockConcentration: text('标准储备液浓度/批号', { max: 100 }),
    workingConcentration: text('标准使用液浓度', { max: 100 }),
    preparedOn: date('配制日期', { required: true }),
    validUntil: date('有效期至'),
    fit: dict('拟合方式', { dict: 'curveFit', required: true, initial: 'linear' }),
    subtractZero: flag('扣除零浓度响应值'),
    unit: text('含量单位', { max: 20, required: true }),
    /** Substance of the curve for phosphorus trichloride: PCl3 or P. */
    basis: text('曲线以何计', { max: 10 }),
    state: dict('状态', { dict: 'labCurveState', readonly: true, initial: 'drafting' }),
    accepted: flag('合格', { readonly: true }),
    a: text('截距a', { readonly: true, max: 60 }),
    b: text('斜率b', { readonly: true, max: 60 }),
    c: text('二次项c', { readonly: true, max: 60 }),
    low: decimal('最低点', { readonly: true }),
    high: decimal('最高点', { readonly: true }),
    zero: text('零浓度响应值', { readonly: true, max: 60 }),
    r: text('相关系数r', { readonly: true, max: 20 }),
    r2: text('决定系数R²', { readonly: true, max: 20 }),
    sy: text('残余标准差', { readonly: true, max: 60 }),
    /** Reasons why the curve is not accepted, and what to check. */
    findings: longText('评价', { readonly: true, max: 2000 }),
    remark: longText('备注', { max: 500 }),
  },
  checks: [{ field: 'preparedOn', notAbove: 'validUntil', message: '配制日期不能晚于有效期' }],
});
