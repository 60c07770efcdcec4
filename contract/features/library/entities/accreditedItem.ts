import { defineEntity } from '@contract/entity';
import { date, longText, ref, text } from '@contract/field';

/** 资质认定能力附表: an item of the organization's accredited scope, with standard, restriction and period. */
export const accreditedItem = defineEntity({
  name: 'accreditedItem',
  path: 'api/accreditedItem',
  label: '资质认定能力附表',
  titleField: 'item',
  scope: 'organization',
  keyword: ['item', 'basis', 'itemNo', 'field'],
  key: ['item', 'basis', 'itemNo'],
  fields: {
    itemNo: text('序号', { max: 30 }),
    field: text('类别', { max: 100 }),
    item: text('项目/参数', { required: true, max: 200 }),
    hazard: ref('对应危害因素', {
      to: 'hazard',
      hint: '不填时按项目名称查找；一格写几个项目的，按各自的名称判断；查不到的，资质范围不能判断',
    }),
    basis: text('依据的标准（方法）名称及编号', { required: true, max: 300 }),
    /** Read from `basis`: part and year, by which a method is found in the scope; several by `；`. */
    standardNo: text('标准号', { readonly: true, max: 300 }),
    technique: text('方法', { max: 100 }),
    restriction: text('限制范围及说明', { max: 300 }),
    certificateNo: text('证书编号', { max: 60 }),
    validFrom: date('批准日期'),
    validUntil: date('有效期至', { hint: '含当日' }),
    remark: longText('备注', { max: 500 }),
  },
  // The printed annex of a certificate has the standards with their titles in one cell.
  lists: {
    itemNo: { columnNames: ['产品/项目/参数/序号', '编号', '项目序号'] },
    field: { columnNames: ['类别（产品/项目/参数）', '领域', '检测领域', '检测类别', '产品类别'], mayBeRowTitle: true },
    item: { columnNames: ['产品/项目/参数/名称', '检测项目', '参数', '项目', '项目名称', '检测参数'] },
    basis: {
      columnNames: [
        '依据的标准(方法)名称及编号(含年号)',
        '标准(方法)名称及编号',
        '依据的标准',
        '检测依据',
        '标准依据',
        '检测方法标准',
      ],
    },
    technique: { columnNames: ['检测方法', '分析方法', '方法名称'] },
    restriction: { columnNames: ['限制范围', '限制范围或说明', '说明'] },
    certificateNo: {
      columnNames: ['资质认定证书编号', 'CMA证书编号', '证书编号', '资质证书编号'],
      mayStandAboveHeader: true,
    },
    validFrom: { columnNames: ['发证日期', '生效日期'], mayStandAboveHeader: true },
    validUntil: {
      columnNames: ['有效期', '有效期限', '有效日期', '证书有效期', '有效期至'],
      endsPeriod: true,
      mayStandAboveHeader: true,
    },
  },
  sheet: [
    'item',
    'itemNo',
    'field',
    'hazard',
    'basis',
    'technique',
    'restriction',
    'certificateNo',
    'validFrom',
    'validUntil',
    'remark',
  ],
  checks: [{ field: 'validFrom', notAbove: 'validUntil', message: '批准日期不能晚于有效期至' }],
});
