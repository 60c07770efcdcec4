import { defineEntity } from '@contract/entity';
import { date, ref, text } from '@contract/field';
import { authorisedPeriodHints } from './authorisedPeriodHints';

/**
 * 检测授权: who may test by which method, and until when (ISO/IEC 17025 6.2.6). Samples are distributed to authorised
 * people only.
 */
export const methodAuthorisation = defineEntity({
  name: 'methodAuthorisation',
  path: 'api/methodAuthorisation',
  label: '检测授权',
  titleField: 'authorisedFor',
  scope: 'organization',
  sheet: ['person', 'method', 'validFrom', 'validUntil', 'certificateNo', 'remark'],
  key: ['person', 'method'],
  fields: {
    /** Person and method, for the audit trail. */
    authorisedFor: text('授权', { readonly: true, max: 300 }),
    person: ref('人员', { required: true, to: 'user' }),
    method: ref('检测方法', { required: true, to: 'labMethod' }),
    validFrom: date('授权日期', { required: true }),
    validUntil: date('有效期至', { required: true }),
    certificateNo: text('上岗证或授权书编号', { max: 60 }),
    remark: text('备注', { max: 200 }),
  },
  lists: {
    person: { columnNames: ['姓名', '检测人员', '检测员', '被授权人', '授权人员'] },
    method: {
      columnNames: [
        '方法',
        '方法名称',
        '检测依据',
        '检测标准',
        '标准(方法)',
        '标准(方法)名称及编号',
        '授权方法',
        '标准号',
      ],
    },
    ...authorisedPeriodHints,
  },
  checks: [{ field: 'validFrom', notAbove: 'validUntil', message: '授权日期不能晚于有效期' }],
});
