import { defineEntity } from '@contract/entity';
import { decimal, dict, ref, text } from '@contract/field';

/** 平台代码: the code of a platform for one of our values. A person edits the table here or imports it as a workbook. */
export const platformCode = defineEntity({
  name: 'platformCode',
  path: 'api/platformCode',
  label: '平台代码',
  titleField: 'own',
  scope: 'organization',
  keyword: ['own', 'code', 'codeName'],
  fields: {
    connector: ref('对接平台', { required: true, to: 'connector' }),
    codeTable: dict('代码表', { required: true, dict: 'platformCodeTable' }),
    own: text('本系统值', {
      required: true,
      max: 100,
      hint: '因素名称、行业代码、地区（省/市/区县）等，与本系统所填一致',
    }),
    code: text('平台代码', { required: true, max: 50, hint: '平台不接收的填“-”' }),
    codeName: text('平台名称', { max: 100 }),
    unitCode: text('平台单位代码', { max: 20, hint: '结果项填写' }),
    factor: decimal('换算系数', { digits: 6, min: '0', hint: '发送值=本系统值×系数，不填则不换算' }),
  },
  sheet: ['connector', 'codeTable', 'own', 'code', 'codeName', 'unitCode', 'factor'],
  key: ['connector', 'codeTable', 'own'],
});
