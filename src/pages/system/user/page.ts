import { user } from '@contract/entities/system/user';
import { changeStatus, definePage } from '@/listEditor';
import { resetPassword, showAuthorisations, showRights } from './actions';
import { UserSlots } from './UserSlots';

export default definePage({
  entity: user,
  columns: ['userName', 'nickName', 'phone', 'email', 'roles', 'enabled', 'expiryDate', 'isQy', 'isOutside', 'isAdmin', 'createTime'],
  filters: ['userName', 'nickName', 'roles', 'enabled', 'phone', 'isQy', 'isOutside', 'expiryDate'],
  form: [
    { title: '账号', fields: ['userName', 'nickName', 'password', 'roles', 'enabled', 'expiryDate'] },
    { title: '联系方式', fields: ['phone', 'email', 'certNo', 'avatar'] },
    { title: '企业用户与第三方人员', fields: ['isQy', 'units', 'isOutside', 'isAdmin', 'remark'] },
  ],
  can: ['add', 'edit', 'del', 'restore'],
  slots: { above: UserSlots },
  actions: [
    showAuthorisations,
    showRights,
    resetPassword,
    changeStatus(user, { label: '停用', field: 'enabled', value: '0', bulk: true, danger: true }),
    changeStatus(user, { label: '启用', field: 'enabled', value: '1', bulk: true }),
  ],
});
