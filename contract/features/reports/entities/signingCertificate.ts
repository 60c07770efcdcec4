import { defineEntity } from '@contract/entity';
import { date, dateTime, dict, ref, text } from '@contract/field';

/**
 * 数字证书: a certificate with which issued reports are signed (docs/architecture/signatures.md). Separate API calls
 * create or upload it; its key is encrypted and never returned. Rows are not deleted, because they state until when
 * the acceptance of the agreement is kept.
 */
export const signingCertificate = defineEntity({
  name: 'signingCertificate',
  path: 'api/signingCertificate',
  label: '数字证书',
  titleField: 'holder',
  scope: 'organization',
  timeLabel: '登记时间',
  keyword: ['holder', 'serialNo', 'fingerprint'],
  fields: {
    holder: text('持有人', { required: true, readonly: true, max: 200 }),
    kind: dict('类别', { dict: 'certificateKind', required: true, readonly: true }),
    person: ref('人员', { to: 'user', readonly: true }),
    source: dict('来源', { dict: 'certificateSource', required: true, readonly: true }),
    state: dict('状态', { dict: 'certificateState', required: true, readonly: true }),
    issuer: text('颁发者', { readonly: true, max: 200 }),
    serialNo: text('证书序列号', { readonly: true, max: 80 }),
    /** SHA-256 of the certificate. */
    fingerprint: text('指纹（SHA-256）', { readonly: true, max: 64 }),
    validFrom: date('有效期起', { readonly: true }),
    validUntil: date('有效期至', { readonly: true }),
    /** Acceptance of 数字证书使用协议: time, version, and until when it is kept. */
    acceptedAt: dateTime('协议接受时间', { readonly: true }),
    agreement: text('协议版本', { readonly: true, max: 40 }),
    keptUntil: date('资料保存至', { readonly: true }),
    endedAt: dateTime('停用时间', { readonly: true }),
    endReason: text('停用原因', { readonly: true, max: 300 }),
  },
});
