import { defineEntity } from '@contract/entity';
import { date, dict, integer, longText, ref, text } from '@contract/field';

/**
 * 标准查新: a signed update of the library. Its changes are offered row by row; nothing changes until a person accepts a
 * row.
 */
export const libraryUpdate = defineEntity({
  name: 'libraryUpdate',
  path: 'api/libraryUpdate',
  label: '标准查新',
  titleField: 'edition',
  scope: 'platform',
  fields: {
    edition: text('版本', { readonly: true, max: 60 }),
    origin: dict('来源', { dict: 'libraryUpdateOrigin', readonly: true }),
    issuedOn: date('发布日期', { readonly: true }),
    note: longText('说明', { readonly: true, max: 2000 }),
    rows: integer('差异数', { readonly: true }),
    /** First characters of the publisher's key with which the file was verified. */
    signer: text('签名公钥', { readonly: true, max: 60 }),
  },
});

/** 查新差异: one row of the library that an update adds, changes or ends. */
export const libraryUpdateRow = defineEntity({
  name: 'libraryUpdateRow',
  path: 'api/libraryUpdateRow',
  label: '查新差异',
  titleField: 'title',
  scope: 'platform',
  keyword: ['title', 'before', 'after'],
  fields: {
    libraryUpdate: ref('标准查新', { readonly: true, to: 'libraryUpdate' }),
    subject: dict('资料', { dict: 'librarySubject', readonly: true }),
    title: text('名称', { readonly: true, max: 300 }),
    change: dict('变化', { dict: 'libraryChange', readonly: true }),
    before: longText('现有内容', { readonly: true, max: 4000 }),
    after: longText('更新后', { readonly: true, max: 4000 }),
    decision: dict('处理', { dict: 'libraryDecision', readonly: true }),
    reason: text('原因', { readonly: true, max: 300 }),
    decidedBy: ref('处理人', { to: 'user', readonly: true }),
    decidedOn: date('处理日期', { readonly: true }),
  },
});
