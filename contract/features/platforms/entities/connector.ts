import { defineEntity } from '@contract/entity';
import { dict, flag, integer, keyed, longText, secret, text } from '@contract/field';

/** 对接平台: address, key and mapping of our fields and codes (DOMAIN §7.8). The key can be written and never read. */
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
    adapter: dict('接口类型', {
      dict: 'platformAdapter',
      initial: 'generic',
      hint: '省级、区县接口按平台报文发送，代码在“平台代码”中维护；不填为通用',
    }),
    baseUrl: text('接口地址', {
      required: true,
      max: 300,
      hint: 'http或https开头，不含账号、查询条件；通用接口推送到“接口地址/survey、/report、/data、/whole”；人工上传的填平台网址',
    }),
    account: text('平台账号', { max: 60, hint: '平台分配的账号或机构编号' }),
    headName: text('机构负责人', { max: 50, hint: '省级接口上报的机构负责人姓名' }),
    apiKey: secret('接口密钥', { hint: '平台分配的密钥或密码；保存后不再显示，编辑时不填则不变' }),
    hasKey: flag('已设密钥', { readonly: true }),
    signing: dict('签名方式', {
      dict: 'platformSigning',
      initial: 'bearer',
      hint: '通用接口使用；省级接口固定为MD5和SHA256withRSA',
    }),
    signingKey: secret('签名私钥', {
      max: 4000,
      hint: 'RSA私钥（PKCS#8，PEM或Base64）或SM2私钥（64位十六进制）；保存后不再显示，编辑时不填则不变',
    }),
    hasSigningKey: flag('已设私钥', { readonly: true }),
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
    /** Allows addresses in the internal network; only a platform administrator sets it. */
    localAllowed: flag('允许内网地址', { readonly: true }),
    remark: longText('备注', { max: 500 }),
  },
});
