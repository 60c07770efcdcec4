import { defineEntity } from '@contract/entity';
import { flag, ref, text } from '@contract/field';

/**
 * 单位联系人: a contact of a unit. The unit's own columns `contact`, `mobile`, `landline` and `email` repeat the main
 * contact; `otherContacts` repeats the others.
 */
export const unitContact = defineEntity({
  name: 'unitContact',
  path: 'api/unitContact',
  label: '单位联系人',
  titleField: 'contactName',
  scope: 'organization',
  keyword: ['contactName', 'mobile', 'landline'],
  shortForm: ['contactName', 'post', 'mobile', 'landline', 'email'],
  fields: {
    unit: ref('受检单位', { required: true, to: 'inspectUnit' }),
    contactName: text('姓名', { required: true, max: 50 }),
    post: text('职务', { max: 50 }),
    mobile: text('手机号码', { rule: 'phone', max: 11 }),
    landline: text('固定电话', { rule: 'telephone', max: 30 }),
    email: text('电子邮箱', { rule: 'email', max: 100 }),
    isMain: flag('主要联系人', { hint: '每个单位一位，报告、申报和公示用其姓名与电话' }),
    remark: text('备注', { max: 200 }),
  },
  sheet: ['contactName', 'unit', 'post', 'mobile', 'landline', 'email', 'isMain', 'remark'],
});
