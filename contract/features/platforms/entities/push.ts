import { defineEntity } from '@contract/entity';
import { dateTime, dict, flag, integer, longText, ref, text } from '@contract/field';

/** 推送: the submission of a part of an issued report to one platform, once per report number (DOMAIN §7.8). */
export const push = defineEntity({
  name: 'push',
  path: 'api/push',
  label: '推送',
  titleField: 'reportNo',
  scope: 'organization',
  keyword: ['reportNo', 'unitName'],
  fields: {
    reportNo: text('报告编号', { readonly: true, max: 60 }),
    /** Idempotency key for the platform; every attempt has the same one. */
    pushKey: text('推送标识', { readonly: true, unique: true, max: 120 }),
    connector: ref('对接平台', { required: true, to: 'connector', readonly: true }),
    family: dict('平台类别', { dict: 'platformFamily', readonly: true }),
    adapter: dict('接口类型', { dict: 'platformAdapter', readonly: true }),
    part: dict('内容', { dict: 'pushPart', readonly: true }),
    project: ref('项目', { required: true, to: 'project', readonly: true }),
    report: ref('报告', { required: true, to: 'report', readonly: true }),
    unitName: text('用人单位', { readonly: true, max: 200 }),
    state: dict('状态', { dict: 'pushState', readonly: true, initial: 'waiting' }),
    stageSince: dateTime('进入状态时间', { readonly: true }),
    operation: dict('动作', { dict: 'pushOperation', readonly: true, initial: 'push' }),
    /** Attempts of the current operation; restarts when a person tries again. */
    attempts: integer('尝试次数', { readonly: true, initial: 0, min: 0 }),
    nextTry: dateTime('下次尝试', { readonly: true }),
    /** Whether an attempt was started; the platform may then have the report, whatever it answered. */
    sent: flag('曾发出', { readonly: true }),
    answerCode: integer('返回状态码', { readonly: true }),
    answer: longText('平台答复', { readonly: true, max: 4000 }),
    receiptNo: text('平台回执号', { readonly: true, max: 100 }),
    deliveredAt: dateTime('送达时间', { readonly: true }),
  },
});
