import { defineEntity } from '@contract/entity';
import { dateTime, dict, keyed, longText, ref, text } from '@contract/field';
import { formTexts } from '../forms/formTexts';

/**
 * 规范表单: a form of the appendices of GBZ 331-2024 about a project (N.1, N.2, N.4, N.5, N.7–N.10 and similar ones).
 * `contract/features/conformity/forms` defines its items.
 */
export const serviceForm = defineEntity({
  name: 'serviceForm',
  path: 'api/serviceForm',
  label: '规范表单',
  titleField: 'formNo',
  scope: 'organization',
  stateMachine: { machine: 'serviceForm', stateField: 'state' },
  keyword: ['formNo'],
  locks: [{ field: 'state', unless: ['drafting'], message: formTexts.locked }],
  fields: {
    formNo: text('表单编号', { readonly: true, unique: true, max: 40 }),
    formKind: dict('表单', { dict: 'serviceFormKind', required: true }),
    project: ref('项目', { to: 'project', required: true }),
    state: dict('状态', { dict: 'serviceFormState', readonly: true, initial: 'drafting' }),
    stageSince: dateTime('进入状态时间', { readonly: true }),
    /** Answers to the items of the form, by key. */
    values: keyed('内容'),
    /** Rows of the tables of the form (`forms/formTable.ts`). */
    tables: keyed('表格'),
    /** Answers of the program at submission, by question. */
    answers: keyed('系统核对', { readonly: true }),
    answeredAt: dateTime('核对时间', { readonly: true }),
    remark: longText('备注', { max: 1000 }),
  },
});
