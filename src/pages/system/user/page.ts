import { createElement, Fragment } from 'react';
import { AuthorisationSlot } from '@/features/laboratory/authorisation/AuthorisationSlot';
import { showAuthorisations } from '@/features/laboratory/authorisation/showAuthorisations';
import { changeRoles, resetPassword, showRights, showState } from '@/features/system/users/userActions';
import { UserSlots } from '@/features/system/users/UserSlots';
import { feedback } from '@/lib/feedback';
import { changeStatus, definePage } from '@/listEditor';
import { user } from '@contract/features/system/entities/user';
import { signingTexts } from '@contract/workflow/signing';

/** Drawers of the page. */
const Drawers = () => createElement(Fragment, null, createElement(UserSlots), createElement(AuthorisationSlot));

export default definePage({
  entity: user,
  columns: [
    'userName',
    'nickName',
    'phone',
    'email',
    'roles',
    'enabled',
    'expiryDate',
    'isQy',
    'isOutside',
    'isAdmin',
    'createTime',
  ],
  filters: ['userName', 'nickName', 'roles', 'enabled', 'phone', 'isQy', 'isOutside', 'expiryDate'],
  form: [
    { title: '账号', fields: ['userName', 'nickName', 'password', 'roles', 'enabled', 'expiryDate'] },
    { title: '联系方式', fields: ['phone', 'email', 'certNo', 'avatar'] },
    { title: '企业用户与第三方人员', fields: ['isQy', 'units', 'isOutside', 'isAdmin', 'remark'] },
  ],
  can: ['add', 'edit', 'del', 'restore'],
  before: {
    /** Changing a name that stands on signatures requires a reason. */
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
  slots: { above: Drawers },
  actions: [
    showAuthorisations,
    showRights,
    showState,
    resetPassword,
    changeRoles,
    changeStatus(user, { label: '停用', field: 'enabled', value: '0', bulk: true, danger: true }),
    changeStatus(user, { label: '启用', field: 'enabled', value: '1', bulk: true }),
  ],
});
