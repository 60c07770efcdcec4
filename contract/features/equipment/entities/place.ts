import { defineEntity } from '@contract/entity';
import { decimal, longText, text } from '@contract/field';

/** 房间与存放处: rooms, cabinets and refrigerators that store instruments, lots and samples. */
export const place = defineEntity({
  name: 'place',
  path: 'api/place',
  label: '房间与存放处',
  titleField: 'placeName',
  scope: 'organization',
  keyword: ['placeName', 'placeNo'],
  fields: {
    placeName: text('名称', { required: true, unique: true, max: 60 }),
    placeNo: text('编号', { max: 40 }),
    area: decimal('面积', { unit: 'm²', digits: 2, min: '0' }),
    keeper: text('责任人', { max: 50 }),
    environment: text('环境要求', { max: 200, hint: '例如：20 ℃±5 ℃，≤75%RH' }),
    remark: longText('备注', { max: 500 }),
  },
  lists: {
    placeName: {
      columnNames: ['房间名称', '功能室', '功能室名称', '实验室名称', '场所名称', '存放处', '存放地点', '柜名'],
    },
    placeNo: { columnNames: ['房间号', '房间编号', '房号', '门牌号', '柜号', '编号', '场所编号'] },
    area: { columnNames: ['使用面积', '建筑面积', '房间面积'] },
    keeper: { columnNames: ['负责人', '责任人', '管理人', '管理员', '保管人'] },
    environment: { columnNames: ['环境条件', '环境要求', '温湿度要求', '温湿度', '环境控制要求', '环境控制条件'] },
    remark: { columnNames: ['用途', '功能', '说明'] },
  },
  sheet: ['placeName', 'placeNo', 'area', 'keeper', 'environment', 'remark'],
});
