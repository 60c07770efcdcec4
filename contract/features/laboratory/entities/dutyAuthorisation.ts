import { defineEntity } from '@contract/entity';
import { date, dict, ref, text } from '@contract/field';
import { authorisedPeriodHints } from './authorisedPeriodHints';

/**
 * 岗位授权: who may sample or sign reports, in which field and until when (ISO/IEC 17025 6.2.6). As soon as an
 * organization authorises a person for a duty, only authorised people may do it.
 */
export const dutyAuthorisation = defineEntity({
  name: 'dutyAuthorisation',
  path: 'api/dutyAuthorisation',
  label: '岗位授权',
  titleField: 'authorisedFor',
  scope: 'organization',
  sheet: ['person', 'duty', 'category', 'validFrom', 'validUntil', 'certificateNo', 'remark'],
  key: ['person', 'duty', 'category'],
  fields: {
    /** Person and duty, for the audit trail. */
    authorisedFor: text('授权', { readonly: true, max: 300 }),
    person: ref('人员', { required: true, to: 'user' }),
    duty: dict('授权事项', { required: true, dict: 'authorisedDuty' }),
    category: dict('授权领域', { dict: 'hazardCategory', hint: '不选则不限领域；有多个领域的分别登记' }),
    validFrom: date('授权日期', { required: true }),
    validUntil: date('有效期至', { required: true }),
    certificateNo: text('上岗证或授权书编号', { max: 60 }),
    remark: text('备注', { max: 200 }),
  },
  lists: {
    person: { columnNames: ['姓名', '被授权人', '授权人员'] },
    duty: { columnNames: ['岗位', '授权岗位', '授权内容', '授权事项名称'] },
    category: { columnNames: ['领域', '签字领域', '授权范围', '授权签字领域'] },
    ...authorisedPeriodHints,
  },
  checks: [{ field: 'validFrom', notAbove: 'validUntil', message: '授权日期不能晚于有效期' }],
});
