import { defineEntity } from '@contract/entity';
import { date, decimal, dict, file, integer, longText, ref, text } from '@contract/field';

/** 车辆: a vehicle, with the end of inspection and insurance. */
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
    /** Mileage at the end of the last trip. A person corrects it here after a wrong entry or for a new meter. */
    mileage: decimal('当前里程', { digits: 1, min: '0', unit: 'km', hint: '收车时自动记入；与里程表不符时在此更正' }),
    papers: file('证照', { accept: 'document', hint: '行驶证、年检和保险凭证的扫描件' }),
    boughtOn: date('购置日期'),
    remark: longText('备注', { max: 500 }),
  },
  lists: {
    plateNo: {
      pattern: '^[\u4e00-\u9fa5][A-Z]',
      columnNames: ['车牌', '车牌号码', '号牌', '车号', '牌照号', '牌号', '车辆牌照'],
    },
    vehicleName: { columnNames: ['车型', '车辆型号', '厂牌型号', '品牌', '品牌车型', '车辆类型', '车辆名称'] },
    seats: { columnNames: ['座位', '座位数', '座数', '核载人数', '核定载客', '核载', '载客人数', '乘坐人数'] },
    driver: { columnNames: ['司机', '驾驶人', '专职司机', '专职驾驶员', '司机姓名'] },
    inspectionDue: {
      endsPeriod: true,
      columnNames: [
        '年检到期',
        '年检日期',
        '年检有效期',
        '年审有效期',
        '年审到期',
        '年审日期',
        '检验有效期',
        '检验有效期至',
      ],
    },
    insuranceDue: {
      endsPeriod: true,
      columnNames: ['保险到期', '保险有效期', '保险日期', '交强险到期', '商业险到期', '交强险有效期', '保险止期'],
    },
    firstMileage: {
      columnNames: [
        '公里数',
        '里程',
        '行驶里程',
        '行驶总里程',
        '总里程',
        '已行驶里程',
        '行驶公里数',
        '当前里程',
        '里程数',
        '里程表读数',
      ],
    },
    boughtOn: { columnNames: ['购置时间', '购买日期', '购车日期', '购入日期', '启用日期'] },
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
