import { defineEntity } from '@contract/entity';
import { date, dict, integer, text } from '@contract/field';

/**
 * 规范符合性: a requirement of GBZ 331-2024 with an organization's own evidence. It has no table: the server counts the
 * organization's rows.
 */
export const clauseLine = defineEntity({
  name: 'conformity',
  path: 'api/conformity',
  label: '规范符合性',
  titleField: 'demand',
  scope: 'organization',
  keyword: ['clause', 'demand', 'how'],
  fields: {
    clause: text('条款', { readonly: true }),
    demand: text('要求', { readonly: true }),
    state: dict('状态', { dict: 'clauseState', readonly: true }),
    how: text('满足方式或缺少的内容', { readonly: true }),
    pageTitle: text('在何处', { readonly: true }),
    evidence: text('本机构的证据', { readonly: true }),
    rows: integer('证据数量', { readonly: true }),
    newest: date('最近日期', { readonly: true }),
    gaps: integer('待补缺口', { readonly: true }),
    gap: text('缺口说明', { readonly: true }),
    test: text('验证测试', { readonly: true }),
  },
});
