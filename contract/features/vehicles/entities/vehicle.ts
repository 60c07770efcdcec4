import { defineEntity } from '@contract/entity';
import { date, decimal, dict, file, integer, longText, ref, text } from '@contract/field';

/** 车辆, with the end of inspection and insurance. */
export const vehicle = defineEntity({
  name: 'vehicle',
  path: 'api/vehicle',
  label: '车辆',
  titleField: 'plateNo',
  scope: 'organization',
  keyword: ['plateNo', 'vehicleName'],
  fields: {
    plateNo: text('车牌号', { required: true, unique: true, max: 20 }),
    vehicleName: text('品牌型号', { required: true, max: 60 }),
    seats: integer('核定座位数', {
      required: true,
      min: 1,
      max: 60,
      initial: 5,
      unit: '座',
    }),
    keeper: ref('责任人', { to: 'user' }),
    driver: text('驾驶员', { max: 50 }),
    status: dict('状态', { dict: 'vehicleStatus', required: true, initial: '1' }),
    inspectionDue: date('年检有效期至', {
      hint: '过期后不能出车',
    }),
    insuranceDue: date('保险有效期至', {
      hint: '过期后不能出车',
    }),
    firstMileage: decimal('登记时里程', {
      digits: 1,
      min: '0',
      unit: 'km',
    }),
    /** Mileage at the end of the last trip; a wrong entry or a new meter is corrected here. */
    mileage: decimal('当前里程', { digits: 1, min: '0', unit: 'km', hint: '收车时自动记入；与里程表不符时在此更正' }),
    papers: file('证照', { accept: 'document', hint: '行驶证、年检和保险凭证的扫描件' }),
    boughtOn: date('购置日期'),
    remark: longText('备注', { max: 500 }),
  },
  lists: {
    plateNo: { called: ['车牌', '车牌号码', '号牌'] },
    vehicleName: { called: ['车型', '车辆型号', '品牌', '车辆名称'] },
    seats: { called: ['座位', '座位数', '座数', '核载人数'] },
    driver: { called: ['司机', '驾驶人'] },
    inspectionDue: { end: true, called: ['年检到期', '年检日期', '年检有效期'] },
    insuranceDue: { end: true, called: ['保险到期', '保险有效期', '保险日期'] },
    firstMileage: { called: ['公里数', '里程', '行驶里程', '当前里程', '里程数'] },
  },
  sheet: [
    'plateNo',
    'vehicleName',
    'seats',
    'status',
    'inspectionDue',
    'insuranceDue',
    'firstMileage',
    'boughtOn',
    'remark',
    'driver',
  ],
});
