import { defineEntity } from '@contract/entity';
import { date, dict, file, integer, longText, ref, text } from '@contract/field';
import { equipmentTexts } from '../equipmentRules';

/** 仪器设备, with the day on which its calibration runs out. */
export const equipment = defineEntity({
  name: 'equipment',
  path: 'api/equipment',
  label: '仪器设备',
  titleField: 'eqpNo',
  scope: 'organization',
  keyword: ['eqpNo', 'eqpName', 'model', 'serialNo'],
  spoken: 'eqpName',
  fields: {
    eqpNo: text('设备编号', { required: true, unique: true, max: 50 }),
    eqpName: text('设备名称', { required: true, max: 100 }),
    eqpKind: dict('设备类别', { dict: 'equipmentKind', required: true }),
    purpose: dict('用途', { dict: 'instrumentPurpose', hint: '检测什么：检测记录与标准曲线只能选用途相符的设备；不填时按设备名称判断' }),
    model: text('规格型号', { max: 100 }),
    serialNo: text('出厂编号', { max: 100 }),
    maker: text('生产厂家', { max: 100 }),
    measures: text('测量范围', { max: 200 }),
    accuracy: text('准确度', { max: 100 }),
    /** Samples of a constant one need no flow afterwards (GBZ 331-2024 E.3). */
    flowControl: dict('流量控制', { dict: 'flowControl', hint: '采样器填写；恒流：流量偏离±5%时自动停机，采样后不需再测流量' }),
    status: dict('状态', { dict: 'equipmentStatus', required: true, initial: 'in' }),
    calibrationKind: dict('溯源方式', { dict: 'calibrationKind', required: true, initial: 'verification' }),
    calibratedOn: date('检定/校准日期'),
    calibrationDue: date('检定/校准有效期', { hint: '过期的设备不能领用，可以送检' }),
    calibrationMonths: integer('检定/校准周期', { min: 1, max: 120, unit: '月' }),
    calibrationBy: text('检定/校准机构', { max: 100 }),
    certificateNo: text('证书编号', { max: 100 }),
    certificate: file('证书', { accept: 'document' }),
    keeper: ref('保管人', { to: 'user' }),
    location: text('存放地点', { max: 100 }),
    boughtOn: date('购置日期'),
    remark: longText('备注', { max: 500 }),
  },
  sheet: [
    'eqpNo', 'eqpName', 'eqpKind', 'model', 'serialNo', 'maker', 'measures', 'accuracy', 'status', 'calibrationKind', 'calibratedOn', 'calibrationDue', 'calibrationMonths', 'calibrationBy',
    'certificateNo', 'location', 'boughtOn', 'remark', 'flowControl', 'purpose',
  ],
  // Those that are out come back by their outing.
  locks: [{ field: 'status', unless: ['in', 'stopped', 'scrapped'], only: 'del', message: equipmentTexts.statusAway }],
  checks: [{ field: 'calibratedOn', notAbove: 'calibrationDue', message: '检定/校准日期不能晚于有效期' }],
});
