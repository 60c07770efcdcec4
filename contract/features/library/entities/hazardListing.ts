import { defineEntity } from '@contract/entity';
import { dict, longText, ref, text } from '@contract/field';

/** 危害因素目录: an entry of a published list of hazards, with the corresponding hazard of the library. */
export const hazardListing = defineEntity({
  name: 'hazardListing',
  path: 'api/hazardListing',
  label: '危害因素目录',
  titleField: 'name',
  scope: 'shared',
  keyword: ['name', 'cas', 'code'],
  key: ['list', 'sourceName', 'className', 'number', 'code', 'name'],
  fields: {
    name: text('目录名称', { required: true, max: 200 }),
    list: dict('目录', { dict: 'hazardList', required: true }),
    sourceName: text('目录全称', { required: true, max: 100 }),
    className: text('类别', { max: 50 }),
    number: text('序号', { max: 30 }),
    code: text('代码', { max: 50 }),
    hazard: ref('对应危害因素', { to: 'hazard', hint: '不填为因素库中没有单独的因素' }),
    cas: text('CAS号', { max: 100 }),
    dataCertainty: dict('核对情况', { dict: 'dataCertainty', required: true, initial: 'sure' }),
    remark: longText('备注', { max: 500 }),
  },
  sheet: ['name', 'list', 'sourceName', 'className', 'number', 'code', 'hazard', 'cas', 'dataCertainty', 'remark'],
});
