import { defineEntity } from '@contract/entity';
import { dict, longText, region, text } from '@contract/field';

/** 委托单位: the customer who orders and pays. It may have several inspected units. */
export const customer = defineEntity({
  name: 'customer',
  path: 'api/customer',
  label: '客户',
  titleField: 'customerName',
  scope: 'organization',
  keyword: ['customerName', 'creditCode', 'contact'],
  shortForm: ['customerName', 'creditCode', 'contact', 'phone', 'address'],
  fields: {
    customerName: text('客户名称', {
      required: true,
      rule: 'fileSafeName',
      unique: true,
      max: 100,
    }),
    creditCode: text('统一社会信用代码', {
      rule: 'unifiedCode',
      max: 18,
      unique: true,
    }),
    level: dict('客户级别', { dict: 'customerLevel' }),
    industry: dict('所属行业', { dict: 'industry' }),
    region: region('所在地区'),
    contact: text('联系人', { required: true, max: 50 }),
    phone: text('联系电话', { rule: 'telephone', max: 30 }),
    email: text('电子邮箱', { rule: 'email', max: 100 }),
    address: text('通讯地址'),
    invoiceTitle: text('发票抬头', { max: 100 }),
    remark: longText('备注', { max: 500 }),
  },
  lists: {
    customerName: {
      columnNames: ['委托单位', '企业名称', '公司名称', '单位名称', '单位全称', '企业全称', '公司全称', '名称'],
    },
    creditCode: { columnNames: ['社会信用代码', '信用代码', '税号'] },
    industry: { columnNames: ['行业'] },
    phone: { columnNames: ['电话', '手机', '手机号码', '联系方式'] },
    address: { columnNames: ['地址', '单位地址', '公司地址'] },
  },
  sheet: [
    'customerName',
    'creditCode',
    'level',
    'industry',
    'region',
    'contact',
    'phone',
    'email',
    'address',
    'invoiceTitle',
    'remark',
  ],
});
