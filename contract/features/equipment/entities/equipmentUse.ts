import { defineEntity } from '@contract/entity';
import { date, dateTime, decimal, dict, file, ref, text } from '@contract/field';

/**
 * 设备出入库: the issue and return of an instrument, with its flow before and after (DOMAIN §1.5). A use without a project
 * is a calibration or a repair.
 */
export const equipmentUse = defineEntity({
  name: 'equipmentUse',
  path: 'api/equipmentUse',
  label: '设备出入库',
  titleField: 'useKind',
  scope: 'organization',
  fields: {
    project: ref('项目', { to: 'project' }),
    equipment: ref('设备', { required: true, to: 'equipment' }),
    useKind: dict('用途', { dict: 'equipmentUseKind', required: true, initial: 'sampling' }),
    outAt: dateTime('出库时间', { readonly: true }),
    outBy: ref('领用人', { to: 'user', readonly: true }),
    outCondition: dict('出库状况', { dict: 'equipmentCondition', required: true, initial: 'good' }),
    inAt: dateTime('入库时间', { readonly: true }),
    inBy: ref('归还人', { to: 'user', readonly: true }),
    inCondition: dict('入库状况', { dict: 'equipmentCondition', readonly: true }),
    calibrator: ref('流量校准器', { to: 'equipment' }),
    flowSet: decimal('设定流量', { digits: 4, min: '0', unit: 'L/min' }),
    /** Readings of the flow before sampling: at least three (GBZ 331-2024 E.1). Their mean is the flow before. */
    flowReadings: text('采样前流量读数', { max: 200, hint: 'L/min' }),
    flowBefore: decimal('采样前流量', { digits: 4, min: '0', unit: 'L/min' }),
    flowAfter: decimal('采样后流量', { digits: 4, min: '0', unit: 'L/min' }),
    /** Air at the calibration (GBZ 331-2024 F.2). */
    airTemperature: decimal('校准气温', { digits: 1, unit: '℃', min: '-60' }),
    airPressure: decimal('校准气压', { digits: 2, unit: 'kPa', min: '50' }),
    flowDeviation: decimal('流量偏差', { readonly: true, unit: '%' }),
    flowVerdict: dict('流量判定', { dict: 'flowVerdict', readonly: true }),
    /** Results of a calibration. The instrument gets a copy; this row keeps the original. */
    calibratedOn: date('检定/校准日期', { readonly: true }),
    calibrationDue: date('有效期至', { readonly: true }),
    calibrationBy: text('检定/校准机构', { max: 100, readonly: true }),
    certificateNo: text('证书编号', { max: 100, readonly: true }),
    certificate: file('证书', { accept: 'document', readonly: true }),
    remark: text('备注'),
  },
});
