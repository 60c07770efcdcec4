import type { Lock } from '@contract/entity';
import { date, dict, integer, longText, text } from '@contract/field';
import { templateTexts } from '../templateTexts';

/** What every kind of template has: a row is one version of it. Kinds differ by the rows that stand in it. */
export const templateFields = {
  name: text('模板名称', { required: true, max: 100 }),
  industry: dict('适用行业', { dict: 'industry' }),
  edition: integer('版次', { readonly: true }),
  state: dict('状态', { dict: 'templateState', readonly: true }),
  publishedOn: date('发布日期', { readonly: true }),
  /** The id of the first version: versions of one template share it. */
  series: integer('模板编号', { readonly: true }),
  remark: longText('说明', { max: 500 }),
} as const;

/** What was published stays as it was used; the next version is a draft of its own. */
export const templateLocks = [
  { field: 'state', unless: ['draft'], only: 'del', message: templateTexts.kept },
  { field: 'state', unless: ['draft'], message: templateTexts.locked },
] as const satisfies readonly Lock<'state'>[];
