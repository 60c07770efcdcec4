import { defineEntity } from '@contract/entity';
import { date, ref, text } from '@contract/field';

/** 整改与法定事项: the action of an enterprise on an exceedance in a report, or on a legal obligation. */
export const exceedanceRemedy = defineEntity({
  name: 'exceedanceRemedy',
  path: 'api/exceedanceRemedy',
  label: '整改与法定事项',
  titleField: 'itemKey',
  scope: 'organization',
  fields: {
    report: ref('报告', { required: true, to: 'report' }),
    /** A result of the report, or an obligation (contract/features/customers/enterprise/reportObligations.ts). */
    itemKey: text('事项', { required: true, max: 300 }),
    doneOn: date('完成日期', { required: true }),
    measure: text('措施', { required: true, max: 500 }),
    person: text('填写人', { readonly: true, max: 100 }),
  },
});
