import { createElement, Fragment } from 'react';
import { AuthorisationSlot } from '@/features/laboratory/authorisation/AuthorisationSlot';
import { showDuties } from '@/features/laboratory/authorisation/dutyStore';
import { showAuthorisations } from '@/features/laboratory/authorisation/showAuthorisations';
import {
  changeRoles,
  extendExpiry,
  issueOneTimePasswords,
  proposedExpiry,
  resetPassword,
  showRights,
  showState,
} from '@/features/system/users/userActions';
import { UserSlots } from '@/features/system/users/UserSlots';
import { feedback } from '@/lib/feedback';
import { changeStatus, definePage } from '@/listEditor';
import { user } from '@contract/features/system/entities/user';
import { signingTexts } from '@contract/workflow/signatureTexts';

/** Drawers of the page. */
const Drawers = () => createElement(Fragment, null, createElement(UserSlots), createElement(AuthorisationSlot));

export default definePage({
  entity: user,
  url: 'api/user',
  columns: [
    'userName',
    'nickName',
    'roles',
    'enabled',
    'expiryDate',
    'workNo',
    'department',
    'post',
    'phone',
    'email',
    'certNo',
    'certUntil',
    'duties',
    'jobTitle',
    'education',
    'major',
    'isQy',
    'isOutside',
    'isAdmin',
    'createTime',
  ],
  filters: [
    'userName',
    'nickName',
    'department',
    'roles',
    'enabled',
    'lacks',
    'phone',
    'isQy',
    'isOutside',
    'expiryDate',
    'certUntil',
  ],
  form: [
    { title: '账号', fields: ['userName', 'nickName', 'password', 'roles', 'loginIp', 'enabled', 'expiryDate'] },
    {
      title: '人员信息',
      fields: ['workNo', 'department', 'post', 'jobTitle', 'education', 'major', 'certNo', 'certUntil', 'duties'],
    },
    { title: '联系方式', fields: ['phone', 'email', 'avatar'] },
    { title: '企业用户与第三方人员', fields: ['isQy', 'units', 'isOutside', 'isAdmin', 'remark'] },
  ],
  abilities: ['add', 'edit', 'del', 'restore', 'import', 'export'],
  before: {
    /**
     * Sets an expiry date for every new account, and for an account of an earlier version without one at its next
     * change.
     */
    async open({ action, rows: [row] }) {
      return action === 'edit' && row?.['expiryDate'] ? true : { expiryDate: await proposedExpiry() };
    },
    /** Requires a reason for changing a name that is part of signatures. */
    async submit({ action, rows: [row], values }) {
      if (action !== 'edit' || values?.['nickName'] === undefined || values['nickName'] === row?.['nickName'])
        return true;
      const reason = await feedback.prompt(signingTexts.renamePrompt, {
        placeholder: '更改原因',
        check: (text) => (text.trim() ? null : signingTexts.renameReason),
        okText: '保存',
      });
      return reason === null ? false : { reason };
    },
  },
  slots: { aboveList: Drawers },
  actions: [
    showAuthorisations,
    showDuties,
    showRights,
    showState,
    resetPassword,
    changeRoles,
    extendExpiry,
    issueOneTimePasswords,
    changeStatus(user, { label: '停用', field: 'enabled', value: '0', bulk: true, danger: true }),
    changeStatus(user, { label: '启用', field: 'enabled', value: '1', bulk: true }),
  ],
});
