import { defineEntity } from '@contract/entity';
import { date, dateTime, decimal, dict, flag, integer, keyed, ref, refs, text } from '@contract/field';

/** 样品 or 空白样品: planned by a plan row for a day, taken on site, handed over, tested (PRODUCT §2, DOMAIN §1.10). */
export const sample = defineEntity({
  name: 'sample',
  path: 'api/sample',
  label: '样品',
  titleField: 'sampleNo',
  scope: 'organization',
  keyword: ['sampleNo', 'siteNo', 'place', 'person'],
  fields: {
    project: ref('项目', { required: true, to: 'project' }),
    sampleNo: text('样品编号', { required: true, unique: true, max: 60 }),
    sampleKind: dict('样品类别', { dict: 'sampleKind', required: true, initial: 'sample' }),
    state: dict('状态', { dict: 'sampleState', readonly: true, initial: 'planned' }),
    sampleSiteHazardId: ref('方案行', { to: 'sampleSiteHazard' }),
    siteHazardId: ref('调查行', { to: 'siteHazard' }),
    samplingDay: ref('采样日期', { to: 'samplingDay' }),
    siteNo: text('采样点号', { max: 10 }),
    turn: integer('频次', { min: 1, max: 99 }),
    workshop: text('车间', { max: 100 }),
    place: text('采样点/对象', { max: 100 }),
    hazard: ref('危害因素', { required: true, to: 'hazard' }),
    /** All factors to be tested in it, e.g. 苯、甲苯、二甲苯. */
    hazardName: text('检测项目', { max: 500 }),
    /** Set for an incoming sample; for field samples the plan's row has it. */
    alongWith: refs('同管检测项目', { to: 'hazard', readonly: true }),
    method: ref('检测方法', { to: 'labMethod' }),
    mode: dict('采样方式', { dict: 'samplingMode' }),
    period: dict('采样时间类型', { dict: 'samplingPeriod' }),
    medium: text('采样介质', { max: 100 }),
    /** Together with the day it decides the batch, whose blanks are the sample's. */
    collectorLot: text('采样介质批号', { max: 50 }),
    /** From the plan or the method; null where no pump is used. */
    plannedFlow: decimal('计划流量', { digits: 4, min: '0', unit: 'L/min', readonly: true }),
    plannedMinutes: integer('计划采样时间', { min: 0, max: 1440, unit: 'min', readonly: true }),
    person: text('采样对象', { max: 50, hint: '个体采样时填写姓名' }),
    equipment: ref('采样仪器', { to: 'equipment' }),
    /** Set where it differs from the plan. */
    flowSet: decimal('设定流量', { digits: 4, min: '0', unit: 'L/min', hint: '不填时为计划流量' }),
    flowBefore: decimal('采样前流量', { digits: 4, min: '0', unit: 'L/min' }),
    flowAfter: decimal('采样后流量', { digits: 4, min: '0', unit: 'L/min' }),
    flow: decimal('计算流量', { readonly: true, unit: 'L/min' }),
    flowDeviation: decimal('流量偏差', { readonly: true, unit: '%' }),
    startTime: dateTime('开始时间'),
    endTime: dateTime('结束时间'),
    minutes: decimal('采样时间', { readonly: true, unit: 'min' }),
    temperature: decimal('气温', { digits: 1, unit: '℃', min: '-60' }),
    pressure: decimal('气压', { digits: 2, unit: 'kPa', min: '50' }),
    volume: decimal('采样体积', { readonly: true, unit: 'L' }),
    /** At full precision; displayed with three significant digits (DOMAIN §1.4). */
    standardVolume: decimal('标准采样体积', { readonly: true, unit: 'L' }),
    /** On-site readings of a physical factor, by the keys of its form (methods/physical). */
    measured: keyed('现场读数'),
    representedHours: decimal('代表接触时间', { digits: 4, min: '0', max: '24', unit: 'h' }),
    hoursPerDay: decimal('日接触时间', { digits: 2, min: '0', max: '24', unit: 'h/d' }),
    production: text('生产状况', { max: 100 }),
    controlsRunning: text('防护设施及运行', { max: 100 }),
    ppeWorn: text('防护用品佩戴', { max: 100 }),
    restUnexposed: flag('其余时间无接触', { hint: '采样不足15min，且15min内其余时间不接触' }),
    collectors: refs('采样人', { to: 'user' }),
    clientSampleNo: text('原样编号', { readonly: true, max: 60 }),
    sampleForm: text('样品性状', { readonly: true, max: 100 }),
    remark: text('备注'),
    /** Server time at which the reading arrived, and whether that was long after the sampling (QUALITY §1, 2). */
    recordedAt: dateTime('记录时间', { readonly: true }),
    lateEntry: flag('补录', { readonly: true }),
    handOver: ref('流转单', { to: 'handOver', readonly: true }),
    condition: dict('样品状态', { dict: 'sampleCondition', readonly: true }),
    checkedAt: dateTime('清点时间', { readonly: true }),
    storage: text('保存条件', { max: 100, readonly: true }),
    keepUntil: date('保存截止日期', { readonly: true }),
    /** Why it was voided, or refused at the hand-over. */
    stateReason: text('原因', { max: 500, readonly: true }),
  },
});
