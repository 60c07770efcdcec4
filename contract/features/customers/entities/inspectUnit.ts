import { defineEntity } from '@contract/entity';
import { date, dict, integer, longText, ref, region, text } from '@contract/field';

/** 受检单位: the employer whose workplaces are inspected. */
export const inspectUnit = defineEntity({
  name: 'inspectUnit',
  path: 'api/inspectUnit',
  label: '受检单位',
  titleField: 'unitName',
  scope: 'organization',
  keyword: ['unitName', 'iuiCode', 'contact'],
  fields: {
    unitName: text('单位名称', { required: true, rule: 'fileSafeName', unique: true, max: 100 }),
    iuiCode: text('统一社会信用代码', { rule: 'unifiedCode', max: 18, unique: true }),
    industry: dict('所属行业', { dict: 'industry' }),
    region: region('所在地区'),
    scale: dict('企业规模', { dict: 'unitScale' }),
    economicType: dict('经济类型', { dict: 'economicType' }),
    registeredAddress: text('注册地址'),
    workAddress: text('工作场所地址'),
    contact: text('联系人', { max: 50 }),
    mobile: text('手机号码', { rule: 'mobile', max: 11 }),
    email: text('电子邮箱', { rule: 'email', max: 100 }),
    workerCount: integer('职工总数', { min: 0, unit: '人' }),
    exposedCount: integer('接触职业病危害人数', { min: 0, unit: '人' }),
    hazards: text('申报的职业病危害因素', { max: 500, hint: '多个因素以顿号分隔' }),
    foundedOn: date('成立日期'),
    remark: longText('备注', { max: 500 }),
    customer: ref('委托单位', { to: 'customer' }),
    status: dict('状态', { dict: 'unitStatus', required: true, initial: '1' }),
  },
  sheet: [
    'unitName', 'iuiCode', 'industry', 'region', 'scale', 'economicType', 'registeredAddress', 'workAddress', 'contact', 'mobile',
    'email', 'workerCount', 'exposedCount', 'hazards', 'foundedOn', 'remark',
  ],
  checks: [{ field: 'exposedCount', notAbove: 'workerCount', message: '接触职业病危害人数不能大于职工总数' }],
});
