import type { Lock } from '@contract/entity';
import { date, dict, integer, longText, text } from '@contract/field';
import { templateTexts } from '../templateTexts';

/** Fields that every kind of template has. A row is one version. The kinds differ in their child rows. */
export const templateFields = {
  name: text('模板名称', { required: true, max: 100 }),
  industry: dict('适用行业', { dict: 'industry' }),
  edition: integer('版次', { readonly: true }),
  state: dict('状态', { dict: 'templateState', readonly: true }),
  publishedOn: date('发布日期', { readonly: true }),
  /** Id of the first version; all versions of a template share it. */
  series: integer('模板编号', { readonly: true }),
  remark: longText('说明', { max: 500 }),
} as const;

/** Locks of templates: a published version can't be changed; changes require a new draft. */
export const templateLocks = [
  { field: 'state', unless: ['draft'], limitedTo: 'del', message: templateTexts.kept },
  { field: 'state', unless: ['draft'], message: templateTexts.locked },
] as const satisfies readonly Lock<'state'>[];
