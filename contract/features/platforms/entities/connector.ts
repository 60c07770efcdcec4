import { defineEntity } from '@contract/entity';
import { dict, flag, integer, keyed, longText, secret, text } from '@contract/field';

/** 对接平台: address, key and mapping of our fields and codes (DOMAIN §7.8). The key is written, never read. */
export const connector = defineEntity({
  name: 'connector',
  path: 'api/connector',
  label: '对接平台',
  titleField: 'connectorName',
  scope: 'organization',
  keyword: ['connectorName', 'baseUrl'],
  fields: {
    connectorName: text('平台名称', { required: true, unique: true, max: 60 }),
    family: dict('平台类别', { required: true, dict: 'platformFamily' }),
    baseUrl: text('接口地址', {
      required: true,
      max: 300,
      hint: 'http或https开头，不含账号、查询条件；推送到“接口地址/survey、/report、/data、/whole”',
    }),
    apiKey: secret('接口密钥', { hint: '平台分配的密钥；保存后不再显示，编辑时不填则不变' }),
    hasKey: flag('已设密钥', { readonly: true }),
    active: flag('启用', { hint: '停用时推送留在队列中，启用后继续' }),
    timeoutSeconds: integer('超时', { min: 1, max: 120, initial: 30, unit: '秒' }),
    maxAttempts: integer('最多尝试次数', { min: 1, max: 20, initial: 8, hint: '用完仍未送达的转为失败，由人处理' }),
    firstDelay: integer('首次重试间隔', {
      min: 1,
      max: 3600,
      initial: 30,
      unit: '秒',
      hint: '以后每次加倍，最长1小时',
    }),
    mapping: keyed('字段与代码对照', { hint: '没有对照的按本系统的名称和值发送' }),
    /** Set by a platform administrator: allows addresses in the internal network. */
    localAllowed: flag('允许内网地址', { readonly: true }),
    remark: longText('备注', { max: 500 }),
  },
});
