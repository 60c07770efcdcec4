import { defineEntity } from '@contract/entity';
import { date, dict, file, integer, longText, ref, text } from '@contract/field';
import { equipmentTexts } from '../equipmentRules';
import { kindByName } from '../kindByName';

/** 仪器设备, with the end of its calibration. */
export const equipment = defineEntity({
  name: 'equipment',
  path: 'api/equipment',
  label: '仪器设备',
  titleField: 'eqpNo',
  scope: 'organization',
  keyword: ['eqpNo', 'eqpName', 'model', 'serialNo'],
  spoken: 'eqpName',
  offers: { location: { titlesOf: 'place' } },
  fields: {
    eqpNo: text('设备编号', {
      required: true,
      unique: true,
      max: 50,
    }),
    eqpName: text('设备名称', { required: true, max: 100 }),
    eqpKind: dict('设备类别', {
      dict: 'equipmentKind',
      required: true,
    }),
    purpose: dict('用途', {
      dict: 'instrumentPurpose',
      hint: '检测什么：检测记录与标准曲线只能选用途相符的设备；不填时按设备名称判断',
    }),
    model: text('规格型号', { max: 100 }),
    serialNo: text('出厂编号', { max: 100 }),
    maker: text('生产厂家', { max: 100 }),
    measures: text('测量范围', { max: 200 }),
    accuracy: text('准确度', { max: 100 }),
    /** Samples with a constant-flow device need no flow afterwards (GBZ 331-2024 E.3). */
    flowControl: dict('流量控制', {
      dict: 'flowControl',
      hint: '采样器填写；恒流：流量偏离±5%时自动停机，采样后不需再测流量',
    }),
    status: dict('状态', {
      dict: 'equipmentStatus',
      required: true,
      initial: 'in',
    }),
    calibrationKind: dict('溯源方式', { dict: 'calibrationKind', required: true, initial: 'verification' }),
    calibratedOn: date('检定/校准日期'),
    calibrationDue: date('检定/校准有效期', {
      hint: '过期的设备不能领用，可以送检',
    }),
    calibrationMonths: integer('检定/校准周期', { min: 1, max: 120, unit: '月' }),
    calibrationBy: text('检定/校准机构', {
      max: 100,
    }),
    certificateNo: text('证书编号', { max: 100 }),
    certificate: file('证书', { accept: 'document' }),
    sequenceFormat: dict('序列文件格式', {
      dict: 'sequenceFormat',
      hint: '色谱、光谱等仪器填写：分析批的进样序列按此格式导出',
    }),
    /** In place of the format's columns. */
    sequenceColumns: text('序列文件的列', {
      max: 500,
      rule: 'sequenceColumns',
      hint: '与所选格式不同时填写，列名=内容，如Vial=进样位；Sample Name=样品名；Method="BTX.M"。内容为序号、进样位、样品名、类型、级别、进样时间、数据文件、备注或引号中的固定文字',
    }),
    keeper: ref('保管人', { to: 'user' }),
    location: text('存放地点', { max: 100 }),
    boughtOn: date('购置日期'),
    remark: longText('备注', { max: 500 }),
  },
  lists: {
    eqpNo: { called: ['编号', '仪器编号', '管理编号', '统一编号', '资产编号'] },
    eqpName: { called: ['名称', '仪器名称', '仪器设备名称'] },
    eqpKind: { called: ['类别', '仪器类别', '分类'], guess: kindByName },
    model: { called: ['型号', '型号规格', '仪器型号'] },
    serialNo: { called: ['序列号', '机身号', '机号', '出厂号'] },
    maker: { called: ['制造商', '生产厂商', '厂家', '制造厂', '生产单位'] },
    measures: { called: ['量程', '测量量程', '测定范围'] },
    accuracy: { called: ['精度', '准确度等级', '精度等级', '不确定度'] },
    status: { called: ['使用状态', '设备状态', '状况'] },
    calibratedOn: { called: ['检定日期', '校准日期', '检校日期', '溯源日期', '检定校准日期'] },
    calibrationDue: {
      end: true,
      called: ['有效期', '有效期至', '检定有效期', '校准有效期', '有效日期', '下次检定日期', '下次校准日期'],
    },
    calibrationBy: { called: ['检定单位', '校准单位', '检定机构', '校准机构', '溯源单位', '检校单位'] },
    certificateNo: { called: ['证书号', '检定证书编号', '校准证书编号'] },
    location: { called: ['存放位置', '放置地点', '位置', '地点'] },
    boughtOn: { called: ['购入日期', '购买日期', '启用日期'] },
    remark: { called: ['说明', '附注'] },
  },
  sheet: [
    'eqpNo',
    'eqpName',
    'eqpKind',
    'model',
    'serialNo',
    'maker',
    'measures',
    'accuracy',
    'status',
    'calibrationKind',
    'calibratedOn',
    'calibrationDue',
    'calibrationMonths',
    'calibrationBy',
    'certificateNo',
    'location',
    'boughtOn',
    'remark',
    'flowControl',
    'purpose',
  ],
  // An instrument that is out changes its status by its return.
  locks: [{ field: 'status', unless: ['in', 'stopped', 'scrapped'], only: 'del', message: equipmentTexts.statusAway }],
  checks: [{ field: 'calibratedOn', notAbove: 'calibrationDue', message: '检定/校准日期不能晚于有效期' }],
});
